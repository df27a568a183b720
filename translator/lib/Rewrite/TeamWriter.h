// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes the team of threads that runs a pass on the CPUs, together with the accelerators, that is,
// the code around the user's loop. For regions with `nowait` or `depend`, also writes the task around this code.
#ifndef HETCC_LIB_REWRITE_TEAMWRITER_H
#define HETCC_LIB_REWRITE_TEAMWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// Writes the code before and after a loop for which generated code creates a team.
class TeamWriter : public RegionEmitter {
public:
  using RegionEmitter::RegionEmitter;
  /// Opens the task, if the region is a task (Directive::isTask); else returns "".
  std::string taskHead() const;
  /// Ends the task.
  std::string taskTail() const;
  /// Returns `#pragma omp parallel` with the user's data clauses, the clauses `More`, and clauses for variables of
  /// generated code.
  std::string directive(const std::string &More = "") const;
  /// Opens the team and, in it, the loop over the ranges that the runtime hands out to a thread.
  std::string head() const;
  /// Declares the first value and the bound of a range, `hetrt_from_` and `hetrt_to_`.
  std::string range() const;
  /// Returns `#pragma omp simd` for the user's loop; "" if the directive has no `simd`.
  std::string simd() const;
  /// Combines all partials with the user's reduction variables. `Next` is the beginning of the call that returns the
  /// next partial; the function appends the last argument, which is the previous partial.
  std::string combinePartials(const std::string &Next) const;
  /// Assigns to the iterator the value that it has after the serial loop; "" if the loop itself declares the iterator.
  std::string leaveIterator() const;
  /// Closes the team and ends the pass.
  std::string tail() const;
  /// Ends the pass, after the team.
  std::string end() const;

protected:
  /// The user's data clauses, and privateClauses().
  std::string dataClauses() const;
  /// `private` clauses for variables that the user's clauses do not name.
  std::string privateClauses() const;
  /// Declares pointers to the variables that get the values of the last iteration (`lastprivate`).
  std::string lastTargets() const;
  /// Code after the loop over a range: stores lastprivate values and the range's partial.
  std::string endRange() const;
  /// Like leaveIterator(), but "" if OpenMP does not define the iterator's value after the loop.
  std::string lastValue() const;

private:
  std::string sections() const;
  std::string lastTarget(const Capture &C) const;
  std::string storeLast() const;
  std::string emptyShare() const;
};

} // namespace hetcc
#endif
