// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what OpenMP's `map` and data regions say of the arrays of a loop that the program has not asked
// to have split. They tell how much there is; what a device needs of it, the accesses do.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_MAPPED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_MAPPED_H

#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Trial.h"

namespace hetcc {

/// Whether `map` of the directive names the array.
bool isMapped(const Trial &T, const ArrayUse &Use);

/// The window of an array of which the loop does not say how much there is: as much as `map` does, or else the data
/// region that is found around it when the loop is met. Nothing for other directives, and where iterations do not keep
/// to elements of their own.
std::optional<WindowSpec> asMapped(const Trial &T, const ArrayUse &Use);

/// An array that the loop updates by `omp atomic` is a reduction into what `map` names.
void adoptAtomicMaps(Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
