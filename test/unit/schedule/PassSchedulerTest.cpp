// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranges that each scheduler hands out, pass by pass, compared with hand-written expectations.
#include "Machines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Counts = std::vector<uint64_t>;

/// Runs passes with the same trip count; returns the iterations of each device in each pass.
std::vector<Counts> run(VirtualMachine &M, Scheduler &S, uint64_t Iterations, int Passes) {
  std::vector<Counts> All;
  for (int P = 0; P < Passes; ++P) {
    PassResult R = M.run(S, Iterations);
    EXPECT_EQ(R.Violation, "") << "pass " << P;
    All.push_back(R.Iterations);
  }
  return All;
}

} // namespace

//===-- static, cpu, gpu -----------------------------------------------------------------------------------------===//

TEST(Static, FollowsTheDeviceModelForEver) {
  auto M = machine({core(), core(), accelerator(1e-3, 6)});
  auto S = make("static");
  EXPECT_EQ(run(M, *S, 80, 3), (std::vector<Counts>(3, {10, 10, 60})));
}

TEST(Static, SharesAreContiguousInDeviceOrder) {
  auto M = machine({core(), core(), accelerator(1e-3, 6)});
  auto S = make("static");
  PassResult R = M.run(*S, 80);
  EXPECT_EQ(R.Ranges, (std::vector<std::vector<Range>>{{{0, 10}}, {{10, 20}}, {{20, 80}}}));
}

TEST(Static, RatioIsTheShareOfAllCoresTogether) {
  auto M = machine({core(), core(), accelerator(1e-3, 3), accelerator(1e-3, 1)});
  auto S = make("static", {.Ratio = .2});
  EXPECT_EQ(run(M, *S, 1000, 2), (std::vector<Counts>(2, {100, 100, 600, 200})));
  S = make("static", {.Ratio = 0});
  EXPECT_EQ(run(M, *S, 1000, 1), (std::vector<Counts>{{0, 0, 750, 250}}));
  S = make("static", {.Ratio = 1});
  EXPECT_EQ(run(M, *S, 1000, 1), (std::vector<Counts>{{500, 500, 0, 0}}));
}

TEST(Static, RatioMeansNothingWithOneKindOnly) {
  auto Cores = machine({core(), core()});
  EXPECT_EQ(run(Cores, *make("static", {.Ratio = .1}), 10, 1)[0], (Counts{5, 5}));
  auto Accelerators = machine({accelerator(1, 1), accelerator(1, 3)});
  EXPECT_EQ(run(Accelerators, *make("static", {.Ratio = .9}), 8, 1)[0], (Counts{2, 6}));
}

TEST(Static, IgnoresMeasurements) {
  auto M = machine({core(1e-3), core(1e-1)});
  EXPECT_EQ(run(M, *make("static"), 100, 6), (std::vector<Counts>(6, {50, 50})));
}

TEST(OneKind, UsesThatKindOnly) {
  auto M = machine({core(), accelerator(1e-3, 1), core(), accelerator(1e-3, 3)});
  EXPECT_EQ(run(M, *make("cpu"), 100, 2), (std::vector<Counts>(2, {50, 0, 50, 0})));
  EXPECT_EQ(run(M, *make("gpu"), 100, 2), (std::vector<Counts>(2, {0, 25, 0, 75})));
}

TEST(OneKind, OthersRunTheRegionWhereThatKindIsAbsent) {
  auto Cores = machine({core(), core()});
  EXPECT_EQ(run(Cores, *make("gpu"), 100, 1)[0], (Counts{50, 50}));
  auto Accelerators = machine({accelerator(1, 1), accelerator(1, 3)});
  EXPECT_EQ(run(Accelerators, *make("cpu"), 100, 1)[0], (Counts{25, 75}));
}

TEST(OneKind, TheOtherKindIsDoneAtOnceWhereItCannotBeNeeded) {
  auto S = make("cpu");
  DeviceModel Models[] = {{}, {.Kind = ProcessorKind::Accelerator}};
  S->beginPass(10, Models);
  EXPECT_EQ(S->next(1).What, Answer::Done);
  S = make("gpu");
  S->beginPass(10, Models);
  EXPECT_EQ(S->next(0).What, Answer::Wait); // the accelerator may still fail
  Assignment A = S->next(1);
  S->finished(1, A.Share, 1);
  EXPECT_EQ(S->next(0).What, Answer::Done);
}

//===-- adaptive -------------------------------------------------------------------------------------------------===//

TEST(Adaptive, EqualisesTimesAfterOnePass) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 3), (std::vector<Counts>{{500, 500}, {200, 800}, {200, 800}}));
}

