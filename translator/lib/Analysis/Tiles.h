// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops in which a block of a GPU's threads brings what it reads to shared memory first.
#ifndef HETCC_LIB_ANALYSIS_TILES_H
#define HETCC_LIB_ANALYSIS_TILES_H

#include "Analysis/LoopSharing.h"

namespace hetcc {

/// The loop inside a shared one that is run by tiles; nullopt where there is none, or nothing would be gained.
std::optional<Tiling> findTiling(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                 const Candidate &Shared);

/// The same of a shared loop itself, whose turns read what all iterations read. `FirstLane` is what one lane does
/// alone.
std::optional<Tiling> findStreams(const Region &R, clang::ASTContext &Context, const LoopSharing &Sharing,
                                  const Candidate &Shared, llvm::ArrayRef<const clang::Stmt *> FirstLane);

} // namespace hetcc
#endif
