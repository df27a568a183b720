// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic. Operations that round to nearest and have no other modifier are computed for all threads
// of a warp at once. Other operations are computed for one thread after the other, with the given rounding. This file
// is compiled with -frounding-math.

#include "Execute/Floats.h"
#include "Execute/Lanes.h"

namespace emulator {

namespace {

struct Add {
  template <typename T> static T of(T A, T B) { return canonical(A + B); }
};
struct Subtract {
  template <typename T> static T of(T A, T B) { return canonical(A - B); }
};
struct Multiply {
  template <typename T> static T of(T A, T B) { return canonical(A * B); }
};
struct Fused {
  template <typename T> static T of(T A, T B, T C) { return canonical(std::fma(A, B, C)); }
};
struct Divide {
  template <typename T> static T of(T A, T B) { return canonical(A / B); }
};
struct Reciprocal {
  template <typename T> static T of(T A) { return canonical(T(1) / A); }
};
struct SquareRoot {
  template <typename T> static T of(T A) { return canonical(std::sqrt(A)); }
};

/// The instruction min: -0 counts as less than +0; if one operand is NaN, the result is the other operand.
struct Least {
  template <typename T> static T of(T A, T B) {
    if (A != A || B != B)
      return A == A ? A : B == B ? B : canonical(A);
    return A == B ? (std::signbit(A) ? A : B) : A < B ? A : B;
  }
};
struct Most {
  template <typename T> static T of(T A, T B) {
    if (A != A || B != B)
      return A == A ? A : B == B ? B : canonical(A);
    return A == B ? (std::signbit(A) ? B : A) : A > B ? A : B;
  }
};
/// min and max with the modifier .NaN: the result is NaN if an operand is NaN.
template <typename Op> struct OrNaN {
  static float of(float A, float B) { return A != A || B != B ? canonical(A + B) : Op::of(A, B); }
};
struct Absolute {
  template <typename T> static T of(T A) { return std::fabs(A); }
};
struct Negate {
  template <typename T> static T of(T A) { return -A; }
};
/// The result has the sign of the first operand and the magnitude of the second.
struct CopySign {
  template <typename T> static T of(T A, T B) { return std::copysign(B, A); }
};

// ---- Approximations ------------------------------------------------------------------------------------------------
// Approximations are computed in double precision and rounded, so their errors are below the documented ones.

struct SquareRootApprox {
  static float of(float A) { return canonical(std::sqrt(A)); }
};
struct ReciprocalRoot {
  static float of(float A) { return canonical(static_cast<float>(1 / std::sqrt(double(A)))); }
  static double of(double A) { return 1 / std::sqrt(A); }
};
struct DivideApprox {
  static float of(float A, float B) {
    if (std::fabs(B) > 0x1p126f && std::fabs(B) < std::numeric_limits<float>::infinity())
      return canonical(std::isinf(A) ? std::numeric_limits<float>::quiet_NaN() : A * std::copysign(0.0f, B));
    return canonical(A / B);
  }
};
struct Sine {
  static float of(float A) { return canonical(static_cast<float>(std::sin(double(A)))); }
};
struct Cosine {
  static float of(float A) { return canonical(static_cast<float>(std::cos(double(A)))); }
};
struct Log2 {
  static float of(float A) { return canonical(static_cast<float>(std::log2(double(A)))); }
};
struct Exp2 {
  static float of(float A) { return canonical(static_cast<float>(std::exp2(double(A)))); }
};
struct Tanh {
  static float of(float A) { return canonical(static_cast<float>(std::tanh(double(A)))); }
};

/// An operation .approx.ftz.f64: it uses only the upper 32 bits of its operand, and the lower 32 bits of the result are
/// 0.
template <typename Op> struct Gross {
  static double upper(double A) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(A) >> 32 << 32); }
  static double of(double A) {
    const double Result = Op::of(flushed(upper(A)));
    return Result != Result ? std::bit_cast<double>(0x7FFFFFFF00000000u) : flushed(upper(Result));
  }
};

// ---- Modifiers -----------------------------------------------------------------------------------------------------

/// Returns its argument. Prevents the compiler from computing with the value before the rounding mode is set.
template <typename T> T opaque(T A) {
  volatile T Hidden = A;
  return Hidden;
}

/// Applies the instruction's flushing, saturation and rounding.
template <typename Op> struct Modified {
  template <typename T, typename... S> static T of(const Detail &How, T A, S... Others) {
    const RoundingScope Scope(How.Rounding);
    volatile T Made =
        How.Flush ? Op::of(flushed(opaque(A)), flushed(opaque(Others))...) : Op::of(opaque(A), opaque(Others)...);
    const T Result = How.Flush ? flushed(T(Made)) : T(Made);
    return How.Saturate ? saturated(Result) : Result;
  }
};

