// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the canonical loop of a directive, that is, the statement in the `else` branch of the directive's marker (an
// `if` statement that PragmaHandler adds), and finds the variables that names in the loop stand for.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace hetcc;
using namespace clang;

void hetcc::bindExpressions(Directive &D, const IfStmt &Marker) {
  std::vector<const Expr *> Chain;
  const Expr *E = Marker.getCond()->IgnoreParenImpCasts();
  while (auto *Comma = dyn_cast<BinaryOperator>(E)) {
    Chain.push_back(Comma->getRHS());
    E = Comma->getLHS()->IgnoreParens();
  }
  std::reverse(Chain.begin(), Chain.end()); // now in the order of the marker: e0, e1, ..., 0
  unsigned Slot = 0;
  forEachExpr(D, [&](ClauseExpr &C) {
    const Expr *Cast = Chain[Slot++]->IgnoreParens();
    C.Checked = cast<CStyleCastExpr>(Cast)->getSubExpr()->IgnoreParens();
  });
  auto Inherit = [](ClauseExpr &C, unsigned) { C.Checked = C.From ? C.From->Checked : C.Checked; };
  for (WindowSpec &Spec : D.Windows) {
    Inherit(Spec.Array, 0);
    forEachNumber(Spec, Inherit);
  }
}

void hetcc::bindExpressions(const RegionSite &Site) {
  for (const Surrounding &Each : Site.Around)
    bindExpressions(*Each.Source, *Each.Marker);
  bindExpressions(*Site.Source, *Site.Marker);
}

namespace {

/// A loop's condition `Left Relation Right`, built in or by an operator function.
struct Condition {
  const Expr *Left, *Right;
  BinaryOperatorKind Relation;
};

std::optional<Condition> condition(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    auto Form = Rewritten->getDecomposedForm();
    return Condition{Form.LHS, Form.RHS, Form.Opcode};
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return Condition{Binary->getLHS(), Binary->getRHS(), Binary->getOpcode()};
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E); Call && Call->getNumArgs() == 2 && Call->isComparisonOp())
    return Condition{Call->getArg(0), Call->getArg(1), BinaryOperator::getOverloadedOpcode(Call->getOperator())};
  return std::nullopt;
}

bool names(const Expr *E, const VarDecl *Var) { return namedDirectly(E) == Var; }

/// Reads a loop's increment into Decreasing and Step: `++i`, `i += s`, `i = i + s`, `i = s + i`, `i = i - s`, and calls
/// of such operators. False for all other expressions.
bool increment(const Expr *E, CanonicalLoop &Loop) {
  E = E->IgnoreParenImpCasts();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Loop.Decreasing = Unary->isDecrementOp();
    return Unary->isIncrementDecrementOp();
  }
  auto Binary = [&](const Expr *Left, const Expr *Right, BinaryOperatorKind Op) {
    if (Op != BO_Add && Op != BO_Sub)
      return false;
    Loop.Decreasing = Op == BO_Sub;
    Loop.Step = names(Left, Loop.Iterator) ? Right : Left;
    return names(Left, Loop.Iterator) || (Op == BO_Add && names(Right, Loop.Iterator));
  };
  if (auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_AddAssign || Op->getOpcode() == BO_SubAssign)
      return Binary(Op->getLHS(), Op->getRHS(), Op->getOpcode() == BO_AddAssign ? BO_Add : BO_Sub);
    if (auto *Sum = dyn_cast<BinaryOperator>(Op->getRHS()->IgnoreParenImpCasts()); Sum && Op->getOpcode() == BO_Assign)
      return Binary(Sum->getLHS(), Sum->getRHS(), Sum->getOpcode());
    return false;
  }
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E)) {
    switch (Call->getOperator()) {
    case OO_PlusPlus:
    case OO_MinusMinus:
      Loop.Decreasing = Call->getOperator() == OO_MinusMinus;
      return true;
    case OO_PlusEqual:
    case OO_MinusEqual:
      return Binary(Call->getArg(0), Call->getArg(1), Call->getOperator() == OO_PlusEqual ? BO_Add : BO_Sub);
    default:
      return false;
    }
  }
  return false;
}

