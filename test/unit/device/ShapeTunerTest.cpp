// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the fastest launch shape, with made-up times.
#include "Device/Cuda/ShapeTuner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <random>

namespace hetrt::cuda {
namespace {

constexpr std::uint64_t Iterations = 1000;

/// A program whose launches take the time that a function of their shape gives; up to UnderWay launches run at once.
class Program {
public:
  using Time = std::function<double(LaunchShape Shape, unsigned Launch)>;

  Program(ShapeTuner &Tuner, Time Takes, unsigned UnderWay = 1)
      : Tuner(Tuner), Takes(std::move(Takes)), UnderWay(UnderWay) {}

  void launch(unsigned Times) {
    while (Times--) {
      const auto Trial = Tuner.next([](LaunchShape) { return true; });
      Last = Trial.Shape;
      const double Seconds = Takes(Last, Launches++);
      Others += Last != First;
      Total += Seconds;
      Waiting.push_back({Trial.Number, Seconds});
      if (Waiting.size() >= UnderWay) {
        Tuner.note(Waiting.front().first, Waiting.front().second, Iterations);
        Waiting.pop_front();
      }
    }
  }

  LaunchShape Last;
  unsigned Launches = 0, Others = 0; ///< Others: launches in another shape than the first.
  double Total = 0;

private:
  ShapeTuner &Tuner;
  const Time Takes;
  const unsigned UnderWay;
  const LaunchShape First = Tuner.best();
  std::deque<std::pair<std::uint64_t, double>> Waiting;
};

double doublings(unsigned From, unsigned To) { return std::abs(std::log2(double(To) / From)); }

/// The time of a shape, longer by the fraction Each for each doubling away from the best shape.
Program::Time slope(LaunchShape Best, double Each) {
  return [=](LaunchShape Shape, unsigned) {
    return 1e-3 * (1 + Each * (doublings(Best.Threads, Shape.Threads) + doublings(Best.Lanes, Shape.Lanes)));
  };
}

TEST(ShapeTuner, LeavesProgramsOfFewLaunchesAlone) {
  ShapeTuner Tuner({128, 32}, {}, false);
  Program Short(Tuner, slope({256, 1}, 1));
  Short.launch(12);
  EXPECT_EQ(Short.Others, 0u);
  Short.launch(1000);
  EXPECT_GT(Short.Others, 0u);
}

TEST(ShapeTuner, FindsTheFastestShapeFromAnywhere) {
  std::mt19937 Random(7);
  const auto Power = [&](unsigned Least, unsigned Most) {
    return 1u << std::uniform_int_distribution<unsigned>(Least, Most)(Random);
  };
  for (int Case = 0; Case < 500; ++Case) {
    const LaunchShape First{Power(5, 10), Power(0, 10)}, Best{Power(5, 10), Power(0, 10)};
    const unsigned UnderWay = 1 + Random() % 4;
    std::normal_distribution<double> Noise(1, 0.005);
    const auto Exact = slope(Best, 0.2);
    ShapeTuner Tuner(First, {}, false);
    Program Long(Tuner, [&](LaunchShape S, unsigned L) { return Exact(S, L) * Noise(Random); }, UnderWay);
    Long.launch(20000);
    EXPECT_TRUE(Tuner.isSettled());
    EXPECT_EQ(Long.Last, Best) << "from " << First.Threads << "x" << First.Lanes << ", wanted " << Best.Threads << "x"
                               << Best.Lanes << ", " << UnderWay << " under way";
    const auto Results = Tuner.takeResults();
    const auto Of = std::ranges::find(Results, Best, &ShapeTuner::Result::Shape);
    ASSERT_NE(Of, Results.end());
    EXPECT_NEAR(Of->SecondsPerIteration * Iterations, 1e-3, 1e-4);
  }
}

TEST(ShapeTuner, LaunchesMayBecomeShorterMeanwhile) {
  ShapeTuner Tuner({128, 32}, {}, false);
  const auto Exact = slope({512, 8}, 0.2);
  Program Triangle(Tuner, [&](LaunchShape S, unsigned L) { return Exact(S, L) * (2000 - L) / 1000; });
  Triangle.launch(1500);
  EXPECT_EQ(Triangle.Last, (LaunchShape{512, 8}));
}

TEST(ShapeTuner, NoiseMovesNothing) {
  std::mt19937 Random(3);
  std::normal_distribution<double> Noise(1, 0.01);
  unsigned Moved = 0;
  for (int Case = 0; Case < 200; ++Case) {
    ShapeTuner Tuner({128, 32}, {}, false);
    Program Flat(Tuner, [&](LaunchShape, unsigned) { return 1e-3 * Noise(Random); });
    Flat.launch(1000);
    Moved += Flat.Last != LaunchShape{128, 32};
  }
  EXPECT_LT(Moved, 20u);
}

TEST(ShapeTuner, TrialsCostLittle) {
  for (double Each : {0.1, 0.4, 1.0, 10.0}) {
    ShapeTuner Tuner({128, 32}, {}, false);
    Program Slow(Tuner, slope({128, 32}, Each));
    for (unsigned Launches = 20; Launches < 1000; Launches += 20) {
      Slow.launch(20);
      const double Trial = 3e-3 * std::min(Each, 0.5) + 1e-3 * Each;
      EXPECT_LE(Slow.Total, 1e-3 * Slow.Launches * 1.05 + Trial) << Each << ", " << Launches << " launches";
    }
    EXPECT_EQ(Slow.Last, (LaunchShape{128, 32}));
  }
}

TEST(ShapeTuner, OnePairShowsThatAShapeIsHopeless) {
  ShapeTuner Tuner({128, 32}, {}, false);
  Program Cliff(Tuner, [](LaunchShape S, unsigned) { return S == LaunchShape{128, 32} ? 1e-3 : 5e-3; });
  Cliff.launch(5000);
  EXPECT_EQ(Cliff.Others, 4u) << "each neighbour once";
  EXPECT_TRUE(Tuner.isSettled());
}

TEST(ShapeTuner, LeavesShortLaunchesAlone) {
  ShapeTuner Tuner({128, 32}, {}, false);
  Program Tiny(Tuner, [](LaunchShape S, unsigned) { return S == LaunchShape{128, 32} ? 1e-5 : 1e-6; });
  Tiny.launch(1000);
  EXPECT_EQ(Tiny.Others, 0u);
  EXPECT_TRUE(Tuner.isSettled());
}

TEST(ShapeTuner, AKnownShapeIsMeasuredAndKept) {
  ShapeTuner Tuner({128, 32}, {{256, 8}, {128, 8}}, false);
  EXPECT_EQ(Tuner.best(), (LaunchShape{256, 8})) << "the fastest";
  Program Known(Tuner, slope({128, 32}, 1));
  Known.launch(5);
  EXPECT_TRUE(Tuner.isSettled());
  const auto Results = Tuner.takeResults();
  ASSERT_EQ(Results.size(), 1u);
  EXPECT_EQ(Results[0].Shape, (LaunchShape{256, 8}));
  EXPECT_GT(Results[0].SecondsPerIteration, 0);
  Known.launch(1000);
  EXPECT_EQ(Known.Others, 0u);
}

TEST(ShapeTuner, RunsOfFewLaunchesGetThereTogether) {
  std::map<LaunchShape, double> Kept; // seconds of the launch shapes, kept from run to run as the history does
  LaunchShape Last;
  for (int Run = 0; Run < 40; ++Run) {
    std::vector<LaunchShape> Known;
    for (const auto &[Shape, Seconds] : Kept)
      Known.push_back(Shape);
    std::ranges::sort(Known, {}, [&](LaunchShape Each) { return Kept[Each]; });
    ShapeTuner Tuner({128, 32}, Known, true);
    Program Short(Tuner, slope({512, 4}, 0.2));
    Short.launch(10);
    Last = Tuner.best();
    EXPECT_LE(Short.Others, 10u);
    for (const auto &[Shape, Seconds] : Tuner.takeResults())
      Kept[Shape] = Seconds;
  }
  EXPECT_EQ(Last, (LaunchShape{512, 4}));
  ShapeTuner Tuner({128, 32}, {{512, 4}, {1024, 4}, {256, 4}, {512, 8}, {512, 2}}, true);
  Program Long(Tuner, slope({512, 4}, 0.2));
  Long.launch(1000);
  EXPECT_EQ(Long.Others, 3u) << "all of its neighbours are known to be slower, and the next best is looked at again";
  EXPECT_TRUE(Tuner.isSettled());
}

/// A run on a GPU that other processes use too: times of different runs are less comparable than times of one run.
TEST(ShapeTuner, ARunThatWasSlowMisleadsNotForLong) {
  ShapeTuner Tuner({128, 32}, {{512, 4}, {256, 4}, {1024, 4}, {512, 8}, {512, 2}}, true);
  Program Run(Tuner, slope({256, 4}, 0.2));
  Run.launch(1000);
  EXPECT_EQ(Run.Last, (LaunchShape{256, 4})) << "the second is the fastest";
}

TEST(ShapeTuner, LaunchesThatAreNotHeardOfDelayNothing) {
  ShapeTuner Tuner({128, 32}, {}, false);
  const auto Exact = slope({256, 32}, 0.5);
  unsigned Launch = 0;
  for (; !Tuner.isSettled() && Launch < 5000; ++Launch) {
    const auto Trial = Tuner.next([](LaunchShape) { return true; });
    if (Launch % 11 == 0)
      Tuner.drop();
    Tuner.note(Trial.Number, Exact(Trial.Shape, Launch), Iterations);
  }
  EXPECT_TRUE(Tuner.isSettled());
  EXPECT_EQ(Tuner.best(), (LaunchShape{256, 32}));
}

} // namespace
} // namespace hetrt::cuda
