// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests arrays of pointers to rows. The distances between rows may be equal or not, and so may the lengths, which
// integers of the program may tell.
#include "HandMadeTables.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <cstring>
#include <gmock/gmock.h>
#include <numeric>
#include <random>
#include <set>

using namespace hetrt;
using testing::AllOf;
using testing::HasSubstr;

namespace {

constexpr unsigned RowFlags = unsigned(HETRT_ROWS) | unsigned(HETRT_STRIDED);

/// Five rows of three elements. Each iteration reads its own row. Neither the number of rows nor their length is
/// described.
struct RowTables : Tables {
  explicit RowTables(std::int64_t Distance) : Tables(5) {
    for (std::int64_t Row = 0; Row < 5; ++Row)
      Rows[Row] = Memory + 20 + Row * Distance;
    array("a", Rows, 8, {0, 0}, RowFlags | HETRT_FIND_EXTENT);
    box(0, HETRT_READ | HETRT_ATTAINED, {{{line(1, 0)}, {line(1, 1)}}, {{line(0, 0)}, {line(0, 3)}}});
  }
  double Memory[64] = {};
  const double *Rows[5] = {};
};

} // namespace

TEST(TableRows, AtEqualDistancesTheyAreOneArray) {
  RowTables Of(7);
  const Array &What = Of.resolved();
  EXPECT_EQ(What.Host.Base, reinterpret_cast<std::byte *>(Of.Memory + 20));
  EXPECT_EQ(What.Extent[0], 5);
  EXPECT_EQ(What.Extent[1], 7);
  const Box Held = What.Uses.held({1, 3});
  EXPECT_EQ(Held[0], (Interval{1, 3}));
  EXPECT_EQ(Held[1], (Interval{0, 3})) << "what lies between rows is nobody's";
}

TEST(TableRows, AClauseSaysHowLongTheyAre) {
  RowTables Of(7);
  Of.Arrays[0].clause = "part_copyin";
  Of.Arrays[0].flags = RowFlags;
  Of.Arrays[0].extent[0] = Of.known(5);
  Of.Arrays[0].extent[1] = Of.known(4);
  Of.Boxes.clear();
  Of.box(0, HETRT_READ | HETRT_OWN | HETRT_DECLARED, {{{Tables::line(1, 0)}, {Tables::line(1, 1)}}, {}});
  EXPECT_EQ(Of.resolved().Extent[1], 7);
  EXPECT_EQ(Of.Resolved.Arrays[0].Uses.held({0, 5})[1], (Interval{0, 4}));
}

TEST(TableRows, OneRowIsAsLongAsItsUse) {
  RowTables Of(7);
  Of.Call.trip_count = 1;
  EXPECT_EQ(Of.resolved().Extent[1], 3);
}

TEST(TableRows, TheFirstRowMayHaveAnotherNumberThan0) {
  RowTables Of(7);
  Of.Call.lower = 2;
  Of.Call.trip_count = 3;
  Of.Rows[0] = Of.Rows[1] = nullptr;
  EXPECT_EQ(Of.resolved().Host.Base, reinterpret_cast<std::byte *>(Of.Memory + 34));
  EXPECT_EQ(Of.Resolved.Arrays[0].FirstIndex, 2);
}

namespace {

/// The ranges of the program's memory for a part of an array, as (distance from `Of` in elements, number of elements).
std::vector<std::pair<std::ptrdiff_t, std::uint64_t>> memory(const Array &What, const Box &Part, const double *Of) {
  std::vector<std::pair<std::ptrdiff_t, std::uint64_t>> Found;
  for (const MemoryRange &Each : memoryOf(What, Part))
    Found.emplace_back(reinterpret_cast<const double *>(Each.Begin) - Of, Each.Bytes / sizeof(double));
  return Found;
}

using Ranges = std::vector<std::pair<std::ptrdiff_t, std::uint64_t>>;

} // namespace

TEST(TableRows, AtOtherDistancesEachIsAPieceOfItsOwn) {
  RowTables Of(7);
  ++Of.Rows[3];
  const Array &What = Of.resolved();
  ASSERT_TRUE(What.Host.RowsAt);
  EXPECT_EQ(What.Host.Base, reinterpret_cast<std::byte *>(Of.Memory + 20));
  EXPECT_EQ(What.Extent, (Extents{5, 3, 1, 1}));
  EXPECT_EQ(memory(What, What.Uses.held({1, 4}), Of.Memory), (Ranges{{27, 3}, {34, 3}, {42, 3}}));
  const Layout Where = shareLayout(What, {1, 4}, 1);
  EXPECT_EQ(Where.Bytes, 9 * sizeof(double)) << "packed on a device";
  EXPECT_EQ(rectanglesOf(What, Where, What.Uses.held({1, 4})),
            (std::vector<CopyRectangle>{{7 * 8, 0, 2, 24, 7 * 8, 24}, {22 * 8, 48, 1, 24, 24, 24}}))
      << "rows at one stride are one rectangle";
}