TEST(Adaptive, FirstPassFollowsRatioAndLaterOnesMeasurements) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  EXPECT_EQ(run(M, *make("adaptive", {.Ratio = .9}), 1000, 2), (std::vector<Counts>{{900, 100}, {200, 800}}));
}

TEST(Adaptive, AKindThatDidNothingYetIsJudgedByTheModel) {
  auto M = machine({core(4e-3), accelerator(1e-3, 2)});
  // With ratio 0 the core is not measured at first, and counts as half as fast as the accelerator; then it is measured.
  auto All = run(M, *make("adaptive", {.Ratio = 0}), 900, 3);
  EXPECT_EQ(All[0], (Counts{0, 900}));
  // The current split is replaced only if that pays: it takes 900 ms, the new one 600 ms.
  EXPECT_EQ(All[1], (Counts{300, 600}));
  EXPECT_EQ(All[2], (Counts{180, 720}));
}

TEST(Adaptive, UnequalCoresAreTold) {
  auto M = machine({core(1e-3), core(3e-3)});
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 3), (std::vector<Counts>{{500, 500}, {750, 250}, {750, 250}}));
}

TEST(Adaptive, SmallDifferencesBetweenCoresTakeThreePasses) {
  auto M = machine({core(1.0e-3), core(1.2e-3)});
  auto All = run(M, *make("adaptive"), 1100, 5);
  EXPECT_EQ(All[0], (Counts{550, 550}));
  EXPECT_EQ(All[2], (Counts{550, 550}));
  EXPECT_EQ(All[3], (Counts{600, 500}));
  EXPECT_EQ(All[4], (Counts{600, 500}));
}

TEST(Adaptive, DifferencesBelowTheThresholdAreLeftAlone) {
  auto M = machine({core(1.00e-3), core(1.04e-3)});
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 10), (std::vector<Counts>(10, {500, 500})));
}

TEST(Adaptive, GainsTooSmallToMeasureAreLeftAlone) {
  auto M = machine({core(1e-9), core(3e-9)}); // 1.5 us with the equal split, 0.75 us with the best one
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 5), (std::vector<Counts>(5, {500, 500})));
}

TEST(Adaptive, OneOutlierPassDoesNotDisturb) {
  for (double Factor : {1.3, 2.0, 10.0}) {
    VirtualDevice Disturbed = core();
    Disturbed.Seconds = [=](Range R, unsigned Pass) {
      return 1e-3 * static_cast<double>(R.size()) * (Pass == 5 ? Factor : 1);
    };
    auto M = machine({core(), Disturbed, core()});
    EXPECT_EQ(run(M, *make("adaptive"), 300, 12), (std::vector<Counts>(12, {100, 100, 100}))) << Factor;
  }
}

TEST(Adaptive, AnOutlierInTheFirstPassFadesAndALargeOneIsForgotten) {
  for (double Factor : {1.2, 2.0, 10.0}) {
    VirtualDevice Disturbed = core();
    Disturbed.Seconds = [=](Range R, unsigned Pass) {
      return 1e-3 * static_cast<double>(R.size()) * (Pass == 0 ? Factor : 1);
    };
    auto M = machine({core(), Disturbed, core()});
    auto All = run(M, *make("adaptive"), 300, 14);
    for (size_t P = 2; P < All.size(); ++P)
      for (uint64_t Count : All[P])
        EXPECT_NEAR(static_cast<double>(Count), 100, Factor >= 2 ? 0 : P < 10 ? 5 : 3) << Factor << " pass " << P;
  }
}

namespace {

/// Two cores with caches: rows that another core computed last, in any loop, take a core five times as long. In the
/// first round one of the cores is slowed down by something else.
class TwoCaches {
public:
  /// Runs one pass of a loop over all rows.
  Counts pass(Scheduler &Loop) {
    Now = {};
    auto M = machine({cached(0), cached(1)});
    const Counts Had = run(M, Loop, 1000, 1).front();
    Last = Now;
    Disturbed = false;
    return Had;
  }

private:
  VirtualDevice cached(size_t Which) {
    VirtualDevice Core = core();
    Core.Seconds = [this, Which](Range R, unsigned) {
      Now[Which] = R;
      const uint64_t First = std::max(R.First, Last[Which].First), End = std::min(R.Last, Last[Which].Last);
      const uint64_t Kept = End > First ? End - First : 0;
      const double Seconds = 1e-3 * static_cast<double>(Kept) + 5e-3 * static_cast<double>(R.size() - Kept);
      return Disturbed && Which == 1 ? 3 * Seconds : Seconds;
    };
    return Core;
  }

