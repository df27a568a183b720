// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests footprints against a model that computes every index of every iteration from the formulas, and tests numbers
// that overflow.
#include "Memory/Footprint.h"
#include "../Rounds.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Index = std::array<std::int64_t, MaxRank>;
using Elements = std::set<Index>;

/// One box as formulas, with the tables and the guard that it refers to.
struct Formula {
  std::array<std::vector<Term>, MaxRank> Lower, Upper;
  std::optional<BoxFormula::Guard> Only;
  unsigned Flags = BoxWrites | BoxSurely;

  BoxFormula box() const {
    BoxFormula Made;
    for (unsigned D = 0; D < MaxRank; ++D)
      Made.Along[D] = {Lower[D], Upper[D]};
    Made.Only = Only;
    Made.Flags = Flags;
    return Made;
  }
};

Formula along(Term Lower, Term Upper, unsigned Flags = BoxWrites | BoxSurely) {
  Formula Made;
  Made.Lower[0] = {Lower};
  Made.Upper[0] = {Upper};
  Made.Flags = Flags;
  return Made;
}

/// The term Slope * v + Offset.
Term line(std::int64_t Slope, std::int64_t Offset) { return {.Slope = Slope, .Offset = Offset}; }

struct Case {
  IterationSpace Space;
  Extents Extent = OneElement;
  std::int64_t FirstIndex = 0;
  bool Flat = false;
  std::vector<Formula> Boxes;
  std::deque<std::vector<std::int16_t>> Tables;

  Footprint footprint() const {
    FootprintBuilder Builder(Space, Extent, FirstIndex, Flat);
    for (const auto &Each : Tables)
      Builder.addTable({reinterpret_cast<const std::byte *>(Each.data()), 2, true, Each.size()});
    for (const Formula &Each : Boxes)
      Builder.add(Each.box());
    return Builder.take();
  }

  /// The value of a term, as docs/design/footprint.md defines it ("What a footprint is").
  std::int64_t value(const Term &Of, std::int64_t V) const {
    std::int64_t X = Of.Slope * V + Of.Offset, Index = X / Of.Divisor;
    while (Index * Of.Divisor > X)
      --Index;
    return Of.Table ? Of.Scale * Tables[Of.Table - 1].at(std::size_t(Index)) + Of.Add : Index;
  }

  /// The box in iteration K, cut to the array if `Cut`.
  Box at(const Formula &Of, std::uint64_t K, bool Cut = true) const {
    const std::int64_t V = Space.Lower + std::int64_t(K) * Space.Step;
    Box Made{};
    if (Of.Only && (V < Of.Only->Least || V > Of.Only->Greatest))
      return Made;
    for (unsigned D = 0; D < MaxRank; ++D) {
      const std::int64_t First = D ? 0 : FirstIndex;
      Made[D] = {Cut || Of.Lower[D].empty() ? First : -1000, Cut || Of.Upper[D].empty() ? First + Extent[D] : 1000};
      for (const Term &Each : Of.Lower[D])
        Made[D].Lower = std::max(Made[D].Lower, value(Each, V));
      for (const Term &Each : Of.Upper[D])
        Made[D].Upper = std::min(Made[D].Upper, value(Each, V));
    }
    return isEmpty(Made) ? Box{} : Made;
  }

  bool hasDivisorOrTable(const Formula &Of) const {
    for (unsigned D = 0; D < MaxRank; ++D)
      for (const auto *End : {&Of.Lower[D], &Of.Upper[D]})
        for (const Term &Each : *End)
          if (!Each.affine())
            return true;
    return false;
  }
};

void add(Elements &To, const Box &Of) {
  for (std::int64_t I = Of[0].Lower; I < Of[0].Upper; ++I)
    for (std::int64_t J = Of[1].Lower; J < Of[1].Upper; ++J)
      for (std::int64_t K = Of[2].Lower; K < Of[2].Upper; ++K)
        for (std::int64_t L = Of[3].Lower; L < Of[3].Upper; ++L)
          To.insert({I, J, K, L});
}

