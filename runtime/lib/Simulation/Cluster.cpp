// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nodes tell each other, and when they compute.
#include "Simulation/Cluster.h"

#include "Simulation/ModelError.h"
#include "Simulation/NodeRun.h"
#include "Simulation/Owners.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace hetrt {
namespace {

using Writer = NodeArrays::Writer;

/// A node other than rank 0: its devices under a scheduler of its own.
struct RemoteNode {
  RemoteNode(const MachineModel &Machine, const ProgramModel &Program, std::unique_ptr<Scheduler> Own,
             const SimulationOptions &Options, unsigned Number)
      : Own(std::move(Own)), Run(Machine, Program, *this->Own, Options, Number) {}
  std::unique_ptr<Scheduler> Own;
  NodeRun Run;
};

/// All nodes around the devices of rank 0. Moments are absolute here: from the program's start.
class Cluster final : public Surroundings {
public:
  Cluster(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
          const SimulationOptions &Options)
      : Machine(Machine), Program(Program), Arrays(Program.OnNodes), Net(*Machine.Network, Machine.Nodes),
        Has(Program.Iterations), HadBefore(Program.Iterations), Readers(Machine.Nodes), InFull(Machine.Nodes),
        PlaceInTree(Machine.Nodes), EarlyTo(Machine.Nodes), EarlyFrom(Machine.Nodes), NextEarlyTo(Machine.Nodes),
        NextEarlyFrom(Machine.Nodes) {
    for (unsigned Node = 1; Node < Machine.Nodes; ++Node)
      Remote.push_back(std::make_unique<RemoteNode>(Machine, Program, Make(), Options, Node));
  }

  /// The nodes as rank 0's scheduler sees them: each as wide as all of its devices.
  std::vector<VirtualDevice> devices() const {
    double Width = 0;
    for (const ModelledDevice &D : Machine.Devices)
      Width += D.SimdWidth;
    std::vector<VirtualDevice> All;
    for (size_t Node = 1; Node <= Remote.size(); ++Node) {
      VirtualDevice V = VirtualDevice::accelerator(0, Width);
      V.Model.KeepsData = Arrays.Stay;
      V.Model.Id = static_cast<uint32_t>(Machine.Devices.size() + Node);
      All.push_back(std::move(V));
    }
    return All;
  }

  /// A pass begins at a moment, when rank 0's scheduler sees so many devices of its own.
  void beginPass(double Moment, size_t OwnDevices) {
    Base = Moment;
    Own = static_cast<unsigned>(OwnDevices);
    Sides.resize(Own + Remote.size());
    HadBefore = Has;
  }
  void endPass() { ++Pass; }

  /// Results go to rank 0, from a moment on. Returns when all are there.
  double writeBack(double Moment);

  const std::string &violation() const { return Violation; }
  uint64_t messages() const { return Net.messages(); }
  double bytes() const { return Net.bytes(); }

  void passBegins(std::span<const Range> Shares) override;
  bool begins(unsigned Device, Range Part, double Now) override;
  double next() const override { return Ready.empty() ? Net.next() - Base : -INFINITY; }
  std::optional<Event> advance() override;

private:
  enum class Kind : uint8_t {
    Order, ///< to a node, to compute a range
    Take,  ///< to a node, to send Then
    Data,  ///< what a range needs
    Early, ///< the same, before anybody asks for it
    Dropped,
    Shared,    ///< what all nodes need, along the tree
    TakeParts, ///< to a node, to send its part of that to the others
    Part,
    Ended,  ///< a node has computed its range
    Answer, ///< to rank 0
    Result  ///< of all passes, to rank 0
  };
  static constexpr uint32_t None = ~0u;

  /// Something on its way.
  struct Parcel {
    Kind What;
    unsigned From = 0, To = 0;
    double Bytes = 0;
    uint32_t Range = None; ///< the number of the range that waits for it
    unsigned Device = 0;   ///< which has that
    uint32_t Then = None;  ///< the parcel to be sent next
    bool Arrived = false;  ///< early
  };

  /// The range that a device has been given.
  struct Side {
    Range Part;
    uint32_t Number = None;
    unsigned Missing = 0;
    double Asked = 0, Ordered = 0; ///< when it was given, and when its order had come
  };

