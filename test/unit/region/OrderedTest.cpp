// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests reductions under HETRT_DETERMINISTIC: the bits of the result are the same with every scheduler, team and
// device, and whichever call of a device fails. Also tests the division into grains that this rests on. The sums are of
// terms of very different sizes, so that every change of their order shows.
#include "Loops.h"
#include "Schedulers.h"

#include "Pass/OrderedPartials.h"

#include <bit>
#include <cmath>
#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// The reduction value of one grain.
struct Partial {
  double Sum;
  std::uint64_t Count;
  double Parts[3]; ///< An array that is reduced element by element.
};

/// y[i] = 2 * x[i], with sums of x.
class SumLoop {
public:
  struct Values {
    double *X, *Y;
  };

  explicit SumLoop(std::uint64_t N, unsigned MoreFlags = 0) : X(N), Y(N) {
    for (std::uint64_t I = 0; I < N; ++I)
      X[I] = std::ldexp(1.0 + double(I % 97) / 96, int(I * 31 % 60) - 30) * (I % 3 ? 1 : -1);
    V = {X.data(), Y.data()};
    Loop.Call.partials_size = sizeof(Partial);
    Loop.trips(N);
    Loop.window("x", MovesIn | MoreFlags, &V.X, sizeof(double), {{std::int64_t(N), true}});
    Loop.window("y", MovesOut | MoreFlags, &V.Y, sizeof(double), {{std::int64_t(N), true}});
    Loop.Grain = [this](std::uint64_t First, std::uint64_t Last, void *Left) { body(First, Last, V, Left); };
    Loop.Combine = [this](const void *Left) { add(Total, *static_cast<const Partial *>(Left)); };
  }

  static void body(std::uint64_t First, std::uint64_t Last, const Values &V, void *Left) {
    Partial Own = {};
    for (std::uint64_t I = First; I < Last; ++I) {
      V.Y[I] = 2 * V.X[I];
      Own.Sum += V.X[I];
      Own.Parts[I % 3] += V.X[I];
    }
    Own.Count = Last - First;
    *static_cast<Partial *>(Left) = Own;
  }

  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *Left, const hetrt_bounds *) {
    body(First, Last, *static_cast<const Values *>(Argument), Left);
  }

  static void add(Partial &To, const Partial &From) {
    To.Sum += From.Sum;
    To.Count += From.Count;
    for (int P = 0; P < 3; ++P)
      To.Parts[P] += From.Parts[P];
  }

  /// Runs a pass with a team of `Threads`, and compares the result with the defined one, where the grains are added one
  /// after the other.
  void runAndCheck(int Threads = 0) {
    const std::uint64_t N = X.size(), Grain = grainOf(N, sizeof(Partial));
    Partial Expected = {};
    std::vector<double> Twice(N);
    for (std::uint64_t First = 0; First < N; First += Grain) {
      Partial Own;
      body(First, std::min(First + Grain, N), {X.data(), Twice.data()}, &Own);
      add(Expected, Own);
    }
    Total = {};
    std::fill(Y.begin(), Y.end(), 0);
    ASSERT_EQ(Loop.run(Threads), HETRT_SUCCESS) << hetrt_last_message();
    ASSERT_EQ(hetrt_depersist(Y.data(), "y", "loop.c:9"), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(Y, Twice);
    EXPECT_EQ(Total.Count, N) << "every iteration once";
    EXPECT_EQ(std::bit_cast<std::uint64_t>(Total.Sum), std::bit_cast<std::uint64_t>(Expected.Sum));
    for (int P = 0; P < 3; ++P)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(Total.Parts[P]), std::bit_cast<std::uint64_t>(Expected.Parts[P]));
  }

  Values V{};
  TestLoop Loop{kernel, &V, sizeof V};
  std::vector<double> X, Y;
  Partial Total{};
};

class Ordered : public testing::TestWithParam<const char *> {};

} // namespace

TEST_P(Ordered, SameBitsInEveryPass) {
  for (std::uint64_t Trips : {1, 2, 97, 1024, 1025, 20000}) {
    SCOPED_TRACE(std::to_string(Trips) + " trips");
    SumLoop Sum(Trips);
    Sum.Loop.on("all", GetParam());
    for (int Threads : {0, 0, 0, 1, 3, 0})
      Sum.runAndCheck(Threads);
  }
}

TEST_P(Ordered, WithPersistentArrays) {
  SumLoop Sum(9973, HETRT_PERSIST);
  Sum.Loop.on("all", GetParam());
  for (int Pass = 0; Pass < 4; ++Pass)
    Sum.runAndCheck();
  ASSERT_EQ(hetrt_depersist(Sum.X.data(), "x", "loop.c:9"), HETRT_SUCCESS) << hetrt_last_message();
}

TEST_P(Ordered, WhateverFails) {
  for (EmulatedDevice *Device : emulatedDevices())
    for (EmulatedCall Call :
         {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch, EmulatedCall::CopyOut})
      for (std::uint64_t Number : {1, 2, 3, 5, 8}) {
        SCOPED_TRACE(Device->label() + ", " + std::string(nameOf(Call)) + " " + std::to_string(Number));
        Device->injectFault({Call, Device->calls(Call) + Number, false});
        SumLoop Sum(9973);
        Sum.Loop.on("all", GetParam());
        for (int Pass = 0; Pass < 3; ++Pass)
          Sum.runAndCheck();
      }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Ordered, testing::ValuesIn(AllSchedulers),
                         [](const auto &Info) { return Info.param; });

TEST(OrderedPass, WithoutIterationsLeavesNothing) {
  SumLoop Sum(10);
  Sum.Loop.trips(0);
  ASSERT_EQ(Sum.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Sum.Total.Count, 0u);
}

TEST(OrderedPass, RunsOnTheTeamWhereTheConditionIsFalse) {
  SumLoop Sum(5000);
  Sum.Loop.Call.condition = 0;
  Sum.runAndCheck();
  Sum.Loop.Call.condition = 1;
  Sum.Loop.Call.in_parallel = 1;
  Sum.runAndCheck(1);
}

TEST(OrderedGrains, CoverEveryIterationOnceAndInOrder) {
  for (std::uint64_t Trips : {1ull, 7ull, 1024ull, 1025ull, 262145ull, 1000003ull})
    for (std::uint64_t Bytes : {8ull, 4096ull, 8ull << 20}) {
      const Grains Division = {grainOf(Trips, Bytes), Trips};
      std::uint64_t Next = 0;
      for (std::uint64_t Unit = 0; Unit < Division.count(); ++Unit) {
        const Range Of = Division.iterations({Unit, Unit + 1});
        ASSERT_EQ(Of.First, Next);
        ASSERT_GT(Of.Last, Of.First);
        ASSERT_EQ(Division.units(Of), (Range{Unit, Unit + 1}));
        Next = Of.Last;
      }
      EXPECT_EQ(Next, Trips);
      EXPECT_LE(Division.count() * Bytes, std::max<std::uint64_t>(64 << 20, 64 * Bytes) + Bytes);
    }
}

TEST(OrderedGrains, OfTheLongestLoopDoNotOverflow) {
  const std::uint64_t Most = ~std::uint64_t(0);
  const Grains Division = {grainOf(Most, 8), Most};
  EXPECT_EQ(Division.iterations({0, Division.count()}), (Range{0, Most}));
  EXPECT_LE(Division.count(), (64u << 20) / 8);
}
