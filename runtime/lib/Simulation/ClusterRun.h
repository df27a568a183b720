// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates the nodes other than rank 0, which rank 0 treats as devices: the messages between nodes, and when nodes
// compute.
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

/// A node other than rank 0: its devices, under the node's own scheduler.
struct RemoteNode {
  RemoteNode(const MachineModel &Machine, const ProgramModel &Program, std::unique_ptr<Scheduler> Own,
             const SimulationOptions &Options, unsigned Number)
      : Own(std::move(Own)), Run(Machine, Program, *this->Own, Options, Number) {}
  std::unique_ptr<Scheduler> Own;
  NodeRun Run;
};

/// The state of a simulated job of several nodes, used by simulateNodes(). Moments are seconds since the program's
/// start.
class ClusterRun final : public Surroundings {
public:
  ClusterRun(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
             const SimulationOptions &Options);

  /// The nodes other than rank 0 as rank 0's scheduler sees them: each node is one accelerator, whose SIMD width is the
  /// sum of those of the node's devices.
  std::vector<VirtualDevice> devices() const;

  /// Called when a pass begins at Moment. OwnDevices: the number of rank 0's own devices in its scheduler's list, which
  /// come before the other nodes.
  void beginPass(double Moment, size_t OwnDevices);
  void endPass() { ++Pass; }

  /// Sends the results on all nodes to rank 0, beginning at Moment. Returns the moment at which all of them have
  /// arrived.
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
    Order,       ///< to a node: compute a range
    Data,        ///< to a node: input of a range; the node begins the range when the order and the Data messages have
                 ///< arrived
    SendRequest, ///< to a node: send the message Parcel::Then
    Supply,      ///< elements of arrays that stay on the nodes; rank 0 sends orders only when they have arrived
    Done,        ///< to rank 0: a Supply or Shared message has arrived
    Early,       ///< halo elements that were sent before the reading node asked for them
    UnusedEarly, ///< halo elements sent early that the reading node turned out not to need
    Shared,      ///< arrays that all nodes need in full, sent along the tree; rank 0 sends orders only when they have
                 ///< arrived
    TakeParts,   ///< to a node: send the part that it wrote of arrays that all nodes need in full to the other nodes
    EarlyPart,   ///< a node's part of arrays that all nodes need in full, sent before the receiving node asked for it
    Ended,       ///< no message: the moment when a node has computed its range
    Answer,      ///< to rank 0: the range is done, with its results
    Result       ///< to rank 0: results after the last pass
  };
  static constexpr uint32_t None = ~0u;
  static constexpr unsigned EarlyAfter = 2; ///< the number of consecutive passes with the same request after which
                                            ///< elements are sent before the request

  /// A message between two nodes, with what to do when it arrives.
  struct Parcel {
    Kind What = Kind::Order;
    unsigned From = 0, To = 0;
    double Bytes = 0;
    uint32_t For = None; ///< what waits for the message: the number of a range (Side::Number) or of the pass's supply
                         ///< (PassSupply::Number)
    unsigned Device = 0; ///< the device that has this range
    uint32_t Then = None;
    bool Arrived = false; ///< What is Early, and the message has arrived
  };

  /// The range that rank 0 has given to one of the devices in its list: one of its own, or another node.
  struct Side {
    Range Part;
    uint32_t Number = None;
    bool IsPlanned = false;                 ///< Part is the device's share, known since the pass began, and the device
                                            ///< has not begun it
    unsigned Before = 0;                    ///< messages that must arrive before the order may be sent
    unsigned Missing = 0;                   ///< messages that must still arrive before the device may begin
    double OrderSent = 0, OrderArrived = 0; ///< when the order was sent, and when it arrived
  };

  /// The messages that must arrive before any planned share of the pass may begin.
  struct PassSupply {
    uint32_t Number = None;
    unsigned Missing = 0;
    std::vector<unsigned> Waiting = {}; ///< the devices whose shares wait for these messages
  };

  /// The state of one node's copy of the arrays that all nodes have in full.
  struct FullCopy {
    bool Any = false;
    unsigned Pass = 0; ///< the pass in which the copy was last updated
    int Early = 0;     ///< the number of parts sent early that have still to arrive; negative: parts that arrived
                       ///< before exchange() counted them
    int Waiting = -1;  ///< the device whose range waits for these parts; -1: none
  };

  /// The requests of one node (the reader) for halo elements that another node has.
  struct Reader {
    unsigned LastPass = 0, InARow = 0;
    double Bytes = 0;
    uint32_t Early = None; ///< the parcel that was sent before the reader asked for it
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

  double Base = 0; ///< the moment at which the pass began
  unsigned Own = 0, Pass = 0;
  std::vector<Side> Sides; ///< for each device in rank 0's list: first rank 0's own devices, then the other nodes
  uint32_t Numbers = 0;    ///< the next number for a range or a PassSupply
  PassSupply Supply;
  bool OneRangeEach = false; ///< the shares of all devices were known when the pass began, so each device has one range
  std::deque<Event> Ready;
  std::vector<Parcel> Parcels;
  std::vector<uint32_t> Unused;

  Owners Has, HadBefore;                           ///< the node that computed each iteration last: up to now (Has), and
                                                   ///< before this pass (HadBefore)
  std::vector<std::map<unsigned, Reader>> Readers; ///< for each node, the requests of the nodes that read its halo
                                                   ///< elements

  // The arrays that all nodes have in full.
  std::vector<FullCopy> InFull;      ///< for each node
  std::vector<unsigned> Receivers;   ///< nodes that get the arrays in this pass, in the order of the tree
  std::vector<unsigned> PlaceInTree; ///< for each node, its index in Receivers
  std::vector<uint64_t> Wrote;       ///< for each node, the number of iterations whose values it had at the beginning
                                     ///< of this pass
  unsigned Exchanges = 0;            ///< consecutive passes in which nodes exchanged parts
  /// The nodes to which parts were sent early for this pass (EarlyTo), and the nodes that sent them (EarlyFrom); the
  /// same for the next pass.
  std::vector<bool> EarlyTo, EarlyFrom, NextEarlyTo, NextEarlyFrom;
};

} // namespace hetrt

#endif
