// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region does with an array as its clauses say it, in the form in which findUses() has what its body does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// The use of a window that has been resolved. Numbers of the clause that are no polynomials are variables that stand
/// for them, of their text as name; `[cond:num]` whose cond is known when a pass begins has it as a factor, 0 or 1. The
/// iterator is an integer.
ArrayUse declaredUse(const Region &R, unsigned Window, clang::ASTContext &Context);

} // namespace hetcc
#endif
