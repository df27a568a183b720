// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `auto` and `guided` in virtual time: how close they come to the ideal time, and the reasons that they report.
#include "Schedule/Registry.h"
#include "Simulation/VirtualMachine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

using namespace hetrt;

namespace {

/// A random factor with mean 1 and about this relative deviation; the same for the same range, pass and seed.
double noiseFactor(double Deviation, Range R, unsigned Pass, uint64_t Seed) {
  std::seed_seq Sequence{R.First, R.Last, uint64_t{Pass}, Seed};
  std::minstd_rand Random(Sequence);
  return std::max(0.2, std::normal_distribution<double>(1, Deviation)(Random));
}

/// A loop on a machine with 8 cores. Each accelerator that is not given up takes one core for its host thread.
struct Loop {
  double AllCores = 1;    ///< seconds of a pass on the cores alone
  double Accelerator = 1; ///< seconds of a pass on one accelerator alone
  uint64_t Iterations = 100'000;
  double Launch = 20e-6;
  double Noise = 0.1;
  bool Triangular = false; ///< iteration i of n does n - i of work
  double SimdWidth = 56;
};

class Machine {
public:
  static constexpr unsigned AllCores = 8;

  Machine(Loop Given, std::string_view Scheduler, unsigned Accelerators = 1, uint64_t Seed = 1,
          ScheduleOptions Options = {})
      : L(Given), S(findScheduler(Scheduler)->Create(Options)), Accelerators(Accelerators), Seed(Seed) {}

  double pass() {
    unsigned Cores = AllCores;
    for (unsigned A = 0; A < Accelerators; ++A)
      Cores -= !GivenUp[A];
    M.Devices.clear();
    for (unsigned J = 0; J < Cores; ++J)
      M.Devices.push_back(device(J, VirtualDevice::core(1), L.AllCores * AllCores, 0));
    for (unsigned A = 0; A < Accelerators; ++A)
      M.Devices.push_back(device(1000 + A, VirtualDevice::accelerator(1, L.SimdWidth), L.Accelerator, L.Launch));
    PassResult R = M.run(*S, L.Iterations);
    EXPECT_EQ(R.Violation, "");
    for (unsigned A = 0; A < Accelerators; ++A)
      GivenUp[A] = S->givenUp(Cores + A);
    Last = R;
    return R.Seconds;
  }

  double passes(int Count) {
    double Sum = 0;
    for (int I = 0; I < Count; ++I)
      Sum += pass();
    return Sum;
  }

  /// The ideal time, 1 / (sum of speeds), of the accelerators and the cores that are not host threads.
  double ideal() const {
    double Cores = (AllCores - Accelerators) / (L.AllCores * AllCores);
    return 1 / (Cores + Accelerators / L.Accelerator);
  }

  std::string reason() const { return std::string(S->reason()); }
  bool givenUp(unsigned A) const { return GivenUp[A]; }
  const PassResult &last() const { return Last; }

  Loop L;

private:
  VirtualDevice device(uint32_t Id, VirtualDevice D, double SecondsAlone, double Fixed) const {
    D.Model.Id = Id;
    D.Seconds = [Loop = L, Own = Seed * 7919 + Id, SecondsAlone, Fixed](Range R, unsigned Pass) {
      auto N = static_cast<double>(Loop.Iterations), A = static_cast<double>(R.First), B = static_cast<double>(R.Last);
      double Part = Loop.Triangular ? 2 * ((B - A) / N - (B * B - A * A) / (2 * N * N)) : (B - A) / N;
      double Factor = Loop.Noise > 0 ? noiseFactor(Loop.Noise, R, Pass, Own) : 1;
      return Fixed + SecondsAlone * Part * Factor;
    };
    return D;
  }

  std::unique_ptr<Scheduler> S;
  unsigned Accelerators;
  uint64_t Seed;
  VirtualMachine M;
  bool GivenUp[AllCores] = {};
  PassResult Last;
};

double percentile95(std::vector<double> Values) {
  std::ranges::sort(Values);
  return Values[Values.size() * 95 / 100];
}

} // namespace

//===-- Loops that run once --------------------------------------------------------------------------------------===//

