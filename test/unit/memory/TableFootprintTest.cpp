// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests how footprints are made from tables that are written by hand: loops as in the examples of
// docs/design/footprint.md, unknown numbers, descriptions of the same array, unknown extents, and errors.
#include "HandMadeTables.h"
#include "Memory/Directory.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace hetrt;
using testing::HasSubstr;

namespace {

constexpr unsigned Read = HETRT_READ | HETRT_ATTAINED | HETRT_PROVEN,
                   Write = HETRT_WRITE | HETRT_ATTAINED | HETRT_PROVEN, Own = HETRT_OWN | HETRT_DECLARED;
constexpr hetrt_number Yes = {1, 0};

double Numbered[4000];

Interval along(const Array &What, Iterations Of, unsigned Dimension = 0) { return What.Uses.held(Of)[Dimension]; }

/// The memory that the stand-in for the allocator reports as the allocation.
std::span<const std::byte> Allocated;

} // namespace

extern "C" int hetrt_find_allocation(const void *Address, const void **First, std::size_t *Bytes) {
  *First = Allocated.data();
  *Bytes = Allocated.size();
  return Address >= Allocated.data() && Address < Allocated.data() + Allocated.size();
}

/// The check does not touch the page: if it read the page, the first write would cause a second page fault.
TEST(Readable, IsAskedWithoutTouchingAPage) {
  utsname Is{};
  int Major = 0, Minor = 0;
  if (uname(&Is) || std::sscanf(Is.release, "%d.%d", &Major, &Minor) != 2 || std::pair(Major, Minor) < std::pair(6, 11))
    GTEST_SKIP() << "before Linux 6.11 pages are read";
  const auto Page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t Pages = 64;
  void *const Made = mmap(nullptr, Pages * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Made, MAP_FAILED);
  const auto Begin = reinterpret_cast<std::uintptr_t>(Made);
  EXPECT_TRUE(isReadable(Begin + 5, Pages * Page - 5));
  std::array<unsigned char, Pages> There{};
  ASSERT_EQ(mincore(Made, Pages * Page, There.data()), 0);
  EXPECT_EQ(std::ranges::count_if(There, [](unsigned char Each) { return Each & 1; }), 0);
  ASSERT_EQ(mprotect(static_cast<char *>(Made) + 20 * Page, Page, PROT_NONE), 0);
  EXPECT_FALSE(isReadable(Begin, Pages * Page));
  EXPECT_TRUE(isReadable(Begin, 20 * Page));
  EXPECT_TRUE(isReadable(Begin + 21 * Page, 43 * Page));
  ASSERT_EQ(munmap(static_cast<char *>(Made) + 40 * Page, Page), 0);
  EXPECT_FALSE(isReadable(Begin + 30 * Page, 20 * Page));
  munmap(Made, Pages * Page);
}

TEST(Readable, EndsAtTheLastAddress) {
  for (const std::uintptr_t Begin : {UINTPTR_MAX, UINTPTR_MAX - 1, UINTPTR_MAX - 8191}) {
    EXPECT_FALSE(isReadable(Begin, 1));
    EXPECT_FALSE(isReadable(Begin, 8192)) << "which goes on at address 0";
    EXPECT_FALSE(isReadable(Begin, UINT64_MAX));
  }
}

TEST(Numbers, WhatLeaves64BitsIsUnknownAndStaysSo) {
  EXPECT_EQ(hetrt_plus(INT64_MAX, 1), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_times(INT64_MAX, 2), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_plus(hetrt_times(INT64_MAX, 2), -5), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_times(HETRT_UNKNOWN, 0), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_greater(HETRT_UNKNOWN, 5), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_lesser(HETRT_UNKNOWN, 5), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_if(0, 4), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_unsigned(1ull << 63), HETRT_UNKNOWN);
  EXPECT_EQ(hetrt_negated(7), -7);
}

TEST(Numbers, GuardsAreTheValuesForWhichTheyHold) {
  for (std::int64_t P = -5; P <= 5; ++P)
    for (std::int64_t Q = -12; Q <= 12; ++Q)
      for (std::int64_t V = -30; V <= 30; ++V)
        ASSERT_EQ(P * V + Q >= 0, V >= hetrt_least_where(P, Q) && V <= hetrt_greatest_where(P, Q)) << P << " " << Q;
}

