// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kinds of ArrayOnDevice for accesses such as `x[col[k]]`. GatheredElements are the elements of x that the indices
// in col name, one after the other. GatheredIndices are these indices, replaced by the positions of the elements. See
// Gather.h.
#ifndef HETRT_MEMORY_GATHEREDARRAYS_H
#define HETRT_MEMORY_GATHEREDARRAYS_H

#include "Memory/ArrayOnDevice.h"
#include "Memory/Gather.h"

namespace hetrt {

class GatheredIndices final : public PerLaunch {
public:
  using PerLaunch::PerLaunch;

  /// The indices that the slot's iterations read.
  const IndexSet &named(unsigned Slot) const { return NamedIndices[Slot]; }

  /// The first of the slot's indices that the program has changed since they were copied to the device, counted from
  /// the array's first element; nothing if it has changed none.
  std::optional<std::uint64_t> firstChanged(unsigned Slot) const;

private:
  void prepare(unsigned Slot) override;
  Layout layOut(unsigned Slot) override;
  Status moveIn(unsigned Slot) override;

  std::array<IndexSet, LaunchSlots> NamedIndices;
  std::array<std::vector<std::byte>, LaunchSlots> Taken; ///< The positions. They have to exist until the copy to the
                                                         ///< device has ended.
};

class GatheredElements final : public PerLaunch {
public:
  /// `By` are the indices that name the elements, and outlive this object.
  GatheredElements(const PassDevice &On, unsigned Index, const GatheredIndices &By) : PerLaunch(On, Index), By(By) {}

  hetrt_bounds bounds(unsigned Window, unsigned Slot) const override;
  Status checkUnchanged(unsigned Slot, bool Indices) const override;

private:
  Layout layOut(unsigned Slot) override;
  Status moveIn(unsigned Slot) override;

  const GatheredIndices &By;
  std::array<Array, LaunchSlots> Packed;                 ///< The array as the device has it.
  std::array<std::vector<std::byte>, LaunchSlots> Taken; ///< The elements. They have to exist until the copy to the
                                                         ///< device has ended.
};

} // namespace hetrt

#endif
