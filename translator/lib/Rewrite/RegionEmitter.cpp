// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of code that several writers of one region's host code need.
#include "Rewrite/RegionEmitter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

std::string hetcc::quoted(StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream(Out).write_escaped(Text);
  return "\"" + Out + "\"";
}

bool hetcc::lists(const Directive &D, ArrayRef<StringRef> Clauses, StringRef Name) {
  for (const OpenMPClause &C : D.OpenMP)
    if (llvm::is_contained(Clauses, C.Name))
      for (const Token &T : C.Tokens)
        if (T.is(tok::identifier) && T.getIdentifierInfo()->getName() == Name)
          return true;
  return false;
}

std::string hetcc::locationText(const Directive &D, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return "__FILE__ \":" + std::to_string(SM.getPresumedLoc(SM.getExpansionLoc(D.HashLoc)).getLine()) + "\"";
}

bool RegionEmitter::isCXX() const { return Context.getLangOpts().CPlusPlus; }

bool RegionEmitter::hasAuto() const { return Context.getLangOpts().CPlusPlus11; }

std::string RegionEmitter::printed(const Expr *E) const {
  size_t First = Unit.Tokens.find(E->getBeginLoc()), Last = Unit.Tokens.find(E->getEndLoc());
  return Unit.Tokens.print(First, Last, {}, false);
}

bool RegionEmitter::hasValues() const {
  return (!R.Loop.Clause && (R.Fate.Where == RunsOn::Everywhere || R.Site.Source->Variant)) || !R.Windows.empty();
}

std::string RegionEmitter::arrayField(const Window &W) const {
  return hasArraysOnly() ? "hetrt_array_" + std::to_string(&W - R.Windows.data()) : fieldName(W.Array);
}

std::string RegionEmitter::iteratorAt(const std::string &K) const {
  std::string Lower = "hetrt_lower_" + N, Step = "(hetrt_uint64)hetrt_step_" + N;
  return R.Loop.isInteger() ? "(__typeof__(" + Lower + "))((hetrt_uint64)" + Lower + " + " + K + " * " + Step + ")"
                            : Lower + " + (hetrt_int64)(" + K + " * " + Step + ")";
}

std::string RegionEmitter::firstValue() const {
  if (R.Loop.isInteger())
    return "(hetrt_int64)hetrt_lower_" + N;
  if (R.Loop.isPointer() && R.Loop.BaseWindow >= 0)
    return "(hetrt_int64)(hetrt_lower_" + N + " - " + startOfBase(R.Windows[R.Loop.BaseWindow].Name) + ")";
  return "0";
}

std::string RegionEmitter::startOfBase(const std::string &Name) const {
  const Window &Base = R.Windows[R.Loop.BaseWindow];
  if (R.Loop.Range && (Base.Container || Base.Type->isArrayType()))
    return "hetrt_first_of((" + Name + "), 0)";
  return R.Loop.OfClass ? "(" + Name + ").begin()" : pointerText(Base, Name);
}

bool RegionEmitter::listsIterator(ArrayRef<StringRef> Clauses) const {
  return lists(*R.Site.Source, Clauses, R.Loop.Iterator->getName());
}

std::string RegionEmitter::ifVariable(const IfClause &If) const {
  return "hetrt_if_" + N + "_" + std::to_string(&If - R.Site.Source->Ifs.data());
}

IfConditions RegionEmitter::ifValues() const {
  return ifConditions(*R.Site.Source, [&](const IfClause &If) { return ifVariable(If); });
}
