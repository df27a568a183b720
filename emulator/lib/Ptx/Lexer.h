// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits PTX text into tokens.
#ifndef EMULATOR_PTX_LEXER_H
#define EMULATOR_PTX_LEXER_H

#include "Ptx/Types.h"

#include <vector>

namespace emulator {

struct Token {
  /// Words are names, opcodes with their modifiers ("add.s32"), directives (".reg") and registers ("%tid.x").
  enum Kinds : std::uint8_t { Word, Integer, Single, Double, String, Mark, End } Kind = End;
  std::string_view Text;
  std::uint64_t Bits = 0; // the value of a number
  unsigned Line = 0;

  bool is(char Of) const { return Kind == Mark && Text[0] == Of; }
  bool isWord(std::string_view Of) const { return Kind == Word && Text == Of; }
};

/// All tokens of the text; the last one is End. The tokens refer to `Text`, which must outlive them.
std::vector<Token> tokensOf(std::string_view Text);

} // namespace emulator

#endif
