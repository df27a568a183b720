// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: how the lanes of a device (threads that share an iteration, see Nest.h) run a loop.
#ifndef HETCC_LIB_ANALYSIS_LANES_FINDNESTS_H
#define HETCC_LIB_ANALYSIS_LANES_FINDNESTS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct RegionGroup;
struct SharingRules;

/// Decides how the lanes of a device share an iteration of a group's loop (Region::Lanes), in the same way for all
/// instances.
void findNests(RegionGroup &G, clang::ASTContext &Context, const SharingRules &Rules);

} // namespace hetcc
#endif
