// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds loops of a team (`omp for`) before which a thread may wait for another thread. If devices
// take part in the loop, no thread begins it before all threads of the team have come. So if a thread waits, before the
// loop, for what another thread does in the loop or after it, the program hangs.
#ifndef HETCC_LIB_ANALYSIS_CALLS_TEAMWAITS_H
#define HETCC_LIB_ANALYSIS_CALLS_TEAMWAITS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// Leaves a loop that joins a team, and that --hetcc-auto would split, to the host compiler, unless it is proven that
/// no thread waits, before the loop, for what another thread does in the loop or after it. Directives of hetcc are not
/// checked, because their documentation requires that all threads meet before the loop.
void keepWaitingThreads(Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
