// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of one accelerator as passes use it: allocation that makes room by dropping copies nobody needs now,
// and host memory for staging.
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

/// One device's copy of a whole array, and which indices along one dimension it holds. The address is for whoever
/// drives the device; what is valid, for any thread: regions that write other parts of a persistent array end
/// meanwhile.
class FullCopy {
public:
  DeviceAddress Address = 0;

  /// From now on indices are those of `Dimension`; `Extent` has all of the array's.
  void countAlong(unsigned Dimension, std::span<const std::int64_t> Extent);

  /// What of `Part` the copy does not hold.
  IntervalSet missing(Interval Part) const;
  void holds(Interval Part);

  /// What of `Part`, indices of `Dimension`, the copy holds, or holds alone, as its device wrote it and the host has
  /// old values. Nothing where it counts along another dimension.
  IntervalSet held(unsigned Dimension, Interval Part) const;
  IntervalSet newest(unsigned Dimension, Interval Part) const;

  /// All that it holds alone, and the dimension it counts along.
  IntervalSet newest(unsigned &Dimension) const;
  bool holdsNewest() const;

  /// The device wrote these indices, and the host was not told.
  void wrote(Interval Part);

  /// The host has these indices too, or new values of its own.
  void landed(Interval Part);

  /// Others wrote these indices of `Dimension`, or who knows what.
  void wroteElsewhere(unsigned Dimension, const IntervalSet &Others);
  void forget();

private:
  mutable std::mutex Mutex;
  unsigned Dimension = 0;
  IntervalSet Valid, Newest; ///< Newest is a part of Valid.
};

class DeviceMemory {
public:
  DeviceMemory(Device &Owner, unsigned Number) : Owner(Owner), Number(Number) {}
  ~DeviceMemory() { Owner.forgetHost(Stage.get()); }

  /// Held by whoever uses the device: a pass while it computes a range, others while they fetch what only the device
  /// has. Nobody waits for anything else while holding it, and who needs two devices locks both at once.
  std::mutex &driving() { return Driving; }

  Device &device() { return Owner; }

  std::string label() const { return Owner.label(); }

  /// Number of the accelerator in the process, from 0.
  unsigned number() const { return Number; }

  /// Allocates; when the device is full, calls `MakeRoom`, which drops copies that the host has too, as long as that
  /// returns true because there was something to drop.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, const std::function<bool()> &MakeRoom);

  /// Frees at once. Faults of a release are of no consequence to the program: the memory stays taken.
  void release(DeviceAddress &Address);

  /// At least so many bytes of host memory, contents undefined; valid until the next call.
  std::byte *staging(std::uint64_t Bytes);

  /// What staging() returned a part of.
  HostArray stagingArray() const { return {Stage.get(), StageBytes}; }

private:
  Device &Owner;
  const unsigned Number;
  std::mutex Driving;
  std::unique_ptr<std::byte[]> Stage;
  std::uint64_t StageBytes = 0;
};

} // namespace hetrt

#endif
