// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the parts of arrays that devices hold, against a model that looks at every element and every iteration.
#include "TestCall.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// Maps the offset of each byte on the host to its offset on the device. Checks that no byte occurs twice on either
/// side.
std::map<std::uint64_t, std::uint64_t> bytesIn(const std::vector<CopyRectangle> &Parts) {
  std::map<std::uint64_t, std::uint64_t> Bytes;
  std::set<std::uint64_t> OnDevice;
  for (const CopyRectangle &Part : Parts)
    for (std::uint64_t Row = 0; Row < Part.Rows; ++Row)
      for (std::uint64_t Byte = 0; Byte < Part.RowBytes; ++Byte) {
        const std::uint64_t Device = Part.DeviceOffset + Row * Part.DevicePitch + Byte;
        EXPECT_TRUE(Bytes.emplace(static_cast<std::uint64_t>(Part.hostOffset(Row)) + Byte, Device).second &&
                    OnDevice.insert(Device).second)
            << "a byte is moved twice";
      }
  return Bytes;
}

/// Calls `Visit` with the indices and the byte offset of every element.
template <typename Visitor> void forEachElement(const Array &What, Visitor Visit) {
  std::uint64_t Offset = 0;
  for (std::int64_t I = 0; I < What.Extent[0]; ++I)
    for (std::int64_t J = 0; J < What.Extent[1]; ++J)
      for (std::int64_t K = 0; K < What.Extent[2]; ++K)
        for (std::int64_t L = 0; L < What.Extent[3]; ++L, Offset += What.ElementSize)
          Visit(std::array<std::int64_t, MaxRank>{I, J, K, L}, Offset);
}

/// A random array, and a range of iterations over it.
struct RandomCase {
  std::array<std::int64_t, MaxRank> Extent = OneElement, HaloBefore{}, HaloAfter{};
  std::array<bool, MaxRank> Tied{};
  ResolvedCall Call;
  Iterations Of;
  std::int64_t Lowest = 0, Highest = 0;
  std::set<std::int64_t> Values;
  std::uint64_t SimdBytes = 1;

  explicit RandomCase(std::mt19937 &Random) {
    auto Draw = [&](std::int64_t From, std::int64_t To) {
      return std::uniform_int_distribution<std::int64_t>(From, To)(Random);
    };
    const auto Rank = static_cast<unsigned>(Draw(1, MaxRank));
    const auto ElementSize = static_cast<std::uint64_t>(Draw(1, 3));
    std::int64_t Smallest = 9;
    for (unsigned D = 0; D < Rank; ++D) {
      Extent[D] = Draw(1, Rank < MaxRank ? 9 : 5);
      Tied[D] = Draw(0, 1);
      if (Tied[D]) {
        Smallest = std::min(Smallest, Extent[D]);
        HaloBefore[D] = Draw(0, 3) * Draw(0, 4);
        HaloAfter[D] = Draw(0, 3) * Draw(0, 4);
      }
    }
    const unsigned Flags = MovesIn | (ties() == 1 ? unsigned(MovesOut) : 0u) |
                           (ties() == 0 ? unsigned(WholeCopy) : 0u) | (Draw(0, 3) > 0 ? unsigned(HETRT_STRIDED) : 0u);
    SimdBytes = std::uint64_t(1) << Draw(0, 4);
    const std::int64_t Step = (Draw(0, 1) ? 1 : -1) * Draw(1, 3), Distance = std::abs(Step);
    const auto Trips = static_cast<std::uint64_t>(Draw(1, (Smallest - 1) / Distance + 1));
    const std::int64_t Span = static_cast<std::int64_t>(Trips - 1) * Distance;
    const std::int64_t Start = Draw(0, Smallest - 1 - Span);
    TestCall Made(Trips, Step > 0 ? Start : Start + Span, Step);
    static const char Memory[9 * 9 * 9 * 3] = {};
    const auto D = [&](unsigned I) { return TestCall::Dimension{Extent[I], Tied[I], HaloBefore[I], HaloAfter[I]}; };
    if (Rank == 1)
      Made.add("x", Memory, ElementSize, Flags, {D(0)});
    else if (Rank == 2)
      Made.add("x", Memory, ElementSize, Flags, {D(0), D(1)});
    else if (Rank == 3)
      Made.add("x", Memory, ElementSize, Flags, {D(0), D(1), D(2)});
    else
      Made.add("x", Memory, ElementSize, Flags, {D(0), D(1), D(2), D(3)});
    EXPECT_TRUE(Made.check().ok());
    Call = Made.resolve();
    Call.Arrays[0].Info = nullptr; // the call's information does not outlive the call
    Of.First = static_cast<std::uint64_t>(Draw(0, static_cast<std::int64_t>(Trips) - 1));
    Of.Last =
        static_cast<std::uint64_t>(Draw(static_cast<std::int64_t>(Of.First) + 1, static_cast<std::int64_t>(Trips)));
    for (std::uint64_t K = Of.First; K < Of.Last; ++K)
      Values.insert(Call.Space.value(K));
    Lowest = *Values.begin();
    Highest = *Values.rbegin();
  }

