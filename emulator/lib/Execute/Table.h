// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of instructions: what an opcode with its modifiers and types takes, and what executes it.
//
// Each row is either a whole opcode ("add.s32") with the types of its operands, or the first word of one ("ld") with a
// decoder that reads the modifiers. An opcode that no row has, and a modifier that no decoder knows, is refused.
#ifndef EMULATOR_EXECUTE_TABLE_H
#define EMULATOR_EXECUTE_TABLE_H

#include "Ptx/FunctionBuilder.h"

#include <initializer_list>
#include <map>
#include <string>

namespace emulator {

/// The modifiers of an opcode, taken from the left.
class Modifiers {
public:
  explicit Modifiers(std::string_view Opcode);
  /// Takes the next one if it is this.
  bool take(std::string_view Wanted);
  /// Takes the next one if it is among these; the number of which, or -1.
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

/// By the opcode's first word and its types.
Class classOf(std::string_view Opcode);

/// Finds the row and takes the operands. Throws PtxError.
void decode(FunctionBuilder &Into, const Statement &Written, Instruction &Made);

// Parts of the table, one file each.
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
