// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread of a rank that serves in which kernels run.
#include "Device/Device.h"
#include "Device/Emulated/KernelGuard.h"
#include "Device/Emulated/LaneGroup.h"
#include "Device/Node/Server.h"
#include "Trace/Signals.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

namespace hetrt::node {
namespace {

/// Storage aligned for whatever a kernel may keep in its values or partials.
struct FreeAligned {
  void operator()(std::byte *Memory) const { ::operator delete(Memory, std::align_val_t(64)); }
};
using AlignedBytes = std::unique_ptr<std::byte, FreeAligned>;

AlignedBytes alignedBytes(std::size_t Size) {
  return AlignedBytes(static_cast<std::byte *>(::operator new(Size ? Size : 1, std::align_val_t(64))));
}

} // namespace

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
    HasJob = true;
  }
  Wake.notify_one();
  return Status::success();
}

bool Worker::finished(Result &Into) {
  std::lock_guard Lock(Mutex);
  if (!std::exchange(IsOver, false))
    return false;
  Into = std::move(Last);
  return true;
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
  }
}

/// Of a reduction, each grain leaves a blob, in order; without grains, the range leaves one.
Worker::Result Worker::compute(const Job &What) {
  const LaunchRange &Range = What.Wanted;
  const AlignedBytes Values = alignedBytes(Range.Values.size()), Partial = alignedBytes(Range.PartialBytes);
  std::ranges::copy(Range.Values, Values.get());
  std::vector<DeviceRange> Windows;
  for (const WindowPlace &Each : Range.Windows)
    Windows.push_back({Each.Begin, Each.Bytes});
  KernelCall Call{What.Region, Range.First, Range.Last, Values.get(), Partial.get(), Range.Bounds, Windows};

  const KernelScope Scope;
  const LaneGroup::Apart OneLane;
  Result Found;
  Found.Begin = secondsNow();
  for (std::uint64_t First = Range.First; First < Range.Last && Found.Outcome.ok(); First = Call.Last) {
    Call.First = First;
    Call.Last = Range.Grain ? First + std::min(Range.Grain, Range.Last - First) : Range.Last;
    Found.Outcome = runKernel(Call);
    if (Range.PartialBytes)
      Found.Partials.insert(Found.Partials.end(), Partial.get(), Partial.get() + Range.PartialBytes);
  }
  Found.End = secondsNow();
  std::fflush(stdout); // what the body prints; the rank leaves without the end of a program
  return Found;
}

} // namespace hetrt::node
