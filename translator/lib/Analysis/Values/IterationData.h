// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which variables may have another value in each iteration of a loop.
#ifndef HETCC_LIB_ANALYSIS_VALUES_ITERATIONDATA_H
#define HETCC_LIB_ANALYSIS_VALUES_ITERATIONDATA_H

#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// The variables whose values depend on a loop's iterator, by any number of assignments: after `j = table[i]`, j
/// depends on i. Only assignments count. A variable that gets its value in another way, for instance from a function
/// that has its address, may depend on the iterator although it is not found.
class IterationData {
public:
  IterationData() = default;
  IterationData(const clang::Stmt *Loop, const clang::ValueDecl *Iterator, const MemberEntities &Members);

  /// Whether an expression mentions a variable that depends on the iterator.
  bool isIn(const clang::Expr *E) const;

private:
  const MemberEntities *Members = nullptr;
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Own;
};

} // namespace hetcc
#endif
