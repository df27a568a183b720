// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code on the host says of a region besides its text, as values.
#ifndef HETCC_LIB_ANALYSIS_REGION_DESCRIPTION_H
#define HETCC_LIB_ANALYSIS_REGION_DESCRIPTION_H

#include "Analysis/Region/Tables.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class ValueDecl;
} // namespace clang

namespace hetcc {

/// A variable whose value at the beginning of the pass is copied to devices. Guard is the condition under which the
/// variable's memory may be accessed; if it is empty, it may always be.
struct CopiedValue {
  std::string Name, Guard;
};

/// A variable of generated code, and the expression whose value it keeps.
struct KeptNumber {
  std::string Name, Code;
};

/// The description of one region; the last step of the analysis makes it.
struct Description {
  Tables Arrays; ///< how the region uses its arrays; a row in Tables::Arrays for each of its windows
  /// Variables of which devices have copies, although they may be elements of an array that the region writes. A write
  /// by one device would not change the copies, so the runtime compares the variables' addresses with the arrays.
  std::vector<CopiedValue> Copied;
  std::vector<KeptNumber> Kept;           ///< of a block over places: its clauses' values, which the loops inside use
  std::vector<std::string> TargetScalars; ///< of a block: the scalars that `target` copies, see scalarsOfTarget()
  /// Of a loop that joins a team: the captures and arrays that may have another value in each thread.
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> DifferInTeam;
  bool WantsThreads = false; ///< one thread alone runs the loop on the host, see wantsThreads()
};

} // namespace hetcc
#endif
