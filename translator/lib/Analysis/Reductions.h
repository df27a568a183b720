// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what a body reduces into. Items of clauses, sums of threads, and what `omp atomic` updates
// become captures of the region, each with the partial values that devices leave.
#ifndef HETCC_LIB_ANALYSIS_REDUCTIONS_H
#define HETCC_LIB_ANALYSIS_REDUCTIONS_H

#include "Analysis/Region.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace clang {
class OMPDeclareReductionDecl;
class OMPExecutableDirective;
class OMPReductionClause;
} // namespace clang

namespace hetcc {

struct AtomicUse;
struct AtomicUses;
struct ThreadSum;

/// The `declare reduction` that one of the operations of a `reduction` clause stands for; null: OpenMP's own.
const clang::OMPDeclareReductionDecl *declaredReduction(const clang::Expr *Operation);

/// The operator of a `reduction` clause, or the name of the program's own.
std::string operatorOf(const clang::OMPReductionClause &Clause);

/// In this order: what clauses say, then the directives in the body, and compareLeading() when all else of the body is
/// known.
class Reductions {
public:
  Reductions(Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  void clause(const clang::OMPReductionClause *Clause);
  void clausesOfBlock(const clang::OMPExecutableDirective &Directive);
  void sumOfThread(const ThreadSum &Sum);

  /// All `omp atomic` of the body (AtomicReductions.cpp).
  void atomics();

  /// What leads to the sums of threads.
  void compareLeading();

private:
  bool accumulates(const clang::Expr *Item) const;
  void item(const clang::Expr *Item, Reduction Of);
  /// The variable and the parts of it that a reduction is into are known.
  void reduceInto(Reduction Of, clang::SourceLocation Loc);

  bool atomic(const AtomicUses &All, const AtomicUse &Use, std::map<const clang::ValueDecl *, bool> &Known);
  bool atomicsOf(const AtomicUses &All, const AtomicUse &First, Window *Of);
  void compareOperators();
  std::optional<Reduction::Level> part(const AtomicUse &First, const Window *Of) const;
  std::string atomicObstacle(const AtomicUses &All, const AtomicUse &First, const Window *Of,
                             clang::SourceLocation &Loc, std::string &Remedy) const;
  void forgetReducedWindows();

  Region &R;
  clang::ASTContext &Context;
  llvm::SmallSetVector<const clang::VarDecl *, 2> Leading; ///< to what sums of threads are combined into
  bool LedByObject = false;                                ///< `this` leads there as well
};

} // namespace hetcc
#endif
