// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fits the three forms of a profile (uniform, sloped, table), the simplest first. Uses medians, so that single
// disturbed ranges have little effect on the result.
#include "Simulation/ProfileFit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace hetrt {

double median(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  auto Middle = Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2);
  std::ranges::nth_element(Values, Middle);
  if (Values.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Values.begin(), Middle)) / 2;
}

FittedTime fitTime(const std::vector<double> &Work, const std::vector<double> &Seconds) {
  constexpr size_t Most = 400; // with more passes, the number of pairs would be too large
  const size_t Stride = Work.size() / Most + 1;
  std::vector<std::pair<double, double>> Passes;
  for (size_t P = 0; P < Work.size(); P += Stride)
    if (Work[P] > 0 && Seconds[P] > 0)
      Passes.push_back({Work[P], Seconds[P]});
  if (Passes.empty())
    return {};
  // The first pass is slower, because of cold caches and page faults.
  if (Passes.size() > 2)
    Passes.erase(Passes.begin());

  std::vector<double> Rates, Slopes;
  for (size_t A = 0; A < Passes.size(); ++A) {
    Rates.push_back(Passes[A].second / Passes[A].first);
    for (size_t B = 0; B < A; ++B) {
      double Difference = Passes[A].first - Passes[B].first;
      if (std::abs(Difference) >= .2 * std::max(Passes[A].first, Passes[B].first))
        Slopes.push_back((Passes[A].second - Passes[B].second) / Difference);
    }
  }
  const FittedTime AllPerIteration{0, median(Rates)};
  // A few unusual passes form many pairs with the other passes, but do not prove a slope. If a quarter of n passes
  // differ from the other passes, they form 3/16 of n * n pairs. With fewer pairs than that, Fixed is 0.
  if (16 * Slopes.size() < 3 * Passes.size() * Passes.size())
    return AllPerIteration;
  FittedTime Fit{0, median(Slopes)};
  std::vector<double> Left;
  for (auto [Count, Time] : Passes)
    Left.push_back(Time - Count * Fit.PerIteration);
  Fit.Fixed = median(Left);
  return Fit.Fixed > 0 && Fit.PerIteration > 0 ? Fit : AllPerIteration;
}

