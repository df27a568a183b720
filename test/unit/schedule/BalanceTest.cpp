// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the closed form, the linear program, the papers' programs, and brute force with each other.
#include "Schedule/Balance.h"
#include "Schedule/BalanceProgram.h"
#include "Schedule/LpSolve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

using namespace hetrt;

namespace {

using Fractions = std::vector<double>;

const LpSolve &solver() {
  const LpSolve *Found = LpSolve::find();
  if (!Found)
    throw std::runtime_error("liblpsolve55.so is not found: install lp-solve");
  return *Found;
}

std::vector<DeviceCost> plain(std::initializer_list<double> Seconds) {
  std::vector<DeviceCost> Costs;
  for (double S : Seconds)
    Costs.push_back({.Seconds = S});
  return Costs;
}

std::vector<DeviceCost> randomPlain(std::mt19937_64 &Random) {
  std::vector<DeviceCost> Costs(1 + Random() % 12);
  std::uniform_real_distribution<double> Exponent(-2, 2);
  for (DeviceCost &C : Costs)
    C.Seconds = std::pow(10, Exponent(Random));
  return Costs;
}

/// Random costs, each with fixed costs, limits and minimums with a chance of a half.
std::vector<DeviceCost> randomLimited(std::mt19937_64 &Random) {
  std::uniform_real_distribution<double> Unit(0, 1);
  std::vector<DeviceCost> Costs(1 + Random() % 5);
  for (DeviceCost &C : Costs) {
    C.Seconds = std::pow(10, 2 * Unit(Random) - 1);
    C.FixedSeconds = Random() % 2 ? Unit(Random) : 0;
    C.Limit = Random() % 2 ? Unit(Random) : 1;
    C.Minimum = Random() % 3 ? 0 : Unit(Random) * C.Limit;
  }
  return Costs;
}

Fractions closedForm(const std::vector<DeviceCost> &Costs) {
  Fractions F(Costs.size());
  equalSplit(Costs, F);
  return F;
}

/// The linear program of [D14]: minimise sum (t+ + t-) subject to f_j p_j - f_1 p_1 = t+_j - t-_j, sum f = 1, f >= 0,
/// with columns f, t+, t-. With Iterations > 0 that of [S12]: the same with whole iteration counts in place of
/// fractions.
Fractions deviationProgram(const std::vector<DeviceCost> &Costs, int Iterations = 0) {
  int N = static_cast<int>(Costs.size());
  const LpSolve &Lp = solver();
  lprec *Program = Lp.make_lp(N, N + 2 * (N - 1));
  Lp.set_verbose(Program, NEUTRAL);
  for (int J = 1; J < N; ++J) {
    Lp.set_mat(Program, J, J + 1, Costs[J].Seconds);
    Lp.set_mat(Program, J, 1, -Costs[0].Seconds);
    Lp.set_mat(Program, J, N + J, -1);
    Lp.set_mat(Program, J, 2 * N - 1 + J, 1);
    Lp.set_constr_type(Program, J, EQ);
    Lp.set_mat(Program, 0, N + J, 1);
    Lp.set_mat(Program, 0, 2 * N - 1 + J, 1);
  }
  for (int J = 1; J <= N; ++J) {
    Lp.set_mat(Program, N, J, 1);
    Lp.set_int(Program, J, Iterations > 0);
  }
  Lp.set_constr_type(Program, N, EQ);
  Lp.set_rh(Program, N, Iterations > 0 ? Iterations : 1);
  EXPECT_EQ(Lp.solve(Program), OPTIMAL);
  Fractions All(static_cast<size_t>(N + 2 * (N - 1)));
  Lp.get_variables(Program, All.data());
  Lp.delete_lp(Program);
  All.resize(static_cast<size_t>(N));
  return All;
}

/// The best time over all choices of devices that take part. For each choice, bisection finds the least T in which
/// these devices can do everything.
double bruteForce(const std::vector<DeviceCost> &Costs) {
  double Best = INFINITY;
  for (unsigned On = 1; On < 1u << Costs.size(); ++On) {
    double Least = 0, Most = 0, Minimums = 0, Floor = 0, Ceiling = 0;
    auto ForOn = [&](auto Visit) {
      for (size_t J = 0; J < Costs.size(); ++J)
        if (On >> J & 1)
          Visit(Costs[J]);
    };
    ForOn([&](const DeviceCost &C) {
      Most += C.Limit;
      Minimums += C.Minimum;
      Floor = std::max(Floor, C.FixedSeconds + C.Minimum * C.Seconds);
      Ceiling = std::max(Ceiling, C.FixedSeconds + C.Seconds);
    });
    bool Consistent = Most >= 1 && Minimums <= 1;
    ForOn([&](const DeviceCost &C) { Consistent &= C.Minimum <= C.Limit; });
    if (!Consistent)
      continue;
    Least = Floor;
    for (int Step = 0; Step < 100; ++Step) {
      double T = (Least + Ceiling) / 2, Capacity = 0;
      ForOn([&](const DeviceCost &C) { Capacity += std::min(C.Limit, (T - C.FixedSeconds) / C.Seconds); });
      (Capacity >= 1 ? Ceiling : Least) = T;
    }
    double Capacity = 0;
    ForOn([&](const DeviceCost &C) { Capacity += std::min(C.Limit, (Floor - C.FixedSeconds) / C.Seconds); });
    Best = std::min(Best, Capacity >= 1 ? Floor : Ceiling);
  }
  return Best;
}

void expectValid(const std::vector<DeviceCost> &Costs, const Fractions &F) {
  EXPECT_NEAR(std::accumulate(F.begin(), F.end(), 0.0), 1, 1e-9);
  for (size_t J = 0; J < F.size(); ++J) {
    EXPECT_GE(F[J], 0);
    EXPECT_LE(F[J], Costs[J].Limit + 1e-9);
    EXPECT_TRUE(F[J] <= 1e-9 || F[J] >= Costs[J].Minimum - 1e-9) << F[J] << " of at least " << Costs[J].Minimum;
  }
}

} // namespace

