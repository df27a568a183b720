// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that functions set, as calling units and the records of functions (OtherUnits.h) describe them.
#ifndef HETCC_LIB_ANALYSIS_FILLEDARRAYS_H
#define HETCC_LIB_ANALYSIS_FILLEDARRAYS_H

#include "clang/AST/Decl.h"
#include <optional>
#include <vector>

namespace hetcc {

/// A fact about a function: it sets the elements [First, End) of the array that a parameter points to, and reads no
/// element before setting it. If Counted is set, the end is the value of the parameter with this number, plus the field
/// End.
struct FilledParameter {
  unsigned Parameter = 0;
  int64_t First = 0, End = 0;
  std::optional<unsigned> Counted; ///< the number of the parameter that gives the count; nullopt: End is a constant
};

/// A loop relies on a function of another unit to set the elements [First, End) of an array before reading them. At run
/// time, this is compared with the FilledParameter in the record of the unit that defines the function.
struct FilledElsewhere {
  const clang::FunctionDecl *To = nullptr;
  unsigned Parameter = 0;
  int64_t First = 0, End = 0;
  std::vector<std::optional<int64_t>> Arguments; ///< the call's arguments that are constants, for Counted
};

} // namespace hetcc
#endif
