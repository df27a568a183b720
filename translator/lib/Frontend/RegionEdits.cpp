// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts a region's text in one of two ways. If the loop is written in a file, its characters are edited. If it comes
// from a macro, all tokens of the macro are written out.
#include "Frontend/RegionEdits.h"
#include "Directive/PragmaHandler.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/Layout.h"
#include "Rewrite/Sections.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

void RegionEdits::editDepersist(const Directive &D) {
  unsigned Line = sources().getPresumedLoc(sources().getExpansionLoc(D.HashLoc)).getLine();
  std::string Text = "{\nint hetrt_code;\n";
  for (const ClauseExpr &P : D.Persist)
    Text += std::string("hetrt_code = hetrt_depersist(") +
            (Context.getLangOpts().CPlusPlus ? "hetrt_base(" : "(const void *)(") + P.Text + "), \"" + P.Text +
            "\", __FILE__ \":" + std::to_string(Line) + "\");\nif (hetrt_code)\n  hetrt_handle_error(hetrt_code);\n";
  Directives.replace(D, arrange(Text + "}\n", Options.Readable, marker(D.HashLoc, 0, true)));
}

/// Returns the calls that pass a data directive's list items to the runtime, as operands of one comma expression.
std::string RegionEdits::dataCalls(const Directive &D) const {
  static const char *const Actions[] = {"ENTER", "EXIT", "PRESENT", "UPDATE_TO", "UPDATE_FROM"};
  unsigned Line = sources().getPresumedLoc(sources().getExpansionLoc(D.HashLoc)).getLine();
  std::string Condition, Text;
  for (const IfClause &If : D.Ifs)
    Condition += (Condition.empty() ? "(" : " && (") + If.Condition.Text + ")";
  for (const DataItem &Item : D.Data) {
    std::vector<std::string> Rows;
    MemorySpan Span = Item.Action == DataAction::UpdateTo || Item.Action == DataAction::UpdateFrom
                          ? rowOf(Item.What, Rows)
                          : spanOf(Item.What);
    if (Item.What.Brackets.empty() && Item.Action == DataAction::Present) {
      Span.First =
          (Context.getLangOpts().CPlusPlus ? "hetrt_base(" : "(const volatile void *)(") + Item.What.Object.Text + ")";
      Span.Last = Span.First;
    }
    std::string Call = ("hetrt_data(" + (Condition.empty() ? "1" : "(" + Condition + ") ? 1 : 0")) + ", HETRT_DATA_" +
                       Actions[unsigned(Item.Action)] + ", " + Span.First + ", " + Span.Last + ", \"" +
                       Item.What.Object.Text + "\", \"" + Item.Clause + "\", __FILE__ \":" + std::to_string(Line) +
                       "\")";
    Text += Text.empty() ? "" : ",\n";
    Text += Rows.empty() ? Call : "__extension__ ({\n" + llvm::join(Rows, "\n") + "\n" + Call + ";\n0;\n})";
  }
  return Text;
}

/// Replaces a data directive by the head of a `for` loop that runs once and whose body is the statement after the
/// directive. In C++, the data region ends with the destructor of an object.
void RegionEdits::editData(const Directive &D) {
  std::string Calls = dataCalls(D), Text, Separated = Calls.empty() ? "" : ",\n" + Calls;
  if (D.standsAlone())
    Text = Calls + ";\n";
  else if (Context.getLangOpts().CPlusPlus)
    Text = "for (hetrt_data_block hetrt_block((hetrt_data_open()" + Separated + ", 0)); hetrt_block.next();)\n";
  else
    Text = "for (hetrt_data_open()" + Separated + "; hetrt_data_next();)\n";
  Directives.replace(D, arrange(Text, Options.Readable, marker(D.HashLoc, 0, true)));
}

/// The loop may use arrays that devices keep, so generated code first calls hetrt_host_writes(), which copies these
/// arrays to the host, and then runs the loop as plain OpenMP.
void RegionEdits::editPlain(const Directive &D) {
  std::string Before = D.Kind == DirectiveKind::Block ? "if (hetrt_host_writes())\n" : "";
  Directives.replace(D, Before + plainDirective(D, "hetrt_host_writes()", Options.Checked));
}

void RegionEdits::editRequirement(const MemoryRequirement &Of) {
  Directives.replace(placeOf(Of), hostText(Of), /*Generated=*/false);
}