/// An iterator's initial value without the ExprWithCleanups or the one-element braces around it.
const Expr *withoutCopy(const Expr *E) {
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  if (auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1)
    return withoutCopy(List->getInit(0));
  return E;
}

bool initialValue(const Stmt *Init, CanonicalLoop &Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Init)) {
    auto *Var = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    if (!Var || !Var->getInit())
      return false;
    Loop.Iterator = Var->getCanonicalDecl();
    Loop.Lower = withoutCopy(Var->getInit());
    Loop.DeclaredHere = true;
    return true;
  }
  auto *E = dyn_cast_or_null<Expr>(Init);
  if (!E)
    return false;
  E = E->IgnoreParenImpCasts();
  const Expr *Left = nullptr;
  if (auto *Assign = dyn_cast<BinaryOperator>(E); Assign && Assign->getOpcode() == BO_Assign)
    Left = Assign->getLHS(), Loop.Lower = Assign->getRHS();
  else if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E); Call && Call->getOperator() == OO_Equal)
    Left = Call->getArg(0), Loop.Lower = Call->getArg(1);
  Loop.Iterator = Left ? dyn_cast_or_null<VarDecl>(namedDirectly(Left)) : nullptr;
  return Loop.Iterator;
}

} // namespace

/// Whether the bound of an integer loop is of integer type, as OpenMP requires; reports an error otherwise. Clang
/// accepts a bound of floating type and truncates it.
static bool boundIsIntegral(const CanonicalLoop &Loop, Diagnostics &Diags) {
  if (!Loop.isInteger() || !Loop.Bound->getType()->isFloatingType())
    return true;
  const Expr *Bound = Loop.Bound->IgnoreImpCasts();
  Diags.report(Bound->getBeginLoc(), message::err_bound_type) << Bound->getType();
  Diags.report(Bound->getBeginLoc(), message::note_remedy) << "convert it to an integer before the loop";
  return false;
}

/// Whether the loop has the step 1 or -1 if its condition is `!=`: with any other step, or one that is not constant,
/// the iterator might jump over the bound. Clang accepts such loops, gcc does not. They are errors here too, except
/// under automatic directives (--hetcc-auto), where the host compiler gets the loop as it is.
static bool stepFitsRelation(const CanonicalLoop &Loop, const Directive &Source, Verdict &Fate,
                             const ASTContext &Context, Diagnostics &Diags) {
  if (Loop.Relation != BO_NE || !Loop.Step || Loop.Step->isValueDependent())
    return true;
  std::optional<llvm::APSInt> Step = Loop.Step->getIntegerConstantExpr(Context);
  if (Step && (*Step == 1 || *Step == -1))
    return true;
  const std::string Remedy = "compare with '" + std::string(Loop.Decreasing ? ">" : "<") + "'";
  if (Source.Automatic) {
    Fate.restrict(RunsOn::Plain, Loop.Step->getBeginLoc(), "its condition is '!=', and its step is not 1", Remedy);
    return true;
  }
  Diags.report(Loop.Step->getBeginLoc(), message::err_step_unequal);
  Diags.report(Loop.Step->getBeginLoc(), message::note_remedy) << Remedy;
  return false;
}

/// Sets the iterator's type. If the iterator is a class object whose elements are contiguous in memory, device code has
/// a pointer in its place, and the type is that of the pointer.
static void findIteratorType(CanonicalLoop &Loop) {
  Loop.IteratorType = Loop.Iterator->getType().getNonReferenceType().getUnqualifiedType();
  const QualType Element = elementOfIterator(Loop.IteratorType);
  Loop.OfClass = !Element.isNull();
  if (Loop.OfClass)
    Loop.IteratorType = Loop.Iterator->getASTContext().getPointerType(Element);
}

