// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a directive lacks, behind its `hetero` clause.
#include "Frontend/ClauseFixes.h"
#include "Analysis/Windows/Inference.h"
#include "Frontend/TextFiles.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

/// The place behind the parenthesis that closes the first one at or behind a place; nothing in a macro's own text.
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

/// Text that a directive lacks, by its offset in the file.
using Insertions = std::multimap<unsigned, std::string>;

/// A directive with what it lacks, its lines joined.
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

ClauseFixes::ClauseFixes(const Directive &D, const SourceManager &SM, const LangOptions &Lang) {
  const SourceLocation Hetero = SM.getSpellingLoc(D.Hetero.Loc);
  const FileID In = SM.getFileID(Hetero);
  const StringRef File = SM.getBufferData(In);
  const SourceLocation First = SM.getExpansionLoc(D.HashLoc);
  const unsigned End = SM.getFileOffset(Lexer::getLocForEndOfToken(SM.getExpansionRange(D.End).getEnd(), 0, SM, Lang));
  Insertions Lacks;
  std::string Clauses, Conditions;
  for (const WindowSpec &W : D.Windows)
    if (W.Inferred && !W.Stated && W.Array.Variable.empty()) // whose name can be written here
      Clauses += " " + clauseText(W);
  for (const std::string &Each : D.Needed)
    Conditions += (Conditions.empty() ? "" : " && ") + Each;
  // Within the parentheses of HETCC(...) the text is the file's own; what a macro is defined as serves others too.
  const unsigned At = SM.getFileOffset(Hetero);
  auto Behind = behindParentheses(File, At);
  const bool Own = In == SM.getFileID(First) && At >= SM.getFileOffset(First) && At < End && Behind && *Behind <= End;
  if (!Own) {
    Text = "#pragma " + D.Name + " ..." + Clauses;
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
  Text = joined(File, SM.getFileOffset(First), End, Lacks);
  for (auto &[Offset, Each] : Lacks)
    Hints.push_back(FixItHint::CreateInsertion(SM.getComposedLoc(In, Offset), Each));
}

bool hetcc::applyFixes(llvm::ArrayRef<FixItHint> Hints, const SourceManager &SM) {
  std::map<FileID, Insertions> Files;
  for (const FixItHint &Each : Hints) {
    const SourceLocation At = Each.RemoveRange.getBegin();
    Files[SM.getFileID(At)].insert({SM.getFileOffset(At), Each.CodeToInsert});
  }
  for (auto &[File, Lacks] : Files) {
    std::string Text = SM.getBufferData(File).str();
    for (auto Each = Lacks.rbegin(); Each != Lacks.rend(); ++Each)
      Text.insert(Each->first, Each->second);
    const OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry || !writeFile(Entry->getName().str(), Text))
      return false;
  }
  return true;
}
