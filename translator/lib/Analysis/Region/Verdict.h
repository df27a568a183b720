// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a region can run, and why not elsewhere.
#ifndef HETCC_LIB_ANALYSIS_REGION_VERDICT_H
#define HETCC_LIB_ANALYSIS_REGION_VERDICT_H

#include "clang/Basic/SourceLocation.h"
#include <string>
#include <utility>

namespace hetcc {

/// Where a region may run. Later values are stricter.
enum class RunsOn {
  Everywhere, ///< on CPUs and accelerators
  Host,       ///< on the CPUs only, through the runtime
  Plain,      ///< the host compiler gets the plain OpenMP directive, and the runtime does not take part
};

/// Where a region can run, and so whether its loop may be split; and the reason if accelerators or the runtime cannot
/// run it.
struct Verdict {
  RunsOn Where = RunsOn::Everywhere;
  clang::SourceLocation Loc;
  std::string Cause, Remedy; ///< for messages
  /// Restricts the region to P. Does nothing if an earlier call was at least as strict, so the first of the strictest
  /// calls gives the reason.
  void restrict(RunsOn P, clang::SourceLocation At, std::string Why, std::string Help) {
    if (P <= Where)
      return;
    Where = P, Loc = At, Cause = std::move(Why), Remedy = std::move(Help);
  }
  void toHost(clang::SourceLocation At, std::string Why, std::string Help = "") {
    restrict(RunsOn::Host, At, std::move(Why), std::move(Help));
  }
};

} // namespace hetcc
#endif
