// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of instructions. For each opcode with its modifiers and types, it has the types of the operands and the
// function that executes the instruction.
//
// Each row is either a whole opcode ("add.s32") with the types of its operands, or the first word of an opcode ("ld")
// with a decoder that reads the modifiers. Opcodes without a row, and modifiers that the decoder does not know, are
// errors (PtxError).
#ifndef EMULATOR_EXECUTE_TABLE_H
#define EMULATOR_EXECUTE_TABLE_H

#include "Ptx/FunctionBuilder.h"

#include <initializer_list>
#include <map>
#include <string>

namespace emulator {

/// The modifiers of an opcode, read from left to right.
class Modifiers {
public:
  explicit Modifiers(std::string_view Opcode);
  /// Takes the next modifier if it is `Wanted`.
  bool take(std::string_view Wanted);
  /// Takes the next modifier if it is in the list Wanted, and returns its index in the list; else returns -1.
  int takeOf(std::initializer_list<std::string_view> Wanted);
  std::optional<Type> takeType();
  bool atEnd() const { return Next == All.size(); }
  std::string_view rest() const { return atEnd() ? std::string_view() : All[Next]; }

private:
  std::vector<std::string_view> All;
  std::size_t Next = 0;
};

struct Row {
  using Decoder = void (*)(FunctionBuilder &, const Statement &, Instruction &);
  Decoder Decode = nullptr;
  // Without a decoder:
  Instruction::Executor Execute = nullptr;
  Type To = Type::B32;
  std::vector<Type> From{};
  Detail How{};
};

using Table = std::map<std::string, Row, std::less<>>;

const Table &instructions();

/// The class of an opcode, by its first word and its types.
Class classOf(std::string_view Opcode);

/// Finds the row of the statement's opcode, and decodes the operands into Made. Throws PtxError.
void decode(FunctionBuilder &Into, const Statement &Written, Instruction &Made);

// Parts of the table; each is in a separate file.
void addIntegers(Table &Into);
void addFloats(Table &Into);
void addComparisons(Table &Into);
void addMoves(Table &Into);
void addConversions(Table &Into);
void addMemory(Table &Into);
void addAtomics(Table &Into);
void addExchange(Table &Into);
void addControl(Table &Into);

} // namespace emulator

#endif
