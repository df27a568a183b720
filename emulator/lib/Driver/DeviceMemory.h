// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a device: addresses that no host has, each allocation apart from its neighbours.
#ifndef EMULATOR_DRIVER_DEVICEMEMORY_H
#define EMULATOR_DRIVER_DEVICEMEMORY_H

#include "Execute/GlobalMemory.h"

#include <map>
#include <shared_mutex>

namespace emulator {

class DeviceMemory {
public:
  /// `Taken`: bytes that others hold. `KeepsWritten`: whether it remembers of each byte that it was written.
  DeviceMemory(unsigned Ordinal, std::uint64_t Bytes, std::uint64_t Taken, bool KeepsWritten);
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory();

  /// The address, or 0 if there is not enough memory. What is in it is not zero.
  std::uint64_t allocate(std::uint64_t Bytes, const void *Owner);
  /// False if no allocation begins there.
  bool release(std::uint64_t Address);
  /// All that is left of an owner.
  void releaseAll(const void *Owner);

  bool find(std::uint64_t Address, Range &Found) const;
  std::string describe(std::uint64_t Address) const;
  std::uint64_t total() const { return Total; }
  std::uint64_t free() const;

  /// What is handed out is a multiple of this.
  static constexpr std::uint64_t Granule = 256;

  /// Which device an address is one of, if it is a device's.
  static bool ordinalOf(std::uint64_t Address, unsigned &Ordinal);

private:
  struct Allocation {
    std::uint64_t Bytes, Taken; // asked for, and with the gap behind it
    const void *Owner;
  };
  void drop(std::map<std::uint64_t, Allocation>::iterator Which);
  std::uint64_t placeFor(std::uint64_t Bytes) const;

  std::uint64_t Base, Total, Reserved, Used; // with what others hold
  std::byte *Host = nullptr, *Written = nullptr;
  mutable std::shared_mutex Lock;
  std::map<std::uint64_t, Allocation> Allocations;
};

} // namespace emulator

#endif
