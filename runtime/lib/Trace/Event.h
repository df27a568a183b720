// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of events that running regions report, for the trace file and for profiling tools.
#ifndef HETRT_TRACE_EVENT_H
#define HETRT_TRACE_EVENT_H

#include <cstdint>

namespace hetrt::events {

enum class What : std::uint8_t {
  // Events of regions.
  Pass,     ///< A pass. `First`: trip count. `Last`: nanoseconds of planning. `Label`: the scheduler, the reason for
            ///< its split, why no accelerator took part.
  Decision, ///< A decision about an accelerator, without duration; `Label` describes it.
  // Events of computing threads.
  Range, ///< The thread computes a range of iterations.
  Part,  ///< The thread computes its share of a `partition` block, with copies; contains events Loop.
  Loop,  ///< The thread runs a loop inside of a `partition` block.
  Wait,  ///< The thread waits for a range.
  // Events that the host threads of accelerators report: `Share` is all work of an accelerator in a pass; the other
  // events are the steps of this work.
  Share,
  Decide,
  Move,
  Launch,
  Await,
  Commit,
  MovedIn,     ///< Copies of the array `Label` to the device were started. `First`: bytes. `Last`: number of copies.
  MovedOut,    ///< Copies of the array `Label` to the host were started; fields as for MovedIn.
  MovedAcross, ///< Copies of the array `Label` from another device were started; fields as for MovedIn.
  // Copies and kernels in an accelerator's queues; the device has measured their times.
  CopyIn,
  Kernel,
  CopyOut,
};

/// An event, which lasts from Begin to End, in nanoseconds of now(). Its strings live as long as the process: they are
/// names of devices, and results of name().
struct Event {
  What Is = What::Range;
  unsigned Index = 0;         ///< The device's number among those of its kind.
  const char *Kind = nullptr; ///< The device's kind; "cpu" or "place" for threads that compute.
  const char *Where = nullptr;
  const char *Label = nullptr;
  std::uint64_t First = 0, Last = 0; ///< A range of iterations, unless the comment of the enumerator says otherwise.
  std::int64_t Begin = 0, End = 0;
};
static_assert(sizeof(Event) == 64);

} // namespace hetrt::events

#endif
