// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds on which processors the threads of a team are, and which threads move.
#include "Team/RollCall.h"

#include <algorithm>
#include <chrono>
#include <sched.h>

namespace hetrt {

/// A thread that does not come by then waits for a processor that another program has.
static constexpr std::chrono::milliseconds Patience{2};

static unsigned here() { return static_cast<unsigned>(std::max(sched_getcpu(), 0)); }

std::optional<unsigned> Seats::take(unsigned Here) {
  auto Seat = std::ranges::lower_bound(Free, Here);
  if (Seat == Free.end()) // round to the first: programs that start together do not all go there
    Seat = Free.begin();
  if (Seat == Free.end())
    return std::nullopt;
  const unsigned Taken = *Seat;
  Free.erase(Seat);
  return Taken == Here ? std::nullopt : std::optional(Taken);
}

bool RollCall::begins(unsigned Threads) {
  if (Threads <= Largest.load(std::memory_order_relaxed)) // as in all passes but the first
    return false;
  const std::lock_guard Lock(Mutex);
  if (UnderWay || Threads <= Largest)
    return false;
  Largest = Threads;
  Processors Allowed = allowedProcessors(false);
  if (Allowed.size() < Threads) // bound to a part of the machine, or more threads than processors
    return false;
  UnderWay = true;
  Answers = 0;
  Free = Seats(std::move(Allowed));
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
  if (Seat && std::ranges::binary_search(allowedProcessors(false), *Seat)) // not bound to others
    const PlaceBinding Moved({*Seat}); // whose end gives the mask back and leaves the thread where it is
  Lock.lock();
  ++Answers;
  All.notify_one();
}

void RollCall::end() {
  const std::lock_guard Lock(Mutex);
  UnderWay = false;
}

} // namespace hetrt
