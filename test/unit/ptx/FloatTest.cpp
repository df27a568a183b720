// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests floating-point instructions: rounded results against exact ones of 113 bits, which the test rounds itself;
// special numbers against the values in the specification.

#include "Snippet.h"

#include <cmath>
#include <limits>

namespace emulator::test {
namespace {

__extension__ using Exact = __float128;

constexpr float Inf = std::numeric_limits<float>::infinity();
constexpr std::uint64_t NaN32 = 0x7FFFFFFF, Inf32 = 0x7F800000, Minus = 0x80000000;

/// The exact number rounded by a mode, found by stepping through the neighbouring numbers of the type.
template <typename T> T rounded(Exact Value, char Mode) {
  T Near = static_cast<T>(Value); // the next number of T below or above Value, depending on the host's rounding mode
  T Below = Near, Above = Near;
  if (Exact(Near) > Value)
    Below = std::nextafter(Near, -std::numeric_limits<T>::infinity());
  else if (Exact(Near) < Value)
    Above = std::nextafter(Near, std::numeric_limits<T>::infinity());
  switch (Mode) {
  case 'm':
    return Below;
  case 'p':
    return Above;
  case 'z':
    return Value < 0 ? Above : Below;
  default:
    break;
  }
  const Exact Down = Value - Exact(Below), Up = Exact(Above) - Value;
  if (Down != Up)
    return Down < Up ? Below : Above;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<Bits>(Below) % 2 == 0 ? Below : Above;
}

template <typename T>
const std::vector<T> Samples = {T(1),     T(-1),    T(3),          T(1) / 3,     T(-0.1L),
                                T(1e10L), T(-7.25), T(1.0000001L), T(12345.678L)};

template <typename T> void holdRoundings(const std::string &Type) {
  for (const char Mode : {'n', 'z', 'm', 'p'})
    for (const T A : Samples<T>)
      for (const T B : Samples<T>) {
        const std::string Suffix = std::string(".r") + Mode + "." + Type;
        const auto Evaluate = [&](const char *Name, std::vector<std::uint64_t> Operands) {
          return evaluate(Name + Suffix, Type, std::vector<std::string>(Operands.size(), Type), Operands);
        };
        // The sign of an exact zero is tested by hand.
        if (A + B != 0) {
          EXPECT_EQ(Evaluate("add", {bitsOf(A), bitsOf(B)}), bitsOf(rounded<T>(Exact(A) + Exact(B), Mode)))
              << Suffix << A << " " << B;
        }
        if (A - B != 0) {
          EXPECT_EQ(Evaluate("sub", {bitsOf(A), bitsOf(B)}), bitsOf(rounded<T>(Exact(A) - Exact(B), Mode)))
              << Suffix << A << " " << B;
        }
        EXPECT_EQ(Evaluate("mul", {bitsOf(A), bitsOf(B)}), bitsOf(rounded<T>(Exact(A) * Exact(B), Mode)))
            << Suffix << A << " " << B;
        EXPECT_EQ(Evaluate("div", {bitsOf(A), bitsOf(B)}), bitsOf(rounded<T>(Exact(A) / Exact(B), Mode)))
            << Suffix << A << " " << B;
        EXPECT_EQ(Evaluate("fma", {bitsOf(A), bitsOf(B), bitsOf(T(0.5))}),
                  bitsOf(rounded<T>(Exact(A) * Exact(B) + Exact(0.5), Mode)))
            << Suffix << A << " " << B;
        EXPECT_EQ(Evaluate("rcp", {bitsOf(B)}), bitsOf(rounded<T>(Exact(1) / Exact(B), Mode))) << Suffix << B;
      }
}

TEST(Floats, RoundingsOfSinglePrecision) { holdRoundings<float>("f32"); }
TEST(Floats, RoundingsOfDoublePrecision) { holdRoundings<double>("f64"); }

/// A square root is right if its square and that of its neighbour lie on different sides of the number.
TEST(Floats, RootsAreRounded) {
  for (const double A : {2.0, 3.0, 0.1, 1e11, 12345.678}) {
    const auto Down = std::bit_cast<double>(evaluate("sqrt.rm.f64", "f64", {"f64"}, {bitsOf(A)}));
    const auto Up = std::bit_cast<double>(evaluate("sqrt.rp.f64", "f64", {"f64"}, {bitsOf(A)}));
    const auto Near = std::bit_cast<double>(evaluate("sqrt.rn.f64", "f64", {"f64"}, {bitsOf(A)}));
    EXPECT_LT(Exact(Down) * Exact(Down), Exact(A));
    EXPECT_GT(Exact(Up) * Exact(Up), Exact(A));
    EXPECT_EQ(Up, std::nextafter(Down, 1e300));
    EXPECT_TRUE(Near == Up || Near == Down);
    EXPECT_EQ(evaluate("sqrt.rz.f64", "f64", {"f64"}, {bitsOf(A)}), bitsOf(Down));
  }
  EXPECT_EQ(evaluate("sqrt.rn.f32", "f32", {"f32"}, {bitsOf(-1.0f)}), NaN32);
  EXPECT_EQ(evaluate("sqrt.rn.f32", "f32", {"f32"}, {Minus}), Minus);
  EXPECT_EQ(evaluate("sqrt.rn.f32", "f32", {"f32"}, {bitsOf(2.25f)}), bitsOf(1.5f));
}

struct FloatCase {
  const char *Opcode;
  std::vector<std::uint64_t> Operands;
  std::uint64_t Expected;
};

void expectAll(const std::vector<FloatCase> &All, const std::string &To, const std::string &From) {
  for (const FloatCase &Each : All)
    EXPECT_EQ(evaluate(Each.Opcode, To, std::vector<std::string>(Each.Operands.size(), From), Each.Operands),
              Each.Expected)
        << Each.Opcode << " of " << std::hex << Each.Operands[0];
}

TEST(Floats, SpecialNumbersInSinglePrecision) {
  expectAll(
      {
          {"add.f32", {Inf32, Inf32 | Minus}, NaN32},
          {"add.f32", {0x7F800001, bitsOf(1.0f)}, NaN32},
          {"add.f32", {Minus, 0}, 0},
          {"add.rm.f32", {bitsOf(1.0f), bitsOf(-1.0f)}, Minus},
          {"mul.f32", {0, Inf32}, NaN32},
          {"mul.f32", {1, bitsOf(1.0f)}, 1}, // a subnormal number
          {"mul.ftz.f32", {1, bitsOf(1.0f)}, 0},
          {"mul.ftz.f32", {1 | Minus, bitsOf(1.0f)}, Minus},
          {"mul.ftz.f32", {0x00800000, bitsOf(0.5f)}, 0}, // the result would be subnormal
          {"mul.f32", {0x00800000, bitsOf(0.5f)}, 0x00400000},
          {"add.ftz.f32", {1, 1}, 0},
          {"add.sat.f32", {bitsOf(0.75f), bitsOf(0.75f)}, bitsOf(1.0f)},
          {"add.sat.f32", {bitsOf(0.25f), bitsOf(-0.75f)}, 0},
          {"add.sat.f32", {NaN32, 0}, 0},
          {"fma.rn.f32", {bitsOf(1 + 0x1p-12f), bitsOf(1 + 0x1p-12f), bitsOf(-1 - 0x1p-11f)}, bitsOf(0x1p-24f)},
          {"fma.rn.sat.f32", {bitsOf(2.0f), bitsOf(2.0f), 0}, bitsOf(1.0f)},
          {"div.rn.f32", {bitsOf(1.0f), 0}, Inf32},
          {"div.rn.f32", {0, 0}, NaN32},
          {"min.f32", {NaN32, bitsOf(1.0f)}, bitsOf(1.0f)},
          {"max.f32", {bitsOf(1.0f), 0xFFC00000}, bitsOf(1.0f)},
          {"min.f32", {0xFFC00000, 0xFFC00000}, NaN32},
          {"min.f32", {0, Minus}, Minus},
          {"max.f32", {Minus, 0}, 0},
          {"min.NaN.f32", {NaN32, bitsOf(1.0f)}, NaN32},
          {"max.ftz.f32", {1, Minus}, 0},
          {"abs.f32", {bitsOf(-Inf)}, Inf32},
          {"abs.ftz.f32", {1 | Minus}, 0},
          {"neg.f32", {0}, Minus},
          {"copysign.f32", {Minus, bitsOf(3.0f)}, bitsOf(-3.0f)},
          {"rcp.rn.f32", {Minus}, Inf32 | Minus},
          {"rcp.approx.ftz.f32", {1}, Inf32},
          {"div.approx.f32", {bitsOf(1.0f), bitsOf(0x1.8p126f)}, 0},
          {"div.approx.f32", {Inf32, bitsOf(0x1.8p126f)}, NaN32},
          {"div.full.f32", {bitsOf(6.0f), bitsOf(3.0f)}, bitsOf(2.0f)},
          {"rsqrt.approx.f32", {bitsOf(4.0f)}, bitsOf(0.5f)},
          {"rsqrt.approx.f32", {Minus}, Inf32 | Minus},
          {"rsqrt.approx.f32", {bitsOf(-1.0f)}, NaN32},
          {"ex2.approx.ftz.f32", {bitsOf(-Inf)}, 0},
          {"ex2.approx.f32", {bitsOf(-149.0f)}, 1},
          {"ex2.approx.ftz.f32", {bitsOf(-149.0f)}, 0},
          {"lg2.approx.f32", {0}, Inf32 | Minus},
          {"lg2.approx.f32", {bitsOf(8.0f)}, bitsOf(3.0f)},
          {"lg2.approx.f32", {bitsOf(-1.0f)}, NaN32},
          {"sin.approx.f32", {Inf32}, NaN32},
          {"sin.approx.f32", {Minus}, Minus},
          {"cos.approx.f32", {0}, bitsOf(1.0f)},
          {"tanh.approx.f32", {Inf32}, bitsOf(1.0f)},
      },
      "f32", "f32");
}

TEST(Floats, SpecialNumbersInDoublePrecision) {
  const std::uint64_t Infinite = 0x7FF0000000000000, Negative = 1ull << 63;
  expectAll(
      {
          {"add.f64", {1, 1}, 2}, // in double precision subnormal numbers are never flushed
          {"mul.f64", {bitsOf(0x1p-1022), bitsOf(0.5)}, 0x0008000000000000},
          {"fma.rn.f64", {bitsOf(1 + 0x1p-30), bitsOf(1 + 0x1p-30), bitsOf(-1 - 0x1p-29)}, bitsOf(0x1p-60)},
          {"min.f64", {0x7FF8000000000000, bitsOf(2.0)}, bitsOf(2.0)},
          {"max.f64", {Negative, 0}, 0},
          {"neg.f64", {bitsOf(1.5)}, bitsOf(-1.5)},
          {"abs.f64", {bitsOf(-1.5)}, bitsOf(1.5)},
          {"copysign.f64", {bitsOf(-1.0), bitsOf(2.0)}, bitsOf(-2.0)},
          {"div.rn.f64", {bitsOf(1.0), Negative}, Infinite | Negative},
          {"rcp.approx.ftz.f64", {bitsOf(4.0)}, bitsOf(0.25)},
          {"rcp.approx.ftz.f64", {0}, Infinite},
          {"rcp.approx.ftz.f64", {bitsOf(3.0)}, bitsOf(1.0 / 3) >> 32 << 32},
          {"rsqrt.approx.f64", {bitsOf(16.0)}, bitsOf(0.25)},
      },
      "f64", "f64");
}

TEST(Floats, ComparisonsWithWhatIsNoNumber) {
  const std::uint64_t One = bitsOf(1.0f), Two = bitsOf(2.0f), None = NaN32;
  const struct {
    const char *Name;
    bool LessHolds, EqualHolds, NoneHolds;
  } All[] = {{"eq", false, true, false}, {"ne", true, false, false},  {"lt", true, false, false},
             {"le", true, true, false},  {"gt", false, false, false}, {"ge", false, true, false},
             {"equ", false, true, true}, {"neu", true, false, true},  {"ltu", true, false, true},
             {"leu", true, true, true},  {"gtu", false, false, true}, {"geu", false, true, true},
             {"num", true, true, false}, {"nan", false, false, true}};
  for (const auto &Each : All) {
    const std::string Opcode = "setp." + std::string(Each.Name) + ".f32";
    EXPECT_EQ(evaluate(Opcode, "pred", {"f32", "f32"}, {One, Two}), Each.LessHolds) << Opcode;
    EXPECT_EQ(evaluate(Opcode, "pred", {"f32", "f32"}, {Two, Two}), Each.EqualHolds) << Opcode;
    EXPECT_EQ(evaluate(Opcode, "pred", {"f32", "f32"}, {None, Two}), Each.NoneHolds) << Opcode;
    EXPECT_EQ(evaluate(Opcode, "pred", {"f32", "f32"}, {Two, None}), Each.NoneHolds) << Opcode;
    const std::string Double = "setp." + std::string(Each.Name) + ".f64";
    EXPECT_EQ(evaluate(Double, "pred", {"f64", "f64"}, {bitsOf(1.0), bitsOf(2.0)}), Each.LessHolds) << Double;
    EXPECT_EQ(evaluate(Double, "pred", {"f64", "f64"}, {~0ull, bitsOf(2.0)}), Each.NoneHolds) << Double;
  }
  EXPECT_EQ(evaluate("setp.eq.f32", "pred", {"f32", "f32"}, {1, 0}), 0u);
  EXPECT_EQ(evaluate("setp.eq.ftz.f32", "pred", {"f32", "f32"}, {1, Minus}), 1u);
  EXPECT_EQ(evaluate("setp.lt.and.f32", "pred", {"f32", "f32", "pred"}, {One, Two, 0}), 0u);
}

TEST(Floats, ClassesOfNumbers) {
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> All = {
      {"finite", {0, 1, bitsOf(1.0f)}},
      {"infinite", {Inf32, Inf32 | Minus}},
      {"number", {0, 1, bitsOf(1.0f), Inf32, Inf32 | Minus}},
      {"notanumber", {NaN32}},
      {"normal", {bitsOf(1.0f)}},
      {"subnormal", {1}}};
  for (const auto &[Name, Members] : All)
    for (const std::uint64_t Each : {std::uint64_t(0), std::uint64_t(1), bitsOf(1.0f), Inf32, Inf32 | Minus, NaN32})
      EXPECT_EQ(evaluate("testp." + Name + ".f32", "pred", {"f32"}, {Each}),
                std::count(Members.begin(), Members.end(), Each))
          << Name << " " << std::hex << Each;
}

} // namespace
} // namespace emulator::test
