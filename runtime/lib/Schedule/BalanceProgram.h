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
/// on_j says whether device j takes part. It is an unknown of the program only if the device has a fixed cost or a
/// minimum, since only then it may be better to leave the device out; for other devices on_j is 1.
///
/// An object keeps one linear program for a given number of devices. Each call of solve() changes the program's
/// coefficients and starts from the simplex basis at which the last call ended. Used by one thread at a time.
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
