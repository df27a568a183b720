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
  /// The loop is cut into equal parts; within a part every iteration costs the same, in proportion to its number here.
  /// Numbers are at least 0, and one is above 0.
  static WorkProfile table(std::vector<double> RelativeCosts);

  /// Work in Part of a loop of so many iterations.
  ///   uniform().work({2, 5}, 10) == 3;  triangular().work({0, 1}, 3) == 1.5
  double work(Range Part, uint64_t Iterations) const;

  bool isUniform() const { return Shape == Kind::Uniform; }

private:
  enum class Kind : uint8_t { Uniform, Triangular, Table };
  double before(double Fraction) const;

  Kind Shape = Kind::Uniform;
  std::vector<double> Costs; ///< of the parts, with mean 1
  std::vector<double> Sums;  ///< Sums[k]: costs of the first k parts
};

} // namespace hetrt

#endif
