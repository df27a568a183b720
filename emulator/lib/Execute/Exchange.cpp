// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that several threads of a warp execute together: shuffles, votes, matches, reductions. From[4] is the
// mask of the threads that take part. The warp executes the instruction only when all of these threads have reached it.

#include "Execute/Exchange.h"
#include "Execute/Lanes.h"

#include <algorithm>

namespace emulator {

namespace {

/// The result of a shuffle whose source lane does not take part, which PTX leaves undefined: a NaN with a bit pattern
/// that is easy to recognise.
constexpr std::uint32_t FromNowhere = 0x7FFBAD00u;

enum ShuffleMode : std::uint8_t { Up, Down, Butterfly, Index };

} // namespace

std::optional<unsigned> shuffleSource(const Warp &W, const Instruction &I, unsigned Lane) {
  const int B = static_cast<int>(W.at<std::uint32_t>(I.From[1])[Lane] & 31);
  const int C = static_cast<int>(W.at<std::uint32_t>(I.From[2])[Lane]);
  const int Self = static_cast<int>(Lane), Clamp = C & 31, Segment = C >> 8 & 31;
  const int Least = Self & Segment, Most = Least | (Clamp & ~Segment);
  const int From = I.How.Operation == Up          ? Self - B
                   : I.How.Operation == Down      ? Self + B
                   : I.How.Operation == Butterfly ? Self ^ B
                                                  : Least | (B & ~Segment);
  const bool IsInside = I.How.Operation == Up ? From >= Most : From <= Most;
  return IsInside ? std::optional<unsigned>(static_cast<unsigned>(From)) : std::nullopt;
}

namespace {

void shuffle(Warp &W, const Instruction &I, Lanes Who) {
  const std::uint32_t *Values = W.at<std::uint32_t>(I.From[0]);
  std::uint32_t Made[WarpSize] = {};
  Lanes Inside = 0;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const auto Source = shuffleSource(W, I, Lane);
    const unsigned From = Source.value_or(Lane);
    Inside |= Lanes(Source.has_value()) << Lane;
    Made[Lane] = Who >> From & 1 ? Values[From] : FromNowhere;
  }
  blend(W.at<std::uint32_t>(I.To[0]), Made, Who);
  if (I.To[1] != NoSlot) {
    Lanes &To = W.predicate(I.To[1]);
    To = (To & ~Who) | (Inside & Who);
  }
}

enum VoteMode : std::uint8_t { All, Any, Uniform, Ballot };

void vote(Warp &W, const Instruction &I, Lanes Who) {
  const Lanes Read = W.predicate(I.From[0]);
  const Lanes Holds = (I.How.Negated ? ~Read : Read) & Who;
  if (I.How.Operation == Ballot) {
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Who >> Lane & 1)
        W.at<std::uint32_t>(I.To[0])[Lane] = Holds;
    return;
  }
  const bool Result = I.How.Operation == All   ? Holds == Who
                      : I.How.Operation == Any ? Holds != 0
                                               : Holds == Who || Holds == 0;
  Lanes &To = W.predicate(I.To[0]);
  To = Result ? To | Who : To & ~Who;
}

template <typename T> void matchAny(Warp &W, const Instruction &I, Lanes Who) {
  const T *Values = W.at<T>(I.From[0]);
  std::uint32_t Made[WarpSize] = {};
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    for (unsigned Other = 0; Other < WarpSize; ++Other)
      Made[Lane] |= Lanes(Who >> Other & 1 && Values[Lane] == Values[Other]) << Other;
  blend(W.at<std::uint32_t>(I.To[0]), Made, Who);
}

template <typename T> void matchAll(Warp &W, const Instruction &I, Lanes Who) {
  const T *Values = W.at<T>(I.From[0]);
  bool AreEqual = true;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    AreEqual &= !(Who >> Lane & 1) || Values[Lane] == Values[W.anyOf(Who)];
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<std::uint32_t>(I.To[0])[Lane] = AreEqual ? Who : 0;
  if (I.To[1] != NoSlot) {
    Lanes &To = W.predicate(I.To[1]);
    To = AreEqual ? To | Who : To & ~Who;
  }
}

struct Sum {
  template <typename T> static T of(T A, T B) { return static_cast<T>(std::uint32_t(A) + std::uint32_t(B)); }
};
struct Least {
  template <typename T> static T of(T A, T B) { return std::min(A, B); }
};
struct Most {
  template <typename T> static T of(T A, T B) { return std::max(A, B); }
};
struct And {
  template <typename T> static T of(T A, T B) { return A & B; }
};
struct Or {
  template <typename T> static T of(T A, T B) { return A | B; }
};
struct Xor {
  template <typename T> static T of(T A, T B) { return A ^ B; }
};

