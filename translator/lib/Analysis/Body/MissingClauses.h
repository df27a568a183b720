// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: the arrays that a body uses and no data clause names.
#ifndef HETCC_LIB_ANALYSIS_BODY_MISSINGCLAUSES_H
#define HETCC_LIB_ANALYSIS_BODY_MISSINGCLAUSES_H

#include "Analysis/Region/Region.h"
#include "llvm/ADT/StringSet.h"

namespace hetcc {

/// Keeps a loop on the host because of arrays without a clause, and names all of them in the reason.
class MissingClauses {
public:
  explicit MissingClauses(Region &R) : R(R) {}

  /// Names an array. All of them are named, so that the user can add all clauses at once.
  void add(clang::SourceLocation At, const std::string &Name, const std::string &Remedy);

private:
  Region &R;
  llvm::StringSet<> Names; ///< of the arrays
  bool GaveReason = false; ///< the loop stays on the host because of these arrays
};

} // namespace hetcc
#endif
