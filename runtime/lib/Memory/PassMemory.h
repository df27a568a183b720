// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of one pass on one accelerator: what each launch needs goes in, what it wrote comes out, and lands in the
// user's arrays only when all of the launch succeeded.
//
//   bringIn(range) -> launch() -> sendOut() -> [synchronize] -> commit()        or, after a fault, abandon()
//
// Three ways of holding an array: the share only, packed, for one launch; in full, for the pass (full copies, shares
// that cannot be packed); in full, from pass to pass (persistent arrays, in the Directory).
#ifndef HETRT_MEMORY_PASSMEMORY_H
#define HETRT_MEMORY_PASSMEMORY_H

#include "Memory/Directory.h"

namespace hetrt {

/// What all accelerators of a pass share: the call's arrays and the directory's entries for them (null: not
/// persistent).
struct PassArrays {
  const hetrt_region *Region = nullptr;
  const void *Values = nullptr;
  ResolvedCall Call;
  std::vector<std::shared_ptr<PersistentArray>> Persistent; ///< One per array.
};

class PassMemory {
public:
  PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known);

  /// Frees what does not outlive the pass. The last launch was committed or abandoned.
  ~PassMemory();
  PassMemory(const PassMemory &) = delete;
  PassMemory &operator=(const PassMemory &) = delete;

  /// Allocates, and enqueues the copies that iterations [First, Last) need.
  Status bringIn(std::uint64_t First, std::uint64_t Last);

  /// The launch of those iterations; the spans are valid until the next bringIn().
  Launch launch() const;

  /// Enqueues the copies of what the launch wrote: straight to its place where the device writes all of it anyway,
  /// else to a staging area, so that a launch that breaks off can be done again from the old values.
  Status sendOut();

  /// After synchronizing: the launch succeeded. Puts staged outputs in their place.
  void commit();

  /// After a fault: waits for what is still enqueued, and forgets what the device holds.
  void abandon();

  /// The indices of an array that this device wrote in the pass.
  const IntervalSet &written(unsigned Array) const { return Places[Array].Written; }

private:
  struct Place {
    DeviceAddress Address = 0;
    Layout Where;     ///< Of what begins there.
    FullCopy ForPass; ///< A full copy that lives as long as the pass.
    IntervalSet Written;
  };

  /// Outputs between the device and their place.
  struct Staged {
    unsigned Array;
    Piece To;
    std::byte *From;
  };

  FullCopy *fullCopy(unsigned Index);
  Status place(unsigned Index);
  Status placeInFull(unsigned Index, FullCopy &Copy);
  Status fill(unsigned Index);
  Status copyIn(unsigned Index, const std::vector<Piece> &Pieces);
  void describe();
  void tellStrides(unsigned Window, const Layout &Where);
  void releaseShares();
  bool makeRoom();

  const PassArrays &Arrays;
  DeviceMemory &Home;
  Directory &Known;
  std::vector<Place> Places;
  std::vector<std::byte> Values;
  std::vector<hetrt_bounds> Bounds;
  std::vector<DeviceRange> Ranges;
  std::vector<Staged> Stage;
  std::uint64_t First = 0, Last = 0;
};

} // namespace hetrt

#endif
