// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Profiles fitted to times of ranges, compared with the costs from which the test computed these times.
#include "Simulation/ProfileFit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

using namespace hetrt;

namespace {

using CostOf = std::function<double(double At)>; // cost of the iteration at this position, from 0 to 1
constexpr uint64_t N = 3000;

/// The seconds of Part on a device of this speed: the sum over its iterations, up to 2% off.
double secondsOf(Range Part, const CostOf &Cost, double Speed, std::mt19937_64 &R) {
  double Sum = 0;
  for (uint64_t I = Part.First; I < Part.Last; ++I)
    Sum += Cost((static_cast<double>(I) + .5) / static_cast<double>(N));
  return Sum / Speed * std::uniform_real_distribution<double>(.98, 1.02)(R);
}

/// Passes in which devices of these speeds have one range each, in their order, with lengths that change.
std::vector<MeasuredRange> shares(const CostOf &Cost, const std::vector<double> &Speeds, unsigned Passes) {
  std::mt19937_64 R(7);
  std::vector<MeasuredRange> All;
  for (unsigned P = 0; P < Passes; ++P) {
    uint64_t First = 0;
    for (size_t J = 0; J < Speeds.size(); ++J) {
      uint64_t Even = (J + 1) * N / Speeds.size();
      uint64_t Last = J + 1 == Speeds.size() ? N : Even - std::uniform_int_distribution<uint64_t>(0, N / 20)(R);
      All.push_back({J, P, {First, Last}, N, secondsOf({First, Last}, Cost, Speeds[J], R)});
      First = Last;
    }
  }
  return All;
}

/// One pass in pieces that the devices take in turn.
std::vector<MeasuredRange> pieces(const CostOf &Cost, const std::vector<double> &Speeds, uint64_t Size) {
  std::mt19937_64 R(8);
  std::vector<MeasuredRange> All;
  for (uint64_t First = 0, Turn = 0; First < N; First += Size, ++Turn) {
    size_t J = Turn % Speeds.size();
    Range Part{First, std::min(First + Size, N)};
    All.push_back({J, 0, Part, N, secondsOf(Part, Cost, Speeds[J], R)});
  }
  return All;
}

/// The largest error, in iterations of average cost, of the work that Found has before an iteration.
double worst(const WorkProfile &Found, const CostOf &Cost) {
  double All = 0, Before = 0, Worst = 0;
  for (uint64_t I = 0; I < N; ++I)
    All += Cost((static_cast<double>(I) + .5) / static_cast<double>(N));
  for (uint64_t I = 0; I < N; ++I) {
    Worst = std::max(Worst, std::abs(Found.work({0, I}, N) - Before / All * N));
    Before += Cost((static_cast<double>(I) + .5) / static_cast<double>(N));
  }
  return Worst;
}

double even(double) { return 1; }
double falling(double At) { return 1 - At; }
double rising(double At) { return At; }
double hill(double At) { return .1 + std::exp(-40 * (At - .6) * (At - .6)); }

} // namespace

TEST(FitProfile, EvenLoopsStayUniform) {
  EXPECT_TRUE(fitProfile(shares(even, {1, 1, 1, 1}, 6), {true, true, true, true}).isUniform());
  EXPECT_TRUE(fitProfile(pieces(even, {1, 3}, 20), {true, true}).isUniform()) << "a slow core is no slope";
  EXPECT_TRUE(fitProfile({}, {true}).isUniform());
  EXPECT_TRUE(fitProfile(shares(falling, {1}, 6), {true}).isUniform()) << "all at one place";
}

TEST(FitProfile, ShortRangesThatCostMoreAreNoSlope) {
  std::mt19937_64 R(11);
  std::vector<MeasuredRange> Ranges;
  for (unsigned P = 0; P < 20; ++P) {
    const Range Part{0, std::uniform_int_distribution<uint64_t>(N / 20, N)(R)}; // the range ends at another iteration
                                                                                // in each pass
    Ranges.push_back({0, P, Part, N, .1 * N + secondsOf(Part, even, 1, R)});
  }
  EXPECT_TRUE(fitProfile(Ranges, {true}).isUniform());
}

TEST(FitProfile, TriangularLoopsFromSharesOfCores) {
  for (const CostOf &Cost : {CostOf(falling), CostOf(rising)}) {
    const WorkProfile Found = fitProfile(shares(Cost, {1, 1, 1, 1}, 6), {true, true, true, true});
    EXPECT_EQ(Found.kind(), WorkProfile::Kind::Sloped);
    EXPECT_NEAR(std::abs(Found.slope()), 1, .03);
    EXPECT_LT(worst(Found, Cost), .02 * N);
  }
}

TEST(FitProfile, CoresOfOtherSpeedsFromTheirPieces) {
  const WorkProfile Found = fitProfile(pieces(falling, {1, 2.5}, 25), {true, true});
  EXPECT_NEAR(Found.slope(), -1, .03);
}

TEST(FitProfile, WhatAcceleratorsWaitForDoesNotCountWhereCoresTell) {
  std::vector<MeasuredRange> Ranges = pieces(falling, {1, 4}, 25);
  std::mt19937_64 R(9);
  for (MeasuredRange &Each : Ranges)
    if (Each.Device == 1)
      Each.Seconds *= std::uniform_real_distribution<double>(.2, 9)(R);
  EXPECT_NEAR(fitProfile(Ranges, {true, false}).slope(), -1, .03);
}

TEST(FitProfile, AcceleratorsAlone) {
  std::vector<MeasuredRange> Ranges;
  for (uint64_t Size : {25, 60, 100}) // different sizes tell fixed costs from costs per iteration
    for (MeasuredRange Each : pieces(falling, {1, 2}, Size)) {
      Each.Seconds += 4;
      Ranges.push_back(Each);
    }
  const WorkProfile Found = fitProfile(Ranges, {false, false});
  EXPECT_LT(worst(Found, falling), .05 * N);
}

TEST(FitProfile, AnyShapeFromManyPieces) {
  const WorkProfile Found = fitProfile(pieces(hill, {1, 2}, 10), {true, true});
  EXPECT_EQ(Found.kind(), WorkProfile::Kind::Table);
  EXPECT_LT(worst(Found, hill), .03 * N);
}

TEST(FitProfile, DisturbancesMakeNoTable) {
  std::mt19937_64 R(10);
  for (const CostOf &Cost : {CostOf(even), CostOf(falling)}) {
    std::vector<MeasuredRange> Ranges = pieces(Cost, {1}, 15);
    for (MeasuredRange &Each : Ranges)
      Each.Seconds *= std::exp(std::uniform_real_distribution<double>(0, 1)(R));
    const WorkProfile Found = fitProfile(Ranges, {true});
    EXPECT_NE(Found.kind(), WorkProfile::Kind::Table);
    EXPECT_NEAR(Found.slope(), Cost(1) - 1, .1);
  }
}