/// The inserted text `if (!...) ; else` has an `else`, so that an `else` of the user after the construct still belongs
/// to the user's own `if`.
void RegionEdits::editAsWritten(const Directive &Place, bool StandsAlone) {
  const std::string Call = StandsAlone ? "hetrt_host_writes();" : "if (!hetrt_host_writes()) ; else";
  if (auto Line = DynamicSchedules.find(Place.HashLoc); Line != DynamicSchedules.end())
    return Directives.replace(Place, Call + "\n" + marker(Place.HashLoc, 0, false) + "\n" + Line->second);
  const SourceLocation Begin =
      Place.Outer.empty() ? sources().getExpansionLoc(Place.HashLoc) : Place.Outer.front().HashLoc;
  Edits.insertBefore(Begin, "\n" + marker(Begin, 0, true) + "\n" + Call + "\n" + marker(Begin, 0, false) + "\n");
}

/// Returns the beginning of the function's declaration, which attributes may put before the location that clang
/// returns.
SourceLocation RegionEdits::startOf(const FunctionDecl &F) const {
  size_t First = Tokens.find(F.getBeginLoc());
  if (First == TokenStream::None)
    return sources().getExpansionLoc(F.getBeginLoc());
  while (First > 0 && !Tokens[First - 1].isOneOf(tok::semi, tok::r_brace) && !Tokens[First - 1].isAnnotation())
    --First;
  return sources().getExpansionLoc(Tokens[First].getLocation());
}

void RegionEdits::editRegion(const RegionGroup &G, bool HasImage) {
  const Region &R = G.Instances.front();
  if (R.Site.Source->joinsTeam() && !G.hasDeviceForm() && !R.Site.Source->Variant) // only the host can run the loop
    return editPlain(*R.Site.Source);
  RegionText Text = HostWriter(Context, Tokens, Options, HasImage).write(G);
  if (!editText(R, Text) && !editTokens(R, Text)) {
    if (R.Site.Source->Automatic) {
      R.Site.Source->WhyAsWritten = "it comes out of a macro";
      return editAsWritten(*R.Site.Source, /*StandsAlone=*/false);
    }
    Diags.report(R.Site.Source->Begin, message::warn_plain)
        << "the text of '" + R.Site.Source->Name + "' and of its loop cannot be told from other macros and files";
    return editPlain(*R.Site.Source);
  }
  insertBefore(R, Text.Before);
  insertForms(G);
}

/// Inserts the forms of functions that the emulated and outlined forms of the region call (C++ only).
void RegionEdits::insertForms(const RegionGroup &G) {
  if (!G.hasDeviceForm() || (!Options.Emulated && !Options.Outlined))
    return;
  llvm::DenseSet<SourceLocation> Done; // places of the forms inserted so far: all instances of a template share a form
  for (const Region &R : G.Instances)
    for (const CalledForm &Form : KernelWriter(R, Context, Tokens).calledForms())
      if (Done.insert(Form.Behind).second)
        Edits.insert(Form.Behind, Form.Text);
}

/// Inserts text before the function that contains the region.
void RegionEdits::insertBefore(const Region &R, const std::string &Text) {
  if (Text.empty())
    return;
  SourceLocation Function = startOf(*R.Site.Function);
  Edits.insertBefore(Function,
                     "\n" + marker(R.Site.Source->HashLoc, 0, true) + "\n" + Text + marker(Function, 0, false) + "\n");
}

/// Whether the first and the last token of a statement are written in the file and not produced by a macro. Sets `End`
/// to the location after the statement.
bool RegionEdits::isWritten(const Stmt *S, const Region &R, SourceLocation &End) const {
  size_t Last = KernelWriter(R, Context, Tokens).statementTokens(S).second;
  if (Last == TokenStream::None || S->getBeginLoc().isMacroID())
    return false;
  SourceLocation Loc = Tokens[Last].getLocation();
  End = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Loc, Loc), sources(), Context.getLangOpts()).getEnd();
  return End.isValid();
}

void RegionEdits::editInBlock(const Directive &D, const RegionGroup *Block) {
  std::string Text;
  if (Block && D.Kind == DirectiveKind::Padding)
    Text = arrange(HostWriter(Context, Tokens, Options, false).padding(D, *Block), Options.Readable,
                   marker(D.HashLoc, 0, true));
  Directives.replace(D, Text);
}

