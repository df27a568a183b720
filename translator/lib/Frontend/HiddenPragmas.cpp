// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes pragmas about hetcc's groups of warnings from the text for the host compiler.
#include "Frontend/HiddenPragmas.h"
#include "Frontend/SourceEdits.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

using namespace hetcc;
using namespace clang;

namespace {

class PragmaHider {
public:
  PragmaHider(Preprocessor &PP, SourceEdits &Edits)
      : Edits(Edits), Sources(PP.getSourceManager()), Language(PP.getLangOpts()) {}

  void hide(SourceLocation Begin, SourceLocation Last) {
    if (Begin.isFileID() && Last.isFileID() && *Sources.getCharacterData(Begin) == '#')
      Edits.replace(Begin, Lexer::getLocForEndOfToken(Last, 0, Sources, Language), "");
    else
      hideOperator(Sources.getSpellingLoc(Begin));
  }

private:
  /// Removes `_Pragma("...")`, also from the body of a macro. It is called at each use of the macro, but edits the body
  /// only once.
  void hideOperator(SourceLocation Operator) {
    SmallString<16> Buffer;
    if (Lexer::getSpelling(Operator, Buffer, Sources, Language) != "_Pragma" || !Operators.insert(Operator).second)
      return;
    SourceLocation At = Operator;
    for (tok::TokenKind Kind : {tok::l_paren, tok::string_literal, tok::r_paren}) {
      const std::optional<Token> Next = Lexer::findNextToken(At, Sources, Language);
      if (!Next || Next->isNot(Kind))
        return;
      At = Next->getLocation();
    }
    Edits.replace(Operator, At.getLocWithOffset(1), "");
  }

  SourceEdits &Edits;
  const SourceManager &Sources;
  const LangOptions &Language;
  std::set<SourceLocation> Operators; ///< each `_Pragma` that has been removed
};

} // namespace

WarningPragmas::Observer hetcc::hidingPragmas(Preprocessor &PP, SourceEdits &Edits) {
  return [Hider = std::make_shared<PragmaHider>(PP, Edits)](SourceLocation Begin, SourceLocation Last) {
    Hider->hide(Begin, Last);
  };
}
