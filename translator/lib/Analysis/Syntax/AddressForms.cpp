// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out which types hold pointers, which expressions compare addresses, and which expressions convert addresses to
// numbers or bytes, or numbers or bytes to addresses.
#include "Analysis/Syntax/AddressForms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

static bool holds(QualType T, bool ToChange, llvm::SmallPtrSetImpl<const Type *> &Seen) {
  T = T.getCanonicalType();
  if (auto *Array = T->getAsArrayTypeUnsafe())
    return holds(Array->getElementType(), ToChange, Seen);
  if (!Seen.insert(T.getTypePtr()).second)
    return false;
  if (T->isPointerType() || T->isReferenceType()) {
    QualType To = T->getPointeeType();
    return !ToChange || !To.isConstQualified() || holds(To, ToChange, Seen);
  }
  auto *Record = T->getAsRecordDecl();
  if (!Record || !Record->isCompleteDefinition())
    return false;
  auto Holds = [&](const auto &Part) { return holds(Part.getType(), ToChange, Seen); };
  auto *Class = dyn_cast<CXXRecordDecl>(Record);
  return llvm::any_of(Record->fields(), [&](const FieldDecl *Field) { return Holds(*Field); }) ||
         (Class && llvm::any_of(Class->bases(), Holds));
}

bool hetcc::holdsPointers(QualType T, bool ToChange) {
  llvm::SmallPtrSet<const Type *, 8> Seen;
  return holds(T, ToChange, Seen);
}

bool hetcc::dropsConst(QualType From, QualType To) {
  QualType Before = From->getPointeeType(), After = To->getPointeeType();
  if (Before.isNull() || After.isNull() || After->isFunctionType())
    return false;
  auto IsConst = [](QualType T) {
    while (auto *Array = T->getAsArrayTypeUnsafe())
      T = Array->getElementType();
    return T.isConstQualified();
  };
  return (IsConst(Before) && !IsConst(After)) || dropsConst(Before, After);
}

bool hetcc::castsConstAway(const CastExpr &Cast) {
  const QualType From = Cast.getSubExpr()->getType(), To = Cast.getType();
  return Cast.isGLValue() ? From.isConstQualified() && !To.isConstQualified() : dropsConst(From, To);
}

const VarDecl *hetcc::variable(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && !Var->getType()->isReferenceType() ? Var : nullptr;
    }
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    if (Member && !Member->isArrow())
      E = Member->getBase();
    else if (Element && Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = Element->getBase();
    else
      return nullptr;
  }
}

std::pair<const Expr *, llvm::ArrayRef<const Expr *>> hetcc::objectAndArguments(const CallExpr &Call) {
  llvm::ArrayRef<const Expr *> Given(Call.getArgs(), Call.getNumArgs());
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return {Member->getImplicitObjectArgument(), Given};
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() && !Given.empty())
    return {Given.front(), Given.drop_front()};
  return {nullptr, Given};
}

bool hetcc::comparesAddresses(const BinaryOperator *E) {
  return E->getLHS()->getType()->isPointerType() && E->getRHS()->getType()->isPointerType() &&
         (E->isComparisonOp() || E->getOpcode() == BO_Sub);
}

static const Type *withoutArrays(QualType T) {
  T = T.getCanonicalType();
  while (auto *Array = T->getAsArrayTypeUnsafe())
    T = Array->getElementType();
  return T.getTypePtr();
}

bool hetcc::makesPointers(const CastExpr *E) {
  QualType From = E->getSubExpr()->getType(), To = E->getType();
  const bool Object = E->getCastKind() == CK_LValueBitCast || E->getCastKind() == CK_LValueToRValueBitCast;
  if (!Object && (E->getCastKind() != CK_BitCast || !From->isPointerType() || !To->isPointerType()))
    return false;
  if (!Object)
    From = From->getPointeeType(), To = To->getPointeeType();
  const Type *Before = withoutArrays(From), *After = withoutArrays(To);
  return Before != After && holdsPointers(To, /*ToChange=*/false) &&
         !(Before->isPointerType() && After->isPointerType());
}

bool hetcc::changesObject(const CastExpr *E) {
  const QualType From = E->getSubExpr()->getType(), To = E->getType();
  if (E->getCastKind() == CK_LValueBitCast)
    return true;
  return E->getCastKind() == CK_BitCast && From->isPointerType() && To->isPointerType() && !To->isVoidPointerType() &&
         withoutArrays(From->getPointeeType()) != withoutArrays(To->getPointeeType());
}

bool hetcc::makesBytes(const CastExpr *E) {
  const QualType From = E->getSubExpr()->getType(), To = E->getType();
  const bool Object = E->getCastKind() == CK_LValueBitCast || E->getCastKind() == CK_LValueToRValueBitCast;
  if (!Object && (E->getCastKind() != CK_BitCast || !From->isPointerType() || !To->isPointerType()))
    return false;
  return holdsPointers(Object ? From : From->getPointeeType(), /*ToChange=*/false) &&
         !holdsPointers(Object ? To : To->getPointeeType(), /*ToChange=*/false);
}

bool hetcc::makesBytes(const MemberExpr *E) {
  auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  const QualType Base = E->getBase()->getType();
  return Field && Field->getParent()->isUnion() && !holdsPointers(Field->getType(), /*ToChange=*/false) &&
         holdsPointers(E->isArrow() ? Base->getPointeeType() : Base, /*ToChange=*/false);
}
