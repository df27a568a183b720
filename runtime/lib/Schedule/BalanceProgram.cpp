// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and solves the balance program with lp_solve 5.5.
#include "Schedule/BalanceProgram.h"

#include "Schedule/LpSolve.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace hetrt {

static lprec *newProgram(const LpSolve &With, int Rows, int Columns) {
  lprec *Program = With.make_lp(Rows, Columns);
  if (!Program)
    throw std::bad_alloc();
  With.set_verbose(Program, NEUTRAL);
  With.set_minim(Program);
  // Switches lp_solve's own scaling off, since it goes wrong when coefficients of a solved program change. solve()
  // below scales the coefficients itself.
  With.set_scaling(Program, 0);
  return Program;
}

BalanceProgram::BalanceProgram(const LpSolve &With, size_t Devices)
    : With(With), Devices(Devices),
      Program(newProgram(With, static_cast<int>(3 * Devices + 1), static_cast<int>(2 * Devices + 1))),
      Solution(2 * Devices + 1) {
  With.set_mat(Program, 0, timeColumn(), 1);
  for (size_t J = 0; J < Devices; ++J) {
    With.set_mat(Program, timeRow(J), timeColumn(), -1);
    With.set_mat(Program, limitRow(J), fractionColumn(J), 1);
    With.set_mat(Program, minimumRow(J), fractionColumn(J), 1);
    With.set_mat(Program, sumRow(), fractionColumn(J), 1);
    With.set_constr_type(Program, timeRow(J), LE);
    With.set_constr_type(Program, limitRow(J), LE);
    With.set_constr_type(Program, minimumRow(J), GE);
  }
  With.set_constr_type(Program, sumRow(), EQ);
  With.set_rh(Program, sumRow(), 1);
}

BalanceProgram::~BalanceProgram() { With.delete_lp(Program); }

void BalanceProgram::setDevice(size_t Device, const DeviceCost &Cost, double Unit) {
  bool TakesPart = Cost.Seconds < INFINITY;
  bool OffIsAChoice = TakesPart && (Cost.FixedSeconds > 0 || Cost.Minimum > 0);
  With.set_mat(Program, timeRow(Device), fractionColumn(Device), TakesPart ? Cost.Seconds / Unit : 1);
  With.set_mat(Program, timeRow(Device), onColumn(Device), Cost.FixedSeconds / Unit);
  With.set_mat(Program, limitRow(Device), onColumn(Device), -std::clamp(Cost.Limit, 0.0, 1.0));
  With.set_mat(Program, minimumRow(Device), onColumn(Device), -Cost.Minimum);
  With.set_upbo(Program, fractionColumn(Device), TakesPart ? 1 : 0);
  With.set_int(Program, onColumn(Device), OffIsAChoice);
  With.set_bounds(Program, onColumn(Device), TakesPart && !OffIsAChoice ? 1 : 0, TakesPart ? 1 : 0);
}

bool BalanceProgram::solve(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  // Times are divided by the fastest device's time, so that the coefficients are near 1 whatever unit the caller uses.
  double Unit = INFINITY;
  for (const DeviceCost &C : Costs)
    Unit = std::min(Unit, C.Seconds);
  for (size_t J = 0; J < Devices; ++J)
    setDevice(J, Costs[J], Unit);
  int Result = With.solve(Program);
  if (Result != OPTIMAL && Result != PRESOLVED)
    return false;
  With.get_variables(Program, Solution.data());
  // Because of rounding, the sum of the solver's fractions may be 1 - 1e-12. They are scaled to the sum 1, on which
  // callers rely.
  double Sum = 0;
  for (size_t J = 0; J < Devices; ++J)
    Sum += Fractions[J] = std::max(0.0, Solution[J]);
  for (double &F : Fractions)
    F /= Sum;
  return true;
}

} // namespace hetrt
