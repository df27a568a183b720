// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of one pragma.
#include "Directive/DirectiveParser.h"
#include "clang/Lex/Preprocessor.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

std::optional<PragmaReader::Line> PragmaReader::read(clang::Preprocessor &PP, SourceLocation Introducer,
                                                     const Token &First) {
  const bool IsInside = std::exchange(Reading, true);
  Line Result;
  Token T = First;
  for (; T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T)) {
    if (T.isAnnotation()) // what a pragma of clang's own leaves
      Inside = T.getLocation();
    else
      Result.Tokens.push_back(T);
  }
  if (IsInside) {
    Inside = Introducer;
    return std::nullopt;
  }
  Reading = false;
  Result.End = T.getLocation();
  Result.Inside = std::exchange(Inside, {});
  return Result;
}
