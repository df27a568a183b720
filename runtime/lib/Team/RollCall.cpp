// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out on which processors the threads of a team are, and which threads have to move.
#include "Team/RollCall.h"

#include <algorithm>
#include <chrono>
#include <sched.h>

namespace hetrt {

/// How long the first thread waits for answers. A thread that has not answered after this time waits for a processor
/// that another program uses.
static constexpr std::chrono::milliseconds Patience{2};

static unsigned here() { return static_cast<unsigned>(std::max(sched_getcpu(), 0)); }

std::optional<unsigned> FreeProcessors::take(unsigned Here) {
  auto Seat = std::ranges::lower_bound(Free, Here);
  if (Seat == Free.end()) // the next free processor from `Here` on, so that programs that start together take different
                          // ones
    Seat = Free.begin();
  if (Seat == Free.end())
    return std::nullopt;
  const unsigned Taken = *Seat;
  Free.erase(Seat);
  return Taken == Here ? std::nullopt : std::optional(Taken);
}

bool RollCall::begins(unsigned Threads) {
  if (Threads <= Largest.load(std::memory_order_relaxed)) // true in all passes but the first
    return false;
  const std::lock_guard Lock(Mutex);
  if (UnderWay || Threads <= Largest)
    return false;
  Largest = Threads;
  Processors Allowed = allowedProcessors(false);
  // There is no roll call if there are more threads than processors that the process may use, since then threads have
  // to share processors.
  if (Allowed.size() < Threads)
    return false;
  UnderWay = true;
  Answers = 0;
  Free = FreeProcessors(std::move(Allowed));
  static_cast<void>(Free.take(here()));
  return true;
}

void RollCall::answer(unsigned Number, unsigned Count) {
  std::unique_lock Lock(Mutex);
  if (Number == 0) {
    All.wait_for(Lock, Patience, [&] { return Answers + 1 >= Count; });
    return;
  }
  const auto Seat = Free.take(here());
  Lock.unlock();
  // The thread's own binding may be to other processors than that of the process, so it moves only if its binding
  // allows.
  if (Seat && std::ranges::binary_search(allowedProcessors(false), *Seat))
    const PlaceBinding Moved({*Seat}); // its destructor restores the mask, and leaves the thread on the processor
  Lock.lock();
  ++Answers;
  All.notify_one();
}

void RollCall::end() {
  const std::lock_guard Lock(Mutex);
  UnderWay = false;
}

} // namespace hetrt
