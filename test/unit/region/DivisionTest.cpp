// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares divisions of a loop by the elements of its segments with a walk over the iterations: however the units are
// cut into ranges, each iteration is in exactly one range.
#include "Plan/Division.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace hetrt {
namespace {

/// An array of the positions where segments begin, and a loop over some of the segments.
template <typename Integer> struct Rows {
  std::vector<Integer> Begin;
  hetrt_array_info Info{};
  IterationSpace Iterations;

  explicit Rows(std::vector<Integer> Values) : Begin(std::move(Values)) {
    Info.name = "row";
    Iterations = {Begin.size() - 1, 0, 1};
  }

  Division division(std::uint64_t Grain = 1) {
    Division Made(Grains{Grain, Iterations.TripCount});
    const auto *First = reinterpret_cast<const std::byte *>(Begin.data());
    Made.balance({{{First, sizeof(Integer), std::is_signed_v<Integer>, Begin.size()}, &Info}, Iterations});
    return Made;
  }

  /// The units of an iteration: the elements of its segment, those up to the segment of the next iteration, and one for
  /// the iteration itself.
  std::uint64_t unitsOf(std::uint64_t K) const {
    const auto I = std::size_t(Iterations.value(K));
    std::size_t First = I, Last = I + 1;
    if (K + 1 < Iterations.TripCount && Iterations.Step > 0)
      Last = std::size_t(Iterations.value(K + 1));
    if (K + 1 < Iterations.TripCount && Iterations.Step < 0)
      First = std::size_t(Iterations.value(K + 1)) + 1;
    return std::uint64_t(Begin[Last]) - std::uint64_t(Begin[First]) + 1;
  }

  /// The units of all iterations before `Iteration`.
  std::uint64_t before(std::uint64_t Iteration) const {
    std::uint64_t Units = 0;
    for (std::uint64_t K = 0; K < Iteration; ++K)
      Units += unitsOf(K);
    return Units;
  }

  /// The iterations whose grain has its first unit in [First, Last).
  Range iterations(Range Units, std::uint64_t Grain) const {
    Range Found{Iterations.TripCount, Iterations.TripCount};
    bool Any = false;
    for (std::uint64_t K = 0; K < Iterations.TripCount; ++K) {
      const std::uint64_t Unit = before(K / Grain * Grain);
      if (Unit < Units.First || Unit >= Units.Last)
        continue;
      Found = {Any ? Found.First : K, K + 1};
      Any = true;
    }
    return Any ? Found : Range{};
  }

  /// Cuts the units into ranges at random, and reports each range as done in several parts, as a device does.
  void check(std::mt19937 &Random, std::uint64_t Grain) {
    const Division Units = division(Grain);
    ASSERT_EQ(Units.count(), before(Iterations.TripCount));
    std::uint64_t Next = 0;
    for (std::uint64_t First = 0, Last; First < Units.count(); First = Last) {
      Last = First + 1 + Random() % std::min<std::uint64_t>(Units.count() - First, 1 + Random() % 40);
      const Range Mine = Units.iterations({First, Last});
      if (const Range Expected = iterations({First, Last}, Grain); Expected.empty())
        ASSERT_TRUE(Mine.empty());
      else
        ASSERT_EQ(Mine, Expected);
      ASSERT_EQ(Mine.empty() ? Next : Mine.First, Next);
      Next = Mine.empty() ? Next : Mine.Last;
      checkParts(Random, Units, {First, Last}, Mine, Grain);
    }
    ASSERT_EQ(Next, Iterations.TripCount);
  }

  void checkParts(std::mt19937 &Random, const Division &Units, Range Held, Range Mine, std::uint64_t Grain) {
    while (!Mine.empty()) {
      const std::uint64_t Size = (1 + Random() % 5) * Grain;
      const Range Part{Mine.First, std::min(Mine.First + Size, Mine.Last)};
      const Range Of = Units.units(Part, Held);
      ASSERT_EQ(Of.First, Held.First);
      ASSERT_EQ(Of.Last, Part.Last == Mine.Last ? Held.Last : before(Part.Last));
      ASSERT_LT(Of.First, Of.Last);
      Held.First = Of.Last;
      Mine.First = Part.Last;
    }
  }
};

template <typename Integer> void checkRandomRows(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto Draw = [&](std::int64_t Least, std::int64_t Most) {
    return std::uniform_int_distribution<std::int64_t>(Least, Most)(Random);
  };
  for (int Case = 0; Case < 150; ++Case) {
    const std::int64_t Count = Draw(1, 30), Longest = Draw(0, 3), Giant = Draw(0, 1) ? Draw(0, Count - 1) : -1;
    std::vector<Integer> Begin{0};
    for (std::int64_t I = 0; I < Count; ++I)
      Begin.push_back(Integer(Begin.back() + (I == Giant ? 30 : Draw(0, Longest))));
    Rows<Integer> Matrix(std::move(Begin));
    const std::int64_t Step = Draw(1, 3), Lower = Draw(0, Count - 1);
    const auto Trips = std::uint64_t(Draw(1, (Count - 1 - Lower) / Step + 1));
    Matrix.Iterations = {Trips, Lower, Step};
    if (Draw(0, 1))
      Matrix.Iterations = {Trips, Lower + std::int64_t(Trips - 1) * Step, -Step};
    ASSERT_NO_FATAL_FAILURE(Matrix.check(Random, std::uint64_t(Draw(0, 1) ? 1 : Draw(2, 7)))) << "case " << Case;
  }
}

TEST(BalancedDivision, HasEveryIterationInOneRangeForAnyIntegers) {
  checkRandomRows<std::int8_t>(1);
  checkRandomRows<std::uint8_t>(2);
  checkRandomRows<std::int16_t>(3);
  checkRandomRows<std::uint16_t>(4);
  checkRandomRows<std::int32_t>(5);
  checkRandomRows<std::uint32_t>(6);
  checkRandomRows<std::int64_t>(7);
  checkRandomRows<std::uint64_t>(8);
}

TEST(BalancedDivision, OfEmptyRowsIsThatOfIterations) {
  Rows<int> Empty(std::vector<int>(101, 5));
  const Division Units = Empty.division();
  EXPECT_EQ(Units.count(), 100u);
  EXPECT_EQ(Units.iterations({25, 50}), (Range{25, 50}));
}

TEST(BalancedDivision, OfManyElementsDoesNotOverflow) {
  const std::int64_t Most = INT64_MAX;
  Rows<std::int64_t> Giant({0, 0, Most - 1, Most});
  const Division Units = Giant.division();
  ASSERT_EQ(Units.count(), std::uint64_t(Most) + 3);
  const std::uint64_t Half = Units.count() / 2;
  EXPECT_EQ(Units.iterations({0, Half}), (Range{0, 2}));
  EXPECT_TRUE(Units.iterations({Half, Half + 1000}).empty());
  EXPECT_EQ(Units.iterations({Half, Units.count()}), (Range{2, 3}));
  EXPECT_EQ(Units.units({0, 1}, {0, Half}), (Range{0, 1}));
  EXPECT_EQ(Units.units({1, 2}, {1, Half}), (Range{1, Half}));
}

TEST(BalancedDivision, TimesAreThoseOfUnits) {
  Rows<int> Matrix({0, 9, 9, 9});
  const Division Units = Matrix.division();
  ASSERT_EQ(Units.count(), 12u);
  EXPECT_DOUBLE_EQ(Units.secondsOf({0, 6}, {0, 1}, 1.0), 0.6); // of the 10 units of these iterations
  EXPECT_DOUBLE_EQ(Units.secondsOf({6, 12}, {1, 3}, 1.0), 3.0);
  EXPECT_EQ(Units.secondsOf({2, 6}, {1, 1}, 1.0), 0);
}

} // namespace
} // namespace hetrt
