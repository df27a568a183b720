// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds loops that a block of a GPU's threads can run by tiles: the threads copy pieces of the
// arrays that the loop reads to shared memory first (Tiling in Nest.h).
#ifndef HETCC_LIB_ANALYSIS_TILES_H
#define HETCC_LIB_ANALYSIS_TILES_H

#include "Analysis/LoopSharing.h"

namespace hetcc {

/// The tiling of a loop inside of the loop `Shared`, whose iterations the lanes share; nullopt if there is no such
/// loop, or if tiles would not make accesses contiguous.
std::optional<Tiling> findTiling(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                 const Candidate &Shared);

/// The tiling of the shared loop itself, if its accesses read the same elements in all iterations of the region (a
/// "stream"); else nullopt. `FirstLane` are the statements that only lane 0 executes.
std::optional<Tiling> findStreams(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                  const Candidate &Shared, llvm::ArrayRef<const clang::Stmt *> FirstLane);

} // namespace hetcc
#endif
