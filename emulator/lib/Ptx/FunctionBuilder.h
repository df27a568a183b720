// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates the statements of a function: assigns slots in the frame (Program.h) to registers, immediate values and
// addresses, and finds the row of the instruction table for each opcode.
#ifndef EMULATOR_PTX_FUNCTIONBUILDER_H
#define EMULATOR_PTX_FUNCTIONBUILDER_H

#include "Ptx/Operand.h"
#include "Ptx/Program.h"

#include <unordered_map>

namespace emulator {

class FunctionBuilder {
public:
  FunctionBuilder(Module &Into, Function &Made);

  // Called by the parser for the contents of a body, in the order of the text.
  void openScope() { Scopes.emplace_back(); }
  void closeScope() { Scopes.pop_back(); }
  void declareRegister(std::string_view Name, Type T);
  /// Declares a variable in the current scope; shared and global variables are added to the module's list.
  void declareVariable(Variable Declared);
  void label(std::string_view Name, unsigned Line);
  void add(const Statement &Written);
  void place(std::uint32_t File, std::uint32_t Line);
  /// Resolves labels, and adds the return at the end of the body.
  void finish(unsigned Line);

  // Called by the decoders of the table (Execute/Table.h).
  /// The slot of a register that the instruction writes. The register must have the size of the type. For the operand
  /// "_", returns a slot that no instruction reads.
  Slot destination(const Operand &Of, Type Written);
  Slot source(const Operand &Of, Type Read);
  /// Like destination(), but the register may be wider than the type, as in conversions, loads and stores.
  Slot wideDestination(const Operand &Of, Type Written);
  Slot wideSource(const Operand &Of, Type Read);
  Slot predicate(const Operand &Of);
  /// The size of a register; 0 if the operand is not a register.
  unsigned registerBytes(const Operand &Of) const;
  /// Decodes an address operand into `From[0]` and `Displacement` of the instruction. A named variable must be in the
  /// space In.
  void address(const Operand &Of, Space In, Instruction &Into);
  void branchTo(const Operand &Label, Instruction &Into);
  void call(const Statement &Written, Instruction &Into);
  Slot constant(std::uint64_t Bits, unsigned Bytes);
  Slot special(SpecialRegister Which, unsigned Bytes);
  Slot scratch(unsigned Bytes);
  std::uint32_t newSite() { return Into.Sites++; }
  [[noreturn]] void fail(const std::string &Why, PtxError::Reason Reason = PtxError::Reason::Invalid) const;

private:
  struct Register {
    Type Of;
    Slot At;
  };
  struct Scope {
    std::unordered_map<std::string, Register> Registers;
    std::unordered_map<std::string, Variable> Locals;         // .local and .param
    std::unordered_map<std::string, std::uint32_t> Variables; // shared and global variables, by their number in the
                                                              // module
  };

  const Register *registerNamed(std::string_view Name) const;
  const Variable *localNamed(std::string_view Name) const;
  std::optional<std::uint32_t> variableNamed(std::string_view Name) const;
  const Register &wantRegister(const Operand &Of) const;
  void checkType(const Operand &Of, Type Declared, Type Wanted, bool MayBeWider) const;
  Slot literal(const Operand &Of, Type Read);
  Slot addressOf(std::string_view Name, std::int64_t Displacement, unsigned Bytes);
  Slot addPreset(Preset Wanted);
  Slot allocate(unsigned BytesOfOneThread);
  std::uint64_t placeOf(const Operand &Argument, std::uint64_t &Bytes) const;

  Module &Into;
  Function &Made;
  std::vector<Scope> Scopes;
  std::unordered_map<std::string, std::uint32_t> Labels;
  struct Reference {
    std::uint32_t Instruction;
    std::string Label;
    unsigned Line;
  };
  std::vector<Reference> Branches;
  std::map<std::array<std::uint64_t, 4>, Slot> Known; // the presets of the function, so that equal presets share a slot
  const Statement *Current = nullptr;
};

/// The special register with this name, such as "%tid.x"; nothing if there is none.
std::optional<SpecialRegister> specialNamed(std::string_view Name);
/// 8 for special registers of 64 bits, else 4.
unsigned sizeOf(SpecialRegister Which);

} // namespace emulator

#endif
