// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, each with a thread that does its work in order, and events.
#ifndef EMULATOR_DRIVER_STREAMS_H
#define EMULATOR_DRIVER_STREAMS_H

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace emulator {

/// That a piece of work has been done, and when.
class Completion {
public:
  void finish();
  void wait() const;
  bool isDone() const;
  std::chrono::steady_clock::time_point when() const;

private:
  mutable std::mutex Lock;
  mutable std::condition_variable Changed;
  bool Done = false;
  std::chrono::steady_clock::time_point When;
};

using Finished = std::shared_ptr<Completion>;

class WorkQueue {
public:
  explicit WorkQueue(bool Blocking) : IsBlocking(Blocking), Worker([this] { work(); }) {}
  WorkQueue(const WorkQueue &) = delete;
  WorkQueue &operator=(const WorkQueue &) = delete;
  /// Does what is enqueued first.
  ~WorkQueue();

  /// Enqueues work behind what is there and behind `After`.
  Finished add(std::function<void()> Work, std::vector<Finished> After = {});
  /// Of what was enqueued last; null if nothing ever was.
  Finished last() const;
  /// Whether it is ordered with the default stream.
  const bool IsBlocking;

private:
  struct Task {
    std::function<void()> Work;
    std::vector<Finished> After;
    Finished Done;
  };
  void work();

  mutable std::mutex Lock;
  std::condition_variable Changed;
  std::deque<Task> Tasks;
  Finished Last;
  bool Ends = false;
  std::thread Worker;
};

} // namespace emulator

#endif
