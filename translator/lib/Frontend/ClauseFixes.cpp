// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts missing clauses after the `hetero` clause of a directive.
#include "Frontend/ClauseFixes.h"
#include "Analysis/Windows/Inference.h"
#include "Frontend/TextFiles.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

/// The macro around added clauses. For other compilers it expands to nothing.
constexpr const char *MacroName = "HETCC";

/// Returns the offset after the closing parenthesis that matches the first open one from the offset `At` on; nullopt if
/// the line has no such parenthesis.
std::optional<unsigned> behindParentheses(StringRef File, size_t At) {
  int Depth = 0;
  for (; At < File.size(); ++At) {
    Depth += File[At] == '(';
    if (File[At] == ')' && --Depth == 0)
      return unsigned(At + 1);
    if (Depth == 0 && File[At] == '\n')
      break;
  }
  return std::nullopt;
}

/// Texts to insert, by their offset in the file.
using Insertions = std::multimap<unsigned, std::string>;

/// Returns the text [Begin, End) of a directive with the insertions `Lacks`, as one line.
std::string joined(StringRef File, unsigned Begin, unsigned End, const Insertions &Lacks) {
  std::string Text;
  for (unsigned I = Begin; I < End; ++I) {
    for (auto [Each, Last] = Lacks.equal_range(I); Each != Last; ++Each)
      Text += Each->second;
    const bool Continued = File[I] == '\\' && I + 1 < File.size() && (File[I + 1] == '\n' || File[I + 1] == '\r');
    const char C = Continued || isspace(static_cast<unsigned char>(File[I])) ? ' ' : File[I];
    if (C != ' ' || (!Text.empty() && Text.back() != ' '))
      Text += C;
  }
  for (auto [Each, Last] = Lacks.equal_range(End); Each != Last; ++Each)
    Text += Each->second;
  return Text;
}

} // namespace

/// Returns the text to append to a plain OpenMP directive to make it a hetcc directive.
static std::string asOurs(const Directive &D, StringRef Conditions, StringRef Clauses) {
  const std::string Private = D.FoundPrivate.empty() ? "" : " private(" + llvm::join(D.FoundPrivate, ", ") + ")";
  return (Twine(Private) + " " + MacroName + "(hetero(" + (Conditions.empty() ? "1" : Conditions) + ")" + Clauses + ")")
      .str();
}

ClauseFixes::ClauseFixes(const Directive &D, const SourceManager &SM, const LangOptions &Lang) {
  const SourceLocation First = SM.getExpansionLoc(D.HashLoc);
  const SourceLocation Hetero = D.Automatic ? First : SM.getSpellingLoc(D.Hetero.Loc);
  const FileID In = SM.getFileID(Hetero);
  const StringRef File = SM.getBufferData(In);
  const unsigned End = SM.getFileOffset(Lexer::getLocForEndOfToken(SM.getExpansionRange(D.End).getEnd(), 0, SM, Lang));
  Insertions Lacks;
  std::string Clauses, Conditions;
  for (const WindowSpec &W : D.Windows)
    if (W.Inferred && !W.ByBoxes && W.Array.Variable.empty() && // otherwise no clause can express the window
        llvm::none_of(D.Mapped, [&](const WindowSpec &Map) { return clauseText(Map) == clauseText(W); }))
      Clauses += " " + clauseText(W);
  for (const std::string &Each : D.Needed)
    Conditions += (Conditions.empty() ? "" : " && ") + Each;
  if (D.Automatic && D.HashLoc.isFileID() && D.End.isFileID()) {
    Lacks.insert({End, asOurs(D, Conditions, Clauses)});
    take(Lacks, First, End, SM);
    return;
  }
  // Clauses are inserted only into the text of the directive itself, such as the parentheses of HETCC(...), because a
  // change in the definition of a macro would affect other uses of the macro.
  const unsigned At = SM.getFileOffset(Hetero);
  auto Behind = behindParentheses(File, At);
  const bool Own = !D.Automatic && In == SM.getFileID(First) && At >= SM.getFileOffset(First) && At < End && Behind &&
                   *Behind <= End;
  if (!Own) {
    OfMacro = !D.Automatic && !(Clauses.empty() && Conditions.empty());
    Text = "#pragma " + D.Name + " ..." + (D.Automatic ? asOurs(D, Conditions, Clauses) : Clauses);
    return;
  }
  if (!Clauses.empty())
    Lacks.insert({*Behind, Clauses});
  if (!Conditions.empty() && D.Hetero.Condition) {
    const SourceLocation Last = SM.getSpellingLoc(D.Hetero.Condition->End);
    Lacks.insert({SM.getFileOffset(SM.getSpellingLoc(D.Hetero.Condition->Begin)), Conditions + " && ("});
    Lacks.insert({SM.getFileOffset(Lexer::getLocForEndOfToken(Last, 0, SM, Lang)), ")"});
  } else if (!Conditions.empty()) {
    Lacks.insert({unsigned(File.find('(', At) + 1), Conditions});
  }
  take(Lacks, First, End, SM);
}

/// Sets text() and hints() for the directive that reaches from `First` to the offset `End`.
void ClauseFixes::take(const std::multimap<unsigned, std::string> &Lacks, SourceLocation First, unsigned End,
                       const SourceManager &SM) {
  const FileID In = SM.getFileID(First);
  Text = joined(SM.getBufferData(In), SM.getFileOffset(First), End, Lacks);
  for (auto &[Offset, Each] : Lacks)
    Hints.push_back(FixItHint::CreateInsertion(SM.getComposedLoc(In, Offset), Each));
}

bool hetcc::applyFixes(llvm::ArrayRef<FixItHint> Hints, const SourceManager &SM, bool HasMacro) {
  std::map<FileID, Insertions> Files;
  for (const FixItHint &Each : Hints) {
    const SourceLocation At = Each.RemoveRange.getBegin();
    Files[SM.getFileID(At)].insert({SM.getFileOffset(At), Each.CodeToInsert});
  }
  for (auto &[File, Lacks] : Files) {
    std::string Text = SM.getBufferData(File).str();
    const bool Uses = llvm::any_of(Lacks, [](const auto &Each) { return StringRef(Each.second).contains(MacroName); });
    if (Uses && !HasMacro)
      Lacks.insert({0, "#include <hetcc.h>\n"});
    for (auto Each = Lacks.rbegin(); Each != Lacks.rend(); ++Each)
      Text.insert(Each->first, Each->second);
    const OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry || !writeFile(Entry->getName().str(), Text))
      return false;
  }
  return true;
}
