// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the work of a loop is spread over its iterations.
#ifndef HETRT_SIMULATION_WORK_PROFILE_H
#define HETRT_SIMULATION_WORK_PROFILE_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <vector>

namespace hetrt {

/// Work is counted in iterations of average cost, so that all of a loop's iterations together are as much work as there
/// are iterations, whatever the profile.
class WorkProfile {
public:
  /// Every iteration costs the same.
  static WorkProfile uniform() { return WorkProfile(); }
  /// Iteration i of n costs in proportion to n - i.
  static WorkProfile triangular();
  /// Costs change evenly from iteration to iteration: from 1 - Slope of the mean at the loop's beginning to 1 + Slope
  /// of it at the end. Slope is from -1 (as good as triangular) to 1.
  static WorkProfile sloped(double Slope);
  /// The loop is cut into equal parts; within a part every iteration costs the same, in proportion to its number here.
  /// Numbers are at least 0, and one is above 0.
  static WorkProfile table(std::vector<double> RelativeCosts);

  /// Work in Part of a loop of so many iterations.
  ///   uniform().work({2, 5}, 10) == 3;  triangular().work({0, 1}, 3) == 1.5;  sloped(1).work({0, 2}, 4) == 1
  double work(Range Part, uint64_t Iterations) const;

  enum class Kind : uint8_t { Uniform, Triangular, Sloped, Table };
  Kind kind() const { return Shape; }
  bool isUniform() const { return Shape == Kind::Uniform; }
  double slope() const { return Slope; }
  /// Of a table's parts, with mean 1; empty where it is none.
  const std::vector<double> &costs() const { return Costs; }

private:
  double before(double Fraction) const;

  Kind Shape = Kind::Uniform;
  double Slope = 0;
  std::vector<double> Costs; ///< of the parts, with mean 1
  std::vector<double> Sums;  ///< Sums[k]: costs of the first k parts
};

} // namespace hetrt

#endif
