// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: ways from an array to elements of rows, by members of the elements on the way. Each way is an
// array of its own to a device: `cells[i].x[k]` and `cells[i].v[k]` have nothing in common but where they begin.
#ifndef HETCC_LIB_ANALYSIS_ACCESSPATHS_H
#define HETCC_LIB_ANALYSIS_ACCESSPATHS_H

#include "Analysis/Body.h"

namespace hetcc {

/// A way from an array by subscripts, and by the parts of elements between them.
struct AccessPath {
  const clang::Expr *Array = nullptr;                ///< names it
  llvm::SmallVector<const clang::Expr *, 3> Indices; ///< null: of the object that a pointer leads to
  RowPath Parts;                                     ///< behind each index, perhaps none
  /// Of the text, what stands for the first index: a local reference to an object or a pointer that leads to it. Null:
  /// the indices stand in the text.
  const clang::DeclRefExpr *By = nullptr;
  const clang::Expr *Object = nullptr; ///< and what names the object

  /// Whether it is a way to what leads to a row of such an array, or to an element.
  bool leadsInto(const RowPath &Way) const;
};

/// What a local variable of a body stands for as long as it lives: of a reference, what it is bound to; of a pointer,
/// its value. Null: something else.
using MeaningOf = llvm::function_ref<const clang::Expr *(const clang::VarDecl *)>;

/// The way by which an expression names something behind an array; nothing where it names none.
std::optional<AccessPath> accessPath(const clang::Expr *E, const clang::ASTContext &Context, MeaningOf Meaning);

/// What each dimension of an array has, to which such a way leads; a level for each part of the way.
struct RowLevels {
  llvm::SmallVector<RowHolder, 2> Holders; ///< Element: what its rows consist of
};
/// Nothing where the way leads by what devices cannot have the rows of.
std::optional<RowLevels> rowLevels(clang::QualType Element, const RowPath &Way, const clang::ASTContext &Context);

/// A part of an element, and where it lies in it, in bytes.
struct PartPlace {
  clang::QualType Type;
  uint64_t Place = 0;
};
/// Nothing where it may be elsewhere in other elements, or shares its place.
std::optional<PartPlace> partOf(clang::QualType Element, const ElementParts &Parts, const clang::ASTContext &Context);

/// A way goes on where the elements that it leads to lead to rows themselves.
RowPath extended(clang::QualType Element, RowPath Way, const clang::ASTContext &Context);

/// `.x[0].Base::y`, in generated code.
std::string textOf(const RowPath &Way, unsigned Level);

/// The window of rows that a way leads into, or -1: to an element, or to what leads to a row.
int rowsWindow(const Region &R, const AccessPath &Path);

/// The window of the objects that lead to the rows of another one, or -1.
int objectsOf(const Region &R, const Window &Rows);

} // namespace hetcc
#endif
