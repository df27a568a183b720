// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches a loop inside of a `partition` block, on a device that already has the arrays that the block's clauses name.
#include "Memory/PassMemory.h"

#include "Device/RegionTables.h"
#include "Memory/CallShape.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// The number of the array of integers by which array `Number` is indexed (`HETRT_GATHER`, as `col` in `x[col[k]]`), or
/// whose integers are ends of its boxes, as `row` in `for (k = row[i]; k < row[i+1]; ++k)`; nothing if there is none.
static std::optional<unsigned> throughOf(const hetrt_region &Loop, unsigned Number) {
  const hetrt_array_info &Info = Loop.arrays[Number];
  if (Info.flags & HETRT_GATHER)
    return Info.through;
  for (const hetrt_box_info &Box : boxesOf(Loop))
    for (unsigned D = 0; Box.array == Number && D < Info.rank; ++D) {
      const hetrt_ends &Ends = Loop.ends[Box.first_end + D];
      for (unsigned T = 0; T < Ends.lower_count; ++T)
        if (const std::uint32_t Table = Loop.terms[Ends.lower + T].table)
          return Table - 1;
    }
  return std::nullopt;
}

/// Whether array `Number` of the loop is the block's array `What`: the same address, shape, and elements for each
/// iteration. If integers choose the elements, the loop's array of integers must be the block's, too.
static bool isSameArray(const CallTables &Loop, unsigned Number, const ResolvedCall &Block, const Array &What) {
  const hetrt_array_info &Info = Loop.Region.arrays[Number];
  const bool Gathered = Info.flags & HETRT_GATHER;
  const std::optional<unsigned> Through = throughOf(Loop.Region, Number);
  const bool Segmented = Through && !Gathered;
  if (What.Host.Base != Loop.base(Number) || What.ElementSize != std::uint64_t(Loop.number(Info.element_size)) ||
      What.Rank != Info.rank || What.Indirect.Through.empty() == Segmented ||
      (What.Indirect.IndexedBy >= 0) != Gathered || bool(What.Indirect.Integers) != isIndices(Loop.Region, Number))
    return false;
  if (!Through || *Through == Number)
    return true;
  const std::byte *Base = Segmented ? What.Uses.tables().front().Base
                                    : Block.Arrays[static_cast<unsigned>(What.Indirect.IndexedBy)].Host.Base;
  return Base == Loop.base(*Through);
}

/// The range of device memory, among those that the program has allocated (omp_target_allocate()), that contains an
/// address. If there is none, the range that ends at the address; null if there is neither.
static const DeviceRange *placedAt(std::span<const DeviceRange> Placed, const void *Base) {
  const auto Address = reinterpret_cast<DeviceAddress>(Base);
  const DeviceRange *Ending = nullptr;
  for (const DeviceRange &Each : Placed) {
    if (Address >= Each.Begin && Address - Each.Begin < Each.Bytes)
      return &Each;
    if (Address - Each.Begin == Each.Bytes)
      Ending = &Each;
  }
  return Ending;
}

/// The index of the block's array that the loop's array `Number` is; Arrays.size() if the block has no such array.
unsigned PassMemory::arrayOf(const CallTables &Loop, unsigned Number) const {
  const auto There = std::ranges::find_if(
      Arrays, [&](const auto &Each) { return isSameArray(Loop, Number, On.Arrays.Call, Each->array()); });
  return static_cast<unsigned>(There - Arrays.begin());
}

/// Whether the compiler has proven that each iteration of the loop uses only those elements of array `Number` that the
/// block's clause gives to that iteration. If not, it is only known that an iteration uses elements of the device's
/// share.
static bool staysInWindows(const hetrt_region &Loop, unsigned Number) {
  return std::ranges::all_of(
      boxesOf(Loop), [&](const hetrt_box_info &Each) { return Each.array != Number || (Each.flags & HETRT_PROVEN); });
}

