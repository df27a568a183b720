// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a unit knows, and what it has to ask, of the functions of other units that it calls (OtherUnits.h).
#ifndef HETCC_LIB_ANALYSIS_REGION_FOREIGNFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_REGION_FOREIGNFUNCTIONS_H

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

/// The functions that code calls, itself or by way of other functions, of which another definition may be executed.
struct ForeignFunctions {
  /// Functions of other units that are called by the body, or by functions that the body calls. The runtime finds out
  /// whether devices can run them.
  std::vector<const clang::FunctionDecl *> Elsewhere;
  /// Called functions of this unit for which the dynamic linker may choose another definition when the program is
  /// loaded. Devices run the definition in this unit.
  std::vector<const clang::FunctionDecl *> Replaceable;
  /// Functions of other units to which a called function passes several addresses, perhaps of several arrays.
  std::vector<const clang::FunctionDecl *> GetSeveralAddresses;
  /// What functions of other units must set in arrays that are private to each iteration.
  std::vector<FilledElsewhere> Filled;
};

} // namespace hetcc
#endif
