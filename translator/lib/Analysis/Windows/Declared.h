// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: what a region does with an array according to its clauses, as an ArrayUse. findUses() returns the
// same for what the body does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// The use of a window as the clauses of an analysed region state it. A number in a clause becomes a variable with the
/// clause's text as its name, unless it is the same constant in all instances of a template. In `[cond:num]`, a `cond`
/// that is known only when a pass begins becomes a factor, 0 or 1. In a block, one more variable represents the
/// iterator.
ArrayUse declaredUse(const Region &R, unsigned Window, clang::ASTContext &Context);

} // namespace hetcc
#endif
