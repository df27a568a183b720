// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests cvt: between all types, with all roundings, at the ends of ranges, and in registers wider than the types.

#include "Snippet.h"

namespace emulator::test {
namespace {

struct Conversion {
  const char *Opcode, *To, *From;
  std::uint64_t Operand, Expected;
};

TEST(Conversions, ByHand) {
  const std::uint64_t NaN32 = 0x7FC00000, NaN64 = 0x7FF8000000000000;
  const Conversion All[] = {
      {"cvt.u64.u32", "u64", "u32", 0xFFFFFFFF, 0xFFFFFFFF},
      {"cvt.s64.s32", "s64", "s32", 0xFFFFFFFF, ~0ull},
      {"cvt.u32.u64", "u32", "u64", 0x123456789, 0x23456789},
      {"cvt.s32.s16", "s32", "s16", 0x8000, 0xFFFF8000},
      {"cvt.u32.u16", "u32", "u16", 0x8000, 0x8000},
      {"cvt.s16.s8", "s16", "s8", 0x80, 0xFF80},
      {"cvt.u16.u8", "u16", "u8", 0x80, 0x80},
      {"cvt.s32.s8", "s32", "s8", 0xFF, 0xFFFFFFFF},
      {"cvt.u16.u32", "u16", "u32", 0x12345678, 0x5678},
      {"cvt.sat.s16.s32", "s16", "s32", 0x7FFFFFFF, 0x7FFF},
      {"cvt.sat.s16.s32", "s16", "s32", 0x80000000, 0x8000},
      {"cvt.sat.u32.s32", "u32", "s32", 0xFFFFFFFF, 0},
      {"cvt.sat.s32.u64", "s32", "u64", ~0ull, 0x7FFFFFFF},
      {"cvt.rn.f32.s32", "f32", "s32", 16777217, bitsOf(16777216.0f)},
      {"cvt.rp.f32.s32", "f32", "s32", 16777217, bitsOf(16777218.0f)},
      {"cvt.rz.f32.s32", "f32", "s32", 0xFEFFFFFF, bitsOf(-16777216.0f)},
      {"cvt.rm.f32.s32", "f32", "s32", 0xFEFFFFFF, bitsOf(-16777218.0f)},
      {"cvt.rn.f32.u64", "f32", "u64", ~0ull, bitsOf(0x1p64f)},
      {"cvt.rz.f32.u64", "f32", "u64", ~0ull, bitsOf(0x1.fffffep63f)},
      {"cvt.rn.f64.s64", "f64", "s64", ~0ull, bitsOf(-1.0)},
      {"cvt.rn.f64.u64", "f64", "u64", ~0ull, bitsOf(0x1p64)},
      {"cvt.rn.f64.u32", "f64", "u32", 0xFFFFFFFF, bitsOf(4294967295.0)},
      {"cvt.rn.f64.s16", "f64", "s16", 0x8000, bitsOf(-32768.0)},
      {"cvt.f64.f32", "f64", "f32", bitsOf(0.1f), bitsOf(double(0.1f))},
      {"cvt.rn.f32.f64", "f32", "f64", bitsOf(0.1), bitsOf(0.1f)},
      {"cvt.rn.f32.f64", "f32", "f64", bitsOf(1e300), 0x7F800000},
      {"cvt.rz.f32.f64", "f32", "f64", bitsOf(1e300), 0x7F7FFFFF},
      {"cvt.rn.f32.f64", "f32", "f64", NaN64, 0x7FFFFFFF},
      {"cvt.rn.f32.f64", "f32", "f64", bitsOf(0x1p-149), 1},
      {"cvt.rn.ftz.f32.f64", "f32", "f64", bitsOf(0x1p-149), 0},
      {"cvt.rzi.s32.f32", "s32", "f32", bitsOf(-1.75f), 0xFFFFFFFF},
      {"cvt.rmi.s32.f32", "s32", "f32", bitsOf(-1.25f), 0xFFFFFFFE},
      {"cvt.rpi.s32.f32", "s32", "f32", bitsOf(1.25f), 2},
      {"cvt.rni.s32.f32", "s32", "f32", bitsOf(2.5f), 2},
      {"cvt.rni.s32.f64", "s32", "f64", bitsOf(3.5), 4},
      {"cvt.rzi.s32.f32", "s32", "f32", bitsOf(3e9f), 0x7FFFFFFF},
      {"cvt.rzi.s32.f32", "s32", "f32", bitsOf(-3e9f), 0x80000000},
      {"cvt.rzi.u32.f32", "u32", "f32", bitsOf(-5.0f), 0},
      {"cvt.rzi.u32.f64", "u32", "f64", bitsOf(4294967295.9), 0xFFFFFFFF},
      {"cvt.rzi.u64.f64", "u64", "f64", bitsOf(1e30), ~0ull},
      {"cvt.rzi.s64.f64", "s64", "f64", bitsOf(-9.9e18), 1ull << 63},
      {"cvt.rzi.s32.f32", "s32", "f32", NaN32, 0},
      {"cvt.rzi.s64.f32", "s64", "f32", NaN32, 1ull << 63},
      {"cvt.rzi.s32.f64", "s32", "f64", NaN64, 0x80000000},
      {"cvt.rzi.u64.f64", "u64", "f64", NaN64, 1ull << 63},
      {"cvt.rzi.s16.f32", "s16", "f32", bitsOf(1e6f), 0x7FFF},
      {"cvt.rni.f32.f32", "f32", "f32", bitsOf(-2.5f), bitsOf(-2.0f)},
      {"cvt.rmi.f32.f32", "f32", "f32", bitsOf(-2.5f), bitsOf(-3.0f)},
      {"cvt.rpi.f64.f64", "f64", "f64", bitsOf(-0.5), bitsOf(-0.0)},
      {"cvt.rzi.f32.f32", "f32", "f32", bitsOf(-2.5f), bitsOf(-2.0f)},
      {"cvt.sat.f32.f32", "f32", "f32", bitsOf(1.5f), bitsOf(1.0f)},
      {"cvt.sat.f32.f32", "f32", "f32", NaN32, 0},
      {"cvt.ftz.f64.f32", "f64", "f32", 1, 0},
  };
  for (const Conversion &Each : All)
    EXPECT_EQ(evaluate(Each.Opcode, Each.To, {Each.From}, {Each.Operand}), Each.Expected)
        << Each.Opcode << " of " << std::hex << Each.Operand;
}

TEST(Conversions, RegistersMayBeWider) {
  const std::string Text =
      module(kernel("mov.b32 %r0, 0x12FF;\ncvt.s32.s8 %r1, %r0;\ncvt.u8.u32 %r2, %r0;\ncvt.s8.s32 %r3, %r0;\n"
                    "mov.b64 %l0, 0xFFFF8001;\ncvt.s16.s64 %r4, %l0;\n"
                    "st.global.u32 [%array], %r1;\nst.global.u32 [%array+4], %r2;\n"
                    "st.global.u32 [%array+8], %r3;\nst.global.u32 [%array+12], %r4;\n"));
  EXPECT_THAT(results(Text, 4), testing::ElementsAre(0xFFFFFFFFu, 0xFFu, 0xFFFFFFFFu, 0xFFFF8001u));
}

TEST(Conversions, RoundingsHaveToFitTheTypes) {
  for (const char *Wrong : {"cvt.f32.f64 %f0, %d0;", "cvt.s32.f32 %r0, %f0;", "cvt.rn.s32.f32 %r0, %f0;",
                            "cvt.rn.f64.f32 %d0, %f0;", "cvt.rni.f32.f64 %f0, %d0;", "cvt.f32.s32 %f0, %r0;"})
    EXPECT_THROW(results(module(kernel(Wrong)), 1), PtxError) << Wrong;
}

} // namespace
} // namespace emulator::test
