// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of a block on a node that divides them among its cores and devices. The node's share of the block's arrays
// stays there, neighbours' values are exchanged between loops, and results are those of the host.
#include "../Rounds.h"
#include "DeviceTest.h"
#include "NodeUnderTest.h"

#include <array>
#include <numeric>
#include <optional>
#include <random>

namespace hetrt::test {

/// A global variable, so that other ranks find the region by its address in the program.
hetrt_region LoopOnNode;

namespace {

namespace block { // a namespace of this test's own: several tests are compiled as one file

constexpr std::int64_t Rows = 37, Columns = 3;

struct LoopValues {
  const double *From;
  double *To;
  std::int64_t Lower;
};

/// Computes row i of `To` from itself and from rows i - 1 to i + 2 of `From`.
void sweep(hetrt_uint64 First, hetrt_uint64 Last, const LoopValues &V) {
  for (std::int64_t I = V.Lower + std::int64_t(First); I < V.Lower + std::int64_t(Last); ++I)
    for (std::int64_t J = 0; J < Columns; ++J)
      V.To[I * Columns + J] = 0.25 * V.To[I * Columns + J] + V.From[(I - 1) * Columns + J] -
                              0.5 * V.From[(I + 2) * Columns + J] + double(J);
}
void sweepEmulated(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, const hetrt_bounds *) {
  sweep(First, Last, *static_cast<const LoopValues *>(Values));
}
void sweepOutlined(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, void *const *, int) {
  sweep(First, Last, *static_cast<const LoopValues *>(Values));
}

/// A block over iterations 1 to Rows - 3 of two fields; the node has the iterations of one share.
class LoopOnShare {
public:
  LoopOnShare(NodeUnderTest &On, std::uint64_t First, std::uint64_t Last, bool IsSeen)
      : On(On), First(First), Last(Last) {
    for (std::vector<double> &Each : Fields) {
      Each.resize(Rows * Columns);
      std::iota(Each.begin(), Each.end(), double(&Each - Fields));
      Case.add("u", Each.data(), sizeof(double), MovesIn | MovesOut, {{Rows, true, 1, 2}, {Columns}});
    }
    Case.Region.flags |= HETRT_PARTITION;
    Block = arraysOf(Case, Case.Region, bytesOf(std::array{Fields[0].data(), Fields[1].data()}));
    LoopOnNode = Case.Region;
    LoopOnNode.flags = 0;
    LoopOnNode.values_size = sizeof(LoopValues);
    LoopOnNode.emulated = sweepEmulated;
    LoopOnNode.outlined = sweepOutlined;
    LoopOnNode.open_team = openTeam;
    for (unsigned A = 0; A < 2; ++A) {
      Infos[A] = Block.Region->arrays[A];
      Infos[A].pointer_offset = A * sizeof(void *);
      Infos[A].element_size = {sizeof(double), 0};
      Boxes[A].array = A;
      Boxes[A].flags = HETRT_READ | HETRT_DECLARED |
                       (A        ? HETRT_WRITE | HETRT_PROVEN
                        : IsSeen ? unsigned(HETRT_PROVEN)
                                 : 0u);
    }
    LoopOnNode.arrays = Infos;
    LoopOnNode.boxes = Boxes;
    LoopOnNode.box_count = 2;
    LoopOnNode.ends = Ends;
    Memory.emplace(Block, On.memory(), On.known(), MemoryPlan{.Kinds = kindsOf(Block, false)});
    EXPECT_OK(Memory->bringIn(First, Last));
    EXPECT_OK(On.device().synchronize());
  }

  /// The node computes its share, and the host all other rows; then rows at the borders are exchanged.
  InnerReport loop(unsigned From, unsigned To) {
    const LoopValues Values{Fields[From].data(), Fields[To].data(), 1 + std::int64_t(First)};
    hetrt_call Call = Case.Call;
    Call.trip_count = Last - First;
    Call.lower = Values.Lower;
    hetrt_arrays Given{};
    Given.values = &Values;
    Launch Kernel;
    EXPECT_OK(Memory->launchOf({LoopOnNode, Call, Given}, {}, Kernel));
    EXPECT_OK(On.device().launch(Kernel));
    EXPECT_OK(On.device().synchronize());
    const LoopValues OfHost{Fields[From].data(), Fields[To].data(), 1};
    sweep(0, First, OfHost);
    sweep(Last, Rows - 3, OfHost);
    const std::int64_t Begin = 1 + std::int64_t(First), End = 1 + std::int64_t(Last);
    EXPECT_OK(Memory->give(To, {Begin, End}));
    EXPECT_OK(On.device().synchronize());
    EXPECT_OK(Memory->take(To, {Begin - 1, Begin}));
    EXPECT_OK(Memory->take(To, {End, std::min(End + 2, Rows)}));
    EXPECT_OK(On.device().synchronize());
    return On.device().takeInnerReport();
  }

