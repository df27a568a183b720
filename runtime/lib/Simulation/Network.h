// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates messages between nodes in virtual time.
//
// Every node has one port, which can send one message and receive one message at the same time. A message occupies the
// sender's port for MessageSeconds + bytes / BytesPerSecond. Its first byte (the head) reaches the receiver
// LatencySeconds after the sender has begun. Then, or later when the receiver's port is free, the message occupies the
// receiver's port for the same time as the sender's. If it need not wait for a port, a message takes LatencySeconds +
// MessageSeconds + bytes / BytesPerSecond. Nothing but the ports limits the rate.
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
  double BytesPerSecond = std::numeric_limits<double>::infinity(); ///< the rate of a port, in each direction
  double MessageSeconds = 0; ///< the time that a message of any size occupies a port
};

class Network {
public:
  Network(const NetworkModel &Model, size_t Nodes) : Model(Model), SendingUntil(Nodes), ReceivingUntil(Nodes) {}

  /// The event that a message has arrived in full, or that the moment given to wake() has come. Tag is the argument of
  /// send() or wake().
  struct Event {
    double Moment = 0;
    uint32_t Tag = 0;
  };

  /// Queues a message at the port of From; advance() returns Tag when the message has arrived. Messages of one node
  /// leave in the order of the calls. Moment is not before the last event that advance() returned.
  void send(unsigned From, unsigned To, double Bytes, double Moment, uint32_t Tag);
  void wake(double Moment, uint32_t Tag);

  /// The moment of the next step; infinity: there is none.
  double next() const { return Steps.empty() ? std::numeric_limits<double>::infinity() : Steps.top().Moment; }
  /// Executes the next step. Returns no event if the step is that the head of a message has arrived.
  std::optional<Event> advance();

  uint64_t messages() const { return Messages; }
  double bytes() const { return Bytes; }

private:
  /// The arrival of a message's head (IsHead) or of its end, or a moment given to wake(). Of two steps at the same
  /// moment, the one with the smaller Number, which was queued first, is executed first.
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
  std::vector<double> SendingUntil, ReceivingUntil; ///< for each node's port, the moments until which it is occupied by
                                                    ///< sending, and by receiving
  std::priority_queue<Step, std::vector<Step>, std::greater<>> Steps;
  uint64_t Given = 0, Messages = 0;
  double Bytes = 0;
};

} // namespace hetrt

#endif
