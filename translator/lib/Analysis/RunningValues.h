// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the values of integer variables, for a walk over code in the order in which it is executed.
#ifndef HETCC_LIB_ANALYSIS_RUNNINGVALUES_H
#define HETCC_LIB_ANALYSIS_RUNNINGVALUES_H

#include "Analysis/Affine.h"

namespace hetcc {

/// The variable that an expression is, by its canonical declaration; null for any other.
const clang::VarDecl *namedVariable(const clang::Stmt *S);

/// The function that a variable is declared in, by its canonical declaration, also where a construct of OpenMP's
/// captures it; null if there is none.
const clang::FunctionDecl *functionOf(const clang::VarDecl &Var);

/// What is known, at the place where the walk is, as polynomials of the counters of the loops around that place and of
/// the variables that the code leaves alone.
class RunningValues {
public:
  struct Counter {
    const clang::ValueDecl *Var = nullptr;
    Polynomial First, End; ///< from the least value to the one behind the greatest
  };
  RunningValues(const clang::Stmt *Whole, const clang::FunctionDecl &F, clang::ASTContext &Context)
      : Whole(Whole), F(F), Context(Context) {}

  std::optional<Polynomial> of(const clang::Expr *E) const;
  /// Whether a value is seen to be at least 0 wherever the counters are.
  bool isNeverNegative(Polynomial P) const;

  /// The walk comes into a loop that has a turn for each value of a counter, and out of it.
  void enter(Counter Of) { Open.push_back(std::move(Of)); }
  void leave() { Open.pop_back(); }
  /// A variable gets a value, which an expression has had before.
  void learn(const clang::VarDecl *Var, const clang::Expr *Value);
  void forgetChangedIn(const clang::Stmt *S);

private:
  bool keeps(clang::QualType From, clang::QualType To) const;
  bool isLeftAlone(const clang::VarDecl &Var) const;

  const clang::Stmt *Whole;
  const clang::FunctionDecl &F;
  clang::ASTContext &Context;
  llvm::SmallVector<Counter, 4> Open;
  std::map<const clang::VarDecl *, Polynomial> Values; ///< of variables that were assigned
};

} // namespace hetcc
#endif
