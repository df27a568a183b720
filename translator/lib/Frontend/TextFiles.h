// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of files: what they begin with, and how they are written.
#ifndef HETCC_LIB_FRONTEND_TEXTFILES_H
#define HETCC_LIB_FRONTEND_TEXTFILES_H

#include "llvm/ADT/StringRef.h"

namespace hetcc {

/// A text without UTF-8's byte order mark, which may stand at the front of a file and nowhere else.
inline llvm::StringRef withoutByteOrderMark(llvm::StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  return Text;
}

/// Writes a file, or standard output for an empty path; says why if it cannot.
bool writeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace hetcc
#endif
