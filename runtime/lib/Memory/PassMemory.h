// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of one pass on one accelerator: what each launch needs goes in, what it wrote comes out, and lands in the
// user's arrays only when all of the launch succeeded.
//
//   bringIn(range) -> launch() -> sendOut() -> [synchronize] -> commit()        or, after a fault, abandon()
//
// Two launches may be under way at once, each in a slot of its own: one is computed while the other's windows move.
//
// Three ways of holding an array: the share only, packed, for one launch; in full, for the pass (full copies, shares
// that cannot be packed); in full, from pass to pass (persistent arrays, in the Directory).
#ifndef HETRT_MEMORY_PASSMEMORY_H
#define HETRT_MEMORY_PASSMEMORY_H

#include "Memory/Changes.h"
#include "Memory/Directory.h"
#include "Memory/Gather.h"

#include <utility>

namespace hetrt {

class PassMemory {
public:
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known)
      : PassMemory(Arrays, Home, Known, Known.planOn(Arrays, Home)) {}

  /// With another plan than the directory's, for arrays whose copies stand already.
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known, MemoryPlan Plan);

  /// Frees what does not outlive the pass. The last launch was committed or abandoned.
  ~PassMemory();
  PassMemory(const PassMemory &) = delete;
  PassMemory &operator=(const PassMemory &) = delete;

  /// How many iterations the device has room for at once, with the windows of as many more on their way; at least 1.
  /// From `First` on there may be room for more, of the `Most` that are wanted.
  std::uint64_t iterationsAtOnce() const { return std::max<std::uint64_t>(Plan.IterationsAtOnce, 1); }

  std::uint64_t pieceSize(std::uint64_t First, std::uint64_t Most) const {
    return hetrt::pieceSize(Arrays.Call, Home.device().capabilities().SimdBytes, Plan, First, Most);
  }

  /// Allocates, and enqueues the copies that iterations [First, Last) need. The slot's last launch was committed or
  /// abandoned.
  Status bringIn(std::uint64_t First, std::uint64_t Last, unsigned Slot = 0);

  /// The launch of those iterations; the spans are valid until the slot's next bringIn().
  Launch launch(unsigned Slot = 0);

  /// The launch of another loop over the iterations that slot 0 holds: of a region whose windows are over arrays of
  /// this one, known by their address, or over memory of the device that the program has placed. Valid until the next
  /// call.
  Status launchOf(const hetrt_region &Loop, const hetrt_call &Call, std::span<const DeviceRange> Placed, Launch &Into);

  /// Copies indices of an array that slot 0 holds, along the dimension that follows the loop: to the host's array, from
  /// it, and straight from another device that holds them (the caller drives both; whose queues are idle). The last one
  /// waits, the others only enqueue.
  Status give(unsigned Index, Interval Along);
  Status take(unsigned Index, Interval Along);
  Status takeFrom(PassMemory &Other, unsigned Index, Interval Along);

  /// Brings what slot 0 holds of an array that is indexed up to date with the host's array; only enqueues.
  Status gatherAgain(unsigned Index) { return fill(Slots[0], Index); }

  /// Enqueues the copies of what the launch wrote: straight to its place where the device writes all of it anyway,
  /// else to a staging area, so that a launch that breaks off can be done again from the old values. What one slot
  /// sends out is committed before the other sends any.
  Status sendOut(unsigned Slot = 0);

  /// After synchronizing, before commit(): finds what the launch wrote at indices that no window describes. Waits.
  Status compare() { return Changed.compare(Home); }

  /// Whether there is something to compare, so that one launch is under way at a time.
  bool compares() const { return Changed.any(); }

  /// What the launches wrote so that were committed; to be stored when nobody computes any more. For the last call.
  Changes takeChanges() { return std::move(Changed); }

  /// After synchronizing: the launch succeeded. Puts staged outputs in their place.
  void commit(unsigned Slot = 0);

  /// After a fault: waits for what is still enqueued, brings home what only this device holds, and forgets the rest. An
  /// error if something is lost: what a launch that broke off was about to change, or all if the device is gone.
  Status abandon();

  /// Seconds since the last call that went to making room for copies that stay: of which the next passes are free, as
  /// long as the program does not end them.
  double takeSetupSeconds() { return std::exchange(SetupSeconds, 0); }

  /// Which arrays stay on the device.
  const KeptArrays &keeps() const { return Plan.Keeps; }

  /// The elements of an array that this device wrote in the pass.
  const BoxSet &written(unsigned Array) const { return Kept[Array].Written; }

