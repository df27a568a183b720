// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a loop stays, with an array, inside of what its clause says.
#ifndef HETCC_LIB_ANALYSIS_STAYSINWINDOW_H
#define HETCC_LIB_ANALYSIS_STAYSINWINDOW_H

#include "Analysis/Region.h"

namespace hetcc {

/// Whether all that a loop does with a window is seen to lie in what the clause gives each iteration, so that any of
/// them may be computed where there is nothing else of the array.
bool staysInWindow(const Region &R, const Window &W, clang::ASTContext &Context);

} // namespace hetcc

#endif
