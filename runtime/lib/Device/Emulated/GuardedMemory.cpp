// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps, poisons and unmaps the memory of an emulated accelerator.

#include "Device/Emulated/GuardedMemory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>

namespace hetrt {

namespace {

/// Address space, not memory: wide enough that a row or two beyond the end still traps.
constexpr std::uint64_t GuardBytes = std::uint64_t(1) << 20;

/// Memory of this size and alignment can be one page: thousands of faults less for a large array that is poisoned.
constexpr std::uint64_t HugePageBytes = std::uint64_t(2) << 20;

std::uint64_t roundUp(std::uint64_t Bytes, std::uint64_t Unit) { return (Bytes + Unit - 1) / Unit * Unit; }

} // namespace

GuardedMemory::~GuardedMemory() {
  for (const auto &[Address, M] : Mappings)
    munmap(M.Begin, M.MappedBytes);
}

bool GuardedMemory::allocate(std::uint64_t Bytes, DeviceAddress &Address) {
  if (Bytes > available())
    return false;
  const std::uint64_t Page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t DataPages = std::max(roundUp(Bytes, Page), Page);
  Mapping M;
  M.DataBytes = Bytes;
  const bool Huge = DataPages >= HugePageBytes;
  M.MappedBytes = DataPages + 2 * GuardBytes + (Huge ? HugePageBytes : 0);
  M.Begin = mmap(nullptr, M.MappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (M.Begin == MAP_FAILED)
    return false;
  unsigned char *Data = static_cast<unsigned char *>(M.Begin) + GuardBytes;
  if (Huge)
    Data += roundUp(reinterpret_cast<std::uintptr_t>(Data), HugePageBytes) - reinterpret_cast<std::uintptr_t>(Data);
  if (mprotect(Data, DataPages, PROT_READ | PROT_WRITE) != 0) {
    munmap(M.Begin, M.MappedBytes);
    return false;
  }
  // A forked child has no accelerators, so it needs no copy of their memory.
  madvise(M.Begin, M.MappedBytes, MADV_DONTFORK);
  if (Huge)
    madvise(Data, DataPages, MADV_HUGEPAGE);
  std::memset(Data, Poison, DataPages);
  // The element type is not known here, but its alignment divides its size, and its size divides Bytes; so the upper
  // flush position suits every element. Empty allocations need an address of their own, and may point at the guard.
  if (NextFlushUp)
    Data += DataPages - Bytes;
  NextFlushUp = !NextFlushUp;
  Used += Bytes;
  Address = reinterpret_cast<DeviceAddress>(Data);
  Mappings.emplace(Address, M);
  return true;
}

bool GuardedMemory::holds(DeviceAddress Address) const {
  const auto Behind = Mappings.upper_bound(Address);
  if (Behind == Mappings.begin())
    return false;
  const auto &[Begin, Of] = *std::prev(Behind);
  return Address - Begin < std::max<std::uint64_t>(Of.DataBytes, 1);
}

void GuardedMemory::release(DeviceAddress Address) {
  auto Found = Mappings.find(Address);
  if (Found == Mappings.end())
    return;
  munmap(Found->second.Begin, Found->second.MappedBytes);
  Used -= Found->second.DataBytes;
  Mappings.erase(Found);
}

} // namespace hetrt