Elements elementsOf(const Box &Of) {
  Elements All;
  add(All, Of);
  return All;
}

Elements elementsOf(const std::vector<BoxRun> &Of) {
  Elements All;
  for (const BoxRun &Each : Of) {
    Box Part = Each.First;
    EXPECT_TRUE(Each.Count == 1 || Each.Stride > 0);
    for (std::uint64_t I = 0; I < Each.Count; ++I) {
      add(All, Part);
      Part[Each.Along] = {Part[Each.Along].Lower + Each.Stride, Part[Each.Along].Upper + Each.Stride};
    }
  }
  return All;
}

bool meet(const Elements &A, const Elements &B) {
  return std::any_of(A.begin(), A.end(), [&](const Index &Each) { return B.contains(Each); });
}

/// The smallest box that contains the elements.
Box around(const Elements &Of) {
  Box Found{};
  for (const Index &Each : Of)
    for (unsigned D = 0; D < MaxRank; ++D)
      Found[D] = &Each == &*Of.begin()
                     ? Interval{Each[D], Each[D] + 1}
                     : Interval{std::min(Found[D].Lower, Each[D]), std::max(Found[D].Upper, Each[D] + 1)};
  return Found;
}

/// Draws random boxes over a short loop.
class Random {
public:
  explicit Random(unsigned Seed) : Engine(Seed) {}

  std::int64_t draw(std::int64_t From, std::int64_t To) {
    return std::uniform_int_distribution<std::int64_t>(From, To)(Engine);
  }

  Case loop(unsigned Boxes, bool AffineOnly) {
    Case Made;
    Made.Space = {std::uint64_t(draw(0, 5) ? draw(2, 9) : draw(0, 1)), draw(0, 4), draw(1, 2)};
    if (draw(0, 1)) // the same values in the opposite order
      Made.Space = {Made.Space.TripCount, Made.Space.value(Made.Space.TripCount), -Made.Space.Step};
    Rank = unsigned(draw(1, MaxRank));
    for (unsigned D = 0; D < Rank; ++D)
      Made.Extent[D] = draw(4, draw(0, 1) ? 30 : 9) / (std::int64_t(D) + 1);
    Made.FirstIndex = draw(0, 2) ? 0 : draw(-8, 3);
    Made.Tables.emplace_back();
    for (std::int64_t I = 0, Value = draw(0, 2); I < 80; ++I, Value += draw(0, 2) ? 0 : draw(0, 3))
      Made.Tables[0].push_back(std::int16_t(Value));
    Affine = AffineOnly;
    for (unsigned I = 0; I < Boxes; ++I)
      Made.Boxes.push_back(box(Made));
    return Made;
  }

private:
  Formula box(const Case &In) {
    Formula Made;
    if (draw(0, 3) == 0)
      Made.Only = {draw(-2, 9), draw(2, 12)};
    const unsigned Kind = unsigned(draw(0, 3));
    const unsigned Single = unsigned(draw(0, std::int64_t(Rank) - 1));
    for (unsigned D = 0; D < Rank; ++D) {
      if (Kind > 0 && D != Single) // as in most programs, one dimension follows the loop
        continue;
      const Term Center = term(In, D);
      Made.Lower[D].push_back(Center);
      Made.Upper[D].push_back(Center);
      if (Center.Table && draw(0, 2))
        ++Made.Upper[D][0].Offset; // the box is a segment
      else
        (Center.Table ? Made.Upper[D][0].Add : Made.Upper[D][0].Offset) +=
            (draw(0, 5) ? draw(1, 3) : 0) * Center.Divisor;
      if (draw(0, 5) == 0)
        Made.Lower[D].push_back(term(In, D));
      if (draw(0, 5) == 0)
        Made.Upper[D].push_back(term(In, D));
      if (draw(0, 9) == 0)
        Made.Lower[D].clear();
      if (draw(0, 9) == 0)
        Made.Upper[D].clear();
    }
    return Made;
  }

