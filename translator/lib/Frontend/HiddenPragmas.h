// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: hides `#pragma GCC diagnostic` lines about hetcc's groups of warnings from the host compiler,
// which does not know the names of these groups and would warn about them.
#ifndef HETCC_LIB_FRONTEND_HIDDENPRAGMAS_H
#define HETCC_LIB_FRONTEND_HIDDENPRAGMAS_H

#include "Frontend/WarningPragmas.h"

namespace hetcc {

class SourceEdits;

/// Returns an observer that removes these pragmas, `#pragma` lines and `_Pragma("...")`, from the text through `Edits`.
/// Both arguments must outlive the observer.
WarningPragmas::Observer hidingPragmas(clang::Preprocessor &PP, SourceEdits &Edits);

} // namespace hetcc
#endif