TEST(TableRows, TheyMayOverlapAndRunBackwardsWhereTheyAreRead) {
  for (const std::int64_t Distance : {2, 0, -4}) {
    RowTables Of(Distance);
    const Array &What = Of.resolved();
    ASSERT_TRUE(What.Host.RowsAt);
    EXPECT_EQ(memory(What, What.Uses.held({4, 5}), Of.Memory), (Ranges{{20 + 4 * Distance, 3}}));
  }
}

TEST(TableRows, NamesOfOneTableAreOneArray) {
  RowTables Of(7);
  ++Of.Rows[3];
  Of.array("b", Of.Rows, 8, {0, 0}, RowFlags | HETRT_FIND_EXTENT); // b[i - 1][j + 1]
  Of.box(1, HETRT_WRITE | HETRT_ATTAINED,
         {{{Tables::line(1, -1)}, {Tables::line(1, 0)}}, {{Tables::line(0, 1)}, {Tables::line(0, 5)}}});
  Of.Call.lower = 1;
  Of.Call.trip_count = 4;
  Of.Rows[0] = Of.Memory;
  const Array &What = Of.resolved();
  EXPECT_EQ(Of.Resolved.Arrays.size(), 1u);
  EXPECT_EQ(What.Extent, (Extents{5, 5, 1, 1}));
  EXPECT_EQ(memory(What, What.Uses.writtenHull({0, 1}), Of.Memory), (Ranges{{1, 4}}));
}

TEST(TableRows, OfTwoArraysMayLieBetweenEachOther) {
  RowTables Of(8); // the rows of the other array begin 4 elements behind these
  const double *Others[5];
  for (int Row = 0; Row < 5; ++Row)
    Others[Row] = Of.Rows[Row] + 4;
  Of.array("b", Others, 8, {0, 0}, RowFlags | HETRT_FIND_EXTENT);
  Of.box(1, HETRT_WRITE | HETRT_ATTAINED,
         {{{Tables::line(1, 0)}, {Tables::line(1, 1)}}, {{Tables::line(0, 0)}, {Tables::line(0, 4)}}});
  Of.resolved();
  EXPECT_FALSE(Of.Resolved.Arrays[1].Host.RowsAt);
  ++Of.Rows[2];
  EXPECT_TRUE(Of.resolved().Host.RowsAt);
  Of.Rows[2] += 1; // its last element is the first of a row of the other array
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("overlap in memory"));
}

namespace {

/// 3 planes of 4 rows of 5 elements. A loop over 1 <= i < 3 reads rows 1 and 2 of its plane: a[i][1 .. 3)[0 .. 4).
struct PlaneTables : Tables {
  PlaneTables(std::int64_t Planes, std::int64_t Rows) : Tables(2, 1) {
    for (std::int64_t I = 0; I < 3; ++I)
      for (std::int64_t J = 0; J < 4; ++J)
        Row[I][J] = Memory + I * Planes + J * Rows;
    array("a", Plane, 8, {0, 0, 0}, RowFlags | HETRT_FIND_EXTENT);
    box(0, HETRT_READ | HETRT_ATTAINED,
        {{{line(1, 0)}, {line(1, 1)}}, {{line(0, 1)}, {line(0, 3)}}, {{line(0, 0)}, {line(0, 4)}}});
  }
  double Memory[256] = {};
  double *Row[3][4] = {}, **Plane[3] = {nullptr, Row[1], Row[2]};
};

} // namespace

TEST(TableRows, PlanesAtEqualDistancesAreOneArray) {
  PlaneTables Of(40, 8);
  const Array &What = Of.resolved();
  EXPECT_FALSE(What.Host.RowsAt);
  EXPECT_EQ(What.FirstIndex, 1);
  EXPECT_EQ(What.Extent, (Extents{2, 5, 8, 1}));
  EXPECT_EQ(What.Host.Base, reinterpret_cast<std::byte *>(Of.Memory + 40));
}

TEST(TableRows, OfPlanesTheyLieAnywhere) {
  PlaneTables Of(43, 8); // the distance of planes is no multiple of the distance of rows
  Of.Row[2][1] += 90;
  const Array &What = Of.resolved();
  ASSERT_TRUE(What.Host.RowsAt);
  EXPECT_EQ(What.Extent, (Extents{2, 3, 4, 1}));
  EXPECT_EQ(memory(What, What.Uses.held({0, 2}), Of.Memory), (Ranges{{51, 4}, {59, 4}, {102, 4}, {184, 4}}));
  EXPECT_EQ((*What.Host.RowsAt)[0].Begin, nullptr) << "row 0 is not looked at";
  Of.Row[2][2] = nullptr;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("found a null pointer for row 2 of plane 2"));
  Of.Plane[1] = nullptr;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("found a null pointer for plane 1"));
}

