// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the variables of a `nowait` region, which becomes an OpenMP task. As with `target`, the task gets copies of
// scalars and pointers when the program reaches the region, and shares arrays, reduction and lastprivate variables.
#include "Analysis/Variables/TaskVariables.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the variables declared before the region that its clauses and its loop name.
struct NamedOutside : DynamicVisitor {
  explicit NamedOutside(const Region &R, const SourceManager &SM) : R(R), SM(SM) {}
  std::vector<const VarDecl *> Found;
  std::string Obstacle; ///< why the region cannot become a task; empty if it can

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (isa<BindingDecl>(Ref->getDecl()) && isOutside(Ref->getDecl()))
      Obstacle = "'" + Ref->getDecl()->getNameAsString() + "' is a structured binding";
    auto *Var = dyn_cast<VarDecl>(Ref->getDecl()->getCanonicalDecl());
    if (!Var || !isOutside(Var) || llvm::is_contained(Found, Var))
      return true;
    if (Var->getTLSKind() != VarDecl::TLS_None || Var->hasAttr<OMPThreadPrivateDeclAttr>())
      Obstacle = "'" + Var->getNameAsString() + "' is thread-local";
    Found.push_back(Var);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *) override {
    Obstacle = "the loop uses members of this object, which the program may change meanwhile";
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) override { return part(Member); }
  bool VisitUnaryOperator(UnaryOperator *E) override { return part(E); }

private:
  bool part(const Expr *E) {
    const ValueDecl *Entity = R.Members.member(E);
    std::vector<MemberPath> Followed;
    const ValueDecl *Variable = Entity ? memberPath(E, &Followed).front() : nullptr;
    if (!Followed.empty())
      Obstacle = "the loop uses members behind a pointer, which the program may change meanwhile";
    else if (const Window *W = Entity ? windowInside(R, {Variable}) : nullptr; W && W->Array.Decl != Entity)
      Obstacle = "the loop uses '" + W->Spec->Array.Text +
                 "' and other members of the same object, which the program may change meanwhile";
    return true;
  }
  bool isOutside(const ValueDecl *Decl) const {
    return SM.isBeforeInTranslationUnit(Decl->getLocation(), R.Site.Source->HashLoc);
  }
  const Region &R;
  const SourceManager &SM;
};

/// Whether the task shares a variable with the program, instead of having a copy.
bool isShared(const Region &R, const VarDecl *Var, const ASTContext &Context) {
  QualType Type = Var->getType().getNonReferenceType();
  if (Var == R.Loop.Iterator)
    return true;
  if (windowInside(R, {Var}))
    return true;
  if (int W = findWindow(R, Var); W >= 0)
    return R.Windows[W].Container || !Type->isPointerType();
  for (const Capture &C : R.Body.Captures)
    if (C.What.Decl == Var)
      return (C.Kind == CaptureKind::Reduction && !(C.Reduced.Atomic && Type->isPointerType())) ||
             C.Kind == CaptureKind::Private || C.Last;
  return Type->isArrayType() || !Type.isTriviallyCopyableType(Context);
}

} // namespace

TaskForm hetcc::findTaskVariables(const Region &R, ASTContext &Context) {
  if (!R.Site.Source->hasNowait() || R.Site.Source->joinsTeam() || R.Fate.Where == RunsOn::Plain)
    return {};
  NamedOutside All(R, Context.getSourceManager());
  All.TraverseStmt(R.Site.Marker->getCond());
  All.TraverseStmt(R.Loop.For);
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(R.Site.Marker->getElse()))
    if (auto *Threads = Directive->getSingleClause<OMPNumThreadsClause>())
      All.TraverseStmt(Threads->getNumThreads());
  TaskForm Task;
  Task.WhyNone = All.Obstacle;
  if (llvm::any_of(R.Body.Objects, [](const ObjectCopy &O) { return O.Original.Behind || !O.Links.empty(); }))
    Task.WhyNone = "the loop uses an object behind a pointer, which the program may change meanwhile";
  if (R.Fate.Where != RunsOn::Everywhere)
    Task.WhyNone = "the loop runs on the CPUs alone";
  for (const VarDecl *Var : All.Found) {
    bool Shared = isShared(R, Var, Context);
    if (isKnownNumber(*Var, Context) || (Shared && !Var->hasLocalStorage())) // needs no clause of the task
      continue;
    bool OfNamespace = Context.getLangOpts().CPlusPlus && Var->getDeclContext()->getRedeclContext()->isFileContext();
    Task.Variables.push_back({OfNamespace ? "::" + qualifiedName(*Var) : Var->getNameAsString(), !Shared});
  }
  return Task;
}
