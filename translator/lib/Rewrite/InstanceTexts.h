// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: merges the generated texts of all instances of a template, because a template has only one source
// text. If an iteration uses element `4 * i` in the instance N = 4 and `8 * i` in the instance N = 8, the merged text
// has `(N == 4 ? 4 : 8)`. Tables with different numbers of rows are all written, with a pointer to the table of the
// instance.
#ifndef HETCC_LIB_REWRITE_INSTANCETEXTS_H
#define HETCC_LIB_REWRITE_INSTANCETEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace hetcc {

/// Returns one text that is right in each instance. The texts may differ in constant tables, `static const hetrt_T
/// hetrt_name[] = {...};`, in the elements of `const hetrt_int64 hetrt_name[] = {...};`, and in integers outside of
/// strings and preprocessing directives. `Guards` are conditions, each of which is true in one instance only; an
/// instance with an empty guard must have the same text as the first. Returns nullopt if the texts differ in anything
/// else.
std::optional<std::string> mergeInstanceTexts(llvm::ArrayRef<std::string> Texts, llvm::ArrayRef<std::string> Guards);

} // namespace hetcc
#endif
