// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transport whose messages and data arrive later: a slower network, for tests and experiments on one machine.
#ifndef HETRT_NODE_DELAYEDTRANSPORT_H
#define HETRT_NODE_DELAYEDTRANSPORT_H

#include "Node/Pace.h"
#include "Node/Transport.h"

#include <deque>
#include <map>
#include <memory>

namespace hetrt::node {

/// Adds a latency to what arrives here, counted from when this rank could have noticed it; many messages may be under
/// way. Each rank has one, so a question and its answer take two latencies.
class DelayedTransport final : public Transport {
public:
  using Clock = double (*)();

  DelayedTransport(std::unique_ptr<Transport> Below, double LatencySeconds, Clock Now = secondsNow);

  unsigned numbers() const override { return Below->numbers(); }
  bool takesAnyThread() const override { return Below->takesAnyThread(); }
  std::string post(unsigned To, std::vector<std::byte> Message) override;
  std::string take(std::optional<Arrival> &Next) override;
  std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) override;
  std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) override;
  std::string test(Ticket Under, bool &Done) override;
  void finish() override { Below->finish(); }
  void abandon(int Code) override { Below->abandon(Code); }

private:
  struct Held {
    double Due = 0;
    Arrival What;
  };

  const std::unique_ptr<Transport> Below;
  const double LatencySeconds;
  const Clock Now;
  std::deque<Held> Messages;                       ///< That have come and are not due, in order.
  std::map<Ticket, std::optional<double>> Arrives; ///< Data that is received, and when what has come is due.
};

} // namespace hetrt::node

#endif