  unsigned ties() const { return static_cast<unsigned>(std::ranges::count(Tied, true)); }
  const Array &array() const { return Call.Arrays.front(); }
  Layout layout() const {
    return array().allocatesShare() ? shareLayout(array(), Of, SimdBytes) : wholeLayout(array());
  }

  /// Whether an element is needed, according to the language (section 3): an iteration with value v needs index v of
  /// the dimension that follows the loop, and the halo around it. If several dimensions follow the loop, an element is
  /// needed if one of them needs it.
  bool needed(const std::array<std::int64_t, MaxRank> &Index) const {
    for (unsigned D = 0; D < MaxRank; ++D)
      if (Tied[D] && Index[D] >= Lowest - HaloBefore[D] && Index[D] <= Highest + HaloAfter[D])
        return true;
    return ties() == 0;
  }
};

} // namespace

TEST(Window, ReadsWhatTheLanguageSays) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 2000; ++Round) {
    const RandomCase Case(Random);
    const Layout Where = Case.layout();
    std::vector<CopyRectangle> Parts;
    for (const Box &Part : Case.array().Uses.movedIn(Case.Of))
      for (const CopyRectangle &Each : rectanglesOf(Case.array(), Where, Part))
        Parts.push_back(Each);
    const auto Moved = bytesIn(Parts);
    forEachElement(Case.array(), [&](const auto &Index, std::uint64_t Offset) {
      for (std::uint64_t Byte = 0; Byte < Case.array().ElementSize; ++Byte) {
        const auto To = Moved.find(Offset + Byte);
        ASSERT_EQ(To != Moved.end(), Case.needed(Index));
        if (To == Moved.end())
          continue;
        ASSERT_EQ(To->second, Where.offsetOf(Index) + Byte) << "the kernel looks for it there";
        ASSERT_LT(To->second, Where.Bytes);
      }
    });
  }
}

TEST(Window, WritesOnlyIndicesIteratedOver) {
  std::mt19937 Random(2);
  for (int Round = 0; Round < 2000; ++Round) {
    const RandomCase Case(Random);
    if (!Case.array().Uses.writes())
      continue;
    const Layout Where = Case.layout();
    const auto Moved = bytesIn(writtenRectangles(Case.array(), Where, Case.Of));
    forEachElement(Case.array(), [&](const auto &Index, std::uint64_t Offset) {
      const bool Written = Case.Values.contains(Index[Case.array().dimension()]);
      for (std::uint64_t Byte = 0; Byte < Case.array().ElementSize; ++Byte) {
        const auto From = Moved.find(Offset + Byte);
        ASSERT_EQ(From != Moved.end(), Written);
        if (Written) {
          ASSERT_EQ(From->second, Where.offsetOf(Index) + Byte);
        }
      }
    });
  }
}

