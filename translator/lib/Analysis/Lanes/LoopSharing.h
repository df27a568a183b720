// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lanes: decides which loops inside of a region's body the lanes of a device can share, and which of these
// loops are worth sharing. Lanes are the threads of a GPU that execute one iteration of the region together.
#ifndef HETCC_LIB_ANALYSIS_LANES_LOOPSHARING_H
#define HETCC_LIB_ANALYSIS_LANES_LOOPSHARING_H

#include "Analysis/Lanes/Subscripts.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Updates.h"

namespace hetcc {

/// What is known of one loop of the body that lanes might share.
struct Candidate {
  SharedLoop Loop;
  InnerLoop Counted;
  Effects Body;
  bool Reassociates = false; ///< sharing the loop changes the order of floating-point operations
  std::string Obstacle;      ///< why the loop's iterations depend on their order; empty if they do not
  bool HasFewTurns = false;  ///< the loop has too few iterations to be worth sharing
  /// Whether the loop's iterations may run in any order, apart from Loop.Reductions.
  bool isIndependent() const { return Obstacle.empty(); }
  /// Whether lanes can share the loop.
  bool canBeShared() const { return isIndependent() && !HasFewTurns; }
  /// Why lanes cannot share the loop, for messages.
  std::string why() const { return HasFewTurns ? "it has few iterations" : Obstacle; }
};

/// Judges the loops in the body of one region, for NestFinder.
class LoopSharing {
public:
  LoopSharing(const Region &R, clang::ASTContext &Context, const SharingRules &Rules);

  /// The capture of a variable that the region's clauses reduce into; null if there is none.
  const Capture *reduction(const clang::ValueDecl *Var) const;

  /// Judges a loop. `Mark` is the OpenMP directive before the loop, or null.
  Candidate examine(const clang::ForStmt *For, const clang::OMPExecutableDirective *Mark) const;

  /// Whether lanes can share the iterations of two loops together, of which `Inner` is all of the body of `Outer`.
  bool areOne(const Candidate &Outer, const Candidate &Inner) const;

  /// Whether lanes should share the inner one of two nested loops rather than the outer one: then more of the accesses
  /// in the innermost loops are contiguous from lane to lane, or as many accesses but more of the writes.
  bool isBetter(const Candidate &Inner, const Candidate &Outer) const;

  /// For the accesses in the innermost loops of a shared loop: the number of those that are strided from one iteration
  /// of the region to the next, minus the number of those that are strided from lane to lane. If it is positive, many
  /// lanes for an iteration are better; if negative, few.
  int balance(const Candidate &Shared) const;
  /// The names of the arrays that the lanes access contiguously, for remarks.
  std::string contiguousNames(const Candidate &Shared) const;

  /// Whether a variable is used only as the counter of loops that set it first, so that no code needs its value from
  /// before or after such a loop.
  bool isOnlyCounter(const clang::ValueDecl *Var) const;
  /// Whether the region copies the variable's value back (`lastprivate`).
  bool isLastPrivate(const clang::ValueDecl *Var) const;

  const Region &region() const { return R; }
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
  Effects Whole; ///< the effects of the region's body
};

/// The loops in a statement, itself included, that count by integers (see countedLoop()).
std::vector<InnerLoop> countedLoopsIn(const clang::Stmt *S, clang::ASTContext &Context);

/// The depth of the deepest loop nest in a statement. A loop whose constant trip count is below FewTrips does not
/// count.
unsigned loopDepth(const clang::Stmt *S, clang::ASTContext &Context);

/// The trip count of a loop whose bounds are constants; nullopt for others.
std::optional<int64_t> constantTrips(const InnerLoop &Loop, clang::ASTContext &Context);

/// A loop with fewer iterations than this is not worth sharing.
constexpr int64_t FewTrips = 8;

} // namespace hetcc
#endif
