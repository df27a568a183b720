// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that no clause asks for.
#include "Analysis/UnnamedArrays.h"
#include "Analysis/Body.h"
#include "Analysis/Offsets.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace hetcc;
using namespace clang;

namespace {

/// A pointer or array that is no function's.
bool isArrayLike(QualType T) {
  T = T.getNonReferenceType();
  return (T->isPointerType() && !T->isFunctionPointerType()) || T->isArrayType();
}

/// Uses of arrays in a body, each array once, in the order of the text.
class ArrayFinder : public RecursiveASTVisitor<ArrayFinder> {
public:
  ArrayFinder(const Region &R, ASTContext &Context) : R(R), Context(Context) {}
  std::vector<const Expr *> Found;

  bool VisitVarDecl(VarDecl *Var) {
    Locals.insert(Var->getCanonicalDecl());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    auto *Var = dyn_cast_or_null<VarDecl>(namedEntity(E));
    if (Var && isArrayLike(Var->getType()) && !isConstantTable(Var, Context))
      add(E, {Var});
    return true;
  }
  /// `p->x` and `this->x`. An array inside of an object without pointers travels with that.
  bool VisitMemberExpr(MemberExpr *E) {
    if (!isArrayLike(E->getType()) || !isa<FieldDecl>(E->getMemberDecl()))
      return true;
    if (const ValueDecl *Own = namedEntity(E); Own && isa<FieldDecl>(Own))
      add(E, {Own});
    else if (std::vector<MemberPath> Followed;
             E->getType()->isPointerType() || (!memberPath(E, &Followed).empty() && !Followed.empty()))
      add(E, memberPath(E));
    return true;
  }

private:
  void add(const Expr *E, MemberPath Path) {
    const bool IsClauses = llvm::any_of(R.Captures, [&](const Capture &C) { return C.What.Decl == Path.front(); });
    if (Path.empty() || Locals.contains(Path.front()) || Path.front() == R.Loop.Iterator || isPrivate(Path.front()) ||
        IsClauses || !Known.insert(Path).second)
      return;
    Found.push_back(E);
  }
  /// Of the clauses that give each thread its own.
  bool isPrivate(const ValueDecl *Decl) const {
    auto *Directive = dyn_cast<OMPExecutableDirective>(R.Marker->getElse());
    return Directive && llvm::any_of(Directive->clauses(), [&](const OMPClause *Clause) {
             if (!isa<OMPPrivateClause, OMPFirstprivateClause, OMPLastprivateClause, OMPReductionClause>(Clause))
               return false;
             return anyNames(Clause, Decl);
           });
  }
  static bool anyNames(const OMPClause *Clause, const ValueDecl *Decl) {
    return llvm::any_of(Clause->children(), [&](const Stmt *Item) {
      return anyIn(Item, [&](const Stmt *Part) {
        auto *E = dyn_cast<Expr>(Part);
        return E && namedEntity(E) == Decl;
      });
    });
  }

  const Region &R;
  ASTContext &Context;
  llvm::SmallPtrSet<const ValueDecl *, 16> Locals;
  std::set<MemberPath> Known;
};

/// What each iteration executes, whatever the data.
class SureParts {
public:
  explicit SureParts(const Stmt *Body) { walk(Body); }
  bool contains(const Stmt *S) const { return Found.contains(S); }

private:
  void walk(const Stmt *S) {
    S = S ? withoutDirectives(S) : nullptr;
    if (!S)
      return;
    Found.insert(S);
    if (auto *If = dyn_cast<IfStmt>(S))
      return walk(If->getCond());
    if (auto *For = dyn_cast<ForStmt>(S)) { // its body may run no time at all
      walk(For->getInit());
      return walk(For->getCond());
    }
    if (auto *While = dyn_cast<WhileStmt>(S))
      return walk(While->getCond());
    if (auto *Switch = dyn_cast<SwitchStmt>(S))
      return walk(Switch->getCond());
    if (auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
      return walk(Choice->getCond());
    if (auto *Logical = dyn_cast<BinaryOperator>(S); Logical && Logical->isLogicalOp())
      return walk(Logical->getLHS());
    if (isa<LambdaExpr, CXXForRangeStmt, UnaryExprOrTypeTraitExpr>(S))
      return;
    for (const Stmt *Child : S->children())
      walk(Child);
  }
  llvm::SmallPtrSet<const Stmt *, 64> Found;
};

class Settling {
public:
  Settling(Region &R, ASTContext &Context) : R(R), Beyond(R, Context), Sure(R.Loop.For->getBody()) {}
  void settle(unsigned W);

private:
  void settleRead(Window &W, WindowSpec &Spec);
  void settleWritten(Window &W, WindowSpec &Spec, llvm::ArrayRef<const Access *> Of);
  bool isOwn(const Access &A, const Window &W) const;
  void stop(const Window &W, const Access *At, std::string Why) {
    R.Fate.restrict(Place::Host, At ? At->Whole->getExprLoc() : W.Spec->Array.Begin, std::move(Why), "");
  }

