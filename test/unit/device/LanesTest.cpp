// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of emulated accelerators: code between two barriers is executed lane after lane, and no lane passes a barrier
// before all lanes have reached it.
#include "Device/Emulated/EmulatedDevice.h"
#include "DeviceTest.h"

#include <algorithm>
#include <cfenv>
#include <cstring>
#include <set>
#include <thread>

namespace hetrt::test {
namespace {

struct Step {
  unsigned Lane, Segment, Column = 0;
};
std::vector<Step> Steps;
unsigned LanesSeen = 0, ColumnsSeen = 0;

/// A kernel with three segments between barriers, whose lanes exchange values.
void meeting(hetrt_uint64 First, hetrt_uint64 Last, const void *, void *Partials, const hetrt_bounds *) {
  const unsigned Lane = hetrt_emulated_lane();
  LanesSeen = hetrt_emulated_lane_count();
  long long Own = Lane + 1, Sum = 0;
  for (hetrt_uint64 I = First; I < Last; ++I) {
    Steps.push_back({Lane, 0});
    std::memcpy(hetrt_emulated_exchange(Lane), &Own, sizeof Own);
    hetrt_emulated_barrier();
    Steps.push_back({Lane, 1});
    Sum = 0;
    for (unsigned Other = 0; Other < LanesSeen; ++Other) {
      long long Value = 0;
      std::memcpy(&Value, hetrt_emulated_exchange(Other), sizeof Value);
      Sum += Value;
    }
    hetrt_emulated_barrier();
    Steps.push_back({Lane, 2});
  }
  *static_cast<long long *>(Partials) = Sum;
}

/// A kernel with two segments, whose lanes exchange values within each column.
void meetingInColumns(hetrt_uint64, hetrt_uint64, const void *, void *Partials, const hetrt_bounds *) {
  const unsigned Lane = hetrt_emulated_lane(), Column = hetrt_emulated_column();
  LanesSeen = hetrt_emulated_lane_count();
  ColumnsSeen = hetrt_emulated_column_count();
  Steps.push_back({Lane, 0, Column});
  long long Own = 100 * Column + Lane, Sum = 0;
  std::memcpy(hetrt_emulated_exchange(Lane * ColumnsSeen + Column), &Own, sizeof Own);
  hetrt_emulated_barrier();
  Steps.push_back({Lane, 1, Column});
  for (unsigned Other = 0; Other < LanesSeen; ++Other) {
    long long Value = 0;
    std::memcpy(&Value, hetrt_emulated_exchange(Other * ColumnsSeen + Column), sizeof Value);
    Sum += Value;
  }
  *static_cast<long long *>(Partials) = Sum;
}

class Lanes : public ::testing::Test {
protected:
  Lanes() {
    Steps.clear();
    Region = SumRegion;
    Region.lanes = &Known;
    Region.emulated = meeting;
  }

  Status run(std::string_view Options, bool InOrder = false, std::uint64_t Grain = 0) {
    Status Parsed;
    EmulatedDevice Device(0, parseEmulatedOptions(Options, Parsed).front());
    EXPECT_TRUE(Parsed.ok()) << Parsed.message();
    return runOn(Device, InOrder, Grain);
  }

  Status runOn(EmulatedDevice &Device, bool InOrder = false, std::uint64_t Grain = 0) {
    const SumValues Values = {};
    const hetrt_bounds Bounds = {};
    Launch Wanted;
    Wanted.Region = &Region;
    Wanted.Last = 1;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = {&Bounds, 1};
    Wanted.PartialBytes = sizeof(long long);
    Wanted.Partials = &Partials;
    Wanted.InOrder = InOrder;
    Wanted.Grain = Grain;
    if (Status Result = Device.launch(Wanted); !Result.ok())
      return Result;
    return Device.synchronize();
  }

  hetrt_lanes Known = {HETRT_REASSOCIATES, 0};
  hetrt_region Region;
  std::vector<std::byte> Partials;
};

TEST_F(Lanes, RunOneSegmentAfterTheOther) {
  EXPECT_OK(run("lanes=7"));
  ASSERT_EQ(Steps.size(), 21u);
  EXPECT_EQ(LanesSeen, 7u);
  std::set<std::vector<unsigned>> Orders;
  for (unsigned Segment = 0; Segment < 3; ++Segment) {
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < 7; ++I) {
      EXPECT_EQ(Steps[7 * Segment + I].Segment, Segment);
      Order.push_back(Steps[7 * Segment + I].Lane);
    }
    Orders.insert(Order);
    std::sort(Order.begin(), Order.end());
    EXPECT_EQ(Order, (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6}));
  }
  EXPECT_GT(Orders.size(), 1u) << "shuffled anew";
}

