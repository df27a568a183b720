// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds up passes.
#include "Trace/RegionTrace.h"

#include <algorithm>

namespace hetrt {

HostSeconds &HostSeconds::operator+=(const HostSeconds &Other) {
  Decide += Other.Decide;
  Move += Other.Move;
  Launch += Other.Launch;
  Wait += Other.Wait;
  Commit += Other.Commit;
  return *this;
}

QueueSeconds &QueueSeconds::operator+=(const QueueSeconds &Other) {
  CopyIn += Other.CopyIn;
  Compute += Other.Compute;
  CopyOut += Other.CopyOut;
  Hidden += Other.Hidden;
  return *this;
}

Traffic &Traffic::operator+=(const Traffic &Other) {
  In += Other.In;
  Out += Other.Out;
  Across += Other.Across;
  return *this;
}

Traffic Traffic::operator-(const Traffic &Earlier) const {
  return {In - Earlier.In, Out - Earlier.Out, Across - Earlier.Across};
}

DeviceTrace &RegionTrace::deviceOf(const DeviceFigures &Figures) {
  for (DeviceTrace &Device : Devices)
    if (Device.Index == Figures.Index && Device.Kind == Figures.Kind)
      return Device;
  DeviceTrace &Made = Devices.emplace_back();
  Made.Kind = Figures.Kind;
  Made.Index = Figures.Index;
  Made.SimdWidth = Figures.SimdWidth;
  return Made;
}

void RegionTrace::add(const PassFigures &Pass) {
  std::lock_guard Lock(Mutex);
  Scheduler = Pass.Scheduler;
  Reason = Pass.Reason;
  NoAccelerator = Pass.NoAccelerator;
  ++Passes;
  Seconds += Pass.Seconds;
  Planning += Pass.Planning;
  for (const DeviceFigures &Figures : Pass.Devices) {
    DeviceTrace &Device = deviceOf(Figures);
    Device.Iterations += Figures.Iterations;
    Device.Seconds += Figures.Seconds;
    Device.Bytes += Figures.Bytes;
    Device.GivenUp = Figures.GivenUp;
    Device.Host += Figures.Host;
    Device.Queues += Figures.Queues;
    if (!EveryPass)
      continue;
    Device.PassIterations.resize(Passes - 1);
    Device.PassIterations.push_back(Figures.Iterations);
    Device.PassSeconds.resize(Passes - 1);
    Device.PassSeconds.push_back(Figures.Seconds);
  }
}

RegionTrace::Summary RegionTrace::summary() const {
  std::lock_guard Lock(Mutex);
  Summary Made{Location, Scheduler, Reason, NoAccelerator, Passes, Seconds, Planning, Devices};
  for (DeviceTrace &Device : Made.Devices)
    if (EveryPass) {
      Device.PassIterations.resize(Passes);
      Device.PassSeconds.resize(Passes);
    }
  auto Order = [](const DeviceTrace &A, const DeviceTrace &B) {
    const bool CoreA = A.Kind == "cpu", CoreB = B.Kind == "cpu";
    if (CoreA != CoreB)
      return CoreA;
    return A.Kind != B.Kind ? A.Kind < B.Kind : A.Index < B.Index;
  };
  std::sort(Made.Devices.begin(), Made.Devices.end(), Order);
  return Made;
}

} // namespace hetrt
