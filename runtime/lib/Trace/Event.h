// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of running regions that are reported to listeners: the trace file and profiling tools.
#ifndef HETRT_TRACE_EVENT_H
#define HETRT_TRACE_EVENT_H

#include <cstdint>

namespace hetrt::events {

enum class What : std::uint8_t {
  // Events of regions.
  Pass,     ///< A pass. `First`: trip count. `Last`: nanoseconds of planning. `Label`: scheduler, reason, why no
            ///< accelerator.
  Decision, ///< A decision about an accelerator, without duration; `Label` describes it.
  // Events of computing threads.
  Range, ///< The thread computes a range of iterations.
  Part,  ///< The thread computes its share of a block, copying included; contains events Loop.
  Loop,  ///< The thread runs a loop inside a block.
  Wait,  ///< The thread waits for a range.
  // Events of accelerators, from their host threads: `Share` is all work of an accelerator in a pass, the others are
  // its steps.
  Share,
  Decide,
  Move,
  Launch,
  Await,
  Commit,
  MovedIn,     ///< Copies of the array `Label` to the device were started. `First`: bytes. `Last`: number of copies.
  MovedOut,    ///< Copies of the array `Label` to the host were started; fields as for MovedIn.
  MovedAcross, ///< Copies of the array `Label` from another device were started; fields as for MovedIn.
  // Events of accelerators' queues, by the device's clock.
  CopyIn,
  Kernel,
  CopyOut,
};

/// An event, from Begin to End. Its strings live as long as the process: names of devices, and results of name().
struct Event {
  What Is = What::Range;
  unsigned Index = 0;         ///< The device's number among those of its kind.
  const char *Kind = nullptr; ///< The device's kind; "cpu" or "place" for threads that compute.
  const char *Where = nullptr;
  const char *Label = nullptr;
  std::uint64_t First = 0, Last = 0; ///< The range of iterations, unless What says otherwise.
  std::int64_t Begin = 0, End = 0;
};
static_assert(sizeof(Event) == 64);

} // namespace hetrt::events

#endif
