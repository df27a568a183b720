// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of OpenMP's own loops under --hetcc-auto.
#ifndef HETCC_LIB_FRONTEND_SUMMARY_H
#define HETCC_LIB_FRONTEND_SUMMARY_H

#include "Analysis/RegionGroup.h"
#include "Directive/PragmaHandler.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// `axpy.c: 12 of 15 loops split`, and a line for each that is not, or that GPUs have no form of where they are wanted.
/// A loop in a header counts in each unit that has it; one of a template that is not used does not. Empty for a unit
/// without such loops. IsInSkippedBody: whether clang does not accept the function around a directive.
std::string loopSummary(llvm::ArrayRef<RegionGroup> Groups, const DirectiveList &Directives,
                        const clang::SourceManager &SM, llvm::function_ref<bool(const Directive &)> IsInSkippedBody);

} // namespace hetcc
#endif
