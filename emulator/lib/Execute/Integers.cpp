// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic and bit operations. Sums wrap around. Operations must be defined for all values of the operands,
// since they are also computed for the registers of inactive threads.

#include "Execute/Lanes.h"

#include <bit>
#include <limits>

namespace emulator {

namespace {

template <typename T> using Unsigned = std::make_unsigned_t<T>;
template <typename T> constexpr unsigned BitsOf = sizeof(T) * 8;

/// The integer type of twice the size and the same signedness.
template <typename T> struct Wider;
template <> struct Wider<std::uint16_t> { using Is = std::uint32_t; };
template <> struct Wider<std::int16_t> { using Is = std::int32_t; };
template <> struct Wider<std::uint32_t> { using Is = std::uint64_t; };
template <> struct Wider<std::int32_t> { using Is = std::int64_t; };
__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;
template <> struct Wider<std::uint64_t> { using Is = Unsigned128; };
template <> struct Wider<std::int64_t> { using Is = Signed128; };
template <typename T> using Wide = typename Wider<T>::Is;

/// The number as an unsigned 64-bit number, for arithmetic that wraps around. Without this conversion, C++ would
/// promote small types to int, whose overflow is undefined.
template <typename T> constexpr std::uint64_t plain(T A) { return static_cast<std::uint64_t>(A); }

struct Add {
  template <typename T> static T of(T A, T B) {
    if constexpr (sizeof(T) == 2)
      return static_cast<T>(unsigned(A) + unsigned(B));
    else
      return static_cast<T>(Unsigned<T>(A) + Unsigned<T>(B));
  }
};
struct Subtract {
  template <typename T> static T of(T A, T B) {
    if constexpr (sizeof(T) == 2)
      return static_cast<T>(unsigned(A) - unsigned(B));
    else
      return static_cast<T>(Unsigned<T>(A) - Unsigned<T>(B));
  }
};
struct MultiplyLow {
  template <typename T> static T of(T A, T B) {
    if constexpr (sizeof(T) == 2)
      return static_cast<T>(unsigned(A) * unsigned(B));
    else
      return static_cast<T>(Unsigned<T>(A) * Unsigned<T>(B));
  }
};
struct MultiplyHigh {
  template <typename T> static T of(T A, T B) { return static_cast<T>((Wide<T>(A) * Wide<T>(B)) >> BitsOf<T>); }
};
struct MultiplyWide {
  template <typename T> static Wide<T> of(T A, T B) { return Wide<T>(A) * Wide<T>(B); }
};
template <typename Product> struct MultiplyAdd {
  template <typename T, typename R> static R of(T A, T B, R C) { return Add::of(R(Product::of(A, B)), C); }
};

/// Division by zero gives all ones, as on the hardware.
struct Divide {
  template <typename T> static T of(T A, T B) {
    if (B == 0)
      return static_cast<T>(~T(0));
    if constexpr (std::is_signed_v<T>)
      if (B == -1)
        return static_cast<T>(0 - plain(A));
    return static_cast<T>(A / B);
  }
};
/// Division by zero gives the dividend as the remainder.
struct Remainder {
  template <typename T> static T of(T A, T B) {
    if (B == 0)
      return A;
    if constexpr (std::is_signed_v<T>)
      if (B == -1)
        return 0;
    return static_cast<T>(A % B);
  }
};
struct Absolute {
  template <typename T> static T of(T A) { return A < 0 ? static_cast<T>(0 - plain(A)) : A; }
};
struct Negate {
  template <typename T> static T of(T A) { return static_cast<T>(0 - plain(A)); }
};
struct Least {
  template <typename T> static T of(T A, T B) { return A < B ? A : B; }
};
struct Most {
  template <typename T> static T of(T A, T B) { return A > B ? A : B; }
};
template <typename Op> struct Saturated {
  static std::int32_t of(std::int32_t A, std::int32_t B) {
    const std::int64_t Exact = Op::of(std::int64_t(A), std::int64_t(B));
    constexpr std::int64_t Low = std::numeric_limits<std::int32_t>::min(),
                           High = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(Exact < Low ? Low : Exact > High ? High : Exact);
  }
};
struct SumOfDifferences {
  template <typename T> static T of(T A, T B, T C) {
    return Add::of(C, A > B ? Subtract::of(A, B) : Subtract::of(B, A));
  }
};

// ---- Bits ----------------------------------------------------------------------------------------------------------

/// A mask of `Width` bits that begins at bit `First`.
template <bool Wraps> struct Mask {
  static std::uint32_t of(std::uint32_t First, std::uint32_t Width) {
    if (Wraps)
      First &= 31, Width &= 31;
    if (First >= 32)
      return 0;
    return (Width >= 32 ? ~0u : (1u << Width) - 1) << First;
  }
};

struct And {
  template <typename T> static T of(T A, T B) { return static_cast<T>(A & B); }
};
struct Or {
  template <typename T> static T of(T A, T B) { return static_cast<T>(A | B); }
};
struct Xor {
  template <typename T> static T of(T A, T B) { return static_cast<T>(A ^ B); }
};
struct Not {
  template <typename T> static T of(T A) { return static_cast<T>(~A); }
};
struct LogicalNot {
  template <typename T> static T of(T A) { return A == 0; }
};
/// Shifts are defined for all counts: if the count is at least the number of bits, the result is 0 or, for signed
/// numbers shifted right, consists of copies of the sign.
struct ShiftLeft {
  template <typename T> static T of(T A, std::uint32_t By) {
    return By >= BitsOf<T> ? T(0) : static_cast<T>(plain(A) << By);
  }
};
struct ShiftRight {
  template <typename T> static T of(T A, std::uint32_t By) {
    if constexpr (std::is_signed_v<T>)
      return static_cast<T>(A >> (By >= BitsOf<T> ? BitsOf<T> - 1 : By));
    else
      return By >= BitsOf<T> ? T(0) : static_cast<T>(A >> By);
  }
};
struct CountOnes {
  template <typename T> static std::uint32_t of(T A) { return static_cast<std::uint32_t>(std::popcount(A)); }
};
struct CountLeadingZeros {
  template <typename T> static std::uint32_t of(T A) { return static_cast<std::uint32_t>(std::countl_zero(A)); }
};
/// The position of the highest bit that differs from the sign bit; all ones if there is none.
template <bool AsShift> struct FindHighest {
  template <typename T> static std::uint32_t of(T A) {
    const auto Bits = static_cast<Unsigned<T>>(std::is_signed_v<T> && A < 0 ? ~A : A);
    if (Bits == 0)
      return ~0u;
    const auto Zeros = static_cast<std::uint32_t>(std::countl_zero(Bits));
    return AsShift ? Zeros : BitsOf<T> - 1 - Zeros;
  }
};
struct Reverse {
  template <typename T> static T of(T A) {
    T Result = 0;
    for (unsigned B = 0; B < BitsOf<T>; ++B)
      Result = static_cast<T>(Result << 1 | (A >> B & 1));
    return Result;
  }
};
/// Extracts a bit field. Only the lowest byte of the position and of the length is used. Bits of the result beyond the
/// field are copies of the sign.
struct ExtractField {
  template <typename T> static T of(T A, std::uint32_t Place, std::uint32_t Length) {
    const unsigned Pos = Place & 255, Len = Length & 255, Top = BitsOf<T> - 1;
    if (Len == 0)
      return 0;
    const unsigned SignAt = Pos + Len - 1 < Top ? Pos + Len - 1 : Top;
    const bool Sign = std::is_signed_v<T> && (plain(A) >> SignAt & 1);
    Unsigned<T> Result = 0;
    for (unsigned B = 0; B <= Top; ++B) {
      const bool Bit = B < Len && Pos + B <= Top ? (plain(A) >> (Pos + B) & 1) != 0 : Sign;
      Result = static_cast<Unsigned<T>>(Result | Unsigned<T>(Bit) << B);
    }
    return static_cast<T>(Result);
  }
};
struct InsertField {
  template <typename T> static T of(T A, T B, std::uint32_t Place, std::uint32_t Length) {
    const unsigned Pos = Place & 255, Len = Length & 255;
    T Result = B;
    for (unsigned I = 0; I < Len && Pos + I < BitsOf<T>; ++I)
      Result = static_cast<T>((Result & ~(T(1) << (Pos + I))) | (A >> I & 1) << (Pos + I));
    return Result;
  }
};
/// Each byte of the result is one of the eight bytes of A and B, chosen by the low three bits of a selector. If bit 3
/// of the selector is set, the byte consists of eight copies of the chosen byte's sign bit.
struct Permute {
  static std::uint32_t of(std::uint32_t A, std::uint32_t B, std::uint32_t Selectors) {
    const std::uint64_t Both = std::uint64_t(B) << 32 | A;
    std::uint32_t Result = 0;
    for (unsigned Byte = 0; Byte < 4; ++Byte) {
      const unsigned Selector = Selectors >> (4 * Byte) & 15;
      auto Value = static_cast<std::uint8_t>(Both >> (8 * (Selector & 7)));
      if (Selector & 8)
        Value = Value & 128 ? 255 : 0;
      Result |= std::uint32_t(Value) << (8 * Byte);
    }
    return Result;
  }
};
template <bool Left, bool Wraps> struct Funnel {
  static std::uint32_t of(std::uint32_t Low, std::uint32_t High, std::uint32_t By) {
    const unsigned N = Wraps ? By & 31 : By < 32 ? By : 32;
    const std::uint64_t Both = std::uint64_t(High) << 32 | Low;
    return static_cast<std::uint32_t>(Left ? (Both << N) >> 32 : Both >> N);
  }
};
struct AnyLogic {
  static std::uint32_t of(std::uint32_t A, std::uint32_t B, std::uint32_t C, std::uint32_t Truth) {
    std::uint32_t Result = 0;
    for (unsigned Row = 0; Row < 8; ++Row)
      if (Truth >> Row & 1)
        Result |= (Row & 4 ? A : ~A) & (Row & 2 ? B : ~B) & (Row & 1 ? C : ~C);
    return Result;
  }
};

/// The sum or difference of one thread's operands with the thread's carry bit. The carry is read if How.Saturate is
/// set, and written if How.Flush is set.
template <bool IsSubtraction, typename T> T withCarry(Warp &W, const Detail &How, unsigned Lane, T First, T Second) {
  const Unsigned128 A = First, B = Second;
  const Lanes Bit = Lanes(1) << Lane;
  const unsigned In = How.Saturate && W.Carry & Bit ? 1 : 0;
  const Unsigned128 Exact = IsSubtraction ? A - B - In : A + B + In;
  if (How.Flush)
    W.Carry = (Exact >> BitsOf<T>)&1 ? W.Carry | Bit : W.Carry & ~Bit;
  return static_cast<T>(Exact);
}
template <bool IsSubtraction> struct SumWithCarry {
  template <typename T> static void run(Warp &W, const Instruction &I, Lanes Who) {
    using U = Unsigned<T>;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Who >> Lane & 1)
        W.at<U>(I.To[0])[Lane] =
            withCarry<IsSubtraction>(W, I.How, Lane, W.at<U>(I.From[0])[Lane], W.at<U>(I.From[1])[Lane]);
  }
};
/// Adds a product to a number, with carry. The low or high half of the product is taken before the addition, so an
/// overflow of the product does not set the carry.
template <typename Product> struct ProductWithCarry {
  template <typename T> static void run(Warp &W, const Instruction &I, Lanes Who) {
    using U = Unsigned<T>;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Who >> Lane & 1)
        W.at<U>(I.To[0])[Lane] = withCarry<false>(
            W, I.How, Lane, static_cast<U>(Product::of(W.at<T>(I.From[0])[Lane], W.at<T>(I.From[1])[Lane])),
            W.at<U>(I.From[2])[Lane]);
  }
};

