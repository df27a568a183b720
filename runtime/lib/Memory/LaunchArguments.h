// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of a kernel for the arrays of a launch: offset pointers, strides, bounds, and where windows lie.
#ifndef HETRT_MEMORY_LAUNCHARGUMENTS_H
#define HETRT_MEMORY_LAUNCHARGUMENTS_H

#include "Memory/ArrayOnDevice.h"

namespace hetrt {

/// The arguments of one launch. Call describe() for each array of the region, then launch().
class LaunchArguments {
public:
  LaunchArguments() = default;

  /// For a kernel of the region, with the values that its body captures (Region.values_size bytes).
  LaunchArguments(const hetrt_region &Region, const void *Values);

  /// Says where array number `Number` of the region lies for a slot's launch.
  void describe(unsigned Number, const ArrayOnDevice &What, unsigned Slot);

  /// Describes array number `Number` if it lies in device memory that the program has allocated. The captured values
  /// contain the program's pointer to it.
  void describe(unsigned Number, const void *Base, std::uint64_t ElementSize, const DeviceRange &Placed);

  /// The launch over the iterations `Of`. Valid as long as this object is not changed.
  Launch launch(Iterations Of) const;

private:
  const hetrt_region *Region = nullptr;
  std::vector<std::byte> Values;
  std::vector<hetrt_bounds> Bounds;
  std::vector<DeviceRange> Ranges;
};

} // namespace hetrt

#endif
