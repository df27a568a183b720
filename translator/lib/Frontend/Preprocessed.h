// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: sources that gcc's preprocessor has written. The text of system headers in them is meant for
// gcc: it has gcc's types, builtins and attributes, and lacks the device functions that clang's versions of the headers
// declare. Therefore clang gets a copy of the source in which `#include` lines replace the headers' texts. The host
// compiler gets the source as gcc wrote it.
#ifndef HETCC_LIB_FRONTEND_PREPROCESSED_H
#define HETCC_LIB_FRONTEND_PREPROCESSED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hetcc {

/// A part of the source that was replaced by an `#include`, and the text that it had before.
struct ReplacedHeader {
  size_t Begin = 0;
  std::string Text;
};

/// The text that clang reads instead of a preprocessed source.
struct PreprocessedSource {
  std::string Text; ///< as long as the source, because an #include and blanks replace the text of each system header
  std::vector<ReplacedHeader> Sections;
};

/// Whether the source begins with a line marker, as preprocessed sources do. The file's name is not enough to tell,
/// because some makefiles write `cc -E x.cpp > x.2.cpp` and compile x.2.cpp.
bool beginsWithLineMarker(llvm::StringRef Source);

/// Replaces the text of system headers in `Source` by `#include` lines. `Directories` are clang's search paths. The
/// text of a header stays if its file no longer exists. `NoMacros` are names to undefine after each header, because the
/// source undefined them before it was preprocessed.
PreprocessedSource withHeadersIncluded(llvm::StringRef Source, llvm::ArrayRef<std::string> Directories,
                                       llvm::ArrayRef<std::string> NoMacros = {});

} // namespace hetcc
#endif
