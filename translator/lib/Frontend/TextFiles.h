// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: helpers for reading and writing text files.
#ifndef HETCC_LIB_FRONTEND_TEXTFILES_H
#define HETCC_LIB_FRONTEND_TEXTFILES_H

#include "llvm/ADT/StringRef.h"

namespace hetcc {

/// Returns the text without a UTF-8 byte order mark at its front. Elsewhere in a file the mark would be an error.
inline llvm::StringRef withoutByteOrderMark(llvm::StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  return Text;
}

/// Writes the text to the file `Path`, or to standard output if `Path` is "" or "-". Prints the reason and returns
/// false if that fails.
bool writeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace hetcc
#endif
