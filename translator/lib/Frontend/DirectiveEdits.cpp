// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the extent of a directive and of the macro that it comes from, and replaces both.
#include "Frontend/DirectiveEdits.h"
#include "Directive/LineMarker.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace hetcc;
using namespace clang;

std::pair<size_t, size_t> DirectiveEdits::othersOfMacro(const Directive &D) const {
  if (D.HashLoc.isFileID())
    return {0, 0};
  SourceLocation Begin = SM.getExpansionLoc(D.HashLoc);
  auto IsOther = [&](size_t I) {
    SourceLocation Loc = Tokens[I].getLocation();
    return Loc.isMacroID() && SM.getExpansionLoc(Loc) == Begin;
  };
  size_t First = 0;
  while (First < Tokens.size() && !IsOther(First))
    ++First;
  size_t Last = First;
  while (Last < Tokens.size() && IsOther(Last))
    ++Last;
  return {First, Last};
}

bool DirectiveEdits::sharesMacro(const Directive &D) const {
  auto [First, Last] = othersOfMacro(D);
  return First != Last;
}

void DirectiveEdits::replace(const Directive &D, std::string Text, bool Generated) const {
  auto Behind = [&](const DirectiveLine &Line) {
    return Lexer::getLocForEndOfToken(SM.getExpansionRange(Line.End).getEnd(), 0, SM, Lang);
  };
  for (const DirectiveLine &Line : D.Outer) // the text replaces these lines too
    Edits.replace(Line.HashLoc, Behind(Line), "");
  SourceLocation Begin = SM.getExpansionLoc(D.HashLoc), End = Behind(D);
  auto [First, Last] = othersOfMacro(D);
  size_t Split = First;
  while (Split < Last && SM.isBeforeInTranslationUnit(Tokens[Split].getLocation(), D.HashLoc))
    ++Split;
  std::string Front = First < Split ? Tokens.print(First, Split - 1, {}, true) : "";
  if (Split < Last)
    Text += Tokens.print(Split, Last - 1, {}, true) + "\n";
  const char *After = SM.getCharacterData(End);
  bool EndsLine = *After == '\n' || *After == '\r';
  Edits.replace(Begin, End,
                Front + "\n" + lineMarker(SM, Begin, 0, Generated) + "\n" + Text +
                    lineMarker(SM, End, EndsLine ? 1 : 0, false) + (EndsLine ? "" : "\n"));
}
