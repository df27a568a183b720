// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: makes the tables of a region (Region/Tables.h) from the uses of its arrays.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_TABLES_H
#define HETCC_LIB_ANALYSIS_WINDOWS_TABLES_H

#include "Analysis/Region/Tables.h"
#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Why the tables cannot describe a use; empty if they can.
std::string whyNoTable(const ArrayUse &Use);

/// The tables of all windows of a region, in their order. whyNoTable() is empty for each of the uses.
Tables makeTables(const Region &R, llvm::ArrayRef<ArrayUse> Uses);

/// The tables as lines of text, for tests: one line for each array, box and number.
std::vector<std::string> textOf(const Tables &T);

} // namespace hetcc
#endif
