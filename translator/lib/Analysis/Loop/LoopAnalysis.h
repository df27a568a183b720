// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: analysis of one instance of a loop: the first part of the analysis of a directive (Analysis.h).
// Region.h describes the result.
#ifndef HETCC_LIB_ANALYSIS_LOOP_LOOPANALYSIS_H
#define HETCC_LIB_ANALYSIS_LOOP_LOOPANALYSIS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

class Diagnostics;
struct Region;

/// Analyses the region of a marker (the `if` statement that stands for the directive in the AST). Reports errors, and
/// returns false if the region cannot be translated.
bool analyse(Region &R, clang::ASTContext &Context, Diagnostics &Diags);

} // namespace hetcc
#endif
