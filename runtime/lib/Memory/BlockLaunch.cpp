// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch of a block's loop over arrays that the block has brought in.
#include "Memory/PassMemory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// Whether a window of a loop means this array of its block: by address and shape, and as the same elements. What it
/// goes through is compared where the loop has it.
static bool means(const hetrt_region &Loop, const hetrt_call &Call, unsigned Number, const ResolvedCall &Block,
                  const Array &What) {
  const hetrt_window_info &Info = Loop.windows[Number];
  const hetrt_window &Window = Call.windows[Number];
  const bool Segmented = Info.flags & HETRT_SEGMENTED, Indexed = Info.flags & HETRT_INDEXED;
  if (What.Base != Window.base || What.ElementSize != Window.element_size || What.Rank != Info.rank ||
      (What.Through != nullptr) != Segmented || (What.IndexedBy >= 0) != Indexed ||
      bool(What.Integers) != isIndices(Loop, Number))
    return false;
  if ((!Segmented && !Indexed) || Info.through == Number)
    return true;
  const std::byte *Through =
      Segmented ? What.Uses.tables().front().Base : Block.Arrays[static_cast<unsigned>(What.IndexedBy)].Base;
  return Through == Call.windows[Info.through].base;
}

/// The memory that holds an address, of those that the program has placed; null if none does.
static const DeviceRange *placedAt(std::span<const DeviceRange> Placed, const void *Base) {
  const auto Address = reinterpret_cast<DeviceAddress>(Base);
  for (const DeviceRange &Each : Placed)
    if (Address >= Each.Begin && Address - Each.Begin <= Each.Bytes)
      return &Each;
  return nullptr;
}

/// Finds what a window of the loop is over.
Status PassMemory::describe(const hetrt_region &Loop, const hetrt_call &Call, unsigned Window,
                            std::span<const DeviceRange> Placed) {
  const hetrt_window_info &Info = Loop.windows[Window];
  const hetrt_window &Over = Call.windows[Window];
  if (Info.flags & HETRT_ALLOCATED) {
    const DeviceRange *Memory = placedAt(Placed, Over.base);
    if (!Memory)
      return Status::programFault(
          HETRT_ERROR_ARGUMENT,
          fmt::format("'{}' points to {}: wanted memory that omp_target_allocate gave this thread in this block",
                      Info.name, Over.base));
    Other.describe(Window, Over, *Memory);
    return Status::success();
  }
  const auto There = std::ranges::find_if(
      Arrays, [&](const auto &Each) { return means(Loop, Call, Window, On.Arrays.Call, Each->array()); });
  if (There == Arrays.end())
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("'{}' points to {}: wanted an array of this shape that a map of the partition named on entry, "
                    "segmented or indexed by the same array if at all",
                    Info.name, Over.base));
  Other.describe(Window, **There, 0);
  return Status::success();
}

Status PassMemory::launchOf(const hetrt_region &Loop, const hetrt_call &Call, std::span<const DeviceRange> Placed,
                            Launch &Into) {
  Other = {Loop, Call.values};
  for (unsigned Window = 0; Window < Loop.window_count; ++Window)
    if (Status Result = describe(Loop, Call, Window, Placed); !Result.ok())
      return Result;
  if (Status Result = checkUnchanged(0, On.Known.policy() == WritePolicy::Check); !Result.ok())
    return Result;
  Into = Other.launch({0, Call.trip_count});
  Into.InOrder = On.Arrays.InOrder;
  return Status::success();
}

} // namespace hetrt