  /// A random term whose index is within or near the array in at least one iteration.
  Term term(const Case &In, unsigned D) {
    Term Made = line(draw(0, 2) ? draw(-1, 3) : draw(-3, 3), 0);
    if (!Affine && draw(0, 7) == 0)
      Made.Divisor = draw(2, 3);
    const std::int64_t Index = (D ? 0 : In.FirstIndex) + draw(0, In.Extent[D] - 1);
    Made.Offset =
        Index * Made.Divisor -
        Made.Slope *
            In.Space.value(std::uint64_t(draw(0, std::max<std::int64_t>(std::int64_t(In.Space.TripCount), 1) - 1)));
    if (!Affine && draw(0, 5) == 0) {
      Made.Table = 1;
      Made.Slope = draw(0, 1);
      Made.Offset = draw(36, 40); // within the table for all iterator values of these loops
      Made.Divisor = 1;
      Made.Scale = draw(1, 2);
      Made.Add = draw(-2, 2);
    }
    return Made;
  }

  std::mt19937 Engine;
  unsigned Rank = 1;
  bool Affine = false;
};

} // namespace

TEST(Footprint, HullsContainBoxesAndAreTheSmallestWhereTheRuleSaysSo) {
  Random Draw(1);
  unsigned Smallest = 0, Larger = 0;
  for (int Round = 0; Round < 30000; ++Round) {
    const Case Of = Draw.loop(1, false);
    const Footprint Made = Of.footprint();
    const MovingBox &Moving = Made.boxes()[0];
    ASSERT_FALSE(Moving.Unknown);
    const auto Last = std::uint64_t(Draw.draw(0, std::int64_t(Of.Space.TripCount))),
               First = std::uint64_t(Draw.draw(0, std::int64_t(Last)));
    Elements Touched;
    for (std::uint64_t K = First; K < Last; ++K) {
      const Box One = Of.at(Of.Boxes[0], K);
      add(Touched, One);
      if (!Of.hasDivisorOrTable(Of.Boxes[0]) || !isEmpty(One)) {
        const Box Found = Made.at(Moving, K);
        ASSERT_EQ(isEmpty(Found) ? Box{} : Found, One) << "round " << Round << ", iteration " << K;
      }
    }
    const Box Hull = Made.hull(Moving, {First, Last}), Tight = around(Touched);
    if (Touched.empty() && (!Made.hullIsSmallest(Moving) || isEmpty(Hull) || First >= Last))
      continue;
    for (unsigned D = 0; D < MaxRank; ++D)
      ASSERT_TRUE(Hull[D].Lower <= Tight[D].Lower && Hull[D].Upper >= Tight[D].Upper) << "round " << Round;
    Smallest += Made.hullIsSmallest(Moving);
    Larger += Hull != Tight;
    if (Made.hullIsSmallest(Moving)) {
      ASSERT_EQ(Hull, Tight) << "round " << Round;
    }
  }
  EXPECT_GT(Smallest, 3000u);
  EXPECT_GT(Larger, 20u) << "the rule is not empty";
}

TEST(Footprint, WrittenSetsAreExact) {
  Random Draw(2);
  unsigned Single = 0, Runs = 0, Many = 0;
  for (int Round = 0; Round < 30000; ++Round) {
    const Case Of = Draw.loop(unsigned(Draw.draw(1, MaxRank)), Round % 2);
    const Footprint Made = Of.footprint();
    const auto First = std::uint64_t(Draw.draw(0, 4)), Last = std::uint64_t(Draw.draw(0, 9));
    Elements Written;
    for (std::uint64_t K = First; K < std::min(Last, Of.Space.TripCount); ++K)
      for (const Formula &Each : Of.Boxes)
        add(Written, Of.at(Each, K));
    const std::vector<BoxRun> Found = Made.written({First, Last});
    ASSERT_EQ(elementsOf(Found), Written) << "round " << Round;
    if (!Written.empty()) {
      const Box Hull = Made.writtenHull({First, Last});
      for (unsigned D = 0; D < MaxRank; ++D)
        ASSERT_TRUE(Hull[D].Lower <= around(Written)[D].Lower && Hull[D].Upper >= around(Written)[D].Upper);
    }
    if (!Made.leavesGaps() && Made.boxes().size() == 1 && !Written.empty()) {
      ASSERT_EQ(Found.size(), 1u);
      ASSERT_EQ(Found[0].Count, 1u);
    }
    Single += Found.size() == 1 && Found[0].Count == 1;
    Runs += std::any_of(Found.begin(), Found.end(), [](const BoxRun &Each) { return Each.Count > 1; });
    Many += Found.size() > 4;
  }
  EXPECT_GT(Single, 3000u);
  EXPECT_GT(Runs, 1000u);
  EXPECT_GT(Many, 20u);
}

