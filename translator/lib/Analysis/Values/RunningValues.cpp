// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the known values of variables as polynomials, while an analysis walks over statements.
#include "Analysis/Values/RunningValues.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

std::optional<Polynomial> RunningValues::of(const Expr *E) const {
  if (!E || E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (auto Known = E->getIntegerConstantExpr(Context))
    return Known->isRepresentableByInt64() ? std::optional(Polynomial::constant(Known->getExtValue())) : std::nullopt;
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E)) {
    const QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    const bool Keeps = Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp ||
                       (Cast->getCastKind() == CK_IntegralCast && keeps(From, To));
    return Keeps ? of(Cast->getSubExpr()) : std::nullopt;
  }
  if (const VarDecl *Var = isa<DeclRefExpr>(E) ? namedVariable(E) : nullptr) {
    if (auto Known = Values.find(Var); Known != Values.end())
      return Known->second;
    const bool Counts = llvm::any_of(Open, [&](const Counter &Each) { return Each.Var == Var; });
    return Counts || isLeftAlone(*Var) ? std::optional(Polynomial::variable(Var)) : std::nullopt;
  }
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !E->getType()->isSignedIntegerType())
    return std::nullopt;
  const auto Left = of(Binary->getLHS()), Right = of(Binary->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  const Polynomial Result = Binary->getOpcode() == BO_Add   ? *Left + *Right
                            : Binary->getOpcode() == BO_Sub ? *Left + -*Right
                                                            : *Left * *Right;
  const bool Known = Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul;
  return Known && Result.valid() && !Context.getLangOpts().isSignedOverflowDefined() ? std::optional(Result)
                                                                                     : std::nullopt;
}

bool RunningValues::keeps(QualType From, QualType To) const {
  if (!From->isIntegralOrEnumerationType() || From->isBooleanType() || To->isBooleanType())
    return false;
  const bool FromSigned = From->isSignedIntegerOrEnumerationType(), ToSigned = To->isSignedIntegerOrEnumerationType();
  const unsigned Bits = Context.getIntWidth(From), More = Context.getIntWidth(To);
  return FromSigned == ToSigned ? More >= Bits : !FromSigned && More > Bits;
}

/// Whether a variable that is declared outside of the code `Whole` is known to have the same value throughout this
/// code.
bool RunningValues::isLeftAlone(const VarDecl &Var) const {
  if (!Var.hasLocalStorage() || Var.getType()->isReferenceType() || Var.getType().isVolatileQualified() ||
      functionOf(Var) != F.getCanonicalDecl())
    return false;
  const bool Inside = anyIn(Whole, [&](const Stmt *Part) {
    auto *Declared = dyn_cast<DeclStmt>(Part);
    return Declared && llvm::any_of(Declared->decls(), [&](const Decl *D) { return D->getCanonicalDecl() == &Var; });
  });
  return !Inside && !changes(Whole, &Var, MemberEntities()).Assigned &&
         !changes(F.getBody(), &Var, MemberEntities()).Aliased;
}

void RunningValues::learn(const VarDecl *Var, const Expr *Value) {
  const QualType T = Var->getType();
  const auto Known = T->isIntegerType() && !T.isVolatileQualified() && Var->hasLocalStorage() &&
                             functionOf(*Var) == F.getCanonicalDecl() && keeps(Value->getType(), T)
                         ? of(Value)
                         : std::nullopt;
  Values.erase(Var);
  const bool Counts = llvm::any_of(Open, [&](const Counter &Each) { return Each.Var == Var; });
  if (Known && !Counts && !changes(F.getBody(), Var, MemberEntities()).Aliased)
    Values[Var] = *Known;
}

void RunningValues::forgetChangedIn(const Stmt *S) {
  llvm::SmallVector<const VarDecl *, 4> Gone;
  for (const auto &[Var, Value] : Values)
    if (changes(S, Var, MemberEntities()).Assigned)
      Gone.push_back(Var);
  for (const VarDecl *Var : Gone)
    Values.erase(Var);
}

bool RunningValues::isNeverNegative(Polynomial P) const {
  for (const Counter &Each : llvm::reverse(Open)) {
    const auto Parts = P.split(Each.Var);
    const auto Factor = Parts ? Parts->first.asConstant() : std::nullopt;
    if (!Factor)
      return false;
    P = Parts->second + Parts->first * (*Factor >= 0 ? Each.First : Each.End + Polynomial::constant(-1));
  }
  const auto Value = P.valid() ? P.asConstant() : std::nullopt;
  return Value && *Value >= 0;
}
