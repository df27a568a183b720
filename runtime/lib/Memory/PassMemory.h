// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of one pass on one accelerator: the elements that a launch needs are copied to the device, and those that
// it wrote are copied back, and stored in the user's arrays only when all of the launch has succeeded.
//
//   bringIn(range) -> launch() -> sendOut() -> [synchronize] -> commit()        or, after a fault, abandon()
//
// Two launches may be under way at once, each in its own slot: one is computed while the windows of the other are
// copied. ArrayOnDevice.h says what this means for one array; there is an object of its class for each.
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

  /// Uses `Plan` instead of a plan of the directory, for arrays that have their copies already.
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known, MemoryPlan Plan);

  /// Cannot be copied. The destructor frees the memory that is used in this pass only. Before, the last launch was
  /// committed or abandoned.
  PassMemory(const PassMemory &) = delete;
  PassMemory &operator=(const PassMemory &) = delete;

  /// How many iterations fit in the device's memory at once, wherever they begin, while the windows of as many more are
  /// moved; at least 1.
  std::uint64_t iterationsAtOnce() const { return std::max<std::uint64_t>(Plan.IterationsAtOnce, 1); }

  /// How many of `Most` iterations from `First` on make one launch; at least iterationsAtOnce() of them.
  std::uint64_t pieceSize(std::uint64_t First, std::uint64_t Most) const {
    return hetrt::pieceSize(On.Arrays.Call, sizesOn(On.Arrays, On.Home), Plan, First, Most);
  }

  /// Allocates the memory of a launch over iterations [First, Last), and enqueues the copies to the device. The slot's
  /// last launch was committed or abandoned.
  Status bringIn(std::uint64_t First, std::uint64_t Last, unsigned Slot = 0);

  /// The launch for which bringIn() has prepared the slot; the spans in it are valid until the next bringIn() of the
  /// slot.
  Launch launch(unsigned Slot = 0);

  /// Sets `Into` to the launch of another loop over the iterations that slot 0 has. This is a loop inside a block; its
  /// arrays are those of the block, recognised by their addresses, or lie in device memory that the program has
  /// allocated (`Placed`). Valid until the next call.
  Status launchOf(const CallTables &Loop, std::span<const DeviceRange> Placed, Launch &Into);

  /// Copies the indices `Along` (in the dimension that follows the loop) of array number `Index` in slot 0: give() from
  /// the device to the host's array, take() from the host's array to the device, and takeFrom() straight from another
  /// device (the caller drives both devices, whose queues are idle). takeFrom() waits, the others only enqueue.
  Status give(unsigned Index, Interval Along) { return Arrays[Index]->give(Along); }
  Status take(unsigned Index, Interval Along) { return Arrays[Index]->take(Along); }
  Status takeFrom(PassMemory &Other, unsigned Index, Interval Along);

  /// Copies the elements of a gathered array in slot 0 from the host's array again, which brings them up to date; only
  /// enqueues.
  Status gatherAgain(unsigned Index) { return Arrays[Index]->fill(0); }

  /// Enqueues the copies of the elements that the launch wrote: straight to the user's array if the loop does not read
  /// the elements that it writes, else to a staging area, so that a launch that fails can be repeated from the old
  /// values. The outputs of one slot have to be committed before sendOut() is called for the other slot.
  Status sendOut(unsigned Slot = 0);

  /// Called after synchronizing and before commit(): finds the elements that the launch wrote to arrays with
  /// ArrayOnDevice::compares(). Waits for the device.
  Status compare();

  /// Whether ArrayOnDevice::compares() is true for some array: if so, only one launch may be under way at a time.
  bool compares() const;

  /// The changes of committed launches that compare() has found. The caller stores them when no device computes any
  /// more. No other function of this object is called afterwards.
  std::vector<Difference> takeChanges();

  /// Called after synchronizing: the launch has succeeded, and staged outputs are stored in the user's arrays.
  void commit(unsigned Slot = 0);

  /// Called after a fault: waits for the operations that are still enqueued, writes back the elements that only this
  /// device has, and counts all elements of its copies as not valid. Returns an error if elements are lost: those that
  /// an unfinished launch was about to change, or all if the device is lost.
  Status abandon();

  /// Called when the device has run out of memory: from now on, plans ask the device how much memory is free. Returns
  /// whether this pass may succeed with a new plan, that is, whether its old plan was made without asking.
  bool queryFreeMemoryFromNowOn();

  /// Seconds spent since the last call on allocating copies that stay. Later passes need not allocate them again, so
  /// these seconds would mislead the scheduler.
  double takeSetupSeconds();

  /// An array that a launch under way may have changed in the program's own memory, so that no device can repeat the
  /// launch; null if there is none.
  const Array *changedInPlace() const;

  /// The form in which the device has each of the arrays.
  std::span<const ArrayKind> kinds() const { return Plan.Kinds; }

  /// Whether the pass has arrays and the device works on all of them in place, so that nothing is copied.
  bool isInPlace() const {
    return !Plan.Kinds.empty() &&
           std::ranges::all_of(Plan.Kinds, [](ArrayKind Of) { return Of == ArrayKind::InPlace; });
  }

  /// The elements of an array that this device wrote in the pass.
  const BoxSet &written(unsigned Array) const { return Arrays[Array]->written(); }

private:
  /// A launch, from its copies to the device until its outputs are stored.
  struct LaunchSlot {
    Iterations Of;
    bool Launched = false; ///< The launch was started and not committed yet, so the elements that it writes may have
                           ///< old or new values.
    LaunchArguments Arguments;
    /// For devices that divide launches (nodes with devices of their own): the encoded call (encodeCall()), and where
    /// each array of the region lies.
    std::vector<std::byte> Shape;
    std::vector<WindowPlace> Places;
  };

  Device &device() const { return On.Home.device(); }
  Status checkUnchanged(unsigned Slot, bool Indices) const;
  LaunchParts partsOf(unsigned Slot);
  LaunchParts partsOf(const CallTables &Loop);
  Status describe(const CallTables &Loop, unsigned Number, std::span<const DeviceRange> Placed);
  unsigned arrayOf(const CallTables &Loop, unsigned Number) const;

  const PassDevice On;
  const MemoryPlan Plan;
  std::vector<std::unique_ptr<ArrayOnDevice>> Arrays; ///< One for each array of the call.
  Status Beginning;                                   ///< The first error of ArrayOnDevice::begin().
  std::array<LaunchSlot, LaunchSlots> Slots;
  LaunchArguments Other; ///< The arguments of launchOf()'s launch.

  // The members from here on are used for devices that divide launches.
  /// Some arrays have dependsOnIntegerArrays(), so the call is encoded anew for each launch.
  bool DependsOnIntegerArrays = false;
  /// Why the launches of the pass, or the last one of a block, are not divided; "" if they can be.
  std::string WhyNotDivided;
};

} // namespace hetrt

#endif
