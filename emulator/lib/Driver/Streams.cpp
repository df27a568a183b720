// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of streams: each does the work of one stream in order.

#include "Driver/Streams.h"

#include <utility>

namespace emulator {

void Completion::finish() {
  std::lock_guard Guard(Lock);
  Done = true;
  When = std::chrono::steady_clock::now();
  Changed.notify_all();
}

void Completion::wait() const {
  std::unique_lock Guard(Lock);
  Changed.wait(Guard, [this] { return Done; });
}

bool Completion::isDone() const {
  std::lock_guard Guard(Lock);
  return Done;
}

std::chrono::steady_clock::time_point Completion::when() const {
  std::lock_guard Guard(Lock);
  return When;
}

WorkQueue::~WorkQueue() {
  {
    std::lock_guard Guard(Lock);
    Ends = true;
    Changed.notify_all();
  }
  Worker.join();
}

Finished WorkQueue::add(std::function<void()> Work, std::vector<Finished> After) {
  std::lock_guard Guard(Lock);
  Last = std::make_shared<Completion>();
  Tasks.push_back({std::move(Work), std::move(After), Last});
  Changed.notify_all();
  return Last;
}

Finished WorkQueue::last() const {
  std::lock_guard Guard(Lock);
  return Last;
}

void WorkQueue::work() {
  while (true) {
    Task Next;
    {
      std::unique_lock Guard(Lock);
      Changed.wait(Guard, [this] { return Ends || !Tasks.empty(); });
      if (Tasks.empty())
        return;
      Next = std::move(Tasks.front());
      Tasks.pop_front();
    }
    for (const Finished &Each : Next.After)
      if (Each)
        Each->wait();
    Next.Work();
    Next.Done->finish();
  }
}

} // namespace emulator
