// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: variables that each thread of a team accumulates in and then adds to shared ones.
#ifndef HETCC_LIB_ANALYSIS_THREADSUMS_H
#define HETCC_LIB_ANALYSIS_THREADSUMS_H

#include "Analysis/Nest.h"

namespace clang {
class ASTContext;
class VarDecl;
} // namespace clang

namespace hetcc {

struct Region;

/// A variable or an array that each thread has of its own, and that a loop only combines values into.
struct ThreadSum {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr; ///< of it in the loop
  Combining How = Combining::Sum;
  /// Parameters that lead to what it is combined into: in a team of the caller's, each thread has a pointer of its own,
  /// which may lead elsewhere.
  llvm::SmallVector<const clang::VarDecl *, 1> Leading;
  bool OfObject = false; ///< likewise `this`, of which it is combined into a member
};

/// Those of a loop that joins a team for which it makes no difference which thread has run an iteration: behind the
/// loop every thread does nothing with its value but to combine it, by the same operation, into what all threads share,
/// under `critical`, `atomic`, or by a `reduction` of the team; a sum of floating-point numbers may be scaled before.
/// What devices accumulated may then go into any thread's variable.
std::vector<ThreadSum> threadSums(const Region &Loop, clang::ASTContext &Context);

} // namespace hetcc
#endif
