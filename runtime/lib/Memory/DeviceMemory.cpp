// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps track of which elements of a copy are valid, and allocates and frees the memory of one accelerator.
#include "Memory/DeviceMemory.h"

namespace hetrt {

BoxSet FullCopy::shared(const Box &Part) const {
  std::lock_guard Lock(Mutex);
  BoxSet Both = Valid.common(Part);
  Both.subtract(Newest);
  return Both;
}

void FullCopy::holds(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
  forgetScattered();
}

void FullCopy::fetched(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Valid.add(Part);
  Protected.add(Part);
}

void FullCopy::protect(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Protected.add(Valid.common(Part));
}

void FullCopy::settle() {
  std::lock_guard Lock(Mutex);
  Protected.clear();
  forgetScattered();
}

BoxSet FullCopy::holdMissing(const Box &Part) {
  std::lock_guard Lock(Mutex);
  BoxSet Missing = Valid.missing(Part);
  Valid.add(Part);
  forgetScattered();
  return Missing;
}

/// Drops the smallest boxes of Valid if there are too many, since each operation on Valid looks at all of its boxes.
/// Loops that use rows and columns in turn, in many places, would end in a box for every element. The dropped elements
/// can be copied again, from the host or, before the next pass, from the device that wrote them. The caller holds the
/// lock.
void FullCopy::forgetScattered() {
  if (Valid.boxes().size() <= MostBoxes)
    return;
  Valid.keepLargest(MostBoxes / 2);
  Valid.add(Newest);
  Valid.add(Protected);
}

bool FullCopy::isScattered() const {
  std::lock_guard Lock(Mutex);
  return Newest.boxes().size() > MostBoxes / 2;
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

void FullCopy::writtenBack(const Box &Part) {
  std::lock_guard Lock(Mutex);
  Newest.subtract(Part);
}

void FullCopy::computed() {
  std::lock_guard Lock(Mutex);
  ++Changes;
}

std::uint64_t FullCopy::changes() const {
  std::lock_guard Lock(Mutex);
  return Changes;
}

void FullCopy::wroteElsewhere(const BoxSet &Others, bool Gaps) {
  std::lock_guard Lock(Mutex);
  ++Changes;
  Valid.subtract(Others);
  Protected.subtract(Others);
  if (Gaps)
    Valid.add(Newest);
  else
    Newest.subtract(Others);
  forgetScattered();
}

void FullCopy::keepNewest() {
  std::lock_guard Lock(Mutex);
  ++Changes;
  Valid = Newest;
  Protected.clear();
}

void FullCopy::forget() {
  std::lock_guard Lock(Mutex);
  ++Changes;
  Valid.clear();
  Newest.clear();
  Protected.clear();
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