TEST(TableRows, OthersLeaveTheLoopToTheCores) {
  const auto Wanted = [](const char *Found) {
    return AllOf(HasSubstr("'a', line 7: wanted rows behind pointers that can be copied"), HasSubstr(Found));
  };
  RowTables Overlap(2);
  Overlap.Boxes.back().flags |= HETRT_WRITE;
  EXPECT_THAT(Overlap.whyNoCopies(), Wanted("found rows that overlap, and the loop writes them"));
  Overlap.Arrays[0].clause = "part_copy";
  Overlap.Arrays[0].flags = RowFlags;
  Overlap.Arrays[0].extent[0] = Overlap.known(5);
  Overlap.Arrays[0].extent[1] = Overlap.known(3);
  EXPECT_THAT(Overlap.whyNoCopies(), HasSubstr("part_copy(a), line 7: wanted rows"))
      << "no error: the program is right";
  RowTables Absent(7);
  Absent.Rows[0] = nullptr;
  EXPECT_THAT(Absent.whyNoCopies(), Wanted("found a null pointer for row 0"));
  RowTables Before(7);
  Before.Terms[2] = Tables::line(0, -1);
  EXPECT_THAT(Before.whyNoCopies(), Wanted("found uses before the first element of a row"));
  RowTables Endless(7);
  Endless.Ends[1].upper_count = 0;
  EXPECT_THAT(Endless.whyNoCopies(), Wanted("found uses of which nothing says how far they go into a row"));
}

//===-- Rows of different lengths ---------------------------------------------------------------------------------===//

namespace {

/// Six rows in one block of memory. Each begins 4 elements behind the one before, and an integer tells its length:
/// a[i][j], j < length[i].
struct LengthTables : Tables {
  explicit LengthTables(unsigned Flags = HETRT_READ) : Tables(6) {
    for (std::size_t Row = 0; Row < 6; ++Row)
      Rows[Row] = Memory + 10 + 4 * Row;
    array("a", Rows, 8, {0, 0}, RowFlags | HETRT_FIND_EXTENT);
    array("length", Lengths, 4, {0}, HETRT_FIND_EXTENT);
    hetrt_term End = line(1, 0);
    End.table = 2;
    box(0, Flags, {{{line(1, 0)}, {line(1, 1)}}, {{line(0, 0)}, {End}}});
    around(1, HETRT_READ | HETRT_ATTAINED, 0, 1);
  }
  /// The memory that a range of iterations uses, as distances from the block's first element.
  Ranges used(Iterations Of) {
    const Array &What = resolved(); // valid until the next call of resolved()
    return memory(What, What.Uses.held(Of), Memory + 10);
  }

  double Memory[64] = {};
  const double *Rows[6] = {};
  int Lengths[6] = {4, 3, 4, 0, 2, 4};
};

} // namespace

TEST(RowLengths, AtEqualDistancesRowsThatAreReadAreOneArray) {
  LengthTables Of;
  const Array &What = Of.resolved();
  EXPECT_FALSE(What.Host.RowsAt);
  EXPECT_EQ(What.Extent, (Extents{6, 4, 1, 1}));
  EXPECT_EQ(rectanglesOf(What, shareLayout(What, {0, 6}, 1), What.Uses.held({0, 6})).size(), 1u);
}

TEST(RowLengths, OfRowsThatAreWrittenNothingElseIs) {
  LengthTables Of(HETRT_WRITE);
  const Array &What = Of.resolved();
  ASSERT_TRUE(What.Host.RowsAt);
  EXPECT_EQ(What.Stored, StoredBytes::ChangedInWindow) << "rows end where the others do only if all do";
  EXPECT_EQ(Of.used({0, 6}), (Ranges{{0, 7}, {8, 4}, {16, 2}, {20, 4}}));
}

TEST(RowLengths, RowsOfOneLengthAreThoseOfAnArrayAndAreSurelyWritten) {
  LengthTables Of(HETRT_WRITE);
  Of.Boxes.front().surely = {1, 0};
  std::ranges::fill(Of.Lengths, 3);
  const Array &What = Of.resolved();
  EXPECT_FALSE(What.Host.RowsAt);
  EXPECT_EQ(What.Stored, StoredBytes::OfWindow);
  EXPECT_EQ(Of.used({1, 3}), (Ranges{{4, 3}, {8, 3}}));
}

