// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of one pass on one accelerator: what each launch needs goes in, what it wrote comes out, and lands in the
// user's arrays only when all of the launch succeeded.
//
//   bringIn(range) -> launch() -> sendOut() -> [synchronize] -> commit()        or, after a fault, abandon()
//
// Two launches may be under way at once, each in a slot of its own: one is computed while the other's windows move.
// What that means for an array is in ArrayOnDevice.h, one object for each.
#ifndef HETRT_MEMORY_PASSMEMORY_H
#define HETRT_MEMORY_PASSMEMORY_H

#include "Memory/ArrayOnDevice.h"
#include "Memory/LaunchArguments.h"
#include "Memory/TableFootprint.h"

namespace hetrt {

class PassMemory {
public:
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known)
      : PassMemory(Arrays, Home, Known, Known.planOn(Arrays, Home)) {}

  /// With another plan than the directory's, for arrays whose copies stand already.
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known, MemoryPlan Plan);

  /// The end frees what does not outlive the pass. The last launch was committed or abandoned.
  PassMemory(const PassMemory &) = delete;
  PassMemory &operator=(const PassMemory &) = delete;

  /// How many iterations the device has room for at once, with the windows of as many more on their way; at least 1.
  /// From `First` on there may be room for more, of the `Most` that are wanted.
  std::uint64_t iterationsAtOnce() const { return std::max<std::uint64_t>(Plan.IterationsAtOnce, 1); }

  std::uint64_t pieceSize(std::uint64_t First, std::uint64_t Most) const {
    return hetrt::pieceSize(On.Arrays.Call, sizesOn(On.Arrays, On.Home), Plan, First, Most);
  }

  /// Allocates, and enqueues the copies that iterations [First, Last) need. The slot's last launch was committed or
  /// abandoned.
  Status bringIn(std::uint64_t First, std::uint64_t Last, unsigned Slot = 0);

  /// The launch of those iterations; the spans are valid until the slot's next bringIn().
  Launch launch(unsigned Slot = 0);

  /// The launch of another loop over the iterations that slot 0 holds: of a region whose arrays are those of this one,
  /// known by their address, or memory of the device that the program has placed. Valid until the next call.
  Status launchOf(const CallTables &Loop, std::span<const DeviceRange> Placed, Launch &Into);

  /// Copies indices of an array that slot 0 holds, along the dimension that follows the loop: to the host's array, from
  /// it, and straight from another device that holds them (the caller drives both; whose queues are idle). The last one
  /// waits, the others only enqueue.
  Status give(unsigned Index, Interval Along) { return Arrays[Index]->give(Along); }
  Status take(unsigned Index, Interval Along) { return Arrays[Index]->take(Along); }
  Status takeFrom(PassMemory &Other, unsigned Index, Interval Along);

  /// Brings what slot 0 holds of an array that is indexed up to date with the host's array; only enqueues.
  Status gatherAgain(unsigned Index) { return Arrays[Index]->fill(0); }

  /// Enqueues the copies of what the launch wrote: straight to its place where the device writes all of it anyway,
  /// else to a staging area, so that a launch that breaks off can be done again from the old values. What one slot
  /// sends out is committed before the other sends any.
  Status sendOut(unsigned Slot = 0);

  /// After synchronizing, before commit(): finds what the launch wrote where that takes comparing. Waits.
  Status compare();

  /// Whether there are arrays for compare(): then only one launch may be under way at a time.
  bool compares() const;

  /// What compare() has found of committed launches. The host stores it when no device computes any more. Nothing else
  /// of this object is called afterwards.
  std::vector<Difference> takeChanges();

  /// After synchronizing: the launch succeeded. Puts staged outputs in their place.
  void commit(unsigned Slot = 0);

  /// After a fault: waits for what is still enqueued, writes back what only this device holds, and forgets the rest. An
  /// error if something is lost: what a launch that broke off was about to change, or all if the device is gone.
  Status abandon();

  /// The device has run out of memory. Whether later passes may do with less: they ask how much is free, which this one
  /// has not.
  bool asksRoomFromNowOn();

  /// Seconds since the last call that went to making room for copies that stay: of which the next passes are free, as
  /// long as the program does not end them.
  double takeSetupSeconds();

  /// An array that a launch which is under way may have changed where the program has it, so that no device can compute
  /// anew what it was to; null: there is none.
  const Array *changedInPlace() const;

  /// How the device has each of the arrays.
  std::span<const ArrayKind> kinds() const { return Plan.Kinds; }

  /// Whether nothing moves: there are arrays, and the device works on all of them in place.
  bool isInPlace() const {
    return !Plan.Kinds.empty() &&
           std::ranges::all_of(Plan.Kinds, [](ArrayKind Of) { return Of == ArrayKind::InPlace; });
  }

  /// The elements of an array that this device wrote in the pass.
  const BoxSet &written(unsigned Array) const { return Arrays[Array]->written(); }

private:
  /// A launch, from the copies in to the outputs.
  struct LaunchSlot {
    Iterations Of;
    bool Launched = false; ///< And not committed: what it writes is uncertain.
    LaunchArguments Arguments;
  };

  Device &device() const { return On.Home.device(); }
  Status checkUnchanged(unsigned Slot, bool Indices) const;
  LaunchParts partsOf(unsigned Slot);
  LaunchParts partsOf(const CallTables &Loop);
  Status describe(const CallTables &Loop, unsigned Number, std::span<const DeviceRange> Placed);
  unsigned arrayOf(const CallTables &Loop, unsigned Number) const;

  const PassDevice On;
  const MemoryPlan Plan;
  std::vector<std::unique_ptr<ArrayOnDevice>> Arrays; ///< One for each of the call.
  Status Beginning;                                   ///< Of the first array that could not begin.
  std::array<LaunchSlot, LaunchSlots> Slots;
  LaunchArguments Other; ///< Of launchOf().

  // For devices that divide launches.
  bool GoesByIntegers = false; ///< What iterations need: then a slot's shape is that of its launch alone.
  std::array<std::vector<std::byte>, LaunchSlots> Shapes;
  std::string WhyNotDivided; ///< The launches of the pass, or the last one of a block.
  std::array<std::vector<WindowPlace>, LaunchSlots> Places;
};

} // namespace hetrt

#endif