TEST(Auto, ALoopThatRunsOnceIsNearTheIdeal) {
  for (double Ratio : {.1, .2, .5, 1., 2., 5., 10., 20., 50., 100., 200.})
    for (unsigned Accelerators : {1u, 4u}) {
      std::vector<double> OverIdeal;
      for (uint64_t Seed = 0; Seed < 40; ++Seed) {
        Loop L = {.AllCores = 10, .Accelerator = 10 * Accelerators / Ratio, .Iterations = 1'000'000};
        Machine M(L, "auto", Accelerators, Seed);
        OverIdeal.push_back(M.pass() / M.ideal());
      }
      EXPECT_LE(percentile95(OverIdeal), 1.15) << Ratio << " times all cores, in " << Accelerators << " accelerators";
    }
}

TEST(Auto, ATriangularLoopThatRunsOnceIsNearTheIdeal) {
  for (double Ratio : {.2, 1., 5., 30.}) {
    std::vector<double> OverIdeal;
    for (uint64_t Seed = 0; Seed < 40; ++Seed) {
      Loop L = {.AllCores = 10, .Accelerator = 10 / Ratio, .Iterations = 1'000'000, .Triangular = true};
      Machine M(L, "auto", 1, Seed);
      OverIdeal.push_back(M.pass() / M.ideal());
    }
    EXPECT_LE(percentile95(OverIdeal), 1.3) << Ratio;
  }
}

TEST(Auto, CoresAloneBalanceATriangularLoopThatRunsOnce) {
  Machine M({.AllCores = 1, .Triangular = true}, "auto", 0);
  EXPECT_LE(M.pass() / M.ideal(), 1.05);
}

TEST(Auto, ACoreLeavesTheRestToAnAcceleratorThatWillAsk) {
  auto S = findScheduler("auto")->Create({});
  DeviceModel Models[] = {{}, {.Kind = ProcessorKind::Accelerator, .SimdWidth = 56}};
  S->beginPass(4096, Models);
  Assignment OfCore = S->next(0);
  for (int Piece = 0; Piece < 3; ++Piece) {
    Assignment A = S->next(1);
    ASSERT_EQ(A.What, Answer::Run);
    S->finished(1, A.Share, 1e-4 * static_cast<double>(A.Share.size()));
  }
  // The accelerator gets no range now, although it would finish the rest long before the core finishes one iteration.
  S->finished(0, OfCore.Share, 1);
  EXPECT_EQ(S->next(0).What, Answer::Wait);
  EXPECT_EQ(S->next(1).What, Answer::Run);
}

TEST(Auto, CoresThatTookTheEndOfATriangularLoopAreNotTakenForFast) {
  for (const char *Name : {"guided", "auto"})
    for (uint64_t Seed = 0; Seed < 10; ++Seed) {
      Loop L = {.AllCores = 150, .Accelerator = 1.5, .Iterations = 4000, .Launch = .02, .Triangular = true};
      Machine M(L, Name, 4, Seed);
      double OneIteration = L.AllCores * Machine::AllCores * 2 / static_cast<double>(L.Iterations);
      for (int P = 0; P < 12; ++P)
        EXPECT_LE(M.pass(), 3 * (M.ideal() + OneIteration)) << Name << ", seed " << Seed << ", pass " << P;
    }
}

TEST(Auto, FullCopiesOfTheFirstPieceAreNotTakenForSlowness) {
  // Each accelerator copies an array in full before its first piece of a pass: a tenth of the time of the pass.
  VirtualMachine M;
  constexpr double FullCopy = .1, PerIteration = 1e-3;
  for (int A = 0; A < 4; ++A) {
    VirtualDevice D = VirtualDevice::accelerator(PerIteration);
    D.Seconds = [Last = ~0u, Factor = 1 + .02 * A](Range Part, unsigned Pass) mutable {
      bool First = std::exchange(Last, Pass) != Pass;
      return (First ? FullCopy : 0) + Factor * PerIteration * static_cast<double>(Part.size());
    };
    M.Devices.push_back(D);
  }
  auto S = findScheduler("auto")->Create({});
  double Ideal = FullCopy + 4000 * PerIteration / 4 * 1.03;
  for (int P = 0; P < 4; ++P) {
    PassResult R = M.run(*S, 4000);
    EXPECT_EQ(R.Violation, "");
    EXPECT_LE(R.Seconds, (P == 0 ? 1.15 : 1.05) * Ideal) << "pass " << P;
  }
}

