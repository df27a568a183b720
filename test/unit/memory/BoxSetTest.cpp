// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests sets of indices against a bitmap.
#include "Memory/BoxSet.h"

#include <gtest/gtest.h>
#include <random>

using namespace hetrt;

namespace {

constexpr std::int64_t Size = 9;

Box along(Interval Part) { return boxOf(Part); }

/// The operations of BoxSet, done with one bit per element.
struct Bitmap {
  bool Has[Size][Size][Size] = {};

  template <typename Visitor> static void forEach(const Box &Part, Visitor Visit) {
    for (std::int64_t I = Part[0].Lower; I < Part[0].Upper; ++I)
      for (std::int64_t J = Part[1].Lower; J < Part[1].Upper; ++J)
        for (std::int64_t K = Part[2].Lower; K < Part[2].Upper; ++K)
          Visit(I, J, K);
  }
  void set(const Box &Part, bool To) {
    forEach(Part, [&](auto I, auto J, auto K) { Has[I][J][K] = To; });
  }
};

constexpr Box Everything = boxOf({0, Size}, {0, Size}, {0, Size});

void expectSame(const BoxSet &Set, const Bitmap &Model) {
  Bitmap FromSet;
  for (const Box &Part : Set.boxes()) {
    ASSERT_FALSE(isEmpty(Part));
    Bitmap::forEach(Part, [&](auto I, auto J, auto K) {
      EXPECT_FALSE(FromSet.Has[I][J][K]) << "two boxes overlap";
      FromSet.Has[I][J][K] = true;
    });
  }
  Bitmap::forEach(Everything, [&](auto I, auto J, auto K) {
    EXPECT_EQ(FromSet.Has[I][J][K], Model.Has[I][J][K]) << I << " " << J << " " << K;
  });
}

} // namespace

TEST(BoxSet, NeighboursMelt) {
  BoxSet Set;
  Set.add(along({0, 3}));
  Set.add(along({6, 9}));
  EXPECT_EQ(Set.boxes().size(), 2u);
  Set.add(along({3, 6}));
  EXPECT_EQ(Set.boxes(), std::vector<Box>{along({0, 9})});
}

TEST(BoxSet, EmptyBoxesChangeNothing) {
  BoxSet Set(along({2, 5}));
  Set.add(along({4, 4}));
  Set.subtract(along({3, 3}));
  Set.add(boxOf({0, 9}, {0, 9}, {5, 5}));
  EXPECT_EQ(Set.boxes(), std::vector<Box>{along({2, 5})});
  EXPECT_TRUE(Set.missing(along({9, 9})).empty());
}

TEST(BoxSet, EqualHoweverItIsCut) {
  const Interval All{0, 4}, Low{0, 2}, High{2, 4}, One{0, 1};
  BoxSet ByRows, ByColumns;
  for (Interval Part : {Low, High}) {
    ByRows.add(boxOf(Part, All, One));
    ByColumns.add(boxOf(All, Part, One));
  }
  ByRows.subtract(boxOf({3, 4}, {3, 4}, One));
  ByColumns.subtract(boxOf({3, 4}, {3, 4}, One));
  EXPECT_EQ(ByRows, ByColumns);
  ByRows.subtract(boxOf(One, One, One));
  EXPECT_FALSE(ByRows == ByColumns);
}

TEST(BoxSet, AlternatingRowsAndColumnsStayAHandfulOfBoxes) {
  const Interval All{0, 1000}, One{0, 1};
  BoxSet Set;
  std::size_t Most = 0;
  for (std::int64_t Pass = 0; Pass < 200; ++Pass) {
    const std::int64_t Cut = 300 + Pass % 7;
    Set.add(boxOf({0, Cut}, All, One));
    Set.subtract(boxOf({Cut, 1000}, All, One));
    Set.add(boxOf(All, {0, Cut}, One));
    Set.subtract(boxOf(All, {Cut, 1000}, One));
    Most = std::max(Most, Set.boxes().size());
  }
  EXPECT_LE(Most, 4u);
}

TEST(BoxSet, AgreesWithABitmap) {
  std::mt19937 Random(7);
  std::uniform_int_distribution<std::int64_t> Index(0, Size);
  auto Draw = [&](unsigned Rank) {
    Box Part = along({0, 1});
    for (unsigned D = 0; D < Rank; ++D) {
      const std::int64_t A = Index(Random), B = Index(Random);
      Part[D] = {std::min(A, B), std::max(A, B)};
    }
    return Part;
  };
  for (unsigned Round = 0; Round < 200; ++Round) {
    const unsigned Rank = Round % 3 + 1;
    BoxSet Set;
    Bitmap Model;
    for (int Step = 0; Step < 30; ++Step) {
      const Box Part = Draw(Rank);
      const bool Add = Random() % 2;
      Add ? Set.add(Part) : Set.subtract(Part);
      Model.set(Part, Add);
      expectSame(Set, Model);
      const Box Asked = Draw(Rank);
      Bitmap Common, Missing;
      Bitmap::forEach(Asked,
                      [&](auto I, auto J, auto K) { (Model.Has[I][J][K] ? Common : Missing).Has[I][J][K] = true; });
      expectSame(Set.common(Asked), Common);
      expectSame(Set.missing(Asked), Missing);
      if (HasFailure())
        return;
    }
    for (std::size_t I = 1; Rank == 1 && I < Set.boxes().size(); ++I)
      EXPECT_LT(Set.boxes()[I - 1][0].Upper, Set.boxes()[I][0].Lower) << "sorted, and not touching";
  }
}
