// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may happen while regions run, as listeners are told of it.
#ifndef HETRT_TRACE_EVENT_H
#define HETRT_TRACE_EVENT_H

#include <cstdint>

namespace hetrt::events {

enum class What : std::uint8_t {
  // Of regions.
  Pass, ///< `First`: its trip count. `Last`: nanoseconds of planning. `Label`: scheduler, reason, why no accelerator.
  Decision, ///< About an accelerator, without duration: `Label` says what.
  // Of computing threads.
  Range, ///< Iterations.
  Part,  ///< Of a block: iterations.
  Loop,  ///< In a block.
  Wait,  ///< For a range.
  // Of accelerators: what their host threads do, `Share` being the whole of it in a pass; ranges are above.
  Share,
  Decide,
  Move,
  Launch,
  Await,
  Commit,
  MovedIn,     ///< Copies of one array were started: `Label` names it. `First`: bytes. `Last`: how many copies.
  MovedOut,    ///< The same.
  MovedAcross, ///< The same, straight from another device.
  // Of accelerators' queues, by their clock.
  CopyIn,
  Kernel,
  CopyOut,
};

/// What happened, from one time to another. Strings live as long as the process: names of devices do, and what name()
/// returns.
struct Event {
  What Is = What::Range;
  unsigned Index = 0;         ///< Of the device in its kind.
  const char *Kind = nullptr; ///< Of the device. Threads that compute are "cpu" or "place".
  const char *Where = nullptr;
  const char *Label = nullptr;
  std::uint64_t First = 0, Last = 0; ///< Iterations, where nothing else is said above.
  std::int64_t Begin = 0, End = 0;
};
static_assert(sizeof(Event) == 64);

} // namespace hetrt::events

#endif
