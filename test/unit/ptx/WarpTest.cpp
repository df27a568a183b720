// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that diverge and reconverge: branches, loops, barriers, shuffles, votes, exits; in orders from several seeds.

#include "Snippet.h"

namespace emulator::test {
namespace {

using testing::Each;
using testing::HasSubstr;

constexpr const char *Store = "mad.wide.u32 %l7, %t, 4, %array;\nst.global.u32 [%l7], %r0;\n";

class Warps : public testing::TestWithParam<std::uint64_t> {
protected:
  std::vector<std::uint32_t> of(const std::string &Body, unsigned Threads = 32, const std::string &Before = "") {
    return results(module(kernel(Body + Store, Before)), Threads,
                   {{1, 1, 1}, {Threads, 1, 1}, 0, {2, GetParam(), 1 << 22}});
  }
  Fault faultOf(const std::string &Body, unsigned Threads = 32) {
    try {
      of(Body, Threads);
    } catch (const Fault &Found) {
      return Found;
    }
    ADD_FAILURE() << "no fault";
    return {Fault::Assertion, ""};
  }
};

TEST_P(Warps, LoopsOfDifferentLengths) {
  const auto Found = of("mov.u32 %r0, 0;\nmov.u32 %r1, 0;\nLOOP:\nsetp.ge.u32 %p0, %r1, %t;\n@%p0 bra DONE;\n"
                        "add.u32 %r0, %r0, %r1;\nadd.u32 %r1, %r1, 1;\nbra LOOP;\nDONE:\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T * (T - 1) / 2);
}

TEST_P(Warps, NestedBranchesMeetBehindThem) {
  const auto Found =
      of("and.b32 %r1, %t, 1;\nand.b32 %r2, %t, 2;\nsetp.eq.u32 %p0, %r1, 0;\nsetp.eq.u32 %p1, %r2, 0;\n"
         "@%p0 bra EVEN;\n@%p1 bra ODDLOW;\nmov.u32 %r0, 3;\nbra.uni JOIN;\nODDLOW:\nmov.u32 %r0, 1;\nbra JOIN;\n"
         "EVEN:\n@!%p1 bra EVENHIGH;\nmov.u32 %r0, 0;\nbra JOIN;\nEVENHIGH:\nmov.u32 %r0, 2;\nJOIN:\n"
         "activemask.b32 %r3;\nsetp.ne.u32 %p2, %r3, 0xFFFFFFFF;\n@%p2 mov.u32 %r0, 99;\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T & 3);
}

TEST_P(Warps, EndsInDivergentCode) {
  const auto Found =
      of("mov.u32 %r0, 5;\nsetp.lt.u32 %p0, %t, 10;\n@!%p0 bra ON;\nsetp.lt.u32 %p1, %t, 5;\n@%p1 exit;\nret;\nON:\n"
         "bar.sync 0;\nbar.warp.sync 0xFFFFFFFF;\nshfl.sync.idx.b32 %r0, %t, 31, 31, 0xFFFFFFFF;\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T < 10 ? 0u : 31u);
}

TEST_P(Warps, BarriersOrderWarps) {
  const auto Found =
      of("mov.u32 %r1, box;\nmad.lo.u32 %r2, %t, 4, %r1;\nst.shared.u32 [%r2], %t;\nbar.sync 0;\nsub.u32 %r3, 95, %t;\n"
         "mad.lo.u32 %r4, %r3, 4, %r1;\nld.shared.u32 %r0, [%r4];\n",
         96, ".shared .b32 box[96];\n");
  for (unsigned T = 0; T < 96; ++T)
    EXPECT_EQ(Found[T], 95 - T);
}

TEST_P(Warps, NamedBarriersCountThreads) {
  // The first warp waits for the third only; the second never reaches the barrier.
  const auto Found =
      of("mov.u32 %r0, 1;\nsetp.lt.u32 %p0, %t, 32;\nsetp.ge.u32 %p1, %t, 64;\n@%p1 st.shared.u32 [word], 7;\n"
         "@%p1 bar.arrive 3, 64;\n@%p0 bar.sync 3, 64;\n@%p0 ld.shared.u32 %r0, [word];\n",
         96, ".shared .b32 word;\n");
  EXPECT_EQ(Found[0], 7u);
  EXPECT_EQ(Found[32], 1u);
}

TEST_P(Warps, BarriersReduce) {
  const auto Count = of("setp.lt.u32 %p0, %t, 40;\nbar.red.popc.u32 %r0, 0, %p0;\n", 64);
  EXPECT_THAT(Count, Each(40u));
  EXPECT_THAT(of("setp.lt.u32 %p0, %t, 40;\nbar.red.and.pred %p1, 0, %p0;\nselp.u32 %r0, 1, 0, %p1;\n", 64), Each(0u));
  EXPECT_THAT(
      of("setp.lt.u32 %p0, %t, 40;\nbarrier.cta.red.or.aligned.pred %p1, 0, !%p0;\nselp.u32 %r0, 1, 0, %p1;\n", 64),
      Each(1u));
}

TEST_P(Warps, Shuffles) {
  const auto Up = of("shfl.sync.up.b32 %r0|%p0, %t, 3, 0, 0xFFFFFFFF;\n@!%p0 add.u32 %r0, %r0, 100;\n");
  const auto Down = of("shfl.sync.down.b32 %r0|%p0, %t, 5, 31, -1;\n@!%p0 add.u32 %r0, %r0, 100;\n");
  const auto Butterfly = of("shfl.sync.bfly.b32 %r0, %t, 16, 31, -1;\n");
  const auto Segments = of("shfl.sync.idx.b32 %r0, %t, 2, 0x1807, -1;\n"); // segments of eight threads
  for (unsigned T = 0; T < 32; ++T) {
    EXPECT_EQ(Up[T], T < 3 ? T + 100 : T - 3);
    EXPECT_EQ(Down[T], T > 26 ? T + 100 : T + 5);
    EXPECT_EQ(Butterfly[T], T ^ 16);
    EXPECT_EQ(Segments[T], T / 8 * 8 + 2);
  }
}

TEST_P(Warps, HalvesShuffleApart) {
  const auto Found =
      of("setp.lt.u32 %p0, %t, 16;\n@%p0 bra LOW;\nshfl.sync.idx.b32 %r0, %t, 20, 31, 0xFFFF0000;\nbra JOIN;\nLOW:\n"
         "shfl.sync.idx.b32 %r0, %t, 4, 31, 0x0000FFFF;\nJOIN:\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T < 16 ? 4u : 20u);
}

TEST_P(Warps, MasksThatDifferAtOneInstruction) {
  const auto Found =
      of("setp.lt.u32 %p0, %t, 16;\nselp.u32 %r1, 0xFFFF, 0xFFFF0000, %p0;\nvote.sync.ballot.b32 %r0, %p0, %r1;\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T < 16 ? 0xFFFFu : 0u);
}

TEST_P(Warps, VotesMatchesAndReductions) {
  EXPECT_THAT(of("setp.lt.u32 %p0, %t, 5;\nvote.sync.ballot.b32 %r0, %p0, -1;\n"), Each(31u));
  EXPECT_THAT(of("setp.lt.u32 %p0, %t, 5;\nvote.sync.any.pred %p1, %p0, -1;\nvote.sync.all.pred %p2, !%p0, -1;\n"
                 "vote.sync.uni.pred %p3, %p0, -1;\nselp.u32 %r0, 1, 0, %p1;\n@%p2 add.u32 %r0, %r0, 2;\n@%p3 add.u32 "
                 "%r0, %r0, 4;\n"),
              Each(1u));
  const auto Match = of("and.b32 %r1, %t, 3;\nmatch.any.sync.b32 %r0, %r1, -1;\n");
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Match[T], 0x11111111u << (T & 3));
  EXPECT_THAT(of("mov.b64 %l0, 9;\nmatch.all.sync.b64 %r0|%p0, %l0, -1;\n@!%p0 mov.u32 %r0, 1;\n"), Each(~0u));
  EXPECT_THAT(of("match.all.sync.b32 %r0, %t, -1;\n"), Each(0u));
  EXPECT_THAT(of("redux.sync.add.u32 %r0, %t, -1;\n"), Each(496u));
  EXPECT_THAT(of("sub.u32 %r1, %t, 3;\nredux.sync.min.s32 %r0, %r1, -1;\n"), Each(0xFFFFFFFDu));
  EXPECT_THAT(of("redux.sync.max.u32 %r0, %t, -1;\n"), Each(31u));
  EXPECT_THAT(of("redux.sync.xor.b32 %r0, %t, -1;\n"), Each(0u));
  EXPECT_THAT(of("redux.sync.or.b32 %r0, %t, -1;\n"), Each(31u));
}

TEST_P(Warps, AThreadMayWaitForOneOfItsOwnWarp) {
  // The other threads loop until thread 31, which comes after the loop in the code, has stored to the word.
  const auto Found = of("setp.eq.u32 %p0, %t, 31;\n@%p0 bra HOLD;\nWAIT:\nld.volatile.shared.u32 %r1, [word];\n"
                        "setp.ne.u32 %p1, %r1, 1;\n@%p1 bra WAIT;\nbra JOIN;\nHOLD:\nst.volatile.shared.u32 [word], "
                        "1;\nJOIN:\nmov.u32 %r0, 1;\n",
                        32, ".shared .b32 word;\n");
  EXPECT_THAT(Found, Each(1u));
}

TEST_P(Warps, AWarpMayWaitForAnother) {
  const auto Found = of(
      "setp.ge.u32 %p0, %t, 32;\n@%p0 bra SET;\nWAIT:\nld.volatile.shared.u32 %r1, [word];\nsetp.ne.u32 %p1, %r1, 1;\n"
      "@%p1 bra WAIT;\nbra JOIN;\nSET:\nst.volatile.shared.u32 [word], 1;\nJOIN:\nmov.u32 %r0, 1;\n",
      64, ".shared .b32 word;\n");
  EXPECT_THAT(Found, Each(1u));
}

TEST_P(Warps, CallsInDivergentCodeAndRecursion) {
  const std::string Before = ".func (.param .b32 out) sum(.param .b32 in)\n;\n.func (.param .b32 out) sum(.param .b32 "
                             "in)\n{\n.reg .b32 %x, %y;\n.reg .pred %q;\n"
                             "ld.param.u32 %x, [in];\nmov.u32 %y, 0;\nsetp.eq.u32 %q, %x, 0;\n@%q bra OUT;\n{\n.param "
                             ".b32 a;\n.param .b32 b;\n"
                             "sub.u32 %y, %x, 1;\nst.param.b32 [a], %y;\ncall (b), sum, (a);\nld.param.b32 %y, "
                             "[b];\n}\nadd.u32 %y, %y, %x;\nOUT:\n"
                             "st.param.b32 [out], %y;\nret;\n}\n";
  const auto Found = of("mov.u32 %r0, 0;\nand.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra JOIN;\n{\n.param "
                        ".b32 a;\n.param .b32 b;\n"
                        "st.param.b32 [a], %t;\ncall (b), sum, (a);\nld.param.b32 %r0, [b];\n}\nJOIN:\n",
                        32, Before);
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], T % 2 ? T * (T + 1) / 2 : 0);
}

TEST_P(Warps, WhatWaitsForEverIsFound) {
  const Fault Stuck = faultOf("setp.lt.u32 %p0, %t, 32;\n@%p0 bar.sync 1, 64;\nmov.u32 %r0, 0;\n", 64);
  EXPECT_EQ(Stuck.Code, Fault::LaunchFailed);
  EXPECT_THAT(Stuck.What, HasSubstr("threads wait for others that never come; warp 0"));
  EXPECT_EQ(
      faultOf(
          "setp.lt.u32 %p0, %t, 16;\n@%p0 bra LOW;\nWAIT:\nbra WAIT;\nLOW:\nshfl.sync.idx.b32 %r0, %t, 0, 31, -1;\n")
          .Code,
      Fault::LaunchTimeout);
  EXPECT_EQ(faultOf("setp.lt.u32 %p0, %t, 16;\n@%p0 bra LOW;\nshfl.sync.idx.b32 %r0, %t, 0, 31, -1;\nbra JOIN;\nLOW:\n"
                    "shfl.sync.idx.b32 %r0, %t, 0, 31, -1;\nJOIN:\n")
                .Code,
            Fault::LaunchFailed);
}

#ifndef SANITIZED // whose allocators end the process
TEST(Grids, WorkersWithoutMemoryEndTheLaunchAlone) {
  Shape How;
  How.Grid = {4, 1, 1};
  How.How.Workers = 3;
  How.DynamicShared = std::uint64_t(1) << 60;
  std::uint32_t Array[32];
  EXPECT_THROW(run(module(kernel("ret;\n")), Array, sizeof Array, How), std::bad_alloc);
}
#endif

TEST_P(Warps, MasksThatLeaveTheThreadOutAreFaults) {
  EXPECT_EQ(faultOf("vote.sync.ballot.b32 %r0, 1, 0xFFFF;\n").Code, Fault::IllegalInstruction);
}

TEST_P(Warps, EndlessKernelsReachTheLimit) {
  const Fault Found = faultOf("LOOP:\nadd.u32 %r0, %r0, 1;\nbra LOOP;\n");
  EXPECT_EQ(Found.Code, Fault::LaunchTimeout);
  EXPECT_THAT(Found.What, HasSubstr("HETCC_EMULATOR_MAX_INSTRUCTIONS"));
  EXPECT_EQ(faultOf("trap;\n").Code, Fault::LaunchFailed);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Warps, testing::Values(0, 1, 12345));

TEST(Grids, EveryBlockAndThreadRunsOnce) {
  const std::string Body = "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ctaid.y;\nmov.u32 %r2, %ctaid.z;\nmov.u32 %r3, "
                           "%nctaid.x;\nmov.u32 %r4, %nctaid.y;\n"
                           "mad.lo.u32 %r5, %r2, %r4, %r1;\nmad.lo.u32 %r5, %r5, %r3, %r0;\nmov.u32 %s0, "
                           "%tid.x;\nmov.u32 %s1, %tid.y;\nmov.u32 %s2, %tid.z;\n"
                           "mad.lo.u32 %s3, %s2, 3, %s1;\nmad.lo.u32 %s3, %s3, 5, %s0;\nmad.lo.u32 %r6, %r5, 30, "
                           "%s3;\nmad.wide.u32 %l0, %r6, 4, %array;\n"
                           "ld.global.u32 %r7, [%l0];\nadd.u32 %r7, %r7, 1;\nst.global.u32 [%l0], %r7;\n";
  for (const std::uint64_t Seed : {0u, 3u})
    EXPECT_THAT(results(module(kernel(Body)), 30 * 7 * 3 * 2, {{7, 3, 2}, {5, 3, 2}, 0, {3, Seed, 0}}), Each(1u));
}

} // namespace
} // namespace emulator::test
