// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the times of passes in place and on copies.
#include "Plan/ReachChooser.h"

namespace hetrt {

void ReachChooser::note(std::uint64_t Iterations, double Seconds) {
  if (!Iterations)
    return;
  Trial &Now = Trials[Copies];
  const double Took = Seconds / double(Iterations);
  Now.SecondsPerIteration = ++Now.Times > 2 ? 0.5 * (Now.SecondsPerIteration + Took) : Took;
  if (Now.Times < Enough)
    return;
  const Trial &Other = Trials[!Copies];
  // Changes the way (in place, or on copies) only if the other way is clearly faster. At the end of the trial of
  // copies, the comparison is the other way round: copies stay only if they are clearly faster.
  const double Least = Copies && Now.Times == Enough ? 1 / Better : Better;
  if (Other.Times < Enough || Other.SecondsPerIteration < Least * Now.SecondsPerIteration)
    Copies = !Copies;
}

} // namespace hetrt