TEST(EqualSplit, EqualisesTimes) {
  EXPECT_EQ(closedForm(plain({1, 1})), (Fractions{.5, .5}));
  EXPECT_EQ(closedForm(plain({3, 1})), (Fractions{.25, .75}));
  EXPECT_EQ(closedForm(plain({5})), (Fractions{1}));
  Fractions F(2);
  EXPECT_DOUBLE_EQ(equalSplit(plain({3, 1}), F), .75);
}

TEST(EqualSplit, InfiniteCostTakesNoPart) {
  EXPECT_EQ(closedForm(plain({INFINITY, 1, 1})), (Fractions{0, .5, .5}));
  EXPECT_EQ(closedForm(plain({INFINITY, INFINITY})), (Fractions{0, 0}));
}

TEST(EqualSplit, SurvivesExtremeCosts) {
  EXPECT_EQ(closedForm(plain({1e-300, 1e-300})), (Fractions{.5, .5}));
  EXPECT_EQ(closedForm(plain({1e300, 1e300})), (Fractions{.5, .5}));
  EXPECT_EQ(closedForm(plain({1e-320, 1e-320})), (Fractions{.5, .5})); // subnormal costs
  Fractions F = closedForm(plain({1e-200, 1e200}));
  EXPECT_EQ(F[0], 1);
  EXPECT_LE(F[1], 1e-300);
}

TEST(BalanceProgram, AgreesWithTheClosedForm) {
  std::mt19937_64 Random(2);
  for (int Case = 0; Case < 300; ++Case) {
    auto Costs = randomPlain(Random);
    Fractions F(Costs.size()), Closed = closedForm(Costs);
    ASSERT_TRUE(BalanceProgram(solver(), Costs.size()).solve(Costs, F));
    for (size_t J = 0; J < F.size(); ++J)
      ASSERT_NEAR(F[J], Closed[J], 1e-9) << "case " << Case << " device " << J;
  }
}

