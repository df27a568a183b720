// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the variables of a `nowait` region, which becomes an OpenMP task.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_TASKVARIABLES_H
#define HETCC_LIB_ANALYSIS_VARIABLES_TASKVARIABLES_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// Sets Region::TaskVariables and Region::WhyNoTask.
void findTaskVariables(Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
