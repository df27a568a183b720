// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: which elements of an array one iteration of a region accesses, as docs/design/footprint.md
// describes them: boxes, whose ends are terms in the iterator's value and in numbers that the region does not change.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H

#include "Analysis/Syntax/Statements.h"
#include "Analysis/Values/Affine.h"

namespace hetcc {

/// For the variables of polynomials other than the iterator: the numbers that the host computes when a pass (an
/// execution of the region) begins.
using KnownNumbers = llvm::DenseMap<const clang::ValueDecl *, Number>;

/// A value at which a box may end: `floor(Value / Divisor)`; with a table, `Table[floor(Value / Divisor)] + Add`.
struct Term {
  Polynomial Value;
  int64_t Divisor = 1;                      ///< at least 1
  const clang::ValueDecl *Table = nullptr;  ///< an array of integers, which is read when a pass begins
  Polynomial Add = Polynomial::constant(0); ///< added after the conversions To; 0 without a table
  Polynomial Within = Polynomial();         ///< added to the table's integer before the conversions To
  IntegerForm Read = {};                    ///< the type of the table's integers
  ElementParts Part = {};                   ///< if the table has structs: the member that is the integer
  std::optional<uint64_t> Place = {};       ///< if the table has structs: the offset of this member in bytes
  Conversions To = {};                      ///< the types to which the table's integer plus Within is converted
  bool isPlain() const { return Divisor == 1 && !Table; }
  bool hasSameTable(const Term &Other) const {
    return Table == Other.Table && Within == Other.Within && Read == Other.Read && Place == Other.Place &&
           To == Other.To;
  }
  /// Adds conversions of the value that is read from the table. False if a term cannot express these conversions.
  bool convert(IntegerForm From, llvm::ArrayRef<IntegerForm> Into);
  /// How the runtime reads the table, as a code in hetrt_term; 0: by the type of the table's elements.
  unsigned reading() const;
  bool operator==(const Term &Other) const {
    return Value == Other.Value && Divisor == Other.Divisor && Add == Other.Add && hasSameTable(Other);
  }
};

/// The indices from the greatest of the lower terms up to, but without, the least of the upper terms. An end without
/// terms is the end of the dimension.
struct Interval {
  llvm::SmallVector<Term, 1> Lower, Upper;
  bool operator==(const Interval &Other) const { return Lower == Other.Lower && Upper == Other.Upper; }
};

/// A box of elements that an iteration accesses, and what the iteration does with the elements.
struct Box {
  llvm::SmallVector<Interval, 3> Dimensions;
  /// An iteration accesses the box if none of these polynomials is negative at the iterator's value.
  llvm::SmallVector<Polynomial, 2> Domain;
  bool Read = false, Write = false;
  bool WrittenBeforeRead = false; ///< if Write: each iteration writes an element before it reads the element
  bool Attained = true;           ///< each iteration of the domain accesses the first and last index of each dimension
  bool Corners = true;   ///< each iteration also accesses the element with the first index of each dimension, and the
                         ///< element with the last index of each dimension
  bool Declared = false; ///< a clause states the box
  bool Own = false;      ///< if Declared: the box has the iteration's own elements, without halo
  llvm::SmallVector<Polynomial, 2> Assumed; ///< if one of these polynomials is negative, the ends are not known
  const clang::Expr *From = nullptr;        ///< the access that the box is made from; if there are several, the first
};

/// What a region does with the array of one of its windows (arrays of data clauses).
struct ArrayUse {
  unsigned Window = 0; ///< the number of the array's window in the region
  /// The lengths of the dimensions but the first; nothing for a length that is not known.
  llvm::SmallVector<std::optional<Polynomial>, 2> Inner;
  std::optional<Polynomial> Outer; ///< the length of the first dimension; nothing if it is not known
  bool CountsElements = false;     ///< Outer is a number of elements, not of rows: one subscript has been split
  bool Split = false;              ///< one subscript has been split into dimensions; it is not proven that the parts
                                   ///< stay within their dimensions
  bool WritesAnywhere = false;     ///< the region writes at indices that the boxes do not describe
  /// The number of the window with the indices of this array, col for `x[col[k]]`; -1 if there is none.
  int Through = -1;
  std::vector<Box> Boxes;
  const clang::ValueDecl *Iterator = nullptr; ///< the variable that stands for the iterator in the boxes
  /// The numbers for other variables, if generated code passes the boxes to the runtime.
  KnownNumbers Known;
  unsigned rank() const { return unsigned(Inner.size()) + 1; }
};

/// The uses of all windows of a region whose body has been scanned. The iterator must be an integer.
std::vector<ArrayUse> findUses(const Region &R, clang::ASTContext &Context);

/// Whether a box limits where an iteration writes: in some dimension, both ends are known. A dimension with an unknown
/// end counts as written in full. If one subscript has been split into several dimensions, both ends must be known in
/// all dimensions, because the subscript may lead from one dimension to the other.
bool tellsWhere(const ArrayUse &Use, const Box &B);

/// Whether each iteration has certainly written all elements of box B before it reads any of them; findUses() has
/// checked the order of reads and writes.
bool isWrittenBefore(const ArrayUse &Use, const Box &B);

/// The only term of an end, if the term is plain (without divisor and table); null for all other ends.
inline const Polynomial *only(llvm::ArrayRef<Term> End) {
  return End.size() == 1 && End[0].isPlain() ? &End[0].Value : nullptr;
}

/// Whether a box covers all of dimension D, which is not the first dimension, and whose length is known.
bool isFull(const ArrayUse &Use, const Box &B, unsigned D);

/// The use with all dimensions joined to one, in which the indices count elements: a box then has all elements from its
/// first to its last. Nothing if a length or an end is not known.
std::optional<ArrayUse> joined(const ArrayUse &Use);

/// Text such as "n * m + 1", with the names of variables.
std::string textOf(const Polynomial &P);
/// Text such as "reads [i - 1, i + 2) x [0, m) where i - 1 >= 0, attained".
std::string textOf(const Box &B);

/// A / B, if each is a single term and the division leaves no remainder; else nothing.
std::optional<Polynomial> dividedBy(const Polynomial &A, const Polynomial &B);

} // namespace hetcc
#endif
