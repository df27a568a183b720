// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transport that lets messages and data arrive later than the transport below it does: a slower network, for tests
// and experiments on one machine.
#ifndef HETRT_NODE_DELAYEDTRANSPORT_H
#define HETRT_NODE_DELAYEDTRANSPORT_H

#include "Node/Pace.h"
#include "Node/Transport.h"

#include <deque>
#include <map>
#include <memory>

namespace hetrt::node {

/// Adds a latency to all messages and data that arrive at this rank, counted from the moment at which the transport
/// below delivers them; many messages may be under way at once. Each rank has such a transport, so a question and its
/// answer take two latencies.
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
  std::deque<Held> Messages; ///< Messages that have come and are not due yet, in order.
  /// The transfers that receive data; for each, when its data is due, once the data has come.
  std::map<Ticket, std::optional<double>> Arrives;
};

} // namespace hetrt::node

#endif
