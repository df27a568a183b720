// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions atom and red. The threads of a warp do their updates one after the other. Since other blocks may run
// at the same time, the host's atomic operations are used. They are always sequentially consistent, even if the
// instruction demands a weaker order or a smaller scope.

#include "Execute/Access.h"
#include "Execute/Floats.h"

#include <functional>

namespace emulator {

namespace {

/// Op::of(Old, B, C) computes the new value from the old value, the operand, and the second operand, which only a
/// compare-and-swap has.
struct Add {
  template <typename T> static T of(T Old, T B, T) { return static_cast<T>(Old + B); }
};
/// In global memory, additions in single precision flush subnormal numbers to zero.
struct AddFlushed {
  static float of(float Old, float B, float) { return canonical(flushed(flushed(Old) + flushed(B))); }
};
struct AddFloat {
  template <typename T> static T of(T Old, T B, T) { return canonical(Old + B); }
};
struct Least {
  template <typename T> static T of(T Old, T B, T) { return B < Old ? B : Old; }
};
struct Most {
  template <typename T> static T of(T Old, T B, T) { return B > Old ? B : Old; }
};
struct And {
  template <typename T> static T of(T Old, T B, T) { return Old & B; }
};
struct Or {
  template <typename T> static T of(T Old, T B, T) { return Old | B; }
};
struct Xor {
  template <typename T> static T of(T Old, T B, T) { return Old ^ B; }
};
struct Exchange {
  template <typename T> static T of(T, T B, T) { return B; }
};
struct Swap {
  template <typename T> static T of(T Old, T B, T C) { return Old == B ? C : Old; }
};
struct Increase {
  static std::uint32_t of(std::uint32_t Old, std::uint32_t B, std::uint32_t) { return Old >= B ? 0 : Old + 1; }
};
struct Decrease {
  static std::uint32_t of(std::uint32_t Old, std::uint32_t B, std::uint32_t) {
    return Old == 0 || Old > B ? B : Old - 1;
  }
};

template <unsigned Bytes> struct BitsOfSize;
template <> struct BitsOfSize<2> { using Is = std::uint16_t; };
template <> struct BitsOfSize<4> { using Is = std::uint32_t; };
template <> struct BitsOfSize<8> { using Is = std::uint64_t; };

template <typename Op, typename T> void update(Warp &W, const Instruction &I, Lanes Who) {
  using Bits = typename BitsOfSize<sizeof(T)>::Is;
  Access To(W, I, sizeof(T), "atomic update");
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    auto *const Place = reinterpret_cast<Bits *>(To.place(Lane));
    const T B = W.at<T>(I.From[1])[Lane], C = I.From[2] == NoSlot ? T() : W.at<T>(I.From[2])[Lane];
    Bits Old = __atomic_load_n(Place, __ATOMIC_SEQ_CST), New = 0;
    do
      New = std::bit_cast<Bits>(Op::of(std::bit_cast<T>(Old), B, C));
    while (!__atomic_compare_exchange_n(Place, &Old, New, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (I.To[0] != NoSlot)
      W.at<Bits>(I.To[0])[Lane] = Old;
  }
}

struct Update {
  const char *Name;
  Type Of;
  Instruction::Executor Run;
};

constexpr Update Updates[] = {
    {"add", Type::U32, update<Add, std::uint32_t>},       {"add", Type::S32, update<Add, std::uint32_t>},
    {"add", Type::U64, update<Add, std::uint64_t>},       {"add", Type::F32, update<AddFlushed, float>},
    {"add", Type::F64, update<AddFloat, double>},         {"min", Type::U32, update<Least, std::uint32_t>},
    {"min", Type::S32, update<Least, std::int32_t>},      {"min", Type::U64, update<Least, std::uint64_t>},
    {"min", Type::S64, update<Least, std::int64_t>},      {"max", Type::U32, update<Most, std::uint32_t>},
    {"max", Type::S32, update<Most, std::int32_t>},       {"max", Type::U64, update<Most, std::uint64_t>},
    {"max", Type::S64, update<Most, std::int64_t>},       {"and", Type::B32, update<And, std::uint32_t>},
    {"and", Type::B64, update<And, std::uint64_t>},       {"or", Type::B32, update<Or, std::uint32_t>},
    {"or", Type::B64, update<Or, std::uint64_t>},         {"xor", Type::B32, update<Xor, std::uint32_t>},
    {"xor", Type::B64, update<Xor, std::uint64_t>},       {"exch", Type::B32, update<Exchange, std::uint32_t>},
    {"exch", Type::B64, update<Exchange, std::uint64_t>}, {"cas", Type::B16, update<Swap, std::uint16_t>},
    {"cas", Type::B32, update<Swap, std::uint32_t>},      {"cas", Type::B64, update<Swap, std::uint64_t>},
    {"inc", Type::U32, update<Increase, std::uint32_t>},  {"dec", Type::U32, update<Decrease, std::uint32_t>},
};

/// Decodes: {.semantics}{.scope}{.space}.operation.type
void decodeUpdate(FunctionBuilder &Into, const Statement &Written, Instruction &I, bool HasResult) {
  Modifiers Read(Written.Opcode);
  Read.takeOf({"relaxed", "acquire", "release", "acq_rel"});
  Read.takeOf({"cta", "cluster", "gpu", "sys"});
  const Space In = takeAccessSpace(Into, Read);
  if (In != Space::Generic && In != Space::Global && In != Space::Shared)
    Into.fail("wanted global or shared memory");
  Read.takeOf({"cta", "gpu", "sys"}); // older compilers wrote the scope here
  const std::string Name(Read.rest());
  Read.take(Name);
  const auto Of = Read.takeType();
  const Update *Found = nullptr;
  for (const Update &Each : Updates)
    if (Of && Each.Name == Name && Each.Of == *Of)
      Found = &Each;
  if (!Found || !Read.atEnd() || (!HasResult && (Name == "cas" || Name == "exch")))
    Into.fail("the update is not known", PtxError::Reason::Unsupported);
  const std::size_t Operands = 2u + HasResult + (Name == "cas");
  if (Written.Operands.size() != Operands)
    Into.fail("wanted " + std::to_string(Operands) + " operands");
  std::size_t Next = 0;
  if (HasResult)
    I.To[0] = Into.destination(Written.Operands[Next++], *Of);
  Into.address(Written.Operands[Next++], In, I);
  I.From[1] = Into.source(Written.Operands[Next++], *Of);
  if (Name == "cas")
    I.From[2] = Into.source(Written.Operands[Next], *Of);
  I.Site = Into.newSite();
  I.Does = Touch::Update;
  I.How.Of = *Of;
  I.How.IsStrong = true;
  const bool IsShared = In == Space::Shared;
  I.Execute = IsShared && *Of == Type::F32 ? update<AddFloat, float> : Found->Run;
}

} // namespace

void addAtomics(Table &Into) {
  Into["atom"] = {[](FunctionBuilder &B, const Statement &S, Instruction &I) { decodeUpdate(B, S, I, true); }};
  Into["red"] = {[](FunctionBuilder &B, const Statement &S, Instruction &I) { decodeUpdate(B, S, I, false); }};
}

} // namespace emulator
