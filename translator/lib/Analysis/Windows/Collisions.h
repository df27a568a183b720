// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops of which it is seen that their iterations race.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Whether some iterations of a region certainly use an element that another one writes: all of them update the same
/// ones, or each reads what its neighbour writes. In any order but that of the loop the result is another one. Or may
/// do so, since the directive has one thread run them.
bool collides(const Region &R, const ArrayUse &Use);

} // namespace hetcc
#endif
