// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tables of a region say of its arrays: of those that a clause names what the clause says, of others what the
// body does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_STATED_H
#define HETCC_LIB_ANALYSIS_WINDOWS_STATED_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Keeps in R what its body does with arrays that no clause of the user's names. The region has been analysed.
void findBodyUses(Region &R, clang::ASTContext &Context);

/// One for each window, in their order, with all numbers that the host needs.
std::vector<ArrayUse> statedUses(const Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