TEST(Footprint, WhatMovesInIsDisjointAndEnough) {
  Random Draw(3);
  for (int Round = 0; Round < 20000; ++Round) {
    Case Of = Draw.loop(unsigned(Draw.draw(1, 4)), false);
    for (Formula &Each : Of.Boxes)
      Each.Flags = unsigned(Draw.draw(0, 7));
    const Footprint Made = Of.footprint();
    const auto First = std::uint64_t(Draw.draw(0, 4)), Last = std::uint64_t(Draw.draw(0, 9));
    Elements Read, In, Moved;
    for (std::uint64_t K = First; K < std::min(Last, Of.Space.TripCount); ++K)
      for (const Formula &Each : Of.Boxes) {
        if (Each.Flags & BoxReads)
          add(Read, Of.at(Each, K));
        if ((Each.Flags & BoxReads) || (Each.Flags & (BoxWrites | BoxSurely)) == BoxWrites)
          add(In, Of.at(Each, K));
      }
    for (const auto &[Wanted, Found] :
         {std::pair(Read, Made.read({First, Last})), std::pair(In, Made.movedIn({First, Last}))}) {
      Elements All;
      std::size_t Count = 0;
      for (const Box &Each : Found) {
        add(All, Each);
        Count += elementsOf(Each).size();
      }
      ASSERT_EQ(Count, All.size()) << "disjoint";
      ASSERT_TRUE(std::includes(All.begin(), All.end(), Wanted.begin(), Wanted.end())) << "round " << Round;
    }
    ASSERT_TRUE(Made.reads() || In.empty());
  }
}

TEST(Footprint, SeparationIsNeverWrongAndFindsMostDisjointPairs) {
  Random Draw(4);
  unsigned Disjoint = 0, Found = 0;
  constexpr std::uint32_t Rounds = rounds(20000);
  for (std::uint32_t Round = 0; Round < Rounds; ++Round) {
    const Case Of = Draw.loop(2, Round % 4 != 0);
    const Footprint Made = Of.footprint();
    for (const auto &[A, B] : {std::pair(0u, 0u), std::pair(0u, 1u)}) {
      bool Meets = false;
      for (std::uint64_t K = 0; K < Of.Space.TripCount; ++K)
        for (std::uint64_t J = 0; J < Of.Space.TripCount; ++J)
          Meets |= J != K && meet(elementsOf(Of.at(Of.Boxes[A], K)), elementsOf(Of.at(Of.Boxes[B], J)));
      const bool Separated = Made.separated(A, B);
      ASSERT_FALSE(Meets && Separated) << "round " << Round;
      ASSERT_EQ(Separated, Made.separated(B, A));
      Disjoint += !Meets;
      Found += Separated;
    }
    if (!Made.meetingWrites()) {
      ASSERT_TRUE(Made.separated(0, 0) && Made.separated(0, 1) && Made.separated(1, 1));
    }
  }
  EXPECT_GT(Disjoint, Rounds / 2);
  EXPECT_GT(Found, Disjoint * 95 / 100);
}

