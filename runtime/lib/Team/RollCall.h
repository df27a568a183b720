// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The roll call: each thread of a team that OpenMP has just made says on which processor it is, and some threads move.
//
// The system may put a new thread on the processor of the thread that made it, though other processors are idle. If
// both threads compute, or spin, they take turns by time slices of some milliseconds until the system balances its
// load, which takes longer than the first loop of many programs. So each thread of a new team says where it is, and a
// thread that shares a processor moves to one that no other thread has; its affinity mask stays as it was. Meanwhile
// the thread that made the team sleeps, so that threads on its processor can answer.
#ifndef HETRT_TEAM_ROLLCALL_H
#define HETRT_TEAM_ROLLCALL_H

#include "Topology/Places.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace hetrt {

/// The processors that threads of a team have not taken yet; each thread takes one, as long as there are enough.
class FreeProcessors {
public:
  explicit FreeProcessors(Processors All = {}) : Free(std::move(All)) {}

  /// Takes a processor for a thread that is on processor `Here`. Returns the free processor to which the thread should
  /// move, or nothing if it may stay.
  std::optional<unsigned> take(unsigned Here);

private:
  Processors Free;
};

/// The roll calls of a process, one at a time. Thread safe.
class RollCall {
public:
  /// Called by the first thread of a team before the team begins. Returns true if there is to be a roll call for the
  /// team: it is larger than all teams before, there are enough processors, and no other roll call is under way. Then
  /// all members of the team call answer().
  bool begins(unsigned Threads);

  /// Called by each member of a team of `Count` threads. The first member returns when all have called, or after a
  /// short time.
  void answer(unsigned Number, unsigned Count);

  /// Called when the team has gone.
  void end();

private:
  std::mutex Mutex;
  std::condition_variable All;
  std::atomic<unsigned> Largest{1}; ///< The size of the largest team that has begun; written under the lock.
  bool UnderWay = false;
  unsigned Answers = 0; ///< Answers of members other than the first.
  FreeProcessors Free;
};

} // namespace hetrt

#endif
