// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which elements of an array one iteration of a region touches, as docs/design/footprint.md (1.1)
// describes them: boxes, whose ends are terms in the iterator's value and in numbers that the region does not change.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H

#include "Analysis/Affine.h"

namespace hetcc {

/// The numbers that the host computes, when a pass (an execution of the region) begins, for the variables of
/// polynomials other than the iterator.
using KnownNumbers = llvm::DenseMap<const clang::ValueDecl *, Number>;

/// A value at which a box may end: `floor(Value / Divisor)`; with a table, `Table[floor(Value / Divisor)] + Add`.
struct Term {
  Polynomial Value;
  int64_t Divisor = 1;                      ///< at least 1
  const clang::ValueDecl *Table = nullptr;  ///< an array of integers, which is read when a pass begins
  Polynomial Add = Polynomial::constant(0); ///< added behind the conversions To; 0 without a table
  Polynomial Within = Polynomial();         ///< added to the table's integer before the conversions To
  IntegerForm Read = {};                    ///< the type of the table's integers
  ElementParts Part = {};                   ///< if the table has structs: the member that is the integer
  std::optional<uint64_t> Place = {};       ///< if the table has structs: the member's offset in bytes
  Conversions To = {};                      ///< the types to which the table's integer plus Within is converted
  bool isPlain() const { return Divisor == 1 && !Table; }
  bool hasSameTable(const Term &Other) const {
    return Table == Other.Table && Within == Other.Within && Read == Other.Read && Place == Other.Place &&
           To == Other.To;
  }
  /// Adds conversions of the value that the table yields. False if numbers of these types cannot be converted that way.
  bool convert(IntegerForm From, llvm::ArrayRef<IntegerForm> Into);
  /// How the runtime reads the table, as a code in hetrt_term; 0: by the type of the table's elements.
  unsigned reading() const;
  bool operator==(const Term &Other) const {
    return Value == Other.Value && Divisor == Other.Divisor && Add == Other.Add && hasSameTable(Other);
  }
};

/// The indices from the greatest of the lower terms to the one before the least of the upper terms. Without terms, an
/// end is the end of the indices that exist.
struct Interval {
  llvm::SmallVector<Term, 1> Lower, Upper;
  bool operator==(const Interval &Other) const { return Lower == Other.Lower && Upper == Other.Upper; }
};

/// A box of elements that an iteration touches, and what the iteration does with the elements.
struct Box {
  llvm::SmallVector<Interval, 3> Dimensions;
  /// The box is touched at iterator values for which none of these is negative.
  llvm::SmallVector<Polynomial, 2> Domain;
  bool Read = false, Write = false;
  bool WrittenBeforeRead = false; ///< of writes: each iteration writes an element before it reads the element
  bool Attained = true;           ///< each iteration of the domain touches the first and last index of each dimension
  bool Corners = true;   ///< also all combinations of first and last indices: no end depends on another dimension
  bool Declared = false; ///< a clause states the box
  bool Own = false;      ///< of a clause: the elements of the iteration, without halo
  llvm::SmallVector<Polynomial, 2> Assumed; ///< if one of these polynomials is negative, the ends are not known
  const clang::Expr *From = nullptr;        ///< the access that the box is made from; of several, the first
};

/// What a region does with the array of one of its windows (arrays of data clauses).
struct ArrayUse {
  unsigned Window = 0; ///< the number of the array's window in the region
  /// The lengths of the dimensions but the first; nothing for a length that is not known.
  llvm::SmallVector<std::optional<Polynomial>, 2> Inner;
  std::optional<Polynomial> Outer; ///< the length of the first dimension; nothing if it is not known
  bool CountsElements = false;     ///< Outer counts elements, of a subscript that has been split into dimensions
  bool Split = false;              ///< one subscript has been split into dimensions, which is not proven to be right
  bool WritesAnywhere = false;     ///< the region writes at indices that no box describes
  /// The window whose elements are the indices of this array, col of `x[col[k]]`; -1: there is none.
  int Through = -1;
  std::vector<Box> Boxes;
  const clang::ValueDecl *Iterator = nullptr; ///< the variable that stands for the iterator in the boxes
  /// The numbers for other variables, if the host states the boxes to the runtime.
  KnownNumbers Known;
  unsigned rank() const { return unsigned(Inner.size()) + 1; }
};

/// The uses of all windows of a region whose body has been scanned. The iterator has to be an integer.
std::vector<ArrayUse> findUses(const Region &R, clang::ASTContext &Context);

/// Whether a box says where an iteration writes: both ends are known in some dimension, and a dimension with an unknown
/// end counts as touched as a whole. If one subscript stands for several dimensions, both ends have to be known in all
/// dimensions, since the subscript may lead from one dimension to the other.
bool tellsWhere(const ArrayUse &Use, const Box &B);

/// Whether each iteration has certainly written all elements of box B before it touches any of these; findUses() has
/// checked the order of reads and writes.
bool isWrittenBefore(const ArrayUse &Use, const Box &B);

/// The term of an end with a single term, if the term is plain (without divisor and table); null for all other ends.
inline const Polynomial *only(llvm::ArrayRef<Term> End) {
  return End.size() == 1 && End[0].isPlain() ? &End[0].Value : nullptr;
}

/// Whether a box covers all of dimension D, which is not the first one, and whose length is known.
bool isFull(const ArrayUse &Use, const Box &B, unsigned D);

/// The use with all dimensions joined to a single dimension, counted in elements: a box then has all elements from its
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
