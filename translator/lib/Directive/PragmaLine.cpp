// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the tokens of one pragma line. A `_Pragma` on this line is treated as an ordinary word, as gcc does. Clang's
// preprocessor would execute it at once and insert its tokens into those of the line, and an unclosed string in it
// would make clang read beyond the end of the line.
#include "Directive/DirectiveParser.h"
#include "clang/Lex/Preprocessor.h"

using namespace hetcc;
using clang::Token;
namespace tok = clang::tok;

PragmaLine hetcc::readPragma(clang::Preprocessor &PP, const Token &First) {
  clang::IdentifierInfo *Operator = PP.getIdentifierInfo("_Pragma");
  const bool WasMacro = Operator->hasMacroDefinition();
  Operator->setHasMacroDefinition(false);
  PragmaLine Line;
  Token T = First;
  for (; T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T)) {
    if (T.getIdentifierInfo() == Operator)
      Line.Inside = T.getLocation();
    Line.Tokens.push_back(T);
  }
  Operator->setHasMacroDefinition(WasMacro);
  Line.End = T.getLocation();
  return Line;
}
