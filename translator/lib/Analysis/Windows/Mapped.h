// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: uses `map` clauses and data regions of OpenMP for loops with an automatic directive
// (--hetcc-auto), which the user did not write for hetcc. The clauses and regions give the extents of arrays; the
// accesses of the loop tell which elements a device needs.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_MAPPED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_MAPPED_H

#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Trial.h"

namespace hetcc {

/// Whether a `map` clause of the directive names the array.
bool isMapped(const Trial &T, const ArrayUse &Use);

/// The window of an array whose extent the loop does not show. The extent is that of the `map` clause, or else of the
/// data region that the runtime finds around the array when the loop begins. nullopt for directives that are not
/// automatic, and if iterations write elements of other iterations.
std::optional<WindowSpec> asMapped(const Trial &T, const ArrayUse &Use);

/// Moves the `map` items of arrays that the loop updates by `omp atomic` from Directive::Mapped to the directive's
/// windows, so that the update becomes a reduction into the mapped elements.
void adoptAtomicMaps(const RegionSite &Site, clang::ASTContext &Context);

} // namespace hetcc
#endif
