// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The closed form, and the choice between it and the linear program.
#include "Schedule/Balance.h"

#include "Schedule/BalanceProgram.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// The time at which devices whose fixed cost is below Limit do everything together, in units of Fastest.
static double commonTime(std::span<const DeviceCost> Costs, std::span<const double> Speeds, double Limit,
                         double Fastest) {
  double Sum = 0, Lost = 0;
  for (size_t J = 0; J < Costs.size(); ++J)
    if (Costs[J].FixedSeconds < Limit) {
      Sum += Speeds[J];
      Lost += Speeds[J] * Costs[J].FixedSeconds;
    }
  return (1 + Lost / Fastest) / Sum;
}

double equalSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  double Fastest = INFINITY;
  for (const DeviceCost &C : Costs)
    Fastest = std::min(Fastest, C.Seconds);
  if (!(Fastest < INFINITY)) {
    std::ranges::fill(Fractions, 0);
    return INFINITY;
  }
  // Speeds are relative to the fastest device, so that no sum of them over- or underflows.
  std::span<double> Speeds = Fractions;
  for (size_t J = 0; J < Costs.size(); ++J)
    Speeds[J] = Fastest / Costs[J].Seconds;
  // A device with too high a fixed cost counts as one that gives work to the others; without it T is lower, and the
  // next may be too high. Every round but the last drops one or more.
  double Time = INFINITY;
  for (double Limit = INFINITY;; Limit = Time) {
    Time = Fastest * commonTime(Costs, Speeds, Limit, Fastest);
    auto Dropped = [&](const DeviceCost &C) { return C.FixedSeconds >= Time && C.FixedSeconds < Limit; };
    if (std::ranges::none_of(Costs, Dropped))
      break;
  }
  for (size_t J = 0; J < Costs.size(); ++J)
    Fractions[J] = Costs[J].FixedSeconds < Time ? (Time - Costs[J].FixedSeconds) / Fastest * Speeds[J] : 0;
  return Time;
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

bool meetsLimits(std::span<const DeviceCost> Costs, std::span<const double> Fractions) {
  for (size_t J = 0; J < Costs.size(); ++J) {
    const DeviceCost &C = Costs[J];
    bool TakesPart = C.Seconds < INFINITY;
    bool TooLittle = Fractions[J] > 0 && Fractions[J] < C.Minimum;
    if (TakesPart && (Fractions[J] > C.Limit || TooLittle))
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