TEST(Footprint, LinearisedBoxesContainTheirElementsAndAreExactWhereSurelyWritten) {
  Random Draw(5);
  unsigned Exact = 0, Split = 0;
  constexpr std::uint32_t Rounds = rounds(30000);
  for (std::uint32_t Round = 0; Round < Rounds; ++Round) {
    Case Of = Draw.loop(1, Round % 2);
    Of.Flat = Draw.draw(0, 1);
    const Footprint Made = Of.Flat ? Of.footprint() : Of.footprint().linearised();
    const bool IsFlat = Made.indices() == boxOf(Made.indices()[0]);
    bool Inside = true; // whether the inner dimensions stay within the array without being cut
    for (std::uint64_t K = 0; K < Of.Space.TripCount; ++K)
      for (unsigned D = 1; D < MaxRank; ++D) {
        const Box Raw = Of.at(Of.Boxes[0], K, false);
        Inside &= isEmpty(Raw) || (Raw[D].Lower >= 0 && Raw[D].Upper <= Of.Extent[D]);
      }
    if (Of.Flat && !IsFlat) {
      ASSERT_TRUE(Inside) << "round " << Round;
      ++Split;
      continue;
    }
    for (std::uint64_t K = 0; K < Of.Space.TripCount; ++K) {
      Elements Wanted;
      for (const Index &Each : elementsOf(Of.at(Of.Boxes[0], K, !Of.Flat))) {
        const std::int64_t At = ((Each[0] * Of.Extent[1] + Each[1]) * Of.Extent[2] + Each[2]) * Of.Extent[3] + Each[3];
        if (At >= Made.indices()[0].Lower && At < Made.indices()[0].Upper)
          Wanted.insert({At, 0, 0});
      }
      const Box Box = Made.at(Made.boxes()[0], K);
      const Elements Found = elementsOf(isEmpty(Box) ? hetrt::Box{} : Box);
      ASSERT_TRUE(std::includes(Found.begin(), Found.end(), Wanted.begin(), Wanted.end())) << "round " << Round;
      if (Made.boxes()[0].Flags & BoxSurely) {
        ASSERT_EQ(Found, Wanted) << "round " << Round << ", iteration " << K;
        ++Exact;
      }
    }
  }
  EXPECT_GT(Exact, Rounds / 3);
  EXPECT_GT(Split, Rounds / 15);
}

//===-- Cases written by hand -------------------------------------------------------------------------------------===//

TEST(Footprint, FlatSubscripts) {
  Case Of;
  Of.Space = {4, 0, 1};
  Of.Extent = {4, 5, 1, 1};
  Of.Flat = true;
  Formula Row = along(line(1, 0), line(1, 1)); // y[i * 5 + j], j < 5
  Row.Lower[1] = {line(0, 0)};
  Row.Upper[1] = {line(0, 5)};
  Of.Boxes = {Row};
  EXPECT_EQ(Of.footprint().indices()[1], (Interval{0, 5})) << "rows are kept";
  EXPECT_FALSE(Of.footprint().meetingWrites());

  Of.Boxes[0].Upper[1] = {line(0, 6)}; // j <= 5, which includes the first element of the next row
  const Footprint Beyond = Of.footprint();
  EXPECT_EQ(Beyond.indices(), boxOf({0, 20}));
  EXPECT_EQ(Beyond.at(Beyond.boxes()[0], 1)[0], (Interval{5, 11}));
  EXPECT_TRUE(Beyond.meetingWrites());

  Of.Boxes[0].Upper[1] = {line(0, 3)}; // y[i * 5 + j], j < 3: the rest of each row is not written
  EXPECT_TRUE(Of.footprint().leavesGaps() || Of.footprint().written({0, 4}).size() == 1);
  EXPECT_EQ(Of.footprint().written({0, 4})[0].First[1], (Interval{0, 3}));
}

