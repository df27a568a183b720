// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The balance model as a mixed-integer linear program for lp_solve.
#ifndef HETRT_SCHEDULE_BALANCE_PROGRAM_H
#define HETRT_SCHEDULE_BALANCE_PROGRAM_H

#include "Schedule/DeviceCost.h"

#include <cstddef>
#include <span>
#include <vector>

struct _lprec;

namespace hetrt {

struct LpSolve;

/// Solves: minimise T subject to, for every device j,
///     Seconds_j f_j + FixedSeconds_j on_j <= T
///     Minimum_j on_j <= f_j <= Limit_j on_j,   on_j in {0, 1}
///     sum f = 1
/// on_j, whether device j takes part, is an unknown only if the device has a fixed cost or a minimum, so that taking no
/// part may be better; otherwise it is 1.
///
/// An object keeps one program for a given number of devices and changes its coefficients from solve to solve: each
/// solve starts from the basis where the last one ended. Not for several threads at once.
class BalanceProgram {
public:
  BalanceProgram(const LpSolve &With, size_t Devices);
  ~BalanceProgram();
  BalanceProgram(const BalanceProgram &) = delete;
  BalanceProgram &operator=(const BalanceProgram &) = delete;

  size_t size() const { return Devices; }

  /// Computes the fractions. Returns false, with Fractions untouched, if no fractions meet the limits.
  bool solve(std::span<const DeviceCost> Costs, std::span<double> Fractions);

private:
  // lp_solve counts rows and columns from 1.
  int fractionColumn(size_t Device) const { return static_cast<int>(Device) + 1; }
  int onColumn(size_t Device) const { return static_cast<int>(Devices + Device) + 1; }
  int timeColumn() const { return static_cast<int>(2 * Devices) + 1; }
  int timeRow(size_t Device) const { return static_cast<int>(Device) + 1; }
  int limitRow(size_t Device) const { return static_cast<int>(Devices + Device) + 1; }
  int minimumRow(size_t Device) const { return static_cast<int>(2 * Devices + Device) + 1; }
  int sumRow() const { return static_cast<int>(3 * Devices) + 1; }

  void setDevice(size_t Device, const DeviceCost &Cost, double Unit);

  const LpSolve &With;
  size_t Devices;
  _lprec *Program;
  std::vector<double> Solution;
};

} // namespace hetrt

#endif
