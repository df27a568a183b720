// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which variables may have another value in each iteration of a loop.
#ifndef HETCC_LIB_ANALYSIS_ITERATIONDATA_H
#define HETCC_LIB_ANALYSIS_ITERATIONDATA_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// Variables that get something of a loop's iterator, by any way of assignments: `j = table[i]`, `if (x[j] > limit)`.
/// What gets its value otherwise, by a function that has its address for instance, is not among them; so what is not
/// found to depend may do so all the same.
class IterationData {
public:
  IterationData() = default;
  IterationData(const clang::Stmt *Loop, const clang::ValueDecl *Iterator);

  /// Whether an expression mentions one of them.
  bool isIn(const clang::Expr *E) const;

private:
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Own;
};

} // namespace hetcc
#endif
