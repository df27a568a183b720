// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions ld and st (loads and stores), and the checks of their addresses (Access.h).

#include "Execute/Access.h"

#include <algorithm>
#include <cstring>

namespace emulator {

namespace {

std::string hexadecimal(std::uint64_t Value) {
  char Text[24];
  std::snprintf(Text, sizeof Text, "0x%llx", static_cast<unsigned long long>(Value));
  return Text;
}

const char *nameOf(Space In) {
  constexpr const char *Names[] = {"generic", "global", "constant", "shared", "local", "parameter"};
  return Names[static_cast<unsigned>(In)];
}

} // namespace

void Access::fail(Fault::Codes Code, unsigned Lane, std::uint64_t Address, const std::string &Why) const {
  W.fail(Code, Lane, describeAccess(Doing, Bytes, I.How.In, Address) + ": " + Why);
}

std::string describeAccess(const char *Doing, unsigned Bytes, Space In, std::uint64_t Address) {
  return std::string(Doing) + " of " + std::to_string(Bytes) + " bytes at " + nameOf(In) + " address " +
         hexadecimal(Address);
}

Touches touchesOf(Warp &W, const Instruction &I, Lanes Who) {
  Touches Made;
  Made.Does = I.Does;
  Made.Bytes = sizeOf(I.How.Of) * I.How.Count;
  const Access Of(W, I, Made.Bytes, "");
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    const Lanes Bit = Lanes(1) << Lane;
    const std::uint64_t Address = Of.address(Lane), Window = Address & WindowMask;
    const bool IsGeneric = I.How.In == Space::Generic;
    if (I.How.In == Space::Shared || (IsGeneric && Window == SharedWindow)) {
      Made.Shared |= Bit;
      Made.Address[Lane] = IsGeneric ? Address - SharedWindow : Address;
    } else if (I.How.In == Space::Global || (IsGeneric && Window != LocalWindow)) {
      Made.Global |= Bit;
      Made.Address[Lane] = Address;
    }
  }
  return Made;
}

std::byte *Access::place(unsigned Lane, std::uint64_t Address) {
  if (Address % Bytes != 0)
    fail(Fault::MisalignedAddress, Lane, Address, "misaligned");
  switch (I.How.In) {
  case Space::Shared:
    return shared(Lane, Address);
  case Space::Local:
    return local(Lane, Address);
  case Space::Param:
    return parameter(Lane, Address);
  case Space::Global:
  case Space::Const:
    return global(Lane, Address);
  case Space::Generic:
    break;
  }
  if ((Address & WindowMask) == SharedWindow)
    return shared(Lane, Address - SharedWindow);
  if ((Address & WindowMask) == LocalWindow)
    return local(Lane, Address - LocalWindow);
  return global(Lane, Address);
}

std::byte *Access::global(unsigned Lane, std::uint64_t Address) {
  Range &Recent = W.block().recent(I.Site);
  if (!Recent.holds(Address, Bytes)) {
    const GlobalMemory &Memory = *W.block().launch().Memory;
    Range Found;
    if (!Memory.find(Address, Found) || !Found.holds(Address, Bytes))
      fail(Fault::IllegalAddress, Lane, Address,
           Memory.describe(Address) + (Found.holds(Address, 1) ? ", which ends before the access does" : ""));
    Recent = Found;
  }
  return Recent.Host + (Address - Recent.Begin);
}

std::byte *Access::shared(unsigned Lane, std::uint64_t Offset) {
  const std::uint64_t Size = W.block().sharedBytes();
  if (Offset > Size || Bytes > Size - Offset)
    fail(Fault::IllegalAddress, Lane, Offset, "the block has " + std::to_string(Size) + " bytes of shared memory");
  return W.block().shared() + Offset;
}

std::byte *Access::local(unsigned Lane, std::uint64_t Offset) {
  std::byte *Found = W.local(Lane, Offset, Bytes);
  if (!Found)
    fail(Fault::IllegalAddress, Lane, Offset, "beyond the thread's local memory");
  return Found;
}

/// The host's address of an offset in the space of parameters. The kernel's parameters, which all threads share, come
/// first; a thread's own parameter area follows them.
std::byte *Access::parameter(unsigned Lane, std::uint64_t Offset) {
  const Function &Of = *W.frame().Of;
  const std::vector<std::byte> &Kernel = W.block().launch().Parameters;
  if (Offset < Of.ParameterBytes && Bytes <= Of.ParameterBytes - Offset)
    return const_cast<std::byte *>(Kernel.data()) + Offset;
  const std::uint64_t Own = Offset - Of.ParameterBytes;
  if (Offset < Of.ParameterBytes || Own > Of.AreaBytes || Bytes > Of.AreaBytes - Own)
    fail(Fault::IllegalAddress, Lane, Offset, "beyond the parameters");
  return W.area(Lane) + Own;
}