  /// What a node has in full, of what all nodes have.
  struct FullCopy {
    bool Any = false;
    unsigned Pass = 0;             ///< in which it was last brought up to date
    int Missing = 0;               ///< messages that it waits for; below 0, those that came before it did
    std::vector<unsigned> Waiting; ///< devices
  };

  /// What a node asks another one for.
  struct Reader {
    unsigned LastPass = 0, InARow = 0;
    double Bytes = 0;
    uint32_t Early = None; ///< sent before it was asked for
  };

  unsigned nodeOf(unsigned Device) const { return Device < Own ? 0 : Device - Own + 1; }
  uint32_t pack(const Parcel &What);
  void send(const Parcel &What, double Moment);
  void take(const Parcel &Wanted, double Moment);
  void fetch(unsigned Device, unsigned From, double Bytes, double Moment);
  void arrived(unsigned Device, uint32_t Number, double Moment);
  void compute(unsigned Device, double Moment);
  void ended(unsigned Device, double Moment);

  std::map<unsigned, double> windowsFor(unsigned Node, Range Part) const;
  std::map<unsigned, double> haloFor(unsigned Node, Range Part) const;
  void fetchHalo(unsigned Device, unsigned From, double Bytes, double Moment);
  void sendEarly(unsigned Node, double Moment);

  bool isOfParts() const { return Arrays.FullWrittenBy == Writer::Iterations && Pass > 0; }
  bool fullIsNeeded(unsigned Node) const;
  void share(double Moment);
  void passOn(unsigned Node, double Moment);
  void exchange(double Moment);
  void sendParts(unsigned From, double Moment);
  void gotFull(unsigned Node, double Moment);
  void fetchFull(unsigned Device, std::map<unsigned, double> &Wanted, double Moment);
  double partOf(unsigned Node) const;
  bool wasSentEarly(unsigned From, unsigned To) const;

  const MachineModel &Machine;
  const ProgramModel &Program;
  const NodeArrays &Arrays;
  Network Net;
  std::vector<std::unique_ptr<RemoteNode>> Remote;
  double Base = 0;
  unsigned Own = 0, Pass = 0;
  std::vector<Side> Sides; ///< by device
  uint32_t Ranges = 0;
  std::vector<Parcel> Parcels;
  std::vector<uint32_t> Unused;
  std::deque<Event> Ready;
  Owners Has, HadBefore;                           ///< by the ranges of this pass, and by those before it
  std::vector<std::map<unsigned, Reader>> Readers; ///< of each node, by who reads
  bool OneRangeEach = false;                       ///< the pass's shares are known

  // What all nodes have in full.
  std::vector<FullCopy> InFull;      ///< by node
  std::vector<unsigned> Takers;      ///< nodes that get it in this pass, in the order in which it comes to them
  std::vector<unsigned> PlaceInTree; ///< of a node among these
  std::vector<uint64_t> Wrote;       ///< iterations by node, before this pass
  unsigned Exchanges = 0;            ///< passes in a row in which parts were exchanged
  /// Nodes to which parts were sent before this pass, and nodes that did so; the same for the next pass.
  std::vector<bool> EarlyTo, EarlyFrom, NextEarlyTo, NextEarlyFrom;

