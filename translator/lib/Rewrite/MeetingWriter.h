// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that the threads of a team share out, `omp for`: what stands around it where no team is made.
#ifndef HETCC_LIB_REWRITE_MEETINGWRITER_H
#define HETCC_LIB_REWRITE_MEETINGWRITER_H

#include "Rewrite/TeamWriter.h"

namespace hetcc {

class MeetingWriter : public TeamWriter {
public:
  using TeamWriter::TeamWriter;
  /// How the loop is shared out, and the pass if it has one. `Uses` is what a pass does first, `Arrays` what version 8
  /// computes for it.
  std::string meeting(const std::string &Uses, const std::string &Arrays) const;
  /// The loop over turns and that over the ranges of each, which are open.
  std::string turns() const;
  /// Closes both, and ends the pass.
  std::string end() const;

private:
  std::string ownValues() const;
  std::string iteratorTarget() const;
};

} // namespace hetcc
#endif
