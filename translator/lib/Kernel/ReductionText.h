// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Kernel: the names that generated code has for the items of reductions, and their places in partials.
#ifndef HETCC_LIB_KERNEL_REDUCTIONTEXT_H
#define HETCC_LIB_KERNEL_REDUCTIONTEXT_H

#include "Analysis/Region.h"

namespace hetcc {

inline std::string valueType(const Capture &C) { return "hetrt_value_" + localName(C.What); }

/// The clause that an item comes from, for messages.
inline std::string clauseOf(const Capture &C) { return C.Reduced.Atomic ? "map" : "reduction"; }

/// A name that belongs to an item.
inline std::string named(llvm::StringRef What, const Capture &C) {
  return ("hetrt_" + What + "_" + localName(C.What)).str();
}

inline std::string partials(llvm::StringRef Suffix, llvm::StringRef Partial) {
  return ("((struct hetrt_partials" + Suffix + " *)(" + Partial + "))").str();
}

/// The array's values in a partial.
inline std::string valuesIn(const Capture &C, llvm::StringRef Partial, llvm::StringRef Offset) {
  return ("((" + valueType(C) + " *)((char *)(" + Partial + ") + " + Offset + "))").str();
}

} // namespace hetcc
#endif
