// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How generated code stands in its file: indented for people who read it, else so that compilers and debuggers take
// all of it for the directive's own line.
#ifndef HETCC_LIB_KERNEL_LAYOUT_H
#define HETCC_LIB_KERNEL_LAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hetcc {

/// Indents every line by two blanks per open brace; preprocessor lines stay at the margin. `Depth` is the number of
/// braces that are open before the text, and after it on return.
std::string layOut(llvm::StringRef Text, unsigned &Depth);

/// Makes one line of all that stands between two preprocessor lines, so that its line numbers do not run on into the
/// user's. Lines after a `#line` are the user's own and stay, up to the next line marker; `Marker` is the one that the
/// generated lines go by.
std::string joinLines(llvm::StringRef Text, llvm::StringRef Marker);

/// One of the two, by TranslateOptions::Readable.
std::string arrange(llvm::StringRef Text, bool Readable, llvm::StringRef Marker, unsigned &Depth);
inline std::string arrange(llvm::StringRef Text, bool Readable, llvm::StringRef Marker) {
  unsigned Depth = 0;
  return arrange(Text, Readable, Marker, Depth);
}

} // namespace hetcc
#endif
