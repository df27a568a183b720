// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what a part of a body does to variables that others may do the same to at the same time: under
// `omp atomic`, by operations of the compiler's, and in functions that do one of these.
#ifndef HETCC_LIB_ANALYSIS_ATOMICS_H
#define HETCC_LIB_ANALYSIS_ATOMICS_H

#include "Analysis/Nest.h"
#include "Analysis/Region.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>
#include <vector>

namespace hetcc {

/// One of them, and what it is on.
struct AtomicUse {
  enum class Kind { Directive, Operation, Call };
  Kind By = Kind::Directive;
  const clang::Stmt *Where = nullptr; ///< the directive, or the call
  std::string Form = "update";
  const clang::Expr *Object = nullptr;    ///< the lvalue, or a pointer to it or into the array that it lies in
  clang::QualType Element;                ///< the lvalue's type
  const clang::Expr *Base = nullptr;      ///< the variable's name in it
  const clang::ValueDecl *Root = nullptr; ///< the variable; null: none is named
  llvm::SmallVector<const clang::Expr *, 2> Indices; ///< of the lvalue, and other operands
  bool Member = false;                               ///< the lvalue is a member of an object
  bool InLambda = false;
  std::optional<Combining> How;       ///< of an update that may be done in any order
  std::string Operator;               ///< of an update, as a `reduction` clause names it, or as it is written
  const clang::Expr *Value = nullptr; ///< what an update combines with the variable; null: it is more than an update
  bool Returned = false;              ///< the function that it stands in returns what it has found there

  /// Whether the variable leads to what is updated.
  bool leads() const { return Root->getType()->isPointerType() && !Element->isPointerType(); }
};

/// All of a statement, and what else it names.
struct AtomicUses {
  std::vector<AtomicUse> All;
  llvm::MapVector<const clang::ValueDecl *, const clang::Expr *> Others; ///< the first use that is no atomic update
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Declared;              ///< in the statement
};

AtomicUses findAtomics(const clang::Stmt *S, clang::ASTContext &Context);

} // namespace hetcc
#endif
