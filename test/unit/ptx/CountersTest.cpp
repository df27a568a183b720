// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the counters of launches against numbers that were worked out by hand.

#include "Snippet.h"

#include "Observe/Counters.h"

#include <numeric>

namespace emulator::test {
namespace {

Counts countsOf(const std::string &Body, const Dimensions &Grid, const Dimensions &Threads,
                const std::string &Before = "") {
  Counters Made;
  std::vector<std::uint32_t> Array(1 << 14);
  run(module(kernel(Body, Before)), Array.data(), Array.size() * 4, {Grid, Threads, 0, {3, 0, 0}, {&Made}});
  return Made.counts();
}
std::uint64_t of(const std::array<std::uint64_t, ClassCount> &Counted, Class Which) {
  return Counted[static_cast<unsigned>(Which)];
}

TEST(Counters, InstructionsByClass) {
  const Counts Found = countsOf("add.f32 %f0, %f1, %f2;\nfma.rn.f64 %d0, %d1, %d2, %d3;\nsetp.lt.u32 %p0, %t, 5;\n"
                                "@%p0 add.s32 %r0, %r1, %r2;\ncvt.rn.f32.s32 %f0, %r0;\nmembar.gl;\n",
                                {2, 1, 1}, {40, 1, 1});
  EXPECT_EQ(of(Found.Warps, Class::Single), 4u);
  EXPECT_EQ(of(Found.Threads, Class::Single), 80u);
  EXPECT_EQ(of(Found.Warps, Class::Double), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Integer), 4u);
  EXPECT_EQ(of(Found.Threads, Class::Integer), 10u) << "the guard holds for five of each block";
  EXPECT_EQ(of(Found.Warps, Class::Conversion), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Comparison), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Parameter), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Move), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Barrier), 4u);
  EXPECT_EQ(of(Found.Warps, Class::Branch), 4u) << "the end";
}

struct Pattern {
  const char *Address; // PTX that computes the address in %l0
  const char *Access;
  std::uint64_t Sectors, Distinct, Bytes;
};

TEST(Counters, SectorsOfRequestsAndOfTheLaunch) {
  const Pattern All[] = {
      {"mad.wide.u32 %l0, %t, 4, %array;", "ld.global.u32 %r0, [%l0]", 8, 8, 256},
      {"mad.wide.u32 %l0, %t, 4, %array;", "ld.global.u32 %r0, [%l0+4]", 10, 9, 256},
      {"mad.wide.u32 %l0, %t, 32, %array;", "ld.global.u32 %r0, [%l0]", 64, 64, 256},
      {"mov.b64 %l0, %array;", "ld.global.u32 %r0, [%l0]", 2, 1, 256},
      {"mad.wide.u32 %l0, %t, 16, %array;", "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%l0]", 32, 32, 1024},
      {"mad.wide.u32 %l0, %t, 8, %array;", "ld.u64 %l1, [%l0]", 16, 16, 512},
  };
  for (const Pattern &Each : All) {
    const Counts Found = countsOf(std::string(Each.Address) + "\n" + Each.Access + ";\n", {1, 1, 1}, {64, 1, 1});
    EXPECT_EQ(Found.Loads.Requests, 2u) << Each.Access;
    EXPECT_EQ(Found.Loads.Sectors, Each.Sectors) << Each.Access;
    EXPECT_EQ(Found.Loads.Distinct, Each.Distinct) << Each.Access;
    EXPECT_EQ(Found.Loads.Bytes, Each.Bytes) << Each.Access;
    EXPECT_EQ(Found.Stores.Requests, 0u);
  }
  const Counts Blocks = countsOf("mad.wide.u32 %l0, %t, 4, %array;\nst.global.u32 [%l0], %t;\n"
                                 "red.global.add.u32 [%array], 1;\n",
                                 {10, 1, 1}, {32, 1, 1});
  EXPECT_EQ(Blocks.Stores.Sectors, 40u);
  EXPECT_EQ(Blocks.Stores.Distinct, 4u) << "those of all blocks are the same";
  EXPECT_EQ(Blocks.Updates.Requests, 10u);
  EXPECT_EQ(Blocks.Updates.Distinct, 1u);
}

TEST(Counters, ReplaysByConflictsOfBanks) {
  const std::string Before = ".shared .align 16 .b8 box[8192];\n";
  const auto Replays = [&](const std::string &Address, const std::string &Access) {
    return countsOf("mov.u32 %r1, box;\n" + Address + "\n" + Access + ";\n", {1, 1, 1}, {32, 1, 1}, Before).Replays;
  };
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 4, %r1;", "ld.shared.u32 %r0, [%r2]"), 0u);
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 8, %r1;", "ld.shared.u32 %r0, [%r2]"), 1u);
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 128, %r1;", "ld.shared.u32 %r0, [%r2]"), 31u);
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 132, %r1;", "ld.shared.u32 %r0, [%r2]"), 0u) << "rows of 33 words";
  EXPECT_EQ(Replays("mov.u32 %r2, %r1;", "ld.shared.u32 %r0, [%r2]"), 0u) << "one word goes to all";
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 8, %r1;", "ld.shared.u64 %l0, [%r2]"), 0u) << "each half has a turn";
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 16, %r1;", "ld.shared.u64 %l0, [%r2]"), 2u);
  EXPECT_EQ(Replays("mad.lo.u32 %r2, %t, 1, %r1;", "ld.shared.u8 %r0, [%r2]"), 0u);
}

TEST(Counters, BranchesBarriersAndAtomics) {
  const Counts Found =
      countsOf("setp.lt.u32 %p0, %t, 40;\n@%p0 bra LOW;\nmov.u32 %r0, 1;\nLOW:\nbar.sync 0;\nbra.uni ON;\nON:\n"
               "atom.shared.add.u32 %r0, [box], 1;\nred.global.add.u32 [%array], 1;\n",
               {1, 1, 1}, {96, 1, 1}, ".shared .b32 box;\n");
  EXPECT_EQ(Found.Branches, 6u);
  EXPECT_EQ(Found.Parted, 1u) << "the second warp's";
  EXPECT_EQ(Found.Barriers, 3u);
  EXPECT_EQ(Found.SharedUpdates, 3u);
  EXPECT_EQ(Found.Updates.Requests, 3u);
  EXPECT_EQ(of(Found.Warps, Class::Atomic), 6u);
}

TEST(Counters, WhatLooksOnChangesNothing) {
  const std::string Text = module(kernel("mad.wide.u32 %l0, %t, 4, %array;\nld.global.u32 %r0, [%l0];\n"
                                         "mad.lo.u32 %r0, %r0, 3, %t;\nst.global.u32 [%l0], %r0;\n"));
  std::uint32_t Plain[64], Counted[64];
  std::iota(Plain, Plain + 64, 0u);
  std::iota(Counted, Counted + 64, 0u);
  Counters Made;
  run(Text, Plain, sizeof Plain, {{1, 1, 1}, {64, 1, 1}});
  run(Text, Counted, sizeof Counted, {{1, 1, 1}, {64, 1, 1}, 0, {}, {&Made}});
  EXPECT_EQ(std::memcmp(Plain, Counted, sizeof Plain), 0);
}

} // namespace
} // namespace emulator::test