  std::array<Range, 2> Last, Now;
  bool Disturbed = true;
};

} // namespace

TEST(Adaptive, CoresDoNotHandEachOtherTheSameIterationsForEver) {
  TwoCaches Cores;
  const auto Loop = make("adaptive");
  for (unsigned P = 0; P < 12; ++P) {
    const Counts Had = Cores.pass(*Loop);
    EXPECT_TRUE(P < 6 || Had == (Counts{500, 500})) << P;
  }
}

TEST(Adaptive, LoopsOverTheSameRowsDoNotEither) {
  TwoCaches Cores;
  const std::unique_ptr<Scheduler> Loops[] = {make("adaptive"), make("adaptive"), make("adaptive")};
  unsigned Uneven = 0;
  for (unsigned P = 0; P < 100; ++P)
    for (const auto &Loop : Loops)
      Uneven += Cores.pass(*Loop) != Counts{500, 500};
  EXPECT_LE(Uneven, 30u) << "of 300 passes";
}

TEST(Adaptive, AStepChangeIsFollowed) {
  VirtualDevice Loaded = core();
  Loaded.Seconds = [](Range R, unsigned Pass) { return (Pass < 10 ? 1e-3 : 3e-3) * static_cast<double>(R.size()); };
  auto M = machine({core(), Loaded});
  auto All = run(M, *make("adaptive"), 1000, 20);
  EXPECT_EQ(All[9], (Counts{500, 500}));
  for (size_t P = 14; P < All.size(); ++P)
    EXPECT_EQ(All[P], (Counts{750, 250})) << P;
}

TEST(Adaptive, HelmholtzApproachesTheCpuAsInThePapers) {
  // [D14] table 2.1: 8 cores take 1.18 s for 50 passes of 4000 rows, the GPU 7.22 s, most of which is a fixed cost.
  double Core = 8 * 1.18 / 50 / 4000, Gpu = 7.22 / 50;
  std::vector<VirtualDevice> Devices(7, core(Core));
  Devices.push_back(accelerator(.5 * Gpu / 4000, 7 * (3608. / 392), .5 * Gpu));
  auto M = machine(Devices);
  auto All = run(M, *make("adaptive", {.BackOffPasses = 0}), 4000, 8);
  uint64_t Before = 0;
  for (size_t P = 0; P < All.size(); ++P) {
    uint64_t Cpu = 4000 - All[P].back();
    EXPECT_GE(Cpu, Before) << P;
    Before = Cpu;
  }
  EXPECT_NEAR(static_cast<double>(4000 - All[0].back()), 392, 8);
  EXPECT_GT(4000 - All[1].back(), 2500u);
  EXPECT_GT(4000 - All[2].back(), 3600u);
  EXPECT_GT(4000 - All[5].back(), 3990u);
}

TEST(Adaptive, MemoryLimitHolds) {
  auto M = machine({core(), core(), accelerator(1e-4, 8)});
  M.Devices[2].Model.MemoryLimitIterations = 300;
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 3), (std::vector<Counts>(3, {350, 350, 300})));
  M.Devices[2].Model.MemoryLimitIterations = 500; // as if memory had been freed
  EXPECT_EQ(run(M, *make("adaptive"), 1000, 1)[0], (Counts{250, 250, 500}));
}

TEST(Adaptive, MoreIterationsThanAllMemoriesHoldAreDoneInPieces) {
  auto M = machine({accelerator(1e-4, 8), accelerator(1e-4, 8)});
  for (VirtualDevice &D : M.Devices)
    D.Model.MemoryLimitIterations = 30;
  auto S = make("adaptive");
  for (int Pass = 0; Pass < 3; ++Pass) {
    PassResult R = M.run(*S, 1000);
    EXPECT_EQ(R.Violation, "");
    for (auto &Ranges : R.Ranges)
      for (Range Piece : Ranges)
        EXPECT_LE(Piece.size(), 30u);
  }
}

TEST(Adaptive, NumberOfDevicesMayChange) {
  auto Both = machine({core(4e-3), accelerator(1e-3, 1), core(4e-3)});
  Both.Devices[0].Model.Id = 7;
  Both.Devices[1].Model.Id = 100;
  Both.Devices[2].Model.Id = 8;
  auto Fewer = machine({Both.Devices[1], Both.Devices[0]});
  auto S = make("adaptive");
  run(Both, *S, 1200, 2);
  EXPECT_EQ(run(Fewer, *S, 1000, 1)[0], (Counts{800, 200}));     // measurements belong to the device's id
  EXPECT_EQ(run(Both, *S, 1200, 1)[0], (Counts{200, 800, 200})); // measurements are kept while the device is not listed
  Both.Devices.push_back(core(4e-3));                            // a new device counts like others of its kind
  Both.Devices.back().Model.Id = 9;
  EXPECT_EQ(run(Both, *S, 1400, 1)[0], (Counts{200, 800, 200, 200}));
}