TEST(TableFootprint, NeighboursAreAHaloAndWhatIsWrittenIsSeparate) {
  Tables Of(98, 1);
  const unsigned A = Of.array("a", Numbered, 8, {100}), B = Of.array("b", Numbered + 100, 8, {100});
  Of.around(A, Read, -1, 2);
  Of.around(B, Write, 0, 1).surely = Yes;
  EXPECT_EQ(along(Of.resolved(A), {0, 10}), (Interval{0, 12}));
  const Array &Out = Of.resolved(B);
  EXPECT_EQ(Out.Uses.writtenHull({0, 10})[0], (Interval{1, 11}));
  EXPECT_TRUE(Out.Uses.movedIn({0, 10}).empty());
  EXPECT_FALSE(Out.isComparedWhole());
}

TEST(TableFootprint, AGuardLimitsTheIterations) {
  Tables Of(50);
  hetrt_box_info &Box = Of.around(Of.array("x", Numbered, 8, {50}), Read | HETRT_GUARDED, -1, 0);
  Box.from = Of.known(hetrt_least_where(1, -1)); // i > 0
  Box.to = Of.known(hetrt_greatest_where(1, -1));
  EXPECT_EQ(along(Of.resolved(), {0, 50}), (Interval{0, 49}));
  EXPECT_EQ(along(Of.resolved(), {0, 1}).size(), 0u);
}

TEST(TableFootprint, TermsOfOneEndCutEachOther) {
  Tables Of(10); // blocks x[8 * i + k], k < 8, of an array of 75 elements: the last block is shorter
  const unsigned X = Of.array("x", Numbered, 8, {75});
  Of.box(X, Write, {{{Of.line(8, 0)}, {Of.line(8, 8), Of.constant(75)}}}).surely = Yes;
  const Array &What = Of.resolved(X);
  EXPECT_EQ(along(What, {9, 10}), (Interval{72, 75}));
  EXPECT_FALSE(What.isComparedWhole());
  EXPECT_FALSE(What.Uses.leavesGaps());
}

TEST(TableFootprint, GapsAreNotWritten) {
  Tables Of(20);
  Of.box(Of.array("y", Numbered, 8, {40}), Write, {{{Of.line(2, 0)}, {Of.line(2, 1)}}}).surely = Yes;
  const Array &What = Of.resolved();
  EXPECT_TRUE(What.Uses.leavesGaps());
  EXPECT_EQ(What.Uses.written({3, 6}), (std::vector<BoxRun>{{boxOf({6, 7}), 0, 3, 2}}));
}

TEST(TableFootprint, AnExtentThatNobodySaysIsTheHull) {
  Tables Of(30);
  const unsigned X = Of.array("p", Numbered, 8, {HETRT_UNKNOWN}, HETRT_FIND_EXTENT);
  Of.around(X, Read, 1, 2);
  Of.around(X, HETRT_WRITE, 3, 4).from = {}; // not certain to be written in each iteration
  for (const unsigned Flag : {HETRT_WRITE, HETRT_READ}) {
    Of.Boxes.back().flags = Flag; // an element that may be read may be copied, even if no iteration reads it
    EXPECT_EQ(Of.whyNoCopies(), "");
    EXPECT_EQ(Of.resolved(X).Extent[0], 32);
    EXPECT_EQ(Of.resolved(X).Stored == StoredBytes::ChangedInWindow, Flag == HETRT_WRITE);
  }
  Of.Boxes.back().flags = HETRT_READ | HETRT_GUARDED; // within the part that the other box certainly touches
  Of.Boxes.back().from = {2, 0};
  Of.Boxes.back().to = {20, 0};
  const Array &What = Of.resolved(X);
  EXPECT_EQ(What.FirstIndex, 1);
  EXPECT_EQ(What.Extent[0], 30);
  EXPECT_EQ(What.Host.Base, reinterpret_cast<const std::byte *>(Numbered + 1));
  const hetrt_bounds Bounds = boundsOf(What, X, {0, 10});
  EXPECT_EQ(Bounds.lower[0], 1) << "as the program counts";
  EXPECT_EQ(Bounds.flat_upper, 13);
}

