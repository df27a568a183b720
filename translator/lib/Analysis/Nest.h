// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the lanes of a device share one iteration. All lanes run the body; what lies outside of the loops that they share
// has the same values in all of them, lane 0 alone writes there, and barriers stand where one lane needs what another
// one wrote.
#ifndef HETCC_LIB_ANALYSIS_NEST_H
#define HETCC_LIB_ANALYSIS_NEST_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Expr;
class OMPExecutableDirective;
class ValueDecl;
} // namespace clang

namespace hetcc {

/// An operation that may be done in any order, but for rounding.
enum class Combining { Sum, Product, Least, Most, And, Or, Xor, Both, Either };

/// A variable that a shared loop reduces into.
struct LaneReduction {
  const clang::ValueDecl *Var = nullptr;
  Combining How = Combining::Sum;
};

/// A loop whose iterations are dealt to the lanes cyclically. Of two loops, the inner one all of the
/// outer one's body, the lanes share all iterations: as many of them lie side by side as the inner loop has iterations,
/// and the others share the outer loop in rows of that length.
struct SharedLoop {
  const clang::ForStmt *For = nullptr;
  const clang::ValueDecl *Counter = nullptr;
  const clang::Expr *First = nullptr, *Limit = nullptr;
  bool Inclusive = false, Unequal = false;
  int64_t Step = 1;
  const clang::OMPExecutableDirective *Mark = nullptr; ///< the directive before it, if there is one
  llvm::SmallVector<LaneReduction, 2> Reductions;
  std::vector<SharedLoop> Inner = {};     ///< one or none
  const clang::ForStmt *Within = nullptr; ///< a loop around it that a lane goes through anew for each of its turns
};

/// An access that takes place in a tile, which has a row for each iteration of the region in a block or for each turn
/// of the loop that lanes share.
struct TiledAccess {
  unsigned Access = 0; ///< of Region::Accesses
  bool OfLane = false;
  unsigned Tile = 0; ///< where it takes place; several accesses of a stream may have one
};

constexpr unsigned TileRows = 32; ///< at most, and as many numbers are in each

/// A loop inside a shared one that threads of a block take piece by piece, for each of which they bring what it reads
/// to shared memory first.
struct Tiling {
  SharedLoop Loop;
  std::vector<TiledAccess> Accesses;
  std::vector<const clang::Stmt *> Own; ///< what threads without a turn of their own do not do

  /// The loop is the shared one itself, whose turns read the same in all iterations: how many turns a piece has, and
  /// the bytes of an element of each tile.
  unsigned Turns = TileRows;
  std::vector<unsigned> Streams;
};

/// What `--hetcc-explain` says of one loop.
struct LoopRemark {
  enum Kind { Shared, Together, EachTurn, Alone };
  clang::SourceLocation Loc;
  Kind What = Alone;
  std::string Why;
};

/// The mapping of one region.
struct Nest {
  std::vector<SharedLoop> Loops;                ///< in the order of the text; empty: one lane runs all of it
  std::vector<const clang::Stmt *> FirstLane;   ///< what lane 0 alone does
  std::vector<const clang::Stmt *> Meetings;    ///< what all lanes have to come to before one goes on
  std::vector<const clang::ForStmt *> Unmarked; ///< loops with a directive before them that is not for lanes
  bool Barriers = true;                         ///< see TranslateOptions
  bool Reassociates = false;                    ///< the order of floating-point operations depends on the lanes
  enum { AnyLanes, FewLanes, ManyLanes } Wants = AnyLanes; ///< so that neighbouring lanes touch neighbouring elements

  /// The column form: the threads of a block stand in rows, of which each is one lane of as many iterations. All that
  /// makes lanes meet is then met by the lanes of all these iterations at once.
  bool Columns = false;
  std::optional<Tiling> Tiles; ///< in the only shared loop
  std::string WhyNoColumns;    ///< where neighbouring iterations touch neighbouring elements
  std::vector<LoopRemark> Remarks;

  /// Whether lanes wait for each other at all.
  bool meets() const {
    return !Meetings.empty() || llvm::any_of(Loops, [](const SharedLoop &L) { return !L.Reductions.empty(); });
  }
};

} // namespace hetcc
#endif