TEST(RowLengths, RowsThatFollowEachOtherMoveInFewPieces) {
  LengthTables Of;
  const double *Next = Of.Memory + 10;
  for (std::size_t Row = 0; Row < 6; ++Row, Next += Of.Lengths[Row - 1])
    Of.Rows[Row] = Next;
  const Array &What = Of.resolved();
  ASSERT_TRUE(What.Host.RowsAt);
  EXPECT_EQ(Of.used({0, 6}), (Ranges{{0, 17}}));
  std::ranges::fill(Of.Lengths, 2);
  Of.Lengths[0] = 3;
  for (std::size_t Row = 1; Row < 6; ++Row)
    Of.Rows[Row] = Of.Memory + 11 + 2 * Row;
  const Array &Now = Of.resolved();
  const Layout Where = shareLayout(Now, {0, 6}, 1);
  EXPECT_EQ(rectanglesOf(Now, Where, Now.Uses.held({0, 6})).size(), 2u)
      << "the longer one, and a rectangle of the others";
}

TEST(RowLengths, RowsWithoutElementsAreNotLookedAt) {
  for (const unsigned Flags : {HETRT_READ, HETRT_WRITE}) {
    LengthTables Of(Flags);
    Of.Rows[3] = nullptr;
    Of.Lengths[4] = -1;
    Of.Rows[4] = nullptr;
    Of.resolved();
    EXPECT_EQ(Of.used({3, 5}), Flags == HETRT_WRITE ? Ranges{} : (Ranges{{12, 8}}))
        << "at equal distances all are read";
    --Of.Rows[0];
    EXPECT_EQ(Of.used({2, 6}), (Ranges{{8, 4}, {20, 4}}));
  }
  LengthTables Nothing;
  std::ranges::fill(Nothing.Lengths, 0);
  std::ranges::fill(Nothing.Rows, nullptr);
  EXPECT_EQ(Nothing.used({0, 6}), Ranges{});
}

TEST(RowLengths, AreReadOnlyWhereTheRegionDoesNotWriteThem) {
  LengthTables Of;
  Of.array("out", Of.Lengths, 4, {0}, HETRT_FIND_EXTENT);
  Of.around(2, HETRT_WRITE | HETRT_ATTAINED, 0, 1);
  EXPECT_THAT(Of.whyNoCopies(),
              HasSubstr("'out', line 9: the region writes what says how far it goes in other arrays"));
  LengthTables Pointers;
  Pointers.array("out", Pointers.Rows, 8, {0}, HETRT_FIND_EXTENT);
  Pointers.around(2, HETRT_WRITE | HETRT_ATTAINED, 0, 1);
  EXPECT_THAT(Pointers.whyNoCopies(), HasSubstr("'out', line 9: the region writes pointers to rows that it uses"));
}

TEST(RowLengths, ThatCannotBeReadLeaveTheLoopToTheCores) {
  LengthTables Of;
  Of.Bases[1] = nullptr;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("found uses of which nothing says how far they go into a row"));
}

TEST(RowLengths, SayHowFarOtherArraysGo) { // s += x[j], j < length[i]
  LengthTables Of;
  Of.array("x", Of.Memory, 8, {0}, HETRT_FIND_EXTENT);
  hetrt_term End = Tables::line(1, 0);
  End.table = 2;
  Of.box(2, HETRT_READ, {{{Tables::line(0, 0)}, {End}}});
  EXPECT_EQ(Of.resolved(2).Extent[0], 4);
  EXPECT_EQ(Of.resolved(2).Uses.held({1, 2})[0], (Interval{0, 4}));
}

TEST(RowLengths, ThatCannotBeReadLeadAnywhereInAFlatArray) { // if (b[i]) s += x[4 * i + k], k < (int)length[i]
  const auto UsedOf = [](std::int64_t Lengths) { // of six
    LengthTables Of;
    Of.array("x", Of.Memory, 8, {8, 4}, HETRT_FLAT);
    Of.array("few", Of.Lengths, 4, {Lengths});
    hetrt_term End = Tables::line(1, 0);
    End.table = 4;
    End.reading = 1 + 2 + 4 * 2 + 16 * (8 + 2); // an unsigned that becomes an int
    Of.box(2, HETRT_READ, {{{Tables::line(1, 0)}, {Tables::line(1, 1)}}, {{Tables::line(0, 1)}, {End}}});
    std::ranges::fill(Of.Lengths, 7);
    return Of.resolved(2).Uses.held({1, 2})[0];
  };
  EXPECT_EQ(UsedOf(6), (Interval{5, 11})) << "in flat indices";
  EXPECT_EQ(UsedOf(5), (Interval{0, 8})) << "all rows";
}

