// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: a region as it would be if clauses named all of the arrays that its body uses, each as a whole.
// So accesses to them are found before anything is known of their windows.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_TRIAL_H
#define HETCC_LIB_ANALYSIS_WINDOWS_TRIAL_H

#include "Analysis/Region.h"

namespace clang {
class DiagnosticsEngine;
}

namespace hetcc {

struct Trial {
  Directive Source;
  Region Of;                ///< of Source; its windows point there
  size_t FirstInferred = 0; ///< windows from here on are those that no clause names
};

/// Null where all arrays are named, or the region is not sound, of which analyse() tells. Reports nothing. Other
/// regions' members are the current ones afterwards, see useMemberEntities().
/// \p Without: an array that counts as not named, though a clause names it.
/// \p Objects: elements may hold pointers to rows, which are arrays of their own then.
std::unique_ptr<Trial> makeTrial(const Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine,
                                 const MemberPath &Without = {}, bool Objects = false);

/// Whether what stands in a `persist` clause is the array of a window, in whatever words.
bool keepsWindow(const ClauseExpr &Persist, const WindowSpec &Spec);

/// The arrays of which `omp atomic` updates elements in a statement: their values are partial ones, which devices
/// combine.
std::vector<MemberPath> updatedByAtomic(const clang::Stmt *S, clang::ASTContext &Context);

} // namespace hetcc
#endif