TEST_F(Lanes, ExchangeValuesAndLeaveAPartialEach) {
  EXPECT_OK(run("lanes=5"));
  ASSERT_EQ(Partials.size(), 5 * sizeof(long long));
  for (unsigned Lane = 0; Lane < 5; ++Lane) {
    long long Sum = 0;
    std::memcpy(&Sum, Partials.data() + Lane * sizeof Sum, sizeof Sum);
    EXPECT_EQ(Sum, 1 + 2 + 3 + 4 + 5);
  }
}

TEST_F(Lanes, AreOneWhereTheOrderCounts) {
  EXPECT_OK(run("lanes=7", /*InOrder=*/true));
  EXPECT_EQ(LanesSeen, 1u);
  EXPECT_OK(run("lanes=7", false, /*Grain=*/1));
  EXPECT_EQ(LanesSeen, 1u);
  Known.flags = 0;
  EXPECT_OK(run("lanes=7", /*InOrder=*/true));
  EXPECT_EQ(LanesSeen, 7u) << "whole numbers have no order";
}

TEST_F(Lanes, AreOneWhereTheKernelDoesNotShare) {
  Region.lanes = nullptr;
  EXPECT_OK(run("lanes=7"));
  EXPECT_EQ(LanesSeen, 1u);
}

TEST_F(Lanes, AreOneWhereTwoWindowsAreOfOneArray) {
  hetrt_box_info Boxes[3] = {};
  for (unsigned I = 0; I < 3; ++I)
    Boxes[I].array = I;
  const DeviceRange Same[] = {{4096, 64}, {8192, 64}, {4096, 64}}, Other[] = {{4096, 64}, {8192, 64}, {12288, 64}};
  Region.boxes = Boxes;
  Region.box_count = 3;
  Launch Wanted;
  Wanted.Region = &Region;
  Wanted.Windows = Same;
  EXPECT_TRUE(Wanted.allowsLanes()) << "nobody writes";
  Boxes[1].flags = HETRT_WRITE;
  EXPECT_TRUE(Wanted.allowsLanes());
  Boxes[2].flags = HETRT_WRITE;
  EXPECT_FALSE(Wanted.allowsLanes());
  Wanted.Windows = Other;
  EXPECT_TRUE(Wanted.allowsLanes());
}

TEST_F(Lanes, FaultsOfOneEndAll) {
  Region.emulated = [](hetrt_uint64, hetrt_uint64, const void *, void *, const hetrt_bounds *Bounds) {
    hetrt_emulated_barrier();
    if (hetrt_emulated_lane() == 3)
      hetrt_read_flat(Bounds, 17);
    hetrt_emulated_barrier();
  };
  const Status Result = run("lanes=7");
  EXPECT_TRUE(Result.isProgramFault());
  EXPECT_NE(Result.message().find("index 17"), std::string::npos) << Result.message();
  Region.emulated = meeting;
  EXPECT_OK(run("lanes=7"));
}

TEST_F(Lanes, OfADeviceServeOneKernelAfterTheOther) {
  Status Parsed;
  EmulatedDevice Device(0, parseEmulatedOptions("lanes=7", Parsed).front());
  const auto Stray = [](hetrt_uint64, hetrt_uint64, const void *, void *, const hetrt_bounds *Bounds) {
    if (hetrt_emulated_lane() == 5)
      hetrt_emulated_barrier();
    if (hetrt_emulated_lane() == 3)
      hetrt_read_flat(Bounds, 17);
    hetrt_emulated_barrier();
  };
  const auto Meet = [&] {
    Steps.clear();
    Region.emulated = meeting;
    EXPECT_OK(runOn(Device));
    EXPECT_EQ(Steps.size(), 21u);
    long long Sum = 0;
    std::memcpy(&Sum, Partials.data() + 6 * sizeof Sum, sizeof Sum);
    EXPECT_EQ(Sum, 28);
  };
  for (int Again = 0; Again < 3; ++Again) {
    Meet();
    std::thread(Meet).join();
    Region.emulated = Stray; // a fault leaves lanes in the middle of the kernel
    EXPECT_TRUE(runOn(Device).isProgramFault());
  }
  Meet();
}