TEST(RowLengths, AreConvertedAsInTheProgram) { // s += x[j], j < (unsigned)length[i] and the like
  const auto Most = [](std::uint32_t Reading, std::int32_t Within, int Length) {
    LengthTables Of;
    Of.array("x", Of.Memory, 8, {64});
    hetrt_term End = Tables::line(1, 0);
    End.table = 2;
    End.reading = Reading;
    End.within = {Within, 0};
    Of.box(2, HETRT_READ, {{{Tables::line(0, 0)}, {End}}});
    std::ranges::fill(Of.Lengths, Length);
    return Of.resolved(2).Uses.held({1, 2})[0];
  };
  constexpr std::uint32_t Int = 1 + 4 * 2, Unsigned = 16 * (8 + 4 + 2), Byte = 16 * 8, ThenUnsigned = 16 * Unsigned;
  EXPECT_EQ(Most(Int + Unsigned, 0, 5), (Interval{0, 5}));
  EXPECT_EQ(Most(Int + Unsigned, 0, -1), (Interval{0, 64})) << "2^32 - 1, of which there are 64";
  EXPECT_EQ(Most(Int + Unsigned, 2, -1), (Interval{0, 1})) << "added before";
  EXPECT_EQ(Most(Int + Unsigned, -6, 5), (Interval{0, 64}));
  EXPECT_EQ(Most(Int + Byte, 0, 256 + 7), (Interval{0, 7}));
  EXPECT_TRUE(Most(Int + Byte, 0, 200).size() == 0) << "which is less than 0";
  EXPECT_EQ(Most(Int + Byte + ThenUnsigned, 0, 200), (Interval{0, 64}));
  EXPECT_EQ(Most(Int + 2 + Byte, 1, 255), (Interval{0, 0})) << "0";
}

namespace {

/// Rows of random lengths at random places. Iterations use the elements [from[r], to[r] + More) of row r = v + Ahead,
/// some under a guard. The test compares this element by element.
struct RandomRows : Tables {
  explicit RandomRows(std::mt19937 &Random) : Tables(1 + Random() % 12, 0, 1) {
    const auto Below = [&](unsigned Most) { return static_cast<int>(Random() % Most); };
    Call.lower = Below(4);
    Call.step = 1 + Below(3);
    Ahead = Below(3);
    More = Below(3);
    if (Below(2))
      Call.lower += static_cast<std::int64_t>(Call.trip_count - 1) * Call.step, Call.step = -Call.step;
    int Place = 4, Order[64];
    std::iota(std::begin(Order), std::end(Order), 0);
    const int Apart = Below(3) ? 0 : 12; // 0: rows follow each other, in order or shuffled; 12: rows are at this
                                         // distance
    if (Below(2) && !Apart)
      std::ranges::shuffle(Order, Random);
    for (const int Row : Order) {
      From[Row] = Below(3) ? 0 : Below(4);
      To[Row] = Below(4) ? From[Row] + Below(6) : 0;
      Rows[(Row + Ahead) % 64] = Memory + Place - (Apart ? 0 : From[Row]);
      Place += Apart ? Apart : std::max(To[Row] + More - From[Row], 0) + (Below(5) ? 0 : Below(3));
    }
    for (std::size_t I = 0; I < std::size(Memory); ++I)
      Memory[I] = static_cast<double>(I);
    const unsigned Flags = Below(2) ? HETRT_READ : HETRT_READ | HETRT_WRITE;
    array("a", Rows, 8, {0, 0}, RowFlags | HETRT_FIND_EXTENT);
    array("from", From, 4, {64});
    array("to", To, 4, {64});
    hetrt_term Lower = line(1, 0), Upper = line(1, 0);
    Lower.table = 2;
    Upper.table = 3;
    Upper.add = known(More);
    box(0, Flags, {{{line(1, Ahead)}, {line(1, Ahead + 1)}}, {{Lower}, {Upper}}});
    if (Below(3) == 0) {
      Boxes.back().flags |= HETRT_GUARDED;
      Boxes.back().from = known(Least = 2);
      Boxes.back().to = known(Greatest = 9);
    }
    around(1, HETRT_READ, 0, 1);
    around(2, HETRT_READ, 0, 1);
    for (int Row = 0; Row < 64; ++Row)
      if (used({0, Call.trip_count}).lower_bound({Row, 0}) == used({0, Call.trip_count}).lower_bound({Row + 1, 0}))
        Rows[Row] = nullptr;
  }

  /// The elements that iterations use, as (row, index in the row).
  std::set<std::pair<int, int>> used(Iterations Of) const {
    std::set<std::pair<int, int>> Found;
    for (std::uint64_t K = Of.First; K < Of.Last; ++K)
      if (const std::int64_t Value = Call.lower + static_cast<std::int64_t>(K) * Call.step;
          Value >= Least && Value <= Greatest)
        for (int J = From[Value]; J < To[Value] + More; ++J)
          Found.emplace(static_cast<int>(Value) + Ahead, J);
    return Found;
  }

