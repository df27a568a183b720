// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions mov (also from and to parts of registers), cvta and isspacep, which copy values and convert
// addresses.

#include "Execute/Block.h"
#include "Execute/Lanes.h"

#include <chrono>
#include <cstring>

namespace emulator {

namespace {

template <typename T> void copy(Warp &W, const Instruction &I, Lanes Who) {
  const T *From = W.at<T>(I.From[0]);
  T *To = W.at<T>(I.To[0]);
  if (Who == AllLanes)
    std::memmove(To, From, sizeof(T) * WarpSize);
  else
    blend(To, From, Who);
}

Instruction::Executor copyOf(unsigned Bytes) {
  return Bytes == 2 ? copy<std::uint16_t> : Bytes == 4 ? copy<std::uint32_t> : copy<std::uint64_t>;
}

void copyPredicate(Warp &W, const Instruction &I, Lanes Who) {
  Lanes &To = W.predicate(I.To[0]);
  To = (To & ~Who) | (W.predicate(I.From[0]) & Who);
}

/// Packs How.Count registers of How.Width bytes into one register; the first register becomes the lowest bytes.
void pack(Warp &W, const Instruction &I, Lanes Who) {
  const unsigned Part = I.How.Width, Whole = Part * I.How.Count;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    std::byte Made[8];
    for (unsigned P = 0; P < I.How.Count; ++P)
      std::memcpy(Made + P * Part, W.at<std::byte>(I.From[P]) + Lane * Part, Part);
    std::memcpy(W.at<std::byte>(I.To[0]) + Lane * Whole, Made, Whole);
  }
}
void unpack(Warp &W, const Instruction &I, Lanes Who) {
  const unsigned Part = I.How.Width, Whole = Part * I.How.Count;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    std::byte Read[8];
    std::memcpy(Read, W.at<std::byte>(I.From[0]) + Lane * Whole, Whole);
    for (unsigned P = 0; P < I.How.Count; ++P)
      std::memcpy(W.at<std::byte>(I.To[P]) + Lane * Part, Read + P * Part, Part);
  }
}

/// All clocks count nanoseconds. This is enough, since programs may rely only on the fact that a clock advances.
void readClock(Warp &W, const Instruction &I, Lanes Who) {
  const auto Now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      std::memcpy(W.at<std::byte>(I.To[0]) + Lane * I.How.Width, &Now, I.How.Width);
}

Type partType(unsigned Bytes) { return Bytes == 2 ? Type::B16 : Type::B32; }

void decodeParts(FunctionBuilder &Into, const Operand &Parts, unsigned Whole, Instruction &I, bool Packs) {
  const auto Count = static_cast<unsigned>(Parts.Parts.size());
  if (Count < 2 || Count > 4 || Whole % Count != 0 || Whole / Count < 2)
    Into.fail("parts of one byte, and numbers of parts but 2 and 4, are not taken", PtxError::Reason::Unsupported);
  const Type Part = partType(Whole / Count);
  I.How.Count = static_cast<std::uint8_t>(Count);
  I.How.Width = static_cast<std::uint8_t>(Whole / Count);
  for (unsigned P = 0; P < Count; ++P)
    (Packs ? I.From[P] : I.To[P]) = Packs ? Into.source(Parts.Parts[P], Part) : Into.destination(Parts.Parts[P], Part);
  I.Execute = Packs ? pack : unpack;
}

