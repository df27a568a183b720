// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: the report of --hetcc-summary: which plain OpenMP loops --hetcc-auto has split, and why it has
// not split the others.
#ifndef HETCC_LIB_FRONTEND_SUMMARY_H
#define HETCC_LIB_FRONTEND_SUMMARY_H

#include "Analysis/Region/RegionGroup.h"
#include "Directive/PragmaHandler.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// Returns `axpy.c: 12 of 15 loops split`, and one line for each loop that is not split, or that is split without a
/// form for GPUs although one was requested. A loop in a header counts in each unit that includes the header; loops in
/// templates that are not instantiated do not count. Returns "" for a unit without OpenMP loops. IsInSkippedBody must
/// return true if clang does not accept the function around a directive.
std::string loopSummary(llvm::ArrayRef<RegionGroup> Groups, const DirectiveList &Directives,
                        const clang::SourceManager &SM, llvm::function_ref<bool(const Directive &)> IsInSkippedBody);

} // namespace hetcc
#endif
