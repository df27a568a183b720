// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds back messages that have come until their simulated time of arrival.
#include "Node/DelayedTransport.h"

#include <utility>

namespace hetrt::node {

DelayedTransport::DelayedTransport(std::unique_ptr<Transport> Below, double LatencySeconds, Clock Now)
    : Transport(Below->rank(), Below->ranks()), Below(std::move(Below)), LatencySeconds(LatencySeconds), Now(Now) {}

std::string DelayedTransport::post(unsigned To, std::vector<std::byte> Message) {
  return Below->post(To, std::move(Message));
}

std::string DelayedTransport::take(std::optional<Arrival> &Next) {
  const double Time = Now();
  for (std::optional<Arrival> Come; true; Come.reset()) {
    if (std::string Why = Below->take(Come); !Why.empty())
      return Why;
    if (!Come)
      break;
    Messages.push_back({Time + LatencySeconds, std::move(*Come)});
  }
  Next.reset();
  if (!Messages.empty() && Messages.front().Due <= Time) {
    Next = std::move(Messages.front().What);
    Messages.pop_front();
  }
  return "";
}

std::string DelayedTransport::send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) {
  return Below->send(To, Number, From, Under);
}

std::string DelayedTransport::receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) {
  std::string Why = Below->receive(From, Number, To, Under);
  if (Why.empty())
    Arrives.emplace(Under, std::nullopt);
  return Why;
}

std::string DelayedTransport::test(Ticket Under, bool &Done) {
  const auto Received = Arrives.find(Under);
  if (Received == Arrives.end())
    return Below->test(Under, Done);
  Done = false;
  if (!Received->second) {
    bool Came = false;
    if (std::string Why = Below->test(Under, Came); !Why.empty() || !Came)
      return Why;
    Received->second = Now() + LatencySeconds;
  }
  if (*Received->second > Now())
    return "";
  Arrives.erase(Received);
  Done = true;
  return "";
}

} // namespace hetrt::node