TEST(Footprint, ExamplesOfTheDesign) {
  Case Of;
  Of.Space = {10, 0, 1};
  Of.Extent = {30, 1, 1, 1};
  Of.Boxes = {along(line(3, 0), line(3, 3))}; // rgb[3 * i + c], c < 3
  EXPECT_FALSE(Of.footprint().leavesGaps());
  Of.Boxes = {along(line(2, 0), line(2, 1))}; // y[2 * i]
  EXPECT_TRUE(Of.footprint().leavesGaps());
  EXPECT_FALSE(Of.footprint().meetingWrites());
  EXPECT_EQ(Of.footprint().written({1, 5}), (std::vector<BoxRun>{{boxOf({2, 3}), 0, 4, 2}}));
  Of.Boxes = {along(line(1, 0), line(1, 2))}; // p[i].x, p[i + 1].y
  EXPECT_EQ(Of.footprint().meetingWrites(), (std::pair{0u, 0u}));
  Of.Boxes = {along(line(1, 0), line(1, 1)), along(line(1, 10), line(1, 11))}; // y[i], y[i + n]
  EXPECT_FALSE(Of.footprint().meetingWrites());

  Formula Block = along(line(4, 0), line(4, 4)); // x[4 * i + k], k < 4, n = 30
  Block.Upper[0].push_back(line(0, 30));
  Of.Boxes = {Block};
  EXPECT_EQ(Of.footprint().writtenHull({5, 10})[0], (Interval{20, 30}));
  EXPECT_EQ(Of.footprint().written({5, 10}).size(), 1u);

  Formula Guarded = along(line(1, -1), line(1, 0), BoxReads); // if (i > 0) s += x[i - 1]
  Guarded.Only = {1, INT64_MAX};
  Of.Boxes = {Guarded};
  EXPECT_EQ(Of.footprint().held({0, 1})[0].size(), 0u);
  EXPECT_EQ(Of.footprint().held({0, 4})[0], (Interval{0, 3}));

  Of.Extent = {10, 10, 1, 1};
  Formula Triangle = along(line(1, 0), line(1, 1)); // l[i][j], j <= i
  Triangle.Lower[1] = {line(0, 0)};
  Triangle.Upper[1] = {line(1, 1)};
  Of.Boxes = {Triangle};
  EXPECT_FALSE(Of.footprint().meetingWrites());
  EXPECT_EQ(Of.footprint().written({2, 5}).size(), 3u) << "row by row";
  EXPECT_EQ(Of.footprint().follows(), std::nullopt) << "the length of rows moves too";
}

TEST(Footprint, WhatFollowsTheLoop) {
  Case Of;
  Of.Space = {1, 3, 1}; // a single iteration, and still the first dimension follows the loop
  Of.Extent = {8, 6, 1, 1};
  Of.Boxes = {along(line(1, 0), line(1, 1), BoxReads | BoxOwn), along(line(1, -2), line(1, 3), BoxReads)};
  EXPECT_EQ(Of.footprint().follows(), 0u);
  EXPECT_TRUE(Of.footprint().divides());
  EXPECT_FALSE(Of.footprint().uneven());
  EXPECT_EQ(Of.footprint().growth().PerIteration, 1);
  EXPECT_EQ(Of.footprint().growth().PerRange, 4);
  EXPECT_EQ(Of.footprint().own({0, 1})[0], (Interval{3, 4}));
  EXPECT_EQ(Of.footprint().held({0, 1})[0], (Interval{1, 6}));
  EXPECT_EQ(Of.footprint().held({1, 1}), boxOf({}, {0, 6}));
  Of.Boxes.push_back({});
  Of.Boxes.back().Flags = BoxReads; // a second box, of the whole array
  EXPECT_EQ(Of.footprint().follows(), 0u);
  EXPECT_FALSE(Of.footprint().divides());
  EXPECT_EQ(Of.footprint().read({1, 1}).size(), 1u) << "needed by whoever takes part";
}

