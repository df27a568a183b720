// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation, deferred release and staging of one accelerator.
#include "Memory/DeviceMemory.h"

namespace hetrt {

void FullCopy::countAlong(unsigned Now, std::span<const std::int64_t> Extent) {
  std::lock_guard Lock(Mutex);
  if (Dimension == Now)
    return;
  const bool Complete = Valid.covers({0, Extent[Dimension]});
  Dimension = Now;
  Valid = Complete ? IntervalSet({0, Extent[Now]}) : IntervalSet();
}

IntervalSet FullCopy::missing(Interval Part) const {
  std::lock_guard Lock(Mutex);
  return Valid.missing(Part);
}

void FullCopy::holds(Interval Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
}

void FullCopy::wroteElsewhere(unsigned Written, const IntervalSet &Others) {
  std::lock_guard Lock(Mutex);
  if (Dimension == Written)
    Valid.subtract(Others);
  else
    Valid.clear();
}

void FullCopy::forget() {
  std::lock_guard Lock(Mutex);
  Valid.clear();
}

Status DeviceMemory::allocate(std::uint64_t Bytes, DeviceAddress &Address, const std::function<bool()> &MakeRoom) {
  while (true) {
    Status Result = Owner.allocate(Bytes, Address);
    if (Result.ok() || Owner.lost() || !MakeRoom())
      return Result;
  }
}

void DeviceMemory::release(DeviceAddress &Address) {
  if (Address)
    static_cast<void>(Owner.release(Address));
  Address = 0;
}

void DeviceMemory::retire(DeviceAddress Address) {
  if (!Address)
    return;
  std::lock_guard Lock(RetiredMutex);
  Retired.push_back(Address);
}

void DeviceMemory::releaseRetired() {
  std::vector<DeviceAddress> Now;
  {
    std::lock_guard Lock(RetiredMutex);
    Now.swap(Retired);
  }
  for (DeviceAddress &Address : Now)
    release(Address);
}

std::byte *DeviceMemory::staging(std::uint64_t Bytes) {
  if (Bytes > StageBytes) {
    Stage = std::make_unique_for_overwrite<std::byte[]>(Bytes);
    StageBytes = Bytes;
  }
  return Stage.get();
}

} // namespace hetrt
