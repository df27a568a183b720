// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a variable keeps its value.
#include "Analysis/Body.h"
#include "Analysis/DynamicVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

struct Finder : DynamicVisitor {
  const ValueDecl *Var = nullptr;
  Changes Found;
  bool alias(const Expr *E) { return !(Found.Aliased |= namedEntity(E) == Var); }
  bool assign(const Expr *E) {
    Found.Assigned |= namedEntity(E) == Var;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override { return !E->isAssignmentOp() || assign(E->getLHS()); }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_AddrOf)
      return alias(E->getSubExpr());
    return !E->isIncrementDecrementOp() || assign(E->getSubExpr());
  }
  bool VisitCallExpr(CallExpr *E) override { // by reference, perhaps
    for (const Expr *Argument : E->arguments())
      if (Argument->isLValue() && !alias(Argument))
        return false;
    return true;
  }
  bool VisitVarDecl(VarDecl *Local) override {
    return !Local->getType()->isReferenceType() || !Local->getInit() || alias(Local->getInit());
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    Found.Aliased |= llvm::any_of(E->captures(), [&](const LambdaCapture &Each) {
      return Each.capturesVariable()
                 ? Each.getCaptureKind() == LCK_ByRef && Each.getCapturedVar()->getCanonicalDecl() == Var
                 : Each.capturesThis() && !isa<VarDecl>(Var);
    });
    return !Found.Aliased;
  }
};

} // namespace

Changes hetcc::changes(const Stmt *S, const ValueDecl *Var) {
  Finder Finder;
  Finder.Var = Var;
  Finder.TraverseStmt(S);
  return Finder.Found;
}

bool hetcc::neverChanges(const ValueDecl *Decl, const FunctionDecl &F) {
  auto *Var = dyn_cast_or_null<VarDecl>(Decl);
  if (!Var || Var->getType().isConstQualified())
    return Var;
  if (Var->getDeclContext() != &F || Var->isStaticLocal() || !(isa<ParmVarDecl>(Var) || Var->getInit()))
    return false;
  const Changes Found = changes(F.getBody(), Var->getCanonicalDecl());
  return !Found.Assigned && !Found.Aliased;
}

bool hetcc::neverChanges(const Expr *Length, const FunctionDecl &F) {
  return !anyIn(Length, [&](const Stmt *Part) {
    auto *E = dyn_cast<Expr>(Part);
    if (auto *Ref = dyn_cast<DeclRefExpr>(Part))
      return !isa<EnumConstantDecl>(Ref->getDecl()) && !neverChanges(Ref->getDecl(), F);
    if (auto *Unary = dyn_cast<UnaryOperator>(Part))
      return Unary->getOpcode() == UO_Deref || Unary->isIncrementDecrementOp();
    if (auto *Binary = dyn_cast<BinaryOperator>(Part))
      return Binary->isAssignmentOp();
    return !E || !isa<IntegerLiteral, CharacterLiteral, ParenExpr, CastExpr, ConditionalOperator, ConstantExpr>(E);
  });
}
