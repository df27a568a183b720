// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The balance model: from what each device costs to the fraction of the iterations that each should get.
//
// Device j with fraction f_j > 0 needs FixedSeconds_j + f_j * Seconds_j; the pass takes as long as its slowest device.
// Without limits the optimum equalises all times and has a closed form; with limits and minimums it is a mixed-integer
// linear program (BalanceProgram.h), or, where there is no solver, limitedSplit().
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

/// The split under which all devices need the same time T: f_j = (T - fixed_j) / p_j, where sum f = 1; without fixed
/// costs f_j = (1/p_j) / sum_k (1/p_k) [D14, section 5]. A device takes no part whose fixed cost alone is T or more, or
/// whose cost is infinite. All fractions are 0 when no device takes part. Returns T.
double equalSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions);

/// The same under limits and minimums: the least T at which what the devices can take in that time, each at most its
/// limit and nothing if that is less than its minimum, comes to everything. Optimal unless the minimums of those that
/// could take part come to more than everything; then the one with the largest stays out, and so on. Returns false,
/// with fractions that mean nothing, when no T is enough.
bool limitedSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions);

/// Whether no device gets more than it can hold, or less than is worth its while.
bool meetsLimits(std::span<const DeviceCost> Costs, std::span<const double> Fractions);

/// How long a pass would take under these fractions.
double predictedSeconds(std::span<const DeviceCost> Costs, std::span<const double> Fractions);

/// Finds the best fractions for any costs, with lp_solve where limits bind and it is there. Keeps the linear program
/// from call to call, so that it starts warm.
class Balancer {
public:
  /// With lp_solve, if the loader finds it when limits bind for the first time: most programs never need it, and
  /// opening it takes as long as the rest of their start.
  Balancer();
  /// Null: without.
  explicit Balancer(const LpSolve *Solver);
  ~Balancer();

  /// The best fractions. Returns true when they sum to 1; false when the limits leave no room for all iterations: then
  /// every device gets as much as it can hold. Minimums that cannot be met are dropped.
  bool solve(std::span<const DeviceCost> Costs, std::span<double> Fractions);

private:
  bool solveLimited(std::span<const DeviceCost> Costs, std::span<double> Fractions);

  std::optional<const LpSolve *> Solver; ///< None: not looked for yet.
  std::unique_ptr<BalanceProgram> Program;
  std::vector<DeviceCost> Relaxed;
};

} // namespace hetrt

#endif