TEST(Window, LayoutsAndBoundsHoldWhatIsMoved) {
  std::mt19937 Random(3);
  for (int Round = 0; Round < 2000; ++Round) {
    const RandomCase Case(Random);
    const Array &What = Case.array();
    const Layout Where = Case.layout();
    const hetrt_bounds Bounds = boundsOf(What, 5, Case.Of);
    EXPECT_EQ(Bounds.window, 5u);
    forEachElement(What, [&](const auto &Index, std::uint64_t Offset) {
      const bool Needed = Case.needed(Index);
      const auto Flat = static_cast<std::int64_t>(Offset / What.ElementSize);
      bool Inside = true, Writable = true;
      for (unsigned D = 0; D < MaxRank; ++D) {
        Inside &= Index[D] >= Bounds.lower[D] && Index[D] < Bounds.upper[D];
        Writable &= Index[D] >= Bounds.write_lower[D] && Index[D] < Bounds.write_upper[D];
      }
      if (Needed) {
        EXPECT_LE(Where.offsetOf(Index) + What.ElementSize, Where.Bytes);
        EXPECT_EQ(Where.offsetOf(Index) % What.ElementSize, 0u) << "strides are told in elements";
        EXPECT_TRUE(Inside);
        EXPECT_TRUE(Flat >= Bounds.flat_lower && Flat < Bounds.flat_upper);
      } else if (Case.ties() == 1) {
        EXPECT_FALSE(Inside) << "bounds are exact where one dimension is tied";
      }
      if (Bounds.inner) {
        EXPECT_EQ(hetrt_inner_index(&Bounds, Flat), Index[Bounds.inner]);
      }
      EXPECT_EQ(Bounds.inner != 0, Case.ties() == 1 && What.dimension() > 0);
      const std::int64_t Value = Index[What.dimension()];
      EXPECT_EQ(Writable, What.Uses.writes() && Value >= Case.Lowest && Value <= Case.Highest);
    });
    if (What.allocatesShare()) {
      const unsigned Along = What.dimension();
      const std::uint64_t Row = What.Uses.held(Case.Of)[Along].size() * What.strideBytes(Along);
      std::uint64_t Rows = 1;
      for (unsigned D = 0; D < Along; ++D)
        Rows *= static_cast<std::uint64_t>(What.Extent[D]);
      EXPECT_GE(Where.Bytes, Rows * Row);
      EXPECT_LE(Where.Bytes, Rows * (Row + (Along > 0 ? Case.SimdBytes - 1 : 0))) << "no more than the share";
    }
  }
}

TEST(Window, RowsAreOneCopy) {
  TestCall Rows(4, 2);
  double Matrix[8][5] = {};
  Rows.add("m", Matrix, sizeof(double), MovesIn | MovesOut, {{8, true, 1}, {5}});
  const ResolvedCall Call = Rows.resolve();
  const std::vector<Box> Boxes = Call.Arrays[0].Uses.movedIn({0, 4});
  ASSERT_EQ(Boxes.size(), 1u);
  EXPECT_EQ(rectanglesOf(Call.Arrays[0], shareLayout(Call.Arrays[0], {0, 4}, 64), Boxes[0]),
            (std::vector<CopyRectangle>{{40, 0, 1, 240, 240, 240}}));
}

TEST(Window, ColumnsAreOneStridedCopy) {
  TestCall Columns(4);
  float Matrix[8][5] = {};
  Columns.add("m", Matrix, sizeof(float), MovesIn, {{8}, {5, true}});
  const ResolvedCall Call = Columns.resolve();
  const Array &What = Call.Arrays[0];
  EXPECT_FALSE(What.allocatesShare()) << "the kernel knows the array's own strides only";
  EXPECT_EQ(rectanglesOf(What, wholeLayout(What), slab(What, Call.all(), {1, 3})),
            (std::vector<CopyRectangle>{{4, 4, 8, 8, 20, 20}}));
}

TEST(Window, PackedColumnsAreOneCopyToo) {
  TestCall Columns(40);
  float Matrix[8][50] = {};
  Columns.add("m", Matrix, sizeof(float), MovesIn | HETRT_STRIDED, {{8}, {50, true}});
  const ResolvedCall Call = Columns.resolve();
  const Array &What = Call.Arrays[0];
  const Layout Narrow = shareLayout(What, {1, 3}, 64), Wide = shareLayout(What, {1, 18}, 64);
  EXPECT_EQ(Narrow.Bytes, 64u) << "a padded row would hold more padding than elements";
  EXPECT_EQ(rectanglesOf(What, Narrow, slab(What, Call.all(), {1, 3})),
            (std::vector<CopyRectangle>{{4, 0, 8, 8, 200, 8}}));
  EXPECT_EQ(Wide.Stride[0], 128u) << "17 floats, padded";
  EXPECT_EQ(rectanglesOf(What, Wide, slab(What, Call.all(), {1, 18})),
            (std::vector<CopyRectangle>{{4, 0, 8, 68, 200, 128}}));
}

TEST(Window, PlanesOfTheMiddleDimensionAreOneStridedCopy) {
  TestCall Planes(4);
  short Volume[3][6][5] = {};
  Planes.add("v", Volume, sizeof(short), MovesIn | HETRT_STRIDED, {{3}, {6, true, 1}, {5}});
  const ResolvedCall Call = Planes.resolve();
  const Array &What = Call.Arrays[0];
  const Iterations Middle{2, 4};
  const Layout Where = shareLayout(What, Middle, 64);
  EXPECT_EQ(Where.Bytes, 3u * 4 * 5 * sizeof(short)) << "two planes and the halo";
  EXPECT_EQ(rectanglesOf(What, Where, What.Uses.movedIn(Middle)[0]),
            (std::vector<CopyRectangle>{{10, 0, 3, 40, 60, 40}}));
}

