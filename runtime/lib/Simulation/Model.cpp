// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the costs of ranges on modelled devices.
#include "Simulation/Model.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

size_t MachineModel::cores() const {
  return static_cast<size_t>(
      std::ranges::count(Devices, ProcessorKind::Cpu, [](const ModelledDevice &D) { return D.Kind; }));
}

size_t MachineModel::hostCores() const {
  return HostThreadsTakeCores && cores() > 0 ? std::min(accelerators(), cores() - 1) : 0;
}

std::optional<size_t> MachineModel::hostCoreOf(size_t Accelerator) const {
  if (Accelerator >= hostCores())
    return std::nullopt;
  return cores() - 1 - Accelerator;
}

double ProgramModel::secondsPerIteration(const ModelledDevice &Device) const {
  return (Device.Kind == ProcessorKind::Cpu ? CoreSeconds : AcceleratorSeconds) / Device.Speed;
}

ProgramModel timesAsLong(const ProgramModel &Program, uint64_t Times) {
  ProgramModel Longer = Program;
  Longer.Iterations *= Times;
  if (Program.OnNodes.FullGrows) {
    const auto Factor = static_cast<double>(Times);
    Longer.OnNodes.FullBytes *= Factor;
    Longer.FullBytesIn *= Factor;
    Longer.FullBytesOut *= Factor;
  }
  return Longer;
}

static Phase copy(double Bytes, double LatencySeconds, double BytesPerSecond) {
  if (Bytes == 0)
    return {};
  double Seconds = LatencySeconds + Bytes / BytesPerSecond;
  return {Seconds, Seconds > 0 ? Bytes / Seconds : 0};
}

Cost costOf(const ProgramModel &Program, const ModelledDevice &Device, Range Part, bool FirstInPass) {
  double Compute =
      Device.LaunchSeconds + Program.Profile.work(Part, Program.Iterations) * Program.secondsPerIteration(Device);
  auto Size = static_cast<double>(Part.size());
  if (Device.Kind == ProcessorKind::Cpu)
    return Phase{Compute, Compute > 0 ? Size * Program.MemoryBytesPerIteration / Compute : 0};
  double In = Size * Program.BytesInPerIteration + (FirstInPass ? Program.FullBytesIn : 0);
  double Out = Size * Program.BytesOutPerIteration + (FirstInPass ? Program.FullBytesOut : 0);
  return {copy(In, Device.Link.LatencySeconds, Device.Link.BytesPerSecondIn),
          {Compute + Program.AcceleratorFixedSeconds, 0},
          copy(Out, Device.Link.LatencySeconds, Device.Link.BytesPerSecondOut)};
}

uint64_t memoryLimit(const ProgramModel &Program, const ModelledDevice &Device) {
  double PerIteration = Program.BytesInPerIteration + Program.BytesOutPerIteration;
  double Room = Device.MemoryBytes - Program.FullBytesIn - Program.FullBytesOut;
  if (Device.Kind == ProcessorKind::Cpu || Room >= PerIteration * static_cast<double>(Program.Iterations))
    return DeviceModel::Unlimited;
  return Room > 0 ? static_cast<uint64_t>(Room / PerIteration) : 0;
}

/// SplitMix64: every bit of the result depends on every bit of X.
static uint64_t scramble(uint64_t X) {
  X += 0x9e3779b97f4a7c15;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9;
  X = (X ^ (X >> 27)) * 0x94d049bb133111eb;
  return X ^ (X >> 31);
}

double noiseFactor(double Amount, uint64_t Seed, unsigned Pass, unsigned Device) {
  uint64_t Bits = scramble(scramble(scramble(Seed) ^ Pass) ^ Device);
  double Even = static_cast<double>(Bits >> 11) * 0x1p-53; // 0 to 1
  return 1 + Amount * (2 * Even - 1);
}

double idealSeconds(const ProgramModel &Program, const MachineModel &Machine) {
  auto Rate = [&](size_t Device) {
    double Alone = 0;
    for (const Phase &P : costOf(Program, Machine.Devices[Device], {0, Program.Iterations}, true).Phases)
      Alone += P.Seconds;
    return 1 / Alone;
  };
  double Sum = 0;
  for (size_t J = 0; J < Machine.cores() - Machine.hostCores(); ++J)
    Sum += Rate(J);
  for (size_t A = 0; A < Machine.accelerators(); ++A) {
    std::optional<size_t> Host = Machine.hostCoreOf(A);
    Sum += std::max(Rate(Machine.cores() + A), Host ? Rate(*Host) : 0);
  }
  return 1 / Sum;
}

} // namespace hetrt
