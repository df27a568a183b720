// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What surrounds the devices of rank 0 while a program runs on several nodes.
#ifndef HETRT_SIMULATION_CLUSTER_RUN_H
#define HETRT_SIMULATION_CLUSTER_RUN_H

#include "Simulation/Cluster.h"
#include "Simulation/Network.h"
#include "Simulation/NodeRun.h"
#include "Simulation/Owners.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hetrt {

/// A node other than rank 0: its devices under a scheduler of its own.
struct RemoteNode {
  RemoteNode(const MachineModel &Machine, const ProgramModel &Program, std::unique_ptr<Scheduler> Own,
             const SimulationOptions &Options, unsigned Number)
      : Own(std::move(Own)), Run(Machine, Program, *this->Own, Options, Number) {}
  std::unique_ptr<Scheduler> Own;
  NodeRun Run;
};

/// All nodes around the devices of rank 0. Moments are absolute here: from the program's start.
class ClusterRun final : public Surroundings {
public:
  ClusterRun(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
             const SimulationOptions &Options);

  /// The nodes as rank 0's scheduler sees them: each as wide as all of its devices.
  std::vector<VirtualDevice> devices() const;

  /// A pass begins at a moment, when rank 0's scheduler sees so many devices of its own.
  void beginPass(double Moment, size_t OwnDevices);
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
  using Writer = NodeArrays::Writer;
  enum class Kind : uint8_t {
    Order,     ///< to a node, to compute a range
    Data,      ///< what a node waits for when it has its order
    Take,      ///< to a node, to send Then
    Supply,    ///< what rank 0 waits for before it gives orders, of arrays that stay
    Done,      ///< to rank 0: supply has come
    Early,     ///< halo that no node has asked for yet
    Dropped,   ///< the same, which no node will ask for
    Shared,    ///< what all nodes need, along the tree; supply too
    TakeParts, ///< to a node, to send its part of that to the others
    EarlyPart, ///< such a part that no node has asked for yet
    Ended,     ///< a node has computed its range
    Answer,    ///< to rank 0
    Result     ///< of all passes, to rank 0
  };
  static constexpr uint32_t None = ~0u;
  static constexpr unsigned EarlyAfter = 2; ///< passes in a row in which the same was asked for

  /// Something on its way.
  struct Parcel {
    Kind What = Kind::Order;
    unsigned From = 0, To = 0;
    double Bytes = 0;
    uint32_t For = None; ///< the number of the range that waits for it, or of the pass's supply
    unsigned Device = 0; ///< which has that range
    uint32_t Then = None;
    bool Arrived = false; ///< early
  };

  /// The range that a device has been given.
  struct Side {
    Range Part;
    uint32_t Number = None;
    bool IsPlanned = false;        ///< the device's share, which it has not begun
    unsigned Before = 0;           ///< messages until its order may be given,
    unsigned Missing = 0;          ///< and from then on until it begins
    double Asked = 0, Ordered = 0; ///< when its order was given, and when that had come
  };

  /// What is supplied for all shares of a pass before any begins.
  struct PassSupply {
    uint32_t Number = None;
    unsigned Missing = 0;
    std::vector<unsigned> Waiting = {}; ///< devices
  };

  /// Of what all nodes have in full.
  struct FullCopy {
    bool Any = false;
    unsigned Pass = 0; ///< in which it was last brought up to date
    int Early = 0;     ///< parts sent early that are still to come; below 0, those that came before anybody waited
    int Waiting = -1;  ///< the device whose range does
  };

  /// Who asks a node for halo.
  struct Reader {
    unsigned LastPass = 0, InARow = 0;
    double Bytes = 0;
    uint32_t Early = None; ///< sent before it was asked for
  };

  unsigned nodeOf(unsigned Device) const { return Device < Own ? 0 : Device - Own + 1; }

  uint32_t pack(const Parcel &What);
  void send(const Parcel &What, double Moment);
  void take(const Parcel &Wanted, double Moment);
  void handle(const Parcel &P, double Moment);

  std::map<unsigned, double> windowsFor(unsigned Node, Range Part) const;
  std::map<unsigned, double> haloFor(unsigned Node, Range Part) const;
  void want(unsigned Device, double Moment);
  void supply(unsigned Device, unsigned From, double Bytes, double Moment);
  void supplied(unsigned Device, uint32_t Number, double Moment);
  bool beginsShare(unsigned Device, double Moment);
  bool beginsWithCopies(unsigned Device, double Moment);
  void launch(unsigned Device, double Moment);
  void arrived(unsigned Device, uint32_t Number, double Moment);
  void compute(unsigned Device, double Moment);
  void ended(unsigned Device, double Moment);

  bool findHalo(unsigned Device, unsigned From, double Bytes);
  void drop(Reader &Of);
  void sendEarly(unsigned Node, double Moment);

  bool isOfParts() const { return Arrays.FullBytes > 0 && Arrays.FullWrittenBy == Writer::Iterations && Pass > 0; }
  bool fullIsNeeded(unsigned Node) const;
  double partOf(uint64_t Iterations) const;
  bool wasSentEarly(unsigned From, unsigned To) const { return EarlyFrom[From] && EarlyTo[To]; }
  void beginFull();
  void supplyFull(unsigned Device, double Moment);
  void share(double Moment);
  void passOn(unsigned Node, double Moment);
  void exchange(double Moment);
  void sendParts(unsigned From, double Moment);
  void sendPartEarly(unsigned Node, double Moment);
  void partCame(unsigned Node, double Moment);

  const MachineModel &Machine;
  const ProgramModel &Program;
  const NodeArrays &Arrays;
  Network Net;
  std::vector<std::unique_ptr<RemoteNode>> Remote;
  std::string Violation;

  double Base = 0; ///< when the pass began
  unsigned Own = 0, Pass = 0;
  std::vector<Side> Sides; ///< by device
  uint32_t Numbers = 0;    ///< of ranges and supplies, given so far
  PassSupply Supply;
  bool OneRangeEach = false; ///< the pass's shares are known
  std::deque<Event> Ready;
  std::vector<Parcel> Parcels;
  std::vector<uint32_t> Unused;

  Owners Has, HadBefore;                           ///< by the ranges of this pass, and by those before it
  std::vector<std::map<unsigned, Reader>> Readers; ///< of each node, by who reads

  // What all nodes have in full.
  std::vector<FullCopy> InFull;      ///< by node
  std::vector<unsigned> Takers;      ///< nodes that get it in this pass, in the order in which it comes to them
  std::vector<unsigned> PlaceInTree; ///< of a node among these
  std::vector<uint64_t> Wrote;       ///< iterations by node, before this pass
  unsigned Exchanges = 0;            ///< passes in a row in which parts were exchanged
  /// Nodes to which parts were sent before this pass, and nodes that did so; the same for the next pass.
  std::vector<bool> EarlyTo, EarlyFrom, NextEarlyTo, NextEarlyFrom;
};

} // namespace hetrt

#endif
