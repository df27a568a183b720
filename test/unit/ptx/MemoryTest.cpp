// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests loads, stores and atomic updates in every state space, and accesses that are not allowed.

#include "Snippet.h"

namespace emulator::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

Fault faultOf(const std::string &Body, const std::string &Before = "", const Shape &How = {}) {
  try {
    results(module(kernel(Body, Before)), 32, How);
  } catch (const Fault &Found) {
    return Found;
  }
  ADD_FAILURE() << "no fault";
  return {Fault::LaunchFailed, ""};
}

TEST(Memory, SmallTypesAreExtendedByTheirSign) {
  const std::string Text = module(
      kernel("mov.u32 %r0, 0x80FF8081;\nst.global.u32 [%array], %r0;\nld.global.s8 %r1, [%array];\n"
             "ld.global.u8 %r2, [%array];\nld.global.s16 %r3, [%array];\nld.global.u16 %h0, [%array+2];\n"
             "ld.global.s8 %h1, [%array+1];\nld.global.s32 %l1, [%array];\nst.global.u32 [%array+4], %r1;\n"
             "st.global.u32 [%array+8], %r2;\nst.global.u32 [%array+12], %r3;\n"
             "st.global.u16 [%array+16], %h0;\nst.global.u8 [%array+18], %h1;\nst.global.u64 [%array+24], %l1;\n"));
  EXPECT_THAT(results(Text, 8),
              ElementsAre(0x80FF8081u, 0xFFFFFF81u, 0x81u, 0xFFFF8081u, 0x008080FFu, 0u, 0x80FF8081u, 0xFFFFFFFFu));
}

TEST(Memory, VectorsGoTogether) {
  const std::string Text =
      module(kernel("mov.u32 %r0, 1;\nmov.u32 %r1, 2;\nmov.u32 %r2, 3;\nmov.u32 %r3, 4;\n"
                    "st.global.v4.u32 [%array], {%r3, %r2, %r1, %r0};\nld.global.v2.u64 {%l0, %l1}, [%array];\n"
                    "st.global.v2.u64 [%array+16], {%l1, %l0};\nld.global.nc.v2.f32 {%f0, %f1}, [%array];\n"
                    "st.global.f32 [%array+32], %f1;\n"));
  EXPECT_THAT(results(Text, 9), ElementsAre(4u, 3u, 2u, 1u, 2u, 1u, 4u, 3u, 3u));
}

TEST(Memory, SharedMemoryIsStaticAndDynamic) {
  const std::string Before = ".shared .align 4 .b8 fixed[128];\n.extern .shared .align 16 .b8 rest[];\n";
  const std::string Text = module(
      kernel("mov.u32 %r0, fixed;\nmad.lo.u32 %r1, %t, 4, %r0;\nst.shared.u32 [%r1], %t;\n"
             "mov.u32 %r2, rest;\nmad.lo.u32 %r3, %t, 4, %r2;\nadd.u32 %r4, %t, 100;\nst.shared.u32 [%r3], %r4;\n"
             "bar.sync 0;\nld.shared.u32 %r5, [fixed+20];\ncvt.u64.u32 %l0, %r2;\ncvta.shared.u64 %l1, %l0;\n"
             "ld.u32 %r6, [%l1+124];\nst.global.u32 [%array], %r5;\nst.global.u32 [%array+4], %r6;\n",
             Before));
  EXPECT_THAT(results(Text, 2, {{1, 1, 1}, {32, 1, 1}, 128}), ElementsAre(5u, 131u));
}

TEST(Memory, LocalMemoryIsAThreadsOwn) {
  const std::string Text =
      module(kernel(".local .align 8 .b8 own[16];\nmov.u64 %l0, own;\ncvta.local.u64 %l1, %l0;\n"
                    "st.u32 [%l1+4], %t;\nst.local.u32 [%l0+8], 7;\nbar.sync 0;\nld.local.u32 %r0, [own+4];\n"
                    "ld.u32 %r1, [%l1+8];\nmad.lo.u32 %r2, %r1, 1000, %r0;\nisspacep.local %p0, %l1;\n"
                    "@!%p0 mov.u32 %r2, 0;\nmad.wide.u32 %l2, %t, 4, %array;\nst.global.u32 [%l2], %r2;\n"));
  const auto Found = results(Text, 64, {{1, 1, 1}, {64, 1, 1}});
  for (unsigned T = 0; T < 64; ++T)
    EXPECT_EQ(Found[T], 7000 + T);
}

