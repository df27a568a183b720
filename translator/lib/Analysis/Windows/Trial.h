// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: a trial analysis of a region, as if clauses named all arrays that its body uses, each as a
// whole. The analysis finds the accesses to these arrays, from which their windows are inferred.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_TRIAL_H
#define HETCC_LIB_ANALYSIS_WINDOWS_TRIAL_H

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"

namespace clang {
class DiagnosticsEngine;
}

namespace hetcc {

/// A copy of a region and of its directive, with added windows.
struct Trial {
  explicit Trial(RegionSite Of) : Source(*Of.Source), R(sited(std::move(Of), Source)) {}
  Directive Source;
  Region R;                 ///< the region of Source; its windows point to those of Source
  size_t FirstInferred = 0; ///< the index in Source.Windows of the first window that no clause names

private:
  static RegionSite sited(RegionSite Of, Directive &Source) {
    Of.Source = Of.First = &Source;
    return Of;
  }
};

/// Makes a trial of the region at Site; null if clauses name all of its arrays, or if the region has an error, which
/// analyse() will report. Does not report anything.
/// \p Without: an array to treat as if no clause named it.
/// \p Objects: treat rows behind pointers in elements, as `cells[i].x`, as separate arrays.
std::unique_ptr<Trial> makeTrial(const RegionSite &Site, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine,
                                 const MemberPath &Without = {}, bool Objects = false);

/// Whether an item of a `persist` clause names the array of a window, perhaps by another spelling.
bool keepsWindow(const ClauseExpr &Persist, const WindowSpec &Spec);

/// The arrays whose elements a statement updates by `omp atomic`. Devices have partials of these arrays, which the
/// runtime combines.
std::vector<MemberPath> updatedByAtomic(const clang::Stmt *S, const MemberEntities &Members,
                                        clang::ASTContext &Context);

} // namespace hetcc
#endif
