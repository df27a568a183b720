// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line markers, by which a compiler takes generated and moved code for lines of the user's file.
#ifndef HETCC_LIB_DIRECTIVE_LINEMARKER_H
#define HETCC_LIB_DIRECTIVE_LINEMARKER_H

#include "clang/Basic/SourceManager.h"
#include <string>

namespace hetcc {

/// A name as it stands between the quotes of a line marker.
std::string escaped(llvm::StringRef FileName);

/// `# line "file"` with flags; at the start of a line of its own. `Generated`: what follows is not the user's text.
std::string lineMarker(const clang::SourceManager &SM, clang::SourceLocation Loc, int Offset, bool Generated);

} // namespace hetcc
#endif
