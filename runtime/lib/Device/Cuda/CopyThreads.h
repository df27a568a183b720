// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that help the thread that drives a GPU to copy rows of arrays into pinned buffers and out of them.
#ifndef HETRT_DEVICE_CUDA_COPYTHREADS_H
#define HETRT_DEVICE_CUDA_COPYTHREADS_H

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hetrt::cuda {

/// A pool of helper threads. One core copies at a tenth to a fifth of the speed of a GPU's link (docs/results/gpu.md),
/// so a single thread would slow down staged copies. The helpers are started when they are first needed, and sleep
/// while there is no work.
class CopyThreads {
public:
  /// `Helpers`: the number of threads besides the caller.
  explicit CopyThreads(unsigned Helpers) : Helpers(Helpers) {}
  CopyThreads(const CopyThreads &) = delete;
  CopyThreads &operator=(const CopyThreads &) = delete;
  ~CopyThreads();

  /// The pool of the process, which all its GPUs share: with the caller, a quarter of the cores that the process may
  /// use, at most four threads. Never destroyed.
  static CopyThreads &ofProcess();

  /// The number of threads that copy at the same time, including the caller.
  unsigned count() const { return Helpers + 1; }

  /// Calls Do(I) for each I below `Count`, in any order, and returns when all calls have ended. `Do` must not throw.
  /// Any thread may call; while the helpers work for another caller, this thread makes all calls itself.
  void forEach(unsigned Count, const std::function<void(unsigned)> &Do);

private:
  void start();
  void help();
  void work(std::unique_lock<std::mutex> &Lock);

  const unsigned Helpers;
  std::mutex Calls; ///< Held by the caller for which the helpers work.

  std::mutex State; ///< Guards the members below. Waiting threads read `Changes` without it.
  std::condition_variable Changed;
  std::atomic<unsigned> Changes{0}; ///< Counts changes of Next and CallsUnderWay.
  const std::function<void(unsigned)> *Do = nullptr;
  unsigned Next = 0, Count = 0; ///< The next call of Do that no thread has begun; the number of calls.
  unsigned CallsUnderWay = 0;   ///< The number of calls that have not ended.
  bool Ends = false;
  std::vector<std::thread> Started;
};

} // namespace hetrt::cuda

#endif
