// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates a device's memory by first fit. The bytes are in a part of the host's address space that is reserved for
// the device.

#include "Driver/DeviceMemory.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace emulator {

namespace {

constexpr unsigned OrdinalShift = 40; // a terabyte of addresses for each device
/// The gap between two allocations, so that an access beyond the end of one allocation is not in the next one.
constexpr std::uint64_t Gap = 4096;
constexpr int Unwritten = 0xFF;

std::uint64_t roundedUp(std::uint64_t Value, std::uint64_t To) { return (Value + To - 1) / To * To; }

} // namespace

bool DeviceMemory::ordinalOf(std::uint64_t Address, unsigned &Ordinal) {
  Ordinal = static_cast<unsigned>((Address & ~WindowMask) >> OrdinalShift);
  return (Address & WindowMask) == DeviceWindow;
}

namespace {

/// Reserves host address space. The system provides memory for a page only when the page is first accessed.
std::byte *reserve(std::uint64_t Bytes) {
  void *Mapped = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Mapped == MAP_FAILED)
    throw std::bad_alloc();
  return static_cast<std::byte *>(Mapped);
}

} // namespace

/// Reserves addresses for four times the device's memory, since the gaps between allocations take addresses too.
DeviceMemory::DeviceMemory(unsigned Ordinal, std::uint64_t Bytes, std::uint64_t Taken, bool KeepsWritten)
    : Base(DeviceWindow + (std::uint64_t(Ordinal) << OrdinalShift)), Total(Bytes), Reserved(4 * Bytes + (64 << 20)),
      Used(std::min(Taken, Bytes)) {
  Host = reserve(Reserved);
  if (KeepsWritten)
    Written = reserve(Reserved);
}

DeviceMemory::~DeviceMemory() {
  munmap(Host, Reserved);
  if (Written)
    munmap(Written, Reserved);
}

/// The offset of the first hole between allocations that is large enough; Reserved if there is none. The first page is
/// never used.
std::uint64_t DeviceMemory::placeFor(std::uint64_t Bytes) const {
  std::uint64_t At = Gap;
  for (const auto &[Address, Each] : Allocations) {
    if (Address - Base >= At + Bytes)
      return At;
    At = Address - Base + Each.Taken;
  }
  return At + Bytes <= Reserved ? At : Reserved;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t Bytes, const void *Owner) {
  std::lock_guard Guard(Lock);
  if (Bytes > Total || roundedUp(Bytes, Granule) > Total - Used)
    return 0;
  const std::uint64_t Taken = roundedUp(Bytes, Granule) + Gap;
  const std::uint64_t At = placeFor(Taken);
  if (At == Reserved)
    return 0;
  std::memset(Host + At, Unwritten, Bytes);
  if (Written)
    std::memset(Written + At, 0, Bytes);
  Used += Taken - Gap;
  Allocations[Base + At] = {Bytes, Taken, Owner};
  return Base + At;
}

void DeviceMemory::drop(std::map<std::uint64_t, Allocation>::iterator Which) {
  constexpr std::uint64_t Page = 4096;
  const std::uint64_t Begin = roundedUp(Which->first - Base, Page),
                      End = (Which->first - Base + Which->second.Taken) / Page * Page;
  for (std::byte *Each : {Host, Written})
    if (Each && End > Begin)
      madvise(Each + Begin, End - Begin, MADV_DONTNEED);
  Used -= Which->second.Taken - Gap;
  Allocations.erase(Which);
}

bool DeviceMemory::release(std::uint64_t Address) {
  std::lock_guard Guard(Lock);
  auto Found = Allocations.find(Address);
  if (Found == Allocations.end())
    return false;
  drop(Found);
  return true;
}

void DeviceMemory::releaseAll(const void *Owner) {
  std::lock_guard Guard(Lock);
  for (auto Each = Allocations.begin(); Each != Allocations.end();) {
    auto Which = Each++;
    if (Which->second.Owner == Owner)
      drop(Which);
  }
}

bool DeviceMemory::find(std::uint64_t Address, Range &Found) const {
  std::shared_lock Guard(Lock);
  auto Next = Allocations.upper_bound(Address);
  if (Next == Allocations.begin())
    return false;
  const auto &[Begin, Of] = *std::prev(Next);
  const std::uint64_t At = Begin - Base;
  Found = {Begin, Of.Bytes, Host + At, Written ? Written + At : nullptr};
  return Found.holds(Address, 1);
}

std::string DeviceMemory::describe(std::uint64_t Address) const {
  std::shared_lock Guard(Lock);
  auto Next = Allocations.upper_bound(Address);
  const auto Text = [](std::uint64_t Distance, const char *Where, std::uint64_t Bytes) {
    return std::to_string(Distance) + " bytes " + Where + " an allocation of " + std::to_string(Bytes) + " bytes";
  };
  std::string Found = "no allocation is there";
  std::uint64_t Distance = ~std::uint64_t(0);
  if (Next != Allocations.begin()) {
    const auto &[Begin, Of] = *std::prev(Next);
    if (Address - Begin < Of.Bytes)
      return Text(Address - Begin, "into", Of.Bytes);
    Distance = Address - Begin - Of.Bytes;
    Found = Text(Distance, "behind", Of.Bytes);
  }
  if (Next != Allocations.end() && Next->first - Address < Distance)
    Found = Text(Next->first - Address, "before", Next->second.Bytes);
  return Found;
}

std::uint64_t DeviceMemory::free() const {
  std::shared_lock Guard(Lock);
  return Total - Used;
}

} // namespace emulator