// ---- Rows ----------------------------------------------------------------------------------------------------------

template <typename T> std::string suffix() { return "." + std::string(nameOf(typeOf<T>())); }
template <typename T> std::string bits() { return ".b" + std::to_string(BitsOf<T>); }
template <typename T> constexpr Type bitsType() {
  return sizeof(T) == 2 ? Type::B16 : sizeof(T) == 4 ? Type::B32 : Type::B64;
}

template <typename Op, typename D, typename... S> void row(Table &Into, const std::string &Name) {
  Into[Name] = {nullptr, map<Op, D, S...>, typeOf<D>(), {typeOf<S>()...}};
}

template <typename Op, typename T>
void carryRows(Table &Into, const char *Word, const char *Half, std::size_t Operands) {
  const auto Add = [&](const char *Carries, const char *Writes, bool Reads, bool IsWriting) {
    Detail How;
    How.Saturate = Reads, How.Flush = IsWriting;
    Into[std::string(Word) + Carries + Half + Writes + suffix<T>()] = {nullptr, Op::template run<T>, typeOf<T>(),
                                                                       std::vector<Type>(Operands, typeOf<T>()), How};
  };
  Add("", ".cc", false, true);
  Add("c", "", true, false);
  Add("c", ".cc", true, true);
}

template <typename T> void addCommon(Table &Into) {
  const std::string Of = suffix<T>();
  row<Add, T, T, T>(Into, "add" + Of);
  row<Subtract, T, T, T>(Into, "sub" + Of);
  row<MultiplyLow, T, T, T>(Into, "mul.lo" + Of);
  row<MultiplyHigh, T, T, T>(Into, "mul.hi" + Of);
  row<MultiplyAdd<MultiplyLow>, T, T, T, T>(Into, "mad.lo" + Of);
  row<MultiplyAdd<MultiplyHigh>, T, T, T, T>(Into, "mad.hi" + Of);
  row<Divide, T, T, T>(Into, "div" + Of);
  row<Remainder, T, T, T>(Into, "rem" + Of);
  row<Least, T, T, T>(Into, "min" + Of);
  row<Most, T, T, T>(Into, "max" + Of);
  row<SumOfDifferences, T, T, T, T>(Into, "sad" + Of);
  row<ShiftRight, T, T, std::uint32_t>(Into, "shr" + Of);
  if constexpr (std::is_signed_v<T>) {
    row<Absolute, T, T>(Into, "abs" + Of);
    row<Negate, T, T>(Into, "neg" + Of);
  }
  if constexpr (sizeof(T) < 8) {
    row<MultiplyWide, Wide<T>, T, T>(Into, "mul.wide" + Of);
    row<MultiplyAdd<MultiplyWide>, Wide<T>, T, T, Wide<T>>(Into, "mad.wide" + Of);
  }
  if constexpr (sizeof(T) > 2) {
    row<FindHighest<false>, std::uint32_t, T>(Into, "bfind" + Of);
    row<FindHighest<true>, std::uint32_t, T>(Into, "bfind.shiftamt" + Of);
    row<ExtractField, T, T, std::uint32_t, std::uint32_t>(Into, "bfe" + Of);
    carryRows<SumWithCarry<false>, T>(Into, "add", "", 2);
    carryRows<SumWithCarry<true>, T>(Into, "sub", "", 2);
    carryRows<ProductWithCarry<MultiplyLow>, T>(Into, "mad", ".lo", 3);
    carryRows<ProductWithCarry<MultiplyHigh>, T>(Into, "mad", ".hi", 3);
  }
}

