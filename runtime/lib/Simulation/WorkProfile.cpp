// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes sums of work by formulas instead of loops over iterations, so that work() takes the same time for every trip
// count.
#include "Simulation/WorkProfile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetrt {

WorkProfile WorkProfile::triangular() {
  WorkProfile P;
  P.Shape = Kind::Triangular;
  return P;
}

WorkProfile WorkProfile::sloped(double Slope) {
  WorkProfile P;
  P.Shape = Kind::Sloped;
  P.Slope = Slope;
  return P;
}

WorkProfile WorkProfile::table(std::vector<double> RelativeCosts) {
  WorkProfile P;
  P.Shape = Kind::Table;
  P.Costs = std::move(RelativeCosts);
  double Mean = std::accumulate(P.Costs.begin(), P.Costs.end(), 0.0) / static_cast<double>(P.Costs.size());
  P.Sums.push_back(0);
  for (double &C : P.Costs)
    P.Sums.push_back(P.Sums.back() + (C /= Mean));
  return P;
}

/// For a table: the work in the first Fraction of the loop, in units in which the whole loop has as much work as the
/// table has parts.
double WorkProfile::before(double Fraction) const {
  double Parts = Fraction * static_cast<double>(Costs.size());
  size_t Whole = std::min(static_cast<size_t>(Parts), Costs.size() - 1);
  return Sums[Whole] + (Parts - static_cast<double>(Whole)) * Costs[Whole];
}

double WorkProfile::work(Range Part, uint64_t Iterations) const {
  auto Size = static_cast<double>(Part.size()), All = static_cast<double>(Iterations);
  if (Part.empty())
    return 0;
  switch (Shape) {
  case Kind::Uniform:
    return Size;
  case Kind::Triangular:
    // Size times the mean of n - i over the iterations i of Part, divided by the mean of n - i over the loop, (n + 1) /
    // 2.
    return Size * (2 * All - static_cast<double>(Part.First) - static_cast<double>(Part.Last - 1)) / (All + 1);
  case Kind::Sloped:
    // Iteration i costs 1 + Slope (2 (i + 1/2) / n - 1).
    return Size * (1 + Slope * (static_cast<double>(Part.First) / All + static_cast<double>(Part.Last) / All - 1));
  case Kind::Table:
    return (before(static_cast<double>(Part.Last) / All) - before(static_cast<double>(Part.First) / All)) * All /
           static_cast<double>(Costs.size());
  }
  return 0;
}

} // namespace hetrt
