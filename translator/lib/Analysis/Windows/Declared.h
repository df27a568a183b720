// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region does with an array according to its clauses, in the form in which findUses() returns what its body
// does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// The use of a window of an analysed region that the clauses state. A number of the clause becomes a variable with the
/// clause's text as its name, unless it is the same constant in all instances of a template. In `[cond:num]`, a `cond`
/// that is only known when a pass begins becomes a factor, 0 or 1. In a block, one more variable stands for the
/// iterator.
ArrayUse declaredUse(const Region &R, unsigned Window, clang::ASTContext &Context);

} // namespace hetcc
#endif