TEST(Adaptive, AnIdThatNamesAnotherKindStartsAfresh) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  auto S = make("adaptive");
  run(M, *S, 1000, 2);
  M.Devices[1] = core(1e-3);
  EXPECT_EQ(run(M, *S, 1000, 1)[0], (Counts{500, 500})); // a new core counts like the other core
}

TEST(Adaptive, TripCountMayChange) {
  auto M = machine({core(3e-3), accelerator(1e-3, 1)});
  auto S = make("adaptive");
  run(M, *S, 1000, 2);
  EXPECT_EQ(run(M, *S, 8, 1)[0], (Counts{2, 6}));
  EXPECT_EQ(run(M, *S, 0, 1)[0], (Counts{0, 0}));
  EXPECT_EQ(run(M, *S, 1, 1)[0], (Counts{0, 1}));
  EXPECT_EQ(run(M, *S, 400, 1)[0], (Counts{100, 300}));
}

//===-- split, quick ---------------------------------------------------------------------------------------------===//

TEST(Split, BalancesEverySubpass) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  auto S = make("split", {.Div = 4});
  PassResult R = M.run(*S, 400);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Ranges[0], (std::vector<Range>{{0, 50}, {100, 120}, {200, 220}, {300, 320}}));
  EXPECT_EQ(R.Ranges[1], (std::vector<Range>{{50, 100}, {120, 200}, {220, 300}, {320, 400}}));
}

TEST(Split, SubpassesAreEqualToWithinOne) {
  auto M = machine({core()});
  auto S = make("split", {.Div = 4});
  EXPECT_EQ(M.run(*S, 10).Ranges[0], (std::vector<Range>{{0, 3}, {3, 6}, {6, 8}, {8, 10}}));
  EXPECT_EQ(M.run(*S, 2).Ranges[0], (std::vector<Range>{{0, 1}, {1, 2}}));
  EXPECT_EQ(M.run(*S, 0).Ranges[0], (std::vector<Range>{}));
}

TEST(Split, DevicesWaitForTheSubpass) {
  auto S = make("split", {.Div = 2});
  DeviceModel Models[] = {{}, {}};
  S->beginPass(8, Models);
  EXPECT_TRUE(S->shares().empty());
  EXPECT_EQ(S->next(0).Share, (Range{0, 2}));
  S->finished(0, {0, 2}, 1);
  EXPECT_EQ(S->next(0).What, Answer::Wait);
  EXPECT_EQ(S->next(1).Share, (Range{2, 4}));
  EXPECT_EQ(S->next(0).What, Answer::Wait);
  S->finished(1, {2, 4}, 1);
  EXPECT_EQ(S->next(1).Share, (Range{6, 8}));
  EXPECT_EQ(S->next(0).Share, (Range{4, 6}));
  S->finished(0, {4, 6}, 1);
  S->finished(1, {6, 8}, 1);
  EXPECT_EQ(S->next(0).What, Answer::Done);
  EXPECT_EQ(S->endPass(), 0u);
}

TEST(Split, FollowsATriangularLoopBetterThanAdaptive) {
  // Iteration i of n costs n - i; the accelerator is four times as fast as a core.
  constexpr uint64_t N = 2000;
  auto Work = [](Range R) {
    auto Sum = [](uint64_t I) { return static_cast<double>(I) * (2. * N - static_cast<double>(I)) / 2; };
    return Sum(R.Last) - Sum(R.First);
  };
  auto Device = [&](VirtualDevice D, double Rate) {
    D.Seconds = [=](Range R, unsigned) { return Work(R) * Rate; };
    return D;
  };
  auto M = machine({Device(core(), 4e-6), Device(core(), 4e-6), Device(accelerator(1, 1), 1e-6)});
  double Ideal = Work({0, N}) / (1 / 4e-6 + 1 / 4e-6 + 1 / 1e-6);
  PassResult First = M.run(*make("split", {.Div = 20}), N);
  EXPECT_LT(First.Seconds, 1.15 * Ideal);
  EXPECT_LT(First.Seconds, M.run(*make("adaptive"), N).Seconds);
}

TEST(Quick, TrainsOnAPartOfTheFirstPass) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  auto S = make("quick", {.Div = 10});
  PassResult First = M.run(*S, 1000);
  EXPECT_EQ(First.Violation, "");
  EXPECT_EQ(First.Ranges[0], (std::vector<Range>{{0, 50}, {100, 280}}));
  EXPECT_EQ(First.Ranges[1], (std::vector<Range>{{50, 100}, {280, 1000}}));
  EXPECT_EQ(M.run(*S, 1000).Ranges[0], (std::vector<Range>{{0, 200}}));
}

