// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources that gcc has preprocessed. What it wrote out of the system's headers is for gcc: it has gcc's own types,
// builtins and attributes, and functions that clang's headers map to a device. So clang reads those headers anew, and
// the host compiler gets what gcc wrote.
#ifndef HETCC_LIB_FRONTEND_PREPROCESSED_H
#define HETCC_LIB_FRONTEND_PREPROCESSED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hetcc {

/// A stretch of a file, and the text that stood there.
struct ReadAnew {
  size_t Begin = 0;
  std::string Text;
};

struct PreprocessedSource {
  std::string Text; ///< as long as the source: each header's text made an #include and blanks
  std::vector<ReadAnew> Sections;
};

/// Whether a preprocessor wrote it, whatever its name: makefiles write `cc -E x.cpp > x.2.cpp`, and compile that.
bool beginsWithLineMarker(llvm::StringRef Source);

/// `Directories`: where clang looks for headers. One that is not there any more keeps its text. `NoMacros`: names that
/// are no macros behind a header, since the source had undefined them before it was preprocessed.
PreprocessedSource withHeadersReadAnew(llvm::StringRef Source, llvm::ArrayRef<std::string> Directories,
                                       llvm::ArrayRef<std::string> NoMacros = {});

} // namespace hetcc
#endif