TEST(Window, EveryWrittenPieceOfASteppedLoopIsItsOwnRow) {
  TestCall Stepped(3, 20, -7);
  double X[30] = {};
  Stepped.add("x", X, sizeof(double), MovesOut, {{30, true}});
  const ResolvedCall Call = Stepped.resolve();
  const Array &What = Call.Arrays[0];
  EXPECT_EQ(writtenRectangles(What, shareLayout(What, {0, 3}, 64), {0, 3}),
            (std::vector<CopyRectangle>{{48, 0, 3, 8, 56, 56}}));
}

TEST(Window, HugeHalosAreClipped) {
  TestCall Case(10);
  char X[10] = {};
  Case.add("x", X, 1, MovesIn, {{10, true, INT64_MAX}});
  EXPECT_EQ(Case.resolve().Arrays[0].Uses.held({4, 6})[0], (Interval{0, 10}));
}

TEST(Window, MemoryDemandIsEnough) {
  std::mt19937 Random(4);
  for (int Round = 0; Round < 1000; ++Round) {
    const RandomCase Case(Random);
    const std::vector<ArrayKind> Kinds = {kindOf(Case.array(), CopyLife::Pass)};
    EXPECT_GE(memoryDemand(Case.Call, Case.SimdBytes, Kinds).bytes(double(Case.Of.size())),
              double(Case.layout().Bytes));
  }
}

TEST(Window, APlanCountsWhatAllocationsTake) {
  std::mt19937 Random(6);
  unsigned Pieces = 0;
  for (int Round = 0; Round < 1000; ++Round) {
    RandomCase Case(Random);
    const std::vector<ArrayKind> Kinds = {kindOf(Case.array(), Round % 2 == 0 ? CopyLife::Kept : CopyLife::Pass)};
    Case.Call.Space.TripCount *= 20;
    const auto Trips = double(Case.Call.Space.TripCount);
    const DeviceSizes On{.SimdBytes = Case.SimdBytes,
                         .Units = {.Least = 16, .MostRounded = 256, .Granule = 64},
                         .OfLaunch = {.BytesPerShare = double(Round % 3) * 10}};
    const double Room = double(Random() % 1200);
    const MemoryPlan Plan = planMemory(Case.Call, On, Room, Kinds);
    const auto AtOnce = double(Plan.IterationsAtOnce);
    if (Plan.IterationsAtOnce == UINT64_MAX) {
      EXPECT_LE(takenBytes(Case.Call, On, Kinds, Trips, 1), Room);
      continue;
    }
    EXPECT_TRUE(AtOnce == 0 || takenBytes(Case.Call, On, Kinds, AtOnce, 2) <= Room);
    EXPECT_TRUE(AtOnce == Trips || takenBytes(Case.Call, On, Kinds, AtOnce + 1, 2) > Room) << "no room is wasted";
    Pieces += AtOnce > 0 && AtOnce < Trips;
  }
  EXPECT_GT(Pieces, 50u);
}

TEST(Window, APlanIsWithinTheRoom) {
  std::mt19937 Random(5);
  unsigned Pieces = 0;
  for (int Round = 0; Round < 1000; ++Round) {
    RandomCase Case(Random);
    const std::vector<ArrayKind> Kinds = {kindOf(Case.array(), Round % 2 == 0 ? CopyLife::Kept : CopyLife::Pass)};
    Case.Call.Space.TripCount *= 20; // enough iterations that the share has to come in pieces
    const double Room = double(Random() % 600);
    const MemoryPlan Plan = planMemory(Case.Call, {.SimdBytes = Case.SimdBytes}, Room, Kinds);
    const MemoryDemand Demand = memoryDemand(Case.Call, Case.SimdBytes, Kinds);
    const auto Trips = double(Case.Call.Space.TripCount);
    if (Plan.IterationsAtOnce == UINT64_MAX) {
      EXPECT_LE(Demand.bytes(Trips), Room) << "all at once";
    } else if (Plan.IterationsAtOnce > 0) {
      EXPECT_LE(Demand.bytes(double(Plan.IterationsAtOnce), 2), Room) << "two pieces at once";
      Pieces += double(Plan.IterationsAtOnce) < Trips;
    } else {
      EXPECT_GT(Demand.bytes(1, 2), Room);
    }
  }
  EXPECT_GT(Pieces, 50u);
}
