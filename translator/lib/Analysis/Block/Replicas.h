// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: `memory(replicate)` of a block: each of the block's threads has its own copies of the block's
// arrays. Generated code declares a local pointer with the array's name, which leads to the thread's copy.
#ifndef HETCC_LIB_ANALYSIS_BLOCK_REPLICAS_H
#define HETCC_LIB_ANALYSIS_BLOCK_REPLICAS_H

#include "Analysis/Region/Region.h"

namespace hetcc {

class Diagnostics;

/// Whether `memory(replicate)` copies the window's array. Arrays accessed through an index array (`[section, c, i]`)
/// are not copied, because a share needs the elements that the indices name, and these count from the beginning of the
/// whole array.
bool isReplicated(const Window &W);

/// Whether a local pointer of the same name can replace each array that a block replicates: the block's code reaches
/// the array only by its name, and does not use its type. If not, reports an error and returns false. Returns true if
/// the block has no `memory(replicate)`.
bool checkReplicas(const Region &Block, Diagnostics &Diags);

} // namespace hetcc
#endif
