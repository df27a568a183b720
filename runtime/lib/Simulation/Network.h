// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages between nodes in virtual time.
//
// Every node has one port, which sends one message at a time and receives one at a time, both at once. A message keeps
// the sender's port busy for MessageSeconds + bytes / BytesPerSecond, its head arrives after LatencySeconds, and from
// then on, or from when the receiver's port is free, it keeps that busy for as long again. Where nothing queues, it
// takes LatencySeconds + MessageSeconds + bytes / BytesPerSecond. What is between the ports is never the bottleneck.
#ifndef HETRT_SIMULATION_NETWORK_H
#define HETRT_SIMULATION_NETWORK_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace hetrt {

struct NetworkModel {
  double LatencySeconds = 0;
  double BytesPerSecond = std::numeric_limits<double>::infinity(); ///< of a port, in each direction
  double MessageSeconds = 0; ///< for which a message keeps a port busy, however small
};

class Network {
public:
  Network(const NetworkModel &Model, size_t Nodes) : Model(Model), SendingUntil(Nodes), ReceivingUntil(Nodes) {}

  /// What has happened: a message has come in full, or the moment given to wake() is there.
  struct Event {
    double Moment = 0;
    uint32_t Tag = 0;
  };

  /// Gives a message to the port of From; Tag comes back when it is there. Messages of one node leave in the order in
  /// which they are given. Moment is not before the last event that was taken.
  void send(unsigned From, unsigned To, double Bytes, double Moment, uint32_t Tag);
  void wake(double Moment, uint32_t Tag);

  /// When something happens next; infinity: nothing is on its way.
  double next() const { return Steps.empty() ? std::numeric_limits<double>::infinity() : Steps.top().Moment; }
  /// Takes the next step. Returns no event if a message has only begun to arrive.
  std::optional<Event> advance();

  uint64_t messages() const { return Messages; }
  double bytes() const { return Bytes; }

private:
  /// Of two at one moment, the one that was given first is first.
  struct Step {
    double Moment;
    uint64_t Number;
    uint32_t Tag;
    bool IsHead;
    unsigned To;
    double Busy;
    bool operator>(const Step &O) const { return Moment != O.Moment ? Moment > O.Moment : Number > O.Number; }
  };

  NetworkModel Model;
  std::vector<double> SendingUntil, ReceivingUntil; ///< of each node's port
  std::priority_queue<Step, std::vector<Step>, std::greater<>> Steps;
  uint64_t Given = 0, Messages = 0;
  double Bytes = 0;
};

} // namespace hetrt

#endif