TEST(TableFootprint, WhatIsNotSureToExistIsReadByNobodyUnlessItCanBe) {
  Tables Of(30);
  const unsigned Row = Of.array("row", nullptr, 8, {HETRT_UNKNOWN}, HETRT_FIND_EXTENT);
  Of.around(Row, HETRT_READ, 0, 2);
  EXPECT_THAT(Of.whyNoCopies(),
              HasSubstr("'row', line 7: how long the array is is not known: iterations use at most 248 bytes "
                        "from address 0x0 on"));
  Of.Boxes.back().flags = HETRT_WRITE;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("can be read"));
  Of.Boxes.back().flags = Read; // each iteration reads it, so the null pointer is an error
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("found a null pointer"));
}

/// A clause of the user is a promise that no one else writes the described elements.
TEST(TableFootprint, WhatIsPerhapsWrittenIsComparedUnlessAClauseSaysIt) {
  Tables Of(30);
  hetrt_box_info &Written = Of.around(Of.array("y", Numbered, 8, {40}), HETRT_WRITE, 0, 1);
  EXPECT_EQ(Of.resolved().Stored, StoredBytes::ChangedInWindow);
  EXPECT_EQ(kindOf(Of.resolved(), CopyLife::Pass), ArrayKind::ComparedShare);
  EXPECT_EQ(kindOf(Of.resolved(), CopyLife::Kept), ArrayKind::KeptCopy);
  Written.surely = Yes;
  EXPECT_EQ(Of.resolved().Stored, StoredBytes::OfWindow);
  Written.surely = {};
  Of.Arrays[0].clause = "part_copy";
  Written.flags |= HETRT_DECLARED;
  EXPECT_EQ(kindOf(Of.resolved(), CopyLife::Pass), ArrayKind::Share);

  Tables Columns(30);
  Columns.box(Columns.array("y", Numbered, 8, {20, 40}), HETRT_WRITE,
              {{}, {{Columns.line(1, 0)}, {Columns.line(1, 1)}}});
  EXPECT_EQ(kindOf(Columns.resolved(), CopyLife::Pass), ArrayKind::ComparedCopy)
      << "the kernel knows the array's distances only";
}

TEST(TableFootprint, AnAllocationSaysTheExtentThatNobodyElseDoes) {
  const std::vector<double> Heap(4000);
  const auto Bytes = std::as_bytes(std::span(Heap));
  Tables Of(30);
  const unsigned X = Of.array("x", Heap.data() + 100, 8, {HETRT_UNKNOWN}, HETRT_FIND_EXTENT);
  Of.box(X, HETRT_READ, {{{}, {}}}); // indices that come from data
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("of which the runtime knows"));
  Allocated = Bytes.subspan(90 * 8, 50 * 8 + 4); // a part of the last element lies in the allocation
  EXPECT_EQ(Of.resolved(X).FirstIndex, -10);
  EXPECT_EQ(Of.resolved(X).Extent[0], 51);
  EXPECT_EQ(Of.resolved(X).Host.Base, Bytes.data() + 90 * 8);
  Of.Boxes.back().flags = HETRT_WRITE;
  EXPECT_TRUE(Of.resolved(X).isComparedWhole());

  // An allocation that does not contain an element which certainly exists must be an earlier one, and is ignored.
  Of.box(X, Read, {{{Of.constant(35)}, {Of.constant(36)}}});
  EXPECT_EQ(Of.resolved(X).Extent[0], 51);
  Allocated = Bytes.subspan(90 * 8, 30 * 8);
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("of which the runtime knows"));
  Of.box(X, Read, {{{Of.constant(0)}, {Of.constant(1)}}});
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("of which the runtime knows"));
  Allocated = {};
}

/// The extent comes from the program's symbol table.
TEST(TableFootprint, AVariableSaysItsExtent) {
  Tables Of(30);
  const unsigned X = Of.array("x", Numbered + 100, 8, {HETRT_UNKNOWN}, HETRT_FIND_EXTENT);
  Of.box(X, HETRT_READ, {{{}, {}}});
  EXPECT_EQ(Of.resolved(X).FirstIndex, -100);
#ifdef HETCC_SANITIZED // clang's address sanitizer adds bytes behind variables and includes them in the size of the
                       // symbol
  EXPECT_GE(Of.resolved(X).Extent[0], 4000);
#else
  EXPECT_EQ(Of.resolved(X).Extent[0], 4000);
#endif
}

