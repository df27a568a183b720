// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds updates, statements that combine a value into a variable as a reduction does, like `sum +=
// x` or `if (x < least) least = x;`.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_UPDATES_H
#define HETCC_LIB_ANALYSIS_SYNTAX_UPDATES_H

#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// The updates of one variable in a part of a body.
struct Update {
  Combining How = Combining::Sum;
  bool Whole = true;      ///< the updates change the variable itself, not elements of it
  bool Strict = false;    ///< the floating-point environment makes the order of operations observable, so values must
                          ///< not be combined in another order
  bool Otherwise = false; ///< the variable is also used in other ways, or combined by several operations
  llvm::SmallVector<const clang::Expr *, 2> Guarded; ///< expressions whose evaluation depends on the variable's value
  const clang::Expr *Target = nullptr;               ///< the updated variable or element, in one of the updates
  llvm::SmallVector<const clang::Expr *, 2> Values;  ///< the combined values, and comparisons with the variable
};

using Updates = llvm::MapVector<const clang::ValueDecl *, Update>;

/// The updates in a part of a body, for each variable that the part combines values into.
Updates findUpdates(const clang::Stmt *Part, const MemberEntities &Members, const clang::ASTContext &Context);

/// One update: the variable or element that is updated, and the values that are combined into it.
struct SingleUpdate {
  const clang::Expr *Target = nullptr;
  Combining How = Combining::Sum;
  llvm::SmallVector<const clang::Expr *, 2> Values;
  const clang::Expr *Operation = nullptr; ///< the expression whose floating-point options apply to the update
  const clang::Expr *Guarded = nullptr;   ///< the combined value, if the target's value decides whether, or how often,
                                          ///< it is evaluated
};

/// The update that a statement consists of; nullopt if S is null, or does anything else.
std::optional<SingleUpdate> updateOf(const clang::Stmt *S, const clang::ASTContext &Context);
inline bool isUpdate(const clang::Stmt *S, const clang::ASTContext &Context) {
  return updateOf(S, Context).has_value();
}

/// Finds the expressions whose values are not used, because they are statements. A visitor that walks a statement from
/// the outside to the inside calls begin() with the statement and note() with each part.
class UnusedValues {
public:
  void begin(const clang::Stmt *Whole) { Statements.insert(Whole); }
  void note(const clang::Stmt *Around);
  bool contains(const clang::Stmt *S) const { return Statements.contains(S); }

private:
  llvm::SmallPtrSet<const clang::Stmt *, 32> Statements;
  llvm::SmallPtrSet<const clang::Stmt *, 4> WithValue; ///< blocks whose last statement is the value of an expression
};

/// Whether two expressions are equal in structure and in the declarations that they name, apart from parentheses and
/// implicit conversions.
bool sameExpression(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Context);

} // namespace hetcc
#endif
