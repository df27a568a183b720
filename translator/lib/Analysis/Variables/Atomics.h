// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds what a part of a body does to variables that several threads may update at the same time:
// under `omp atomic`, by atomic operations of the compiler (`__sync_fetch_and_add`), by calls of functions that contain
// one of these two, and under `omp critical`.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_ATOMICS_H
#define HETCC_LIB_ANALYSIS_VARIABLES_ATOMICS_H

#include "Analysis/Region/Nest.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>
#include <vector>

namespace hetcc {

/// One atomic operation, and the object that it works on.
struct AtomicUse {
  enum class Kind { Directive, Operation, Call, Section };
  Kind What = Kind::Directive;
  const clang::Stmt *Where = nullptr; ///< the directive, the operation or the call
  std::string Form = "update";
  const clang::Expr *Object = nullptr;               ///< the updated lvalue, or a pointer to the lvalue or its array
  clang::QualType Element;                           ///< the type of the updated lvalue
  const clang::Expr *Base = nullptr;                 ///< the expression in Object that names the variable
  const clang::ValueDecl *Root = nullptr;            ///< that variable; null if Object names no variable
  llvm::SmallVector<const clang::Expr *, 2> Indices; ///< the subscripts in Object, and the offsets in pointer sums
  bool Member = false;                               ///< the lvalue is a member of an object
  bool InLambda = false;
  std::optional<Combining> How; ///< how an update combines; nothing if the result depends on the order of the updates
  std::string Operator;         ///< how a `reduction` clause names the update; for other updates its text
  /// What an update combines with the variable; null if the operation is more than an update.
  const clang::Expr *Value = nullptr;
  bool Returned = false; ///< the operation is in a called function, which returns the operation's result
  std::string Name;      ///< the name of the `critical` section; empty: it has none

  /// Whether Root is a pointer to the updated object, so that the object updated is not the pointer itself.
  bool leads() const { return Root->getType()->isPointerType() && !Element->isPointerType(); }
};

/// The atomic operations in a statement, and the other uses of variables in the statement.
struct AtomicUses {
  std::vector<AtomicUse> All;
  /// A variable's first use that is no atomic update.
  llvm::MapVector<const clang::ValueDecl *, const clang::Expr *> Others;
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Declared; ///< the variables that the statement declares
};

AtomicUses findAtomics(const clang::Stmt *S, const MemberEntities &Members, clang::ASTContext &Context);

} // namespace hetcc
#endif
