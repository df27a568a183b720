// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instruction cvt. Registers may be wider than the types: only the low bits of a source are used, and an integer
// result is sign-extended or zero-extended. This file is compiled with -frounding-math.

#include "Execute/Floats.h"
#include "Execute/Lanes.h"

#include <cstring>

namespace emulator {

std::optional<int> roundingNamed(std::string_view Name) {
  if (Name.starts_with("rn"))
    return FE_TONEAREST;
  if (Name.starts_with("rz"))
    return FE_TOWARDZERO;
  if (Name.starts_with("rm"))
    return FE_DOWNWARD;
  if (Name.starts_with("rp"))
    return FE_UPWARD;
  return std::nullopt;
}

namespace {

/// Whether a conversion between floating-point types also rounds to a whole number.
enum Operation : std::uint8_t { Plain, ToWhole };

template <typename D, typename S> struct Convert {
  static constexpr bool FloatTo = std::is_floating_point_v<D>, FloatFrom = std::is_floating_point_v<S>;

  static D of(const Detail &How, S A) {
    if constexpr (FloatFrom)
      A = How.Flush && sizeof(S) == 4 ? flushed(A) : A;
    const RoundingScope Scope(How.Rounding);
    volatile S Hidden = A;
    if constexpr (!FloatFrom && !FloatTo)
      return fromInteger(How, A);
    else if constexpr (!FloatTo)
      return toInteger(std::nearbyint(S(Hidden)));
    else
      return toFloat(How, Hidden);
  }

private:
  static D fromInteger(const Detail &How, S A) {
    using Limits = std::numeric_limits<D>;
    if (How.Saturate && std::cmp_less(A, Limits::min()))
      return Limits::min();
    if (How.Saturate && std::cmp_greater(A, Limits::max()))
      return Limits::max();
    return static_cast<D>(A);
  }

  /// Numbers outside of the type's range become its least or greatest value. NaN becomes 0, or the highest bit alone if
  /// one of the types has 64 bits.
  static D toInteger(S Whole) {
    using Limits = std::numeric_limits<D>;
    if (Whole != Whole) {
      constexpr bool IsWide = sizeof(S) == 8 || sizeof(D) == 8;
      return IsWide ? static_cast<D>(std::uint64_t(1) << (sizeof(D) * 8 - 1)) : D(0);
    }
    // The greatest value plus one is a power of two, which every floating-point type can represent.
    const S End = std::ldexp(S(1), Limits::digits);
    if (Whole >= End)
      return Limits::max();
    if (Whole < S(Limits::min()))
      return Limits::min();
    return static_cast<D>(Whole);
  }

  static D toFloat(const Detail &How, const volatile S &Hidden) {
    S From = Hidden;
    if constexpr (FloatFrom)
      From = How.Operation == ToWhole ? std::nearbyint(From) : From;
    volatile S Again = From;
    volatile D Made = static_cast<D>(Again);
    D Result = Made;
    if constexpr (sizeof(D) == 4)
      Result = canonical(How.Flush ? flushed(Result) : Result);
    return How.Saturate ? saturated(Result) : Result;
  }
};

/// Executes a conversion. The source is in a register of How.Width bytes; the result goes to a register of
/// How.AddressBytes bytes.
template <typename D, typename S> void convert(Warp &W, const Instruction &I, Lanes Who) {
  const unsigned From = I.How.Width, To = I.How.AddressBytes;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    S Read;
    std::memcpy(&Read, W.at<std::byte>(I.From[0]) + Lane * From, sizeof Read);
    const D Made = Convert<D, S>::of(I.How, Read);
    std::byte *const Place = W.at<std::byte>(I.To[0]) + Lane * To;
    if constexpr (std::is_integral_v<D>) {
      const auto Extended = static_cast<std::int64_t>(Made);
      std::memcpy(Place, &Extended, To);
    } else {
      std::memcpy(Place, &Made, sizeof Made);
    }
  }
}

/// Conversions that a plain C++ cast performs correctly.
template <typename D> struct CastTo {
  template <typename S> static D of(S A) { return static_cast<D>(A); }
};
struct Narrow {
  static float of(double A) { return canonical(static_cast<float>(A)); }
};

struct Pair {
  Type To, From;
  Instruction::Executor Any, Fast; // Fast is used if the registers have exactly the sizes of the types and there are no
                                   // modifiers
};

template <typename D, typename S> Pair pair(Type To, Type From) {
  Instruction::Executor Fast = nullptr;
  if constexpr (sizeof(D) > 1 && sizeof(S) > 1 && (std::is_integral_v<S> || !std::is_integral_v<D>)) {
    if constexpr (std::is_same_v<D, float> && std::is_same_v<S, double>)
      Fast = map<Narrow, float, double>;
    else
      Fast = map<CastTo<D>, D, S>;
  }
  return {To, From, convert<D, S>, Fast};
}

template <typename D> void addPairs(std::vector<Pair> &Into, Type To) {
  Into.push_back(pair<D, std::uint8_t>(To, Type::U8));
  Into.push_back(pair<D, std::int8_t>(To, Type::S8));
  Into.push_back(pair<D, std::uint16_t>(To, Type::U16));
  Into.push_back(pair<D, std::int16_t>(To, Type::S16));
  Into.push_back(pair<D, std::uint32_t>(To, Type::U32));
  Into.push_back(pair<D, std::int32_t>(To, Type::S32));
  Into.push_back(pair<D, std::uint64_t>(To, Type::U64));
  Into.push_back(pair<D, std::int64_t>(To, Type::S64));
  Into.push_back(pair<D, float>(To, Type::F32));
  Into.push_back(pair<D, double>(To, Type::F64));
}

const std::vector<Pair> &pairs() {
  static const std::vector<Pair> All = [] {
    std::vector<Pair> Made;
    addPairs<std::uint8_t>(Made, Type::U8);
    addPairs<std::int8_t>(Made, Type::S8);
    addPairs<std::uint16_t>(Made, Type::U16);
    addPairs<std::int16_t>(Made, Type::S16);
    addPairs<std::uint32_t>(Made, Type::U32);
    addPairs<std::int32_t>(Made, Type::S32);
    addPairs<std::uint64_t>(Made, Type::U64);
    addPairs<std::int64_t>(Made, Type::S64);
    addPairs<float>(Made, Type::F32);
    addPairs<double>(Made, Type::F64);
    return Made;
  }();
  return All;
}

/// Checks that there is a rounding modifier if, and only if, the conversion needs one: rni, rzi, ... if a
/// floating-point number becomes an integer; rn, rz, ... if precision may be lost.
void checkRounding(FunctionBuilder &Into, const std::string &Rounding, Type To, Type From) {
  const bool ForWhole = Rounding.size() == 3;
  const bool Loses = isFloat(To) && (!isFloat(From) || sizeOf(To) < sizeOf(From));
  const bool MayBeWhole = isFloat(From) && (!isFloat(To) || To == From);
  if (Rounding.empty() ? Loses || (isFloat(From) && !isFloat(To)) : ForWhole ? !MayBeWhole : !Loses)
    Into.fail("the types want " + std::string(Loses                        ? "a rounding rn, rz, rm or rp"
                                              : MayBeWhole && !isFloat(To) ? "a rounding rni, rzi, rmi or rpi"
                                                                           : "no such rounding"));
}

void decodeConvert(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  std::string Rounding;
  for (const char *Each : {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"})
    if (Rounding.empty() && Read.take(Each))
      Rounding = Each;
  I.How.Flush = Read.take("ftz");
  I.How.Saturate = Read.take("sat");
  const auto To = Read.takeType(), From = Read.takeType();
  const auto Find = [&] {
    for (const Pair &Each : pairs())
      if (To && From && Each.To == *To && Each.From == *From)
        return &Each;
    Into.fail("the conversion is not known", PtxError::Reason::Unsupported);
  };
  const Pair *Found = Find();
  if (!Read.atEnd())
    Into.fail("modifier '" + std::string(Read.rest()) + "' is not known", PtxError::Reason::Unsupported);
  if (Written.Operands.size() != 2)
    Into.fail("wanted 2 operands");
  checkRounding(Into, Rounding, *To, *From);
  I.How.Rounding = roundingNamed(Rounding).value_or(FE_TONEAREST);
  I.How.Operation = Rounding.size() == 3 ? ToWhole : Plain;
  I.To[0] = Into.wideDestination(Written.Operands[0], *To);
  I.From[0] = Into.wideSource(Written.Operands[1], *From);
  I.How.AddressBytes = static_cast<std::uint8_t>(std::max(Into.registerBytes(Written.Operands[0]), sizeOf(*To)));
  I.How.Width = static_cast<std::uint8_t>(std::max(Into.registerBytes(Written.Operands[1]), sizeOf(*From)));
  const bool IsPlain = !I.How.Flush && !I.How.Saturate && I.How.Rounding == FE_TONEAREST && I.How.Operation == Plain;
  const bool IsNatural = I.How.AddressBytes == sizeOf(*To) && I.How.Width == sizeOf(*From);
  I.Execute = Found->Fast && IsPlain && IsNatural ? Found->Fast : Found->Any;
}

} // namespace

void addConversions(Table &Into) { Into["cvt"] = {decodeConvert}; }

} // namespace emulator
