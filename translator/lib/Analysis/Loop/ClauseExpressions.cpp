// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expressions stand in the markers that PragmaHandler inserts before the statements of directives. The expressions
// in OpenMP's own clauses have been checked by clang, except for side effects, which the OpenMP specification does not
// forbid; only these are reported here.
#include "Analysis/Loop/ClauseExpressions.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/EvaluatedExprVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include <set>

using namespace hetcc;
using namespace clang;

namespace {

/// Finds operators that change something whenever an expression is evaluated. Calls are not reported, since only the
/// author of the program knows which calls change something.
class SideEffectFinder : public ConstEvaluatedExprVisitor<SideEffectFinder> {
public:
  explicit SideEffectFinder(const ASTContext &Context) : ConstEvaluatedExprVisitor(Context) {}
  SourceLocation Found;

  void VisitBinaryOperator(const BinaryOperator *E) { look(E->isAssignmentOp(), E, E->getLHS(), E->getOperatorLoc()); }
  void VisitUnaryOperator(const UnaryOperator *E) {
    look(E->isIncrementDecrementOp(), E, E->getSubExpr(), E->getOperatorLoc());
  }
  void VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) {
    const OverloadedOperatorKind Kind = E->getOperator();
    look(E->isAssignmentOp() || Kind == OO_PlusPlus || Kind == OO_MinusMinus, E, E->getArg(0), E->getOperatorLoc());
  }
  void VisitCXXNewExpr(const CXXNewExpr *E) { found(E->getBeginLoc()); }
  void VisitCXXDeleteExpr(const CXXDeleteExpr *E) { found(E->getBeginLoc()); }
  void VisitCXXThrowExpr(const CXXThrowExpr *E) { found(E->getBeginLoc()); }
  void VisitDeclStmt(const DeclStmt *S) { // a statement expression, `({ int n = 0; ++n; })`, may change its own
                                          // variables
    Own.insert(S->decl_begin(), S->decl_end());
    VisitStmt(S);
  }
  void VisitDeclRefExpr(const DeclRefExpr *E) { // clang may move an expression to a variable before the construct; the
                                                // variable's initializer is checked instead
    if (const auto *Stand = dyn_cast<OMPCapturedExprDecl>(E->getDecl()); Stand && Stand->getInit())
      Visit(Stand->getInit());
  }

private:
  void look(bool Changes, const Stmt *S, const Expr *Target, SourceLocation Loc) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts());
    if (Changes && !(Ref && Own.contains(Ref->getDecl())))
      found(Loc);
    VisitStmt(S);
  }
  void found(SourceLocation Loc) {
    if (Found.isInvalid())
      Found = Loc;
  }

  llvm::SmallPtrSet<const Decl *, 4> Own;
};

/// Whether a class has a conversion to a type for which `Fits` holds.
bool convertsTo(QualType T, llvm::function_ref<bool(QualType)> Fits) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() &&
         llvm::any_of(Class->getVisibleConversionFunctions(), [&](const NamedDecl *Function) {
           const auto *Conversion = dyn_cast<CXXConversionDecl>(Function->getUnderlyingDecl());
           return Conversion && Fits(Conversion->getConversionType().getNonReferenceType());
         });
}

bool isCondition(QualType T) {
  return (T->isScalarType() && !T->isScopedEnumeralType()) || T->isArrayType() || T->isFunctionType();
}

bool fits(const Expr *E, Wanted Type) {
  const Expr *Plain = E->IgnoreParenImpCasts();
  const QualType T = Plain->getType().getNonReferenceType();
  auto Is = [&](auto Fits) { return Fits(T) || convertsTo(T, Fits); };
  switch (Type) {
  case Wanted::Integer:
    return Is([](QualType Of) { return Of->isIntegralOrUnscopedEnumerationType(); });
  case Wanted::Number:
    return Is([](QualType Of) { return Of->isRealType() && !Of->isScopedEnumeralType(); });
  case Wanted::Condition:
    return Is(isCondition);
  case Wanted::Object:
    return Plain->isLValue() && !T->isFunctionType();
  case Wanted::Array:
    return (T->isPointerType() && !T->isFunctionPointerType()) || T->isArrayType() || T->isRecordType();
  case Wanted::Anything:
    return true;
  }
  return true;
}

class Checker : public DynamicVisitor {
public:
  Checker(ASTContext &Context, DirectiveList &Directives, Diagnostics &Diags)
      : Context(Context), Directives(Directives), Diags(Diags) {
    VisitsTemplateInstantiations = true;
  }
  bool Sound = true;

  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
      for (FunctionDecl *Operator : Generic->specializations())
        TraverseStmt(Operator->getBody());
    return true;
  }
  bool VisitIfStmt(IfStmt *If) override {
    if (const int Id = markerId(If); Id >= 0 && Directives[size_t(Id)].Automatic)
      checkAutomatic(Directives[size_t(Id)], *If);
    else if (Id >= 0)
      check(Directives[size_t(Id)], *If);
    return true;
  }

private:
  void checkAutomatic(Directive &D, const IfStmt &Marker) {
    const bool Before = Sound;
    Diagnostics::Silence Quiet(Diags);
    check(D, Marker);
    if (!Sound && Before)
      D.WhyAsWritten = Quiet.kept().Text;
    Sound = Before;
  }
  void check(Directive &D, const IfStmt &Marker) {
    bindExpressions(D, Marker);
    forEachExpr(D, [&](const ClauseExpr &E) {
      if (!E.Checked || E.Checked->isTypeDependent())
        return;
      if (!fits(E.Checked, E.Type) && isNew(E.Begin))
        Diags.report(E.Begin, message::err_clause_type)
            << E.Text << E.Clause << E.Checked->IgnoreParenImpCasts()->getType() << unsigned(E.Type);
      checkChanges(E.Checked, E.Clause);
    });
    const Stmt *Behind = Marker.getElse();
    if (const auto *OpenMP = dyn_cast_or_null<OMPExecutableDirective>(Behind))
      for (const OMPClause *Clause : OpenMP->clauses())
        for (const Stmt *Child : Clause->children())
          if (const auto *E = dyn_cast_or_null<Expr>(Child); E && !E->isTypeDependent())
            checkChanges(E, llvm::omp::getOpenMPClauseName(Clause->getClauseKind()));
  }

  void checkChanges(const Expr *E, StringRef Clause) {
    SideEffectFinder Changes(Context);
    Changes.Visit(E);
    if (Changes.Found.isValid() && isNew(Changes.Found))
      Diags.report(Changes.Found, message::err_clause_changes) << Clause;
  }

  /// Notes that there is an error; true if the error at this place is new, false if it has been reported for another
  /// instance of a template.
  bool isNew(SourceLocation Loc) {
    Sound = false;
    return Reported.insert(Loc).second;
  }

  ASTContext &Context;
  DirectiveList &Directives;
  Diagnostics &Diags;
  std::set<SourceLocation> Reported;
};

} // namespace

bool hetcc::checkClauseExpressions(ASTContext &Context, DirectiveList &Directives, Diagnostics &Diags) {
  Checker All(Context, Directives, Diags);
  All.TraverseDecl(Context.getTranslationUnitDecl());
  return All.Sound;
}
