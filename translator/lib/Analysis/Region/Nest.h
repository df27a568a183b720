// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the lanes of a device share one iteration of a region; lanes are the threads that execute an iteration together.
// All lanes run the body. Outside of the loops that they share, all lanes compute the same values, and only lane 0
// writes to arrays. If a lane needs what another lane has written, there is a barrier in between.
#ifndef HETCC_LIB_ANALYSIS_REGION_NEST_H
#define HETCC_LIB_ANALYSIS_REGION_NEST_H

#include "Analysis/Syntax/Combining.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
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

/// What the user's options and directives allow lanes to do.
struct SharingRules {
  bool Reassociate = true;                     ///< lanes may combine floating-point numbers in any order
  bool Barriers = true;                        ///< lanes may meet at barriers, see TranslateOptions
  llvm::ArrayRef<clang::SourceLocation> Marks; ///< the ends of directives that declare the next loop independent
};

/// A variable that a shared loop reduces into.
struct LaneReduction {
  const clang::ValueDecl *Var = nullptr;
  Combining How = Combining::Sum;
};

/// A loop whose iterations are dealt to the lanes cyclically. If Inner is set, the body of the loop consists of this
/// inner loop, and the lanes share both: they form rows of as many lanes as the inner loop has iterations. The lanes of
/// a row share the inner loop, and the rows share the outer loop.
struct SharedLoop {
  const clang::ForStmt *For = nullptr;
  const clang::ValueDecl *Counter = nullptr;
  const clang::Expr *First = nullptr, *Limit = nullptr;
  bool Inclusive = false, Unequal = false;
  int64_t Step = 1;
  const clang::OMPExecutableDirective *Mark = nullptr; ///< the OpenMP directive before the loop, or null
  llvm::SmallVector<LaneReduction, 2> Reductions;
  std::vector<SharedLoop> Inner = {};     ///< the inner loop that lanes share as well: one, or none
  const clang::ForStmt *Within = nullptr; ///< the loop around this one that is interchanged with it, or null
};

/// An access that reads from a tile instead of the array. A tile is a copy of a part of the array in the shared memory
/// of a block of GPU threads. It has a row for each iteration of the region that the block runs, or for each iteration
/// of the shared loop (OfLane).
struct TiledAccess {
  unsigned Access = 0; ///< index into Region::Accesses
  bool OfLane = false; ///< the tile has a row for each lane's iteration of the shared loop
  unsigned Tile = 0;   ///< the number of the tile; several accesses may share a tile if the Tiling has Streams
};

constexpr unsigned TileRows = 32; ///< how many rows a tile has at most, and how many elements a row has

/// How the threads of a GPU's block run Loop, a loop inside of a shared one, in pieces of Loop's iterations: before
/// each piece, the threads together copy the elements that the piece reads from arrays to tiles in shared memory.
struct Tiling {
  SharedLoop Loop;
  std::vector<TiledAccess> Accesses;
  /// Statements that threads without an iteration to compute have to skip.
  std::vector<const clang::Stmt *> SkippedByIdleThreads;

  /// If Streams is not empty, Loop is the shared loop itself, and its accesses read the same elements in all iterations
  /// of the region. Turns is the number of the loop's iterations in a piece; Streams has the size in bytes of each
  /// tile's elements.
  unsigned Turns = TileRows;
  std::vector<unsigned> Streams;
};

/// The remark of `--hetcc-explain` about one loop: whether lanes share it (Shared), share a loop inside (Together), run
/// it for each iteration of a shared loop (EachTurn), or run it in full (Alone); and why.
struct LoopRemark {
  enum Kind { Shared, Together, EachTurn, Alone };
  clang::SourceLocation Loc;
  Kind What = Alone;
  std::string Why;
};

/// How the lanes of a device run the body of one region. NestFinder makes it, Kernel generates code from it.
struct Nest {
  std::vector<SharedLoop> Loops;                ///< in the order of the text; empty: an iteration has one lane
  std::vector<const clang::Stmt *> FirstLane;   ///< statements that only lane 0 executes
  std::vector<const clang::Stmt *> Meetings;    ///< statements with a barrier before them, where all lanes meet
  std::vector<const clang::ForStmt *> Unmarked; ///< loops whose OpenMP directive device code leaves out
  bool Barriers = true;                         ///< lanes may meet at barriers, see TranslateOptions
  bool Reassociates = false;                    ///< the order of floating-point operations depends on the lanes
  /// How many lanes an iteration should have so that neighbouring threads access neighbouring elements.
  enum { AnyLanes, FewLanes, ManyLanes } Wants = AnyLanes;

  /// The column form: the threads of a GPU's block form rows, and row k consists of the lanes k of neighbouring
  /// iterations. At a barrier, the lanes of all iterations in the block then wait for each other.
  bool Columns = false;
  std::optional<Tiling> Tiles; ///< the tiling of the only shared loop, or of a loop inside of it
  std::string WhyNoColumns;    ///< if Wants is FewLanes and Columns is false: why the column form is not possible
  std::vector<LoopRemark> Remarks;

  /// Whether lanes wait for each other at all.
  bool meets() const {
    return !Meetings.empty() || llvm::any_of(Loops, [](const SharedLoop &L) { return !L.Reductions.empty(); });
  }
};

} // namespace hetcc
#endif