TEST(Auto, AnAcceleratorThatComesLateDelaysNobody) {
  // The accelerator's thread is still starting when the cores ask; the thread asks when half of the iterations are
  // done.
  auto S = findScheduler("auto")->Create({});
  DeviceModel Models[] = {{}, {}, {.Kind = ProcessorKind::Accelerator, .SimdWidth = 56}};
  S->beginPass(1000, Models);
  uint64_t Done = 0;
  while (Done < 500)
    for (unsigned J = 0; J < 2; ++J) {
      Assignment A = S->next(J);
      ASSERT_EQ(A.What, Answer::Run);
      S->finished(J, A.Share, 1e-3 * static_cast<double>(A.Share.size()));
      Done += A.Share.size();
    }
  EXPECT_EQ(S->next(2).What, Answer::Run);
}

//===-- Loops that run often -------------------------------------------------------------------------------------===//

TEST(Auto, IsNeverMuchSlowerThanOneKindAlone) {
  for (double Ratio : {.02, .1, .3, 1., 3., 10., 30., 100.})
    for (uint64_t Iterations : {uint64_t{8192}, uint64_t{200'000}}) {
      Loop L = {.AllCores = 1, .Accelerator = 1 / Ratio, .Iterations = Iterations};
      double Auto = 0, Cpu = 0, Gpu = 0;
      for (uint64_t Seed = 0; Seed < 10; ++Seed) {
        Auto += Machine(L, "auto", 1, Seed).passes(20);
        Cpu += Machine(L, "cpu", 0, Seed).passes(20);
        Gpu += Machine(L, "gpu", 1, Seed).passes(20);
      }
      EXPECT_LE(Auto, 1.02 * std::min(Cpu, Gpu)) << Ratio << " times all cores, " << Iterations << " iterations";
    }
}

TEST(Auto, ExploresForThreePassesAndATwentiethOfTheTimeAtMost) {
  for (double Ratio : {.02, .1, .3, 1., 3., 10., 30., 100.}) {
    Machine M({.AllCores = 1, .Accelerator = 1 / Ratio, .Iterations = 50'000, .Noise = 0}, "auto");
    std::vector<double> Seconds;
    for (int P = 0; P < 20; ++P)
      Seconds.push_back(M.pass());
    const double Steady = Seconds.back();
    double Explored = 0, All = 0;
    int Passes = 0;
    for (double Each : Seconds) {
      All += Each;
      Explored += std::max(0., Each - Steady);
      Passes += Each > 1.1 * Steady;
    }
    EXPECT_LE(Passes, 3) << Ratio;
    EXPECT_LE(Explored, .05 * All) << Ratio;
  }
}

TEST(Auto, IsEfficient) {
  double Sum = 0;
  int Cases = 0;
  for (double Ratio : {.16, .5, 1., 2., 5., 12., 30., 100.}) {
    double Seconds = 0, Ideal = 0;
    for (uint64_t Seed = 0; Seed < 10; ++Seed) {
      Machine M({.AllCores = 1, .Accelerator = 1 / Ratio, .Iterations = 8192}, "auto", 1, Seed);
      Seconds += M.passes(20);
      Ideal += 20 * M.ideal();
    }
    double Efficiency = Ideal / Seconds;
    EXPECT_GE(Efficiency, .93) << Ratio;
    Sum += Efficiency;
    ++Cases;
  }
  EXPECT_GE(Sum / Cases, .95);
}

TEST(Auto, TriangularLoopsAreWithinFivePercentOfTheBestScheduler) {
  for (double Ratio : {.3, 2., 10., 96.}) {
    Loop L = {.AllCores = 1, .Accelerator = 1 / Ratio, .Iterations = 20'000, .Triangular = true};
    double Best = INFINITY, Auto = 0;
    std::string_view Who;
    for (const SchedulerDescriptor *D : allSchedulers()) {
      double Sum = 0;
      for (uint64_t Seed = 0; Seed < 10; ++Seed)
        Sum += Machine(L, D->Name, 1, Seed).passes(10);
      if (D->Name == "auto")
        Auto = Sum;
      else if (Sum < Best)
        Best = Sum, Who = D->Name;
    }
    EXPECT_LE(Auto, 1.05 * Best) << Ratio << " best is " << Who;
  }
}

TEST(Auto, ShortPassesAreNotCutToPieces) {
  // A pass takes 50 us on four accelerators and four cores; a launch takes 20 us.
  Loop L = {.AllCores = 200e-6, .Accelerator = 250e-6, .Iterations = 1024};
  Machine Auto(L, "auto", 4), Adaptive(L, "adaptive", 4);
  Auto.passes(3);
  Adaptive.passes(3);
  EXPECT_LE(Auto.passes(50), 1.08 * Adaptive.passes(50));
}

TEST(Auto, GivesUpWhatIsNotWorthItsHostThread) {
  Machine M({.AllCores = 1, .Accelerator = 20}, "auto");
  M.passes(4);
  EXPECT_TRUE(M.givenUp(0));
  EXPECT_LE(M.passes(10), 10 * 1.05);
}

TEST(Auto, GivesUpAnAcceleratorWhoseLaunchTakesLongerThanThePass) {
  Machine M({.AllCores = 1e-3, .Accelerator = 1e-4, .Iterations = 4000, .Launch = 20e-3, .Noise = 0}, "auto");
  M.passes(4);
  EXPECT_TRUE(M.givenUp(0));
}

TEST(Auto, LeavesCoresOutThatWouldBeLate) {
  Machine M({.AllCores = 300, .Accelerator = 3, .Iterations = 8192}, "auto");
  M.passes(2);
  EXPECT_EQ(M.last().Iterations.back(), 8192u);
  EXPECT_TRUE(M.reason().starts_with("accelerators only: cores would do 0.")) << M.reason();
}

TEST(Auto, TakesCoresBackWhenTheAcceleratorSlowsDown) {
  Machine M({.AllCores = 300, .Accelerator = 3, .Iterations = 8192, .Noise = 0}, "auto");
  M.passes(4);
  M.L.Accelerator = 300;
  M.passes(5);
  EXPECT_LE(M.pass(), 1.05 * M.ideal());
}

TEST(Auto, OneRangeEachWhereNothingVaries) {
  Machine M({.AllCores = 1e-2, .Noise = 0}, "auto", 0);
  M.passes(5);
  for (const auto &Ranges : M.last().Ranges)
    EXPECT_EQ(Ranges.size(), 1u);
  EXPECT_TRUE(M.reason().starts_with("one range each")) << M.reason();
}

TEST(Auto, ShrinkingPiecesWhereMeasurementsVary) {
  Machine M({.AllCores = 1, .Accelerator = 1}, "auto");
  M.passes(6);
  EXPECT_TRUE(M.reason().starts_with("shrinking pieces: one range each would take")) << M.reason();
  EXPECT_GT(M.last().Ranges[0].size(), 1u);
}

TEST(Auto, SaysThatItBeginsWithSmallPieces) {
  Machine M({}, "auto", 2);
  M.pass();
  EXPECT_EQ(M.reason(), "small pieces first: nothing is known of 2 accelerators");
}

TEST(Auto, SaysThatAnAcceleratorComesTooLate) {
  auto S = findScheduler("auto")->Create({});
  const DeviceModel Models[] = {{}, {.Kind = ProcessorKind::Accelerator, .Id = 1}};
  for (int Pass = 0; Pass < 3; ++Pass) {
    S->beginPass(100, Models);
    for (Assignment Next = S->next(0); Next.What == Answer::Run; Next = S->next(0))
      S->finished(0, Next.Share, 1e-6);
    EXPECT_EQ(S->endPass(), 0u);
  }
  EXPECT_EQ(S->reason(), "small pieces: 1 accelerator came when all was done, in every pass so far");
}

/// An accelerator may start up during the first pass. If it comes too late in later passes too, it is soon given up,
/// since passes that list it have to describe and plan their arrays.
TEST(Auto, GivesUpAnAcceleratorThatComesTooLate) {
  auto S = findScheduler("auto")->Create({.BackOffPasses = 2, .RetryPasses = 100});
  DeviceModel Models[] = {{}, {.Kind = ProcessorKind::Accelerator, .Id = 1}};
  unsigned Listed = 0;
  for (int Pass = 0; Pass < 1000; ++Pass) {
    Models[1].Usable = Pass == 0 || !S->givenUp(1);
    Listed += Models[1].Usable;
    S->beginPass(100, Models);
    for (Assignment Next = S->next(0); Next.What == Answer::Run; Next = S->next(0))
      S->finished(0, Next.Share, 1e-6);
    EXPECT_EQ(S->endPass(), 0u);
    if (Pass == 3 || Pass == 50) {
      EXPECT_TRUE(S->givenUp(1)) << Pass;
    }
  }
  EXPECT_LE(Listed, 60u);
}

/// A loop of a few thousand short iterations, whose trip count changes from pass to pass as in LULESH. Waking an
/// accelerator and waiting for it takes ten times as long as the loop.
TEST(Auto, ShortPassesOfManySizesAreTriedWithAnAcceleratorRarely) {
  constexpr unsigned Cores = 16, Steps = 60;
  constexpr double PerIteration = 1e-8, Gathering = 15e-6, Waking = 150e-6;
  std::vector<std::uint64_t> Sizes = {123,  457,  493,  2733, 1004, 896,  896, 3236,
                                      3236, 2435, 2435, 1198, 1198, 5980, 5980};
  Sizes.insert(Sizes.end(), 20, 8445);
  auto S = findScheduler("auto")->Create({.BackOffPasses = 2, .RetryPasses = 100});
  std::vector<DeviceModel> Models(Cores);
  Models.push_back({.Kind = ProcessorKind::Accelerator, .SimdWidth = 500, .TakesCore = true, .Id = 1000});
  unsigned With = 0, Passes = 0;
  bool WasListed = false;
  for (unsigned Step = 0; Step < Steps; ++Step)
    for (const std::uint64_t Size : Sizes) {
      const bool Listed = Models[Cores].Usable = !S->givenUp(Cores);
      With += Listed;
      ++Passes;
      S->beginPass(Size, Models);
      // In the first of several passes that list it, the accelerator gets a piece; otherwise it comes when all is done.
      if (Listed && !WasListed) {
        const Assignment Piece = S->next(Cores);
        if (Piece.What == Answer::Run)
          S->finished(Cores, Piece.Share, 250e-6);
      }
      WasListed = Listed;
      for (bool Any = true; Any;) {
        Any = false;
        for (unsigned Core = 0; Core < Cores; ++Core)
          if (const Assignment Next = S->next(Core); Next.What == Answer::Run) {
            S->finished(Core, Next.Share, PerIteration * static_cast<double>(Next.Share.size()));
            Any = true;
          }
      }
      S->waited(Gathering + PerIteration * static_cast<double>(Size) / Cores + (Listed ? Waking : 0));
      ASSERT_EQ(S->endPass(), 0u);
    }
  EXPECT_LE(With, Passes / 50) << "of " << Passes;
}

/// With many cores, fetching pieces takes most of the time of a short pass. Only callers see that time, as waiting
/// beyond the devices' own time.
TEST(Auto, ShortPassesOnManyCoresAreCutIntoPiecesRarely) {
  constexpr unsigned Cores = 16, Passes = 3000;
  constexpr double PerIteration = 2e-8, Gathering = 15e-6, Contention = 130e-6;
  auto S = findScheduler("auto")->Create({});
  const std::vector<DeviceModel> Models(Cores);
  std::mt19937 Random(1);
  std::uniform_real_distribution<> Noise(0.7, 1.6);
  unsigned InPieces = 0;
  for (unsigned Pass = 0; Pass < Passes; ++Pass) {
    const std::uint64_t Size = Pass % 35 < 15 ? 100 * (1 + Pass % 15) : 8445;
    S->beginPass(Size, Models);
    const bool Pieces = S->shares().empty();
    InPieces += Pieces;
    std::array<double, Cores> Seconds{};
    for (bool Any = true; Any;) {
      Any = false;
      for (unsigned Core = 0; Core < Cores; ++Core)
        if (const Assignment Next = S->next(Core); Next.What == Answer::Run) {
          const double Took = Noise(Random) * PerIteration * static_cast<double>(Next.Share.size());
          S->finished(Core, Next.Share, Took);
          Seconds[Core] += Took;
          Any = true;
        }
    }
    S->waited(std::ranges::max(Seconds) + Noise(Random) * (Gathering + (Pieces ? Contention : 0)));
    ASSERT_EQ(S->endPass(), 0u);
  }
  EXPECT_LE(InPieces, Passes / 50);
}

TEST(Auto, AnEarlierRunSparesTheSmallPieces) {
  auto S = findScheduler("auto")->Create({});
  DeviceModel Models[] = {{.EarlierSecondsPerIteration = 4e-3},
                          {.Kind = ProcessorKind::Accelerator, .Id = 1, .EarlierSecondsPerIteration = 1e-3}};
  S->beginPass(1000, Models);
  EXPECT_GE(S->next(1).Share.size(), 200u);
}

//===-- Noise ----------------------------------------------------------------------------------------------------===//

TEST(Adaptive, UnderNoiseIsNearTheBestStaticSplitAfterTheTrainingPass) {
  constexpr int Passes = 20, Seeds = 100;
  for (double Ratio : {.3, 1., 5.}) {
    Loop L = {.AllCores = 1, .Accelerator = 1 / Ratio};
    auto Percentile = [&](auto Make) {
      std::vector<double> Seconds;
      for (uint64_t Seed = 0; Seed < Seeds; ++Seed) {
        Machine M = Make(Seed);
        M.pass();
        Seconds.push_back(M.passes(Passes - 1));
      }
      return percentile95(Seconds);
    };
    double Best = INFINITY;
    for (int Percent = 0; Percent <= 100; Percent += 2)
      Best = std::min(
          Best, Percentile([&](uint64_t Seed) { return Machine(L, "static", 1, Seed, {.Ratio = Percent / 100.}); }));
    EXPECT_LE(Percentile([&](uint64_t Seed) { return Machine(L, "adaptive", 1, Seed); }), 1.05 * Best) << Ratio;
  }
}

//===-- Pieces ---------------------------------------------------------------------------------------------------===//

TEST(Guided, ADeviceKeepsItsPlaceFromPassToPass) {
  Machine M({.AllCores = 1, .Accelerator = .5, .Noise = .03}, "guided");
  M.passes(5);
  auto Before = M.last();
  M.pass();
  for (size_t J = 0; J < Before.Ranges.size(); ++J) {
    double First = static_cast<double>(Before.Ranges[J].front().First);
    EXPECT_NEAR(static_cast<double>(M.last().Ranges[J].front().First), First, 3000);
  }
}

TEST(Guided, PiecesShrink) {
  Machine M({.AllCores = 1, .Accelerator = .5}, "guided");
  M.passes(3);
  for (const auto &Ranges : M.last().Ranges)
    EXPECT_EQ(std::ranges::max(Ranges, {}, &Range::size), Ranges.front());
}

TEST(Guided, ALoadedCoreIsHelped) {
  // One of four cores becomes slow in pass 10; the others take over part of its share in the same pass.
  VirtualMachine M;
  for (int J = 0; J < 4; ++J) {
    VirtualDevice D = VirtualDevice::core(1e-5);
    if (J == 1)
      D.Seconds = [](Range R, unsigned Pass) { return (Pass < 10 ? 1e-5 : 5e-5) * static_cast<double>(R.size()); };
    M.Devices.push_back(D);
  }
  auto S = findScheduler("guided")->Create({});
  double Before = 0, After = 0;
  for (int Pass = 0; Pass < 10; ++Pass)
    Before = M.run(*S, 100'000).Seconds;
  After = M.run(*S, 100'000).Seconds;
  EXPECT_LE(After, 4.6 * Before); // the first piece that the core takes is 0.9 of its share
  for (int Pass = 0; Pass < 5; ++Pass)
    After = M.run(*S, 100'000).Seconds;
  EXPECT_LE(After, 1.03 * 4 / 3.2 * Before);
}
