// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What threads of the program do with links: they enqueue operations, wait for them, and make progress in place of the
// hub's thread.
#include "Node/Hub.h"

#include "Trace/Signals.h"

#include <algorithm>
#include <utility>

namespace hetrt::node {

/// Whether operations wait to be sent. The caller has the lock.
bool Hub::anythingWaits() const {
  return std::ranges::any_of(Serving, [](const Link *Each) { return !Each->Waiting.empty(); });
}

/// Makes progress once. The caller has the lock, which is released during the work. No other thread makes progress at
/// the same time.
bool Hub::progress(Lock &Held) {
  ProgressThread = std::this_thread::get_id();
  Held.unlock();
  const bool Worked = step();
  Held.lock();
  ProgressThread = std::thread::id();
  return Worked;
}

/// Makes progress until `IsDone` returns true, but at most `MostLooks` times, and not while another thread makes
/// progress. Returns whether `IsDone` has returned true. `Worked` is set if there was any work.
template <typename Condition> bool Hub::helpUntil(Condition IsDone, unsigned MostLooks, bool &Worked) {
  // Signals are blocked, since a signal handler that ends the program in this thread would wait for the hub, which this
  // thread may be using.
  const SignalsBlocked Meanwhile;
  Lock Lock(Mutex);
  bool Done = IsDone();
  for (; !Done && MostLooks && TakesHelp && ProgressThread == std::thread::id(); --MostLooks) {
    Worked |= progress(Lock);
    WasHelped = true;
    Done = IsDone();
  }
  // Wakes the hub's thread if operations still wait, and no other thread makes progress.
  if (Ending || (anythingWaits() && ProgressThread == std::thread::id()))
    ForThread.notify_one();
  return Done;
}

/// Makes progress once. Called after operations were given to be sent.
void Hub::help() {
  bool Worked = false;
  helpUntil([] { return false; }, 1, Worked);
}

/// Waits until the condition holds; makes progress itself if the transport allows.
template <typename Condition> void Hub::await(Condition IsDone) {
  constexpr unsigned LooksAtOnce = 16;
  Pace Rhythm;
  for (bool Worked = false; !helpUntil(IsDone, LooksAtOnce, Worked); Worked = false) {
    const auto Rest = Rhythm.rest(Worked);
    Lock Lock(Mutex);
    if (!TakesHelp) {
      ForCallers.wait(Lock, [&] { return IsDone() || TakesHelp; });
    } else if (Rest.count()) {
      ForCallers.wait_for(Lock, Rest, IsDone);
    } else {
      Lock.unlock();
      lookAgain(Wanted.AreCrowded);
    }
  }
}

// ---- Links ---------------------------------------------------------------------------------------------------------

void Link::enqueue(Operation What) {
  const bool Starts = std::holds_alternative<LaunchRange>(What.What);
  {
    Hub::Lock Lock(Owner.Mutex);
    hold(std::move(What));
    if (!Starts || !flush())
      return;
  }
  Owner.help();
}

/// Adds an operation to those that are held. The caller has the lock.
void Link::hold(Operation What) {
  const Copy *Moves = std::get_if<Copy>(&What.What);
  if (Moves && Held.takes(*Moves, What.Data))
    return Held.join(*Moves, What.Data);
  ++Enqueued[What.Queue];
  Held.add(std::move(What));
}

/// Passes on all operations that the link holds back, to be sent. Does the same for links that hold the other sides of
/// these copies, since a rank that has one side of a copy waits for the rank with the other. Returns whether there was
/// anything to send. The caller has the lock.
bool Link::flush() {
  if (Held.empty())
    return false;
  for (Operation &Each : Held.take())
    hand(std::move(Each));
  for (Link *Each : std::exchange(HeldWith, {}))
    Each->flush();
  return true;
}

/// Puts one operation into the list of those to be sent. The caller has the lock.
void Link::hand(Operation What) {
  if (Owner.Lost.empty())
    Waiting.push_back(std::move(What));
}

std::uint64_t Link::enqueued(unsigned Queue) const {
  Hub::Lock Lock(Owner.Mutex);
  return Enqueued[Queue];
}

/// The first failure of an operation on this link, or the loss of the job.
Outcome Link::outcome() const {
  return Owner.Lost.empty() ? Fault : Outcome{HETRT_ERROR_DEVICE, true, "the job is lost: " + Owner.Lost};
}

Outcome Link::wait(unsigned Queue) {
  Owner.await([&] {
    flush();
    return finished(Queue) || outcome().Code;
  });
  Hub::Lock Lock(Owner.Mutex);
  return outcome();
}

Outcome Link::poll(unsigned Queue, bool &Finished) {
  bool Worked = false;
  Finished = Owner.helpUntil(
      [&] {
        flush();
        return finished(Queue) || outcome().Code;
      },
      1, Worked);
  Hub::Lock Lock(Owner.Mutex);
  const Outcome Result = outcome();
  Finished = Finished && !Result.Code;
  return Result;
}

Answer Link::ask(Message What) {
  {
    Hub::Lock Lock(Owner.Mutex);
    Answered.reset();
    hand({.What = std::move(What)});
  }
  Owner.await([&] { return Answered || !Owner.Lost.empty(); });
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Answered, std::nullopt).value_or(Answer{0, outcome().Message});
}

void Link::tell(Message What) {
  {
    Hub::Lock Lock(Owner.Mutex);
    Held.add({.What = std::move(What)}); // The message may concern operations that are held, so it is sent behind them.
    flush();
  }
  Owner.help();
}

bool Link::idle() const {
  for (unsigned Queue = 0; Queue < QueueCount; ++Queue)
    if (!finished(Queue))
      return false;
  return true;
}

void Link::drain() {
  Owner.await([&] {
    flush();
    return idle() || !Owner.Lost.empty();
  });
  {
    Hub::Lock Lock(Owner.Mutex);
    if (!Fault.Code)
      return;
    Fault = {};
    hand({.What = Resume{}});
  }
  Owner.help();
}

std::vector<Stretch> Link::takeStretches() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Stretches, {});
}

DividedWork Link::takeWork() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Work, {});
}

MessageCounts Link::takeCounts() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Counts, {});
}

} // namespace hetrt::node