template <typename Op, typename T, typename... S> void bitRow(Table &Into, const char *Name, std::vector<Type> From) {
  Into[Name + bits<T>()] = {nullptr, map<Op, T, S...>, bitsType<T>(), std::move(From)};
}

template <typename T> void addBits(Table &Into) {
  constexpr Type B = bitsType<T>(), U = Type::U32;
  bitRow<And, T, T, T>(Into, "and", {B, B});
  bitRow<Or, T, T, T>(Into, "or", {B, B});
  bitRow<Xor, T, T, T>(Into, "xor", {B, B});
  bitRow<Not, T, T>(Into, "not", {B});
  bitRow<LogicalNot, T, T>(Into, "cnot", {B});
  bitRow<ShiftLeft, T, T, std::uint32_t>(Into, "shl", {B, U});
  bitRow<ShiftRight, T, T, std::uint32_t>(Into, "shr", {B, U});
  if constexpr (sizeof(T) > 2) {
    Into["popc" + bits<T>()] = {nullptr, map<CountOnes, std::uint32_t, T>, Type::U32, {B}};
    Into["clz" + bits<T>()] = {nullptr, map<CountLeadingZeros, std::uint32_t, T>, Type::U32, {B}};
    bitRow<Reverse, T, T>(Into, "brev", {B});
    bitRow<InsertField, T, T, T, std::uint32_t, std::uint32_t>(Into, "bfi", {B, B, U, U});
  }
}

} // namespace

