// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of events, changes of speed, and phases that slow each other down.
#include "Simulation/EventQueue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace hetrt;

namespace {

constexpr double Unshared = std::numeric_limits<double>::infinity();

/// Takes every event; returns pairs of device and moment.
std::vector<std::pair<unsigned, double>> drain(EventQueue &Q) {
  std::vector<std::pair<unsigned, double>> All;
  while (Q.nextEnd() < INFINITY) {
    unsigned Device = Q.takeNext();
    All.push_back({Device, Q.now()});
  }
  return All;
}

using Ends = std::vector<std::pair<unsigned, double>>;

} // namespace

TEST(EventQueue, EndsInOrderOfTime) {
  EventQueue Q(3, Unshared);
  Q.begin(0, {3, 0}, 1);
  Q.begin(1, {1, 0}, 1);
  Q.begin(2, {4, 0}, 2);
  EXPECT_EQ(drain(Q), (Ends{{1, 1}, {2, 2}, {0, 3}}));
  EXPECT_EQ(Q.tookSeconds(0), 3);
}

TEST(EventQueue, TheFirstDeviceOfThoseThatEndTogether) {
  for (double Bandwidth : {Unshared, 1e3}) {
    EventQueue Q(4, Bandwidth);
    for (unsigned Device : {2u, 0u, 3u, 1u})
      Q.begin(Device, {1, Device % 2 ? 1. : 0.}, 1);
    EXPECT_EQ(drain(Q), (Ends{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
  }
}

TEST(EventQueue, MemoryIsSharedInProportion) {
  EventQueue Q(3, 10);
  Q.begin(0, {1, 10}, 1); // each phase could use the whole bandwidth
  Q.begin(1, {2, 10}, 1);
  Q.begin(2, {2.5, 0}, 1);
  // Both run at half pace until 2; then device 1, which is half done, is alone.
  EXPECT_EQ(drain(Q), (Ends{{0, 2}, {2, 2.5}, {1, 3}}));
  EXPECT_EQ(Q.tookSeconds(1), 3);
}

TEST(EventQueue, EnoughMemorySlowsNobody) {
  EventQueue Q(2, 10);
  Q.begin(0, {1, 4}, 1);
  Q.begin(1, {2, 6}, 1);
  EXPECT_EQ(drain(Q), (Ends{{0, 1}, {1, 2}}));
}

TEST(EventQueue, ASlowerDeviceAsksForLess) {
  EventQueue Q(2, 10);
  Q.begin(0, {1, 10}, .5);
  Q.begin(1, {1, 10}, .5);
  EXPECT_EQ(drain(Q), (Ends{{0, 2}, {1, 2}}));
}

TEST(EventQueue, SpeedChangesOnTheWay) {
  EventQueue Q(1, Unshared);
  Q.begin(0, {4, 0}, 1);
  Q.advanceTo(1);
  Q.changeSpeed(0, 3); // 3 s of work are left, at triple speed
  EXPECT_EQ(drain(Q), (Ends{{0, 2}}));
  EXPECT_EQ(Q.tookSeconds(0), 2);
}

TEST(EventQueue, StandingStillAndGoingOn) {
  for (double Bytes : {0., 5.}) {
    EventQueue Q(1, 10);
    Q.begin(0, {2, Bytes}, 1);
    Q.advanceTo(1);
    Q.changeSpeed(0, 0);
    EXPECT_EQ(Q.nextEnd(), INFINITY);
    Q.advanceTo(5);
    Q.changeSpeed(0, 1);
    EXPECT_EQ(drain(Q), (Ends{{0, 6}}));
  }
}

TEST(EventQueue, ACancelledPhaseNeverEndsAndFreesTheMemory) {
  EventQueue Q(2, 10);
  Q.begin(0, {2, 10}, 1);
  Q.begin(1, {2, 10}, 1);
  Q.advanceTo(2); // both phases are half done
  Q.cancel(0);
  EXPECT_EQ(drain(Q), (Ends{{1, 3}}));
}

TEST(EventQueue, AgreesWithSmallStepsOfTime) {
  // Brute force: time advances in steps of 2^-14, in each of which every phase in progress advances.
  std::mt19937_64 R(3);
  auto Even = [&](double Low, double High) { return std::uniform_real_distribution<double>(Low, High)(R); };
  for (int Case = 0; Case < 20; ++Case) {
    constexpr double Step = 0x1p-14;
    const unsigned N = 1 + R() % 6;
    const double Bandwidth = Even(1, 10);
    EventQueue Q(N, Bandwidth);
    std::vector<Phase> Phases;
    std::vector<double> Left, Slow(N, 1), Ended(N, 0);
    for (unsigned J = 0; J < N; ++J) {
      Phases.push_back({Even(.1, 2), R() % 3 ? Even(0, 6) : 0});
      Left.push_back(Phases[J].Seconds);
      Slow[J] = Even(.5, 1);
      Q.begin(J, Phases[J], Slow[J]);
    }
    for (double Time = 0; std::ranges::any_of(Left, [](double L) { return L > 0; }); Time += Step) {
      double Demand = 0;
      for (unsigned J = 0; J < N; ++J)
        Demand += Left[J] > 0 ? Phases[J].BytesPerSecond * Slow[J] : 0;
      for (unsigned J = 0; J < N; ++J)
        if (Left[J] > 0) {
          Left[J] -= Step * Slow[J] * (Phases[J].BytesPerSecond > 0 ? std::min(1., Bandwidth / Demand) : 1);
          Ended[J] = Time + Step;
        }
    }
    for (auto [Device, Moment] : drain(Q))
      EXPECT_NEAR(Moment, Ended[Device], 1e-3 * N) << "case " << Case << " device " << Device;
  }
}