namespace {

/// Ranges of one device, or of devices that count as equally fast.
struct Group {
  std::vector<const MeasuredRange *> Ranges;
  bool HasFixedCosts = false;
};

double centre(const MeasuredRange &R) {
  return (static_cast<double>(R.Part.First) + static_cast<double>(R.Part.Last)) / 2 / static_cast<double>(R.Iterations);
}

bool liesApart(const Group &G) {
  constexpr double Apart = .1; // a tenth of the loop
  double Least = 1, Most = 0;
  for (const MeasuredRange *R : G.Ranges) {
    Least = std::min(Least, centre(*R));
    Most = std::max(Most, centre(*R));
  }
  return Most - Least >= Apart;
}

/// The groups of ranges that fitProfile() uses; empty if the ranges of no group lie far enough apart.
std::vector<Group> groupsOf(const std::vector<MeasuredRange> &All, const std::vector<bool> &IsCore) {
  constexpr size_t MostRanges = 400; // for each device; more ranges do not improve the result
  std::vector<Group> Devices(IsCore.size());
  bool HasLater = std::ranges::any_of(All, [](const MeasuredRange &R) { return R.Pass > 1; });
  for (const MeasuredRange &R : All)
    if (R.Seconds > 0 && !R.Part.empty() && (R.Pass > 0 || !HasLater))
      Devices[R.Device].Ranges.push_back(&R);
  Group Cores;
  for (size_t J = 0; J < Devices.size(); ++J) {
    Devices[J].HasFixedCosts = !IsCore[J];
    auto &Ranges = Devices[J].Ranges;
    const size_t Stride = Ranges.size() / MostRanges + 1;
    for (size_t I = 0; I * Stride < Ranges.size(); ++I)
      Ranges[I] = Ranges[I * Stride];
    Ranges.resize((Ranges.size() + Stride - 1) / Stride);
    if (IsCore[J])
      Cores.Ranges.insert(Cores.Ranges.end(), Ranges.begin(), Ranges.end());
  }
  auto IsAccelerator = [](const Group &G) { return G.HasFixedCosts; };
  std::vector<Group> Each, Accelerators;
  std::ranges::remove_copy_if(Devices, std::back_inserter(Each),
                              [&](const Group &G) { return IsAccelerator(G) || G.Ranges.empty(); });
  if (!Each.empty() && std::ranges::all_of(Each, liesApart))
    return Each;
  if (liesApart(Cores))
    return {Cores};
  std::ranges::copy_if(Devices, std::back_inserter(Accelerators),
                       [&](const Group &G) { return IsAccelerator(G) && liesApart(G); });
  return Accelerators;
}

FittedTime fitGroup(const Group &G, const WorkProfile &Profile, bool HasFixedCosts) {
  std::vector<double> Work, Seconds, Rates;
  for (const MeasuredRange *R : G.Ranges) {
    Work.push_back(Profile.work(R->Part, R->Iterations));
    Seconds.push_back(R->Seconds);
    if (Work.back() > 0)
      Rates.push_back(R->Seconds / Work.back());
  }
  return HasFixedCosts ? fitTime(Work, Seconds) : FittedTime{0, median(std::move(Rates))};
}

/// The error of Profile (see fitProfile()). OfCores: lines with a fixed part are fitted to the times of cores too, not
/// only to those of accelerators.
double unexplained(const std::vector<Group> &Groups, const WorkProfile &Profile, bool OfCores = false) {
  double Sum = 0, Weights = 0;
  for (const Group &G : Groups) {
    const FittedTime Time = fitGroup(G, Profile, G.HasFixedCosts || OfCores);
    for (const MeasuredRange *R : G.Ranges) {
      const double Predicted = Time.Fixed + Time.PerIteration * Profile.work(R->Part, R->Iterations);
      // Long ranges get more weight, since their times are more exact. The weight is only the square root of the
      // length, so that one disturbed long range does not determine the result.
      const double Weight = std::sqrt(static_cast<double>(R->Part.size()));
      Sum += Weight * (Predicted > 0 ? std::min(std::abs(std::log(R->Seconds / Predicted)), 3.) : 3);
      Weights += Weight;
    }
  }
  return Weights > 0 ? Sum / Weights : 0;
}

/// The argument of sloped() for which the error is least, to two decimals.
double bestSlope(const std::vector<Group> &Groups) {
  double Best = 0, Least = unexplained(Groups, WorkProfile::uniform());
  auto Try = [&](double Slope) {
    if (Slope < -1 || Slope > 1)
      return;
    if (double Left = unexplained(Groups, WorkProfile::sloped(Slope)); Left < Least)
      std::tie(Best, Least) = std::pair(Slope, Left);
  };
  for (int Tenth = -10; Tenth <= 10; ++Tenth)
    Try(Tenth / 10.);
  const double Around = Best;
  for (int Hundredth = -9; Hundredth <= 9; ++Hundredth)
    Try(Around + Hundredth / 100.);
  return Best;
}

/// Every second range of each group, beginning with number First, 0 or 1.
std::vector<Group> halfOf(const std::vector<Group> &Groups, size_t First) {
  std::vector<Group> Half = Groups;
  for (Group &G : Half) {
    std::vector<const MeasuredRange *> Kept;
    for (size_t I = First; I < G.Ranges.size(); I += 2)
      Kept.push_back(G.Ranges[I]);
    G.Ranges = std::move(Kept);
  }
  return Half;
}

/// The loop is cut into Parts equal parts: which fraction of part number Part lies within the range R.
double overlap(const MeasuredRange &R, size_t Part, size_t Parts) {
  const double Scale = static_cast<double>(Parts) / static_cast<double>(R.Iterations);
  const double First = static_cast<double>(R.Part.First) * Scale, Last = static_cast<double>(R.Part.Last) * Scale;
  return std::max(0., std::min(Last, static_cast<double>(Part + 1)) - std::max(First, static_cast<double>(Part)));
}

/// Fits a table of Parts costs by repeated scaling: the cost of each part of the loop is multiplied by the mean of
/// (measured time / predicted time) over the ranges that contain some of the part (the expectation-maximisation of
/// Richardson and Lucy). Costs stay above 0.
WorkProfile bestTable(const std::vector<Group> &Groups, size_t Parts) {
  constexpr int Rounds = 60;
  std::vector<double> Costs(Parts, 1);
  for (int Round = 0; Round < Rounds; ++Round) {
    const WorkProfile Profile = WorkProfile::table(Costs);
    std::vector<double> Factors(Parts), Weights(Parts);
    for (const Group &G : Groups) {
      const FittedTime Time = fitGroup(G, Profile, G.HasFixedCosts);
      for (const MeasuredRange *R : G.Ranges) {
        const double Predicted = Time.PerIteration * Profile.work(R->Part, R->Iterations);
        if (Predicted <= 0)
          continue;
        const double Factor = std::max(R->Seconds - Time.Fixed, 0.) / Predicted;
        for (size_t K = 0; K < Parts; ++K) {
          const double Weight = overlap(*R, K, Parts);
          Factors[K] += Weight * Factor;
          Weights[K] += Weight;
        }
      }
    }
    Costs = Profile.costs();
    for (size_t K = 0; K < Parts; ++K)
      if (Weights[K] > 0)
        Costs[K] = std::max(Costs[K] * Factors[K] / Weights[K], 1e-6);
  }
  return WorkProfile::table(std::move(Costs));
}

} // namespace

WorkProfile fitProfile(const std::vector<MeasuredRange> &Ranges, const std::vector<bool> &IsCore) {
  constexpr double Noticeable = .05, Bad = .10, Half = .5, HalfOfMany = .7;
  constexpr size_t Many = 32;
  const std::vector<Group> Groups = groupsOf(Ranges, IsCore);
  if (Groups.empty())
    return WorkProfile::uniform();
  size_t Count = 0;
  for (const Group &G : Groups)
    Count += G.Ranges.size();
  WorkProfile Best = WorkProfile::uniform();
  // A core needs some time to fetch a range, so short ranges take longer per iteration in every part of the loop. To
  // allow for this, the error is also computed with fixed costs of cores, and the smaller error is used.
  double Least = std::min(unexplained(Groups, Best), unexplained(Groups, Best, /*OfCores=*/true));
  if (Least <= Noticeable)
    return Best;
  const WorkProfile Sloped = WorkProfile::sloped(bestSlope(Groups));
  if (double Left = unexplained(Groups, Sloped); Left < (Count < Many ? Half : HalfOfMany) * Least)
    std::tie(Best, Least) = std::pair(Sloped, Left);
  if (Least <= Bad || Count < Many)
    return Best;
  // A table has so many numbers that it could fit noise. So a table is first fitted to one half of the ranges, and
  // tables are used only if this one predicts the other half well.
  const size_t Parts = std::clamp<size_t>(Count / 8, 4, 64);
  const std::vector<Group> Unseen = halfOf(Groups, 1);
  const double Left = unexplained(Unseen, bestTable(halfOf(Groups, 0), Parts));
  return Left < Half * unexplained(Unseen, Best) ? bestTable(Groups, Parts) : Best;
}

} // namespace hetrt