  std::string Violation;
};

//===-- Parcels ---------------------------------------------------------------------------------------------------===//

uint32_t Cluster::pack(const Parcel &What) {
  if (Unused.empty()) {
    Parcels.push_back(What);
    return static_cast<uint32_t>(Parcels.size() - 1);
  }
  const uint32_t Number = Unused.back();
  Unused.pop_back();
  Parcels[Number] = What;
  return Number;
}

void Cluster::send(const Parcel &What, double Moment) { Net.send(What.From, What.To, What.Bytes, Moment, pack(What)); }

/// Rank 0 has another node send something, or sends it itself.
void Cluster::take(const Parcel &Wanted, double Moment) {
  if (Wanted.From == 0)
    return send(Wanted, Moment);
  send({.What = Kind::Take, .To = Wanted.From, .Then = pack(Wanted)}, Moment);
}

/// Device's range waits for data from another node.
void Cluster::fetch(unsigned Device, unsigned From, double Bytes, double Moment) {
  Side &S = Sides[Device];
  ++S.Missing;
  take({.What = Kind::Data, .From = From, .To = nodeOf(Device), .Bytes = Bytes, .Range = S.Number, .Device = Device},
       Moment);
}

//===-- Ranges ----------------------------------------------------------------------------------------------------===//

/// What of the windows of Part the node does not have, by who has it.
std::map<unsigned, double> Cluster::windowsFor(unsigned Node, Range Part) const {
  std::map<unsigned, double> From;
  const auto Add = [&](unsigned Owner, uint64_t Count, double Bytes) {
    if (Owner != Node && Bytes > 0)
      From[Owner] += static_cast<double>(Count) * Bytes;
  };
  if (!Arrays.Stay)
    Add(0, Part.size(), Arrays.BytesInPerIteration);
  else
    for (const Owners::Piece &Each : HadBefore.pieces(Part)) {
      const bool Fresh = Each.Owner == Owners::Nobody; // nothing was written yet
      Add(Fresh ? 0 : Each.Owner, Each.Part.size(),
          Arrays.BytesInPerIteration + (Fresh ? 0 : Arrays.BytesOutPerIteration));
    }
  return From;
}

/// The same of what Part reads beyond its ends.
std::map<unsigned, double> Cluster::haloFor(unsigned Node, Range Part) const {
  std::map<unsigned, double> From;
  const auto Add = [&](uint64_t Iteration) {
    const unsigned Owner = HadBefore.at(Iteration), Holder = Owner == Owners::Nobody ? 0 : Owner;
    if (Holder != Node)
      From[Holder] += Arrays.HaloBytes;
  };
  if (Arrays.HaloBytes > 0 && Part.First > 0)
    Add(Part.First - 1);
  if (Arrays.HaloBytes > 0 && Part.Last < Program.Iterations)
    Add(Part.Last);
  return From;
}

bool Cluster::begins(unsigned Device, Range Part, double Now) {
  const unsigned Node = nodeOf(Device);
  const double Moment = Base + Now;
  Side &S = Sides[Device];
  S = {.Part = Part, .Number = Ranges++, .Asked = Moment, .Ordered = Moment};
  if (Node > 0) {
    ++S.Missing;
    send({.What = Kind::Order, .To = Node, .Range = S.Number, .Device = Device}, Moment);
  }
  std::map<unsigned, double> Wanted = windowsFor(Node, Part);
  for (const auto &[From, Bytes] : haloFor(Node, Part))
    if (From > 0 && Node > 0)
      fetchHalo(Device, From, Bytes, Moment);
    else
      Wanted[From] += Bytes;
  fetchFull(Device, Wanted, Moment);
  for (auto It = Wanted.rbegin(); It != Wanted.rend(); ++It) // orders first, since they are short
    fetch(Device, It->first, It->second, Moment);
  Has.set(Part, Node);
  return S.Missing > 0;
}

/// Something that a range waits for has come.
void Cluster::arrived(unsigned Device, uint32_t Number, double Moment) {
  Side &S = Sides[Device];
  if (S.Number != Number || --S.Missing > 0)
    return;
  if (nodeOf(Device) == 0)
    Ready.push_back({.Device = Device});
  else
    compute(Device, Moment);
}

/// Waiting for arrays that stay is nothing that the range costs.
void Cluster::compute(unsigned Device, double Moment) {
  Side &S = Sides[Device];
  if (Arrays.Stay)
    S.Asked += Moment - S.Ordered;
  NodeRun &Run = Remote[nodeOf(Device) - 1]->Run;
  const SimulatedPass Done = Run.pass(S.Part);
  if (Violation.empty() && !Run.violation().empty())
    Violation = fmt::format("node {}: {}", nodeOf(Device), Run.violation());
  const double Seconds = Machine.Deciding.NodeStartSeconds + Done.Seconds;
  Net.wake(Moment + Seconds, pack({.What = Kind::Ended, .Range = S.Number, .Device = Device}));
}

void Cluster::ended(unsigned Device, double Moment) {
  const Side &S = Sides[Device];
  const unsigned Node = nodeOf(Device);
  sendEarly(Node, Moment);
  const bool Returns = !Arrays.Stay || Arrays.ResultsReturn;
  const double Bytes = Returns ? static_cast<double>(S.Part.size()) * Arrays.BytesOutPerIteration : 0;
  send({.What = Kind::Answer, .From = Node, .Bytes = Bytes, .Range = S.Number, .Device = Device}, Moment);
}

std::optional<Surroundings::Event> Cluster::advance() {
  if (Ready.empty()) {
    const std::optional<Network::Event> Now = Net.advance();
    if (!Now)
      return std::nullopt;
    const Parcel P = Parcels[Now->Tag];
    if (P.What == Kind::Early)
      Parcels[Now->Tag].Arrived = true;
    else
      Unused.push_back(Now->Tag);
    switch (P.What) {
    case Kind::Order:
      Sides[P.Device].Ordered = Now->Moment;
      arrived(P.Device, P.Range, Now->Moment);
      break;
    case Kind::Take:
      Net.send(Parcels[P.Then].From, Parcels[P.Then].To, Parcels[P.Then].Bytes, Now->Moment, P.Then);
      break;
    case Kind::Data:
      arrived(P.Device, P.Range, Now->Moment);
      break;
    case Kind::TakeParts:
      sendParts(P.To, Now->Moment);
      break;
    case Kind::Early:
    case Kind::Dropped:
    case Kind::Result:
      break;
    case Kind::Shared:
      passOn(P.To, Now->Moment);
      gotFull(P.To, Now->Moment);
      break;
    case Kind::Part:
      gotFull(P.To, Now->Moment);
      break;
    case Kind::Ended:
      ended(P.Device, Now->Moment);
      break;
    case Kind::Answer:
      return Event{.Device = P.Device, .Ended = true, .Seconds = Now->Moment - Sides[P.Device].Asked};
    }
  }
  if (Ready.empty())
    return std::nullopt;
  const Event First = Ready.front();
  Ready.pop_front();
  return First;
}

//===-- Halo ------------------------------------------------------------------------------------------------------===//

/// A node's range waits for another one's halo, which may be on its way already.
void Cluster::fetchHalo(unsigned Device, unsigned From, double Bytes, double Moment) {
  Reader &R = Readers[From][nodeOf(Device)];
  R.InARow = R.InARow > 0 && R.LastPass + 1 >= Pass ? R.InARow + (R.LastPass < Pass) : 1;
  R.LastPass = Pass;
  R.Bytes = Bytes;
  const uint32_t Early = std::exchange(R.Early, None);
  if (Early == None)
    return fetch(Device, From, Bytes, Moment);
  if (Parcels[Early].Arrived) {
    Unused.push_back(Early);
    return;
  }
  Side &S = Sides[Device];
  ++S.Missing;
  Parcels[Early].What = Kind::Data;
  Parcels[Early].Range = S.Number;
  Parcels[Early].Device = Device;
}

/// A node has computed its only range of the pass: what was asked for in two passes in a row goes out.
void Cluster::sendEarly(unsigned Node, double Moment) {
  constexpr unsigned Enough = 2;
  if (!OneRangeEach)
    return;
  for (auto &[To, R] : Readers[Node]) {
    if (R.Early != None) { // nobody asked for what was sent
      if (Parcels[R.Early].Arrived)
        Unused.push_back(R.Early);
      else
        Parcels[R.Early].What = Kind::Dropped;
      R.Early = None;
    }
    if (R.LastPass != Pass)
      R.InARow = 0;
    if (R.InARow < Enough)
      continue;
    R.Early = pack({.What = Kind::Early, .From = Node, .To = To, .Bytes = R.Bytes});
    Net.send(Node, To, R.Bytes, Moment, R.Early);
  }
  if (Exchanges >= Enough) {
    NextEarlyFrom[Node] = true;
    const double Bytes = Arrays.FullBytes * static_cast<double>(Sides[Own + Node - 1].Part.size()) /
                         static_cast<double>(Program.Iterations);
    for (unsigned To : Takers)
      if (To != 0 && To != Node) {
        NextEarlyTo[To] = true;
        send({.What = Kind::Part, .From = Node, .To = To, .Bytes = Bytes}, Moment);
      }
  }
}

//===-- What all nodes have in full -------------------------------------------------------------------------------===//

bool Cluster::fullIsNeeded(unsigned Node) const {
  const FullCopy &C = InFull[Node];
  if (isOfParts())
    return !C.Any || C.Pass != Pass;
  return Node > 0 && (!C.Any || (Arrays.FullWrittenBy == Writer::Host && C.Pass != Pass));
}

double Cluster::partOf(unsigned Node) const {
  return Arrays.FullBytes * static_cast<double>(Wrote[Node]) / static_cast<double>(Program.Iterations);
}

bool Cluster::wasSentEarly(unsigned From, unsigned To) const { return EarlyFrom[From] && EarlyTo[To]; }

void Cluster::passBegins(std::span<const Range> Shares) {
  OneRangeEach = !Shares.empty();
  Takers.clear();
  if (!Arrays.Stay || Arrays.FullBytes == 0)
    return;
  std::swap(EarlyTo, NextEarlyTo);
  std::swap(EarlyFrom, NextEarlyFrom);
  NextEarlyTo.assign(Machine.Nodes, false);
  NextEarlyFrom.assign(Machine.Nodes, false);
  if (isOfParts()) {
    Wrote.assign(Machine.Nodes, 0);
    for (const Owners::Piece &Each : HadBefore.pieces({0, Program.Iterations}))
      Wrote[Each.Owner] += Each.Part.size();
  }
  for (unsigned Device = 0; Device < Shares.size(); ++Device)
    if (const unsigned Node = nodeOf(Device); !Shares[Device].empty() && (Takers.empty() || Takers.back() != Node))
      if (fullIsNeeded(Node))
        Takers.push_back(Node);
  if (isOfParts())
    exchange(Base);
  else if (!Takers.empty())
    share(Base);
}

/// Rank 0 sends it to the first taker; number i has it from the one whose number lacks i's highest bit.
void Cluster::share(double Moment) {
  for (unsigned I = 0; I < Takers.size(); ++I) {
    PlaceInTree[Takers[I]] = I;
    InFull[Takers[I]] = {.Any = true, .Pass = Pass, .Missing = 1, .Waiting = {}};
  }
  send({.What = Kind::Shared, .To = Takers.front(), .Bytes = Arrays.FullBytes}, Moment);
}

void Cluster::passOn(unsigned Node, double Moment) {
  if (Takers.empty()) // each gets it by itself
    return;
  const unsigned Place = PlaceInTree[Node];
  for (size_t Bit = std::bit_ceil(Place + 1u); Place + Bit < Takers.size(); Bit *= 2)
    send({.What = Kind::Shared, .From = Node, .To = Takers[Place + Bit], .Bytes = Arrays.FullBytes}, Moment);
}

/// Each node that wrote a part sends it to all others, rank 0's order for it is one message for each.
void Cluster::exchange(double Moment) {
  Exchanges = Takers.empty() ? 0 : Exchanges + 1;
  std::vector<bool> Takes(Machine.Nodes, false);
  for (unsigned To : Takers) {
    Takes[To] = true;
    InFull[To].Any = true;
    InFull[To].Pass = Pass;
  }
  for (unsigned From = 0; From < Machine.Nodes; ++From) {
    for (unsigned To = 0; To < Machine.Nodes; ++To) // what was sent early is waited for, or thrown away when it comes
      InFull[To].Missing += From != To && ((Takes[To] && Wrote[From] > 0) || wasSentEarly(From, To));
    const bool Asked = Wrote[From] > 0 &&
                       std::ranges::any_of(Takers, [&](unsigned To) { return To != From && !wasSentEarly(From, To); });
    if (Asked && From > 0)
      send({.What = Kind::TakeParts, .To = From}, Moment);
  }
  sendParts(0, Moment); // behind the orders, which are short
}

void Cluster::sendParts(unsigned From, double Moment) {
  for (unsigned To : Takers)
    if (To != From && Wrote[From] > 0 && !wasSentEarly(From, To))
      send({.What = Kind::Part, .From = From, .To = To, .Bytes = partOf(From)}, Moment);
}

void Cluster::gotFull(unsigned Node, double Moment) {
  FullCopy &C = InFull[Node];
  if (--C.Missing != 0)
    return;
  for (unsigned Device : std::exchange(C.Waiting, {}))
    arrived(Device, Sides[Device].Number, Moment);
}

/// Where shares are not known before the pass, a node gets it with its first range.
void Cluster::fetchFull(unsigned Device, std::map<unsigned, double> &Wanted, double Moment) {
  if (Arrays.FullBytes == 0)
    return;
  const unsigned Node = nodeOf(Device);
  FullCopy &C = InFull[Node];
  if (!Arrays.Stay) {
    if (Node > 0 && (!C.Any || C.Pass != Pass))
      Wanted[0] += Arrays.FullBytes;
    C.Any = true;
    C.Pass = Pass;
    return;
  }
  if (!OneRangeEach && fullIsNeeded(Node)) {
    C.Any = true;
    C.Pass = Pass;
    for (unsigned From = 0; From < (isOfParts() ? Machine.Nodes : 1); ++From)
      if (From != Node && (!isOfParts() || Wrote[From] > 0)) {
        ++C.Missing;
        const double Bytes = isOfParts() ? partOf(From) : Arrays.FullBytes;
        take({.What = isOfParts() ? Kind::Part : Kind::Shared, .From = From, .To = Node, .Bytes = Bytes}, Moment);
      }
  }
  if (C.Missing > 0) {
    ++Sides[Device].Missing;
    C.Waiting.push_back(Device);
  }
}

//===-- The end ---------------------------------------------------------------------------------------------------===//

double Cluster::writeBack(double Moment) {
  std::vector<double> Bytes(Machine.Nodes);
  for (const Owners::Piece &Each : Has.pieces({0, Program.Iterations}))
    if (Each.Owner != Owners::Nobody)
      Bytes[Each.Owner] += static_cast<double>(Each.Part.size()) * Arrays.BytesOutPerIteration;
  if (!Arrays.Stay || Arrays.ResultsReturn)
    return Moment;
  size_t Left = 0;
  for (unsigned Node = 1; Node < Machine.Nodes; ++Node)
    if (Bytes[Node] > 0) {
      take({.What = Kind::Result, .From = Node, .Bytes = Bytes[Node]}, Moment);
      ++Left;
    }
  double End = Moment;
  while (Left > 0)
    if (const std::optional<Network::Event> Now = Net.advance()) {
      const Parcel &P = Parcels[Now->Tag];
      if (P.What == Kind::Take)
        Net.send(Parcels[P.Then].From, 0, Parcels[P.Then].Bytes, Now->Moment, P.Then);
      if (P.What == Kind::Result) {
        End = Now->Moment;
        --Left;
      }
    }
  return End;
}

} // namespace