void addIntegers(Table &Into) {
  addCommon<std::uint16_t>(Into);
  addCommon<std::int16_t>(Into);
  addCommon<std::uint32_t>(Into);
  addCommon<std::int32_t>(Into);
  addCommon<std::uint64_t>(Into);
  addCommon<std::int64_t>(Into);
  addBits<std::uint16_t>(Into);
  addBits<std::uint32_t>(Into);
  addBits<std::uint64_t>(Into);
  row<Saturated<Add>, std::int32_t, std::int32_t, std::int32_t>(Into, "add.sat.s32");
  row<Saturated<Subtract>, std::int32_t, std::int32_t, std::int32_t>(Into, "sub.sat.s32");
  using U = std::uint32_t;
  bitRow<Permute, U, U, U, U>(Into, "prmt", {Type::B32, Type::B32, Type::B32});
  bitRow<Funnel<true, true>, U, U, U, U>(Into, "shf.l.wrap", {Type::B32, Type::B32, Type::U32});
  bitRow<Funnel<true, false>, U, U, U, U>(Into, "shf.l.clamp", {Type::B32, Type::B32, Type::U32});
  bitRow<Funnel<false, true>, U, U, U, U>(Into, "shf.r.wrap", {Type::B32, Type::B32, Type::U32});
  bitRow<Funnel<false, false>, U, U, U, U>(Into, "shf.r.clamp", {Type::B32, Type::B32, Type::U32});
  Into["bmsk.wrap.b32"] = {nullptr, map<Mask<true>, U, U, U>, Type::B32, {Type::U32, Type::U32}};
  Into["bmsk.clamp.b32"] = {nullptr, map<Mask<false>, U, U, U>, Type::B32, {Type::U32, Type::U32}};
  bitRow<AnyLogic, U, U, U, U, U>(Into, "lop3", {Type::B32, Type::B32, Type::B32, Type::U32});
}

} // namespace emulator
