// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds windows (data clauses) for the arrays that a loop uses and no clause names: the clauses that a careful user
// would have written. See docs/design/footprint.md.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H

#include "Analysis/Region/Region.h"

namespace clang {
class DiagnosticsEngine;
}

namespace hetcc {

/// Finds windows for the arrays that the body uses and no clause names. The directive gets those of its first instance.
/// If there is no window for one of these arrays, the region stays on the host, and `Fate` gets the reason; if only
/// devices that can access the host's memory can do without one, `Reach` does.
InferredWindows inferWindows(const RegionSite &Site, Verdict &Fate, Verdict &Reach, clang::ASTContext &Context,
                             clang::DiagnosticsEngine &Engine);

/// For messages about a clause that does not describe what the body does: the clause that inferWindows() would find for
/// the array if no clause named the array; nullopt if no single clause describes the array's use.
std::optional<std::string> clauseOfBody(const RegionSite &Site, const WindowSpec &Contradicted,
                                        clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

/// A clause as a user would write it: "part_copyin(x[1:n:1][0:m])".
std::string clauseText(const WindowSpec &W);

/// For `--hetcc-explain`: a box (the elements that one iteration uses) of an array that no clause names, as the
/// location of an access and a text.
struct FoundBox {
  clang::SourceLocation At;
  std::string Text;
};
/// The boxes of a region's arrays that no clause names.
std::vector<FoundBox> explainBoxes(const Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

} // namespace hetcc
#endif
