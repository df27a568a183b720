// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: finds loops whose iterations depend on each other.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_COLLISIONS_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Whether iterations of a region depend on each other, so that only the loop's own order gives its result, because all
/// iterations update the same element, or each reads an element that a neighbour writes. Also true if the directive
/// makes the iterations run in order, since the program may rely on the order.
bool collides(const Region &R, const ArrayUse &Use);

} // namespace hetcc
#endif