struct Flags {
  bool Flushes = false, Saturates = false;
};

/// Adds rows NAME{.ftz}{.sat}.TYPE for the modifiers that the type has.
template <typename Op, typename T, typename... S>
void rows(Table &Into, const std::string &Name, Flags Has, int Rounding = FE_TONEAREST) {
  const std::string Type = "." + std::string(nameOf(typeOf<T>()));
  for (const bool Flush : {false, true})
    for (const bool Saturate : {false, true}) {
      if ((Flush && !Has.Flushes) || (Saturate && !Has.Saturates))
        continue;
      Row Made;
      const bool IsPlain = !Flush && !Saturate && Rounding == FE_TONEAREST;
      Made.Execute =
          IsPlain ? Instruction::Executor(map<Op, T, S...>) : Instruction::Executor(each<Modified<Op>, T, S...>);
      Made.To = typeOf<T>();
      Made.From = {typeOf<S>()...};
      Made.How.Flush = Flush, Made.How.Saturate = Saturate;
      Made.How.Rounding = Rounding;
      Into[Name + (Flush ? ".ftz" : "") + (Saturate ? ".sat" : "") + Type] = Made;
    }
}

constexpr std::pair<const char *, int> Roundings[] = {
    {".rn", FE_TONEAREST}, {".rz", FE_TOWARDZERO}, {".rm", FE_DOWNWARD}, {".rp", FE_UPWARD}};

template <typename Op, typename T, typename... S>
void roundedRows(Table &Into, const std::string &Name, Flags Has, bool MayLackRounding) {
  if (MayLackRounding)
    rows<Op, T, S...>(Into, Name, Has);
  for (const auto &[Suffix, Mode] : Roundings)
    rows<Op, T, S...>(Into, Name + Suffix, Has, Mode);
}

template <typename T> void addType(Table &Into) {
  constexpr bool IsSingle = sizeof(T) == 4;
  constexpr Flags Both{IsSingle, IsSingle}, Flush{IsSingle, false};
  roundedRows<Add, T, T, T>(Into, "add", Both, true);
  roundedRows<Subtract, T, T, T>(Into, "sub", Both, true);
  roundedRows<Multiply, T, T, T>(Into, "mul", Both, true);
  roundedRows<Fused, T, T, T, T>(Into, "fma", Both, false);
  roundedRows<Fused, T, T, T, T>(Into, "mad", Both, false);
  roundedRows<Divide, T, T, T>(Into, "div", Flush, false);
  roundedRows<Reciprocal, T, T>(Into, "rcp", Flush, false);
  roundedRows<SquareRoot, T, T>(Into, "sqrt", Flush, false);
  rows<Least, T, T, T>(Into, "min", Flush);
  rows<Most, T, T, T>(Into, "max", Flush);
  rows<Absolute, T, T>(Into, "abs", Flush);
  rows<Negate, T, T>(Into, "neg", Flush);
  rows<CopySign, T, T, T>(Into, "copysign", {});
}

} // namespace

void addFloats(Table &Into) {
  addType<float>(Into);
  addType<double>(Into);
  constexpr Flags Flush{true, false};
  rows<OrNaN<Least>, float, float, float>(Into, "min.NaN", {});
  rows<OrNaN<Most>, float, float, float>(Into, "max.NaN", {});
  rows<Divide, float, float, float>(Into, "div.full", Flush);
  rows<DivideApprox, float, float, float>(Into, "div.approx", Flush);
  rows<Reciprocal, float, float>(Into, "rcp.approx", Flush);
  rows<SquareRootApprox, float, float>(Into, "sqrt.approx", Flush);
  rows<ReciprocalRoot, float, float>(Into, "rsqrt.approx", Flush);
  rows<ReciprocalRoot, double, double>(Into, "rsqrt.approx", {});
  rows<Sine, float, float>(Into, "sin.approx", Flush);
  rows<Cosine, float, float>(Into, "cos.approx", Flush);
  rows<Log2, float, float>(Into, "lg2.approx", Flush);
  rows<Exp2, float, float>(Into, "ex2.approx", Flush);
  rows<Tanh, float, float>(Into, "tanh.approx", {});
  rows<Gross<Reciprocal>, double, double>(Into, "rcp.approx.ftz", {});
  rows<Gross<ReciprocalRoot>, double, double>(Into, "rsqrt.approx.ftz", {});
}

} // namespace emulator
