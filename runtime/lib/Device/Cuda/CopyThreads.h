// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that pack and unpack rows beside the one that drives a GPU.
#ifndef HETRT_DEVICE_CUDA_COPYTHREADS_H
#define HETRT_DEVICE_CUDA_COPYTHREADS_H

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hetrt::cuda {

/// One core copies at a tenth to a fifth of the speed of a GPU's link (docs/results/gpu.md), so that it alone would
/// decide how long staged copies take. Helpers are started at the first work that there is for them, and sleep while
/// there is none.
class CopyThreads {
public:
  /// So many besides the caller.
  explicit CopyThreads(unsigned Helpers) : Helpers(Helpers) {}
  CopyThreads(const CopyThreads &) = delete;
  CopyThreads &operator=(const CopyThreads &) = delete;
  ~CopyThreads();

  /// Those of the process, for all its GPUs: a quarter of the cores that it was granted, four at most, the caller among
  /// them. Never destroyed.
  static CopyThreads &ofProcess();

  /// How many copy at the same time, the caller among them.
  unsigned count() const { return Helpers + 1; }

  /// Calls Do(I) for each I below Count, in any order, and returns when all have been done. Do throws nothing. Any
  /// thread may call; while the helpers work for another one, the caller does all by itself.
  void forEach(unsigned Count, const std::function<void(unsigned)> &Do);

private:
  void start();
  void help();
  void work(std::unique_lock<std::mutex> &Lock);

  const unsigned Helpers;
  std::mutex Calls; ///< Held by the thread that has the helpers.

  std::mutex State; ///< Guards all below but for the atomic one, which waiting threads read without it.
  std::condition_variable Changed;
  std::atomic<unsigned> Changes{0}; ///< Of Next and Left.
  const std::function<void(unsigned)> *Do = nullptr;
  unsigned Next = 0, Count = 0; ///< Not begun yet.
  unsigned Left = 0;            ///< Not done yet.
  bool Ends = false;
  std::vector<std::thread> Started;
};

} // namespace hetrt::cuda

#endif
