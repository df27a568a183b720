// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows of arrays that no clause names: what a careful user would have written. Step 14 of docs/design/footprint.md
// ahead of interface version 8.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H

#include "Analysis/Region.h"

namespace clang {
class DiagnosticsEngine;
}

namespace hetcc {

/// Gives the directive of a region windows for the arrays that the body uses and no clause names; where one of them has
/// none, the region's fate is the host, and says why. Members are the region's own afterwards.
void inferWindows(Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

/// The clause that the body gives the array of a clause which it contradicts: as if nothing named the array, and all
/// else as it is. Nothing where no clause of its own would do. Members are the region's own afterwards.
std::optional<std::string> clauseOfBody(Region &R, const WindowSpec &Contradicted, clang::ASTContext &Context,
                                        clang::DiagnosticsEngine &Engine);

/// A clause as a user would write it: "part_copyin(x[1:n:1][0:m])".
std::string clauseText(const WindowSpec &W);

/// One line for each box of a region's arrays: the access that made it so, and the text.
struct FoundBox {
  clang::SourceLocation At;
  std::string Text;
};
std::vector<FoundBox> explainBoxes(const Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

} // namespace hetcc
#endif
