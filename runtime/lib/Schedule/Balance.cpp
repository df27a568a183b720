// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The closed form, and the choice between it and the linear program.
#include "Schedule/Balance.h"

#include "Schedule/BalanceProgram.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

double equalSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  // Speeds are taken relative to the fastest device, so that no sum of them over- or underflows.
  double Fastest = INFINITY;
  for (const DeviceCost &C : Costs)
    Fastest = std::min(Fastest, C.Seconds);
  if (!(Fastest < INFINITY)) {
    std::ranges::fill(Fractions, 0);
    return INFINITY;
  }
  double Sum = 0;
  for (size_t J = 0; J < Costs.size(); ++J)
    Sum += Fractions[J] = Fastest / Costs[J].Seconds;
  for (double &F : Fractions)
    F /= Sum;
  return Fastest / Sum;
}

double predictedSeconds(std::span<const DeviceCost> Costs, std::span<const double> Fractions) {
  double Longest = 0;
  for (size_t J = 0; J < Costs.size(); ++J)
    if (Fractions[J] > 0)
      Longest = std::max(Longest, Costs[J].FixedSeconds + Fractions[J] * Costs[J].Seconds);
  return Longest;
}

Balancer::Balancer() = default;
Balancer::~Balancer() = default;

static bool meetsLimits(std::span<const DeviceCost> Costs, std::span<const double> Fractions) {
  for (size_t J = 0; J < Costs.size(); ++J) {
    const DeviceCost &C = Costs[J];
    bool TakesPart = C.Seconds < INFINITY;
    if (TakesPart && (C.FixedSeconds > 0 || Fractions[J] > C.Limit || Fractions[J] < C.Minimum))
      return false;
  }
  return true;
}

bool Balancer::solve(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  double Time = equalSplit(Costs, Fractions);
  if (!(Time < INFINITY))
    return false;
  // The closed form is the optimum of the relaxed problem: where it breaks no limit, it is the optimum.
  if (meetsLimits(Costs, Fractions))
    return true;
  if (solveProgram(Costs, Fractions))
    return true;
  for (size_t J = 0; J < Costs.size(); ++J)
    Fractions[J] = Costs[J].Seconds < INFINITY ? std::clamp(Costs[J].Limit, 0.0, 1.0) : 0;
  return false;
}

bool Balancer::solveProgram(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  if (!Program || Program->size() != Costs.size())
    Program = std::make_unique<BalanceProgram>(Costs.size());
  if (Program->solve(Costs, Fractions))
    return true;
  Relaxed.assign(Costs.begin(), Costs.end());
  for (DeviceCost &C : Relaxed)
    C.Minimum = 0;
  return Program->solve(Relaxed, Fractions);
}

} // namespace hetrt
