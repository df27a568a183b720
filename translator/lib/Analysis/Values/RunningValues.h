// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the known values of integer variables, for an analysis that walks over statements in the order
// in which they are executed.
#ifndef HETCC_LIB_ANALYSIS_VALUES_RUNNINGVALUES_H
#define HETCC_LIB_ANALYSIS_VALUES_RUNNINGVALUES_H

#include "Analysis/Values/Affine.h"

namespace hetcc {

/// The values of variables at the statement that the walk has reached. They are polynomials in the counters of the
/// loops around this statement (entered by enter()), and in variables that the code `Whole` does not change.
class RunningValues {
public:
  struct Counter {
    const clang::ValueDecl *Var = nullptr;
    Polynomial First, End; ///< the counter's least value, and its greatest value plus 1
  };
  RunningValues(const clang::Stmt *Whole, const clang::FunctionDecl &F, clang::ASTContext &Context)
      : Whole(Whole), F(F), Context(Context) {}

  /// The value of an integer expression; nullopt if it is not known.
  std::optional<Polynomial> of(const clang::Expr *E) const;
  /// Whether a value is known to be at least 0 for all values of the counters of the loops
  /// around the statement.
  bool isNeverNegative(Polynomial P) const;

  /// The walk calls enter() and leave() at the beginning and end of a loop that runs once for each value of a counter.
  void enter(Counter Of) { Open.push_back(std::move(Of)); }
  void leave() { Open.pop_back(); }
  /// Notes the assignment `Var = Value`. Value is evaluated with the values from before the assignment.
  void learn(const clang::VarDecl *Var, const clang::Expr *Value);
  /// Forgets the values of variables that a statement may assign.
  void forgetChangedIn(const clang::Stmt *S);

private:
  bool keeps(clang::QualType From, clang::QualType To) const;
  bool isLeftAlone(const clang::VarDecl &Var) const;

  const clang::Stmt *Whole;
  const clang::FunctionDecl &F;
  clang::ASTContext &Context;
  llvm::SmallVector<Counter, 4> Open; ///< the counters of the loops around the current statement, outer ones first
  std::map<const clang::VarDecl *, Polynomial> Values; ///< the known values of variables that were assigned
};

} // namespace hetcc
#endif