bool hetcc::readLoop(const ForStmt *For, CanonicalLoop &Into) {
  Into.For = For;
  std::optional<Condition> C;
  if (!initialValue(For->getInit(), Into) || !For->getCond() || !(C = condition(For->getCond())) || !For->getInc() ||
      !increment(For->getInc(), Into))
    return false;
  bool OnLeft = names(C->Left, Into.Iterator);
  if (!OnLeft && !names(C->Right, Into.Iterator))
    return false;
  Into.Bound = OnLeft ? C->Right : C->Left;
  Into.Relation = OnLeft ? C->Relation : BinaryOperator::reverseComparisonOp(C->Relation);
  findIteratorType(Into);
  return true;
}

/// Makes the equivalent `for` statement of a range-based one: `for (begin; begin != end; ++begin) { variable; body }`.
/// Null if the statement is incomplete.
static const ForStmt *asLoop(const CXXForRangeStmt *Range, ASTContext &Context) {
  if (!Range->getBeginStmt() || !Range->getCond() || !Range->getInc())
    return nullptr;
  auto *S = const_cast<CXXForRangeStmt *>(Range);
  Stmt *Parts[] = {S->getLoopVarStmt(), S->getBody()};
  auto *Body = CompoundStmt::Create(Context, Parts, FPOptionsOverride(), S->getLoopVarStmt()->getBeginLoc(),
                                    S->getBody()->getEndLoc());
  return new (Context) ForStmt(Context, S->getBeginStmt(), S->getCond(), nullptr, S->getInc(), Body, S->getForLoc(),
                               S->getForLoc(), S->getRParenLoc());
}

/// Why a range-based for statement cannot be split over devices; empty if it can. Generated code evaluates the range
/// more than once, so the range must be an expression such as a variable, whose evaluation has no effect.
static std::string rangeObstacle(const CXXForRangeStmt *Range, const ASTContext &Context) {
  const Expr *Given = Range->getRangeInit()->IgnoreParenImpCasts();
  if (Range->getInit())
    return "a range-based for loop with a statement of its own before the range is not split over devices";
  const bool Made =
      anyIn(Given, [](const Stmt *S) { return isa<CallExpr, MaterializeTemporaryExpr, InitListExpr>(S); });
  if (!Given->isGLValue() || Made || Given->HasSideEffects(Context))
    return "the range is no variable";
  return "";
}

/// The statement that follows the directive; null, after an error, if it is no loop. A loop in braces is an error, too:
/// clang accepts it, other compilers do not.
static const Stmt *findStatement(const RegionSite &Site, Diagnostics &Diags) {
  if (Site.LoopOfBlock)
    return Site.LoopOfBlock;
  const Stmt *Found = Site.Marker->getElse();
  if (auto *Executable = dyn_cast_or_null<OMPExecutableDirective>(Found))
    Found = Executable->getInnermostCapturedStmt()->getCapturedStmt();
  auto *Braces = dyn_cast_or_null<CompoundStmt>(Found);
  Found = Found && !Braces ? Found->IgnoreContainers() : nullptr;
  if (isa_and_nonnull<ForStmt, CXXForRangeStmt>(Found))
    return Found;
  Diags.report(Site.Source->Begin, message::err_no_loop) << Site.Source->Name;
  if (Braces)
    Diags.report(Braces->getLBracLoc(), message::note_braced_loop);
  return nullptr;
}

/// Handles `collapse` on a loop with an automatic directive (--hetcc-auto): devices share only the outermost loop, and
/// the inner loops run as if they had no directive. False if this could change the program's results.
static bool takeCollapsed(CanonicalLoop &Loop, const RegionSite &Site) {
  const auto *Nest = dyn_cast_or_null<OMPLoopBasedDirective>(Site.Marker->getElse());
  if (!Site.Source->Automatic || !Nest)
    return false;
  const Stmt *Next = Loop.For->getBody();
  for (unsigned Level = 1; Level < Nest->getLoopsNumber(); ++Level) {
    for (auto *Braces = dyn_cast<CompoundStmt>(Next); Braces && Braces->size() == 1;
         Braces = dyn_cast<CompoundStmt>(Next))
      Next = Braces->body_front();
    CanonicalLoop Inner;
    auto *For = dyn_cast<ForStmt>(Next);
    if (!For || !readLoop(For, Inner))
      return false;
    if (!Inner.DeclaredHere) {
      const auto *Assign = dyn_cast<BinaryOperator>(cast<Expr>(For->getInit())->IgnoreParenImpCasts());
      const auto *Name = Assign ? dyn_cast<DeclRefExpr>(Assign->getLHS()->IgnoreParenImpCasts()) : nullptr;
      // If keepsIterator(), the program may use the last value of an inner loop's iterator.
      if (!Name || Site.Source->keepsIterator())
        return false;
      Loop.Collapsed.push_back(Name);
    }
    Next = For->getBody();
  }
  return true;
}

