// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of one accelerator as passes use it: allocation that makes room by dropping copies nobody needs now,
// release on behalf of other threads, and host memory for staging.
#ifndef HETRT_MEMORY_DEVICEMEMORY_H
#define HETRT_MEMORY_DEVICEMEMORY_H

#include "Device/Device.h"
#include "Memory/IntervalSet.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace hetrt {

/// One device's copy of a whole array, and which indices along one dimension it holds. The address is for whoever holds
/// the device; what is valid, for any thread: regions that write other parts of a persistent array end meanwhile.
class FullCopy {
public:
  DeviceAddress Address = 0;

  /// From now on indices are those of `Dimension`; `Extent` has all of the array's.
  void countAlong(unsigned Dimension, std::span<const std::int64_t> Extent);

  /// What of `Part` the copy does not hold.
  IntervalSet missing(Interval Part) const;
  void holds(Interval Part);

  /// Others wrote these indices of `Dimension`, or who knows what.
  void wroteElsewhere(unsigned Dimension, const IntervalSet &Others);
  void forget();

private:
  mutable std::mutex Mutex;
  unsigned Dimension = 0;
  IntervalSet Valid;
};

/// Used by the thread that drives the device, but for retire(), which any thread may call.
class DeviceMemory {
public:
  DeviceMemory(Device &Owner, unsigned Number) : Owner(Owner), Number(Number) {}

  Device &device() { return Owner; }

  /// Number of the accelerator in the process, from 0.
  unsigned number() const { return Number; }

  /// Allocates; when the device is full, calls `MakeRoom`, which drops copies that the host has too, as long as that
  /// returns true because there was something to drop.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, const std::function<bool()> &MakeRoom);

  /// Frees at once. Faults of a release are of no consequence to the program: the memory stays taken.
  void release(DeviceAddress &Address);

  /// Leaves an allocation to be freed by the thread that drives the device next.
  void retire(DeviceAddress Address);
  void releaseRetired();

  /// At least so many bytes of host memory, contents undefined; valid until the next call.
  std::byte *staging(std::uint64_t Bytes);

private:
  Device &Owner;
  const unsigned Number;
  std::mutex RetiredMutex;
  std::vector<DeviceAddress> Retired;
  std::unique_ptr<std::byte[]> Stage;
  std::uint64_t StageBytes = 0;
};

} // namespace hetrt

#endif
