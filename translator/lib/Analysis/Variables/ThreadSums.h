// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds variables in which each thread of a team accumulates values, and whose values each thread
// then adds to a variable that all threads share.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_THREADSUMS_H
#define HETCC_LIB_ANALYSIS_VARIABLES_THREADSUMS_H

#include "Analysis/Region/Nest.h"
#include "Analysis/Syntax/Combining.h"

namespace clang {
class ASTContext;
class VarDecl;
} // namespace clang

namespace hetcc {

struct Region;

/// A variable or an array of which each thread has its own, and into which a loop only combines values (`mine += x`).
struct ThreadSum {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr; ///< a use of Var in the loop
  Combining How = Combining::Sum;
  /// Parameters that point to the shared variables into which the threads combine Var. If a caller has made the team,
  /// each thread has its own pointer. The pointers may lead to different variables, so the threads compare them at run
  /// time.
  llvm::SmallVector<const clang::VarDecl *, 1> Leading;
  bool OfObject = false; ///< the threads combine Var into a member of `*this`, so they also compare their `this`
};

/// The ThreadSums of a loop that joins a team. After the loop, each thread only combines its variable, by the same
/// operation, into a variable that all threads share: under `critical` or `atomic`, or by a `reduction` of the team. A
/// floating-point sum may be scaled before (`0.5 * mine`). The result does not depend on which thread has run an
/// iteration, so the values that devices accumulated may be added to any thread's variable.
std::vector<ThreadSum> threadSums(const Region &Loop, clang::ASTContext &Context);

} // namespace hetcc
#endif
