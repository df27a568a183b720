// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a copy holds; allocation, release and staging of one accelerator.
#include "Memory/DeviceMemory.h"

namespace hetrt {

BoxSet FullCopy::missing(const Box &Part) const {
  std::lock_guard Lock(Mutex);
  return Valid.missing(Part);
}

void FullCopy::holds(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
}

BoxSet FullCopy::holdMissing(const Box &Part) {
  std::lock_guard Lock(Mutex);
  BoxSet Missing = Valid.missing(Part);
  Valid.add(Part);
  return Missing;
}

BoxSet FullCopy::held(const Box &Part) const {
  std::lock_guard Lock(Mutex);
  return Valid.common(Part);
}

BoxSet FullCopy::newest(const Box &Part) const {
  std::lock_guard Lock(Mutex);
  return Newest.common(Part);
}

BoxSet FullCopy::newest() const {
  std::lock_guard Lock(Mutex);
  return Newest;
}

bool FullCopy::holdsNewest() const {
  std::lock_guard Lock(Mutex);
  return !Newest.empty();
}

void FullCopy::wrote(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
  Newest.add(Part);
}

void FullCopy::landed(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Newest.subtract(Part);
}

void FullCopy::wroteElsewhere(const BoxSet &Others, bool Gaps) {
  std::lock_guard Lock(Mutex);
  Valid.subtract(Others);
  if (Gaps)
    Valid.add(Newest);
  else
    Newest.subtract(Others);
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
