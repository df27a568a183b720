// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the times of ranges that were cut into different numbers of pieces.
#include "Plan/PieceChooser.h"

#include <algorithm>

namespace hetrt {

void PieceChooser::note(std::uint64_t Iterations, double Seconds, const DeviceSeconds &Queues, double Starting) {
  if (!Iterations)
    return;
  Trial &Known = Trials[Level];
  const double Now = Seconds / double(Iterations);
  Known.SecondsPerIteration = ++Known.Times > 2 ? 0.5 * (Known.SecondsPerIteration + Now) : Now;
  // Doubling the number of pieces p is worth a trial if it shortens the range by more than the additional pieces cost:
  // (S - M) / 2p > p * cost, with S and M as in PieceChooser.h.
  const double Sum = Queues.copying() + Queues.computing();
  const double Shorter = Sum - *std::max_element(Queues.Of.begin(), Queues.Of.end());
  const double Cost = Starting / pieces();
  unsigned Highest = 0;
  while (Highest + 1 < Levels && (2u << Highest) <= Iterations &&
         Shorter / double(2u << Highest) > Cost * double(1u << Highest))
    ++Highest;
  // Among 1, 2, 4 ... 1 << Highest pieces, choose the number that took the shortest time. Larger numbers are tried only
  // as long as the times get shorter.
  unsigned Best = 0;
  for (unsigned Each = 0; Each <= Highest; ++Each) {
    if (Trials[Each].Times < 2) {
      Best = Each;
      break;
    }
    if (Trials[Each].SecondsPerIteration > Trials[Best].SecondsPerIteration)
      break;
    Best = Each;
  }
  Level = Best;
}

} // namespace hetrt
