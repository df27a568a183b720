// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds items of clauses, such as `b` in `map(to: a, b)`, in the text of a file, for fix-it hints.
#ifndef HETCC_LIB_DIRECTIVE_CLAUSEITEMS_H
#define HETCC_LIB_DIRECTIVE_CLAUSEITEMS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class SourceManager;
}

namespace hetcc {

/// Returns the edits that remove the item at location `Item` from its clause and add the new clause `Clause`. If the
/// item is the only one of the old clause, the new clause replaces the old one; otherwise it is inserted after the old
/// clause. Returns no edits if the item is not in the text of a file, or comes from the body of a macro.
llvm::SmallVector<clang::FixItHint, 2> replacedItem(clang::SourceLocation Item, llvm::StringRef Clause,
                                                    const clang::SourceManager &SM);

} // namespace hetcc
#endif