TEST(Footprint, TablesAreComparedByPosition) {
  Case Of;
  Of.Space = {3, 0, 1};
  Of.Extent = {9, 1, 1, 1};
  Of.Tables = {{0, 4, 4, 9}};
  const Term Begin{.Slope = 1, .Table = 1}, End{.Slope = 1, .Offset = 1, .Table = 1};
  Of.Boxes = {along(Begin, End)};
  EXPECT_FALSE(Of.footprint().meetingWrites());
  EXPECT_FALSE(Of.footprint().leavesGaps());
  EXPECT_TRUE(Of.footprint().uneven());
  EXPECT_EQ(Of.footprint().largest(), 5u);
  EXPECT_EQ(Of.footprint().positions(0), (Interval{0, 4}));
  EXPECT_EQ(Of.footprint().writtenHull({1, 3})[0], (Interval{4, 9}));
  EXPECT_TRUE(Of.footprint().written({1, 2}).empty());
  Of.Space.TripCount = 4; // the loop reads beyond the end of the table
  EXPECT_TRUE(Of.footprint().writesAnywhere());
  Of.Space = {2, 0, 2};
  Of.Tables = {{0, 1, 4, 9}};
  EXPECT_TRUE(Of.footprint().leavesGaps()) << "between every second segment";
  EXPECT_FALSE(Of.footprint().meetingWrites());
  EXPECT_EQ(Of.footprint().written({0, 2}).size(), 2u);
  // The table decreases, which no check has excluded. The elements that are held still lie within the array.
  Of.Tables = {{-7, 40, 4, 9}};
  EXPECT_EQ(Of.footprint().held({0, 1})[0], (Interval{0, 9}));
}

TEST(Footprint, NumbersThatDoNotFit) {
  Case Of;
  Of.Space = {100, 0, 1};
  Of.Extent = {100, 1, 1, 1};
  const auto Only = [&](Term Lower, Term Upper, unsigned Flags) {
    Of.Boxes = {along(Lower, Upper, Flags)};
    return Of.footprint();
  };
  for (const Term &Wrong : {line(INT64_MAX, 0), line(UnknownNumber, 0), line(1, UnknownNumber), line(-INT64_MAX, 7),
                            Term{.Slope = 1, .Divisor = 0}, Term{.Slope = INT64_MAX / 2, .Divisor = 2}}) {
    const Footprint Made = Only(Wrong, line(1, 1), BoxWrites | BoxSurely | BoxAttained);
    EXPECT_TRUE(Made.unknown() && Made.writesAnywhere());
    EXPECT_EQ(Made.boxes()[0].Flags, unsigned(BoxWrites));
    EXPECT_EQ(Made.held({3, 4})[0], (Interval{0, 100}));
    EXPECT_TRUE(Made.meetingWrites());
    EXPECT_TRUE(Made.reads()) << "old values are kept";
    EXPECT_FALSE(Only(Wrong, line(1, 1), BoxReads).writesAnywhere());
  }
  // Bounds far outside of the array in all iterations: a lower bound like that does not limit the box, and a box that
  // lies there as a whole is empty.
  const Footprint Halo = Only(line(1, -INT64_MAX), line(1, INT64_MAX), BoxReads);
  EXPECT_FALSE(Halo.unknown());
  EXPECT_EQ(Halo.held({3, 4})[0], (Interval{0, 100}));
  EXPECT_TRUE(isEmpty(Only(line(1, INT64_MAX), line(1, INT64_MAX), BoxReads).held({0, 100})));

  // The iterator's values overflow 64 bits: boxes that follow the loop are unknown, the others are not.
  Of.Space = {1u << 20, 0, INT64_MAX / 4};
  EXPECT_TRUE(Only(line(1, 0), line(1, 1), BoxReads).unknown());
  EXPECT_FALSE(Only(line(0, 3), line(0, 9), BoxReads).unknown());
  Of.Space = {UINT64_MAX, INT64_MIN, 1};
  EXPECT_FALSE(Only(line(0, 3), line(0, 9), BoxReads).unknown());
  Of.Space = {100, INT64_MAX - 99, 1};
  EXPECT_TRUE(isEmpty(Only(line(1, 0), line(1, 1), BoxReads).held({0, 100}))) << "it ends in the last value";
}

TEST(Footprint, LoopsWithoutIterations) {
  Case Of;
  Of.Space = {0, 7, -3};
  Of.Extent = {20, 1, 1, 1};
  Of.Boxes = {along(line(1, 0), line(1, 1)), along(line(1, -1), line(1, 3), BoxReads)};
  EXPECT_TRUE(Of.footprint().written({0, 5}).empty());
  EXPECT_TRUE(Of.footprint().movedIn({0, 5}).empty());
  EXPECT_FALSE(Of.footprint().meetingWrites());
  EXPECT_TRUE(Of.footprint().positions(0).empty());
}