  double Memory[64 * 14] = {};
  double *Rows[64] = {};
  int From[64] = {}, To[64] = {}, Ahead = 0, More = 0, Least = 0, Greatest = 63;
};

} // namespace

TEST(RowLengths, RandomRowsArriveAndNothingElseIsWritten) {
  std::mt19937 Random(24);
  unsigned Tables = 0, Even = 0;
  for (int Trial = 0; Trial < 3000; ++Trial) {
    RandomRows Of(Random);
    ASSERT_TRUE(Of.resolve().ok());
    const bool Any = !Of.used({0, Of.Call.trip_count}).empty();
    ASSERT_TRUE(Of.Resolved.WhyNoCopies.ok() || !Any) << Trial << Of.Resolved.WhyNoCopies.message();
    if (!Any)
      continue;
    const Array &What = Of.Resolved.Arrays[Of.Resolved.ArrayOf[0]];
    (What.Host.RowsAt ? Tables : Even)++;
    const std::uint64_t First = Random() % Of.Call.trip_count;
    const Iterations Part{First, First + 1 + Random() % (Of.Call.trip_count - First)};
    const Layout Where = shareLayout(What, Part, 1);
    std::vector<double> Device(Where.Bytes / sizeof(double), -1);
    std::set<std::uintptr_t> Moved;
    for (const CopyRectangle &Each : rectanglesOf(What, Where, What.Uses.held(Part)))
      for (std::uint64_t Row = 0; Row < Each.Rows; ++Row) {
        const std::byte *const Host = What.Host.Base + Each.hostOffset(Row);
        std::memcpy(reinterpret_cast<std::byte *>(Device.data()) + Each.DeviceOffset + Row * Each.DevicePitch, Host,
                    Each.RowBytes);
        for (std::uint64_t Byte = 0; Byte < Each.RowBytes; Byte += sizeof(double))
          Moved.insert(reinterpret_cast<std::uintptr_t>(Host + Byte));
      }
    std::set<std::uintptr_t> Wanted;
    for (const auto &[Row, J] : Of.used(Part)) {
      const std::uint64_t At = Where.offsetOf({Row - What.FirstIndex, J, 0, 0}) / sizeof(double);
      ASSERT_LT(At, Device.size()) << Trial;
      EXPECT_EQ(Device[At], Of.Rows[Row][J]) << Trial << ": row " << Row << ", element " << J;
      Wanted.insert(reinterpret_cast<std::uintptr_t>(Of.Rows[Row] + J));
    }
    if (What.Host.RowsAt && Of.Call.step * Of.Call.step == 1) {
      EXPECT_EQ(Moved, Wanted) << Trial;
    }
  }
  EXPECT_GT(Tables, 1000u);
  EXPECT_GT(Even, 100u);
}

//===-- Objects that contain the length of their row --------------------------------------------------------------===//

namespace {

/// Pointers to the beginning and the end of the elements and to the end of the allocated memory, as in a std::vector.
struct Holder {
  double *Begin = nullptr, *End = nullptr, *Memory = nullptr;
  Holder() = default;
  Holder(double *At, std::ptrdiff_t Count) : Begin(At), End(At + Count), Memory(At + Count + 1) {}
};

/// Five rows, each held by a Holder; nothing else tells the length of the rows.
struct HolderTables : Tables {
  explicit HolderTables(std::int64_t Distance, unsigned Flags = HETRT_READ) : Tables(5) {
    for (std::int64_t Row = 0; Row < 5; ++Row)
      Rows[Row] = {Memory + 10 + Row * Distance, 3};
    array("a", Rows, 8, {5, 0}, RowFlags);
    Arrays[0].holder[0] = Arrays[0].holder[1] = {3, 0, 1, 0};
    box(0, Flags, {{{line(1, 0)}, {line(1, 1)}}, {}});
  }
  Ranges used(Iterations Of) {
    const Array &What = resolved();
    return memory(What, What.Uses.held(Of), Memory + 10);
  }
  double Memory[64] = {};
  Holder Rows[5];
};

} // namespace

TEST(RowHolders, OfOneLengthAtEqualDistancesTheyAreOneArray) {
  HolderTables Of(4, HETRT_WRITE);
  const Array &What = Of.resolved();
  EXPECT_FALSE(What.Host.RowsAt);
  EXPECT_EQ(What.Extent, (Extents{5, 4, 1, 1}));
  EXPECT_EQ(Of.used({1, 3}), (Ranges{{4, 3}, {8, 3}})) << "what lies between them is nobody's";
}

