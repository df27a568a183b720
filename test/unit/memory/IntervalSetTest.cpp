// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices against a bitmap.
#include "Memory/IntervalSet.h"

#include <gtest/gtest.h>
#include <random>

using namespace hetrt;

namespace {

constexpr std::int64_t Size = 40;

/// The same operations, one bit per index.
struct Bitmap {
  bool Has[Size] = {};

  void set(Interval Part, bool To) {
    for (std::int64_t I = Part.Lower; I < Part.Upper; ++I)
      Has[I] = To;
  }
  bool covers(Interval Part) const {
    for (std::int64_t I = Part.Lower; I < Part.Upper; ++I)
      if (!Has[I])
        return false;
    return true;
  }
};

void expectSame(const IntervalSet &Set, const Bitmap &Model) {
  Bitmap FromSet;
  std::int64_t Before = -1;
  for (Interval I : Set.intervals()) {
    ASSERT_FALSE(I.empty());
    ASSERT_GT(I.Lower, Before) << "sorted, and not touching";
    Before = I.Upper;
    FromSet.set(I, true);
  }
  for (std::int64_t I = 0; I < Size; ++I)
    ASSERT_EQ(FromSet.Has[I], Model.Has[I]) << I;
}

} // namespace

TEST(IntervalSet, NeighboursMelt) {
  IntervalSet Set;
  Set.add({0, 3});
  Set.add({6, 9});
  EXPECT_EQ(Set.intervals().size(), 2u);
  Set.add({3, 6});
  EXPECT_EQ(Set, IntervalSet(Interval{0, 9}));
}

TEST(IntervalSet, EmptyIntervalsChangeNothing) {
  IntervalSet Set(Interval{2, 5});
  Set.add({4, 4});
  Set.subtract({3, 3});
  EXPECT_EQ(Set, IntervalSet(Interval{2, 5}));
  EXPECT_TRUE(Set.covers({9, 9}));
}

TEST(IntervalSet, AgreesWithABitmap) {
  std::mt19937 Random(7);
  std::uniform_int_distribution<std::int64_t> Index(0, Size);
  for (int Round = 0; Round < 200; ++Round) {
    IntervalSet Set;
    Bitmap Model;
    for (int Step = 0; Step < 40; ++Step) {
      const std::int64_t A = Index(Random), B = Index(Random);
      const Interval Part{std::min(A, B), std::max(A, B)};
      const bool Add = Random() % 2;
      Add ? Set.add(Part) : Set.subtract(Part);
      Model.set(Part, Add);
      expectSame(Set, Model);
      const std::int64_t C = Index(Random), D = Index(Random);
      const Interval Asked{std::min(C, D), std::max(C, D)};
      EXPECT_EQ(Set.covers(Asked), Model.covers(Asked));
      Bitmap Missing;
      Missing.set(Asked, true);
      for (std::int64_t I = 0; I < Size; ++I)
        Missing.Has[I] = Missing.Has[I] && !Model.Has[I];
      expectSame(Set.missing(Asked), Missing);
    }
  }
}
