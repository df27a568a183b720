// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds the variables that a body reduces into. These are items of `reduction` clauses, sums that
// each thread keeps in its own variable (ThreadSums.h), and variables that `omp atomic` updates. All become captures of
// the region. Devices return partials of them (values still to be combined), and the runtime combines these.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_REDUCTIONS_H
#define HETCC_LIB_ANALYSIS_VARIABLES_REDUCTIONS_H

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Combining.h"
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

/// Why devices cannot execute a part of a loop.
struct Refusal {
  clang::SourceLocation Loc;
  std::string Cause, Remedy; ///< for messages
};

/// The `declare reduction` that an operation of a `reduction` clause uses; null for OpenMP's own operators.
const clang::OMPDeclareReductionDecl *declaredReduction(const clang::Expr *Operation);

/// The operator of a `reduction` clause, or the name of a `declare reduction`.
std::string operatorOf(const clang::OMPReductionClause &Clause);

/// Adds the reductions of a region to its captures. A caller first calls the functions for clauses, then atomics(), and
/// compareLeading() when all other captures are known.
class Reductions {
public:
  Reductions(Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  void clause(const clang::OMPReductionClause *Clause);
  void clausesOfBlock(const clang::OMPExecutableDirective &Directive);
  void sumOfThread(const ThreadSum &Sum);

  /// Adds the variables that the body only updates by `omp atomic` and the like (AtomicReductions.cpp).
  void atomics();

  /// Captures the pointers, and `this`, that lead to the sums of threads. Before a pass, the threads of a team compare
  /// their captures: all threads must have the same pointers, so that their values may go into each other's sums.
  void compareLeading();

private:
  bool accumulates(const clang::Expr *Item) const;
  void item(const clang::Expr *Item, Reduction Of);
  /// Adds a reduction, whose Base and Levels are set, to the captures; or keeps the loop on the host.
  void reduceInto(Reduction Of, clang::SourceLocation Loc);

  /// What was found for each variable that atomic updates change: nothing if it has become a reduction, otherwise why
  /// no device can update the variable.
  using KnownUpdates = std::map<const clang::ValueDecl *, std::optional<Refusal>>;

  void noteDirective(const AtomicUse &Use);
  std::optional<Refusal> tryUpdate(const AtomicUses &All, const AtomicUse &Use, KnownUpdates &Known);
  std::optional<Refusal> reduceUpdates(const AtomicUses &All, const AtomicUse &First, const Window *Of);
  std::optional<Refusal> refusalOfPlace(const AtomicUses &All, const AtomicUse &First, const Window *Of) const;
  std::optional<Reduction::Level> part(const AtomicUse &First, const Window *Of) const;
  void compareOperators();
  void forgetReducedWindows();

  Region &R;
  clang::ASTContext &Context;
  llvm::SmallSetVector<const clang::VarDecl *, 2> Leading; ///< pointers that lead to sums of threads
  bool LedByObject = false;                                ///< `this` leads to some sums of threads
};

} // namespace hetcc
#endif
