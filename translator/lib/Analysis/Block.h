// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partition over a block: its loops from `start` to `end` are regions of their own, which share its windows.
#ifndef HETCC_LIB_ANALYSIS_BLOCK_H
#define HETCC_LIB_ANALYSIS_BLOCK_H

#include "Analysis/RegionGroup.h"
#include <deque>

namespace hetcc {

class Diagnostics;

/// Analyses a block in all its instances and fills G.Loops, one group for each loop from start to end. Their
/// directives, which the compiler adds, live in `Storage`, with numbers behind those of the directives that are
/// `Written`. Errors are reported; false if the block cannot be translated.
bool analyseBlock(RegionGroup &G, std::deque<Directive> &Storage, std::deque<Directive> &Written,
                  clang::ASTContext &Context, Diagnostics &Diags);

/// After mergeInstances() of all its loops: a block runs where all of them can.
void settleBlock(RegionGroup &G);

/// The same of a block over places: loops that its devices cannot share, which one thread of each place runs, are no
/// regions of their own. Each is reported.
void dropSerialLoops(RegionGroup &G, Diagnostics &Diags);

} // namespace hetcc
#endif