TEST(Quick, APassWithoutIterationsIsNotTheFirst) {
  auto M = machine({core(4e-3), accelerator(1e-3, 1)});
  auto S = make("quick", {.Div = 10});
  M.run(*S, 0);
  EXPECT_EQ(M.run(*S, 1000).Ranges[0].size(), 2u);
  EXPECT_EQ(M.run(*S, 1000).Ranges[0].size(), 1u);
}

TEST(Quick, TrainsOnAtLeastOneIteration) {
  auto M = machine({core(), core()});
  PassResult R = M.run(*make("quick", {.Div = 100}), 3);
  EXPECT_EQ(R.Violation, "");
}

//===-- The fast path --------------------------------------------------------------------------------------------===//

TEST(Shares, AreTheWholeSplit) {
  auto S = make("adaptive");
  DeviceModel Models[] = {{}, {}, {.Kind = ProcessorKind::Accelerator, .SimdWidth = 2}};
  EXPECT_TRUE(S->shares().empty());
  S->beginPass(8, Models);
  auto Shares = S->shares();
  EXPECT_EQ(std::vector(Shares.begin(), Shares.end()), (std::vector<Range>{{0, 2}, {2, 4}, {4, 8}}));
  S->endPass();
  EXPECT_TRUE(S->shares().empty());
}

TEST(Shares, ReportsAloneSufficeOnCores) {
  auto S = make("adaptive");
  DeviceModel Models[] = {{}, {}};
  for (int Pass = 0; Pass < 3; ++Pass) {
    S->beginPass(1000, Models);
    auto Shares = S->shares();
    ASSERT_EQ(Shares.size(), 2u);
    for (unsigned J = 0; J < 2; ++J)
      S->finished(J, Shares[J], 1e-3 * static_cast<double>(Shares[J].size()) * (J ? 3 : 1));
    if (Pass > 0) {
      EXPECT_EQ(Shares[0].size(), 750u);
    }
    EXPECT_EQ(S->endPass(), 0u);
  }
}

TEST(Shares, MixWithCallsOfNext) {
  auto M = machine({core(4e-3), core(4e-3), accelerator(1e-3, 1)});
  M.UseShares = true;
  EXPECT_EQ(run(M, *make("adaptive"), 600, 2)[1], (Counts{100, 100, 400}));
}

TEST(Shares, AreEmptyWhereTheyAreNotEverything) {
  DeviceModel Cores[] = {{}, {}};
  auto S = make("quick");
  S->beginPass(100, Cores);
  EXPECT_TRUE(S->shares().empty());
  DeviceModel Small[] = {{.Kind = ProcessorKind::Accelerator, .MemoryLimitIterations = 10}};
  S = make("adaptive");
  S->beginPass(100, Small);
  EXPECT_TRUE(S->shares().empty());
}

TEST(MinimumShare, AnAcceleratorGetsAsMuchOrNothing) {
  // The split by speed would be 9 : 1. With a quarter on the accelerator the pass would take 2.75 times as long, so it
  // gets nothing; a minimum of a twentieth does not matter.
  for (auto [Least, OnAccelerator] : {std::pair{0.25, uint64_t{0}}, {0.05, uint64_t{100}}, {0., uint64_t{100}}}) {
    auto M = machine({core(1e-3), accelerator(9e-3)});
    auto S = make("adaptive", {.MinimumShare = Least, .BackOffPasses = 0, .RetryPasses = 0});
    EXPECT_EQ(run(M, *S, 1000, 6).back(), (Counts{1000 - OnAccelerator, OnAccelerator})) << Least;
  }
}

TEST(MinimumShare, IsWorthAWaitWhereNothingElseHelps) {
  // Three cores and an accelerator as fast as one core: a share of a third, not a quarter, is better than none.
  auto M = machine({core(), core(), core(), accelerator(1e-3)});
  auto S = make("adaptive", {.MinimumShare = 0.3, .BackOffPasses = 0, .RetryPasses = 0});
  EXPECT_EQ(run(M, *S, 3000, 6).back().back(), 900u);
}

TEST(MinimumShare, IsAFraction) {
  EXPECT_NE(checkOptions({.MinimumShare = -0.1}), "");
  EXPECT_NE(checkOptions({.MinimumShare = 1.1}), "");
  EXPECT_NE(checkOptions({.MinimumShare = NAN}), "");
}
