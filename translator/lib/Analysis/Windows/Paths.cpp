// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks through a region's loop body, and notes the loops and conditions around each access.
#include "Analysis/Windows/Paths.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether control may leave a statement before its end. `TakesBreak` and `TakesContinue`: a `break` or `continue` in S
/// belongs to a loop or switch inside of the statement, so it does not leave the statement.
bool leaves(const Stmt *S, bool TakesBreak, bool TakesContinue) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<GotoStmt, IndirectGotoStmt, ReturnStmt, CXXThrowExpr>(S) || (isa<BreakStmt>(S) && !TakesBreak) ||
      (isa<ContinueStmt>(S) && !TakesContinue))
    return true;
  const bool Loop = isLoop(S);
  return llvm::any_of(partsOf(S), [&](const Stmt *Part) {
    return leaves(Part, TakesBreak || Loop || isa<SwitchStmt>(S), TakesContinue || Loop);
  });
}

/// The condition, if a statement is `if (condition) continue;`; else null.
const Expr *skips(const Stmt *S) {
  auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() || markerId(If) >= 0)
    return nullptr;
  const Stmt *Then = If->getThen();
  if (auto *Braces = dyn_cast<CompoundStmt>(Then); Braces && Braces->size() == 1)
    Then = Braces->body_front();
  return isa<ContinueStmt>(Then) ? If->getCond() : nullptr;
}

} // namespace

void Paths::inside(PathStep Step, const Stmt *S) {
  if (!S)
    return;
  Open.push_back(mayBeEntered(S) ? PathStep() : Step);
  walk(S);
  Open.pop_back();
}

/// Walks a loop's body. The statements after `if (condition) continue;` run if the condition is false. For the
/// statements after any other jump, it is not known whether they run.
void Paths::loopBody(const Stmt *Body) {
  const size_t Depth = Open.size();
  Body = withoutDirectives(Body);
  auto *Braces = dyn_cast_or_null<CompoundStmt>(Body);
  llvm::SmallVector<const Stmt *, 8> Parts;
  if (Braces)
    Parts.append(Braces->body_begin(), Braces->body_end());
  else if (Body)
    Parts.push_back(Body);
  for (size_t I = 0; I < Parts.size(); ++I) {
    const Stmt *Each = Parts[I];
    if (const Expr *Condition = skips(Each)) {
      // Another jump may lead past the test.
      const bool Passed = llvm::any_of(llvm::drop_begin(Parts, I + 1), mayBeEntered);
      walk(Condition);
      Open.push_back(Passed ? PathStep() : PathStep{PathStep::Kind::Condition, {}, false, Condition, false});
      continue;
    }
    // Noted before the walk, because the jump may also skip later parts of the same statement.
    if (leaves(Each, false, false))
      Open.push_back({});
    walk(Each);
  }
  Open.truncate(Depth);
}

void Paths::loop(const ForStmt *For) {
  auto Counted = countedLoop(For, Context, Counting::Pointers);
  if (!Counted) {
    walk(For->getInit());
    for (const Stmt *Part : {static_cast<const Stmt *>(For->getConditionVariableDeclStmt()),
                             static_cast<const Stmt *>(For->getCond()), static_cast<const Stmt *>(For->getInc())})
      inside({}, Part);
    Open.push_back({});
    loopBody(For->getBody());
    return Open.pop_back();
  }
  for (const Stmt *Part : {For->getInit(), static_cast<const Stmt *>(For->getCond())})
    walk(Part);
  Open.push_back({PathStep::Kind::Loop, *Counted, leaves(For->getBody(), false, true), nullptr, true});
  loopBody(For->getBody());
  Open.pop_back();
}

void Paths::range(const CXXForRangeStmt *Range, const InnerLoop &Counted) {
  for (const Stmt *Part :
       {static_cast<const Stmt *>(Range->getInit()), static_cast<const Stmt *>(Range->getRangeStmt())})
    walk(Part);
  Open.push_back({PathStep::Kind::Loop, Counted, leaves(Range->getBody(), false, true), nullptr, true});
  walk(Range->getLoopVarStmt());
  loopBody(Range->getBody());
  Open.pop_back();
}

void Paths::walk(const Stmt *S) {
  S = withoutDirectives(S);
  if (!S)
    return;
  if (mayNameElement(S) && !Open.empty())
    Around[cast<Expr>(S)] = Open;
  auto Tested = [&](const Expr *Test, const Stmt *True, const Stmt *False) {
    walk(Test);
    inside({PathStep::Kind::Condition, {}, false, Test, true}, True);
    inside({PathStep::Kind::Condition, {}, false, Test, false}, False);
  };
  if (auto *If = dyn_cast<IfStmt>(S); If && markerId(If) < 0) {
    walk(If->getInit());
    walk(If->getConditionVariableDeclStmt());
    return Tested(If->getCond(), If->getThen(), If->getElse());
  }
  if (auto *Choice = dyn_cast<ConditionalOperator>(S))
    return Tested(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
  if (auto *Logical = dyn_cast<BinaryOperator>(S); Logical && Logical->isLogicalOp())
    return Logical->getOpcode() == BO_LAnd ? Tested(Logical->getLHS(), Logical->getRHS(), nullptr)
                                           : Tested(Logical->getLHS(), nullptr, Logical->getRHS());
  if (auto *For = dyn_cast<ForStmt>(S))
    return loop(For);
  if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    if (const auto Counted = countedLoop(S, Context))
      return range(Range, *Counted);
  const bool Unknown = isLoop(S) || isa<SwitchStmt, LambdaExpr, BinaryConditionalOperator, IfStmt>(S);
  if (Unknown)
    Open.push_back({});
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    walk(Lambda->getBody());
  for (const Stmt *Child : partsOf(S))
    walk(Child);
  if (Unknown)
    Open.pop_back();
}
