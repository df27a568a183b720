// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops of a team before which threads may wait for each other. With devices, all threads of the
// team meet before such a loop, so none may wait there for what another one does in the loop or behind it.
#ifndef HETCC_LIB_ANALYSIS_CALLS_TEAMWAITS_H
#define HETCC_LIB_ANALYSIS_CALLS_TEAMWAITS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// Leaves an automatic loop that joins a team to the host compiler unless it is proven that no thread waits, before the
/// loop, for what another thread does in the loop or behind it. Directives of this project are not checked, because
/// their documentation requires that all threads meet.
void keepWaitingThreads(Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