private:
  /// Of one array, for the pass.
  struct PerPass {
    FullCopy Copy; ///< Used by arrays that are held in full for the pass.
    BoxSet Written;
  };

  /// In place of an array's number: memory that the program has placed.
  static constexpr unsigned NoArray = ~0u;

  /// Where one array is for a launch.
  struct Place {
    DeviceAddress Address = 0;
    Layout Where; ///< Of what begins there.
  };

  /// What is made of an array for a launch, of one that is indexed or of its indices.
  struct Gathered {
    IndexSet Named;               ///< By these indices.
    std::vector<std::byte> Bytes; ///< On their way to the device.
  };

  /// Outputs between the device and their place.
  struct Staged {
    unsigned Array;
    Piece To;
    std::byte *From;
  };

  /// What a kernel gets to see.
  struct LaunchArguments {
    std::vector<std::byte> Values;
    std::vector<hetrt_bounds> Bounds;
    std::vector<DeviceRange> Ranges;

    LaunchArguments() = default;
    LaunchArguments(const hetrt_region &Region, const void *Values);
    Launch launch(const hetrt_region &Region, std::uint64_t First, std::uint64_t Last) const;
  };

  /// A launch, from the copies in to the outputs.
  struct LaunchSlot {
    Iterations Of;
    bool Launched = false;         ///< And not committed: what it writes is uncertain.
    std::vector<Place> Places;     ///< One per array.
    std::vector<Gathered> Gathers; ///< Likewise.
    LaunchArguments Arguments;
    std::vector<Staged> Stage;
  };

  FullCopy *fullCopy(unsigned Index);
  bool writesBack(unsigned Index);
  Status place(LaunchSlot &In, unsigned Index);
  Status placeInFull(Place &At, unsigned Index, FullCopy &Copy);
  Status fill(LaunchSlot &In, unsigned Index);
  Status fillGathered(LaunchSlot &In, unsigned Index);
  Array formOf(const LaunchSlot &In, unsigned Index) const;
  std::vector<Piece> piecesAlong(const Place &At, unsigned Index, Interval Along) const;
  const IndexSet &namedOf(const LaunchSlot &In, const Array &What) const;
  Status checkSegments(const LaunchSlot &In) const;
  Status checkIndices(const LaunchSlot &In) const;
  Status checkKept(const Place &At, unsigned Index, const Box &Needed);
  Status copyIn(const Place &At, unsigned Index, const std::vector<Piece> &Pieces);
  void describe(const LaunchSlot &In, LaunchArguments &Into, const hetrt_region &Region,
                std::span<const unsigned> ArrayOf) const;
  void tellStrides(const Place &At, unsigned Index, const hetrt_window_info &Info, std::byte *Values) const;
  void releaseShares(LaunchSlot &In);
  void settle(PersistentArray &Entry);
  void noteUse();
  Status dropUnkept();
  Status rescue(unsigned Index);
  bool makeRoom();

  const PassArrays &Arrays;
  DeviceMemory &Home;
  Directory &Known;
  MemoryPlan Plan;
  Status Beginning;          ///< What dropping copies came to.
  std::vector<PerPass> Kept; ///< One per array.
  Changes Changed;
  std::array<LaunchSlot, 2> Slots;
  LaunchArguments Other; ///< Of launchOf().
  double SetupSeconds = 0;
};

} // namespace hetrt

#endif
