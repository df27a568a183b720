// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The team of threads that shares a pass with the devices: what stands in it around the user's loop, and the task that
// all of it may be.
#ifndef HETCC_LIB_REWRITE_TEAMWRITER_H
#define HETCC_LIB_REWRITE_TEAMWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

class TeamWriter : public RegionEmitter {
public:
  using RegionEmitter::RegionEmitter;
  /// A region that others wait for, or that waits for them, is a task; nothing for others.
  std::string taskHead() const;
  std::string taskTail() const;
  /// `#pragma omp parallel` with the user's clauses for data, `More`, and what generated code needs under a default of
  /// the user's.
  std::string directive(const std::string &More = "") const;
  /// The team, and the loop over its members' ranges, which is open.
  std::string head() const;
  /// The first value and the bound of a range, `hetrt_from_` and `hetrt_to_`.
  std::string range() const;
  /// `#pragma omp simd` for the user's loop; nothing without.
  std::string simd() const;
  /// Combines values that were left elsewhere with the user's variables; `Next` begins the call that walks them.
  std::string combinePartials(const std::string &Next) const;
  /// Gives an iterator that is declared outside of the loop the value that the loop leaves in it.
  std::string leaveIterator() const;
  /// Closes the team and ends the pass.
  std::string tail() const;
  /// Ends the pass, behind the team.
  std::string end() const;

protected:
  /// The user's clauses for data, and what is private without one.
  std::string dataClauses() const;
  std::string privateClauses() const;
  /// Pointers to the variables that get the values of the last iteration.
  std::string lastTargets() const;
  /// Behind the loop over a range: its last values and reduction values.
  std::string endRange() const;
  /// Gives an iterator that outlives the loop the value that the serial loop leaves in it; empty where none does.
  std::string lastValue() const;

private:
  std::string sections() const;
  std::string lastTarget(const Capture &C) const;
  std::string storeLast() const;
  std::string emptyShare() const;
};

} // namespace hetcc
#endif