TEST(BalanceProgram, AWarmStartGivesWhatAColdOneDoes) {
  std::mt19937_64 Random(3);
  BalanceProgram Warm(solver(), 6);
  std::uniform_real_distribution<double> Unit(0, 1);
  for (int Case = 0; Case < 200; ++Case) {
    std::vector<DeviceCost> Costs(6);
    for (DeviceCost &C : Costs)
      C = {.Seconds = 0.1 + Unit(Random), .FixedSeconds = 0, .Limit = 0.1 + 0.5 * Unit(Random), .Minimum = 0};
    Fractions A(6), B(6);
    bool WarmFits = Warm.solve(Costs, A), ColdFits = BalanceProgram(solver(), 6).solve(Costs, B);
    ASSERT_EQ(WarmFits, ColdFits);
    if (WarmFits) {
      ASSERT_NEAR(predictedSeconds(Costs, A), predictedSeconds(Costs, B), 1e-9);
    }
  }
}

TEST(BalanceProgram, AWarmStartOfAMixedIntegerProgramToo) {
  std::mt19937_64 Random(7);
  BalanceProgram Warm(solver(), 5);
  std::uniform_real_distribution<double> Unit(0, 1);
  int Solved = 0;
  for (int Case = 0; Case < 200; ++Case) {
    std::vector<DeviceCost> Costs(5);
    for (DeviceCost &C : Costs)
      C = {.Seconds = 0.1 + Unit(Random),
           .FixedSeconds = Random() % 2 ? 0.2 * Unit(Random) : 0,
           .Limit = 0.1 + Unit(Random),
           .Minimum = Random() % 2 ? 0.1 * Unit(Random) : 0};
    Fractions A(5), B(5);
    bool WarmFits = Warm.solve(Costs, A), ColdFits = BalanceProgram(solver(), 5).solve(Costs, B);
    ASSERT_EQ(WarmFits, ColdFits) << "case " << Case;
    if (!WarmFits)
      continue;
    ++Solved;
    ASSERT_NEAR(predictedSeconds(Costs, A), predictedSeconds(Costs, B), 1e-9) << "case " << Case;
    ASSERT_NEAR(predictedSeconds(Costs, A), bruteForce(Costs), 1e-8) << "case " << Case;
  }
  EXPECT_GT(Solved, 100);
}

TEST(BalanceProgram, AgreesWithBruteForceUnderLimitsCostsAndMinimums) {
  std::mt19937_64 Random(4);
  int Solved = 0;
  for (int Case = 0; Case < 1000; ++Case) {
    const std::vector<DeviceCost> Costs = randomLimited(Random);
    Fractions F(Costs.size());
    double Expected = bruteForce(Costs);
    bool Fits = BalanceProgram(solver(), Costs.size()).solve(Costs, F);
    ASSERT_EQ(Fits, Expected < INFINITY) << "case " << Case;
    if (!Fits)
      continue;
    ++Solved;
    expectValid(Costs, F);
    ASSERT_NEAR(predictedSeconds(Costs, F), Expected, 1e-8 * std::max(1.0, Expected)) << "case " << Case;
  }
  EXPECT_GT(Solved, 500);
}

TEST(BalanceProgram, AgreesWithTheClosedFormUnderFixedCosts) {
  std::mt19937_64 Random(6);
  std::uniform_real_distribution<double> Unit(0, 1);
  int SomeOff = 0;
  for (int Case = 0; Case < 300; ++Case) {
    auto Costs = randomPlain(Random);
    Costs.resize(std::min<size_t>(Costs.size(), 8));
    for (DeviceCost &C : Costs)
      C.FixedSeconds = Random() % 2 ? Unit(Random) * C.Seconds : 0;
    Fractions F(Costs.size()), Closed(Costs.size());
    double Time = equalSplit(Costs, Closed);
    ASSERT_TRUE(BalanceProgram(solver(), Costs.size()).solve(Costs, F));
    expectValid(Costs, Closed);
    ASSERT_NEAR(predictedSeconds(Costs, F), Time, 1e-8 * Time) << "case " << Case;
    ASSERT_NEAR(predictedSeconds(Costs, Closed), Time, 1e-9 * Time) << "case " << Case;
    ASSERT_NEAR(bruteForce(Costs), Time, 1e-8 * Time) << "case " << Case;
    SomeOff += std::ranges::count(Closed, 0.0) > 0;
  }
  EXPECT_GT(SomeOff, 30);
}