void decodeMove(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const auto Of = Read.takeType();
  if (!Of || sizeOf(*Of) == 1 || !Read.atEnd())
    Into.fail("the type is not taken", PtxError::Reason::Unsupported);
  if (Written.Operands.size() != 2)
    Into.fail("wanted 2 operands");
  const Operand &To = Written.Operands[0], &From = Written.Operands[1];
  if (*Of == Type::Pred) {
    I.To[0] = To.isSink() ? Into.scratch(0) : Into.predicate(To);
    I.From[0] = Into.predicate(From);
    I.Execute = copyPredicate;
    return;
  }
  const unsigned Bytes = sizeOf(*Of);
  if (To.Kind == Operand::List) {
    I.From[0] = Into.source(From, *Of);
    decodeParts(Into, To, Bytes, I, false);
    return;
  }
  I.To[0] = Into.destination(To, *Of);
  if (From.Kind == Operand::List) {
    decodeParts(Into, From, Bytes, I, true);
    return;
  }
  const auto Special = From.Kind == Operand::Name ? specialNamed(From.Base.Text) : std::nullopt;
  if (Special && *Special >= SpecialRegister::Clock) {
    I.How.Width = static_cast<std::uint8_t>(Bytes);
    I.Execute = readClock;
    return;
  }
  I.From[0] = Into.source(From, *Of);
  I.Execute = copyOf(Bytes);
}

// ---- Addresses -----------------------------------------------------------------------------------------------------

/// Global and constant addresses are also generic addresses; generic shared and local addresses begin at their windows.
std::uint64_t windowOf(Space In) { return In == Space::Shared ? SharedWindow : In == Space::Local ? LocalWindow : 0; }

void toGeneric(Warp &W, const Instruction &I, Lanes Who) {
  const std::uint64_t Window = windowOf(I.How.In);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<std::uint64_t>(I.To[0])[Lane] = W.at<std::uint64_t>(I.From[0])[Lane] + Window;
}
void fromGeneric(Warp &W, const Instruction &I, Lanes Who) {
  const std::uint64_t Window = windowOf(I.How.In);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<std::uint64_t>(I.To[0])[Lane] = W.at<std::uint64_t>(I.From[0])[Lane] - Window;
}
void isInSpace(Warp &W, const Instruction &I, Lanes Who) {
  Lanes &To = W.predicate(I.To[0]);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const std::uint64_t Window = W.at<std::uint64_t>(I.From[0])[Lane] & WindowMask;
    const bool IsIn =
        I.How.In == Space::Global ? Window != SharedWindow && Window != LocalWindow : Window == windowOf(I.How.In);
    const Lanes Bit = Lanes(1) << Lane;
    To = Who & Bit ? (IsIn ? To | Bit : To & ~Bit) : To;
  }
}

Space takeSpace(FunctionBuilder &Into, Modifiers &Read) {
  constexpr Space Spaces[] = {Space::Global, Space::Const, Space::Shared, Space::Shared, Space::Local};
  const int Which = Read.takeOf({"global", "const", "shared", "shared::cta", "local"});
  if (Which < 0)
    Into.fail("the state space is not taken", PtxError::Reason::Unsupported);
  return Spaces[Which];
}

void decodeConvertAddress(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const bool FromGeneric = Read.take("to");
  I.How.In = takeSpace(Into, Read);
  if (!Read.take("u64") || !Read.atEnd() || Written.Operands.size() != 2)
    Into.fail("wanted addresses of 64 bits", PtxError::Reason::Unsupported);
  I.To[0] = Into.destination(Written.Operands[0], Type::U64);
  I.From[0] = Into.source(Written.Operands[1], Type::U64);
  I.Execute = windowOf(I.How.In) == 0 ? copyOf(8) : FromGeneric ? fromGeneric : toGeneric;
}

void decodeIsSpace(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  I.How.In = takeSpace(Into, Read);
  if (!Read.atEnd() || Written.Operands.size() != 2 || I.How.In == Space::Const)
    Into.fail("the form is not taken", PtxError::Reason::Unsupported);
  I.To[0] = Into.predicate(Written.Operands[0]);
  I.From[0] = Into.source(Written.Operands[1], Type::U64);
  I.Execute = isInSpace;
}

} // namespace

void addMoves(Table &Into) {
  Into["mov"] = {decodeMove};
  Into["cvta"] = {decodeConvertAddress};
  Into["isspacep"] = {decodeIsSpace};
}

} // namespace emulator
