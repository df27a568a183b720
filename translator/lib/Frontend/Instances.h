// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The regions of a unit, one for each function or template instance that a directive stands in.
#ifndef HETCC_LIB_FRONTEND_INSTANCES_H
#define HETCC_LIB_FRONTEND_INSTANCES_H

#include "Directive/PragmaHandler.h"
#include "Kernel/KernelWriter.h"
#include "Rewrite/HostWriter.h"

namespace hetcc {

/// One group per directive, in the order of the list; regions of all instances of the enclosing templates.
std::vector<RegionGroup> collectRegions(clang::ASTContext &Context, DirectiveList &Directives);

/// Whether control leaves the block of a data directive at its end only; reports what does not.
bool staysInBlocks(const RegionGroup &G, const clang::SourceManager &SM, Diagnostics &Diags);

/// `__is_same(T, float) && N == 8`: the condition under which a template's text is this instance. nullopt, and the
/// cause in `WhyNot`, if an argument cannot be named where the template stands. `Names` receives declarations that give
/// the template's parameters their meaning outside it.
std::optional<std::string> instanceGuard(const clang::FunctionDecl *F, const KernelWriter &Kernel,
                                         const clang::ASTContext &Context, ParameterNames &Names, std::string &WhyNot);

} // namespace hetcc
#endif
