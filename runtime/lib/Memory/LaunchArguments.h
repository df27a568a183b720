// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel gets to see of the arrays of a launch: offset pointers, strides, bounds, and where windows lie.
#ifndef HETRT_MEMORY_LAUNCHARGUMENTS_H
#define HETRT_MEMORY_LAUNCHARGUMENTS_H

#include "Memory/ArrayOnDevice.h"

namespace hetrt {

class LaunchArguments {
public:
  LaunchArguments() = default;

  /// Of a region's kernel, with the values that its body captures (Region.values_size bytes).
  LaunchArguments(const hetrt_region &Region, const void *Values);

  /// Says where the array that the region knows by a number is for a slot's launch.
  void describe(unsigned Number, const ArrayOnDevice &What, unsigned Slot);

  /// The same of one in memory of the device that the program has placed: the pointer in the values is the program's.
  void describe(unsigned Number, const void *Base, std::uint64_t ElementSize, const DeviceRange &Placed);

  /// Valid as long as this is not changed.
  Launch launch(Iterations Of) const;

private:
  const hetrt_region *Region = nullptr;
  std::vector<std::byte> Values;
  std::vector<hetrt_bounds> Bounds;
  std::vector<DeviceRange> Ranges;
};

} // namespace hetrt

#endif