TEST(Memory, ArgumentsAndResultsOfFunctions) {
  const std::string Before =
      ".func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %x;\nld.param.u32 %x, [in];\nadd.u32 %x, %x, %x;\n"
      "st.param.b32 [out], %x;\nret;\n}\n";
  const std::string Text = module(kernel(
      "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %t;\ncall.uni (b), twice, (a);\nld.param.b32 %r0, [b];\n}\n"
      "mad.wide.u32 %l2, %t, 4, %array;\nst.global.u32 [%l2], %r0;\n",
      Before));
  const auto Found = results(Text, 32);
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_EQ(Found[T], 2 * T);
}

TEST(Memory, AtomicUpdates) {
  const struct {
    const char *Update;
    std::uint32_t Before, After;
  } All[] = {
      {"atom.global.add.u32 %r0, [%array], 3", 5, 101},
      {"red.global.add.s32 [%array], -1", 5, 0xFFFFFFE5},
      {"atom.min.u32 %r0, [%array], %t", 9, 0},
      {"atom.global.max.s32 %r0, [%array], %t", 0xFFFFFFFF, 31},
      {"atom.global.min.s32 %r0, [%array], -7", 3, 0xFFFFFFF9},
      {"atom.global.and.b32 %r0, [%array], 0xF0", 0xFF, 0xF0},
      {"red.global.or.b32 [%array], %t", 32, 63},
      {"atom.xor.b32 %r0, [%array], %t", 1, 1},
      {"atom.global.inc.u32 %r0, [%array], 9", 5, 7},
      {"atom.global.dec.u32 %r0, [%array], 9", 5, 3},
      {"atom.global.exch.b32 %r0, [%array], 8", 5, 8},
      {"atom.global.cas.b32 %r0, [%array], 5, 6", 5, 6},
      {"atom.global.cas.b32 %r0, [%array], 4, 6", 5, 5},
      {"atom.relaxed.gpu.global.add.u32 %r0, [%array], 1", 0, 32},
  };
  for (const auto &Each : All) {
    std::uint32_t Array[2] = {Each.Before, 0};
    run(module(kernel(std::string(Each.Update) + ";\n")), Array, sizeof Array);
    EXPECT_EQ(Array[0], Each.After) << Each.Update;
  }
  double Sum[1] = {0.5};
  run(module(kernel("cvt.rn.f64.u32 %d0, %t;\natom.global.add.f64 %d1, [%array], %d0;\n")), Sum, sizeof Sum);
  EXPECT_EQ(Sum[0], 496.5);
  float Tiny[1] = {0};
  run(module(kernel("mov.b32 %f0, 1;\nred.global.add.f32 [%array], %f0;\n")), Tiny, sizeof Tiny);
  EXPECT_EQ(Tiny[0], 0.0f) << "global updates lose subnormal numbers";
}

TEST(Memory, BlocksUpdateOneNumberTogether) {
  std::uint64_t Array[1] = {0};
  run(module(kernel("atom.global.add.u64 %l0, [%array], 1;\n")), Array, sizeof Array,
      {{100, 3, 2}, {64, 2, 1}, 0, {4, 77, 0}});
  EXPECT_EQ(Array[0], 100u * 3 * 2 * 128);
}

TEST(Memory, WhatIsOutsideIsAFault) {
  const Fault Beyond = faultOf("ld.global.u32 %r0, [%array+128];\n");
  EXPECT_EQ(Beyond.Code, Fault::IllegalAddress);
  EXPECT_THAT(Beyond.What, HasSubstr("kernel k, block (0,0,0), thread (0,0,0), ptx line "));
  EXPECT_EQ(faultOf("add.u64 %l0, %array, -4;\nst.global.u32 [%l0], 1;\n").Code, Fault::IllegalAddress);
  EXPECT_EQ(faultOf("ld.global.u64 %l0, [%array+124];\n").Code, Fault::MisalignedAddress);
  EXPECT_EQ(faultOf("ld.global.u16 %h0, [%array+1];\n").Code, Fault::MisalignedAddress);
  EXPECT_EQ(faultOf("ld.u32 %r0, [%array+4096];\n").Code, Fault::IllegalAddress);
  EXPECT_EQ(faultOf("mov.u64 %l0, 0;\nld.u32 %r0, [%l0];\n").Code, Fault::IllegalAddress);
  EXPECT_EQ(faultOf("st.shared.u32 [some+8], 1;\n", ".shared .b32 some[2];\n").Code, Fault::IllegalAddress);
  EXPECT_EQ(faultOf(".local .b32 own[2];\nst.local.u32 [own+8], 1;\n").Code, Fault::IllegalAddress);
}

TEST(Memory, AFaultNamesTheSource) {
  const Fault Found = faultOf(".loc 1 42 3\nld.global.u32 %r0, [%array+128];\n", ".file 1 \"axpy.c\"\n");
  EXPECT_THAT(Found.What, HasSubstr("(axpy.c:42)"));
}

} // namespace
} // namespace emulator::test
