// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: paths from an array to rows that pointers lead to, by way of members of the array's elements, as
// in `cells[i].x[k]`. To a device, the rows of each path are an array of their own: `cells[i].x[k]` and `cells[i].v[k]`
// share nothing but `cells`.
#ifndef HETCC_LIB_ANALYSIS_OBJECTS_ACCESSPATHS_H
#define HETCC_LIB_ANALYSIS_OBJECTS_ACCESSPATHS_H

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Rows.h"

namespace hetcc {

/// How an expression reaches a row or an element of a row: from an array by subscripts, and by members of the elements
/// between the subscripts. `cells[i].x[k]` has the indices i and k, the part `.x` after the first index, and no part
/// after the second.
struct AccessPath {
  const clang::Expr *Array = nullptr;                ///< the expression that names the array
  llvm::SmallVector<const clang::Expr *, 3> Indices; ///< the subscripts; null: the 0 that `*p` or `p->` implies
  RowPath Parts;                                     ///< for each index, the members that follow the index in the text;
                                                     ///< perhaps none
  /// The name of a local reference or pointer that the text has in place of the array and its first index: `c` in `c.x`
  /// after `auto &c = cells[i];`. Null if the text has the array and the indices themselves.
  const clang::DeclRefExpr *Reference = nullptr;
  const clang::Expr *Object = nullptr; ///< if Reference is set: `c`, `*p` or `p->x`, which names the object
  /// Whether the path leads along `RowParts` to a row (`cells[i].x`) or to an element of a row (`cells[i].x[k]`).
  bool leadsInto(const RowPath &RowParts) const;
};

/// Returns the expression that a local variable of a body equals as long as the variable lives: the expression that a
/// reference is bound to, or the value of a pointer. Null if there is no such expression.
using MeaningOf = llvm::function_ref<const clang::Expr *(const clang::VarDecl *)>;

/// The path of an expression that names an array, a row, or an element of a row; nothing for other expressions. An
/// array alone has a path without indices.
std::optional<AccessPath> accessPath(const clang::Expr *E, const clang::ASTContext &Context, MeaningOf Meaning);

/// How the elements of each dimension of an array lead to the rows of the next dimension.
struct RowLevels {
  llvm::SmallVector<RowHolder, 2> Holders; ///< one for each dimension of the array but the last
};

/// How each dimension of an array with elements of type `Element` leads to rows along the path `RowParts`. Nothing if a
/// device cannot have a copy of some of the rows.
std::optional<RowLevels> rowLevels(clang::QualType Element, const RowPath &RowParts, const clang::ASTContext &Context);

/// A part of an array's element: its type, and its offset from the beginning of the element, in bytes.
struct PartPlace {
  clang::QualType Type;
  uint64_t Place = 0;
};

/// The part of an element that `Parts` leads to. Nothing if the offset may differ between elements (virtual bases), or
/// if the part shares its bytes (unions).
std::optional<PartPlace> partOf(clang::QualType Element, const ElementParts &Parts, const clang::ASTContext &Context);

/// The path `RowParts`, extended by one level for each further dimension, as long as the elements at the end of the
/// path are pointers or containers that lead to rows.
RowPath extended(clang::QualType Element, RowPath RowParts, const clang::ASTContext &Context);

/// The index in Region::Windows of the window (array of a data clause) that `Path` leads into: to one of the window's
/// rows, or to an element of a row. -1 if there is none.
int rowsWindow(const Region &R, const AccessPath &Path);

} // namespace hetcc
#endif
