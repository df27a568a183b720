// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether all accesses of a loop to an array stay inside of the window that the array's clause
// gives each iteration.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_STAYSINWINDOW_H
#define HETCC_LIB_ANALYSIS_WINDOWS_STAYSINWINDOW_H

#include "Analysis/Region/Region.h"

namespace hetcc {

/// Whether the analysis shows that each iteration accesses only elements of the window that the clause gives the
/// iteration. A device can then compute the iteration without the other elements of the array.
bool staysInWindow(const Region &R, const Window &W, clang::ASTContext &Context);

} // namespace hetcc

#endif