/// The compiler found the array, and no clause says that a data region contains it.
TEST(TableFootprint, WhatNoDataRegionHasIsAnAllocationPerhaps) {
  const std::vector<double> Heap(4000);
  Directory Known({}, WritePolicy::Through);
  Tables Of(30);
  const unsigned X = Of.array("x", Heap.data(), 8, {0}, HETRT_FIND_EXTENT | HETRT_PRESENT);
  Of.box(X, HETRT_READ, {{{}, {}}});
  EXPECT_TRUE(Of.resolve(&Known).ok());
  EXPECT_THAT(Of.Resolved.WhyNoCopies.message(), HasSubstr("of which the runtime knows"));
  Allocated = std::as_bytes(std::span(Heap));
  EXPECT_TRUE(Of.resolve(&Known).ok());
  EXPECT_TRUE(Of.Resolved.WhyNoCopies.ok());
  EXPECT_EQ(Of.Resolved.Arrays[0].Extent[0], 4000);
  Of.Arrays[0].clause = "present";
  EXPECT_THAT(Of.resolve(&Known).message(), HasSubstr("found none"));
  Allocated = {};
}

TEST(TableFootprint, WhatIsNotSureToExistEndsWhereTheAllocationDoes) {
  const std::vector<double> Heap(4000);
  const auto Bytes = std::as_bytes(std::span(Heap));
  Tables Of(30);
  const unsigned X = Of.array("x", Heap.data(), 8, {HETRT_UNKNOWN}, HETRT_FIND_EXTENT);
  Of.around(X, HETRT_WRITE, 1, 2);
  EXPECT_EQ(Of.resolved(X).Extent[0], 30);
  Allocated = Bytes.first(20 * 8);
  EXPECT_EQ(Of.resolved(X).Extent[0], 19);
  EXPECT_EQ(Of.resolved(X).FirstIndex, 1);
  EXPECT_EQ(Of.resolved(X).Stored, StoredBytes::ChangedInWindow);
  Of.Boxes.back().flags = Write; // what certainly exists is used, whatever the allocator reports
  EXPECT_EQ(Of.resolved(X).Extent[0], 30);

  // A part of the last row lies in the allocation.
  Tables Flat(9);
  Allocated = Bytes.first((5 * 7 + 3) * 8);
  const unsigned Y = Flat.array("y", Heap.data(), 8, {HETRT_UNKNOWN, 7}, HETRT_FIND_EXTENT | HETRT_FLAT);
  Flat.box(Y, HETRT_READ, {{{Flat.line(1, 0)}, {Flat.line(1, 1)}}, {{Flat.constant(0)}, {Flat.constant(7)}}});
  EXPECT_EQ(Flat.resolved(Y).Extent[0], 6);
  Allocated = {};
  EXPECT_THAT(Flat.whyNoCopies(), HasSubstr("of which the runtime knows"));
}

TEST(TableFootprint, LoopsMayCountDown) {
  Tables Of(40, 39, -1);
  Of.around(Of.array("y", Numbered, 8, {40}), Write, 0, 1).surely = Yes;
  EXPECT_EQ(along(Of.resolved(), {0, 10}), (Interval{30, 40}));
  EXPECT_FALSE(Of.resolved().isComparedWhole());
}

TEST(TableFootprint, FlatSubscriptsHaveRowsWhereTheNumbersAllowIt) {
  for (const std::int64_t Width : {5, 6}) { // y[i * 5 + j], j < Width
    Tables Of(10);
    const unsigned Y = Of.array("y", Numbered, 8, {10, 5}, unsigned(HETRT_FLAT) | HETRT_STRIDED);
    Of.box(Y, Write, {{{Of.line(1, 0)}, {Of.line(1, 1)}}, {{Of.line(0, 0)}, {Of.constant(Width)}}}).surely = Yes;
    const Array &What = Of.resolved(Y);
    EXPECT_EQ(What.isComparedWhole(), Width > 5) << "rows that overlap are compared";
    EXPECT_EQ(What.bytes(), 10 * 5 * sizeof(double));
    if (Width == 5) {
      EXPECT_EQ(What.Uses.follows(), 0u);
    }
  }
}

