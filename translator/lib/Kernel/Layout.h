// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of generated code in its file. For people to read (--readable), it is indented. Otherwise all generated
// code has the line number of the directive, for messages and debuggers.
#ifndef HETCC_LIB_KERNEL_LAYOUT_H
#define HETCC_LIB_KERNEL_LAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hetcc {

/// Indents every line by two blanks for each open brace; preprocessing directives are not indented. `Depth` is the
/// number of open braces before the text; on return, the number after it.
std::string layOut(llvm::StringRef Text, unsigned &Depth);

/// Joins the lines between two preprocessing directives to one line, so that generated code has one line number. Lines
/// after a `#line` are the user's code and stay unchanged, up to the next line marker. `Marker` is the line marker of
/// generated code.
std::string joinLines(llvm::StringRef Text, llvm::StringRef Marker);

/// Calls layOut() or joinLines(), depending on TranslateOptions::Readable.
std::string arrange(llvm::StringRef Text, bool Readable, llvm::StringRef Marker, unsigned &Depth);
inline std::string arrange(llvm::StringRef Text, bool Readable, llvm::StringRef Marker) {
  unsigned Depth = 0;
  return arrange(Text, Readable, Marker, Depth);
}

} // namespace hetcc
#endif
