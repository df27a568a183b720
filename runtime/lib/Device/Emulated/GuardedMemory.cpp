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

/// The size of a guard on each side, which takes address space but no memory. It is so large that an access one or two
/// rows after the end of the data still traps.
constexpr std::uint64_t GuardBytes = std::uint64_t(1) << 20;

/// From this size on, memory is aligned for huge pages, which saves thousands of page faults when a large array is
/// filled with poison.
constexpr std::uint64_t HugePageBytes = std::uint64_t(2) << 20;

/// The most released memory that a device keeps for reuse, in bytes.
constexpr std::uint64_t MostSpareBytes = std::uint64_t(1) << 20;

std::uint64_t roundUp(std::uint64_t Bytes, std::uint64_t Unit) { return (Bytes + Unit - 1) / Unit * Unit; }

} // namespace

GuardedMemory::~GuardedMemory() {
  for (const auto &[Address, M] : Mappings)
    munmap(M.Begin, M.MappedBytes);
  for (const Mapping &M : Spare)
    munmap(M.Begin, M.MappedBytes);
}

bool GuardedMemory::allocate(std::uint64_t Bytes, DeviceAddress &Address) {
  if (Bytes > available())
    return false;
  const std::uint64_t Page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t PageBytes = std::max(roundUp(Bytes, Page), Page);
  Mapping M;
  if (!reuse(M, PageBytes) && !map(M, PageBytes))
    return false;
  M.DataBytes = Bytes;
  std::memset(M.Pages, Poison, M.PageBytes);
  // The element type is not known here, but its alignment divides its size, and its size divides Bytes. So if the data
  // ends at the upper end of the pages, the first element is aligned. An empty allocation may begin at the guard, since
  // only its address has to be unique.
  Address = reinterpret_cast<DeviceAddress>(M.Pages + (NextFlushUp ? M.PageBytes - Bytes : 0));
  NextFlushUp = !NextFlushUp;
  Used += Bytes;
  Mappings.emplace(Address, M);
  return true;
}

bool GuardedMemory::map(Mapping &New, std::uint64_t PageBytes) {
  const bool Huge = PageBytes >= HugePageBytes;
  New.PageBytes = PageBytes;
  New.MappedBytes = PageBytes + 2 * GuardBytes + (Huge ? HugePageBytes : 0);
  New.Begin = mmap(nullptr, New.MappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (New.Begin == MAP_FAILED)
    return false;
  New.Pages = static_cast<unsigned char *>(New.Begin) + GuardBytes;
  if (Huge) {
    const auto Lower = reinterpret_cast<std::uintptr_t>(New.Pages);
    New.Pages += roundUp(Lower, HugePageBytes) - Lower;
  }
  if (mprotect(New.Pages, PageBytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(New.Begin, New.MappedBytes);
    return false;
  }
  // A forked child cannot use accelerators, so their memory need not be in it.
  madvise(New.Begin, New.MappedBytes, MADV_DONTFORK);
  if (Huge)
    madvise(New.Pages, PageBytes, MADV_HUGEPAGE);
  return true;
}

bool GuardedMemory::reuse(Mapping &Again, std::uint64_t PageBytes) {
  const auto Found =
      std::find_if(Spare.begin(), Spare.end(), [&](const Mapping &Each) { return Each.PageBytes == PageBytes; });
  if (Found == Spare.end() || mprotect(Found->Pages, PageBytes, PROT_READ | PROT_WRITE) != 0)
    return false;
  Again = *Found;
  SpareBytes -= PageBytes;
  Spare.erase(Found);
  return true;
}

void GuardedMemory::keep(const Mapping &Released) {
  if (Released.PageBytes > MostSpareBytes || mprotect(Released.Pages, Released.PageBytes, PROT_NONE) != 0) {
    munmap(Released.Begin, Released.MappedBytes);
    return;
  }
  Spare.push_back(Released);
  for (SpareBytes += Released.PageBytes; SpareBytes > MostSpareBytes; Spare.pop_front()) {
    SpareBytes -= Spare.front().PageBytes;
    munmap(Spare.front().Begin, Spare.front().MappedBytes);
  }
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
  keep(Found->second);
  Used -= Found->second.DataBytes;
  Mappings.erase(Found);
}

} // namespace hetrt
