// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line markers, `# 12 "file.c"`: with these lines in generated code, the compiler reports errors and writes debug
// information for lines of the user's file.
#ifndef HETCC_LIB_DIRECTIVE_LINEMARKER_H
#define HETCC_LIB_DIRECTIVE_LINEMARKER_H

#include "clang/Basic/SourceManager.h"
#include <string>

namespace hetcc {

/// Returns `FileName` with escapes, as it must be written between the quotes of a line marker.
std::string escaped(llvm::StringRef FileName);

/// Returns the marker `# line "file"` for the line of `Loc` plus `Offset`, without a line end. If the code after the
/// marker is `Generated` or in a system header, the marker ends with the flag 3, which silences warnings.
std::string lineMarker(const clang::SourceManager &SM, clang::SourceLocation Loc, int Offset, bool Generated);

} // namespace hetcc
#endif
