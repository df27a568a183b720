// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables by which generated code tells the runtime how a region uses its arrays (docs/design/footprint.md):
// constant tables of formulas, and the numbers in the formulas that generated code computes when a pass begins.
// Windows/Tables.h makes them.
#ifndef HETCC_LIB_ANALYSIS_REGION_TABLES_H
#define HETCC_LIB_ANALYSIS_REGION_TABLES_H

#include "Analysis/Region/WindowShape.h"
#include <cstdint>
#include <vector>

namespace hetcc {

/// The number Constant + numbers[Slot]: numbers[0] is 0, and the others are those of CallNumbers::slots().
struct TableNumber {
  int32_t Constant = 0;
  unsigned Slot = 0;
  bool operator==(const TableNumber &Other) const { return Constant == Other.Constant && Slot == Other.Slot; }
};

/// The numbers that generated code computes for each call of a region. Numbers with the same text share a slot;
/// constants of up to 32 bits need no slot.
class CallNumbers {
public:
  TableNumber of(const Number &N);
  /// The slot of a number that is not constant.
  unsigned slot(const Number &N);
  /// The numbers of the slots from 1 on.
  const std::vector<Number> &slots() const { return Slots; }

private:
  std::vector<Number> Slots;
};

/// A row for a term of a box's end (Term in ArrayUse.h), as hetrt_term has it.
struct TableTerm {
  TableNumber Slope, Offset, Add, Within;
  int64_t Divisor = 1;
  unsigned Table = 0; ///< 1 + the number of the array that is read as a table; 0 if there is none
  unsigned Reading = 0;
  bool operator==(const TableTerm &Other) const {
    return Slope == Other.Slope && Offset == Other.Offset && Add == Other.Add && Within == Other.Within &&
           Divisor == Other.Divisor && Table == Other.Table && Reading == Other.Reading;
  }
};

/// A row for one dimension of a box: where its lower and its upper terms begin in Tables::Terms, and how many there
/// are.
struct TableEnds {
  unsigned Lower = 0, LowerCount = 0, Upper = 0, UpperCount = 0;
  bool operator==(const TableEnds &Other) const {
    return LowerCount == Other.LowerCount && UpperCount == Other.UpperCount && Lower == Other.Lower &&
           Upper == Other.Upper;
  }
};

/// A row of the table for a box, that is, for elements of an array that one iteration uses.
struct TableBox {
  unsigned Array = 0;
  bool Read = false, Write = false, WrittenBeforeRead = false, Attained = false, Own = false, Declared = false;
  bool Guarded = false; ///< the box holds only for iterator values from From to To
  TableNumber From, To;
  unsigned FirstEnd = 0;           ///< the index of its first dimension in Tables::Ends
  const clang::Expr *Of = nullptr; ///< the access that the box is made from; null if a clause states the box
};

/// A row for the array of a window. The row's number in Tables::Arrays is the number of the window.
struct TableArray {
  bool Flat = false, WritesAnywhere = false;
  bool FindExtent = false;         ///< the runtime must find the extent of the first dimension
  bool CountsElements = false;     ///< the extent of the first dimension is a number of elements
  int Through = -1;                ///< the number of the index array, or -1
  std::vector<TableNumber> Extent; ///< one for each dimension
  TableNumber ElementSize;         ///< in bytes, if the clause gives it; else 0
};

/// All tables of one region.
struct Tables {
  std::vector<TableArray> Arrays;
  std::vector<TableBox> Boxes;
  std::vector<TableEnds> Ends;
  std::vector<TableTerm> Terms;
  CallNumbers Numbers;
};

} // namespace hetcc
#endif
