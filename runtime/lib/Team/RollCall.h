// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first meeting of a team, whose threads OpenMP has just made.
//
// A system may put a new thread on the processor of the thread that made it, though others are idle. Where both
// compute, or spin, they take turns by slices of some milliseconds until the system balances its load, which is longer
// than many a program's first loop. So the threads of a new team say where they are: who shares a processor goes to one
// that no thread has, and stays free to move from there. Meanwhile the thread that made them sleeps, so that those on
// its processor get to say so.
#ifndef HETRT_TEAM_ROLLCALL_H
#define HETRT_TEAM_ROLLCALL_H

#include "Topology/Places.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace hetrt {

/// The processors of a team as its threads take them, each alone where there are enough.
class Seats {
public:
  explicit Seats(Processors All = {}) : Free(std::move(All)) {}

  /// A thread is on processor `Here`: where it should go instead, the next one that is free, or nullopt if it may stay.
  std::optional<unsigned> take(unsigned Here);

private:
  Processors Free;
};

/// Thread safe, one call at a time.
class RollCall {
public:
  /// Whether a team of so many threads, which the caller is about to begin as its first thread, is to be called: if
  /// none so large was, if it has the processors, and if no other team is being called. It is called then, and all
  /// of its members say answer().
  bool begins(unsigned Threads);

  /// Said by each member of a team of `Count`. The first returns when all have, but soon in any case.
  void answer(unsigned Number, unsigned Count);

  /// The team has gone.
  void end();

private:
  std::mutex Mutex;
  std::condition_variable All;
  std::atomic<unsigned> Largest{1}; ///< Of the teams that began; written under the lock.
  bool UnderWay = false;
  unsigned Answers = 0; ///< Of all but the first.
  Seats Free;
};

} // namespace hetrt

#endif
