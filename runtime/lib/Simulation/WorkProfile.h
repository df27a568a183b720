// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relative costs of a loop's iterations.
#ifndef HETRT_SIMULATION_WORK_PROFILE_H
#define HETRT_SIMULATION_WORK_PROFILE_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <vector>

namespace hetrt {

/// How the cost of iterations changes over a loop. The unit of work is an iteration of average cost, so that the work
/// of the whole loop equals its number of iterations in every profile.
class WorkProfile {
public:
  /// Every iteration costs the same.
  static WorkProfile uniform() { return WorkProfile(); }
  /// Iteration i of n costs in proportion to n - i.
  static WorkProfile triangular();
  /// Costs change linearly from iteration to iteration: from 1 - Slope at the loop's beginning to 1 + Slope at its end,
  /// in units of the mean. Slope is from -1 (nearly triangular) to 1.
  static WorkProfile sloped(double Slope);
  /// The loop is cut into RelativeCosts.size() equal parts. Every iteration of part k costs the same, in proportion to
  /// RelativeCosts[k]. No cost is negative, and at least one is above 0.
  static WorkProfile table(std::vector<double> RelativeCosts);

  /// The work in the range Part of a loop with Iterations iterations.
  ///   uniform().work({2, 5}, 10) == 3;  triangular().work({0, 1}, 3) == 1.5;  sloped(1).work({0, 2}, 4) == 1
  double work(Range Part, uint64_t Iterations) const;

  enum class Kind : uint8_t { Uniform, Triangular, Sloped, Table };
  Kind kind() const { return Shape; }
  bool isUniform() const { return Shape == Kind::Uniform; }
  double slope() const { return Slope; }
  /// The costs of a table's parts, with mean 1; empty for other kinds.
  const std::vector<double> &costs() const { return Costs; }

private:
  double before(double Fraction) const;

  Kind Shape = Kind::Uniform;
  double Slope = 0;
  std::vector<double> Costs; ///< for each part, with mean 1
  std::vector<double> Sums;  ///< Sums[k] is the sum of the first k costs
};

} // namespace hetrt

#endif