std::optional<std::uintptr_t> Access::common(Lanes Who, std::uint64_t *Addresses) {
  std::uint64_t Low = ~std::uint64_t(0), High = 0, Bits = 0;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const std::uint64_t A = address(Lane), Use = Who >> Lane & 1 ? ~std::uint64_t(0) : 0;
    Addresses[Lane] = A;
    Low = std::min(Low, A | ~Use);
    High = std::max(High, A & Use);
    Bits |= A & Use;
  }
  if (Bits % Bytes != 0)
    return std::nullopt;
  if (I.How.In == Space::Shared) {
    const bool IsInside = High + Bytes <= W.block().sharedBytes() && High < High + Bytes;
    return IsInside ? std::optional(reinterpret_cast<std::uintptr_t>(W.block().shared())) : std::nullopt;
  }
  if (I.How.In != Space::Global && I.How.In != Space::Const && I.How.In != Space::Generic)
    return std::nullopt;
  const Range &Recent = W.block().recent(I.Site);
  if (!Recent.holds(Low, Bytes) || !Recent.holds(High, Bytes))
    return std::nullopt;
  return reinterpret_cast<std::uintptr_t>(Recent.Host) - Recent.Begin;
}

namespace {

/// For each lane and each element of the vector that the lane loads or stores, calls `Move` with the lane, the
/// element's number and its place in memory.
template <typename T, typename Function>
void forEachValue(Warp &W, const Instruction &I, Lanes Who, const char *Doing, Function Move) {
  const unsigned Count = I.How.Count;
  Access To(W, I, static_cast<unsigned>(sizeof(T)) * Count, Doing);
  std::uint64_t Addresses[WarpSize];
  const auto Added = To.common(Who, Addresses);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    std::byte *const Place =
        Added ? reinterpret_cast<std::byte *>(*Added + Addresses[Lane]) : To.place(Lane, Addresses[Lane]);
    for (unsigned C = 0; C < Count; ++C)
      Move(Lane, C, Place + C * sizeof(T));
  }
}

/// Whether a place in the host's memory is aligned, so that it can be accessed atomically. Values are read and written
/// atomically, as on a device, since threads of other blocks may access the same place on another core of the host.
/// Only memory that belongs to one thread may be misaligned on the host, and no other thread accesses such memory.
template <typename T> bool isAligned(const std::byte *Place) {
  return reinterpret_cast<std::uintptr_t>(Place) % sizeof(T) == 0;
}

template <typename T> T readValue(const std::byte *From) {
  if (isAligned<T>(From))
    return __atomic_load_n(reinterpret_cast<const T *>(From), __ATOMIC_RELAXED);
  T Value;
  std::memcpy(&Value, From, sizeof(T));
  return Value;
}

template <typename T> void writeValue(std::byte *Into, T Value) {
  if (isAligned<T>(Into))
    __atomic_store_n(reinterpret_cast<T *>(Into), Value, __ATOMIC_RELAXED);
  else
    std::memcpy(Into, &Value, sizeof(T));
}

/// Loads a value from memory to a register, which may be wider.
template <typename T, typename R> void load(Warp &W, const Instruction &I, Lanes Who) {
  forEachValue<T>(W, I, Who, "load", [&](unsigned Lane, unsigned C, const std::byte *From) {
    W.at<R>(I.To[C])[Lane] = static_cast<R>(readValue<T>(From));
  });
}

template <typename T, typename R> void store(Warp &W, const Instruction &I, Lanes Who) {
  forEachValue<T>(W, I, Who, "store", [&](unsigned Lane, unsigned C, std::byte *Into) {
    writeValue(Into, static_cast<T>(W.at<R>(I.From[1 + C])[Lane]));
  });
}

struct Executors {
  Instruction::Executor Load, Store;
};

template <typename T> Executors forRegister(unsigned Bytes) {
  using U16 = std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>;
  using U32 = std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>;
  using U64 = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  if (Bytes <= 2 && sizeof(T) <= 2)
    return {load<T, U16>, store<T, U16>};
  if (Bytes <= 4)
    return {load<T, U32>, store<T, U32>};
  return {load<T, U64>, store<T, U64>};
}

/// The functions that load and store a type. Floating-point values are moved as bits.
Executors executorsOf(Type Of, unsigned RegisterBytes) {
  const bool Signed = isSigned(Of);
  switch (sizeOf(Of)) {
  case 1:
    return Signed ? forRegister<std::int8_t>(RegisterBytes) : forRegister<std::uint8_t>(RegisterBytes);
  case 2:
    return Signed ? forRegister<std::int16_t>(RegisterBytes) : forRegister<std::uint16_t>(RegisterBytes);
  case 4:
    return Signed ? forRegister<std::int32_t>(RegisterBytes) : forRegister<std::uint32_t>(RegisterBytes);
  default:
    return Signed ? forRegister<std::int64_t>(RegisterBytes) : forRegister<std::uint64_t>(RegisterBytes);
  }
}