  void leave() {
    EXPECT_OK(Memory->sendOut());
    EXPECT_OK(On.device().synchronize());
    Memory->commit();
    Memory.reset();
  }

  std::vector<double> Fields[2];

private:
  NodeUnderTest &On;
  const std::uint64_t First, Last;
  TestCall Case{Rows - 3, 1};
  hetrt_array_info Infos[2];
  hetrt_box_info Boxes[2]{};
  hetrt_ends Ends[2]{};
  PassArrays Block;
  std::optional<PassMemory> Memory;
};

std::uint64_t bytesIn(const InnerReport &Of) {
  std::uint64_t Bytes = 0;
  for (const InnerFigures &Each : Of.Devices)
    Bytes += Each.BytesIn;
  return Bytes;
}

} // namespace block
} // namespace

using block::LoopOnShare;

/// In the second loop, only padding rows that came from elsewhere are copied to the device again.
TEST(BlockOnNode, ItsShareStaysOnADevice) {
  NodeUnderTest Node("emulated:1");
  LoopOnShare Of(Node, 10, 20, /*IsSeen=*/true);
  EXPECT_EQ(block::bytesIn(Of.loop(0, 1)), (13 + 10) * block::Columns * sizeof(double));
  InnerReport Did = Of.loop(1, 0);
  EXPECT_EQ(Did.WhyCores, "");
  EXPECT_EQ(block::bytesIn(Did), 3 * block::Columns * sizeof(double));
  EXPECT_EQ(block::bytesIn(Of.loop(0, 1)), 3 * block::Columns * sizeof(double));
  EXPECT_EQ(Node.inner(0).statistics().Allocations, 2u);
  Of.leave();
  // When arrays leave the node, their copies on its devices are freed, with the next launch.
  LoopOnShare Next(Node, 3, 4, /*IsSeen=*/true);
  Next.loop(0, 1);
  EXPECT_EQ(Node.inner(0).statistics().Allocations, 2u);
}

/// If the translator does not know what a loop reads of the share, each device gets the whole share.
TEST(BlockOnNode, WhatIsNotSeenIsReadWhole) {
  NodeUnderTest Node("emulated:2");
  LoopOnShare Of(Node, 10, 20, /*IsSeen=*/false);
  EXPECT_EQ(block::bytesIn(Of.loop(0, 1)), (2 * 13 + 10) * block::Columns * sizeof(double));
}

TEST(BlockOnNode, IsTheLoopOnTheHost) {
  std::uint64_t OnDevices = 0, Faults = 0;
  for (std::uint32_t Seed = 0; Seed < rounds(60); ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    std::mt19937 Random(Seed);
    NodeUnderTest Node(Seed % 2 ? "cpu:1+emulated:2" : "emulated:2");
    const std::uint64_t First = Random() % (block::Rows - 3), Last = First + 1 + Random() % (block::Rows - 3 - First);
    LoopOnShare Of(Node, First, Last, Seed % 3 != 0);
    std::vector<double> Expected[2] = {Of.Fields[0], Of.Fields[1]};
    for (unsigned Step = 0; Step < 12; ++Step) {
      const unsigned From = Random() % 2;
      if (Step == 7 && Seed % 4 > 1)
        Node.inner(1).injectFault({EmulatedCall::Launch, Node.inner(1).calls(EmulatedCall::Launch) + 1, Seed % 8 > 3});
      block::sweep(0, block::Rows - 3, {Expected[From].data(), Expected[1 - From].data(), 1});
      const InnerReport Did = Of.loop(From, 1 - From);
      EXPECT_EQ(Did.WhyCores, "");
      Faults += Did.Faults.size();
      for (std::size_t Device = 1; Device < Did.Devices.size(); ++Device)
        OnDevices += Did.Devices[Device].Iterations;
      ASSERT_EQ(Of.Fields[1 - From], Expected[1 - From]) << "after loop " << Step;
    }
    Of.leave();
    for (unsigned Each = 0; Each < 2; ++Each)
      ASSERT_EQ(Of.Fields[Each], Expected[Each]);
  }
  EXPECT_GT(OnDevices, 0u);
  EXPECT_GT(Faults, 0u);
}

} // namespace hetrt::test
