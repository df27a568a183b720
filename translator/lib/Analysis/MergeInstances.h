// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the merging of the instances of a template, which share one source text.
#ifndef HETCC_LIB_ANALYSIS_MERGEINSTANCES_H
#define HETCC_LIB_ANALYSIS_MERGEINSTANCES_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct RegionGroup;

/// Gives all instances the same Fate and the same layout. Afterwards each instance captures every variable that any
/// instance captures, in the same order and with the same name in device code, and copies a window to devices if any
/// instance does. The instances then differ only in types and values.
void mergeInstances(RegionGroup &G, clang::ASTContext &Context);

} // namespace hetcc
#endif
