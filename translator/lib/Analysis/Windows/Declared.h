// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region does with an array as its clauses say it, in the form in which findUses() has what its body does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_DECLARED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// The use of a window of an analysed region. A number of the clause is a variable that stands for it, with the
/// clause's text as name, unless it is the same constant in all instances of a template; `[cond:num]` whose cond is
/// known when a pass begins has it as a factor, 0 or 1. Of a block, one more variable stands for the iterator.
ArrayUse declaredUse(const Region &R, unsigned Window, clang::ASTContext &Context);

} // namespace hetcc
#endif
