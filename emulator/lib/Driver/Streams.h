// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, each with a thread that does the stream's work in order, and objects that say whether a piece of work is
// completed.
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

/// Tells whether a piece of work is completed, and when it was completed.
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

/// The work of one stream, and the thread that does it.
class WorkQueue {
public:
  explicit WorkQueue(bool Blocking) : IsBlocking(Blocking), Worker([this] { work(); }) {}
  WorkQueue(const WorkQueue &) = delete;
  WorkQueue &operator=(const WorkQueue &) = delete;
  /// Finishes all work that was added.
  ~WorkQueue();

  /// Adds work to the queue. The work begins when all work that was added earlier, and all work in the list `After`, is
  /// completed.
  Finished add(std::function<void()> Work, std::vector<Finished> After = {});
  /// The completion of the work that was added last; null if none ever was.
  Finished last() const;
  /// Whether work of this stream and of the default stream wait for each other (no CU_STREAM_NON_BLOCKING).
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