ClusterResult simulateNodes(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
                            const SimulationOptions &Options) {
  ClusterResult Result;
  const std::unique_ptr<Scheduler> S = Make();
  if (Machine.Nodes == 1) {
    Result.Run = simulate(Machine, Program, *S, Options);
    return Result;
  }
  if (!Machine.Network)
    throw ModelError(
        fmt::format("machine '{}': wanted a 'network' for {} nodes, found none", Machine.Name, Machine.Nodes));
  Cluster Others(Machine, Program, Make, Options);
  NodeRun Run(Machine, Program, *S, Options);
  Run.join(Others.devices(), Others);
  SimulationResult &Of = Result.Run;
  while (Of.Passes.size() < Options.Passes && Of.Violation.empty()) {
    const double Devices = static_cast<double>(Run.listed() + Machine.Nodes - 1);
    const double Planning = Machine.Deciding.PlanningSeconds + Devices * Machine.Deciding.PlanningSecondsPerDevice;
    Run.rest(Planning);
    Others.beginPass(Of.Seconds + Planning, Run.listed());
    Of.Passes.push_back(Run.pass({0, Program.Iterations}));
    Others.endPass();
    Of.Passes.back().Seconds += Planning;
    Of.Seconds += Of.Passes.back().Seconds;
    Of.Violation = Run.violation().empty() ? Others.violation() : Run.violation();
    Result.PlanningSeconds += Planning;
  }
  Result.WriteBackSeconds = Others.writeBack(Of.Seconds) - Of.Seconds;
  Of.Seconds += Result.WriteBackSeconds;
  Result.Messages = Others.messages();
  Result.Bytes = Others.bytes();
  return Result;
}

} // namespace hetrt
