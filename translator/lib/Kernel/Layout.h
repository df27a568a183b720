// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indents generated code by its braces, for people who read `--hetcc-emit-source`.
#ifndef HETCC_LIB_KERNEL_LAYOUT_H
#define HETCC_LIB_KERNEL_LAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hetcc {

/// Indents every line by two blanks per open brace; preprocessor lines stay at the margin. `Depth` is the number of
/// braces that are open before the text, and after it on return.
std::string layOut(llvm::StringRef Text, unsigned &Depth);
inline std::string layOut(llvm::StringRef Text) {
  unsigned Depth = 0;
  return layOut(Text, Depth);
}

} // namespace hetcc
#endif
