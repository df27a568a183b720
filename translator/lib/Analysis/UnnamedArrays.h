// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: arrays that a loop uses and no clause says anything about but how large they are, as OpenMP's
// own programs are written.
#ifndef HETCC_LIB_ANALYSIS_UNNAMEDARRAYS_H
#define HETCC_LIB_ANALYSIS_UNNAMEDARRAYS_H

#include "Analysis/Region.h"

namespace hetcc {

/// Gives the region a window over each array that its body uses and none of its clauses names, of which nothing is
/// known yet: so that the accesses to it are noted.
void addUnnamedArrays(Region &R, clang::ASTContext &Context);

/// Says, once the accesses are known, what a device needs of such arrays, and of those that `map` gives a device whole
/// and the loop writes. What is only read is a full copy; what is written follows the loop where each iteration touches
/// elements of its own alone. Anything else keeps the loop on the host.
void settleUnnamedArrays(Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
