// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out whether a variable keeps its value. Each use of the variable's name counts as a change, unless the use is
// known to only read the variable.
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Calls `Do` for each object that an lvalue may name, or be a part of, without following pointers.
void objectsOf(const Expr *E, const MemberEntities &Members, llvm::function_ref<void(const Expr *)> Do) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return objectsOf(Paren->getSubExpr(), Members, Do);
  if (auto *Cast = dyn_cast<CastExpr>(E);
      Cast && (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_LValueBitCast))
    return objectsOf(Cast->getSubExpr(), Members, Do);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    objectsOf(Choice->getTrueExpr(), Members, Do);
    return objectsOf(Choice->getFalseExpr(), Members, Do);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && (Binary->isAssignmentOp() || Binary->isCommaOp()))
    return objectsOf(Binary->isCommaOp() ? Binary->getRHS() : Binary->getLHS(), Members, Do);
  if (auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_Real || Unary->getOpcode() == UO_Imag ||
                Unary->getOpcode() == UO_Extension))
    return objectsOf(Unary->getSubExpr(), Members, Do);
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow() && !Members.named(E))
    return objectsOf(Member->getBase(), Members, Do);
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(Element->getBase()->IgnoreParens());
        Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      return objectsOf(Decay->getSubExpr(), Members, Do);
  Do(E);
}

/// Finds out what a statement does to a variable. Each use of the variable's name is a read, an assignment, or an
/// alias, that is, a use that makes a pointer or reference to the variable.
struct ChangeFinder : DynamicVisitor {
  explicit ChangeFinder(const MemberEntities &Members) : Members(Members) {}
  const MemberEntities &Members;
  const ValueDecl *Var = nullptr;
  llvm::function_ref<bool(const FunctionDecl &)> KeepsNone; ///< see changes(); may be null
  Changes Found;
  llvm::SmallPtrSet<const Expr *, 16> Known; ///< uses of names that are reads or assignments, and make no alias

  void read(const Expr *Object) {
    objectsOf(Object, Members, [&](const Expr *E) { Known.insert(E); });
  }
  bool assign(const Expr *Object) {
    objectsOf(Object, Members, [&](const Expr *E) {
      Found.Assigned |= Members.named(E) == Var;
      Known.insert(E);
    });
    return true;
  }
  /// Notes that something may refer to `Object` from now on. In `f(++n)`, n is assigned, and f may keep a reference to
  /// n.
  bool refer(const Expr *Object) {
    objectsOf(Object, Members, [&](const Expr *E) { Found.Aliased |= Members.named(E) == Var; });
    return true;
  }

  bool dataTraverseStmtPre(Stmt *S) override {
    if (hasUnevaluatedOperands(S))
      return false;
    const Stmt *Inside = withoutDirectives(S); // a name in a clause is no use of the variable
    if (auto *If = dyn_cast_or_null<IfStmt>(Inside); If && markerId(If) >= 0)
      Inside = If->getElse();
    return Inside == S || (TraverseStmt(Inside), false);
  }
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc Written) override {
    read(Written.getUnderlyingExpr());
    return true;
  }
  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Written) override {
    read(Written.getUnderlyingExpr());
    return true;
  }
  /// The length in the type of a local array, as in `float row[n];`, is only read. The AST has no LValueToRValue
  /// conversion around it, so it is noted here.
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc Written) override {
    if (const Expr *Length = Written.getSizeExpr())
      read(Length);
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue || E->getCastKind() == CK_ToVoid)
      read(E->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override { return !E->isAssignmentOp() || assign(E->getLHS()); }
  bool VisitUnaryOperator(UnaryOperator *E) override { return !E->isIncrementDecrementOp() || assign(E->getSubExpr()); }
  bool VisitCallExpr(CallExpr *E) override {
    const bool Lends = KeepsNone && E->getDirectCallee() && KeepsNone(*E->getDirectCallee());
    for (const Expr *Argument : E->arguments()) {
      auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParenImpCasts());
      if (Lends && Address && Address->getOpcode() == UO_AddrOf)
        assign(Address->getSubExpr());
      else if (Argument->isGLValue())
        Lends ? assign(Argument) : refer(Argument);
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *Local) override {
    return !Local->getType()->isReferenceType() || !Local->getInit() || refer(Local->getInit());
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    Found.Aliased |= llvm::any_of(E->captures(), [&](const LambdaCapture &Each) {
      return Each.capturesVariable()
                 ? Each.getCaptureKind() == LCK_ByRef && Each.getCapturedVar()->getCanonicalDecl() == Var
                 : Each.capturesThis() && !isa<VarDecl>(Var);
    });
    return true;
  }
  /// Any use of the name that the functions above have not noted counts as an alias.
  bool VisitExpr(Expr *E) override {
    const bool IsName = isa<DeclRefExpr, MemberExpr, UnaryOperator>(E) && !Known.contains(E);
    Found.Aliased |= IsName && E->isGLValue() && Members.named(E) == Var;
    return true;
  }
};

} // namespace

Changes hetcc::changes(const Stmt *S, const ValueDecl *Var, const MemberEntities &Members,
                       llvm::function_ref<bool(const FunctionDecl &)> KeepsNone) {
  ChangeFinder Finder(Members);
  Finder.Var = Var;
  Finder.KeepsNone = KeepsNone;
  Finder.TraverseStmt(S);
  return Finder.Found;
}

bool hetcc::neverChanges(const ValueDecl *Decl, const FunctionDecl &F) {
  auto *Var = dyn_cast_or_null<VarDecl>(Decl);
  if (!Var || Var->getType().isConstQualified())
    return Var;
  if (Var->getDeclContext() != &F || Var->isStaticLocal() || !(isa<ParmVarDecl>(Var) || Var->getInit()))
    return false;
  const Changes Found = changes(F.getBody(), Var->getCanonicalDecl(), MemberEntities());
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

bool hetcc::mentions(const Stmt *S, const ValueDecl *Decl, const MemberEntities &Members) {
  return anyIn(S, [&](const Stmt *Part) {
    auto *E = dyn_cast<Expr>(Part);
    return E && Members.named(E) == Decl;
  });
}
