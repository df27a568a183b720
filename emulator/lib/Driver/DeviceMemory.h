// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of an emulated device. Its addresses are never valid addresses of the host, and there are gaps between
// allocations, so that wrong accesses are found.
#ifndef EMULATOR_DRIVER_DEVICEMEMORY_H
#define EMULATOR_DRIVER_DEVICEMEMORY_H

#include "Execute/GlobalMemory.h"

#include <map>
#include <shared_mutex>

namespace emulator {

class DeviceMemory {
public:
  /// `Taken`: bytes that count as allocated by other processes. `KeepsWritten`: records for each byte whether it was
  /// written.
  DeviceMemory(unsigned Ordinal, std::uint64_t Bytes, std::uint64_t Taken, bool KeepsWritten);
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory();

  /// Allocates memory and returns its address, or 0 if there is not enough. Contents are not zero.
  std::uint64_t allocate(std::uint64_t Bytes, const void *Owner);
  /// Frees the allocation that begins at the address. Returns false if there is none.
  bool release(std::uint64_t Address);
  /// Frees all allocations of an owner.
  void releaseAll(const void *Owner);

  bool find(std::uint64_t Address, Range &Found) const;
  std::string describe(std::uint64_t Address) const;
  std::uint64_t total() const { return Total; }
  std::uint64_t free() const;

  /// Allocations take multiples of this size.
  static constexpr std::uint64_t Granule = 256;

  /// Stores the number of the device to whose memory an address belongs. Returns false if the address belongs to no
  /// device.
  static bool ordinalOf(std::uint64_t Address, unsigned &Ordinal);

private:
  struct Allocation {
    std::uint64_t Bytes, Taken; // the requested size, and the size with the gap behind the allocation
    const void *Owner;
  };
  void drop(std::map<std::uint64_t, Allocation>::iterator Which);
  std::uint64_t placeFor(std::uint64_t Bytes) const;

  std::uint64_t Base, Total, Reserved, Used; // Used includes bytes of other processes
  std::byte *Host = nullptr, *Written = nullptr;
  mutable std::shared_mutex Lock;
  std::map<std::uint64_t, Allocation> Allocations;
};

} // namespace emulator

#endif
