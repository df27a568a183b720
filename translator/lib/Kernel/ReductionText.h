// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Kernel: names in generated code for the items of `reduction` clauses, and expressions for their places in
// partials (values that are still to be combined). Only files of this folder include this header.
#ifndef HETCC_LIB_KERNEL_REDUCTIONTEXT_H
#define HETCC_LIB_KERNEL_REDUCTIONTEXT_H

#include "Analysis/Region/Region.h"

namespace hetcc {

/// The name of the type of one value of an item; for an array, of one element.
inline std::string valueType(const Capture &C) { return "hetrt_value_" + localName(C.What); }

/// The name of the clause that lists the item, for messages.
inline std::string clauseOf(const Capture &C) { return C.Reduced.Atomic ? "map" : "reduction"; }

/// Returns the generated name `hetrt_What_ITEM`.
inline std::string named(llvm::StringRef What, const Capture &C) {
  return ("hetrt_" + What + "_" + localName(C.What)).str();
}

/// Returns the address `Partial` as a pointer to the struct of the single variables in a partial.
inline std::string partials(llvm::StringRef Suffix, llvm::StringRef Partial) {
  return ("((struct hetrt_partials" + Suffix + " *)(" + Partial + "))").str();
}

/// Returns a pointer to the values of an array in the partial at address `Partial`.
inline std::string valuesIn(const Capture &C, llvm::StringRef Partial, llvm::StringRef Offset) {
  return ("((" + valueType(C) + " *)((char *)(" + Partial + ") + " + Offset + "))").str();
}

} // namespace hetcc
#endif