template <typename Op, typename T> void reduce(Warp &W, const Instruction &I, Lanes Who) {
  const T *Values = W.at<T>(I.From[0]);
  const unsigned First = W.anyOf(Who);
  T Result = Values[First];
  for (unsigned Lane = First + 1; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      Result = Op::of(Result, Values[Lane]);
  for (unsigned Lane = First; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<T>(I.To[0])[Lane] = Result;
}

void activeMask(Warp &W, const Instruction &I, Lanes Who) {
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<std::uint32_t>(I.To[0])[Lane] = Who;
}

// ---- Decoders ------------------------------------------------------------------------------------------------------

void wantOperands(FunctionBuilder &Into, const Statement &Written, std::size_t Count) {
  if (Written.Operands.size() != Count)
    Into.fail("wanted " + std::to_string(Count) + " operands, found " + std::to_string(Written.Operands.size()));
}
[[noreturn]] void unknown(FunctionBuilder &Into) {
  Into.fail("the form is not known; those without .sync ended with sm_70", PtxError::Reason::Unsupported);
}

/// Decodes the destination, "d" or "d|p".
void takeResult(FunctionBuilder &Into, const Operand &To, Instruction &I) {
  const bool IsPair = To.Kind == Operand::Pair;
  I.To[0] = Into.destination(IsPair ? To.Parts[0] : To, Type::U32);
  if (IsPair && !To.Parts[1].isSink())
    I.To[1] = Into.predicate(To.Parts[1]);
}

void takeMask(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  I.Kind = Flow::WarpSync;
  I.From[4] = Into.source(Written.Operands.back(), Type::B32);
}

void decodeShuffle(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const bool IsSync = Read.take("sync");
  const int Mode = Read.takeOf({"up", "down", "bfly", "idx"});
  if (!IsSync || Mode < 0 || !Read.take("b32") || !Read.atEnd())
    unknown(Into);
  wantOperands(Into, Written, 5);
  takeResult(Into, Written.Operands[0], I);
  I.From[0] = Into.source(Written.Operands[1], Type::B32);
  I.From[1] = Into.source(Written.Operands[2], Type::B32);
  I.From[2] = Into.source(Written.Operands[3], Type::B32);
  takeMask(Into, Written, I);
  I.How.Operation = static_cast<std::uint8_t>(Mode);
  I.Execute = shuffle;
}

void decodeVote(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const bool IsSync = Read.take("sync");
  const int Mode = Read.takeOf({"all", "any", "uni", "ballot"});
  if (!IsSync || Mode < 0 || !Read.take(Mode == Ballot ? "b32" : "pred") || !Read.atEnd())
    unknown(Into);
  wantOperands(Into, Written, 3);
  I.To[0] = Mode == Ballot ? Into.destination(Written.Operands[0], Type::B32) : Into.predicate(Written.Operands[0]);
  I.From[0] = Into.predicate(Written.Operands[1]);
  I.How.Negated = Written.Operands[1].Negated;
  takeMask(Into, Written, I);
  I.How.Operation = static_cast<std::uint8_t>(Mode);
  I.Execute = vote;
}

void decodeMatch(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const int Mode = Read.takeOf({"any", "all"});
  const bool IsSync = Read.take("sync");
  const auto Of = Read.takeType();
  if (Mode < 0 || !IsSync || !Of || (*Of != Type::B32 && *Of != Type::B64) || !Read.atEnd())
    unknown(Into);
  wantOperands(Into, Written, 3);
  takeResult(Into, Written.Operands[0], I);
  I.From[0] = Into.source(Written.Operands[1], *Of);
  takeMask(Into, Written, I);
  const bool IsWide = *Of == Type::B64;
  I.Execute = Mode == 0 ? (IsWide ? matchAny<std::uint64_t> : matchAny<std::uint32_t>)
                        : (IsWide ? matchAll<std::uint64_t> : matchAll<std::uint32_t>);
}

constexpr std::pair<std::string_view, Instruction::Executor> Reductions[] = {
    {"redux.sync.add.u32", reduce<Sum, std::uint32_t>},   {"redux.sync.add.s32", reduce<Sum, std::int32_t>},
    {"redux.sync.min.u32", reduce<Least, std::uint32_t>}, {"redux.sync.min.s32", reduce<Least, std::int32_t>},
    {"redux.sync.max.u32", reduce<Most, std::uint32_t>},  {"redux.sync.max.s32", reduce<Most, std::int32_t>},
    {"redux.sync.and.b32", reduce<And, std::uint32_t>},   {"redux.sync.or.b32", reduce<Or, std::uint32_t>},
    {"redux.sync.xor.b32", reduce<Xor, std::uint32_t>}};

void decodeReduction(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  for (const auto &[Name, Run] : Reductions)
    if (Name == Written.Opcode)
      I.Execute = Run;
  if (!I.Execute)
    unknown(Into);
  wantOperands(Into, Written, 3);
  I.To[0] = Into.destination(Written.Operands[0], Type::B32);
  I.From[0] = Into.source(Written.Operands[1], Type::B32);
  takeMask(Into, Written, I);
}

void decodeActiveMask(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  if (Written.Opcode != "activemask.b32")
    unknown(Into);
  wantOperands(Into, Written, 1);
  I.To[0] = Into.destination(Written.Operands[0], Type::B32);
  I.Execute = activeMask;
}

} // namespace

bool isShuffle(const Instruction &I) { return I.Execute == shuffle; }

void addExchange(Table &Into) {
  Into["shfl"] = {decodeShuffle};
  Into["vote"] = {decodeVote};
  Into["match"] = {decodeMatch};
  Into["redux"] = {decodeReduction};
  Into["activemask"] = {decodeActiveMask};
}

} // namespace emulator
