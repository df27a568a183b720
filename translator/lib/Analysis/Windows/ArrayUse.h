// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which elements of an array one iteration of a region touches, as docs/design/footprint.md
// (1.1) has it: boxes, whose ends are terms in the iterator's value and in what the region does not change.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_ARRAYUSE_H

#include "Analysis/Affine.h"

namespace hetcc {

/// What the host computes for variables of polynomials, where a pass begins. The iterator is none of them.
using KnownNumbers = llvm::DenseMap<const clang::ValueDecl *, Number>;

/// `floor(Value / Divisor)`; where there is a table, the element of it at that index, and Add.
struct Term {
  Polynomial Value;
  int64_t Divisor = 1;                      ///< at least 1
  const clang::ValueDecl *Table = nullptr;  ///< an array of integers, which the call reads
  Polynomial Add = Polynomial::constant(0); ///< 0 without a table
  Polynomial Within = Polynomial();         ///< added to the integer of a table before that is converted
  IntegerForm Read = {};                    ///< the type of a table's integers
  ElementParts Part = {};                   ///< where the table has structs, what of them they are,
  std::optional<uint64_t> Place = {};       ///< which lies so many bytes behind an element's beginning
  Conversions To = {};                      ///< what the sum is converted to
  bool isPlain() const { return Divisor == 1 && !Table; }
  bool hasSameTable(const Term &Other) const {
    return Table == Other.Table && Within == Other.Within && Read == Other.Read && Place == Other.Place &&
           To == Other.To;
  }
  /// Adds to what the table yields. Nothing where numbers of these types cannot be converted so.
  bool convert(IntegerForm From, llvm::ArrayRef<IntegerForm> Into);
  /// How the runtime reads the table, as hetrt_term has it; 0: as its elements are.
  unsigned reading() const;
  bool operator==(const Term &Other) const {
    return Value == Other.Value && Divisor == Other.Divisor && Add == Other.Add && hasSameTable(Other);
  }
};

/// Indices from the greatest of the lower terms to the one before the least of the upper ones. An end without terms is
/// the end of the indices that exist.
struct Interval {
  llvm::SmallVector<Term, 1> Lower, Upper;
  bool operator==(const Interval &Other) const { return Lower == Other.Lower && Upper == Other.Upper; }
};

struct Box {
  llvm::SmallVector<Interval, 3> Dimensions;
  llvm::SmallVector<Polynomial, 2> Domain; ///< iterator values for which none of these is negative
  bool Read = false, Write = false;
  bool Surely = false;   ///< of writes: each element is written in the iteration before it is read there
  bool Attained = true;  ///< each iteration of the domain touches the first and last index of each dimension
  bool Corners = true;   ///< and, of these, those that belong together: no dimension's ends hang on another's
  bool Declared = false; ///< a clause says so
  bool Own = false;      ///< of a clause: what belongs to the iteration, without halo
  llvm::SmallVector<Polynomial, 2> Assumed; ///< where one of these is negative, the ends are not known
  const clang::Expr *From = nullptr;        ///< the access that made it so; of several that make one box, the first
};

/// What a region does with one of its windows' arrays.
struct ArrayUse {
  unsigned Window = 0; ///< of the region
  /// How long dimensions but the first are; nothing where that is not known.
  llvm::SmallVector<std::optional<Polynomial>, 2> Inner;
  std::optional<Polynomial> Outer; ///< how long the first dimension is; nothing where that is not known
  bool CountsElements = false;     ///< that is in elements, of a subscript that has been taken apart
  bool Split = false;              ///< one subscript has been taken apart; that it holds is not proven
  bool WritesAnywhere = false;     ///< at indices that no box describes
  int Through = -1; ///< of an array of which the elements of another window's share say what is used: that one
  std::vector<Box> Boxes;
  const clang::ValueDecl *Iterator = nullptr; ///< what stands for its value in the boxes
  KnownNumbers Known;                         ///< of all variables, where the host states the boxes
  unsigned rank() const { return unsigned(Inner.size()) + 1; }
};

/// The uses of all windows of a region whose body has been scanned. The iterator is an integer.
std::vector<ArrayUse> findUses(const Region &R, clang::ASTContext &Context);

/// Whether a box says where an iteration writes: in some dimension it has both ends, and is all of those that it does
/// not know. One subscript that stands for several dimensions may lead from one to the other, so there it has to know
/// all.
bool tellsWhere(const ArrayUse &Use, const Box &B);

/// Whether each iteration has surely written, before, what it touches in a box; findUses() has seen to the order.
bool isWrittenBefore(const ArrayUse &Use, const Box &B);

/// The one term of an end, where it is plain; null for all others.
inline const Polynomial *only(llvm::ArrayRef<Term> End) {
  return End.size() == 1 && End[0].isPlain() ? &End[0].Value : nullptr;
}

/// Whether a box is all of dimension D, which is not the first, of a known length.
bool isFull(const ArrayUse &Use, const Box &B, unsigned D);

/// A use as one of a single dimension, in elements: what the boxes have, and what lies between. Nothing where a length
/// or an end is not known.
std::optional<ArrayUse> joined(const ArrayUse &Use);

/// "n * m + 1", by the names of variables.
std::string textOf(const Polynomial &P);
/// "reads [i - 1, i + 2) x [0, m) where i - 1 >= 0, attained".
std::string textOf(const Box &B);

/// A / B for single terms that divide without a remainder.
std::optional<Polynomial> dividedBy(const Polynomial &A, const Polynomial &B);

} // namespace hetcc
#endif
