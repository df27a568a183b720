// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module in the form that the emulator executes: operands are places in a frame (slots), labels are numbers of
// instructions.
//
// A frame has the registers of the 32 threads of a warp in one function. A register is a vector of 32 numbers of its
// type; a predicate is a mask of 32 bits. Immediate values, addresses of variables and special registers have slots in
// the frame too (presets), which are filled when the frame is made. So an instruction reads all kinds of operands in
// the same way.
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

/// A set of threads of a warp: bit l is set if it contains thread l.
using Lanes = std::uint32_t;
constexpr unsigned WarpSize = 32;
constexpr Lanes AllLanes = ~Lanes(0);

/// A place in a frame, in bytes.
using Slot = std::uint32_t;
constexpr Slot NoSlot = ~Slot(0);

/// How an instruction affects the control flow of a warp. All kinds except Plain may change the next instruction.
enum class Flow : std::uint8_t { Plain, Branch, Call, Return, Exit, Barrier, WarpSync };

/// How an instruction accesses memory.
enum class Touch : std::uint8_t { Nothing, Load, Store, Update };

/// The classes of instructions that counters distinguish.
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
  Parameter, // accesses to parameters, and also to constants
  Generic,   // accesses by generic addresses
  Atomic,
  Exchange,
  Branch,
  Barrier, // barriers, and also fences
};
constexpr unsigned ClassCount = 15;

/// Modifiers of an instruction, for rows of the table that serve several opcodes.
struct Detail {
  Space In = Space::Generic;
  Type Of = Type::B32;    // the type of the value in memory, or of a conversion's source
  std::uint8_t Width = 4; // bytes of the register that is loaded to or stored from, or of an address
  std::uint8_t Count = 1; // elements of a vector
  std::uint8_t AddressBytes = 8;
  std::uint8_t Operation = 0; // the kind of an exchange, an atomic update or a barrier, by an enumeration of the file
                              // that decodes it
  int Rounding = 0;           // a rounding mode of <cfenv>, such as FE_TONEAREST
  bool Flush = false, Saturate = false;
  bool HasMask = true;        // From[4] has the mask of the threads of the warp that take part
  bool Negated = false;       // the predicate operand is negated
  bool IsStrong = false;      // a volatile, ordered or atomic access: two such accesses do not race
  bool IsNonCoherent = false; // ld.global.nc, which may return an old value if the same launch stores to the address
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
  std::uint32_t Target = 0;      // the instruction to which a branch goes
  std::uint32_t Site = 0;        // the number of the instruction among the module's memory accesses
  std::uint32_t Line = 0;        // the line in the PTX text
  std::int64_t Displacement = 0; // added to an address
  Detail How;
  const struct CallSite *Called = nullptr;
};

/// The value of a slot that is filled when a frame is made: an immediate value, an address or a special register.
struct Preset {
  enum Kinds : std::uint8_t { Value, SharedAddress, GlobalAddress, LocalAddress, Special } Kind = Value;
  std::uint8_t Bytes = 4;
  bool IsPredicate = false;
  Slot At = 0;
  std::uint64_t Bits = 0;  // the value, or an offset that is added to the variable's address
  std::uint32_t Index = 0; // the variable's number in the module, or the SpecialRegister
};

/// Special registers. Their values are presets, filled for each block or warp; only clocks, which change while a warp
/// runs, are read by an instruction.
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
  bool IsDynamic = false;   // declared as extern .shared: the variable begins after the static shared variables
  std::uint64_t Offset = 0; // the offset in the function's parameter area or in local memory
  std::vector<std::uint8_t> Initial;
  /// A place in the initial value (Offset) at which the address of another variable, plus Added, is stored.
  struct Reference {
    std::uint64_t Offset;
    std::uint32_t Variable;
    std::int64_t Added;
  };
  std::vector<Reference> References;
};

/// A call in a function. Arguments are copied from the caller's parameter area to the callee's; results are copied
/// back.
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
  std::uint64_t ParameterBytes = 0; // if the function is an entry: the size of its parameters, which all threads share
  std::uint64_t AreaBytes = 0;      // the size of the parameter area, behind those parameters, of which each thread has
                                    // its own
  std::uint64_t LocalBytes = 0;
  std::uint32_t FrameBytes = 0;
  std::uint32_t RegisterBytes = 0; // the sum of the declared registers' sizes, for one thread
  unsigned MaxThreads = 1024;      // the largest number of threads of a block, by .maxntid and .reqntid
  std::array<unsigned, 3> RequiredThreads{};
  std::vector<Instruction> Code;
  std::vector<Preset> Presets;
  std::vector<LineEntry> Lines;
  std::vector<std::unique_ptr<CallSite>> Calls;
  /// The shared variables (by number) and the functions that the code names.
  std::vector<std::uint32_t> SharedUsed;
  std::vector<const Function *> Callees;
  /// For entries: the offset of each shared variable that the entry and its callees use, by the variable's number, and
  /// the total size of these variables.
  std::map<std::uint32_t, std::uint64_t> SharedPlaces;
  std::uint64_t SharedBytes = 0;
};

struct Module {
  unsigned Version = 0; // 10 * major + minor
  unsigned Chip = 0;    // the number in .target: 90 for sm_90
  std::map<std::string, std::unique_ptr<Function>, std::less<>> Functions;
  std::vector<Variable> Variables;
  std::map<std::uint32_t, std::string> Files;
  std::uint32_t Sites = 0;
};

/// Reads a module. Throws PtxError if the text is wrong, or if it needs a newer chip than Chip.
std::unique_ptr<Module> readModule(std::string_view Text, unsigned Chip);

/// The place of an instruction in the source, as in "file.c:12"; empty if the PTX has no `.loc` for the instruction.
std::string sourceOf(const Module &In, const Function &Of, std::uint32_t Instruction);

} // namespace emulator

#endif
