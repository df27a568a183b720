// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of one pragma. With `_Pragma` another one could begin on its line, and the preprocessor would carry that
// out in the midst of this one: its tokens would come between ours, and an unclosed string takes clang past the end of
// the line. As to gcc, the word means nothing there.
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
