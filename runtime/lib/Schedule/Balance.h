// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The balance model: computes, from the cost of an iteration on each device, which fraction of the iterations each
// device should get.
//
// Device j with fraction f_j > 0 needs FixedSeconds_j + f_j * Seconds_j; the pass takes as long as its slowest device.
// Without limits, the fractions are best if all devices need the same time, and there is a formula for them, the closed
// form (equalSplit()). With limits and minimums, the best fractions are the solution of a mixed-integer linear program
// (BalanceProgram.h); if no solver is installed, limitedSplit() computes the fractions.
#ifndef HETRT_SCHEDULE_BALANCE_H
#define HETRT_SCHEDULE_BALANCE_H

#include "Schedule/DeviceCost.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hetrt {

class BalanceProgram;
struct LpSolve;

/// Computes the split under which all devices need the same time T: f_j = (T - fixed_j) / p_j, where sum f = 1; without
/// fixed costs f_j = (1/p_j) / sum_k (1/p_k) [D14, section 5]. A device gets fraction 0 if its fixed cost alone is T or
/// more, or if its cost is infinite. All fractions are 0 if no device takes part. Returns T.
double equalSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions);

/// Computes a split under limits and minimums: finds the least time T in which the devices can compute everything, if
/// each device takes at most its limit, and nothing if it could take less than its minimum in T. The result is optimal
/// unless the sum of the minimums of the devices that take part exceeds 1. If it does, the device with the largest
/// minimum is left out, and the search is repeated. Returns false, with meaningless fractions, if no T is enough.
bool limitedSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions);

/// Whether every device's fraction is at most its limit, and 0 or at least its minimum.
bool meetsLimits(std::span<const DeviceCost> Costs, std::span<const double> Fractions);

/// The time that a pass would take with these fractions: that of its slowest device.
double predictedSeconds(std::span<const DeviceCost> Costs, std::span<const double> Fractions);

/// Finds the best fractions for any costs. If the split depends on limits and lp_solve is installed, uses the linear
/// program (BalanceProgram), which it keeps from call to call, so that the solver starts from its last solution.
class Balancer {
public:
  /// Does not look for lp_solve; solve() does so when a split depends on limits for the first time. Most programs never
  /// need the library, and loading it takes as long as the rest of a program's start.
  Balancer();
  /// Uses the given solver; null: works without one.
  explicit Balancer(const LpSolve *Solver);
  ~Balancer();

  /// Computes the best fractions. Returns true if they sum to 1. Returns false if the limits are too small for all
  /// iterations; each device then gets as much as it can hold. Minimums that cannot be met are ignored.
  bool solve(std::span<const DeviceCost> Costs, std::span<double> Fractions);

private:
  bool solveLimited(std::span<const DeviceCost> Costs, std::span<double> Fractions);

  std::optional<const LpSolve *> Solver; ///< No value: lp_solve has not been looked for yet. Null: not found.
  std::unique_ptr<BalanceProgram> Program;
  std::vector<DeviceCost> Relaxed;
};

} // namespace hetrt

#endif
