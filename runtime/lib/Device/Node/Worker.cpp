// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the thread of a rank that computes launches. The thread is the first member of the teams that it opens.
#include "Device/Emulated/KernelGuard.h"
#include "Device/Node/Server.h"
#include "Trace/Signals.h"

#include <cstdio>
#include <system_error>
#include <utility>

namespace hetrt::node {
Worker::~Worker() {
  {
    std::lock_guard Lock(Mutex);
    Ends = true;
  }
  Wake.notify_one();
  if (Thread.joinable())
    Thread.join();
}

Status Worker::start(Job Next) {
  if (!Thread.joinable()) {
    installKernelFaultHandlers();
    try {
      SignalsBlocked DuringStart;
      Thread = std::thread([this] { run(); });
    } catch (const std::system_error &Error) {
      return Status::deviceFault("no thread for kernels: " + std::string(Error.what()));
    }
  }
  {
    std::lock_guard Lock(Mutex);
    Current = std::move(Next);
    HasJob = IsBusy = true;
  }
  Wake.notify_one();
  return Status::success();
}

bool Worker::finished(Result &Into) {
  std::lock_guard Lock(Mutex);
  if (!std::exchange(IsOver, false))
    return false;
  Into = std::move(Last);
  IsBusy = false;
  return true;
}

bool Worker::restWhileBusy(std::chrono::microseconds Most) {
  std::unique_lock Lock(Mutex);
  if (IsBusy)
    Over.wait_for(Lock, Most, [&] { return IsOver; });
  return IsBusy;
}

void Worker::run() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Wake.wait(Lock, [&] { return HasJob || Ends; });
    if (Ends)
      return;
    const Job Mine = std::move(Current);
    HasJob = false;
    Lock.unlock();
    Result Found = compute(Mine);
    Lock.lock();
    Last = std::move(Found);
    IsOver = true;
    Lock.unlock(); // the thread that wakes up needs the lock
    Over.notify_one();
    Lock.lock();
  }
}

Worker::Result Worker::compute(const Job &What) const {
  Result Found;
  Found.Begin = secondsNow();
  if (What.Divides)
    static_cast<DividedResult &>(Found) = Own->run(*What.Region, What.Wanted, What.Shape);
  else
    static_cast<TeamResult &>(Found) = runByTeam(*What.Region, What.Wanted, Threads);
  Found.End = secondsNow();
  std::fflush(stdout); // writes the output of the loop body now, since the rank ends by _exit(), which does not flush
                       // stdout
  return Found;
}

} // namespace hetrt::node