TEST(RowHolders, EachEndsWhereItSaysWhateverTheLoopMayUse) {
  HolderTables Of(7, HETRT_WRITE);
  Of.Rows[1].End -= 2;
  Of.Rows[2] = {};
  Of.Rows[3].End += 2;
  EXPECT_EQ(Of.used({0, 5}), (Ranges{{0, 3}, {7, 1}, {21, 5}, {28, 3}}));
  EXPECT_EQ(Of.Resolved.Arrays[0].Extent, (Extents{5, 5, 1, 1})) << "as the longest";
}

TEST(RowHolders, WithoutElementsThereIsNothingToDivide) {
  HolderTables Of(7);
  std::ranges::fill(Of.Rows, Holder());
  EXPECT_EQ(Of.resolve().message(), "");
  EXPECT_TRUE(Of.Resolved.ForCores);
}

TEST(RowHolders, ThatTheLoopWritesAreNotFollowed) {
  HolderTables Of(7);
  Of.array("ends", &Of.Rows[1].End, 8, {4});
  Of.around(1, HETRT_WRITE, 0, 1);
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("the region writes pointers to rows that it uses"));
}

TEST(RowHolders, OfPlanesEachSaysHowManyRowsItHas) {
  double Memory[64] = {};
  Holder Rows[2][3];
  for (std::ptrdiff_t I = 0; I < 2; ++I)
    for (std::ptrdiff_t J = 0; J < 3; ++J)
      Rows[I][J] = {Memory + 20 * I + 5 * J, 2 + J};
  struct {
    Holder *Begin, *End, *Memory;
  } Planes[2] = {{Rows[0], Rows[0] + 3, Rows[0] + 3}, {Rows[1], Rows[1] + 2, Rows[1] + 3}};
  Tables Of(2);
  Of.array("a", Planes, 8, {2, 0, 0}, RowFlags);
  Of.Arrays[0].holder[0] = Of.Arrays[0].holder[1] = {3, 0, 1, 0};
  Of.box(0, HETRT_WRITE, {{{Tables::line(1, 0)}, {Tables::line(1, 1)}}, {}, {}});
  const Array &What = Of.resolved();
  ASSERT_TRUE(What.Host.RowsAt);
  EXPECT_EQ(What.Extent, (Extents{2, 3, 4, 1}));
  EXPECT_EQ(memory(What, What.Uses.held({0, 2}), Memory), (Ranges{{0, 2}, {5, 3}, {10, 4}, {20, 2}, {25, 3}}));
}

//===-- Objects with several pointers -----------------------------------------------------------------------------===//

namespace {

struct Inner {
  double *Begin, *End, *Memory;
};
struct Cell {
  std::int64_t Count;
  double *X;
  Inner V;
  double **Rows;
};

/// Three cells that lead to rows of different kinds: two kinds of rows by plain pointers, one by an object that
/// contains the length of the row.
struct CellTables : Tables {
  CellTables() : Tables(3) {
    for (std::ptrdiff_t I = 0; I < 3; ++I) {
      Table[I][0] = nullptr;
      Table[I][1] = Memory + 60 + 8 * I;
      Cells[I] = {I, Memory + 10 * I, {Memory + 30 + 10 * I, Memory + 31 + 11 * I, nullptr}, Table[I]};
    }
    array("cells", Cells, sizeof(Cell), {3}, HETRT_KEEPS_POINTERS);
    around(0, HETRT_WRITE, 0, 1);
    rows("cells[].X", {6, 1, 0, 0}, HETRT_READ, Side{line(0, 4)});
    rows("cells[].V", {6, 2, 3, 0}, HETRT_WRITE, {});
  }
  unsigned rows(const char *Name, hetrt_row_holder Of, unsigned Flags, Side Upper) {
    const unsigned Made = array(Name, Cells, 8, {3, 0}, RowFlags);
    Arrays[Made].holder[0] = Of;
    Arrays[Made].through = 1;
    box(Made, Flags, {{{line(1, 0)}, {line(1, 1)}}, {Upper.empty() ? Side() : Side{line(0, 0)}, Upper}});
    return Made;
  }
  Ranges used(unsigned Number) {
    const Array &What = resolved(Number);
    return memory(What, What.Uses.held({0, 3}), Memory);
  }
  double Memory[100] = {};
  double *Table[3][2] = {};
  Cell Cells[3] = {};
};

} // namespace

TEST(RowPaths, EachHasRowsOfItsOwn) {
  CellTables Of;
  EXPECT_EQ(Of.used(1), (Ranges{{0, 4}, {10, 4}, {20, 4}}));
  EXPECT_EQ(Of.used(2), (Ranges{{30, 1}, {40, 2}, {50, 3}}));
  EXPECT_NE(Of.Resolved.ArrayOf[1], Of.Resolved.ArrayOf[2]);
}