/// x[i * 5 + j + 3], 2 <= i < 12, j < 4: the accesses cross the ends of rows, and use a part of the first and of the
/// last row.
TEST(TableFootprint, FlatSubscriptsBeyondTheirRowsCountElements) {
  Tables Of(10, 2);
  const unsigned X = Of.array("x", Numbered, 8, {0, 5}, unsigned(HETRT_FLAT) | HETRT_FIND_EXTENT | HETRT_STRIDED);
  Of.box(X, HETRT_READ | HETRT_ATTAINED, {{{Of.line(1, 0)}, {Of.line(1, 1)}}, {{Of.line(0, 3)}, {Of.constant(7)}}});
  const Array &What = Of.resolved(X);
  EXPECT_EQ(What.FirstIndex, 13);
  EXPECT_EQ(What.Host.Base, reinterpret_cast<const std::byte *>(Numbered + 13));
  EXPECT_EQ(What.bytes(), (11 * 5 + 7 - 13) * sizeof(double));
  const hetrt_bounds Bounds = boundsOf(What, X, {4, 6});
  EXPECT_EQ(Bounds.flat_lower, 6 * 5 + 3);
  EXPECT_EQ(Bounds.flat_upper, 7 * 5 + 7);
}

TEST(TableFootprint, DeclaredRowsThatFlatSubscriptsLeaveBeginWhereTheyDo) {
  Tables Of(4, 2); // x[i * 5 + j], 2 <= i < 6, j < 6
  const unsigned X = Of.array("x", Numbered, 8, {10, 5}, unsigned(HETRT_FLAT) | HETRT_STRIDED);
  Of.Arrays[X].first = Of.known(2);
  Of.box(X, HETRT_READ, {{{Of.line(1, 0)}, {Of.line(1, 1)}}, {{Of.line(0, 0)}, {Of.constant(6)}}});
  const Array &What = Of.resolved(X);
  EXPECT_EQ(What.FirstIndex, 10);
  const hetrt_bounds Bounds = boundsOf(What, X, {0, 1});
  EXPECT_EQ(Bounds.flat_lower, 10);
  EXPECT_EQ(Bounds.flat_upper, 16);
}

TEST(TableFootprint, TwoBoxesAreSeparateByTheirHulls) {
  Tables Of(20);
  const unsigned Y = Of.array("y", Numbered, 8, {40});
  Of.around(Y, Write, 0, 1).surely = Yes;
  Of.around(Y, Write, 20, 21).surely = Yes;
  EXPECT_FALSE(Of.resolved(Y).isComparedWhole());
  Of.Call.trip_count = 19;
  Of.Boxes.back().first_end = 0;
  EXPECT_FALSE(Of.resolved(Y).isComparedWhole()) << "the same box twice";
}

TEST(TableFootprint, WhatNeighboursWriteIsCompared) {
  Tables Of(20); // p[i].x and p[i + 1].y: the boxes are of whole elements
  const unsigned P = Of.array("p", Numbered, 16, {21});
  Of.around(P, Write, 0, 1);
  Of.around(P, Write, 1, 2);
  EXPECT_TRUE(Of.resolved(P).isComparedWhole());
  EXPECT_EQ(along(Of.resolved(P), {3, 4}), (Interval{0, 21})) << "a full copy";
}

TEST(TableFootprint, SegmentsGoThroughATable) {
  std::int32_t Row[] = {0, 3, 3, 10};
  Tables Of(3);
  const unsigned R = Of.array("row", Row, 4, {4}), Z = Of.array("z", Numbered, 8, {10});
  Of.around(R, HETRT_READ, 0, 2);
  hetrt_term From = Of.line(1, 0), To = Of.line(1, 1);
  From.table = To.table = R + 1;
  Of.box(Z, Write, {{{From}, {To}}}).surely = Yes;
  Array What = Of.resolved(Z);
  EXPECT_TRUE(checkSegments(What).ok());
  EXPECT_EQ(What.Largest, 7u);
  EXPECT_EQ(along(What, {0, 2}), (Interval{0, 3}));
  EXPECT_EQ(along(What, {2, 3}), (Interval{3, 10}));
  Row[1] = 4;
  EXPECT_THAT(checkSegments(What).message(), HasSubstr("'z', line 8: row[2] is less than the one before it"));
  Of.Call.trip_count = 4;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("takes elements 0 to 4 of 'row': found an extent of 4"));
}