TEST(Balancer, AgreesWithTheFractionalProgramOfTheDissertation) {
  std::mt19937_64 Random(5);
  for (int Case = 0; Case < 200; ++Case) {
    auto Costs = randomPlain(Random);
    Fractions Paper = deviationProgram(Costs), Closed = closedForm(Costs);
    for (size_t J = 0; J < Costs.size(); ++J)
      ASSERT_NEAR(Paper[J], Closed[J], 1e-9) << "case " << Case << " device " << J;
  }
}

TEST(Balancer, IsWithinAnIterationPerDeviceOfTheIntegerProgramOfSplitter) {
  auto Costs = plain({1, 2.5, 0.4});
  Fractions Paper = deviationProgram(Costs, 100), Closed = closedForm(Costs);
  for (size_t J = 0; J < Costs.size(); ++J)
    EXPECT_NEAR(Paper[J], 100 * Closed[J], 3);
}

TEST(Balancer, TakesNoLongerThanTheIntegerProgramOfSplitterButForAnIterationOfTheSlowest) {
  std::mt19937_64 Random(8);
  std::uniform_real_distribution<double> Exponent(0, 1);
  for (int Case = 0; Case < 60; ++Case) {
    std::vector<DeviceCost> Costs(2 + Random() % 3);
    for (DeviceCost &C : Costs)
      C.Seconds = std::pow(10, Exponent(Random));
    const int Iterations = 40 + int(Random() % 100);
    const Fractions Paper = deviationProgram(Costs, Iterations), Closed = closedForm(Costs);
    double PaperTime = 0, Time = 0, Slowest = 0;
    for (size_t J = 0; J < Costs.size(); ++J) {
      PaperTime = std::max(PaperTime, Paper[J] * Costs[J].Seconds);
      Time = std::max(Time, Iterations * Closed[J] * Costs[J].Seconds);
      Slowest = std::max(Slowest, Costs[J].Seconds);
    }
    ASSERT_LE(Time, PaperTime + 1e-6) << "case " << Case << ": the fractional optimum is a lower bound";
    ASSERT_LE(PaperTime, Time + 2 * Slowest) << "case " << Case;
  }
}

TEST(LimitedSplit, IsTheOptimumUnlessMinimumsCrowd) {
  std::mt19937_64 Random(9);
  int Solved = 0, Optimal = 0;
  for (int Case = 0; Case < 3000; ++Case) {
    const std::vector<DeviceCost> Costs = randomLimited(Random);
    Fractions F(Costs.size());
    const double Expected = bruteForce(Costs);
    const bool Fits = limitedSplit(Costs, F);
    double Minimums = 0;
    for (const DeviceCost &C : Costs)
      Minimums += C.Minimum;
    if (Minimums <= 1) {
      ASSERT_EQ(Fits, Expected < INFINITY) << "case " << Case;
    }
    if (!Fits)
      continue;
    ++Solved;
    expectValid(Costs, F);
    const double Time = predictedSeconds(Costs, F);
    ASSERT_GE(Time, Expected - 1e-8 * std::max(1.0, Expected)) << "case " << Case;
    if (Minimums <= 1) {
      ++Optimal;
      ASSERT_NEAR(Time, Expected, 1e-8 * std::max(1.0, Expected)) << "case " << Case;
    }
  }
  EXPECT_GT(Solved, 2000);
  EXPECT_GT(Optimal, 1500);
}

TEST(LpSolve, SaysWhatItIs) {
  EXPECT_EQ(solver().Version.substr(0, 4), "5.5.");
  EXPECT_NE(solver().File.find("liblpsolve55.so"), std::string::npos);
}