TEST(RowPaths, WrittenMembersKeepThePointersOfTheirOwnObjects) {
  CellTables Of;
  EXPECT_EQ(Of.whyNoCopies(), "");
  Of.Arrays[2].through = 0;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("the region writes pointers to rows that it uses"));
  Of.Arrays[2].through = 1;
  Of.Arrays[0].flags = 0;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("the region writes pointers to rows that it uses"));
}

TEST(RowPaths, ThatLeadToOneRowAreOneArrayOrNone) {
  CellTables Of;
  for (Cell &Each : Of.Cells)
    Each.V = {Each.X, Each.X + 4, nullptr};
  EXPECT_EQ(Of.whyNoCopies(), "");
  EXPECT_EQ(Of.Resolved.ArrayOf[1], Of.Resolved.ArrayOf[2]);
  std::swap(Of.Cells[0].X, Of.Cells[1].X); // the rows of one of the two paths in another order
  EXPECT_NE(Of.whyNoCopies(), "");
}

TEST(RowPaths, WhatLiesInTheObjectsThemselvesIsNotDivided) {
  CellTables Of;
  Of.Cells[1].X = reinterpret_cast<double *>(Of.Cells);
  EXPECT_NE(Of.whyNoCopies(), "");
}

TEST(RowPaths, RowsOfPointersInObjectsHaveLevelsOfTheirOwn) {
  CellTables Of;
  const unsigned Made = Of.array("cells[].Rows", Of.Cells, 8, {3, 0, 0}, RowFlags);
  Of.Arrays[Made].holder[0] = {6, 5, 0, 0};
  Of.Arrays[Made].through = 1;
  Of.box(Made, HETRT_WRITE,
         {{{Tables::line(1, 0)}, {Tables::line(1, 1)}},
          {{Tables::line(0, 1)}, {Tables::line(0, 2)}},
          {{Tables::line(0, 0)}, {Tables::line(0, 5)}}});
  EXPECT_EQ(Of.used(Made), (Ranges{{60, 5}, {68, 5}, {76, 5}}));
}

/// `cells[i].X[k]`, k < cells[i].Count: an integer in the object tells the length of the row.
TEST(RowPaths, NumbersBesideThePointersSayHowLongRowsAre) {
  CellTables Of;
  hetrt_term &End = Of.Terms[Of.Ends[Of.Boxes[1].first_end + 1].upper];
  End = Tables::line(1, 0);
  End.table = 1;
  End.reading = 1 + 4 * 3 + 4096 + 8192 * offsetof(Cell, Count);
  EXPECT_EQ(Of.used(1), (Ranges{{0, 2}, {10, 2}, {20, 2}})) << "at equal distances all are read";
  Of.Boxes[1].flags = HETRT_WRITE;
  EXPECT_EQ(Of.used(1), (Ranges{{10, 1}, {20, 2}})) << "and cells are written beside them";
  Of.Cells[0] = {.Count = -3, .X = nullptr, .V = Of.Cells[0].V, .Rows = nullptr};
  Of.Cells[2].Count = 9;
  EXPECT_EQ(Of.used(1), (Ranges{{10, 1}, {20, 9}}));
  Of.Cells[1].Count = INT64_MAX;
  EXPECT_NE(Of.whyNoCopies(), "");
  Of.Cells[1].Count = 2;
  End.reading += 8192 * sizeof(Cell); // an offset that lies outside of the object
  EXPECT_NE(Of.whyNoCopies(), "");
  End.reading = 0; // the table's elements are no integers
  EXPECT_NE(Of.whyNoCopies(), "");
}

/// `cells[which[i]].X[k]`, k < 4: the cells that `which` does not name are not looked at.
TEST(RowPaths, IntegersChooseRows) {
  CellTables Of;
  int Which[3] = {2, 0, 2};
  const unsigned Made = Of.array("which", Which, 4, {0}, HETRT_FIND_EXTENT);
  Of.around(Made, HETRT_READ | HETRT_ATTAINED, 0, 1);
  const hetrt_ends Rows = Of.Ends[Of.Boxes[1].first_end];
  for (const unsigned Each : {unsigned(Rows.lower), unsigned(Rows.upper)})
    Of.Terms[Each].table = Made + 1;
  Of.Terms[Rows.upper].offset = {};
  Of.Terms[Rows.upper].add = {1, 0};
  Of.Cells[1].X = nullptr;
  EXPECT_EQ(Of.used(1), (Ranges{{0, 4}, {20, 4}}));
  Which[1] = 1;
  EXPECT_NE(Of.whyNoCopies(), "");
}