/// The text of the block and its loops stays unchanged; generated texts are inserted before and after them.
bool RegionEdits::editBlock(const RegionGroup &G, bool HasImage) {
  const Region &Block = G.Instances.front();
  HostWriter Writer(Context, Tokens, Options, HasImage);
  std::vector<SourceLocation> Ends(G.Loops.size());
  SourceLocation End;
  bool Written = isWritten(Block.Loop.Statement, Block, End) && !Directives.sharesMacro(*G.Source);
  for (size_t L = 0; L < G.Loops.size() && Written; ++L)
    Written = isWritten(G.Loops[L].Instances.front().Loop.Statement, Block, Ends[L]);
  if (!Written) {
    Diags.report(G.Source->Begin, message::warn_block_serial) << "it, or a loop of it, comes out of a macro";
    editPlain(*G.Source);
    return false;
  }
  RegionText Text = Writer.writeBlock(G);
  Directives.replace(*G.Source, Text.Head);
  for (size_t L = 0; L < G.Loops.size(); ++L) {
    const Region &R = G.Loops[L].Instances.front();
    SourceLocation Begin = R.Loop.Statement->getBeginLoc();
    RegionText Own = Writer.writeLoop(G.Loops[L], G);
    insertBefore(R, Own.Before);
    if (R.Site.OnPlace)
      editBounds(R, Own);
    Edits.insert(Begin, "\n" + marker(Begin, 0, true) + "\n" + Own.Head + "\n" + marker(Begin, 0, false) + "\n");
    Edits.insert(Ends[L], "\n" + marker(Ends[L], 0, true) + "\n" + Own.Tail + "\n" + marker(Ends[L], 0, false) + "\n");
  }
  Edits.insert(End, "\n" + marker(End, 0, true) + "\n" + Text.Tail + "\n" + marker(End, 0, false) + "\n");
  return true;
}

/// Returns the expression that replaces the range of a range-based `for` statement: the elements from `From` to `To`.
static std::string partOfRange(const RegionText &Text) { return "hetrt_elements(" + Text.From + ", " + Text.To + ")"; }

/// Replaces the loop's first value and bound by those of a range of iterations. Returns false if a macro produces them.
bool RegionEdits::editBounds(const Region &R, const RegionText &Text) {
  auto Range = [&](const Expr *E) {
    return Lexer::makeFileCharRange(CharSourceRange::getTokenRange(E->getSourceRange()), sources(),
                                    Context.getLangOpts());
  };
  if (R.Loop.Range) {
    const CharSourceRange Given = Range(R.Loop.Range->getRangeInit());
    if (Given.isValid())
      Edits.replace(Given.getBegin(), Given.getEnd(), partOfRange(Text));
    return Given.isValid();
  }
  CharSourceRange Lower = Range(R.Loop.Lower), Bound = Range(R.Loop.Bound);
  if (Lower.isInvalid() || Bound.isInvalid())
    return false;
  Edits.replace(Lower.getBegin(), Lower.getEnd(), Text.From);
  Edits.replace(Bound.getBegin(), Bound.getEnd(), Text.To);
  return true;
}

/// Edits a loop whose header is written in the file. Returns false if the header comes from a macro.
bool RegionEdits::editText(const Region &R, const RegionText &Text) {
  size_t LastToken = KernelWriter(R, Context, Tokens).statementTokens(R.Loop.For).second;
  if (LastToken == TokenStream::None || R.Loop.For->getForLoc().isMacroID() || Directives.sharesMacro(*R.Site.Source))
    return false;
  CharSourceRange Last = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Tokens[LastToken].getLocation(), Tokens[LastToken].getLocation()), sources(),
      Context.getLangOpts());
  if (Last.isInvalid() || !editBounds(R, Text))
    return false;
  Directives.replace(*R.Site.Source, Text.Head);
  Edits.insert(Last.getEnd(), "\n" + marker(Last.getEnd(), 0, true) + "\n" + Text.Tail + "\n" +
                                  marker(Last.getEnd(), 0, false) + "\n");
  return true;
}

