// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which a device has the elements that another array's elements name, packed, and that other array, which has
// positions there instead of indices; see Gather.h.
#ifndef HETRT_MEMORY_GATHEREDARRAYS_H
#define HETRT_MEMORY_GATHEREDARRAYS_H

#include "Memory/ArrayOnDevice.h"
#include "Memory/Gather.h"

namespace hetrt {

class GatheredIndices final : public PerLaunch {
public:
  using PerLaunch::PerLaunch;

  /// What a slot's iterations name.
  const IndexSet &named(unsigned Slot) const { return Named[Slot]; }

  /// The first of the slot's indices that the program has changed since they were brought in, counted from the array's
  /// first element; nothing if none was.
  std::optional<std::uint64_t> firstChanged(unsigned Slot) const;

private:
  void prepare(unsigned Slot) override;
  Layout layOut(unsigned Slot) override;
  Status moveIn(unsigned Slot) override;

  std::array<IndexSet, LaunchSlots> Named;
  std::array<std::vector<std::byte>, LaunchSlots> Taken; ///< Positions, on their way to the device.
};

class GatheredElements final : public PerLaunch {
public:
  /// `By` outlives this.
  GatheredElements(const PassDevice &On, unsigned Index, const GatheredIndices &By) : PerLaunch(On, Index), By(By) {}

  hetrt_bounds bounds(unsigned Window, unsigned Slot) const override;
  Status checkUnchanged(unsigned Slot, bool Indices) const override;

private:
  Layout layOut(unsigned Slot) override;
  Status moveIn(unsigned Slot) override;

  const GatheredIndices &By;
  std::array<Array, LaunchSlots> Packed;                 ///< The array as the device has it.
  std::array<std::vector<std::byte>, LaunchSlots> Taken; ///< Elements, on their way to the device.
};

} // namespace hetrt

#endif
