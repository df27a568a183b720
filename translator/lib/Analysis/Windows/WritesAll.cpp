// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proves that the loop overwrites all elements of an output window, so that devices do not need the array's old values.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Values/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Checks one window of a region, for writesAll().
class WritesAll {
public:
  WritesAll(const Region &R, unsigned W, ASTContext &Context) : R(R), W(W), Context(Context), Values(R, Context) {}
  bool run() {
    if (R.Windows[W].Pointed || R.Windows[W].Spec->Through)
      return false;
    const Stmt *Body = R.Loop.For->getBody();
    auto *Compound = dyn_cast<CompoundStmt>(Body);
    if (!Compound)
      return !jumps(Body) && !readBefore(Body) && statement(Body);
    // The statement that writes all elements must come before every read of the window, because the old values are not
    // copied to devices, and before every jump, because a jump might skip it.
    for (const Stmt *Child : Compound->body()) {
      if (jumps(Child))
        return false;
      if (statement(Child) && !readBefore(Child))
        return true;
    }
    return false;
  }

private:
  static bool jumps(const Stmt *S) {
    return anyIn(S, [](const Stmt *Each) { return isa<ContinueStmt, BreakStmt, GotoStmt, IndirectGotoStmt>(Each); });
  }
  bool readBefore(const Stmt *Writer) const {
    const SourceManager &SM = Context.getSourceManager();
    return llvm::any_of(R.Body.Accesses,
                        [&](const Access &A) { return A.Window == W && A.Read && !comesAfter(A.Whole, Writer, SM); });
  }
  bool statement(const Stmt *S) {
    if (auto *Compound = dyn_cast_or_null<CompoundStmt>(S))
      return llvm::any_of(Compound->body(), [&](const Stmt *Child) { return statement(Child); });
    if (auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(S))
      return Directive->hasAssociatedStmt() && statement(Directive->getRawStmt());
    if (auto *For = dyn_cast_or_null<ForStmt>(S))
      return inner(For);
    auto *Assign = dyn_cast_or_null<BinaryOperator>(S);
    return Assign && Assign->getOpcode() == BO_Assign && overwrites(Assign->getLHS()->IgnoreParens()) &&
           whole(Assign->getLHS()->IgnoreParens());
  }
  /// Whether a statement assigns the whole element.
  bool overwrites(const Expr *Element) const {
    return llvm::any_of(R.Body.Accesses, [&](const Access &A) { return A.Whole == Element && A.Overwrites; });
  }
  /// Whether an inner loop `for (j = 0; j < extent; j++)` writes, in one iteration of the region, all elements of the
  /// window that belong to this iteration; false for loops of other forms.
  bool inner(const ForStmt *For) {
    auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
    const VarDecl *Var = nullptr;
    const Expr *Lower = nullptr;
    if (Init && Init->isSingleDecl()) {
      Var = dyn_cast<VarDecl>(Init->getSingleDecl());
      Lower = Var ? Var->getInit() : nullptr;
    } else if (auto *Assign = dyn_cast_or_null<BinaryOperator>(For->getInit());
               Assign && Assign->getOpcode() == BO_Assign) {
      Var = dyn_cast_or_null<VarDecl>(R.named(Assign->getLHS()));
      Lower = Assign->getRHS();
    }
    auto *Condition = dyn_cast_or_null<BinaryOperator>(For->getCond());
    auto *Increment = dyn_cast_or_null<UnaryOperator>(For->getInc());
    if (!Var || !Lower || !Condition || Condition->getOpcode() != BO_LT ||
        R.named(Condition->getLHS()) != Var->getCanonicalDecl() || !Increment || !Increment->isIncrementOp())
      return false;
    auto Zero = Lower->getIntegerConstantExpr(Context);
    if (!Zero || *Zero != 0)
      return false;
    const ValueDecl *Counter = Var->getCanonicalDecl();
    if (changes(For->getBody(), Counter, R.Members).Assigned ||
        changes(R.Loop.For->getBody(), Counter, R.Members).Aliased)
      return false;
    Inner.push_back({Var->getCanonicalDecl(), Condition->getRHS()});
    bool Found = statement(For->getBody());
    Inner.pop_back();
    return Found;
  }
  bool sameValue(const Expr *A, const Expr *B) const {
    auto Left = A->getIntegerConstantExpr(Context), Right = B->getIntegerConstantExpr(Context);
    if (Left && Right)
      return llvm::APSInt::compareValues(*Left, *Right) == 0;
    const ValueDecl *Name = R.named(A);
    bool Fixed = llvm::any_of(R.Body.Captures,
                              [&](const Capture &C) { return C.What.Decl == Name && C.Kind == CaptureKind::Value; });
    return Name && Fixed && Name == R.named(B);
  }
  /// Whether the bound of an inner loop equals the extent of dimension D of the window.
  bool isExtent(const Expr *Bound, unsigned D) const {
    const Window &Win = R.Windows[W];
    const Axis &Of = Win.Shape.Axes[D];
    if (Of.Within || (Of.Cut && Values.number(Of.First) != 0))
      return false; // the loop begins at 0, but the section does not
    if (!Win.isExtentDeclared(D)) {
      const Number &Length = Of.Cut ? Of.Count : Of.Extent;
      // The extent comes from the declaration, and the variable in it may have changed since then.
      const bool Declared = D == 0 && Win.Type->isVariableArrayType();
      return Length.Sum.size() == 1 && sameValue(Bound, Length.Sum.front()) &&
             (!Declared || neverChanges(R.named(Bound), *R.Site.Function));
    }
    QualType Row =
        Win.Type->isPointerType() ? Win.Type->getPointeeType() : Context.getAsArrayType(Win.Type)->getElementType();
    for (unsigned Outer = 1; Outer < D; ++Outer)
      Row = Context.getAsArrayType(Row)->getElementType();
    if (auto *Fixed = Context.getAsConstantArrayType(Row)) {
      auto Number = Bound->getIntegerConstantExpr(Context);
      return Number && llvm::APSInt::compareValues(*Number, llvm::APSInt(Fixed->getSize())) == 0;
    }
    auto *Variable = Context.getAsVariableArrayType(Row);
    return Variable && Variable->getSizeExpr() && sameValue(Bound, Variable->getSizeExpr()) &&
           neverChanges(R.named(Bound), *R.Site.Function);
  }
  /// Whether an index takes all values that the window gives one iteration in dimension D: if D is tied, the index is
  /// the region's iterator; otherwise it is the counter of an inner loop that runs from 0 to the extent.
  bool runsOver(const ValueDecl *Index, unsigned D) const {
    auto Tied = R.Windows[W].Shape.Axes[D].IsTied;
    if (!Tied)
      return false;
    auto Loop = llvm::find_if(Inner, [&](auto &L) { return L.first == Index; });
    return *Tied ? Index == R.Loop.Iterator : Loop != Inner.end() && isExtent(Loop->second, D);
  }
  /// Whether a flat subscript is the sum of one index per dimension, each times the dimension's stride. `Used` has the
  /// indices of the first dimensions, whose parts have been subtracted from Subscript.
  bool sumsUp(const Polynomial &Subscript, llvm::SmallVector<const ValueDecl *, 3> Used = {}) const {
    const Window &Win = R.Windows[W];
    unsigned D = Used.size();
    if (D == Win.Shape.rank())
      return Subscript == Polynomial();
    auto Stride = Values.stride(Win, D);
    if (!Stride || !Stride->allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); }))
      return false;
    auto Adds = [&](const ValueDecl *Index) {
      if (llvm::is_contained(Used, Index) || !runsOver(Index, D))
        return false;
      auto UsedToo = Used;
      UsedToo.push_back(Index);
      return sumsUp(Subscript + -(Polynomial::variable(Index) * *Stride), UsedToo);
    };
    return Adds(R.Loop.Iterator) || llvm::any_of(Inner, [&](auto &Loop) { return Adds(Loop.first); });
  }
  /// Whether an assignment to E, in the loops around it, writes all elements of the window that belong to an iteration:
  /// `x[i]`; `x[i][j]`, where j runs over the dimension; `x[i*m+j]`, where m is the extent of dimension 1; `x[j][i]`;
  /// and so on. Every loop around the assignment must run over exactly one dimension: any other loop might have no
  /// iteration, and a loop over two dimensions would only fill a diagonal.
  bool whole(const Expr *E) {
    const Window &Win = R.Windows[W];
    llvm::SmallVector<const Expr *, 3> Indices;
    const auto ByPointer = llvm::find_if(R.Body.Accesses, [&](const Access &A) { return A.Whole == E && A.ByPointer; });
    if (ByPointer != R.Body.Accesses.end()) {
      for (const Expr *Each : ByPointer->Indices)
        Indices.push_back(Each->IgnoreParenImpCasts());
      E = nullptr;
    }
    while (auto Level = E ? subscript(E) : std::nullopt) {
      Indices.insert(Indices.begin(), Level->Index->IgnoreParenImpCasts());
      E = Level->Base;
    }
    if ((E && R.named(E) != Win.Array.Decl) || Indices.empty() || Inner.size() + 1 != Win.Shape.rank())
      return false;
    if (Win.Flat) {
      auto Subscript = Values.evaluate(Indices[0]);
      return Indices.size() == 1 && Values.partsOf(Win) == 1 && Subscript && Subscript->valid() && sumsUp(*Subscript);
    }
    if (Indices.size() != Win.Shape.rank())
      return false;
    llvm::SmallPtrSet<const ValueDecl *, 4> Used;
    for (unsigned D = 0; D < Indices.size(); ++D)
      if (const ValueDecl *Index = R.named(Indices[D]); !runsOver(Index, D) || !Used.insert(Index).second)
        return false;
    return true;
  }

  const Region &R;
  unsigned W;
  ASTContext &Context;
  Affine Values;
  std::vector<std::pair<const ValueDecl *, const Expr *>> Inner;
};

} // namespace

bool hetcc::writesAll(const Region &R, unsigned W, ASTContext &Context) { return WritesAll(R, W, Context).run(); }
