// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host compiler does not see pragmas about our groups of warnings, whose names it does not know.
#ifndef HETCC_LIB_FRONTEND_HIDDENPRAGMAS_H
#define HETCC_LIB_FRONTEND_HIDDENPRAGMAS_H

#include "Frontend/WarningPragmas.h"

namespace hetcc {

class SourceEdits;

/// Takes them out of the text, `#pragma` and `_Pragma("...")`; both arguments have to outlive what is returned.
WarningPragmas::Observer hidingPragmas(clang::Preprocessor &PP, SourceEdits &Edits);

} // namespace hetcc
#endif
