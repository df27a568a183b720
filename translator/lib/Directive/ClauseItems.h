// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Items of clauses in the text of a file.
#ifndef HETCC_LIB_DIRECTIVE_CLAUSEITEMS_H
#define HETCC_LIB_DIRECTIVE_CLAUSEITEMS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class SourceManager;
}

namespace hetcc {

/// The edits that take the item of a clause which begins at a place out of it, and write a clause of its own instead:
/// in place of the whole clause where that has no other item, else behind it. None where the text is a macro's, or not
/// a file's.
llvm::SmallVector<clang::FixItHint, 2> replacedItem(clang::SourceLocation Item, llvm::StringRef Clause,
                                                    const clang::SourceManager &SM);

} // namespace hetcc
#endif
