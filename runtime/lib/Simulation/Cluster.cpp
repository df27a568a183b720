// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates the messages between nodes, and the moments at which nodes begin and end ranges.
#include "Simulation/ClusterRun.h"

#include "Simulation/ModelError.h"

#include <fmt/format.h>

namespace hetrt {

ClusterRun::ClusterRun(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
                       const SimulationOptions &Options)
    : Machine(Machine), Program(Program), Arrays(Program.OnNodes), Net(*Machine.Network, Machine.Nodes),
      Has(Program.Iterations), HadBefore(Program.Iterations), Readers(Machine.Nodes), InFull(Machine.Nodes),
      PlaceInTree(Machine.Nodes), EarlyTo(Machine.Nodes), EarlyFrom(Machine.Nodes), NextEarlyTo(Machine.Nodes),
      NextEarlyFrom(Machine.Nodes) {
  for (unsigned Node = 1; Node < Machine.Nodes; ++Node)
    Remote.push_back(std::make_unique<RemoteNode>(Machine, Program, Make(), Options, Node));
}

std::vector<VirtualDevice> ClusterRun::devices() const {
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

void ClusterRun::beginPass(double Moment, size_t OwnDevices) {
  Base = Moment;
  Own = static_cast<unsigned>(OwnDevices);
  Sides.assign(Own + Remote.size(), {});
  HadBefore = Has;
}

//===-- Parcels ---------------------------------------------------------------------------------------------------===//

uint32_t ClusterRun::pack(const Parcel &What) {
  if (Unused.empty()) {
    Parcels.push_back(What);
    return static_cast<uint32_t>(Parcels.size() - 1);
  }
  const uint32_t Number = Unused.back();
  Unused.pop_back();
  Parcels[Number] = What;
  return Number;
}

void ClusterRun::send(const Parcel &What, double Moment) {
  Net.send(What.From, What.To, What.Bytes, Moment, pack(What));
}

/// Lets the node Wanted.From send the message `Wanted`. Rank 0 does so at once if Wanted.From is 0; else it sends a
/// request to that node.
void ClusterRun::take(const Parcel &Wanted, double Moment) {
  if (Wanted.From == 0)
    return send(Wanted, Moment);
  send({.What = Kind::SendRequest, .To = Wanted.From, .Then = pack(Wanted)}, Moment);
}

/// Called when the message P has arrived, or the moment Ended has come.
void ClusterRun::handle(const Parcel &P, double Moment) {
  switch (P.What) {
  case Kind::Order:
    Sides[P.Device].OrderArrived = Moment;
    return arrived(P.Device, P.For, Moment);
  case Kind::Data:
    return arrived(P.Device, P.For, Moment);
  case Kind::SendRequest:
    return Net.send(Parcels[P.Then].From, Parcels[P.Then].To, Parcels[P.Then].Bytes, Moment, P.Then);
  case Kind::Shared:
    passOn(P.To, Moment);
    [[fallthrough]];
  case Kind::Supply:
    if (P.To == 0)
      return supplied(P.Device, P.For, Moment);
    return send({.What = Kind::Done, .From = P.To, .For = P.For, .Device = P.Device}, Moment);
  case Kind::Done:
    return supplied(P.Device, P.For, Moment);
  case Kind::TakeParts:
    return sendParts(P.To, Moment);
  case Kind::EarlyPart:
    return partCame(P.To, Moment);
  case Kind::Ended:
    return ended(P.Device, Moment);
  case Kind::Early:
  case Kind::UnusedEarly:
  case Kind::Answer:
  case Kind::Result:
    return;
  }
}

std::optional<Surroundings::Event> ClusterRun::advance() {
  if (Ready.empty()) {
    const std::optional<Network::Event> Now = Net.advance();
    if (!Now)
      return std::nullopt;
    const Parcel P = Parcels[Now->Tag];
    if (P.What == Kind::Early)
      Parcels[Now->Tag].Arrived = true;
    else
      Unused.push_back(Now->Tag);
    if (P.What == Kind::Answer)
      return Event{.Device = P.Device, .Ended = true, .Seconds = Now->Moment - Sides[P.Device].OrderSent};
    handle(P, Now->Moment);
  }
  if (Ready.empty())
    return std::nullopt;
  const Event First = Ready.front();
  Ready.pop_front();
  return First;
}

//===-- Before a range --------------------------------------------------------------------------------------------===//

/// The windows of the range Part that Node has to get from other nodes: the number of bytes, by the node that has the
/// present values.
std::map<unsigned, double> ClusterRun::windowsFor(unsigned Node, Range Part) const {
  std::map<unsigned, double> From;
  const auto Add = [&](unsigned Owner, uint64_t Count, double Bytes) {
    if (Owner != Node && Bytes > 0)
      From[Owner] += static_cast<double>(Count) * Bytes;
  };
  if (!Arrays.Stay)
    Add(0, Part.size(), Arrays.BytesInPerIteration);
  else
    for (const Owners::Piece &Each : HadBefore.pieces(Part)) {
      const bool Fresh = Each.Owner == Owners::Nobody; // no pass has computed these iterations yet
      Add(Fresh ? 0 : Each.Owner, Each.Part.size(),
          Arrays.BytesInPerIteration + (Fresh ? 0 : Arrays.BytesOutPerIteration));
    }
  return From;
}

/// The halo elements (which the range Part reads beyond its ends) that Node has to get from other nodes: the number of
/// bytes, by the node that has the present values.
std::map<unsigned, double> ClusterRun::haloFor(unsigned Node, Range Part) const {
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

/// Called if arrays stay on the nodes: asks the nodes that have them for the elements that Device's range reads.
void ClusterRun::want(unsigned Device, double Moment) {
  const Side &S = Sides[Device];
  const unsigned Node = nodeOf(Device);
  std::map<unsigned, double> Wanted = windowsFor(Node, S.Part);
  for (const auto &[From, Bytes] : haloFor(Node, S.Part))
    if (From == 0 || Node == 0 || !findHalo(Device, From, Bytes))
      Wanted[From] += Bytes;
  for (auto It = Wanted.rbegin(); It != Wanted.rend(); ++It) // descending, so that rank 0's own data comes last, after
                                                             // its short requests to other nodes
    supply(Device, It->first, It->second, Moment);
}

/// Lets the node From send Bytes bytes of data for Device's range. They must arrive before rank 0 sends the order for
/// the range or, if the range is a share that was known when the pass began, before it sends the order for any share of
/// the pass.
void ClusterRun::supply(unsigned Device, unsigned From, double Bytes, double Moment) {
  Side &S = Sides[Device];
  ++(S.IsPlanned ? Supply.Missing : S.Before);
  const uint32_t For = S.IsPlanned ? Supply.Number : S.Number;
  take({.What = Kind::Supply, .From = From, .To = nodeOf(Device), .Bytes = Bytes, .For = For, .Device = Device},
       Moment);
}

/// Called when rank 0 knows that the data for which the range or PassSupply with this number waits (a Supply or Shared
/// message) has arrived.
void ClusterRun::supplied(unsigned Device, uint32_t Number, double Moment) {
  if (Number == Supply.Number) {
    if (--Supply.Missing == 0)
      for (unsigned Each : std::exchange(Supply.Waiting, {}))
        launch(Each, Moment);
  } else if (Side &S = Sides[Device]; S.Number == Number && --S.Before == 0) {
    launch(Device, Moment);
  }
}

void ClusterRun::passBegins(std::span<const Range> Shares) {
  OneRangeEach = Arrays.Stay && !Shares.empty();
  Supply = {.Number = Numbers++};
  if (!Arrays.Stay)
    return;
  for (unsigned Device = 0; Device < Shares.size(); ++Device)
    if (!Shares[Device].empty())
      Sides[Device] = {.Part = Shares[Device], .Number = Numbers++, .IsPlanned = true};
  beginFull();
  for (unsigned Device = 0; Device < Shares.size(); ++Device)
    if (!Shares[Device].empty())
      want(Device, Base);
}

//===-- Ranges ----------------------------------------------------------------------------------------------------===//

bool ClusterRun::begins(unsigned Device, Range Part, double Now) {
  const double Moment = Base + Now;
  Side &S = Sides[Device];
  Has.set(Part, nodeOf(Device));
  if (S.IsPlanned && S.Part == Part)
    return beginsShare(Device, Moment);
  S = {.Part = Part, .Number = Numbers++};
  if (!Arrays.Stay)
    return beginsWithCopies(Device, Moment);
  want(Device, Moment);
  supplyFull(Device, Moment);
  if (S.Before == 0 && nodeOf(Device) > 0)
    launch(Device, Moment);
  return S.Before > 0 || nodeOf(Device) > 0;
}

/// Begins Device's share, which was known when the pass began; its inputs were requested then. Returns false if the
/// device begins now, true if an event will tell when it begins or ends.
bool ClusterRun::beginsShare(unsigned Device, double Moment) {
  Sides[Device].IsPlanned = false;
  if (Supply.Missing > 0) {
    Supply.Waiting.push_back(Device);
    return true;
  }
  if (nodeOf(Device) > 0)
    launch(Device, Moment);
  return nodeOf(Device) > 0;
}

/// Begins a range if arrays do not stay on the nodes. The time of copies to the node is part of the range's time, as it
/// is for an accelerator. Returns the same as beginsShare().
bool ClusterRun::beginsWithCopies(unsigned Device, double Moment) {
  const unsigned Node = nodeOf(Device);
  if (Node == 0)
    return false;
  Side &S = Sides[Device];
  FullCopy &C = InFull[Node];
  launch(Device, Moment);
  double Bytes = static_cast<double>(S.Part.size()) * Arrays.BytesInPerIteration;
  if (!C.Any || C.Pass != Pass)
    Bytes += Arrays.FullBytes;
  C.Any = true;
  C.Pass = Pass;
  if (Bytes > 0) {
    ++S.Missing;
    send({.What = Kind::Data, .To = Node, .Bytes = Bytes, .For = S.Number, .Device = Device}, Moment);
  }
  return true;
}

/// Begins Device's range, after all data that rank 0 waits for has arrived. If the device is another node, rank 0 sends
/// the node an order.
void ClusterRun::launch(unsigned Device, double Moment) {
  const unsigned Node = nodeOf(Device);
  if (Node == 0)
    return Ready.push_back({.Device = Device});
  Side &S = Sides[Device];
  S.OrderSent = Moment;
  ++S.Missing;
  send({.What = Kind::Order, .To = Node, .For = S.Number, .Device = Device}, Moment);
}

/// Called when a message has arrived for which the range with this number waits.
void ClusterRun::arrived(unsigned Device, uint32_t Number, double Moment) {
  Side &S = Sides[Device];
  if (S.Number == Number && --S.Missing == 0)
    compute(Device, Moment);
}

/// Lets the node compute its range. If arrays stay on the nodes, the time that the range waited for data is not part of
/// its measured time.
void ClusterRun::compute(unsigned Device, double Moment) {
  Side &S = Sides[Device];
  if (Arrays.Stay)
    S.OrderSent += Moment - S.OrderArrived;
  NodeRun &Run = Remote[nodeOf(Device) - 1]->Run;
  const SimulatedPass Done = Run.pass(S.Part);
  if (Violation.empty() && !Run.violation().empty())
    Violation = fmt::format("node {}: {}", nodeOf(Device), Run.violation());
  const double Seconds = Machine.Deciding.NodeStartSeconds + Done.Seconds;
  Net.wake(Moment + Seconds, pack({.What = Kind::Ended, .For = S.Number, .Device = Device}));
}

void ClusterRun::ended(unsigned Device, double Moment) {
  const Side &S = Sides[Device];
  const unsigned Node = nodeOf(Device);
  sendEarly(Node, Moment);
  const bool Returns = !Arrays.Stay || Arrays.ResultsReturn;
  const double Bytes = Returns ? static_cast<double>(S.Part.size()) * Arrays.BytesOutPerIteration : 0;
  send({.What = Kind::Answer, .From = Node, .Bytes = Bytes, .For = S.Number, .Device = Device}, Moment);
}

//===-- Halo ------------------------------------------------------------------------------------------------------===//

/// Whether the node From has already sent the halo elements that Device's range asks for. If they have not arrived yet,
/// the range waits for them.
bool ClusterRun::findHalo(unsigned Device, unsigned From, double Bytes) {
  Reader &R = Readers[From][nodeOf(Device)];
  R.InARow = R.InARow > 0 && R.LastPass + 1 >= Pass ? R.InARow + (R.LastPass < Pass) : 1;
  R.LastPass = Pass;
  R.Bytes = Bytes;
  const uint32_t Early = std::exchange(R.Early, None);
  if (Early == None)
    return false;
  Parcel &P = Parcels[Early];
  if (P.Arrived) {
    Unused.push_back(Early);
    return true;
  }
  Side &S = Sides[Device];
  ++S.Missing;
  P.What = Kind::Data;
  P.For = S.Number;
  P.Device = Device;
  return true;
}

/// Drops the elements that were sent early to the reader `Of`, if it has not asked for them.
void ClusterRun::drop(Reader &Of) {
  if (Of.Early == None)
    return;
  if (Parcels[Of.Early].Arrived)
    Unused.push_back(Of.Early);
  else
    Parcels[Of.Early].What = Kind::UnusedEarly;
  Of.Early = None;
}

/// Called when Node has computed its only range of the pass: sends each other node the elements that this node has
/// requested in EarlyAfter consecutive passes.
void ClusterRun::sendEarly(unsigned Node, double Moment) {
  if (!OneRangeEach)
    return;
  for (auto &[To, R] : Readers[Node]) {
    drop(R);
    if (R.LastPass != Pass)
      R.InARow = 0;
    if (R.InARow < EarlyAfter)
      continue;
    R.Early = pack({.What = Kind::Early, .From = Node, .To = To, .Bytes = R.Bytes});
    Net.send(Node, To, R.Bytes, Moment, R.Early);
  }
  sendPartEarly(Node, Moment);
}

//===-- The end ---------------------------------------------------------------------------------------------------===//

double ClusterRun::writeBack(double Moment) {
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
      if (P.What == Kind::SendRequest)
        Net.send(Parcels[P.Then].From, 0, Parcels[P.Then].Bytes, Now->Moment, P.Then);
      if (P.What == Kind::Result) {
        End = Now->Moment;
        --Left;
      }
    }
  return End;
}

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
  ClusterRun Others(Machine, Program, Make, Options);
  NodeRun Run(Machine, Program, *S, Options);
  Run.join(Others.devices(), Others);
  SimulationResult &Of = Result.Run;
  while (Of.Passes.size() < Options.Passes && Of.Violation.empty()) {
    const double Devices = static_cast<double>(Run.listed() + Machine.Nodes - 1);
    const double Planning = Machine.Deciding.PlanningSeconds + Devices * Machine.Deciding.PlanningSecondsPerDevice;
    Run.advance(Planning);
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
