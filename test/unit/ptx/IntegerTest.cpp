// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests integer instructions of all types at the ends of their ranges, against exact numbers of 128 bits; bit
// operations and selections against values worked out by hand.

#include "Snippet.h"

#include <functional>

namespace emulator::test {
namespace {

__extension__ using Exact = __int128;

unsigned bitsOfType(const std::string &Type) { return static_cast<unsigned>(std::stoul(Type.substr(1))); }

/// The number that these bits represent in the type.
Exact valueOf(const std::string &Type, std::uint64_t Bits) {
  const unsigned Width = bitsOfType(Type);
  Exact Value = 0;
  for (unsigned B = 0; B < Width; ++B)
    Value += Exact(Bits >> B & 1) << B;
  return Type[0] == 's' && (Bits >> (Width - 1) & 1) ? Value - (Exact(1) << Width) : Value;
}
/// The low Width bits of a number.
std::uint64_t bitsOfValue(Exact Value, unsigned Width) {
  std::uint64_t Bits = 0;
  for (unsigned B = 0; B < Width; ++B)
    Bits |= static_cast<std::uint64_t>(Value >> B & 1) << B;
  return Bits;
}

std::vector<std::uint64_t> samplesOf(const std::string &Type) {
  const unsigned Width = bitsOfType(Type);
  const std::uint64_t All = Width == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << Width) - 1;
  const std::uint64_t Top = std::uint64_t(1) << (Width - 1);
  return {0, 1, 2, 7, 0x1234 & All, Top - 1, Top, Top + 1, All - 1, All};
}

using Model = std::function<Exact(Exact, Exact)>;

void holdToModel(const std::string &Name, const std::string &Type, unsigned ResultBits, const Model &Expected,
                 bool SkipsZero = false) {
  const std::string To = std::string(1, Type[0]) + std::to_string(ResultBits);
  for (const std::uint64_t A : samplesOf(Type))
    for (const std::uint64_t B : samplesOf(Type)) {
      if (SkipsZero && B == 0)
        continue;
      const Exact Wanted = Expected(valueOf(Type, A), valueOf(Type, B));
      EXPECT_EQ(evaluate(Name + "." + Type, To, {Type, Type}, {A, B}), bitsOfValue(Wanted, ResultBits))
          << Name << "." << Type << " of " << std::hex << A << " and " << B;
    }
}

class OfType : public testing::TestWithParam<const char *> {};

TEST_P(OfType, ArithmeticWrapsAround) {
  const std::string Type = GetParam();
  const unsigned Bits = bitsOfType(Type);
  holdToModel("add", Type, Bits, [](Exact A, Exact B) { return A + B; });
  holdToModel("sub", Type, Bits, [](Exact A, Exact B) { return A - B; });
  holdToModel("min", Type, Bits, [](Exact A, Exact B) { return A < B ? A : B; });
  holdToModel("max", Type, Bits, [](Exact A, Exact B) { return A > B ? A : B; });
  holdToModel(
      "div", Type, Bits, [](Exact A, Exact B) { return A / B; }, true);
  holdToModel(
      "rem", Type, Bits, [](Exact A, Exact B) { return A % B; }, true);
  if (Bits == 64 && Type[0] == 'u')
    return; // the product may have more bits than the model
  holdToModel("mul.lo", Type, Bits, [](Exact A, Exact B) { return A * B; });
  holdToModel("mul.hi", Type, Bits, [=](Exact A, Exact B) { return (A * B) >> Bits; });
  if (Bits < 64)
    holdToModel("mul.wide", Type, 2 * Bits, [](Exact A, Exact B) { return A * B; });
}

TEST_P(OfType, ComparisonsAreThoseOfNumbers) {
  const std::string Type = GetParam();
  const std::pair<const char *, std::function<bool(Exact, Exact)>> All[] = {
      {"eq", std::equal_to<Exact>()},   {"ne", std::not_equal_to<Exact>()}, {"lt", std::less<Exact>()},
      {"le", std::less_equal<Exact>()}, {"gt", std::greater<Exact>()},      {"ge", std::greater_equal<Exact>()}};
  for (const auto &[Name, Holds] : All)
    for (const std::uint64_t A : samplesOf(Type))
      for (const std::uint64_t B : samplesOf(Type))
        EXPECT_EQ(evaluate("setp." + std::string(Name) + "." + Type, "pred", {Type, Type}, {A, B}),
                  Holds(valueOf(Type, A), valueOf(Type, B)))
            << Name << "." << Type << " of " << std::hex << A << " and " << B;
}

TEST_P(OfType, ShiftsBeyondAllBitsLeaveNoneOrTheSign) {
  const std::string Type = GetParam();
  const unsigned Bits = bitsOfType(Type);
  const std::string Untyped = "b" + std::to_string(Bits);
  for (const std::uint64_t A : samplesOf(Type))
    for (const std::uint64_t By : {0u, 1u, Bits - 1, Bits, Bits + 1, 255u, 256u, 0xFFFFFFFFu}) {
      const Exact Value = valueOf(Type, A);
      const unsigned Least = By < 100 ? static_cast<unsigned>(By) : 100;
      EXPECT_EQ(evaluate("shr." + Type, Type, {Type, "u32"}, {A, By}), bitsOfValue(Value >> Least, Bits)) << By;
      const std::uint64_t Left = By < Bits ? bitsOfValue(Exact(A) << By, Bits) : 0;
      EXPECT_EQ(evaluate("shl." + Untyped, Untyped, {Untyped, "u32"}, {A, By}), Left) << By;
    }
}

INSTANTIATE_TEST_SUITE_P(Integers, OfType, testing::Values("u16", "s16", "u32", "s32", "u64", "s64"),
                         [](const auto &Info) { return std::string(Info.param); });

struct IntegerCase {
  const char *Opcode, *To;
  std::vector<std::string> From;
  std::vector<std::uint64_t> Operands;
  std::uint64_t Expected;
};

TEST(Integers, ByHand) {
  const IntegerCase All[] = {
      {"mul.hi.u64", "u64", {"u64", "u64"}, {~0ull, ~0ull}, ~0ull - 1},
      {"mul.lo.u64", "u64", {"u64", "u64"}, {~0ull, ~0ull}, 1},
      {"mad.lo.s32", "s32", {"s32", "s32", "s32"}, {0x80000000, 2, 5}, 5},
      {"mad.hi.u32", "u32", {"u32", "u32", "u32"}, {0x80000000, 4, 5}, 7},
      {"mad.wide.s32", "s64", {"s32", "s32", "s64"}, {0xFFFFFFFF, 3, 1}, ~0ull - 1},
      {"mad.lo.u64", "u64", {"u64", "u64", "u64"}, {1ull << 63, 2, 9}, 9},
      {"add.sat.s32", "s32", {"s32", "s32"}, {0x7FFFFFFF, 1}, 0x7FFFFFFF},
      {"sub.sat.s32", "s32", {"s32", "s32"}, {0x80000000, 1}, 0x80000000},
      {"abs.s32", "s32", {"s32"}, {0x80000000}, 0x80000000},
      {"abs.s64", "s64", {"s64"}, {~0ull}, 1},
      {"abs.s16", "s16", {"s16"}, {0xFFFE}, 2},
      {"neg.s16", "s16", {"s16"}, {1}, 0xFFFF},
      {"neg.s64", "s64", {"s64"}, {1ull << 63}, 1ull << 63},
      {"sad.u32", "u32", {"u32", "u32", "u32"}, {3, 10, 1}, 8},
      {"sad.s32", "s32", {"s32", "s32", "s32"}, {0xFFFFFFFF, 1, 1}, 3},
      {"div.s32", "s32", {"s32", "s32"}, {0xFFFFFFF9, 2}, 0xFFFFFFFD},
      {"rem.s32", "s32", {"s32", "s32"}, {0xFFFFFFF9, 2}, 0xFFFFFFFF},
      {"and.b16", "b16", {"b16", "b16"}, {0xFF0F, 0x0FFF}, 0x0F0F},
      {"or.b64", "b64", {"b64", "b64"}, {1ull << 63, 1}, 1ull << 63 | 1},
      {"xor.b32", "b32", {"b32", "b32"}, {0xFFFFFFFF, 0x0F0F0F0F}, 0xF0F0F0F0},
      {"not.b16", "b16", {"b16"}, {0x00FF}, 0xFF00},
      {"not.b64", "b64", {"b64"}, {0}, ~0ull},
      {"cnot.b32", "b32", {"b32"}, {0}, 1},
      {"cnot.b32", "b32", {"b32"}, {5}, 0},
      {"shr.b32", "b32", {"b32", "u32"}, {0x80000000, 31}, 1},
      {"popc.b64", "u32", {"b64"}, {0xF0F0000000000001}, 9},
      {"clz.b32", "u32", {"b32"}, {0}, 32},
      {"clz.b64", "u32", {"b64"}, {1}, 63},
      {"brev.b32", "b32", {"b32"}, {0x00000003}, 0xC0000000},
      {"brev.b64", "b64", {"b64"}, {1}, 1ull << 63},
      {"bfind.u32", "u32", {"u32"}, {0}, 0xFFFFFFFF},
      {"bfind.u64", "u32", {"u64"}, {1ull << 40}, 40},
      {"bfind.s32", "u32", {"s32"}, {0xFFFFFFFE}, 0},
      {"bfind.shiftamt.u32", "u32", {"u32"}, {1}, 31},
      {"bfe.u32", "u32", {"u32", "u32", "u32"}, {0xABCD1234, 8, 8}, 0x12},
      {"bfe.s32", "s32", {"s32", "u32", "u32"}, {0x0000F000, 12, 4}, 0xFFFFFFFF},
      {"bfe.s32", "s32", {"s32", "u32", "u32"}, {0x80000000, 28, 8}, 0xFFFFFFF8},
      {"bfe.u64", "u64", {"u64", "u32", "u32"}, {~0ull, 60, 10}, 15},
      {"bfe.s64", "s64", {"s64", "u32", "u32"}, {5, 0, 0}, 0},
      {"bfi.b32", "b32", {"b32", "b32", "u32", "u32"}, {0xF, 0, 4, 4}, 0xF0},
      {"bfi.b64", "b64", {"b64", "b64", "u32", "u32"}, {0, ~0ull, 60, 10}, 0x0FFFFFFFFFFFFFFF},
      {"prmt.b32", "b32", {"b32", "b32", "b32"}, {0x33221100, 0x77665544, 0x7531}, 0x77553311},
      {"prmt.b32", "b32", {"b32", "b32", "b32"}, {0x33228000, 0, 0x9999}, 0xFFFFFFFF},
      {"shf.l.wrap.b32", "b32", {"b32", "b32", "u32"}, {0x80000000, 1, 33}, 3},
      {"shf.l.clamp.b32", "b32", {"b32", "b32", "u32"}, {0x80000000, 1, 33}, 0x80000000},
      {"shf.r.wrap.b32", "b32", {"b32", "b32", "u32"}, {2, 1, 1}, 0x80000001},
      {"shf.r.clamp.b32", "b32", {"b32", "b32", "u32"}, {2, 7, 40}, 7},
      {"bmsk.clamp.b32", "b32", {"u32", "u32"}, {4, 8}, 0xFF0},
      {"bmsk.clamp.b32", "b32", {"u32", "u32"}, {0, 32}, 0xFFFFFFFF},
      {"bmsk.clamp.b32", "b32", {"u32", "u32"}, {28, 40}, 0xF0000000},
      {"bmsk.clamp.b32", "b32", {"u32", "u32"}, {32, 4}, 0},
      {"bmsk.clamp.b32", "b32", {"u32", "u32"}, {3, 0}, 0},
      {"bmsk.wrap.b32", "b32", {"u32", "u32"}, {36, 40}, 0xFF0},
      {"bmsk.wrap.b32", "b32", {"u32", "u32"}, {1, 32}, 0},
      {"bmsk.wrap.b32", "b32", {"u32", "u32"}, {30, 31}, 0xC0000000},
      {"lop3.b32", "b32", {"b32", "b32", "b32", "u32"}, {0xFF00FF00, 0xF0F0F0F0, 0xCCCCCCCC, 0x80}, 0xC000C000},
      {"lop3.b32", "b32", {"b32", "b32", "b32", "u32"}, {0xFF00FF00, 0xF0F0F0F0, 0xCCCCCCCC, 0x96}, 0xC33CC33C},
      {"selp.s16", "s16", {"s16", "s16", "pred"}, {1, 2, 1}, 1},
      {"selp.b64", "b64", {"b64", "b64", "pred"}, {1, 2, 0}, 2},
      {"and.pred", "pred", {"pred", "pred"}, {1, 0}, 0},
      {"or.pred", "pred", {"pred", "pred"}, {1, 0}, 1},
      {"xor.pred", "pred", {"pred", "pred"}, {1, 1}, 0},
      {"not.pred", "pred", {"pred"}, {0}, 1},
      {"setp.hi.u32", "pred", {"u32", "u32"}, {0x80000000, 1}, 1},
      {"setp.eq.b16", "pred", {"b16", "b16"}, {5, 5}, 1},
      {"setp.lt.and.s32", "pred", {"s32", "s32", "pred"}, {0xFFFFFFFF, 0, 1}, 1},
      {"setp.lt.and.s32", "pred", {"s32", "s32", "pred"}, {0xFFFFFFFF, 0, 0}, 0},
      {"setp.lt.xor.u32", "pred", {"u32", "u32", "pred"}, {0xFFFFFFFF, 0, 1}, 1},
      {"mov.u32", "u32", {"u32"}, {77}, 77},
      {"mov.pred", "pred", {"pred"}, {1}, 1},
  };
  for (const IntegerCase &Each : All)
    EXPECT_EQ(evaluate(Each.Opcode, Each.To, Each.From, Each.Operands), Each.Expected) << Each.Opcode;
}

TEST(Integers, CarriesGoFromOneInstructionToTheNext) {
  const std::string Text = module(kernel("mov.u32 %r0, 0xFFFFFFFF;\nadd.cc.u32 %r1, %r0, 1;\naddc.cc.u32 %r2, %r0, 0;\n"
                                         "addc.u32 %r3, 0, 0;\nsub.cc.u32 %r4, 0, 1;\nsubc.u32 %r5, 7, 0;\n"
                                         "st.global.u32 [%array], %r1;\nst.global.u32 [%array+4], %r2;\n"
                                         "st.global.u32 [%array+8], %r3;\nst.global.u32 [%array+12], %r4;\n"
                                         "st.global.u32 [%array+16], %r5;\n"));
  EXPECT_THAT(results(Text, 5), testing::ElementsAre(0u, 0u, 1u, 0xFFFFFFFFu, 6u));
}

/// Executes instructions on A, B and C in %l0 to %l2, with their low halves in %r0 to %r2; returns %l4 and %l5.
std::pair<std::uint64_t, std::uint64_t> carried(const std::string &Body, std::uint64_t A, std::uint64_t B,
                                                std::uint64_t C) {
  std::uint64_t Array[3] = {A, B, C};
  run(module(kernel("ld.global.u64 %l0, [%array];\nld.global.u64 %l1, [%array+8];\nld.global.u64 %l2, [%array+16];\n"
                    "cvt.u32.u64 %r0, %l0;\ncvt.u32.u64 %r1, %l1;\ncvt.u32.u64 %r2, %l2;\n" +
                    Body + "st.global.u64 [%array], %l4;\nst.global.u64 [%array+8], %l5;\n")),
      Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
  return {Array[0], Array[1]};
}

/// Compares the sum's bits, and the carry that it leaves, with and without a carry before.
TEST_P(OfType, ProductsAreAddedWithCarries) {
  const std::string Type = GetParam();
  const unsigned Bits = bitsOfType(Type);
  if (Bits == 16 || Type == "u64")
    return; // there is no such instruction for 16 bits; for 64 bits see the next test
  const std::string R = Bits == 32 ? "%r" : "%l";
  const auto Of = [&](const char *Opcode, int To) {
    return std::string(Opcode) + "." + Type + " " + R + std::to_string(To) + ", " + R + "0, " + R + "1, " + R + "2;\n";
  };
  const std::string Rest = "addc." + Type + " " + R + "5, 0, 0;\n",
                    Widened = Bits == 32 ? "cvt.u64.u32 %l4, %r4;\ncvt.u64.u32 %l5, %r5;\n" : "",
                    Carry = "add.cc." + Type + " " + R + "6, -1, 1;\n",
                    NoCarry = "add.cc." + Type + " " + R + "6, 0, 0;\n";
  for (const std::uint64_t A : samplesOf(Type))
    for (const std::uint64_t B : samplesOf(Type))
      for (const std::uint64_t C : {std::uint64_t(0), std::uint64_t(1), bitsOfValue(-1, Bits)})
        for (const bool IsHigh : {false, true}) {
          const Exact Product = valueOf(Type, A) * valueOf(Type, B);
          const Exact Sum = Exact(bitsOfValue(IsHigh ? Product >> Bits : Product, Bits)) + Exact(C);
          const std::string Half = IsHigh ? ".hi" : ".lo";
          const auto Wanted = [&](int In) {
            return std::pair(bitsOfValue(Sum + In, Bits), bitsOfValue((Sum + In) >> Bits, 1));
          };
          EXPECT_EQ(carried(Carry + Of(("mad" + Half + ".cc").c_str(), 4) + Rest + Widened, A, B, C), Wanted(0));
          EXPECT_EQ(carried(Carry + Of(("madc" + Half + ".cc").c_str(), 4) + Rest + Widened, A, B, C), Wanted(1));
          EXPECT_EQ(carried(NoCarry + Of(("madc" + Half + ".cc").c_str(), 4) + Rest + Widened, A, B, C), Wanted(0));
          EXPECT_EQ(carried(Carry + Of(("madc" + Half).c_str(), 4) + Rest + Widened, A, B, C).first, Wanted(1).first);
        }
}

/// Uses that (2^64 - 1)^2 = (2^64 - 2) * 2^64 + 1.
TEST(Integers, ProductsOf64BitsAreAddedWithCarries) {
  const auto Of = [](const std::string &Body, std::uint64_t C) { return carried(Body, ~0ull, ~0ull, C); };
  const std::string Rest = "addc.u64 %l5, 0, 0;\n", Carry = "add.cc.u64 %l6, -1, 1;\n";
  EXPECT_EQ(Of("mad.lo.cc.u64 %l4, %l0, %l1, %l2;\n" + Rest, ~0ull), std::pair(0ul, 1ul));
  EXPECT_EQ(Of("mad.hi.cc.u64 %l4, %l0, %l1, %l2;\n" + Rest, 1), std::pair(~0ul, 0ul));
  EXPECT_EQ(Of(Carry + "madc.hi.cc.u64 %l4, %l0, %l1, %l2;\n" + Rest, 1), std::pair(0ul, 1ul));
  EXPECT_EQ(Of(Carry + "madc.lo.u64 %l4, %l0, %l1, %l2;\n" + Rest, 1), std::pair(3ul, 1ul));
}

TEST(Integers, PartsOfRegisters) {
  const std::string Text =
      module(kernel("mov.b64 %l0, 0x1122334455667788;\nmov.b64 {%r0, %r1}, %l0;\n"
                    "mov.b32 {%h0, %h1}, %r0;\nmov.b32 %r2, {%h1, %h0};\nmov.b64 %l1, {%r1, %r2};\n"
                    "mov.b64 {%h0, %h1, %h2, _}, %l0;\ncvt.u32.u16 %r3, %h2;\n"
                    "st.global.u64 [%array], %l1;\nst.global.u32 [%array+8], %r3;\n"));
  EXPECT_THAT(results(Text, 3), testing::ElementsAre(0x11223344u, 0x77885566u, 0x3344u));
}

TEST(Integers, BothPredicatesOfAComparison) {
  const std::string Text =
      module(kernel("setp.lt.u32 %p0|%p1, %t, 3;\nsetp.ge.or.u32 %p2|%p3, %t, 3, !%p0;\n"
                    "selp.u32 %r0, 1, 0, %p0;\n@%p1 or.b32 %r0, %r0, 2;\n@%p2 or.b32 %r0, %r0, 4;\n"
                    "@%p3 or.b32 %r0, %r0, 8;\nmad.wide.u32 %l0, %t, 4, %array;\n"
                    "st.global.u32 [%l0], %r0;\n"));
  EXPECT_THAT(results(Text, 32), testing::Contains(1u | 8u).Times(3));
  EXPECT_THAT(results(Text, 32), testing::Contains(2u | 4u | 8u).Times(29));
}

} // namespace
} // namespace emulator::test
