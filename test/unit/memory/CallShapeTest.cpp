// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests how the description of a call's arrays is encoded for another process. RandomPassTest.cpp tests whole passes
// over a decoded description.
#include "Memory/CallShape.h"
#include "TestCall.h"

#include <gtest/gtest.h>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// y[i] is computed from x[i - 1] to x[i + 1]; z is another name of x, and the two must be one array.
struct CallShapeTest : testing::Test {
  CallShapeTest() {
    Case.add("x", X, sizeof(double), MovesIn, {{20, true, 1}});
    Case.add("y", Y, sizeof(double), MovesIn | MovesOut, {{20, true}});
    Case.add("z", X, sizeof(double), MovesIn, {{20, true, 1}});
    Call = Case.resolve();
    Shape = encodeCall(Call, std::vector(Call.Arrays.size(), ArrayKind::Share));
  }

  double X[20] = {}, Y[20] = {};
  TestCall Case{20};
  ResolvedCall Call;
  std::vector<std::byte> Shape;
};

} // namespace

TEST_F(CallShapeTest, KnowsWhatIsOneArray) {
  ResolvedCall Read;
  ASSERT_EQ(decodeCall(Shape, Case.Region, Read), "");
  EXPECT_EQ(Read.ArrayOf, (std::vector<unsigned>{0, 1, 0}));
  ASSERT_EQ(Read.Arrays.size(), 2u);
  EXPECT_STREQ(Read.Arrays[1].Info->name, "y");
  for (std::uint64_t First = 0; First < 20; ++First)
    EXPECT_EQ(Read.Arrays[0].Uses.held({First, First + 1}), Call.Arrays[0].Uses.held({First, First + 1}));
}

TEST_F(CallShapeTest, AWindowThatALaunchWouldLeaveIsRefused) {
  ResolvedCall Read;
  ASSERT_EQ(decodeCall(Shape, Case.Region, Read), "");
  // Iterations 5 to 9 need x[4] to x[10] and y[5] to y[9].
  double HeldX[7] = {}, HeldY[5] = {};
  const auto PlaceOf = [](const double *First, std::uint64_t Index) {
    return WindowPlace{reinterpret_cast<DeviceAddress>(First) - Index * sizeof(double), {8, 8, 8, 8}};
  };
  const WindowPlace Places[] = {PlaceOf(HeldX, 4), PlaceOf(HeldY, 5), PlaceOf(HeldX, 4)};
  DeviceRange Windows[] = {{reinterpret_cast<DeviceAddress>(HeldX), sizeof HeldX},
                           {reinterpret_cast<DeviceAddress>(HeldY), sizeof HeldY},
                           {reinterpret_cast<DeviceAddress>(HeldX), sizeof HeldX}};
  EXPECT_EQ(placeWindows(Read, Places, Windows, {5, 10}), "");
  EXPECT_EQ(Read.Arrays[1].Host.Base + 40, reinterpret_cast<std::byte *>(HeldY));
  EXPECT_NE(placeWindows(Read, Places, Windows, {5, 11}), "");
  EXPECT_NE(placeWindows(Read, Places, Windows, {4, 10}), "");
  EXPECT_NE(placeWindows(Read, Places, Windows, {5, 21}), "") << "beyond the loop";
  EXPECT_NE(placeWindows(Read, std::span(Places).first(2), Windows, {5, 10}), "");
  Windows[1].Bytes -= 8;
  EXPECT_NE(placeWindows(Read, Places, Windows, {5, 10}), "");
}

TEST_F(CallShapeTest, OtherBytesAreReadOrRefusedAndNothingElse) {
  for (std::size_t Length = 0; Length < Shape.size(); ++Length) {
    ResolvedCall Read;
    EXPECT_NE(decodeCall(std::span(Shape).first(Length), Case.Region, Read), "") << Length;
  }
  std::mt19937 Random(1);
  unsigned Refused = 0;
  for (int Time = 0; Time < 20000; ++Time) {
    std::vector<std::byte> Bytes = Shape;
    for (unsigned Changes = 1 + Random() % 4; Changes; --Changes)
      Bytes[Random() % Bytes.size()] = static_cast<std::byte>(Random());
    ResolvedCall Read;
    Refused += !decodeCall(Bytes, Case.Region, Read).empty();
  }
  EXPECT_GT(Refused, 1000u);
}

/// The elements that iterations of a share use are those that the block assigns to these iterations, as far as they are
/// held.
TEST(HeldShare, IsWhatTheBlockGivesItsIterations) {
  double X[20][4] = {}, Y[20][4] = {}, Z[20][4] = {};
  for (const std::int64_t Step : {1, 2, -1}) {
    TestCall Case(Step == 2 ? 8 : 16, Step < 0 ? 17 : 2, Step);
    Case.add("x", X, sizeof(double), MovesIn | MovesOut, {{20, true, 1, 2}, {4}});
    Case.add("y", Y, sizeof(double), MovesIn, {{20, true, 3}, {4}});
    Case.add("z", Z, sizeof(double), MovesIn, {{20}, {4}});
    Case.Region.flags |= HETRT_PARTITION;
    const ResolvedCall Call = Case.resolve();
    for (std::uint64_t First = 0; First < Case.Call.trip_count; ++First)
      for (std::uint64_t Last = First + 1; Last <= Case.Call.trip_count; ++Last)
        for (const Array &What : Call.Arrays) {
          const Box Held = What.Uses.held({First, Last});
          const Array Made = heldShare(What, Held, {First, Last}, What.Uses.writes());
          EXPECT_EQ(std::uint64_t(Made.Extent[0]), Held[0].size());
          EXPECT_EQ(Made.FirstIndex, Held[0].Lower);
          EXPECT_EQ(Made.Uses.follows(), What.Uses.follows());
          EXPECT_EQ(Made.Uses.writes(), What.Uses.writes());
          EXPECT_TRUE(Made.Uses.reads());
          const auto Moved = [&](Box Of) {
            Of[0] = {Of[0].Lower + Held[0].Lower, Of[0].Upper + Held[0].Lower};
            return Of;
          };
          for (std::uint64_t K = First; K < Last; ++K) {
            const Iterations There{K, K + 1}, Here{K - First, K - First + 1};
            const Footprint Read = heldShare(What, Held, {First, Last}, false).Uses;
            EXPECT_EQ(Moved(Read.held(Here)), What.Uses.held(There));
            EXPECT_FALSE(Read.writes());
            if (!What.Uses.writes())
              continue;
            EXPECT_EQ(Moved(Made.Uses.held(Here)), What.Uses.own(There));
            EXPECT_EQ(Moved(Made.Uses.writtenHull(Here)), What.Uses.own(There));
          }
          EXPECT_EQ(Made.Uses.leavesGaps(), Last - First > 1 && What.Uses.leavesGaps());
        }
  }
}
