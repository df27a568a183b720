// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region does with its arrays as interface version 8 has it (docs/design/footprint.md, 2.2): constant tables of
// formulas, and the numbers in them that are known when a pass begins. Pure: from polynomials to rows and texts.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_TABLES_H
#define HETCC_LIB_ANALYSIS_WINDOWS_TABLES_H

#include "Analysis/Windows/ArrayUse.h"

namespace hetcc {

/// Constant + numbers[Slot], where numbers[0] is 0.
struct TableNumber {
  int32_t Constant = 0;
  unsigned Slot = 0;
  bool operator==(const TableNumber &Other) const { return Constant == Other.Constant && Slot == Other.Slot; }
};

/// The numbers that a call computes. Those of one text are one; constants of 32 bits take no place.
class CallNumbers {
public:
  /// `Known` says what variables are where the host computes them. With `If`, a condition, the number is unknown where
  /// that does not hold.
  TableNumber of(const Polynomial &P, const KnownNumbers &Known, const std::string &If = "");
  TableNumber of(const Number &N);
  /// As an expression of the type hetrt_int64, which is HETRT_UNKNOWN where 64 bits do not suffice.
  static Number code(const Polynomial &P, const KnownNumbers &Known);
  /// Of the slots from 1 on.
  const std::vector<Number> &slots() const { return Slots; }

private:
  unsigned slot(const Number &N);
  std::vector<Number> Slots;
};

struct TableTerm {
  TableNumber Slope, Offset, Add, Within;
  int64_t Divisor = 1;
  unsigned Table = 0; ///< 0: none; else 1 + the number of an array
  unsigned Reading = 0;
  bool operator==(const TableTerm &Other) const {
    return Slope == Other.Slope && Offset == Other.Offset && Add == Other.Add && Within == Other.Within &&
           Divisor == Other.Divisor && Table == Other.Table && Reading == Other.Reading;
  }
};

/// Of one dimension: runs of terms.
struct TableEnds {
  unsigned Lower = 0, LowerCount = 0, Upper = 0, UpperCount = 0;
  bool operator==(const TableEnds &Other) const {
    return LowerCount == Other.LowerCount && UpperCount == Other.UpperCount && Lower == Other.Lower &&
           Upper == Other.Upper;
  }
};

struct TableBox {
  unsigned Array = 0;
  bool Read = false, Write = false, Surely = false, Attained = false, Own = false, Declared = false;
  bool Guarded = false;
  TableNumber From, To;
  unsigned FirstEnd = 0;
  const clang::Expr *Of = nullptr; ///< the access that it comes from; null: a clause
};

/// Its number is that of the window.
struct TableArray {
  bool Flat = false, WritesAnywhere = false;
  bool FindExtent = false; ///< how long the first dimension is is not known
  bool CountsElements = false; ///< that is in elements
  int Through = -1;
  std::vector<TableNumber> Extent; ///< one for each dimension
};

struct Tables {
  std::vector<TableArray> Arrays;
  std::vector<TableBox> Boxes;
  std::vector<TableEnds> Ends;
  std::vector<TableTerm> Terms;
  CallNumbers Numbers;
};

/// Why a use has no words in version 8; empty if it has.
std::string whyNoTable(const ArrayUse &Use);

/// The tables of all windows of a region, in their order. All uses have words.
Tables makeTables(const Region &R, llvm::ArrayRef<ArrayUse> Uses);

/// "array 0 [n] box 0 read own [v, v + 1)", ... and "numbers (hetrt_int64)(n)", a line each, for tests.
std::vector<std::string> textOf(const Tables &T);

} // namespace hetcc
#endif
