// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

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

bool hetcc::isPlainAssignment(const CXXOperatorCallExpr *E) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  return Method && E->getOperator() == OO_Equal && Method->isTrivial() &&
         (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator());
}

const Expr *hetcc::withoutCopies(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    auto *Made = dyn_cast<CXXConstructExpr>(E);
    auto *Cast = dyn_cast<CastExpr>(E);
    auto *List = dyn_cast<InitListExpr>(E);
    if (auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (Made && Made->getNumArgs() > 0 && !elementOfIterator(Made->getType()).isNull() &&
             !elementOfIterator(Made->getArg(0)->getType()).isNull())
      E = Made->getArg(0);
    else if (Cast && !elementOfIterator(Cast->getType()).isNull())
      E = Cast->getSubExpr();
    else if (List && List->getNumInits() == 1 && !elementOfIterator(List->getType()).isNull())
      E = List->getInit(0);
    else
      return E;
  }
}

const Expr *hetcc::rangeOfCall(const Expr *E, bool End) {
  auto *Call = dyn_cast<CallExpr>(withoutCopies(E)->IgnoreParenImpCasts());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  auto *Member = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || !Callee->getIdentifier() ||
      !(Method ? Method->getParent()->isInStdNamespace() : Callee->isInStdNamespace()) ||
      Call->getNumArgs() != (Member ? 0 : 1))
    return nullptr;
  const bool Named = End ? llvm::is_contained({"end", "cend"}, Callee->getName())
                         : llvm::is_contained({"begin", "cbegin", "data"}, Callee->getName());
  const Expr *Of = Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
  const QualType T = Of->IgnoreParenImpCasts()->getType().getNonReferenceType();
  return Named && !elementOfContainer(T).isNull() ? Of : nullptr;
}

const Expr *hetcc::startOf(const Expr *E) {
  for (;;) {
    E = behindRange(withoutCopies(E)->IgnoreParenImpCasts());
    const Expr *First = rangeOfCall(E, false), *Of = First ? First : rangeOfCall(E, true);
    if (Of) {
      E = Of;
      continue;
    }
    if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
        Call && Call->getNumArgs() == 2 && (Call->getOperator() == OO_Plus || Call->getOperator() == OO_Minus) &&
        leadsToElements(Call->getType())) {
      E = Call->getArg(leadsToElements(Call->getArg(0)->getType()) ? 0 : 1);
      continue;
    }
    auto *Unary = dyn_cast<UnaryOperator>(E);
    auto *Binary = dyn_cast<BinaryOperator>(E);
    const auto Element = Unary && Unary->getOpcode() == UO_AddrOf && !accessorOf(Unary->getSubExpr())
                             ? subscript(Unary->getSubExpr())
                             : std::nullopt;
    if (Element)
      E = Element->Base;
    else if (Binary && Binary->isAdditiveOp())
      E = Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS() : Binary->getRHS();
    else
      return E;
  }
}