TEST_F(Lanes, RoundAsTheThreadThatRunsThem) {
  Status Parsed;
  EmulatedDevice Device(0, parseEmulatedOptions("lanes=3", Parsed).front());
  Region.emulated = [](hetrt_uint64, hetrt_uint64, const void *, void *Partials, const hetrt_bounds *) {
    *static_cast<long long *>(Partials) = std::fegetround();
  };
  for (const int Mode : {FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(Mode);
    EXPECT_OK(runOn(Device));
    std::fesetround(FE_TONEAREST);
    long long Seen = 0;
    std::memcpy(&Seen, Partials.data() + 2 * sizeof Seen, sizeof Seen);
    EXPECT_EQ(Seen, Mode);
  }
}

TEST_F(Lanes, ThatGoDifferentWaysAreFound) {
  Region.emulated = [](hetrt_uint64, hetrt_uint64, const void *, void *, const hetrt_bounds *) {
    if (hetrt_emulated_lane() != 3)
      hetrt_emulated_barrier();
  };
  const Status Result = run("lanes=7");
  EXPECT_TRUE(Result.isProgramFault());
  EXPECT_NE(Result.message().find("different ways"), std::string::npos) << Result.message();
}

TEST_F(Lanes, OfAllColumnsMeetAtOnce) {
  Known.flags |= HETRT_COLUMNS;
  Region.emulated = meetingInColumns;
  EXPECT_OK(run("lanes=5"));
  EXPECT_EQ(LanesSeen, 5u);
  ASSERT_GT(ColumnsSeen, 1u);
  const unsigned All = 5 * ColumnsSeen;
  ASSERT_EQ(Steps.size(), 2 * All);
  for (unsigned Segment = 0; Segment < 2; ++Segment) {
    std::set<std::pair<unsigned, unsigned>> Came;
    for (unsigned I = 0; I < All; ++I) {
      EXPECT_EQ(Steps[All * Segment + I].Segment, Segment);
      Came.insert({Steps[All * Segment + I].Column, Steps[All * Segment + I].Lane});
    }
    EXPECT_EQ(Came.size(), All);
  }
  ASSERT_EQ(Partials.size(), All * sizeof(long long));
  for (unsigned I = 0; I < All; ++I) {
    long long Sum = 0;
    std::memcpy(&Sum, Partials.data() + I * sizeof Sum, sizeof Sum);
    EXPECT_EQ(Sum, 500 * (I / 5) + 10) << "each column has places of its own";
  }
}

TEST_F(Lanes, AreOneColumnWhereTheOrderCounts) {
  Known.flags |= HETRT_COLUMNS;
  Region.emulated = meetingInColumns;
  EXPECT_OK(run("lanes=5", /*InOrder=*/true));
  EXPECT_EQ(LanesSeen, 1u);
  EXPECT_EQ(ColumnsSeen, 1u);
  EXPECT_OK(run("lanes=1"));
  EXPECT_EQ(ColumnsSeen, 1u);
}

TEST_F(Lanes, OfAColumnThatGoesAnotherWayAreFound) {
  Known.flags |= HETRT_COLUMNS;
  for (bool (*Other)() : {+[] { return hetrt_emulated_column() == 1; }, // a column whose lanes all end early
                          +[] { return hetrt_emulated_column() == 2 && hetrt_emulated_lane() == 3; }}) {
    static bool (*Stays)();
    Stays = Other;
    Region.emulated = [](hetrt_uint64, hetrt_uint64, const void *, void *, const hetrt_bounds *) {
      hetrt_emulated_barrier();
      if (!Stays())
        hetrt_emulated_barrier();
    };
    const Status Result = run("lanes=5");
    EXPECT_TRUE(Result.isProgramFault());
    EXPECT_NE(Result.message().find("different ways"), std::string::npos) << Result.message();
  }
}

TEST_F(Lanes, UseTheirStacks) {
  Region.emulated = [](hetrt_uint64, hetrt_uint64, const void *, void *Partials, const hetrt_bounds *) {
    volatile char Locals[512 * 1024];
    for (std::size_t I = 0; I < sizeof Locals; I += 4096)
      Locals[I] = char(hetrt_emulated_lane());
    hetrt_emulated_barrier();
    long long Same = 1;
    for (std::size_t I = 0; I < sizeof Locals; I += 4096)
      Same &= Locals[I] == char(hetrt_emulated_lane());
    *static_cast<long long *>(Partials) = Same;
  };
  EXPECT_OK(run("lanes=9"));
  for (unsigned Lane = 0; Lane < 9; ++Lane)
    EXPECT_EQ(Partials[Lane * sizeof(long long)], std::byte(1));
}

} // namespace
} // namespace hetrt::test
