// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of a region, as its header says.
#ifndef HETCC_LIB_ANALYSIS_REGION_CANONICALLOOP_H
#define HETCC_LIB_ANALYSIS_REGION_CANONICALLOOP_H

#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace clang {
class CXXForRangeStmt;
} // namespace clang

namespace hetcc {

/// Names of variables in generated code: pointers to the first element that a loop over elements visits, and to the
/// element after the last. Generated code uses them if the loop's first value is an expression and not a variable.
inline constexpr char ElementsName[] = "hetrt_elements_from", ElementsEnd[] = "hetrt_elements_to";

/// A canonical loop in the sense of OpenMP: `for (init; iterator OP bound; iterator += step)`.
struct CanonicalLoop {
  const clang::Stmt *Statement = nullptr; ///< the loop, or the block, that follows the directive
  const clang::ForStmt *For = nullptr;    ///< Statement, or the `for` statement made from a range-based one
  /// For a block: its `partition` clause, which gives the range of the iterations like a loop's header. For and
  /// Iterator are then null.
  const PartitionClause *Clause = nullptr;
  const clang::VarDecl *Iterator = nullptr;
  bool DeclaredHere = false;          ///< the init statement declares the iterator
  const clang::Expr *Lower = nullptr; ///< the iterator's first value, also if the loop counts downwards
  const clang::Expr *Bound = nullptr;
  clang::BinaryOperatorKind Relation = clang::BO_LT; ///< OP, with the iterator as the left operand
  const clang::Expr *Step = nullptr;                 ///< null: the step is 1
  bool Decreasing = false;
  /// The iterator's type. If the iterator is a class object, such as a std::vector's iterator, this is the type of the
  /// pointer that device code has in its place.
  clang::QualType IteratorType;
  bool OfClass = false; ///< the iterator is a class object, and its elements are contiguous in memory
  /// The range-based for statement that the user wrote, or null. For and Iterator are then made by the compiler and not
  /// in the source text, and For's body begins with the declaration of the user's loop variable.
  const clang::CXXForRangeStmt *Range = nullptr;
  /// The iterators of `collapse`d inner loops, where the loop's header assigns the iterator and does not declare it.
  std::vector<const clang::DeclRefExpr *> Collapsed;
  int BaseWindow = -1; ///< for a pointer iterator: the number of the window whose elements it visits; else -1
  bool isPointer() const { return IteratorType->isPointerType(); }
  bool isInteger() const { return IteratorType->isIntegerType(); }
  /// Whether the iterator's value is a number: the value of an integer or, for a pointer, its index in BaseWindow.
  bool counts() const { return isInteger() || (isPointer() && BaseWindow >= 0); }
};

/// Reads the header of a canonical loop into `Into`; false if the loop is not canonical.
bool readLoop(const clang::ForStmt *For, CanonicalLoop &Into);

} // namespace hetcc
#endif
