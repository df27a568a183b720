// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text for all instances of a template. What an iteration uses of an array may be `4 * i` in one and `8 * i` in
// another, where the 4 is a parameter of the template: then the text has `(N == 4 ? 4 : 8)`. Tables of which one has
// more rows stand there for each, with a pointer to that of the instance.
#ifndef HETCC_LIB_REWRITE_INSTANCETEXTS_H
#define HETCC_LIB_REWRITE_INSTANCETEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace hetcc {

/// A text that is that of each instance, by what differs from one to another: constant tables, `static const hetrt_T
/// hetrt_name[] = {...};`, the elements of `const hetrt_int64 hetrt_name[] = {...};`, and whole numbers outside of
/// strings and of lines for the preprocessor. Guards are the conditions under which the template's text is this
/// instance; without one the instance has to be like the first. Nothing where the texts differ otherwise.
std::optional<std::string> oneText(llvm::ArrayRef<std::string> Texts, llvm::ArrayRef<std::string> Guards);

} // namespace hetcc
#endif
