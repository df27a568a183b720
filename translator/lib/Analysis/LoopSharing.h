// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which loops of a body lanes can share, and which of them are worth it.
#ifndef HETCC_LIB_ANALYSIS_LOOPSHARING_H
#define HETCC_LIB_ANALYSIS_LOOPSHARING_H

#include "Analysis/RegionGroup.h"
#include "Analysis/Subscripts.h"
#include "Analysis/Updates.h"

namespace hetcc {

/// What is known of one loop.
struct Candidate {
  SharedLoop Loop;
  InnerLoop Counted;
  Effects Body;
  bool Independent = false; ///< its iterations are
  bool Can = false;         ///< it is worth it, too
  bool Reassociates = false;
  std::string Why; ///< it cannot be shared
};

class LoopSharing {
public:
  LoopSharing(const Region &R, clang::ASTContext &Context, const SharingRules &Rules);

  /// The reduction that a variable is of in the region's clauses; null if there is none.
  const Capture *reduction(const clang::ValueDecl *Var) const;

  /// Looks at a loop, with the directive that says something of it.
  Candidate examine(const clang::ForStmt *For, const clang::OMPExecutableDirective *Mark) const;

  /// Whether lanes can share two loops together, the inner one of which is all of the other's body.
  bool areOne(const Candidate &Outer, const Candidate &Inner) const;

  /// Whether lanes should share the inner one of two nested loops: if more of the most frequent accesses are contiguous
  /// then than if they share the outer one; where these are equally many, if more writes are.
  bool isBetter(const Candidate &Inner, const Candidate &Outer) const;

  /// Whether lanes touch neighbouring elements, compared with neighbouring iterations, in a shared loop.
  int balance(const Candidate &Shared) const;
  std::string contiguousNames(const Candidate &Shared) const;

  /// Whether a variable is the counter of loops, and what they leave in it is not used.
  bool isOnlyCounter(const clang::ValueDecl *Var) const;
  bool isLeft(const clang::ValueDecl *Var) const;

  const Subscripts &subscripts() const { return Subs; }
  const EffectsFinder &effects() const { return Finder; }

private:
  bool isMarked(const clang::ForStmt *For, const clang::OMPExecutableDirective *Mark) const;
  bool permits(const clang::OMPExecutableDirective *Mark, const clang::ValueDecl *Var) const;
  std::string headObstacle(const Candidate &C) const;
  std::string bodyObstacle(const Candidate &C) const;
  std::string variableObstacle(Candidate &C) const;
  std::string guardedObstacle(const clang::ValueDecl *Var, const Update &Of) const;
  std::string windowObstacle(const Candidate &C) const;
  bool isReadAgain(const Access &A, const Candidate &Shared) const;
  int score(const Candidate &C, const clang::ForStmt *In, bool WritesAlone) const;

  const Region &R;
  clang::ASTContext &Context;
  const SharingRules &Rules;
  Subscripts Subs;
  EffectsFinder Finder;
  Effects Whole; ///< of the region's body
};

/// The counted loops inside a statement.
std::vector<InnerLoop> countedLoopsIn(const clang::Stmt *S, clang::ASTContext &Context);

/// How deep loops stand inside each other; those with a few iterations, as constants say, do not count.
unsigned loopDepth(const clang::Stmt *S, clang::ASTContext &Context);

/// How often a loop runs, if constants say so.
std::optional<int64_t> constantTrips(const InnerLoop &Loop, clang::ASTContext &Context);

/// A loop with less iterations than that is not worth sharing.
constexpr int64_t FewTrips = 8;

} // namespace hetcc
#endif
