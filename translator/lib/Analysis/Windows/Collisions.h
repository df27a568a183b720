// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops of which it is seen that their iterations race.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Whether iterations of a region depend on each other, so that no order but the loop's gives its result: all of them
/// update the same element, or each reads what its neighbour writes. Also where the directive runs them in order, since
/// then they may.
bool collides(const Region &R, const ArrayUse &Use);

} // namespace hetcc
#endif