TEST(TableFootprint, FourDimensions) {
  Tables Of(6);
  const unsigned U = Of.array("u", Numbered, 8, {5, 6, 4, 3}, HETRT_STRIDED);
  Of.box(U, Write, {{}, {{Of.line(1, 0)}, {Of.line(1, 1)}}, {{Of.line(0, 1)}, {Of.line(0, 3)}}, {}}).surely = Yes;
  const Array &What = Of.resolved(U);
  EXPECT_EQ(What.Uses.follows(), 1u);
  EXPECT_EQ(What.Uses.held({2, 4}), boxOf({0, 5}, {2, 4}, {1, 3}, {0, 3}));
  const Layout Share = shareLayout(What, {2, 4}, 1);
  EXPECT_EQ(Share.Bytes, 5 * 2 * 2 * 3 * sizeof(double));
  std::uint64_t Bytes = 0;
  for (const CopyRectangle &Each : writtenRectangles(What, Share, {2, 4}))
    Bytes += Each.bytes();
  EXPECT_EQ(Bytes, Share.Bytes);
}

//===-- Unknown numbers -------------------------------------------------------------------------------------------===//

TEST(TableFootprint, UnknownNumbersMakeABoxTheWholeArray) {
  Tables Of(10);
  const unsigned X = Of.array("x", Numbered, 8, {50});
  Of.box(X, Read, {{{Of.line({1, 0}, Of.known(HETRT_UNKNOWN))}, {Of.line(1, 1)}}});
  EXPECT_EQ(along(Of.resolved(X), {0, 1}), (Interval{0, 50}));
  EXPECT_FALSE(Of.resolved(X).isComparedWhole());
  Of.Boxes.back().flags = Write;
  EXPECT_TRUE(Of.resolved(X).isComparedWhole());
  Of.Arrays[X].clause = "part_copy";
  Of.Boxes.back().flags = HETRT_WRITE | Own;
  EXPECT_THAT(Of.error(), HasSubstr("part_copy(x), line 7: 'access': a number cannot be computed"));
}

TEST(TableFootprint, OverflowWhileFoldingIsUnknownToo) {
  Tables Of(1000, INT64_MAX / 2);
  const unsigned X = Of.array("x", Numbered, 8, {50});
  Of.box(X, HETRT_READ, {{{Of.line({1 << 30, 0}, {0, 0})}, {Of.line({1 << 30, 0}, {1, 0})}}});
  static_cast<void>(Of.resolved(X));
  EXPECT_LE(along(Of.resolved(X), {0, 1}).size(), 50u);
}

TEST(TableFootprint, AnUnknownExtentLeavesTheLoopToTheCores) {
  Tables Of(10);
  Of.around(Of.array("x", Numbered, 8, {HETRT_UNKNOWN}), Read, 0, 1);
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("'x', line 7: the extent cannot be computed"));
}

TEST(TableFootprint, WhatIterationsTouchBeyondTheArrayLeavesTheLoopToTheCores) {
  Tables Of(10, -3); // y[i] from i = -3 on, where y points into the middle of an array
  Of.around(Of.array("y", Numbered + 100, 8, {7}), Write, 0, 1).surely = Yes;
  EXPECT_EQ(Of.whyNoCopies(), "'y', line 7: the loop runs over -3 to 6, but the extent is 7: there are only indices 0 to 6");
  Of.Boxes.back().flags = HETRT_WRITE; // the writes are not certain, so the box is cut to the array
  EXPECT_EQ(Of.whyNoCopies(), "");
}

TEST(TableFootprint, BoundsThatTheLoopWritesAreNotTrusted) {
  Tables Of(10);
  Of.around(Of.array("x", Numbered, 8, {10}), Write, 0, 1).surely = Yes;
  Of.Loaded.push_back({Numbered + 10, 8});
  EXPECT_EQ(Of.whyNoCopies(), "");
  Of.Loaded.push_back({Numbered + 9, 8});
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("the region writes what it also uses by value"));
}

