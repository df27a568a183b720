// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: the variables that clauses of a directive, or of the team around a loop, make private, copy or
// reduce into.
#ifndef HETCC_LIB_ANALYSIS_BODY_CLAUSEVARIABLES_H
#define HETCC_LIB_ANALYSIS_BODY_CLAUSEVARIABLES_H

#include "Analysis/Region/Region.h"
#include "Analysis/Variables/Reductions.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class OMPClause;
class OMPLastprivateClause;
} // namespace clang

namespace hetcc {

struct ThreadVariable;

/// Makes captures of the variables that clauses name, and of those of which each thread or iteration has its own,
/// before the body is visited.
class ClauseVariables {
public:
  ClauseVariables(Region &R, Reductions &Reduced, clang::ASTContext &Context)
      : R(R), Reduced(Reduced), Context(Context) {}

  void find();
  /// Whether a `copyin` clause names the variable.
  bool isCopiedIn(const clang::ValueDecl *D) const { return CopiedIn.contains(D); }

private:
  void clause(const clang::OMPClause &Clause);
  bool ownOfThread(const ThreadVariable &Each);
  void variablesOfTeam();
  void stopAtOwnPointers();
  void lastPrivate(const clang::OMPLastprivateClause *Clause);
  void capture(const clang::Expr *E, CaptureKind Kind);

  Region &R;
  Reductions &Reduced;
  clang::ASTContext &Context;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> CopiedIn;
};

} // namespace hetcc
#endif
