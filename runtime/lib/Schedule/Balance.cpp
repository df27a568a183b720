// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes balanced splits: by a formula if no limits apply (the closed form), else by bisection over the limits or by
// the linear program.
#include "Schedule/Balance.h"

#include "Schedule/BalanceProgram.h"
#include "Schedule/LpSolve.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// The time, in units of Fastest, in which those devices whose fixed cost is below Limit compute all iterations
/// together.
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
  // Speeds are relative to the fastest device, so that sums of speeds cannot overflow or underflow.
  std::span<double> Speeds = Fractions;
  for (size_t J = 0; J < Costs.size(); ++J)
    Speeds[J] = Fastest / Costs[J].Seconds;
  // A device whose fixed cost exceeds T would get a negative fraction, so it is left out. This lowers T, so the fixed
  // costs of further devices may exceed T. Each turn of the loop but the last leaves out at least one device.
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

namespace {

/// The devices that may take part under limits and minimums. Times are in units of the fastest device's time, so that
/// they cannot overflow or underflow.
class LimitedDevices {
public:
  explicit LimitedDevices(std::span<const DeviceCost> Costs) {
    double Fastest = INFINITY;
    for (const DeviceCost &C : Costs)
      Fastest = std::min(Fastest, C.Seconds);
    for (size_t J = 0; J < Costs.size(); ++J)
      if (const DeviceCost &C = Costs[J]; C.Seconds < INFINITY && C.Limit > 0 && C.Minimum <= C.Limit)
        In.push_back({J, C.Seconds / Fastest, C.FixedSeconds / Fastest, std::min(C.Limit, 1.0), C.Minimum});
  }

  /// The least time in which the devices can compute all iterations; infinity if their limits are too small.
  double time() const {
    std::vector<double> Turns; // the times at which a device begins to take part, or reaches its limit
    for (const Device &D : In)
      Turns.insert(Turns.end(), {D.timeOf(D.Minimum), D.timeOf(D.Limit)});
    std::ranges::sort(Turns);
    for (size_t I = 0; I < Turns.size(); ++I) {
      const double Missing = 1 - capacity(Turns[I]), Rate = rate(Turns[I]);
      if (Missing <= 0)
        return Turns[I];
      // Between two of these times the sum of the fractions grows linearly, so the time at which it reaches 1 can be
      // computed.
      const double Time = Rate > 0 ? Turns[I] + Missing / Rate : INFINITY;
      if (I + 1 == Turns.size() || Time < Turns[I + 1])
        return Time;
    }
    return INFINITY;
  }

  /// Computes the fractions that the devices compute within Time. If these sum to more than 1, they are reduced, but
  /// none below the device's minimum. Returns false if the minimums of the devices that take part sum to more than 1.
  bool share(double Time, std::span<double> Fractions) const {
    double Minimums = 0;
    for (const Device &D : In)
      Minimums += D.takes(Time) > 0 ? D.Minimum : 0;
    if (Minimums > 1)
      return false;
    const double Above = capacity(Time) - Minimums, Kept = Above > 0 ? std::min((1 - Minimums) / Above, 1.0) : 0;
    std::ranges::fill(Fractions, 0);
    for (const Device &D : In)
      if (const double All = D.takes(Time); All > 0)
        Fractions[D.Number] = D.Minimum + (All - D.Minimum) * Kept;
    return true;
  }

  void leaveOutLargestMinimum() {
    In.erase(std::ranges::max_element(In, {}, &Device::Minimum));
  }

private:
  struct Device {
    size_t Number;
    double Seconds, Fixed, Limit, Minimum;
    double timeOf(double Fraction) const { return Fixed + Fraction * Seconds; }
    double takes(double Time) const {
      return Time < timeOf(Minimum) ? 0 : Time >= timeOf(Limit) ? Limit : (Time - Fixed) / Seconds;
    }
    double rate(double Time) const { return Time < timeOf(Minimum) || Time >= timeOf(Limit) ? 0 : 1 / Seconds; }
  };
  double capacity(double Time) const {
    double Sum = 0;
    for (const Device &D : In)
      Sum += D.takes(Time);
    return Sum;
  }
  double rate(double Time) const {
    double Sum = 0;
    for (const Device &D : In)
      Sum += D.rate(Time);
    return Sum;
  }

  std::vector<Device> In;
};

} // namespace

bool limitedSplit(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  for (LimitedDevices Devices(Costs);; Devices.leaveOutLargestMinimum()) {
    const double Time = Devices.time();
    if (!(Time < INFINITY))
      return false;
    if (Devices.share(Time, Fractions))
      return true;
  }
}

double predictedSeconds(std::span<const DeviceCost> Costs, std::span<const double> Fractions) {
  double Longest = 0;
  for (size_t J = 0; J < Costs.size(); ++J)
    if (Fractions[J] > 0)
      Longest = std::max(Longest, Costs[J].FixedSeconds + Fractions[J] * Costs[J].Seconds);
  return Longest;
}

Balancer::Balancer() = default;
Balancer::Balancer(const LpSolve *Solver) : Solver(Solver) {}
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
  // The closed form is the optimum without limits. If it happens to meet the limits, it is the optimum with limits too.
  if (meetsLimits(Costs, Fractions))
    return true;
  if (solveLimited(Costs, Fractions))
    return true;
  for (size_t J = 0; J < Costs.size(); ++J)
    Fractions[J] = Costs[J].Seconds < INFINITY ? std::clamp(Costs[J].Limit, 0.0, 1.0) : 0;
  return false;
}

bool Balancer::solveLimited(std::span<const DeviceCost> Costs, std::span<double> Fractions) {
  if (!Solver)
    Solver = LpSolve::find();
  if (*Solver && (!Program || Program->size() != Costs.size()))
    Program = std::make_unique<BalanceProgram>(**Solver, Costs.size());
  const auto Solve = [&](std::span<const DeviceCost> Under) {
    return Program ? Program->solve(Under, Fractions) : limitedSplit(Under, Fractions);
  };
  if (Solve(Costs))
    return true;
  Relaxed.assign(Costs.begin(), Costs.end());
  for (DeviceCost &C : Relaxed)
    C.Minimum = 0;
  return Solve(Relaxed);
}

} // namespace hetrt