/// Restricts a loop whose iterator generated code cannot compute from the number of an iteration.
static void checkIterator(const CanonicalLoop &Loop, const MemberEntities &Members, Verdict &Fate,
                          const ASTContext &Context) {
  const SourceLocation Begin = Loop.For->getBeginLoc();
  if (Loop.isInteger() && Context.getIntWidth(Loop.IteratorType) > 64)
    Fate.restrict(RunsOn::Plain, Begin, "the iterator is wider than 64 bits", "use a 64-bit iterator");
  if (!Loop.isInteger() && !Loop.isPointer())
    Fate.restrict(RunsOn::Host, Begin,
                  Loop.Range ? "the range's elements need not lie one behind the other"
                             : "the iterator '" + Loop.Iterator->getNameAsString() +
                                   "' is of a class whose elements need not lie one behind the other",
                  "write the loop over an index");
  // Generated code computes a pointer iterator from the iteration's number, so the body must not change the pointer.
  // Iterators that are class objects need no check here, because BodyScan permits only accesses to their elements.
  if (Loop.isPointer() && !Loop.OfClass && !Loop.Range)
    if (const Changes InBody = changes(Loop.For->getBody(), Loop.Iterator, Members); InBody.Assigned || InBody.Aliased)
      Fate.restrict(RunsOn::Plain, Begin, "the body may move the iterator '" + Loop.Iterator->getNameAsString() + "'",
                    "let the body move a copy of it");
}

std::optional<CanonicalLoop> hetcc::findLoop(const RegionSite &Site, const MemberEntities &Members, Verdict &Fate,
                                             ASTContext &Context, Diagnostics &Diags) {
  bindExpressions(Site);
  CanonicalLoop Loop;
  Loop.Statement = findStatement(Site, Diags);
  if (!Loop.Statement)
    return std::nullopt;
  const ForStmt *For = dyn_cast<ForStmt>(Loop.Statement);
  Loop.Range = dyn_cast<CXXForRangeStmt>(Loop.Statement);
  if (Loop.Range) {
    const std::string Why = rangeObstacle(Loop.Range, Context);
    For = Why.empty() && Context.getLangOpts().CPlusPlus11 ? asLoop(Loop.Range, Context) : nullptr;
    if (!For) {
      Fate.restrict(RunsOn::Plain, Loop.Statement->getBeginLoc(),
                    Why.empty() ? "a range-based for loop is not split over devices" : Why,
                    "let the loop go over a variable, or over an index");
      return Loop;
    }
  }
  // If the loop is not canonical, Sema has reported an error.
  if (!readLoop(For, Loop) || !boundIsIntegral(Loop, Diags) ||
      !stepFitsRelation(Loop, *Site.Source, Fate, Context, Diags))
    return std::nullopt;
  if (Loop.Range)
    Loop.Bound = cast<VarDecl>(cast<DeclStmt>(Loop.Range->getEndStmt())->getSingleDecl())->getInit();
  checkIterator(Loop, Members, Fate, Context);
  for (const OpenMPClause &Clause : Site.Source->OpenMP)
    if (llvm::is_contained({"linear", "ordered", "allocate", "collapse"}, Clause.Name) &&
        !(Clause.Name == "collapse" && takeCollapsed(Loop, Site)))
      Fate.restrict(RunsOn::Plain, Clause.Loc, "'" + Clause.Name + "' is not carried over to devices",
                    "leave out '" + Clause.Name + "' if the program does not need it");
  return Loop;
}
