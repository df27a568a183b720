// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a copy holds; allocation, release and staging of one accelerator.
#include "Memory/DeviceMemory.h"

namespace hetrt {

void FullCopy::countAlong(unsigned Now, std::span<const std::int64_t> Extent) {
  std::lock_guard Lock(Mutex);
  if (Dimension == Now)
    return;
  const bool Complete = Valid.covers({0, Extent[Dimension]});
  Dimension = Now;
  Newest.clear(); // brought to the host before
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

IntervalSet FullCopy::holdMissing(Interval Part) {
  std::lock_guard Lock(Mutex);
  IntervalSet Missing = Valid.missing(Part);
  Valid.add(Part);
  return Missing;
}

IntervalSet FullCopy::held(unsigned Along, Interval Part) const {
  std::lock_guard Lock(Mutex);
  return Dimension == Along ? Valid.common(Part) : IntervalSet();
}

IntervalSet FullCopy::newest(unsigned Along, Interval Part) const {
  std::lock_guard Lock(Mutex);
  return Dimension == Along ? Newest.common(Part) : IntervalSet();
}

IntervalSet FullCopy::newest(unsigned &Along) const {
  std::lock_guard Lock(Mutex);
  Along = Dimension;
  return Newest;
}

bool FullCopy::holdsNewest() const {
  std::lock_guard Lock(Mutex);
  return !Newest.empty();
}

void FullCopy::wrote(Interval Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
  Newest.add(Part);
}

void FullCopy::landed(Interval Part) {
  std::lock_guard Lock(Mutex);
  Newest.subtract(Part);
}

void FullCopy::wroteElsewhere(unsigned Written, const IntervalSet &Others, bool Gaps) {
  std::lock_guard Lock(Mutex);
  if (Dimension == Written) {
    Valid.subtract(Others);
    if (Gaps)
      Valid.add(Newest);
    else
      Newest.subtract(Others);
  } else {
    Valid.clear();
    Newest.clear();
  }
}

void FullCopy::keepNewest() {
  std::lock_guard Lock(Mutex);
  Valid = Newest;
}

void FullCopy::forget() {
  std::lock_guard Lock(Mutex);
  Valid.clear();
  Newest.clear();
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

std::byte *DeviceMemory::staging(std::uint64_t Bytes) {
  if (Bytes > StageBytes) {
    Owner.forgetHost(Stage.get());
    Stage = std::make_unique_for_overwrite<std::byte[]>(Bytes);
    StageBytes = Bytes;
  }
  return Stage.get();
}

} // namespace hetrt
