// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which accelerators are slow by comparing numbers of iterations, and computes the sizes of growing chunks.
#include "Schedule/QueueScheduler.h"

#include <algorithm>

namespace hetrt {

bool QueueScheduler::wasSlow(const Member &Accelerator, const Others &Of) const {
  return Accelerator.Pass.Iterations < Of.Fewest && Of.Fewest != DeviceModel::Unlimited;
}

uint64_t GrowingQueueScheduler::grownChunk(unsigned Device) {
  constexpr double SmallStart = 8; // the first chunk is 1/SmallStart of a chunk whose size gives each device div chunks
  const double Chunks = SmallStart * static_cast<double>(div()) * static_cast<double>(workers());
  return members()[Device].Record->Growth.size(static_cast<uint64_t>(static_cast<double>(iterations()) / Chunks));
}

double GrowingQueueScheduler::exactPart(unsigned Device, uint64_t Left) {
  auto All = static_cast<double>(Left);
  const Member &M = members()[Device];
  if (!M.Record->Ranges.measured())
    return All;
  return All * std::min(1.0, M.Record->Ranges.speed() / allSpeeds());
}

uint64_t GrowingQueueScheduler::partBySpeed(unsigned Device, uint64_t Left) {
  double Part = exactPart(Device, Left);
  uint64_t Count = Part < static_cast<double>(Left) ? static_cast<uint64_t>(Part) : Left;
  return std::max(leastPart(Device, Left), Count);
}

uint64_t GrowingQueueScheduler::pieceOfRest(unsigned Device, uint64_t Left) {
  return std::min(grownChunk(Device), partBySpeed(Device, Left));
}

} // namespace hetrt
