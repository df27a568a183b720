// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Member functions of Directive: questions about a directive whose answer depends on its name and its clauses.
#include "Directive/Directive.h"
#include "clang/Basic/IdentifierTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;

bool Directive::has(llvm::StringRef Word) const {
  return llvm::any_of(llvm::split(Name, ' '), [&](llvm::StringRef Part) { return Part == Word; });
}

llvm::StringRef OpenMPClause::argument() const {
  return llvm::StringRef(Text).drop_front(Name.size()).trim().drop_front().drop_back();
}

const OpenMPClause *Directive::findOpenMP(llvm::StringRef Clause) const {
  auto It = llvm::find_if(OpenMP, [&](const OpenMPClause &C) { return C.Name == Clause; });
  return It == OpenMP.end() ? nullptr : &*It;
}

ScheduleWords Directive::schedule() const {
  ScheduleWords Words;
  const OpenMPClause *Clause = findOpenMP("schedule");
  if (!Clause)
    return Words;
  llvm::StringRef Text = Clause->argument();
  const auto [Front, Behind] = Text.split(':');
  if (Front.size() < Text.size() && (Front.contains("monotonic") || Front.trim() == "simd")) {
    Text = Behind;
    for (llvm::StringRef Word : llvm::split(Front, ',')) // the modifier `simd` only affects the sizes of chunks
      if (Word.trim() != "simd")
        Words.Modifiers = Word.trim().str() + ": ";
  }
  const auto [Kind, Chunk] = Text.split(',');
  Words.Kind = Kind.trim().str();
  Words.Chunk = Chunk.trim().str();
  return Words;
}

bool Directive::isOverPlaces() const {
  auto Spread = [](const clang::Token &T) {
    return T.is(clang::tok::identifier) && T.getIdentifierInfo()->isStr("spread");
  };
  return Kind == DirectiveKind::Block && llvm::any_of(OpenMP, [&](const OpenMPClause &C) {
           return C.Name == "proc_bind" && llvm::any_of(C.Tokens, Spread);
         });
}

IfConditions hetcc::ifConditions(const Directive &D, llvm::function_ref<std::string(const IfClause &)> Spell) {
  // `Parallel` is the construct whose condition decides whether iterations run in parallel.
  llvm::StringRef Parallel = D.has("parallel") ? "parallel" : D.has("teams") ? "teams" : "simd";
  IfConditions Result;
  auto Add = [](std::string &To, const std::string &Condition) { To += (To.empty() ? "" : " && ") + Condition; };
  for (const IfClause &If : D.Ifs) {
    std::string Text = Spell(If);
    bool All = If.Construct.empty();
    if (If.Construct == "target" || (All && D.Kind == DirectiveKind::Block && !D.has("parallel"))) {
      Add(Result.Target, Text);
      continue;
    }
    if (All || If.Construct == Parallel)
      Add(Result.Parallel, Text);
    if (D.Simd && (All || If.Construct == "simd"))
      Add(Result.Simd, Text);
  }
  return Result;
}

std::string hetcc::taskDirective(const Directive &D) {
  if (!D.isTask())
    return "";
  std::string Text = "task";
  for (const OpenMPClause &C : D.OpenMP)
    if (C.Name == "depend")
      Text += " " + C.Text;
  return Text;
}
