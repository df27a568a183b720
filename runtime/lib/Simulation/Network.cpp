// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates the ports of nodes, and the messages that wait until a port is free.
#include "Simulation/Network.h"

#include <algorithm>

namespace hetrt {

void Network::send(unsigned From, unsigned To, double Size, double Moment, uint32_t Tag) {
  const double Busy = Model.MessageSeconds + Size / Model.BytesPerSecond;
  const double Begin = std::max(Moment, SendingUntil[From]);
  SendingUntil[From] = Begin + Busy;
  Steps.push({Begin + Model.LatencySeconds, Given++, Tag, true, To, Busy});
  ++Messages;
  Bytes += Size;
}

void Network::wake(double Moment, uint32_t Tag) { Steps.push({Moment, Given++, Tag, false, 0, 0}); }

std::optional<Network::Event> Network::advance() {
  Step Now = Steps.top();
  Steps.pop();
  if (!Now.IsHead)
    return Event{Now.Moment, Now.Tag};
  double &Until = ReceivingUntil[Now.To];
  Until = std::max(Now.Moment, Until) + Now.Busy;
  Now.Moment = Until;
  Now.Number = Given++;
  Now.IsHead = false;
  Steps.push(Now);
  return std::nullopt;
}

} // namespace hetrt
