// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of a pass that one accelerator writes at indices which no window describes; see Difference.h.
//
//   fill() -> [launch, synchronize] -> compare() -> keep() or, after a fault, drop() -> ... -> store()
//
// Of one device and one pass. All but store() is for whoever drives the device; store() is called once nobody computes
// any more, by whoever ends the pass.
#ifndef HETRT_MEMORY_CHANGES_H
#define HETRT_MEMORY_CHANGES_H

#include "Memory/DeviceMemory.h"
#include "Memory/Difference.h"
#include "Memory/Window.h"

#include <memory>
#include <optional>
#include <vector>

namespace hetrt {

class Changes {
public:
  Changes() = default;

  /// Of those arrays of a call that are written so; none is looked at before fill().
  explicit Changes(const ResolvedCall &Call);

  /// Whether there is any such array. Then one launch at a time is under way: what another one writes would count as
  /// what the first has written.
  bool any() const { return !All.empty(); }

  /// The first time: takes the snapshot of array number `Index` of the call, and enqueues its copy to the full copy of
  /// the array that begins at `Copy`. Later on the device has what it needs.
  Status fill(unsigned Index, DeviceMemory &Home, DeviceAddress Copy);

  /// Finds what a launch that has ended wrote of all of them. Waits for copies out. After an error nothing counts,
  /// until drop().
  Status compare(DeviceMemory &Home);

  /// What was compared since the last keep() or drop() counts, or it does not.
  void keep();
  void drop();

  /// What counts goes into the program's arrays.
  void store() const;

private:
  /// One array: the elements of it that the call uses are contiguous or lie between others, which nobody changes here.
  struct Each {
    unsigned Index;
    std::byte *Base;              ///< The first byte that is used,
    std::uint64_t Begin, Bytes;   ///< how far it lies behind the array's first one, and how many there are.
    DeviceAddress Copy = 0;       ///< What corresponds to it on the device.
    std::optional<Difference> Of; ///< Nothing before fill().
  };
  Status compare(Each &What, DeviceMemory &Home);

  std::vector<Each> All;
  std::unique_ptr<std::byte[]> Blocks; ///< Two: one arrives while the other is compared.
};

} // namespace hetrt

#endif
