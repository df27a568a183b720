// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pointers of an object functions follow that get it: a walk over each, and over those that it hands the object
// on to.
#include "Analysis/HandedObjects.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "Analysis/DynamicVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace hetcc;
using namespace clang;

/// The variable that an argument is, or is the address or a copy of; null where it is something else.
static const DeclRefExpr *variableOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getConstructor()->isCopyConstructor() && Copy->getNumArgs() == 1)
    E = Copy->getArg(0)->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
    E = Unary->getSubExpr()->IgnoreParenImpCasts();
  return dyn_cast<DeclRefExpr>(E);
}

namespace {

class MemberUses : public DynamicVisitor {
public:
  explicit MemberUses(Callees &Called) : Called(Called) {}
  /// Whether the function and those that it calls only read the members of what it gets.
  bool look(const FunctionDecl *F, unsigned Number) {
    const FunctionUse *Known = F ? Called.of(F) : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (!Known || !F->hasBody(Definition) || Number >= F->getNumParams() || (*Known)[Number].Written ||
        (*Known)[Number].Returned)
      return false;
    if (!Seen.insert({Definition, Number}).second)
      return true;
    const ValueDecl *Outer = std::exchange(Parameter, Definition->getParamDecl(Number));
    TraverseStmt(Definition->getBody());
    Parameter = Outer;
    return !Other;
  }
  llvm::SetVector<const FieldDecl *> Pointers; ///< that lead to arrays

private:
  bool isParameter(const Expr *E) const {
    const DeclRefExpr *Ref = variableOf(E);
    return Ref && Ref->getDecl() == Parameter;
  }
  bool dataTraverseStmtPre(Stmt *S) override {
    if (auto *Member = dyn_cast<MemberExpr>(S); Member && isParameter(Member->getBase())) {
      member(dyn_cast<FieldDecl>(Member->getMemberDecl()));
      return false;
    }
    auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(S))
      return true;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (isParameter(Call->getArg(I)))
        Other = !look(Call->getDirectCallee(), I) || Other;
      else
        TraverseStmt(Call->getArg(I));
    TraverseStmt(Call->getCallee());
    return false;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Other = Other || E->getDecl() == Parameter;
    return true;
  }
  void member(const FieldDecl *Field) {
    const QualType T = Field ? Field->getType() : QualType();
    const bool Leads = Field && T->isPointerType() && !T->isFunctionPointerType() && !T.isVolatileQualified() &&
                       !T->getPointeeType()->isIncompleteType() &&
                       !holdsPointers(T->getPointeeType(), /*ToChange=*/false);
    if (Leads)
      Pointers.insert(Field);
    else
      Other = Other || !Field || holdsPointers(T, /*ToChange=*/false);
  }

  Callees &Called;
  std::set<std::pair<const FunctionDecl *, unsigned>> Seen;
  const ValueDecl *Parameter = nullptr;
  bool Other = false; ///< a use that is none of a member
};

/// Whether a device can have a copy of the variable that differs in its pointers.
bool isObject(const DeclRefExpr &E, const ASTContext &Context) {
  auto *Var = dyn_cast<VarDecl>(E.getDecl());
  const QualType T = Var ? Var->getType().getNonReferenceType() : QualType();
  auto *Record = Var ? T->getAsRecordDecl() : nullptr;
  return Record && Record->isCompleteDefinition() && !Record->isUnion() && !T.isVolatileQualified() &&
         T.isTriviallyCopyableType(Context) && Var->getTLSKind() == VarDecl::TLS_None &&
         !(Context.getLangOpts().CPlusPlus && T.isConstQualified()) && !isUnnamed(T) && !hasOpenEnd(T) &&
         holdsPointers(T, /*ToChange=*/false);
}

} // namespace

std::optional<HandedObject> hetcc::handedObject(const Expr *Argument, const FunctionDecl *Callee, unsigned Number,
                                                Callees &Called, ASTContext &Context) {
  HandedObject Result;
  Result.Object = variableOf(Argument); // of `*p` the pointer, which is no object
  MemberUses Uses(Called);
  if (!Result.Object || !isObject(*Result.Object, Context) || !Uses.look(Callee, Number))
    return std::nullopt;
  for (const FieldDecl *Field : Uses.Pointers)
    Result.Arrays.push_back(MemberExpr::CreateImplicit(Context, const_cast<DeclRefExpr *>(Result.Object),
                                                       /*IsArrow=*/false, const_cast<FieldDecl *>(Field),
                                                       Field->getType(), VK_LValue, OK_Ordinary));
  return Result;
}
