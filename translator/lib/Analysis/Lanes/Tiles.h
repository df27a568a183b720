// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lanes: finds loops that the threads of a GPU's block can run by tiles. The threads first copy pieces of
// the arrays that the loop reads to shared memory (Tiling in Nest.h).
#ifndef HETCC_LIB_ANALYSIS_LANES_TILES_H
#define HETCC_LIB_ANALYSIS_LANES_TILES_H

#include "Analysis/Lanes/LoopSharing.h"

namespace hetcc {

/// The tiling of a loop inside of the loop `Shared`, whose iterations the lanes share. nullopt if no such loop can be
/// run by tiles, or if tiles would not make accesses contiguous.
std::optional<Tiling> findTiling(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                 const Candidate &Shared);

/// The tiling of the shared loop itself, if its accesses read the same elements in all iterations of the region (a
/// "stream"); else nullopt. `FirstLane` are the statements that only lane 0 executes.
std::optional<Tiling> findStreams(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                  const Candidate &Shared, llvm::ArrayRef<const clang::Stmt *> FirstLane);

} // namespace hetcc
#endif
