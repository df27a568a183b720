// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the threads that help to copy rows into pinned buffers and out of them.

#include "Device/Cuda/CopyThreads.h"

#include "Topology/Granted.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace hetrt::cuda {

namespace {

constexpr unsigned MostThreads = 4, CoresPerThread = 4;

/// Waking a thread takes some 50 us, in which a core copies half a megabyte. So a thread that has no work looks for
/// work for about 50 us before it sleeps.
constexpr unsigned LooksBeforeSleep = 1000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

} // namespace

CopyThreads &CopyThreads::ofProcess() {
  static CopyThreads &Only =
      *new CopyThreads(std::clamp(grantedCores(std::getenv) / CoresPerThread, 1u, MostThreads) - 1);
  return Only;
}

CopyThreads::~CopyThreads() {
  {
    std::lock_guard Lock(State);
    Ends = true;
    ++Changes;
  }
  Changed.notify_all();
  for (std::thread &Each : Started)
    Each.join();
}

/// Starts the helpers. If the system cannot create threads, the caller copies alone.
void CopyThreads::start() {
  try {
    while (Started.size() < Helpers)
      Started.emplace_back([this] { help(); });
  } catch (const std::system_error &) {
  }
}

/// Makes those calls of `Do` that no thread has begun yet. The lock is held except during these calls.
void CopyThreads::work(std::unique_lock<std::mutex> &Lock) {
  while (Next < Count) {
    const unsigned Mine = Next++;
    const std::function<void(unsigned)> &Copy = *Do;
    Lock.unlock();
    Copy(Mine);
    Lock.lock();
    if (--CallsUnderWay == 0) {
      ++Changes;
      Changed.notify_all();
    }
  }
}

void CopyThreads::help() {
  std::unique_lock Lock(State);
  while (!Ends) {
    work(Lock);
    const unsigned Seen = Changes;
    Lock.unlock();
    for (unsigned Looks = 0; Looks < LooksBeforeSleep && Changes == Seen; ++Looks)
      pause();
    Lock.lock();
    Changed.wait(Lock, [&] { return Ends || Next < Count; });
  }
}

void CopyThreads::forEach(unsigned Wanted, const std::function<void(unsigned)> &Copy) {
  std::unique_lock Mine(Calls, std::defer_lock);
  if (Wanted < 2 || !Helpers || !Mine.try_lock()) {
    for (unsigned I = 0; I < Wanted; ++I)
      Copy(I);
    return;
  }
  start();
  std::unique_lock Lock(State);
  Do = &Copy;
  Next = 0;
  Count = CallsUnderWay = Wanted;
  ++Changes;
  Changed.notify_all();
  work(Lock);
  const unsigned Seen = Changes;
  if (CallsUnderWay) {
    Lock.unlock();
    for (unsigned Looks = 0; Looks < LooksBeforeSleep && Changes == Seen; ++Looks)
      pause();
    Lock.lock();
    Changed.wait(Lock, [&] { return CallsUnderWay == 0; });
  }
  Do = nullptr;
}

} // namespace hetrt::cuda