TEST(LpSolve, TheSearchSaysWhyThereIsNone) {
  const LpSolveSearch Missing = LpSolveSearch::among({"libhetcc-has-no-such-library.so"});
  EXPECT_FALSE(Missing.Found);
  EXPECT_EQ(Missing.description(), "the closed form, since there is no liblpsolve55.so");
  const LpSolveSearch Other = LpSolveSearch::among({"libm.so.6", "libhetcc-has-no-such-library.so"});
  EXPECT_FALSE(Other.Found);
  EXPECT_EQ(Other.description(), "the closed form, since libm.so.6 lacks functions, and lp_solve 5.5 is needed");
  LpSolveSearch Found;
  Found.Found.emplace();
  Found.Found->Version = "5.5.2.5";
  Found.Found->File = "/usr/lib/liblpsolve55.so";
  EXPECT_EQ(Found.description(), "lp_solve 5.5.2.5, /usr/lib/liblpsolve55.so");
}

/// The parameter: with lp_solve, or without.
class Solver : public testing::TestWithParam<bool> {
protected:
  static Balancer balancer() { return Balancer(GetParam() ? &solver() : nullptr); }
};
INSTANTIATE_TEST_SUITE_P(Balancer, Solver, testing::Bool(),
                         [](const auto &Info) { return Info.param ? "LpSolve" : "ClosedForm"; });

TEST_P(Solver, MemoryLimitPushesWorkToTheOthersInProportion) {
  // By speed the fast device would take 2/3. It can hold 1/5, and the two others share the rest by their speeds.
  std::vector<DeviceCost> Costs = plain({4, 2, .75});
  Costs[2].Limit = .2;
  Fractions F(3);
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_NEAR(F[2], .2, 1e-9);
  EXPECT_NEAR(F[1], .8 * 2 / 3, 1e-9);
  EXPECT_NEAR(F[0], .8 / 3, 1e-9);
}

TEST_P(Solver, LimitThatDoesNotBindChangesNothing) {
  std::vector<DeviceCost> Costs = plain({3, 1});
  Costs[1].Limit = .76;
  Fractions F(2);
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_EQ(F, closedForm(Costs));
}

TEST_P(Solver, ADeviceNotWorthItsFixedCostIsOff) {
  std::vector<DeviceCost> Costs = plain({1, 1});
  Costs[1].FixedSeconds = 2;
  Fractions F(2);
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_NEAR(F[0], 1, 1e-9);
  Costs[1].FixedSeconds = .5; // T = f0 = .5 + f1
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_NEAR(F[0], .75, 1e-9);
}

TEST_P(Solver, MinimumIsAllOrNothing) {
  std::vector<DeviceCost> Costs = plain({1, 4});
  Costs[1].Minimum = .3; // by speed the second device's share would be .2; with .3 it would take 1.2, longer than the
                         // other device alone
  Fractions F(2);
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_NEAR(F[1], 0, 1e-9);
  Costs[1].Minimum = .22;
  ASSERT_TRUE(balancer().solve(Costs, F));
  EXPECT_NEAR(F[1], .22, 1e-9);
}

TEST_P(Solver, TooLittleMemoryFillsEveryDevice) {
  std::vector<DeviceCost> Costs = plain({1, 4, INFINITY});
  Costs[0].Limit = .3;
  Costs[1].Limit = .2;
  Fractions F(3);
  EXPECT_FALSE(balancer().solve(Costs, F));
  EXPECT_EQ(F, (Fractions{.3, .2, 0}));
}

TEST_P(Solver, MinimumsThatCannotBeMetAreDropped) {
  std::vector<DeviceCost> Costs = plain({1, 1});
  for (DeviceCost &C : Costs)
    C = {.Seconds = 1, .FixedSeconds = 0, .Limit = .8, .Minimum = .6};
  Fractions F(2);
  ASSERT_TRUE(balancer().solve(Costs, F));
  expectValid({{.Seconds = 1, .Limit = .8}, {.Seconds = 1, .Limit = .8}}, F);
}

TEST_P(Solver, NobodyThere) {
  std::vector<DeviceCost> Costs = plain({INFINITY});
  Fractions F(1);
  EXPECT_FALSE(balancer().solve(Costs, F));
  EXPECT_EQ(F, (Fractions{0}));
  EXPECT_FALSE(balancer().solve({}, {}));
}
