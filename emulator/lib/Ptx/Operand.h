// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a function body as they are in the text. FunctionBuilder translates them into instructions.
#ifndef EMULATOR_PTX_OPERAND_H
#define EMULATOR_PTX_OPERAND_H

#include "Ptx/Lexer.h"

namespace emulator {

struct Operand {
  enum Kinds : std::uint8_t { Name, Number, Memory, List, Pair } Kind = Name;
  bool Negated = false; // "!p"
  Token Base;           // the name or the number; for [a+4], the part before the plus
  std::int64_t Displacement = 0;
  std::vector<Operand> Parts; // the operands in {a, b}, (a, b) and a|b

  bool isSink() const { return Kind == Name && Base.Text == "_"; }
};

struct Statement {
  unsigned Line = 0;
  std::string_view Guard;
  bool GuardNegated = false;
  std::string_view Opcode;
  std::vector<Operand> Operands;
};

} // namespace emulator

#endif