/// Returns the preprocessing directives between two locations that the rest of the file depends on: definitions of
/// macros, conditions, and pragmas that change macros or warnings. Returns nullopt if a file is included between them.
std::optional<std::string> RegionEdits::directivesIn(SourceLocation Begin, SourceLocation End) const {
  const SourceManager &SM = sources();
  StringRef File = SM.getBufferData(SM.getFileID(Begin));
  unsigned From = SM.getFileOffset(Begin), To = SM.getFileOffset(End);
  Lexer Lex(SM.getLocForStartOfFile(SM.getFileID(Begin)), Context.getLangOpts(), File.begin(), File.begin() + From,
            File.end());
  std::string Text;
  Token T;
  for (Lex.LexFromRawLexer(T); T.isNot(tok::eof) && SM.getFileOffset(T.getLocation()) < To; Lex.LexFromRawLexer(T)) {
    if (T.isNot(tok::hash) || !T.isAtStartOfLine())
      continue;
    unsigned Hash = SM.getFileOffset(T.getLocation());
    Lex.setParsingPreprocessorDirective(true);
    SmallVector<StringRef, 8> Words;
    for (Lex.LexFromRawLexer(T); T.isNot(tok::eod); Lex.LexFromRawLexer(T))
      Words.push_back(T.is(tok::raw_identifier) ? T.getRawIdentifier() : StringRef());
    StringRef Word = Words.empty() ? StringRef() : Words[0];
    if (Word.starts_with("include") || Word == "import" || Word == "embed")
      return std::nullopt;
    bool OfMacros =
        Word == "define" || Word == "undef" || Word.starts_with("if") || Word.starts_with("el") || Word == "endif";
    bool OfState = Word == "pragma" && Words.size() > 1 &&
                   (Words[1].ends_with("_macro") || (Words.size() > 2 && Words[2] == "diagnostic"));
    if (OfMacros || OfState)
      Text += File.slice(Hash, SM.getFileOffset(T.getLocation())).rtrim().str() + "\n";
  }
  return Text;
}

/// Edits a loop that comes from a macro: writes out all tokens of the macro. Returns false if this is not possible.
bool RegionEdits::editTokens(const Region &R, const RegionText &Text) {
  const SourceManager &SM = sources();
  auto At = [&](size_t I) { return SM.getExpansionLoc(Tokens[I].getLocation()); };
  auto [First, Last] = KernelWriter(R, Context, Tokens).statementTokens(R.Loop.For);
  if (First == TokenStream::None || Last == TokenStream::None)
    return false;
  SourceLocation Begin = SM.getExpansionLoc(R.Site.Source->HashLoc);
  size_t Before = First, After = Last;
  while (Before > 0 && Tokens[Before - 1].getLocation().isMacroID() && At(Before - 1) == Begin)
    --Before;
  while (After + 1 < Tokens.size() && Tokens[After + 1].getLocation().isMacroID() &&
         Tokens[Last].getLocation().isMacroID() && At(After + 1) == At(Last))
    ++After;
  TokenEdits Header;
  auto Replace = [&](const Expr *E, const std::string &By) {
    Header.replace(Tokens.find(E->getBeginLoc()), Tokens.find(E->getEndLoc()), By);
  };
  if (R.Loop.Range) {
    Replace(R.Loop.Range->getRangeInit(), partOfRange(Text));
  } else {
    Replace(R.Loop.Lower, Text.From);
    Replace(R.Loop.Bound, Text.To);
  }
  auto Printed = [&](size_t From, size_t To, const TokenEdits &Changes) {
    return Tokens.withoutMacros(Tokens.print(From, To, Changes, true) + "\n", /*Restored=*/true);
  };
  std::string Out = Before < First ? "\n" + Printed(Before, First - 1, {}) : ""; // begins a new line
  Out += "\n" + marker(Begin, 0, true) + "\n" + Text.Head + Printed(First, Last, Header) + Text.Tail + "\n";
  if (Last < After)
    Out += Printed(Last + 1, After, {});
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(Tokens[After].getLocation()).getEnd(), 0, SM,
                                                  Context.getLangOpts());
  if (SM.getFileID(Begin) != SM.getFileID(End))
    return false;
  std::optional<std::string> Kept = directivesIn(Begin, End);
  if (!Kept)
    return false;
  Edits.replace(Begin, End, Out + *Kept + marker(End, 0, false) + "\n");
  return true;
}