/// Decodes: {.weak .volatile .relaxed .acquire .release}{.scope}{.space}{.cache operator}{.vector}.type
void decodeAccess(FunctionBuilder &Into, const Statement &Written, Instruction &I, bool Loads) {
  Modifiers Read(Written.Opcode);
  I.Does = Loads ? Touch::Load : Touch::Store;
  if (Read.takeOf({"relaxed", Loads ? "acquire" : "release"}) >= 0) {
    I.How.IsStrong = true;
    if (Read.takeOf({"cta", "cluster", "gpu", "sys"}) < 0)
      Into.fail("wanted a scope", PtxError::Reason::Unsupported);
  } else {
    I.How.IsStrong = Read.takeOf({"weak", "volatile"}) == 1;
  }
  const Space In = takeAccessSpace(Into, Read);
  if (!Loads && In == Space::Const)
    Into.fail("constants cannot be stored to");
  // Cache operators are accepted and ignored, since they do not change the value that is read.
  if (Loads && In == Space::Global)
    I.How.IsNonCoherent = Read.take("nc");
  Read.takeOf({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  const int Vector = Read.takeOf({"v2", "v4"});
  const auto Of = Read.takeType();
  if (!Of || *Of == Type::Pred || !Read.atEnd())
    Into.fail("modifier '" + std::string(Read.rest()) + "' is not known", PtxError::Reason::Unsupported);
  if (Written.Operands.size() != 2)
    Into.fail("wanted 2 operands");
  const Operand &Value = Written.Operands[Loads ? 0 : 1];
  const std::vector<Operand> Values = Vector < 0 ? std::vector<Operand>{Value} : Value.Parts;
  const unsigned Count = Vector < 0 ? 1 : Vector == 0 ? 2 : 4;
  if (Values.size() != Count || (Vector >= 0 && Value.Kind != Operand::List))
    Into.fail("wanted " + std::to_string(Count) + " values");
  if (sizeOf(*Of) * Count > 16)
    Into.fail("wanted at most 16 bytes", PtxError::Reason::Unsupported);
  Into.address(Written.Operands[Loads ? 1 : 0], In, I);
  unsigned RegisterBytes = 0;
  for (unsigned C = 0; C < Count; ++C) {
    const unsigned Bytes = std::max(Into.registerBytes(Values[C]), std::max(sizeOf(*Of), 2u));
    if (RegisterBytes && Bytes != RegisterBytes && !Values[C].isSink())
      Into.fail("wanted values in registers of one size");
    RegisterBytes = std::max(RegisterBytes, Bytes);
    if (Loads)
      I.To[C] = Values[C].isSink() ? Into.scratch(8) : Into.wideDestination(Values[C], *Of);
    else if (Values[C].Kind == Operand::Number && sizeOf(*Of) == 1)
      I.From[1 + C] = Into.constant(Values[C].Base.Bits, 2);
    else
      I.From[1 + C] = Into.wideSource(Values[C], *Of);
  }
  I.How.Of = *Of;
  I.How.Count = static_cast<std::uint8_t>(Count);
  I.Site = Into.newSite();
  const Executors Found = executorsOf(*Of, RegisterBytes);
  I.Execute = Loads ? Found.Load : Found.Store;
}

void decodeLoad(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  decodeAccess(Into, Written, I, true);
}
void decodeStore(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  decodeAccess(Into, Written, I, false);
}

/// The emulator has no caches, so a prefetch does nothing.
void decodePrefetch(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const Space In = takeAccessSpace(Into, Read);
  if (Read.takeOf({"L1", "L2"}) < 0 || !Read.atEnd() || Written.Operands.size() != 1)
    Into.fail("the form is not taken", PtxError::Reason::Unsupported);
  Into.address(Written.Operands[0], In, I);
  I.Execute = [](Warp &, const Instruction &, Lanes) {};
}

} // namespace

Space takeAccessSpace(FunctionBuilder &, Modifiers &Read) {
  constexpr Space Spaces[] = {Space::Global, Space::Const, Space::Shared, Space::Shared,
                              Space::Local,  Space::Param, Space::Param,  Space::Param};
  const int Which =
      Read.takeOf({"global", "const", "shared", "shared::cta", "local", "param", "param::entry", "param::func"});
  return Which < 0 ? Space::Generic : Spaces[Which];
}

void addMemory(Table &Into) {
  Into["ld"] = {decodeLoad};
  Into["st"] = {decodeStore};
  Into["prefetch"] = {decodePrefetch};
}

} // namespace emulator
