// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that list items of `depend` clauses and of data directives name.
#ifndef HETCC_LIB_REWRITE_SECTIONS_H
#define HETCC_LIB_REWRITE_SECTIONS_H

#include "Directive/Directive.h"

namespace hetcc {

/// The first byte of what a list item names, and the one behind its last, as expressions.
struct MemorySpan {
  std::string First, Last;
};
MemorySpan spanOf(const DependItem &Item);

/// The memory of one row of a section, inside of loops over the rows, which are added to `Loops`: the rows of a section
/// of several dimensions may lie apart.
MemorySpan rowOf(const DependItem &Item, std::vector<std::string> &Loops);

} // namespace hetcc
#endif
