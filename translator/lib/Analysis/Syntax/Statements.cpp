// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for the statements of a loop body, most of them over partsOf(), which lists the parts that a statement
// consists of, directives left out.
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

const Stmt *hetcc::withoutDirectives(const Stmt *S) {
  for (;;)
    if (auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(S); Directive && Directive->hasAssociatedStmt())
      S = Directive->getRawStmt();
    else if (auto *Captured = dyn_cast_or_null<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
    else if (isBindMarker(S))
      S = cast<IfStmt>(S)->getElse();
    else
      return S;
}

const Stmt *hetcc::lastPart(const Stmt *S) {
  const Stmt *Part = nullptr;
  if (auto *If = dyn_cast<IfStmt>(S))
    Part = If->getElse() ? If->getElse() : If->getThen();
  else if (auto *For = dyn_cast<ForStmt>(S))
    Part = For->getBody();
  else if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    Part = Range->getBody();
  else if (auto *While = dyn_cast<WhileStmt>(S))
    Part = While->getBody();
  else if (auto *Switch = dyn_cast<SwitchStmt>(S))
    Part = Switch->getBody();
  else if (auto *Case = dyn_cast<SwitchCase>(S))
    Part = Case->getSubStmt();
  else if (auto *Label = dyn_cast<LabelStmt>(S))
    Part = Label->getSubStmt();
  else if (auto *Attributed = dyn_cast<AttributedStmt>(S))
    Part = Attributed->getSubStmt();
  else if (auto *Directive = dyn_cast<OMPExecutableDirective>(S); Directive && Directive->hasAssociatedStmt())
    Part = Directive->getAssociatedStmt();
  else if (auto *Captured = dyn_cast<CapturedStmt>(S))
    Part = Captured->getCapturedStmt();
  return Part ? lastPart(Part) : S;
}

SourceRange hetcc::textOf(const Stmt *S) { return {S->getBeginLoc(), lastPart(S)->getEndLoc()}; }

std::vector<const Stmt *> hetcc::partsOf(const Stmt *S) {
  std::vector<const Stmt *> Parts;
  for (const Stmt *Child : S->children())
    if (const Stmt *Part = withoutDirectives(Child))
      Parts.push_back(Part);
  return Parts;
}

bool hetcc::hasContinue(const Stmt *S) {
  return isa<ContinueStmt>(S) || (!isLoop(S) && llvm::any_of(partsOf(S), hasContinue));
}

bool hetcc::hasUnevaluatedOperands(const Stmt *S) {
  if (auto *Type = dyn_cast<CXXTypeidExpr>(S))
    return !Type->isPotentiallyEvaluated();
  auto *Call = dyn_cast<CallExpr>(S);
  if (const unsigned Builtin = Call ? Call->getBuiltinCallee() : 0)
    return Call->getDirectCallee()->getASTContext().BuiltinInfo.isUnevaluated(Builtin);
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S);
}

bool hetcc::anyIn(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  return S && (Is(S) || llvm::any_of(partsOf(S), [&](const Stmt *Part) { return anyIn(Part, Is); }));
}

bool hetcc::comesAfter(const Expr *E, const Stmt *S, const SourceManager &SM) {
  return SM.isBeforeInTranslationUnit(withoutDirectives(S)->getBeginLoc(), E->getBeginLoc()) &&
         !anyIn(S, [&](const Stmt *Part) { return Part == E; });
}

bool hetcc::isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S); }

/// `InLoop` and `InSwitch`: S stands in a loop or a `switch` inside of the statement that the caller asks about, so a
/// `break` or `continue` in S does not leave that statement.
static bool mayLeave(const Stmt *S, bool Turns, bool InLoop, bool InSwitch) {
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr, CoroutineSuspendExpr, OMPCancelDirective,
          OMPCancellationPointDirective>(S) ||
      (isa<BreakStmt>(S) && !InLoop && !InSwitch) || (Turns && isa<ContinueStmt>(S) && !InLoop))
    return true;
  if (isa<LambdaExpr>(S))
    return false;
  const bool Loop = InLoop || isLoop(S), Switch = InSwitch || isa<SwitchStmt>(S);
  return llvm::any_of(partsOf(S), [&](const Stmt *Part) { return mayLeave(Part, Turns, Loop, Switch); });
}

bool hetcc::mayLeave(const Stmt *S, bool Turns) { return ::mayLeave(S, Turns, /*InLoop=*/false, /*InSwitch=*/false); }

const Stmt *hetcc::statementOf(const OMPExecutableDirective *Directive) {
  const Stmt *S = Directive->hasAssociatedStmt() ? Directive->getAssociatedStmt() : nullptr;
  while (auto *Captured = dyn_cast_or_null<CapturedStmt>(S))
    S = Captured->getCapturedStmt();
  return S;
}
