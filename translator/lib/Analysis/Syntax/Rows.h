// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of arrays: which types lead to rows of elements, and the code for the sizes and lengths of rows.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_ROWS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_ROWS_H

#include "Directive/Directive.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

/// How a value such as a `T *` or a std::vector<T> leads to a row of elements: it has a pointer to the row's first
/// element, and perhaps a pointer to the end of the row. Size, Begin and End are counted in pointers (sizeof(void *)).
struct RowHolder {
  clang::QualType Element;
  unsigned Size = 1, Begin = 0, End = 0; ///< the value's size, and the positions of the two pointers in it; End is 0 if
                                         ///< there is no end pointer
};

/// How values of a type lead to rows of elements: pointers, std::vector and std::unique_ptr do. Nothing for all other
/// types.
std::optional<RowHolder> rowHolder(clang::QualType T, const clang::ASTContext &Context);

/// Collects the offsets, in bytes, of all pointers in a value of type T that lies at the offset `At`. False if one of
/// the pointers points to another type than `Element`.
bool pointersIn(clang::QualType T, clang::QualType Element, uint64_t At, llvm::SmallVectorImpl<uint64_t> &Into,
                const clang::ASTContext &Context);

/// The type of `x[0]...[0]` with `Dimensions` subscripts, where x is an array of type T; with fewer subscripts if T has
/// fewer dimensions. A pointer or a std::vector counts as a dimension, too.
clang::QualType typeOfRow(clang::QualType T, unsigned Dimensions, const clang::ASTContext &Context);

/// Code for the size of `Row`, a row of type T of an array. For a row of variable length the code does not use
/// `sizeof`, because g++ ends in an internal error if an alias-declaration names the type.
std::string sizeOfRow(const std::string &Row, clang::QualType T, const clang::ASTContext &Context);

/// Code for the length of dimension D of an array, taken from the array's type T.
std::string lengthByType(std::string Array, clang::QualType T, unsigned D, const clang::ASTContext &Context);

/// Whether an alias-declaration (`using Row = float[n];`), and not a typedef, gives the type of an array rows of
/// variable length.
bool hasLengthsByAlias(clang::QualType T, const clang::ASTContext &Context);

/// The parts of `RowParts` at one level, as generated code writes them: `.x[0].Base::y`.
std::string textOf(const RowPath &RowParts, unsigned Level);

/// The name in messages of the rows that `RowParts` lead to from the elements of `Array`: `cells[].x`. The array's own
/// name, if the rows are its elements.
std::string nameOfRows(const std::string &Array, const RowPath &RowParts);

} // namespace hetcc
#endif
