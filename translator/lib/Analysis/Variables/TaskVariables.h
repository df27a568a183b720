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
struct TaskForm;

/// The task that a region becomes; without variables if the region is no `nowait` region, or becomes no task.
TaskForm findTaskVariables(const Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
