// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds windows (data clauses) for the arrays that a loop uses and no clause names: the clauses that a careful user
// would have written. See docs/design/footprint.md.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_INFERENCE_H

#include "Analysis/Region.h"

namespace clang {
class DiagnosticsEngine;
}

namespace hetcc {

/// Adds windows to the directive of a region for the arrays that the body uses and no clause names. If no window is
/// found for one of them, the region stays on the host, with the reason. Afterwards R is the current region, see
/// useMemberEntities().
void inferWindows(Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

/// For a clause that the body contradicts: the clause that inferWindows() would find for that array if no clause named
/// the array; nullopt if no single clause describes the array's use. For messages. Afterwards R is the current region.
std::optional<std::string> clauseOfBody(Region &R, const WindowSpec &Contradicted, clang::ASTContext &Context,
                                        clang::DiagnosticsEngine &Engine);

/// A clause as a user would write it: "part_copyin(x[1:n:1][0:m])".
std::string clauseText(const WindowSpec &W);

/// A box, the elements of an array that one iteration uses, of an array that no clause names: the location of an
/// access, and a text for `--hetcc-explain`.
struct FoundBox {
  clang::SourceLocation At;
  std::string Text;
};
/// The boxes of a region, for the user to read.
std::vector<FoundBox> explainBoxes(const Region &R, clang::ASTContext &Context, clang::DiagnosticsEngine &Engine);

} // namespace hetcc
#endif
