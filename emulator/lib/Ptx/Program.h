// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module as the executor wants it: operands are places in a frame, labels are numbers of instructions.
//
// A frame holds the registers of the 32 threads of a warp in one function. A register is a vector of 32 numbers of its
// type, a predicate a mask of 32 bits. Immediate values, addresses of variables and special registers have places in
// the frame too, which are filled when it is made, so that an instruction never asks what kind an operand is.
#ifndef EMULATOR_PTX_PROGRAM_H
#define EMULATOR_PTX_PROGRAM_H

#include "Ptx/Types.h"

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace emulator {

class Warp;
struct Function;

/// Bit l is thread l of a warp.
using Lanes = std::uint32_t;
constexpr unsigned WarpSize = 32;
constexpr Lanes AllLanes = ~Lanes(0);

/// A place in a frame, in bytes.
using Slot = std::uint32_t;
constexpr Slot NoSlot = ~Slot(0);

/// What counters and the warp's loop tell apart. All but Plain may change where the warp goes on.
enum class Flow : std::uint8_t { Plain, Branch, Call, Return, Exit, Barrier, WarpSync };

/// What an instruction does with memory.
enum class Touch : std::uint8_t { Nothing, Load, Store, Update };

/// What counters tell apart.
enum class Class : std::uint8_t {
  Integer,
  Single,
  Double,
  Conversion,
  Comparison,
  Move,
  Global,
  Shared,
  Local,
  Parameter, // and constants
  Generic,   // accesses whose state space only their addresses say
  Atomic,
  Exchange,
  Branch,
  Barrier, // and fences
};
constexpr unsigned ClassCount = 15;

/// One of an instruction's modifiers where a row of the table serves several.
struct Detail {
  Space In = Space::Generic;
  Type Of = Type::B32;    // of what is in memory, or the source of a conversion
  std::uint8_t Width = 4; // of a register that is loaded to or stored from, or of an address, in bytes
  std::uint8_t Count = 1; // elements of a vector
  std::uint8_t AddressBytes = 8;
  std::uint8_t Operation = 0; // of an exchange, an atomic update or a barrier, in the numbers of its decoder
  int Rounding = 0;           // FE_TONEAREST and its like
  bool Flush = false, Saturate = false;
  bool HasMask = true;        // From[4] says which threads of the warp take part
  bool Negated = false;       // the predicate that is read
  bool IsStrong = false;      // volatile, ordered or atomic: no race with another such access
  bool IsNonCoherent = false; // may be kept where stores of the launch do not reach it
};

struct Instruction {
  using Executor = void (*)(Warp &, const Instruction &, Lanes);
  Executor Execute = nullptr;
  Flow Kind = Flow::Plain;
  Touch Does = Touch::Nothing;
  Class Counted = Class::Integer;
  bool GuardNegated = false;
  Slot Guard = NoSlot;
  std::array<Slot, 4> To{NoSlot, NoSlot, NoSlot, NoSlot};
  std::array<Slot, 5> From{NoSlot, NoSlot, NoSlot, NoSlot, NoSlot};
  std::uint32_t Target = 0;      // of a branch
  std::uint32_t Site = 0;        // number among the module's accesses of memory
  std::uint32_t Line = 0;        // of the PTX text
  std::int64_t Displacement = 0; // of an address
  Detail How;
  const struct CallSite *Called = nullptr;
};

/// A place in a frame that has its value before the function begins.
struct Preset {
  enum Kinds : std::uint8_t { Value, SharedAddress, GlobalAddress, LocalAddress, Special } Kind = Value;
  std::uint8_t Bytes = 4;
  bool IsPredicate = false;
  Slot At = 0;
  std::uint64_t Bits = 0;  // the value, or an offset from the variable
  std::uint32_t Index = 0; // the variable's number in the module, or the special register
};

/// Special registers, filled per block or per warp; those that change while a warp runs are read by an instruction.
enum class SpecialRegister : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  TotalSharedSize,
  DynamicSharedSize,
  Clock,
  Clock64,
  GlobalTimer,
};

struct Variable {
  std::string Name;
  Space In = Space::Global;
  std::uint64_t Bytes = 0;
  unsigned Align = 1;
  bool IsDynamic = false;   // extern .shared: begins behind the static ones
  std::uint64_t Offset = 0; // in the function's parameter area or local memory
  std::vector<std::uint8_t> Initial;
  /// Places of the initial value that hold the address of another variable.
  struct Reference {
    std::uint64_t Offset;
    std::uint32_t Variable;
    std::int64_t Added;
  };
  std::vector<Reference> References;
};

/// Arguments are copied from the caller's parameter area to the callee's, the result the other way.
struct CallSite {
  const Function *Callee = nullptr;
  struct Copy {
    std::uint64_t Caller, Callee, Bytes;
  };
  std::vector<Copy> Arguments, Results;
  enum Builtins : std::uint8_t { None, Printf, AssertFail } Builtin = None;
};

struct LineEntry {
  std::uint32_t FirstInstruction = 0, File = 0, Line = 0;
};

struct Function {
  std::string Name;
  bool IsEntry = false, IsDefined = false;
  std::vector<Variable> Parameters, Results;
  std::uint64_t ParameterBytes = 0; // of an entry's parameters, which all threads share
  std::uint64_t AreaBytes = 0;      // each thread's own parameter area, behind them
  std::uint64_t LocalBytes = 0;
  std::uint32_t FrameBytes = 0;
  std::uint32_t RegisterBytes = 0; // of one thread
  unsigned MaxThreads = 1024;      // from .maxntid
  std::array<unsigned, 3> RequiredThreads{};
  std::vector<Instruction> Code;
  std::vector<Preset> Presets;
  std::vector<LineEntry> Lines;
  std::vector<std::unique_ptr<CallSite>> Calls;
  /// Shared variables and functions that the code names.
  std::vector<std::uint32_t> SharedUsed;
  std::vector<const Function *> Callees;
  /// For entries: where each shared variable that is reached begins, by its number, and their size.
  std::map<std::uint32_t, std::uint64_t> SharedPlaces;
  std::uint64_t SharedBytes = 0;
};

struct Module {
  unsigned Version = 0; // 10 * major + minor
  unsigned Chip = 0;    // of .target
  std::map<std::string, std::unique_ptr<Function>, std::less<>> Functions;
  std::vector<Variable> Variables;
  std::map<std::uint32_t, std::string> Files;
  std::uint32_t Sites = 0;
};

/// Reads a module for a chip, for which it must not be too new. Throws PtxError.
std::unique_ptr<Module> readModule(std::string_view Text, unsigned Chip);

/// "file.c:12", or empty where the PTX has no `.loc` for an instruction.
std::string sourceOf(const Module &In, const Function &Of, std::uint32_t Instruction);

} // namespace emulator

#endif
