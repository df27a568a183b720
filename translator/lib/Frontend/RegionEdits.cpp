// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two ways of putting a region's text in place: by characters where the loop is written in the file, by tokens where it
// comes out of a macro.
#include "Frontend/RegionEdits.h"
#include "Directive/PragmaHandler.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/Layout.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace hetcc;
using namespace clang;

/// From the introducer to the end of the directive's last token, in the file.
std::pair<SourceLocation, SourceLocation> RegionEdits::directiveRange(const Directive &D) const {
  const SourceManager &SM = sources();
  SourceLocation Begin = SM.getExpansionLoc(D.HashLoc);
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(D.End).getEnd(), 0, SM, Context.getLangOpts());
  return {Begin, End};
}

/// Puts Text in place of a directive; the line after it keeps its number.
void RegionEdits::replaceDirective(const Directive &D, std::string Text) {
  auto [Begin, End] = directiveRange(D);
  const char *After = sources().getCharacterData(End);
  bool EndsLine = *After == '\n' || *After == '\r';
  Edits.replace(Begin, End,
                "\n" + marker(Begin, 0, true) + "\n" + Text + marker(End, EndsLine ? 1 : 0, false) +
                    (EndsLine ? "" : "\n"));
}

void RegionEdits::editDepersist(const Directive &D) {
  unsigned Line = sources().getPresumedLoc(sources().getExpansionLoc(D.HashLoc)).getLine();
  std::string Text = "{\nint hetrt_code;\n";
  for (const ClauseExpr &P : D.Persist)
    Text += std::string("hetrt_code = hetrt_depersist(") +
            (Context.getLangOpts().CPlusPlus ? "hetrt_base(" : "(const void *)(") + P.Text + "), \"" + P.Text +
            "\", __FILE__ \":" + std::to_string(Line) + "\");\nif (hetrt_code)\n  hetrt_handle_error(hetrt_code);\n";
  replaceDirective(D, arrange(Text + "}\n", Options.Readable, marker(D.HashLoc, 0, true)));
}

void RegionEdits::editPlain(const Directive &D) { replaceDirective(D, "#pragma omp " + plainDirective(D) + "\n"); }

void RegionEdits::editRegion(const RegionGroup &G, bool HasImage) {
  const Region &R = G.Instances.front();
  RegionText Text = HostWriter(Context, Tokens, Options, HasImage).write(G);
  if (!Text.Before.empty()) {
    SourceLocation Function = sources().getExpansionLoc(R.Function->getBeginLoc());
    Edits.insertBefore(Function, "\n" + marker(R.Source->HashLoc, 0, true) + "\n" + Text.Before +
                                     marker(Function, 0, false) + "\n");
  }
  if (!editText(R, Text) && !editTokens(R, Text))
    Diags.report(R.Source->Begin, message::err_macro) << R.Source->Name;
}

/// The common way: the loop's header is written in the file, so a few characters of it change.
bool RegionEdits::editText(const Region &R, const RegionText &Text) {
  const SourceManager &SM = sources();
  const LangOptions &Lang = Context.getLangOpts();
  CharSourceRange Lower =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R.Loop.Lower->getSourceRange()), SM, Lang);
  CharSourceRange Bound =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R.Loop.Bound->getSourceRange()), SM, Lang);
  size_t LastToken = KernelWriter(R, Context, Tokens).statementTokens(R.Loop.For).second;
  if (LastToken == TokenStream::None || Lower.isInvalid() || Bound.isInvalid() || R.Loop.For->getForLoc().isMacroID() ||
      R.Source->HashLoc.isMacroID() || SM.getFileID(R.Source->HashLoc) != SM.getFileID(R.Loop.For->getForLoc()) ||
      SM.getFileID(Lower.getBegin()) != SM.getFileID(R.Loop.For->getForLoc()))
    return false;
  CharSourceRange Last = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Tokens[LastToken].getLocation(), Tokens[LastToken].getLocation()), SM, Lang);
  if (Last.isInvalid())
    return false;
  replaceDirective(*R.Source, Text.Head);
  Edits.replace(Lower.getBegin(), Lower.getEnd(), Text.From);
  Edits.replace(Bound.getBegin(), Bound.getEnd(), Text.To);
  Edits.insert(Last.getEnd(), "\n" + marker(Last.getEnd(), 0, true) + "\n" + Text.Tail + "\n" +
                                  marker(Last.getEnd(), 0, false) + "\n");
  return true;
}

/// A loop that comes out of a macro: everything that the macro expands to is written out.
bool RegionEdits::editTokens(const Region &R, const RegionText &Text) {
  const SourceManager &SM = sources();
  auto At = [&](size_t I) { return SM.getExpansionLoc(Tokens[I].getLocation()); };
  auto [First, Last] = KernelWriter(R, Context, Tokens).statementTokens(R.Loop.For);
  if (First == TokenStream::None || Last == TokenStream::None)
    return false;
  SourceLocation Begin = SM.getExpansionLoc(R.Source->HashLoc);
  size_t Before = First, After = Last;
  while (Before > 0 && Tokens[Before - 1].getLocation().isMacroID() && At(Before - 1) == Begin)
    --Before;
  while (After + 1 < Tokens.size() && Tokens[After + 1].getLocation().isMacroID() &&
         Tokens[Last].getLocation().isMacroID() && At(After + 1) == At(Last))
    ++After;
  TokenEdits Header;
  Header.replace(Tokens.find(R.Loop.Lower->getBeginLoc()), Tokens.find(R.Loop.Lower->getEndLoc()), Text.From);
  Header.replace(Tokens.find(R.Loop.Bound->getBeginLoc()), Tokens.find(R.Loop.Bound->getEndLoc()), Text.To);
  std::string Out = Before < First ? Tokens.print(Before, First - 1, {}, true) + "\n" : "";
  Out += "\n" + marker(Begin, 0, true) + "\n" + Text.Head + Tokens.print(First, Last, Header, true) + "\n" + Text.Tail +
         "\n";
  if (Last < After)
    Out += Tokens.print(Last + 1, After, {}, true) + "\n";
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(Tokens[After].getLocation()).getEnd(), 0, SM,
                                                  Context.getLangOpts());
  if (SM.getFileID(Begin) != SM.getFileID(End))
    return false;
  Edits.replace(Begin, End, Out + marker(End, 0, false) + "\n");
  return true;
}