//===-- Descriptions of the same array ----------------------------------------------------------------------------===//

TEST(TableFootprint, ViewsOfOneArrayHaveOneCopy) {
  Tables Of(10);
  const unsigned X = Of.array("x", Numbered, 8, {10}), Y = Of.array("y", Numbered, 8, {10});
  Of.around(X, Read, 0, 1);
  Of.around(Y, Write, 0, 1).surely = Yes;
  const Array &What = Of.resolved(X);
  EXPECT_EQ(Of.Resolved.Arrays.size(), 1u);
  EXPECT_TRUE(What.Uses.reads() && What.Uses.writes());
}

TEST(TableFootprint, PartsOfOneArrayThatDoNotMeetAreTwoArrays) {
  Tables Of(10);
  const unsigned X = Of.array("x", Numbered, 8, {20}), Y = Of.array("y", Numbered + 10, 8, {10});
  Of.around(X, Read, 0, 1);
  Of.around(Y, Write, 0, 1).surely = Yes;
  EXPECT_EQ(Of.whyNoCopies(), "") << "the extents overlap, what is used of them does not";
  Of.Bases[Y] = Numbered + 9;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("'x', line 7 and 'y', line 8 overlap in memory"));
  Of.Arrays[X].clause = Of.Arrays[Y].clause = "part_copy";
  EXPECT_THAT(Of.error(), HasSubstr("part_copy(x), line 7 and part_copy(y), line 8 overlap in memory"));
}

//===-- Errors in clauses -----------------------------------------------------------------------------------------===//

TEST(TableFootprint, DeclaredBoxesAreHeldToTheArray) {
  Tables Of(11);
  const unsigned X = Of.array("x", Numbered, 8, {10}, 0, "part_copyin");
  Of.around(X, HETRT_READ | Own, 0, 1);
  EXPECT_EQ(Of.error(),
            "part_copyin(x), line 7: the loop runs over 0 to 10, but the extent is 10: there are only indices 0 to 9");
  Of.Call.trip_count = 10;
  EXPECT_EQ(Of.error(), "");
  Of.around(X, HETRT_READ | HETRT_DECLARED, 2, 1);
  EXPECT_EQ(Of.error(), "part_copyin(x), line 7: the halo is negative: wanted at least 0, found -2");
  Of.Boxes.pop_back();
  Of.box(X, HETRT_READ | HETRT_DECLARED, {{{Of.constant(4)}, {Of.constant(12)}}});
  EXPECT_EQ(Of.error(), "part_copyin(x), line 7: the section is 4:8: wanted a part of indices 0 to 9");
  Of.Numbers[Of.Arrays[X].extent[0].slot] = -3;
  EXPECT_EQ(Of.error(), "part_copyin(x), line 7: the extent is negative: wanted at least 0, found -3");
}

TEST(TableFootprint, DeclaredWritesAreEachIterationsOwn) {
  Tables Of(10);
  const unsigned X = Of.array("x", Numbered, 8, {12}, 0, "part_copy");
  Of.around(X, HETRT_WRITE | Own, 0, 2);
  EXPECT_EQ(Of.error(), "part_copy(x), line 7: an array that is written follows the loop in 1 dimension, so that each "
                        "iteration has elements of its own: found that iterations write x[0:2] and x[1:2]");
  Of.Arrays[X].flags = HETRT_WRITES_ANYWHERE;
  EXPECT_EQ(Of.error(), "");
  EXPECT_TRUE(Of.resolved(X).isComparedWhole());
}

TEST(TableFootprint, ArraysThatAreNotThere) {
  Tables Of(10);
  const unsigned X = Of.array("x", nullptr, 8, {10}, 0, "part_copy");
  Of.around(X, HETRT_READ | HETRT_WRITE | Own, 0, 1);
  EXPECT_EQ(Of.resolved(X).bytes(), 0u) << "the program touches nothing of it";
  Of.Arrays[X].clause = nullptr;
  EXPECT_THAT(Of.whyNoCopies(), HasSubstr("'x', line 7: wanted the address of an array, found a null pointer"));
}
