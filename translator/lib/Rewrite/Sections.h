// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions for the memory that list items of `depend` clauses and of data directives name.
#ifndef HETCC_LIB_REWRITE_SECTIONS_H
#define HETCC_LIB_REWRITE_SECTIONS_H

#include "Directive/Directive.h"

namespace hetcc {

/// Expressions for the addresses of the first byte of a list item, and of the byte after its last.
struct MemorySpan {
  std::string First, Last;
};
MemorySpan spanOf(const DependItem &Item);

/// Returns the memory of one row of an array section. The rows of `a[0:n][0:m]` may not be contiguous, so the caller
/// writes the expressions inside of loops over the rows. The function appends the heads of these loops to `Loops`.
MemorySpan rowOf(const DependItem &Item, std::vector<std::string> &Loops);

} // namespace hetcc
#endif
