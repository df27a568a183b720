// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: finds the regions of a unit: one for each directive and each function, or instance of a function
// template, that contains the directive.
#ifndef HETCC_LIB_FRONTEND_INSTANCES_H
#define HETCC_LIB_FRONTEND_INSTANCES_H

#include "Directive/PragmaHandler.h"
#include "Kernel/KernelWriter.h"
#include "Rewrite/HostWriter.h"

namespace hetcc {

/// Returns one group for each directive, in the order of `Directives`, with the regions of all template instances.
std::vector<RegionGroup> collectRegions(clang::ASTContext &Context, DirectiveList &Directives);

/// Whether control leaves the blocks of a data directive only at their ends. Reports a jump out of a block, if there is
/// one.
bool staysInBlocks(const RegionGroup &G, const clang::SourceManager &SM, Diagnostics &Diags);

/// Returns a condition on the template's parameters that is true in the instance `F` only, such as `__is_same(T, float)
/// && N == 8`. If an argument has no name that is valid at the template, returns nullopt and sets `WhyNot` to the
/// reason. Adds to `Names` declarations of the parameters for a kernel, which is outside of the template: `typedef
/// float T; const int N = 8;`.
std::optional<std::string> instanceGuard(const clang::FunctionDecl *F, const KernelWriter &Kernel,
                                         const clang::ASTContext &Context, ParameterNames &Names, std::string &WhyNot);

} // namespace hetcc
#endif
