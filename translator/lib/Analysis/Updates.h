// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: statements that combine a value into a variable, as those of a reduction do.
#ifndef HETCC_LIB_ANALYSIS_UPDATES_H
#define HETCC_LIB_ANALYSIS_UPDATES_H

#include "Analysis/Nest.h"
#include "Analysis/Region.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// What a part of a body does to one variable that it only ever combines values into.
struct Update {
  Combining How = Combining::Sum;
  bool Whole = true;                                 ///< the variable itself, not elements of it
  bool Strict = false;                               ///< by operations of which the order matters to the user
  bool Otherwise = false;                            ///< it is used in other ways too, or combined in several
  llvm::SmallVector<const clang::Expr *, 2> Guarded; ///< evaluated only where the variable's value says so
  const clang::Expr *Target = nullptr;               ///< of one of the updates: the variable, or an element
  llvm::SmallVector<const clang::Expr *, 2> Values;  ///< that are combined into it, and comparisons with it
};

using Updates = llvm::MapVector<const clang::ValueDecl *, Update>;

/// The updates of all variables that a part combines values into.
Updates findUpdates(const clang::Stmt *Part, const clang::ASTContext &Context);

/// Of what is walked through from outside in, the expressions whose values are not used.
class UnusedValues {
public:
  void begin(const clang::Stmt *Whole) { Statements.insert(Whole); }
  void note(const clang::Stmt *Around);
  bool contains(const clang::Stmt *S) const { return Statements.contains(S); }

private:
  llvm::SmallPtrSet<const clang::Stmt *, 32> Statements;
};

/// Whether two expressions are the same text, names resolved, but for parentheses and implicit conversions.
bool sameExpression(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Context);

/// The operation that an operator of a `reduction` clause stands for; nullopt: one that the program declares.
std::optional<Combining> combiningOf(llvm::StringRef Operator);

/// An operator that stands for the operation there.
llvm::StringRef operatorOf(Combining How);

/// The operation of updates `x = x op e` of a variable of type Target, where `x op e` is of type Computed; nullopt if
/// their order matters beyond rounding.
std::optional<Combining> combiningOf(clang::BinaryOperatorKind Op, clang::QualType Target, clang::QualType Computed);

/// Least or Most, if choosing A where `A Op B` holds, and else B, is one of them.
std::optional<Combining> extremeOf(clang::BinaryOperatorKind Op);

} // namespace hetcc
#endif
