// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the offset pointers, strides and bounds of a launch.
#include "Memory/LaunchArguments.h"

#include <cstring>

namespace hetrt {

LaunchArguments::LaunchArguments(const hetrt_region &Of, const void *From)
    : Region(&Of), Values(Of.values_size), Bounds(Of.array_count), Ranges(Of.array_count) {
  if (!Values.empty())
    std::memcpy(Values.data(), From, Values.size());
}

/// Writes the strides behind the array's pointer, for kernels that form their subscripts with strides.
static void tellStrides(const Layout &Where, const Array &What, const hetrt_array_info &Info, std::byte *To) {
  if (!(Info.flags & HETRT_STRIDED))
    return;
  for (unsigned D = 0; D + 1 < Info.rank; ++D, To += sizeof(hetrt_int64)) {
    const hetrt_int64 Elements = What.Subscripts.Strides ? (*What.Subscripts.Strides)[D]
                                                         : static_cast<hetrt_int64>(Where.Stride[D] / What.ElementSize);
    std::memcpy(To, &Elements, sizeof Elements);
  }
}

void LaunchArguments::describe(unsigned Number, const ArrayOnDevice &What, unsigned Slot) {
  const hetrt_array_info &Info = Region->arrays[Number];
  const ArrayStorage &At = What.storage(Slot);
  // A `partition` block captures no values; the loops in it do. An array that is absent keeps the host's pointer, since
  // the body may test it.
  if (!Values.empty() && What.array().Host.Base) {
    const Array &Own = What.array();
    const DeviceAddress OffsetPointer =
        At.Address + (Own.hasBlocks() ? -Own.FirstIndex * static_cast<std::int64_t>(Own.ElementSize)
                                      : static_cast<std::int64_t>(At.Where.offsetOf({-Own.FirstIndex})));
    std::byte *To = Values.data() + Info.pointer_offset;
    std::memcpy(To, &OffsetPointer, sizeof OffsetPointer);
    tellStrides(At.Where, What.array(), Info, To + sizeof OffsetPointer);
  }
  Bounds[Number] = What.bounds(Number, Slot);
  Ranges[Number] = {At.Address, At.Where.Bytes};
}

void LaunchArguments::describe(unsigned Number, const void *Base, std::uint64_t ElementSize,
                               const DeviceRange &Placed) {
  const auto Size = static_cast<std::int64_t>(ElementSize);
  const auto Before = static_cast<std::int64_t>(reinterpret_cast<DeviceAddress>(Base) - Placed.Begin);
  hetrt_bounds &To = Bounds[Number];
  To.lower[0] = To.write_lower[0] = To.flat_lower = To.flat_write_lower = -(Before / Size);
  To.upper[0] = To.write_upper[0] = To.flat_upper = To.flat_write_upper =
      (static_cast<std::int64_t>(Placed.Bytes) - Before) / Size;
  To.element_size = Size;
  To.window = Number;
  Ranges[Number] = Placed;
}

Launch LaunchArguments::launch(Iterations Of) const {
  Launch Wanted;
  Wanted.Region = Region;
  Wanted.First = Of.First;
  Wanted.Last = Of.Last;
  Wanted.Values = Values;
  Wanted.Bounds = Bounds;
  Wanted.Windows = Ranges;
  return Wanted;
}

} // namespace hetrt