/// Returns the description of the loop for a device that divides its launches further (a node with several devices): a
/// call whose arrays are the parts of the block's arrays that the device has. These parts stay until the block ends,
/// and only launches on this device and copies by the runtime change them.
LaunchParts PassMemory::partsOf(const CallTables &Loop) {
  const ResolvedCall &Block = On.Arrays.Call;
  struct Use {
    unsigned Of, As; ///< The array's index in the block's list, and in the list of the loop's call.
    bool Written = false, Inside = true;
  };
  std::vector<Use> All;
  ResolvedCall There;
  There.Space = {Loop.Call.trip_count, Loop.Call.lower, Loop.Call.step};
  LaunchSlot &In = Slots[0];
  In.Places.clear();
  for (unsigned Number = 0; Number < Loop.Region.array_count; ++Number) {
    if (const hetrt_array_info &Info = Loop.Region.arrays[Number]; Info.flags & HETRT_ALLOCATED) {
      WhyNotDivided = fmt::format("'{}' is memory that omp_target_allocate gave a thread of the block", Info.name);
      return {{}, WhyNotDivided, {}};
    }
    const unsigned Of = arrayOf(Loop, Number);
    auto Known = std::ranges::find(All, Of, &Use::Of);
    if (Known == All.end())
      Known = All.insert(All.end(), {Of, static_cast<unsigned>(All.size())});
    Known->Written |= isWritten(Loop.Region, Number);
    Known->Inside &= staysInWindows(Loop.Region, Number);
    There.ArrayOf.push_back(Known->As);
    const ArrayStorage &At = Arrays[Of]->storage(0);
    In.Places.push_back(At.placeOf(At.Where.Held[0].Lower));
  }
  for (const Use &Each : All) {
    const Array &What = Block.Arrays[Each.Of];
    const ArrayStorage &At = Arrays[Each.Of]->storage(0);
    const bool HasShare = Each.Inside && !dependsOnIntegerArrays(What) && What.Uses.follows();
    if (Each.Written && !HasShare) {
      WhyNotDivided = clauseOf(*What.Info) + ": a loop of the block writes it where the compiler cannot follow";
      return {{}, WhyNotDivided, {}};
    }
    There.Arrays.push_back(PassArray{HasShare ? heldShare(What, At.Where.Held, At.Of, Each.Written)
                                              : heldWhole(What, At.Where.Held, At.Of)});
  }
  In.Shape = encodeCall(There, std::vector(There.Arrays.size(), ArrayKind::KeptCopy));
  return {In.Shape, {}, In.Places};
}

/// Adds array `Number` of the loop to the launch's arguments. Returns an error if it is neither an array of the block
/// nor in memory that the program has allocated on the device.
Status PassMemory::describe(const CallTables &Loop, unsigned Number, std::span<const DeviceRange> Placed) {
  const hetrt_array_info &Info = Loop.Region.arrays[Number];
  const void *const Base = Loop.base(Number);
  if (Info.flags & HETRT_ALLOCATED) {
    const DeviceRange *Memory = placedAt(Placed, Base);
    if (!Memory)
      return Status::programFault(
          HETRT_ERROR_ARGUMENT,
          fmt::format("'{}' points to {}: wanted memory that omp_target_allocate gave this thread in this block",
                      Info.name, Base));
    Other.describe(Number, Base, std::uint64_t(Loop.number(Info.element_size)), *Memory);
    return Status::success();
  }
  const unsigned There = arrayOf(Loop, Number);
  if (There == Arrays.size())
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("'{}' points to {}: wanted an array of this shape that a map of the partition named on entry, "
                    "segmented or indexed by the same array if at all",
                    Info.name, Base));
  Other.describe(Number, *Arrays[There], 0);
  return Status::success();
}

Status PassMemory::launchOf(const CallTables &Loop, std::span<const DeviceRange> Placed, Launch &Into) {
  Other = {Loop.Region, Loop.Given.values};
  for (unsigned Number = 0; Number < Loop.Region.array_count; ++Number)
    if (Status Result = describe(Loop, Number, Placed); !Result.ok())
      return Result;
  if (Status Result = checkUnchanged(0, On.Known.policy() == WritePolicy::Check); !Result.ok())
    return Result;
  Into = Other.launch({0, Loop.Call.trip_count});
  Into.InOrder = On.Arrays.InOrder;
  if (device().capabilities().Divides)
    Into.Parts = partsOf(Loop);
  return Status::success();
}

} // namespace hetrt
