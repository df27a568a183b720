// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: a parallel block with a `partition` clause: each loop in the block that runs from the clause's
// `start` to its `end` is a region, and these regions share the windows of the block.
#ifndef HETCC_LIB_ANALYSIS_BLOCK_BLOCK_H
#define HETCC_LIB_ANALYSIS_BLOCK_BLOCK_H

#include "Analysis/Region/RegionGroup.h"
#include <deque>

namespace hetcc {

class Diagnostics;

/// Analyses a block in all its instances and fills G.Loops, one group for each loop from `start` to `end`. `Written`
/// has the directives of the program. `Storage` gets the directives that the compiler adds for these loops; their
/// numbers follow those of `Written`. Reports errors; returns false if the block cannot be translated.
bool analyseBlock(RegionGroup &G, std::deque<Directive> &Storage, std::deque<Directive> &Written,
                  clang::ASTContext &Context, Diagnostics &Diags);

/// Called after mergeInstances() of all loops of the block: the block runs where all of its loops can run.
void settleBlock(RegionGroup &G);

/// Called before settleBlock() for a block over OpenMP's places (groups of processors): removes from G.Loops, and
/// reports, the loops that the devices of a place cannot share. One thread of each place runs each of these loops.
void dropSerialLoops(RegionGroup &G, Diagnostics &Diags);

} // namespace hetcc
#endif
