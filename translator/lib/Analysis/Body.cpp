// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for the types and statements of a loop body, most of them over partsOf(), which lists the parts that a
// statement consists of, directives left out.
#include "Analysis/Body.h"
#include "Analysis/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

const Expr *hetcc::baseOf(const Expr *E) {
  if (auto Element = subscript(E))
    return Element->Base;
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getBase();
  if (auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS() : Sum->getRHS();
  auto *Unary = dyn_cast<UnaryOperator>(E);
  const bool Leads = Unary && (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf);
  return Leads ? Unary->getSubExpr() : nullptr;
}

std::string hetcc::sizeOfRow(const std::string &Row, QualType T, const ASTContext &Context) {
  if (!Context.getLangOpts().CPlusPlus || !T->isVariablyModifiedType())
    return "sizeof(" + Row + ")";
  return "((const char *)(&" + Row + " + 1) - (const char *)&" + Row + ")";
}

QualType hetcc::typeOfRow(QualType T, unsigned Dimensions, const ASTContext &Context) {
  for (; Dimensions > 0; --Dimensions)
    if (const ArrayType *Array = Context.getAsArrayType(T))
      T = Array->getElementType();
    else if (const auto Row = rowHolder(T, Context))
      T = Row->Element;
  return T;
}

QualType hetcc::typeOfRow(const Window &W, unsigned Dimensions, const ASTContext &Context) {
  if (W.isByParts() && Dimensions > 1 && Dimensions <= W.Holders.size() + 1)
    return W.Holders[Dimensions - 2].Element;
  return typeOfRow(W.Type, Dimensions, Context);
}

bool hetcc::hasLengthsByAlias(QualType T, const ASTContext &Context) {
  while (T->isVariablyModifiedType()) {
    auto *Typedef = T->getAs<TypedefType>();
    if (Typedef && isa<TypeAliasDecl>(Typedef->getDecl()))
      return true;
    const QualType Inner = Typedef ? Typedef->desugar() : typeOfRow(T, 1, Context);
    if (Inner == T)
      return false;
    T = Inner;
  }
  return false;
}

std::string hetcc::lengthByType(std::string Array, QualType T, unsigned D, const ASTContext &Context) {
  for (unsigned Outer = 0; Outer < D; ++Outer)
    Array += "[0]";
  return "(hetrt_int64)(" + sizeOfRow(Array, typeOfRow(T, D, Context), Context) + " / " +
         sizeOfRow(Array + "[0]", typeOfRow(T, D + 1, Context), Context) + ")";
}

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

const Expr *hetcc::objectAsked(const Expr *E, ArrayRef<StringRef> Names) {
  auto *Call = dyn_cast<CXXMemberCallExpr>(E->IgnoreParenImpCasts());
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  const bool Asks = Method && Method->getParent()->isInStdNamespace() && Method->getIdentifier() &&
                    llvm::is_contained(Names, Method->getName()) && Method->getNumParams() == 0;
  return Asks ? Call->getImplicitObjectArgument()->IgnoreParenImpCasts() : nullptr;
}

const Expr *hetcc::returnedAlone(const FunctionDecl &Definition) {
  auto *Body = dyn_cast<CompoundStmt>(Definition.getBody());
  auto *Return = Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

bool hetcc::asksForSize(const Expr *E) {
  auto *Call = dyn_cast<CXXMemberCallExpr>(E->IgnoreParenImpCasts());
  return Call && isa<MemberExpr>(Call->getCallee()->IgnoreParens()) && objectAsked(E, {"size", "empty", "length"});
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

bool hetcc::mentions(const Stmt *S, const ValueDecl *Decl, const MemberEntities &Members) {
  return anyIn(S, [&](const Stmt *Part) {
    auto *E = dyn_cast<Expr>(Part);
    return E && Members.named(E) == Decl;
  });
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

bool hetcc::isPlainAssignment(const CXXOperatorCallExpr *E) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  return Method && E->getOperator() == OO_Equal && Method->isTrivial() &&
         (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator());
}

bool hetcc::isOfEachThread(const VarDecl *Var) {
  return Var->getTLSKind() != VarDecl::TLS_None || Var->hasAttr<OMPThreadPrivateDeclAttr>();
}
