// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests every instruction of emulator/instructions.txt on the ends of its types' ranges, on NaN, infinite and subnormal
// numbers, against a model that uses no code of the emulator: integers of 128 bits, floating-point numbers of 113 bits
// that the test rounds itself. A row without a model fails the test, unless it is in the list of rows that other tests
// cover.

#include "Snippet.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <sstream>

namespace emulator::test {
namespace {

__extension__ using Wide = __int128;
__extension__ using Unsigned = unsigned __int128;
__extension__ using Exact = __float128;
using Bits = std::uint64_t;
using Words = std::vector<std::string>;

Words wordsOf(const std::string &Opcode) {
  Words Found;
  std::istringstream In(Opcode);
  for (std::string Word; std::getline(In, Word, '.');)
    Found.push_back(Word);
  return Found;
}
bool has(const Words &Of, const std::string &Word) { return std::find(Of.begin(), Of.end(), Word) != Of.end(); }

// ---- Types ---------------------------------------------------------------------------------------------------------

bool isType(const std::string &T) {
  static const std::set<std::string> All = {"pred", "b16", "b32", "b64", "u8",  "u16", "u32",
                                            "u64",  "s8",  "s16", "s32", "s64", "f32", "f64"};
  return All.count(T) > 0;
}
unsigned widthOf(const std::string &T) { return T == "pred" ? 1 : static_cast<unsigned>(std::stoul(T.substr(1))); }
bool isFloat(const std::string &T) { return T[0] == 'f'; }
Bits maskOf(const std::string &T) { return widthOf(T) == 64 ? ~Bits(0) : (Bits(1) << widthOf(T)) - 1; }

Wide integerOf(const std::string &T, Bits B) {
  B &= maskOf(T);
  return T[0] == 's' && B >> (widthOf(T) - 1) & 1 ? Wide(B) - (Wide(1) << widthOf(T)) : Wide(B);
}
Wide leastOf(const std::string &T) { return T[0] == 's' ? -(Wide(1) << (widthOf(T) - 1)) : 0; }
Wide mostOf(const std::string &T) { return (Wide(1) << (widthOf(T) - (T[0] == 's'))) - 1; }

Exact floatOf(const std::string &T, Bits B) {
  return T == "f32" ? Exact(std::bit_cast<float>(static_cast<std::uint32_t>(B))) : Exact(std::bit_cast<double>(B));
}
bool isNan(Exact A) { return A != A; }
bool isInfinite(Exact A) { return A == Exact(INFINITY) || A == -Exact(INFINITY); }
bool isNegative(const std::string &T, Bits B) { return B >> (widthOf(T) - 1) & 1; }

/// The bits of A plus Rest, rounded to T. Rest is smaller than the precision of A. Mode is 'n' or 'm', the only two
/// modes in the list.
template <typename T> Bits roundedTo(Exact A, char Mode, Exact Rest) {
  T Near = static_cast<T>(A);
  if (Mode == 'm' && !isNan(A) && (Exact(Near) > A || (Exact(Near) == A && Rest < 0)))
    Near = std::nextafter(Near, -std::numeric_limits<T>::infinity());
  return bitsOf(Near);
}
Bits rounded(const std::string &T, Exact A, char Mode = 'n', Exact Rest = 0) {
  return T == "f32" ? roundedTo<float>(A, Mode, Rest) : roundedTo<double>(A, Mode, Rest);
}

std::vector<Bits> samplesOf(const std::string &T) {
  if (T == "pred")
    return {0, 1};
  if (T == "f32")
    return {0,          0x80000000, 0x3F800000, 0xBF800000, 0x40490FDB, 0xC2F6E979, 0x7F800000,
            0xFF800000, 0x7FC00001, 0x7F7FFFFF, 0x00000001, 0x807FFFFF, 0x00800000, 0x3EAAAAAB,
            0x4B000001, 0xCF000000, 0x5F000000, 0x40200000, 0xC0200000, 0x3F7FFFFF};
  if (T == "f64")
    return {0,
            0x8000000000000000,
            0x3FF0000000000000,
            0xBFF0000000000000,
            0x400921FB54442D18,
            0xC05EDD2F1A9FBE77,
            0x7FF0000000000000,
            0xFFF0000000000000,
            0x7FF8000000000001,
            0x7FEFFFFFFFFFFFFF,
            0x0000000000000001,
            0x800FFFFFFFFFFFFF,
            0x0010000000000000,
            0x3FD5555555555555,
            0x4330000000000001,
            0xC1E0000000000000,
            0x43E0000000000000,
            0x4004000000000000,
            0xC004000000000000,
            0x3FEFFFFFFFFFFFFF};
  const Bits All = maskOf(T), Top = Bits(1) << (widthOf(T) - 1);
  return {0, 1, 2, 7, 33, 0x1234 & All, Top - 1, Top, Top + 1, All - 1, All, 0xA5A5A5A5A5A5A5A5 & All};
}

// ---- Models --------------------------------------------------------------------------------------------------------

using Operands = std::vector<Bits>;
/// Returns no value if the specification leaves the result open.
using Model = std::function<std::optional<Bits>(const Operands &)>;
struct Known {
  std::string To;
  std::vector<std::string> From;
  Model Of;
  double Error = 0; // relative error of an approximation
};

std::optional<Bits> integerModel(const Words &W, const std::string &T, const Operands &O) {
  const std::string &Op = W[0];
  const unsigned Width = widthOf(T);
  const Wide A = integerOf(T, O[0]), B = O.size() > 1 ? integerOf(T, O[1]) : 0;
  const auto Low = [&](Wide Value) { return static_cast<Bits>(Value) & maskOf(T); };
  if (Op == "add")
    return Low(A + B);
  if (Op == "sub")
    return Low(A - B);
  if (Op == "mul" || Op == "mad") {
    const Unsigned Product = T[0] == 's' ? static_cast<Unsigned>(A * B) : Unsigned(A) * Unsigned(B);
    if (has(W, "wide"))
      return static_cast<Bits>(Product) & (Width == 32 ? ~Bits(0) : 0xFFFFFFFF);
    const Bits Part = static_cast<Bits>(has(W, "hi") ? Product >> Width : Product) & maskOf(T);
    return Op == "mul" ? Part : Low(Wide(Part) + integerOf(T, O[2]));
  }
  if (Op == "div" || Op == "rem") {
    if (B == 0)
      return std::nullopt;
    return Low(Op == "div" ? A / B : A % B);
  }
  if (Op == "min" || Op == "max")
    return Low((A < B) == (Op == "min") ? A : B);
  if (Op == "abs")
    return Low(A < 0 ? -A : A);
  if (Op == "neg")
    return Low(-A);
  if (Op == "not")
    return ~O[0] & maskOf(T);
  if (Op == "and")
    return O[0] & O[1];
  if (Op == "or")
    return O[0] | O[1];
  if (Op == "xor")
    return O[0] ^ O[1];
  if (Op == "shl")
    return O[1] < Width ? (O[0] << O[1]) & maskOf(T) : 0;
  if (Op == "shr")
    return Low(A >> std::min<Bits>(O[1], 100));
  if (Op == "bfe") {
    const Bits First = O[1] & 255, Count = O[2] & 255;
    Bits Made = 0;
    for (Bits I = 0; I < Width && Count; ++I) {
      const Bits From = First + std::min(I, Count - 1);
      const bool IsInside = I < Count, IsThere = First + I < Width;
      const Bits Sign = T[0] == 's' ? O[0] >> std::min<Bits>(From, Width - 1) & 1 : 0;
      Made |= (IsInside && IsThere ? O[0] >> (First + I) & 1 : Sign) << I;
    }
    return Made;
  }
  return std::nullopt;
}

std::optional<Bits> floatModel(const Words &W, const std::string &T, const Operands &O) {
  const std::string &Op = W[0];
  const Exact A = floatOf(T, O[0]), B = O.size() > 1 ? floatOf(T, O[1]) : Exact(0);
  const char Mode = has(W, "rm") ? 'm' : 'n';
  const Bits Sign = Bits(1) << (widthOf(T) - 1);
  if (Op == "add")
    return rounded(T, A + B, Mode);
  if (Op == "sub")
    return rounded(T, A - B, Mode);
  if (Op == "mul")
    return rounded(T, A * B, Mode);
  if (Op == "div")
    return rounded(T, A / B, Mode);
  if (Op == "fma") {
    const Exact Product = A * B, C = floatOf(T, O[2]), Sum = Product + C, Added = Sum - Product;
    const Exact Rest = (Product - (Sum - Added)) + (C - Added); // Knuth's TwoSum
    // A sum of opposite numbers is -0 when rounded down, which the model's 113-bit numbers do not show.
    return Mode == 'm' && Sum == 0 ? std::nullopt : std::optional(rounded(T, Sum, Mode, Rest));
  }
  if (Op == "abs")
    return O[0] & ~Sign;
  if (Op == "neg")
    return O[0] ^ Sign;
  if (Op == "copysign")
    return (O[1] & ~Sign) | (O[0] & Sign);
  if (Op == "min" || Op == "max") {
    if (isNan(A) || isNan(B))
      return isNan(A) ? O[1] : O[0];
    const bool FirstIsLess = A != B ? A < B : isNegative(T, O[0]);
    return FirstIsLess == (Op == "min") ? O[0] : O[1];
  }
  return std::nullopt;
}

/// Whether Root is the rounded square root: the squares of the midpoints to its two neighbours enclose the number.
bool isRoundedRoot(const std::string &T, Bits Of, Bits Root) {
  const Exact A = floatOf(T, Of), R = floatOf(T, Root);
  if (A == 0 || isNan(A) || A < 0)
    return A == 0 ? Root == Of : isNan(R);
  if (isInfinite(A))
    return Root == Of;
  const Exact Below = (R + floatOf(T, Root - 1)) / 2, Above = (R + floatOf(T, Root + 1)) / 2;
  return Below * Below <= A && A <= Above * Above;
}

bool compares(const std::string &How, bool IsUnordered, int Order) {
  if (How == "num" || How == "nan")
    return IsUnordered == (How == "nan");
  if (IsUnordered)
    return How.size() == 3; // "equ" and so on
  const std::string Base = How.substr(0, 2);
  return Base == "eq"   ? Order == 0
         : Base == "ne" ? Order != 0
         : Base == "lt" ? Order < 0
         : Base == "le" ? Order <= 0
         : Base == "gt" ? Order > 0
                        : Order >= 0;
}

std::optional<Bits> converted(const Words &W, const std::string &To, const std::string &From, Bits A) {
  const auto Clamped = [&](Wide Value) {
    return static_cast<Bits>(std::clamp(Value, leastOf(To), mostOf(To))) & maskOf(To);
  };
  if (!isFloat(From))
    return isFloat(To) ? rounded(To, Exact(integerOf(From, A))) : static_cast<Bits>(integerOf(From, A)) & maskOf(To);
  const Exact Value = floatOf(From, A);
  if (isFloat(To) && has(W, "sat"))
    return isNan(Value) || Value <= 0 ? 0 : Value >= 1 ? rounded(To, 1) : A;
  const bool Integral = has(W, "rzi") || has(W, "rmi") || has(W, "rpi");
  if (isFloat(To) && !Integral)
    return rounded(To, Value);
  if (isNan(Value)) {
    if (isFloat(To))
      return rounded(To, Value);
    return From == "f64" || widthOf(To) == 64 ? Bits(1) << (widthOf(To) - 1) : 0;
  }
  // Beyond 2^100 every number is an integer.
  const bool IsLarge = isInfinite(Value) || Value > Exact(0x1p100) || Value < -Exact(0x1p100);
  if (IsLarge)
    return isFloat(To) ? A : Value > 0 ? Clamped(mostOf(To)) : Clamped(leastOf(To));
  Wide Whole = static_cast<Wide>(Value); // towards zero
  Whole += has(W, "rpi") && Exact(Whole) < Value;
  Whole -= has(W, "rmi") && Exact(Whole) > Value;
  if (!isFloat(To))
    return Clamped(Whole);
  return rounded(To, Exact(Whole)) | (Whole == 0 ? A & (Bits(1) << (widthOf(From) - 1)) : 0);
}

std::optional<Known> knownOf(const std::string &Opcode) {
  const Words W = wordsOf(Opcode);
  const std::string &Op = W[0], &T = W.back();
  if (!isType(T))
    return std::nullopt;
  const auto Same = [&](std::size_t Count) { return std::vector<std::string>(Count, T); };
  if (has(W, "approx")) {
    const auto Function = [Op](double A) {
      return Op == "ex2" ? std::exp2(A) : Op == "rsqrt" ? 1 / std::sqrt(A) : 1 / A;
    };
    const bool Flushes = has(W, "ftz");
    return Known{T, Same(1),
                 [=](const Operands &O) -> std::optional<Bits> {
                   Exact A = floatOf(T, O[0]);
                   const Bits Least = T == "f32" ? 0x00800000 : 0x0010000000000000, Sign = Bits(1) << (widthOf(T) - 1);
                   if (Flushes && (O[0] & ~Sign) < Least)
                     A = isNegative(T, O[0]) ? -Exact(0) : Exact(0);
                   const Bits Made = rounded(T, Exact(Function(static_cast<double>(A))));
                   return Flushes && (Made & ~Sign) < Least ? Made & Sign : Made;
                 },
                 T == "f32" ? 0x1p-21 : 0x1p-19};
  }
  if (Op == "setp")
    return Known{"pred", Same(2), [=](const Operands &O) -> std::optional<Bits> {
                   if (!isFloat(T)) {
                     const Wide A = integerOf(T, O[0]), B = integerOf(T, O[1]);
                     return compares(W[1], false, (A > B) - (A < B));
                   }
                   const Exact A = floatOf(T, O[0]), B = floatOf(T, O[1]);
                   return compares(W[1], isNan(A) || isNan(B), (A > B) - (A < B));
                 }};
  if (Op == "selp")
    return Known{T, {T, T, "pred"}, [](const Operands &O) { return std::optional(O[2] ? O[0] : O[1]); }};
  if (Op == "mov")
    return Known{T, Same(1), [](const Operands &O) { return std::optional(O[0]); }};
  if (Op == "cvt") {
    const std::string To = W[W.size() - 2];
    return Known{To, {T}, [=](const Operands &O) { return converted(W, To, T, O[0]); }};
  }
  if (Op == "clz")
    return Known{"u32", Same(1), [=](const Operands &O) {
                   Bits Count = 0;
                   while (Count < widthOf(T) && !(O[0] >> (widthOf(T) - 1 - Count) & 1))
                     ++Count;
                   return std::optional(Count);
                 }};
  if (Op == "sqrt" || has(W, "cc") || Op == "addc" || Op == "subc" || Op == "atom" || Op == "ld" || Op == "st" ||
      Op == "cvta" || Op == "shfl")
    return std::nullopt;
  std::vector<std::string> From = Same(Op == "fma" || Op == "mad" ? 3 : 2);
  if (Op == "abs" || Op == "neg" || Op == "not")
    From = Same(1);
  if (Op == "shl" || Op == "shr")
    From = {T, "u32"};
  if (Op == "bfe")
    From = {T, "u32", "u32"};
  const std::string To = has(W, "wide") ? T.substr(0, 1) + std::to_string(2 * widthOf(T)) : T;
  const bool Computes = isFloat(T);
  return Known{To, From, [=](const Operands &O) { return Computes ? floatModel(W, T, O) : integerModel(W, T, O); }};
}

// ---- Running -------------------------------------------------------------------------------------------------------

/// The results of an instruction for 32 tuples of operands, one for each thread.
std::vector<Bits> resultsOf(const std::string &Opcode, const std::string &To, const std::vector<std::string> &From,
                            const std::vector<Operands> &Given) {
  const auto Register = [](const std::string &T) { return widthOf(T) == 8 ? std::string("b16") : T; };
  std::string Body = "mad.wide.u32 %l0, %t, 8, %array;\n.reg ." + Register(To) + " %to;\n", Names = "%to";
  for (std::size_t F = 0; F < From.size(); ++F) {
    const std::string Name = "%from" + std::to_string(F), At = "[%l0+" + std::to_string(256 * F) + "]";
    Body += ".reg ." + Register(From[F]) + " " + Name + ";\n";
    Body += From[F] == "pred" ? "ld.global.u32 %r0, " + At + ";\nsetp.ne.u32 " + Name + ", %r0, 0;\n"
                              : "ld.global." + From[F] + " " + Name + ", " + At + ";\n";
    Names += ", " + Name;
  }
  Body += Opcode + " " + Names + ";\n";
  Body += To == "pred" ? "selp.u32 %r1, 1, 0, %to;\nst.global.u32 [%l0+1024], %r1;\n"
                       : "st.global." + Register(To) + " [%l0+1024], %to;\n";
  const std::string Text = module(kernel(Body));
  std::vector<Bits> Found;
  for (std::size_t First = 0; First < Given.size(); First += WarpSize) {
    Bits Array[5 * WarpSize] = {};
    const std::size_t Count = std::min<std::size_t>(WarpSize, Given.size() - First);
    for (std::size_t T = 0; T < Count; ++T)
      for (std::size_t F = 0; F < From.size(); ++F)
        Array[F * WarpSize + T] = Given[First + T][F];
    run(Text, Array, sizeof Array, {{1, 1, 1}, {static_cast<unsigned>(Count), 1, 1}});
    Found.insert(Found.end(), Array + 4 * WarpSize, Array + 4 * WarpSize + Count);
  }
  return Found;
}

/// All tuples of sample operands; with three operands of one type, the third one's samples are cycled through.
std::vector<Operands> tuplesOf(const std::vector<std::string> &From) {
  std::vector<Operands> All = {{}};
  for (std::size_t F = 0; F < From.size(); ++F) {
    std::vector<Operands> Longer;
    const std::vector<Bits> Samples = samplesOf(From[F]);
    for (std::size_t I = 0; I < All.size(); ++I)
      for (std::size_t S = 0; S < Samples.size(); ++S)
        if (F < 2 || From[F] == "pred" || S == (I * 7 + I / Samples.size()) % Samples.size()) {
          Longer.push_back(All[I]);
          Longer.back().push_back(Samples[S]);
        }
    All = std::move(Longer);
  }
  return All;
}

bool agree(const std::string &T, Bits Found, Bits Wanted, double Error) {
  Found &= maskOf(T);
  if (Found == Wanted)
    return true;
  if (!isFloat(T))
    return false;
  const Exact A = floatOf(T, Found), B = floatOf(T, Wanted);
  if (isNan(A) || isNan(B))
    return isNan(A) && isNan(B);
  const Exact Difference = A > B ? A - B : B - A;
  return Error > 0 && Difference <= (B < 0 ? -B : B) * Exact(Error);
}

std::vector<std::string> listed() {
  std::ifstream In(INSTRUCTION_LIST);
  std::vector<std::string> Found;
  for (std::string Line; std::getline(In, Line);)
    if (!Line.empty() && Line[0] != '#')
      Found.push_back(Line.substr(0, Line.find(' ')));
  return Found;
}

std::string nameOf(const testing::TestParamInfo<std::string> &Info) {
  std::string Name = Info.param;
  std::replace(Name.begin(), Name.end(), '.', '_');
  return Name;
}

class Computing : public testing::TestWithParam<std::string> {};

TEST_P(Computing, IsWhatTheModelSays) {
  const Known Of = *knownOf(GetParam());
  const std::vector<Operands> Given = tuplesOf(Of.From);
  const std::vector<Bits> Found = resultsOf(GetParam(), Of.To, Of.From, Given);
  std::size_t Compared = 0;
  for (std::size_t I = 0; I < Given.size(); ++I)
    if (const auto Wanted = Of.Of(Given[I])) {
      ++Compared;
      EXPECT_TRUE(agree(Of.To, Found[I], *Wanted, Of.Error)) << GetParam() << " of " << testing::PrintToString(Given[I])
                                                             << ": " << std::hex << Found[I] << ", wanted " << *Wanted;
    }
  EXPECT_GT(Compared, Given.size() / 2);
}

std::vector<std::string> computing() {
  std::vector<std::string> All;
  for (const std::string &Each : listed())
    if (knownOf(Each))
      All.push_back(Each);
  return All;
}
INSTANTIATE_TEST_SUITE_P(Listed, Computing, testing::ValuesIn(computing()), nameOf);

TEST(Listed, RootsAreRounded) {
  for (const std::string &T : {std::string("f32"), std::string("f64")}) {
    const std::vector<Operands> Given = tuplesOf({T});
    const std::vector<Bits> Found = resultsOf("sqrt.rn." + T, T, {T}, Given);
    for (std::size_t I = 0; I < Given.size(); ++I)
      EXPECT_TRUE(isRoundedRoot(T, Given[I][0], Found[I] & maskOf(T))) << T << std::hex << " " << Given[I][0];
  }
}

// ---- Memory --------------------------------------------------------------------------------------------------------

/// Sixteen bytes, most of which have their highest bit set.
constexpr Bits Pattern[2] = {0xF7E6D5C4B3A29180, 0x1F80FE7D6C5B4A39};

struct AccessShape {
  std::string Space, Type; // the space is empty for generic addresses
  unsigned Count = 1;
};
AccessShape shapeOf(const Words &W) {
  AccessShape Made;
  for (const char *Each : {"global", "shared", "local", "param"})
    if (has(W, Each))
      Made.Space = Each;
  Made.Type = W.back();
  Made.Count = has(W, "v4") ? 4 : has(W, "v2") ? 2 : 1;
  return Made;
}
std::string registerOf(const std::string &T, unsigned Number) {
  const char *Kind = T == "f32" ? "%f" : T == "f64" ? "%d" : widthOf(T) <= 16 ? "%h" : widthOf(T) == 32 ? "%r" : "%l";
  return Kind + std::to_string(Number);
}
std::string listOf(const AccessShape &Of) {
  std::string Names;
  for (unsigned C = 0; C < Of.Count; ++C)
    Names += (C ? ", " : "") + registerOf(Of.Type, C);
  return Of.Count > 1 ? "{" + Names + "}" : Names;
}
std::string registerType(const std::string &T) { return widthOf(T) == 8 ? T.substr(0, 1) + "16" : T; }
/// Element `Number` of the pattern, sign-extended to the register's size.
Bits elementOf(const Bits *From, const AccessShape &Of, unsigned Number) {
  const unsigned Bytes = widthOf(Of.Type) / 8;
  Bits Value = 0;
  std::memcpy(&Value, reinterpret_cast<const char *>(From) + Number * Bytes, Bytes);
  return static_cast<Bits>(integerOf(isFloat(Of.Type) ? "u" + Of.Type.substr(1) : Of.Type, Value)) &
         maskOf(registerType(Of.Type));
}

const std::string Variables =
    ".shared .align 16 .b8 box[16];\n.local .align 16 .b8 own[16];\n"; // declared in the kernel
std::string placeOf(const std::string &Space) {
  return Space == "shared" ? "box" : Space == "local" ? "own" : "%array";
}

class Accessing : public testing::TestWithParam<std::string> {};

TEST_P(Accessing, MovesTheBytesThatItsTypeHas) {
  const Words W = wordsOf(GetParam());
  const AccessShape Of = shapeOf(W);
  const std::string Place = placeOf(Of.Space);
  const bool IsOwn = Place != "%array";
  Bits Array[12] = {Pattern[0], Pattern[1]};
  std::string Body = Variables;
  if (W[0] == "ld") {
    if (IsOwn)
      Body += "ld.global.v2.u64 {%l6, %l7}, [%array];\nst." + Of.Space + ".v2.u64 [" + Place + "], {%l6, %l7};\n";
    Body += GetParam() + " " + listOf(Of) + ", [" + (Of.Space == "param" ? "array" : Place) + "];\n";
    for (unsigned C = 0; C < Of.Count; ++C)
      Body += "st.global." + registerType(Of.Type) + " [%array+" + std::to_string(64 + 8 * C) + "], " +
              registerOf(Of.Type, C) + ";\n";
    run(module(kernel(Body)), Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
    const Bits Parameter[2] = {ArrayAddress, 0};
    for (unsigned C = 0; C < Of.Count; ++C)
      EXPECT_EQ(Array[8 + C], elementOf(Of.Space == "param" ? Parameter : Pattern, Of, C)) << C;
    return;
  }
  const unsigned Bytes = widthOf(Of.Type) / 8;
  for (unsigned C = 0; C < Of.Count; ++C)
    Body += "ld.global." + registerType(Of.Type) + " " + registerOf(Of.Type, C) + ", [%array+" +
            std::to_string(Bytes == 1 ? 0 : C * Bytes) + "];\n";
  const std::string Target = IsOwn ? Place : "%array+64";
  if (IsOwn)
    Body += "mov.u64 %l6, 0;\nst." + Of.Space + ".v2.u64 [" + Place + "], {%l6, %l6};\n";
  Body += GetParam() + " [" + Target + "], " + listOf(Of) + ";\n";
  if (IsOwn)
    Body += "ld." + Of.Space + ".v2.u64 {%l6, %l7}, [" + Place + "];\nst.global.v2.u64 [%array+64], {%l6, %l7};\n";
  run(module(kernel(Body)), Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
  Bits Wanted[2] = {};
  std::memcpy(Wanted, Pattern, Bytes * Of.Count);
  EXPECT_EQ(Array[8], Wanted[0]);
  EXPECT_EQ(Array[9], Wanted[1]);
}

bool isAccess(const std::string &Opcode) {
  const Words W = wordsOf(Opcode);
  return W[0] == "ld" || (W[0] == "st" && !has(W, "param"));
}
std::vector<std::string> accessing() {
  std::vector<std::string> All;
  for (const std::string &Each : listed())
    if (isAccess(Each))
      All.push_back(Each);
  return All;
}
INSTANTIATE_TEST_SUITE_P(Listed, Accessing, testing::ValuesIn(accessing()), nameOf);

TEST(Listed, ArgumentsAreStoredAndLoaded) {
  for (const std::string T : {"f32", "f64"}) {
    const std::string B = "b" + T.substr(1), Register = registerOf(T, 0), Result = registerOf(T, 1);
    const std::string Before = ".func (.param ." + B + " out) same(.param ." + B + " in)\n{\n.reg ." + T +
                               " %x;\nld.param." + T + " %x, [in];\nst.param." + T + " [out], %x;\nret;\n}\n";
    const std::string Body = "{\n.param ." + B + " a;\n.param ." + B + " b;\nld.global." + T + " " + Register +
                             ", [%array];\nst.param." + T + " [a], " + Register +
                             ";\ncall.uni (b), same, (a);\nld.param." + T + " " + Result + ", [b];\n}\nst.global." + T +
                             " [%array+8], " + Result + ";\n";
    Bits Array[2] = {Pattern[0], 0};
    run(module(kernel(Body, Before)), Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
    EXPECT_EQ(Array[1], Pattern[0] & maskOf(T));
  }
}

class Updating : public testing::TestWithParam<std::string> {};

TEST_P(Updating, GivesTheOldValueAndLeavesTheNew) {
  const Words W = wordsOf(GetParam());
  const AccessShape Of = shapeOf(W);
  const std::string &T = Of.Type, Place = Of.Space == "shared" ? "box" : "%array+64";
  const bool Swaps = has(W, "cas"), Flushes = T == "f32" && Of.Space != "shared";
  const auto Name = [&](unsigned N) { return registerOf(T, N); };
  const std::string Move = Of.Space == "shared" ? "shared" : "global";
  std::string Body = Variables;
  for (unsigned I = 0; I < 3; ++I)
    Body += "ld.global." + T + " " + Name(I) + ", [%array+" + std::to_string(8 * I) + "];\n";
  Body += "st." + Move + "." + T + " [" + Place + "], " + Name(0) + ";\n" + GetParam() + " " + Name(3) + ", [" + Place +
          "], " + Name(1) + (Swaps ? ", " + Name(2) : "") + ";\nld." + Move + "." + T + " " + Name(4) + ", [" + Place +
          "];\nst.global." + T + " [%array+72], " + Name(3) + ";\nst.global." + T + " [%array+80], " + Name(4) + ";\n";
  const std::string Text = module(kernel(Body));
  for (const Bits Old : samplesOf(T))
    for (const Bits With : samplesOf(T)) {
      const Bits New = 5;
      Bits Array[12] = {Old, With, New};
      run(Text, Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
      Bits Wanted = Swaps           ? (Old == With ? New : Old)
                    : has(W, "xor") ? Old ^ With
                    : isFloat(T)    ? rounded(T, floatOf(T, Old) + floatOf(T, With))
                                    : (Old + With) & maskOf(T);
      const auto IsTiny = [](Bits B) { return (B & 0x7FFFFFFF) < 0x00800000; };
      if (Flushes && (IsTiny(Old) || IsTiny(With) || IsTiny(Wanted)))
        continue; // subnormal numbers in global memory are tested separately
      EXPECT_EQ(Array[9] & maskOf(T), Old);
      EXPECT_TRUE(agree(T, Array[10], Wanted, 0)) << std::hex << Old << " " << With << ": " << Array[10];
    }
}

bool isUpdate(const std::string &Opcode) { return Opcode.starts_with("atom."); }
std::vector<std::string> updating() {
  std::vector<std::string> All;
  for (const std::string &Each : listed())
    if (isUpdate(Each))
      All.push_back(Each);
  return All;
}
INSTANTIATE_TEST_SUITE_P(Listed, Updating, testing::ValuesIn(updating()), nameOf);

// ---- The rest ------------------------------------------------------------------------------------------------------

TEST(Listed, CarriesOf64Bits) {
  for (const Bits A : samplesOf("s64"))
    for (const Bits B : samplesOf("s64"))
      for (const std::string Op : {"add", "sub"}) {
        Bits Array[4] = {A, B, 3, 1};
        run(module(kernel("ld.global.v2.u64 {%l0, %l1}, [%array];\nld.global.v2.u64 {%l2, %l3}, [%array+16];\n" + Op +
                          ".cc.s64 %l4, %l0, %l1;\n" + Op + "c.cc.s64 %l5, %l2, %l3;\n" +
                          "st.global.u64 [%array], %l4;\nst.global.u64 [%array+8], %l5;\n")),
            Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
        const Unsigned Low = A, Other = B, High = Unsigned(3) << 64, OtherHigh = Unsigned(1) << 64;
        const Unsigned Wanted = Op == "add" ? (High + Low) + (OtherHigh + Other) : (High + Low) - (OtherHigh + Other);
        EXPECT_EQ(Array[0], static_cast<Bits>(Wanted)) << Op << std::hex << " " << A << " " << B;
        EXPECT_EQ(Array[1], static_cast<Bits>(Wanted >> 64)) << Op << std::hex << " " << A << " " << B;
      }
}

TEST(Listed, AddressesOfSpacesBecomeGeneric) {
  for (const std::string Space : {"shared", "local"}) {
    Bits Array[2] = {Pattern[0], 0};
    const std::string Place = placeOf(Space);
    run(module(kernel(Variables + "ld.global.u64 %l0, [%array];\nst." + Space + ".u64 [" + Place +
                      "], %l0;\nmov.u64 %l1, " + Place + ";\ncvta." + Space +
                      ".u64 %l2, %l1;\nld.u64 %l3, [%l2];\ncvta.to.global.u64 %l4, %array;\ncvta.global.u64 %l5, %l4;\n"
                      "st.u64 [%l5+8], %l3;\n")),
        Array, sizeof Array, {{1, 1, 1}, {1, 1, 1}});
    EXPECT_EQ(Array[1], Pattern[0]) << Space;
  }
}

/// Instructions of several threads, and control flow, are tested in WarpTest.cpp, MemoryTest.cpp and the two tests
/// above.
const std::set<std::string> TestedElsewhere = {"add.cc.s64",
                                               "addc.cc.s64",
                                               "sub.cc.s64",
                                               "subc.cc.s64",
                                               "bar.sync",
                                               "bar.warp.sync",
                                               "bra",
                                               "bra.uni",
                                               "call.uni",
                                               "ret",
                                               "cvta.global.u64",
                                               "cvta.local.u64",
                                               "cvta.shared.u64",
                                               "cvta.to.global.u64",
                                               "shfl.sync.bfly.b32",
                                               "shfl.sync.down.b32",
                                               "shfl.sync.idx.b32",
                                               "sqrt.rn.f32",
                                               "sqrt.rn.f64",
                                               "st.param.f32",
                                               "st.param.f64"};

TEST(Listed, EveryInstructionHasATest) {
  const std::vector<std::string> All = listed();
  EXPECT_GT(All.size(), 300u);
  for (const std::string &Each : All)
    EXPECT_TRUE(knownOf(Each) || isAccess(Each) || isUpdate(Each) || TestedElsewhere.count(Each)) << Each;
}

} // namespace
} // namespace emulator::test