  Region &R;
  Offsets Beyond;
  SureParts Sure;
};

/// Whether an access has the iterator as its first index, or as its only one.
bool Settling::isOwn(const Access &A, const Window &W) const {
  if (A.Addressed || A.Indices.empty() || (!W.Flat && A.Indices.size() != W.DeclaredRank))
    return false;
  std::optional<Polynomial> Index = Beyond.index(A, W, 0);
  return Index && Index->valid() && *Index == Polynomial::variable(R.Loop.Iterator);
}

/// Every device gets all of it: as much as the type or the clause says, or else the data region around the array.
void Settling::settleRead(Window &W, WindowSpec &Spec) {
  Spec.In = Spec.Full = true;
  Spec.Out = Spec.WholeCopy = false;
  if (!W.Type->isArrayType())
    Spec.Unsized = Spec.Present = true;
}

void Settling::settleWritten(Window &W, WindowSpec &Spec, llvm::ArrayRef<const Access *> Of) {
  const std::string &Name = Spec.Array.Text;
  if (W.Pointed)
    return stop(W, nullptr, "'" + Name + "' is written, and used by a pointer or reference of which more is not known");
  if (!R.Loop.isInteger())
    return stop(W, nullptr, "'" + Name + "' is written, in a loop over pointers");
  for (const Access *A : Of)
    if (!isOwn(*A, W))
      return stop(W, A, "'" + Name + "' is written, and it is not proven that each iteration keeps to its own elements");
  const bool Attained = llvm::any_of(Of, [&](const Access *A) { return !A->Conditional && Sure.contains(A->Whole); });
  Spec.In = Spec.Out = true;
  Spec.Full = Spec.WholeCopy = false;
  Spec.Dimensions.front().Id = R.Loop.Iterator->getNameAsString();
  // What a condition may protect is no proof that there is memory.
  if (!Attained && !W.Type->isArrayType() && Spec.Inferred)
    Spec.Unsized = Spec.Present = true;
}

void Settling::settle(unsigned Number) {
  Window &W = R.Windows[Number];
  auto &Spec = const_cast<WindowSpec &>(*W.Spec);
  if (!Spec.Inferred && !(Spec.Full && Spec.WholeCopy && W.Written && R.Source->Automatic))
    return;
  std::vector<const Access *> Of;
  for (const Access &A : R.Accesses)
    if (A.Window == Number)
      Of.push_back(&A);
  const bool Reduced = llvm::all_of(Of, [](const Access *A) { return A->Atomic; });
  if (!Spec.Inferred && Reduced) // devices have values of their own
    return;
  if (!Spec.Inferred && (!W.Flat || Spec.Dimensions.size() > 1) && Spec.Dimensions.size() != W.DeclaredRank)
    return;
  if (W.Written)
    settleWritten(W, Spec, Of);
  else
    settleRead(W, Spec);
}

} // namespace

void hetcc::addUnnamedArrays(Region &R, ASTContext &Context) {
  if (!R.Source->Automatic || !R.Loop.For)
    return;
  ArrayFinder Finder(R, Context);
  Finder.TraverseStmt(const_cast<Stmt *>(R.Loop.For->getBody()));
  for (const Expr *E : Finder.Found) {
    const ValueDecl *Decl = namedEntity(E);
    if (!Decl)
      Decl = makeMemberEntity(E, *R.Function, Context);
    if (!Decl || findWindow(R, Decl) >= 0)
      continue;
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    E->printPretty(Out, nullptr, Context.getPrintingPolicy());
    auto &All = R.Source->Windows;
    auto Spec = llvm::find_if(All, [&](const WindowSpec &S) { return S.Inferred && S.Array.Text == Text; });
    if (Spec == All.end()) {
      All.emplace_back();
      Spec = std::prev(All.end());
      Spec->Clause = "map";
      Spec->Inferred = Spec->Section = true;
      Spec->Array.Text = Text;
    }
    Spec->Array.Begin = E->getBeginLoc();
    Spec->Array.End = E->getEndLoc();
    Spec->Array.Checked = E;
    Spec->In = Spec->Out = true;
    Spec->Full = Spec->Unsized = Spec->Present = false;
  }
}

void hetcc::settleUnnamedArrays(Region &R, ASTContext &Context) {
  if (R.Fate.Where == Place::Plain)
    return;
  Settling All(R, Context);
  for (unsigned W = 0; W < R.Windows.size(); ++W)
    All.settle(W);
}
