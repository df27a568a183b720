// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes the code around a loop that an existing team runs, `omp for`. The threads of the team meet
// before the loop, and one of them begins a pass if devices are to take part.
#ifndef HETCC_LIB_REWRITE_TEAMLOOPWRITER_H
#define HETCC_LIB_REWRITE_TEAMLOOPWRITER_H

#include "Rewrite/TeamWriter.h"

namespace hetcc {

/// Writes the code before and after an `omp for` loop, which an existing team runs.
class TeamLoopWriter : public TeamWriter {
public:
  using TeamWriter::TeamWriter;
  /// Lets the threads meet and, if devices take part, begin the pass. Otherwise computes into how many turns the
  /// schedule divides the loop. `Uses` is the code that comes first in a pass, and `Arrays` the code that computes the
  /// numbers for arrays which the runtime needs.
  std::string meeting(const std::string &Uses, const std::string &Arrays) const;
  /// Opens the loop over turns and, in it, the loop over the ranges of a turn. A turn is one thread's part in a pass
  /// or, without a pass, a chunk of the user's schedule.
  std::string turns() const;
  /// Closes both loops and ends the pass.
  std::string end() const;

private:
  std::string ownValues() const;
  std::string iteratorTarget() const;
};

} // namespace hetcc
#endif
