// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: collects, for the tables of a region in generated code, how the loop uses each of its arrays. If
// the user's clauses name the array, the clause tells; otherwise the body.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_STATED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_STATED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// What the body does with the arrays that the user's clauses do not name, see Region::BodyUses. Null if there are
/// none. The body has been scanned, and its windows' strides are known.
std::shared_ptr<const std::vector<ArrayUse>> findBodyUses(const Region &R, clang::ASTContext &Context);

/// The uses of all windows, in the order of R.Windows. They contain all numbers that generated code on the host
/// computes.
std::vector<ArrayUse> statedUses(const Region &R, clang::ASTContext &Context);

/// Whether the loop updates elements that may belong to other iterations, under a condition that may be the same for
/// all iterations. In real programs, such a condition often says that there is only one thread, so such a loop is left
/// to a single thread if there is one.
bool wantsThreads(const Region &R);

} // namespace hetcc
#endif
