// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All persistent arrays of the process, by host address, and which elements of each device's copy are valid. An array
// is persistent if a persist clause or a data region lets devices keep a copy of it between passes.
//
// Under the default policy (HETRT_WRITE=through), results are written through: each pass copies them to the host, so
// the host's array is up to date at the end of the pass. A copy can then be dropped at any time, and nothing is lost
// with a device. Under HETRT_WRITE=back, the elements that a device wrote stay on this device alone until the host or
// another device needs them. writeBack() copies such elements to the host, and each function that drops copies calls it
// first.
//
// A thread *drives* a device while it holds the device's lock (DrivingLock).
#ifndef HETRT_MEMORY_DIRECTORY_H
#define HETRT_MEMORY_DIRECTORY_H

#include "Memory/Array.h"
#include "Memory/DeviceMemory.h"
#include "Memory/Early.h"
#include "Settings/Settings.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>

namespace hetrt {

/// Memory of which devices keep copies as long as a data region lasts.
struct DataRegion {
  const std::byte *First = nullptr, *Last = nullptr;
  std::uint64_t bytes() const { return std::uint64_t(Last - First); }
  bool covers(const std::byte *Begin, std::uint64_t Bytes) const {
    return First <= Begin && Begin <= Last && Bytes <= std::uint64_t(Last - Begin);
  }
};

/// One persistent array. A pass uses the copies on the devices that it has acquired, and notes in all copies which
/// elements it wrote.
struct PersistentArray {
  std::string Name;
  std::uint32_t Line = 0;
  std::byte *Base = nullptr;
  const std::byte *Pointer = nullptr; ///< The pointer by which the program names the array.
  std::uint64_t Bytes = 0, ElementSize = 0;
  unsigned Rank = 1;
  Extents Extent = OneElement;
  std::vector<FullCopy> Copies; ///< One per accelerator.
  EarlyTransfers Early;
  /// Whether a persist clause names the array; else it is persistent as long as a data region around it.
  bool ByClause = false;

  /// An Array of this shape that no iteration uses; only for computing layouts.
  Array form() const;

  /// All elements of the array.
  Box whole() const { return wholeOf(Extent); }

  /// Elements as clauses write them, with lower bound and length: "y[0:50], y[60:10] (line 7)".
  std::string describe(const BoxSet &Elements) const;

  /// The elements of which any byte lies in the `Length` bytes at `Memory`.
  BoxSet elementsIn(const void *Memory, std::uint64_t Length) const;

  /// Whether the elements and the rows of this array and of `Other` have the same sizes. The number of rows may differ.
  bool sameRows(const Array &Other) const;
  bool sameShape(const Array &Other) const;
  bool overlaps(const void *Memory, std::uint64_t Length) const;

  /// Called after a region wrote elements of `Written`: in each copy, these elements are not valid any more, except
  /// those that the copy's own device wrote (`Own` has one set for each accelerator, or is empty). With `Gaps`, the
  /// region wrote only some of the elements: then elements that only one copy has stay, since regions that ran at the
  /// same time wrote them.
  void wroteElsewhere(const Box &Written, std::span<const BoxSet> Own, bool Gaps = false);
};

/// The data that all accelerators of a pass share.
struct PassArrays {
  const hetrt_region *Region = nullptr;
  std::vector<std::byte> Values{}; ///< The values that the loop's body captures.
  ResolvedCall Call;
  bool InOrder = false; ///< Kernels combine floating-point numbers in the order of the loop.
  /// The bytes of a partial, and the iterations of a grain, if the loop has reductions.
  std::uint64_t PartialBytes = 0, Grain = 0;
  const hetrt_variant_call *Variant = nullptr;
  std::vector<const DeviceMemory *> InPlaceOn{}; ///< The accelerators that work on the program's memory.
  std::string WhyNoRedo{}; ///< Why no other device can compute a share again after a fault; empty if others can.

  bool areInPlaceOn(const DeviceMemory &Where) const { return std::ranges::find(InPlaceOn, &Where) != InPlaceOn.end(); }
};

/// The form in which a device has each array of a pass. With `Keeps`, it keeps copies of all persistent arrays, else of
/// none.
std::vector<ArrayKind> kindsOf(const PassArrays &Arrays, bool Keeps);

/// The sizes of the device that are needed to compute how much of its memory the pass takes.
DeviceSizes sizesOn(const PassArrays &Arrays, const DeviceMemory &Where);

/// The persistent arrays and data regions of the process, with the copies on all accelerators. Any thread may call.
class Directory {
public:
  /// A directory for `Memories` accelerators, which outlive it.
  explicit Directory(std::vector<DeviceMemory *> Memories, WritePolicy Policy = WritePolicy::Through)
      : Memories(std::move(Memories)), Policy(Policy) {}

  WritePolicy policy() const { return Policy; }
  DeviceMemory &memory(std::size_t Device) { return *Memories[Device]; }

  /// Whether no array is persistent, which is the usual case; called before every pass.
  bool empty() const { return Count.load(std::memory_order_acquire) == 0; }

  /// Sets `Found` to the persistent array that `Wanted` is, or to null. If a persist clause or a data region makes
  /// `Wanted` persistent, it gets an entry. Under a persist clause, an entry with other extents is dropped first,
  /// unless a pass that is under way uses it: clauses may name only as much as their loops use, and the program may
  /// swap pointers. In a data region, the entry is the largest part of the array that a loop has named so far.
  Status find(const Array &Wanted, std::shared_ptr<PersistentArray> &Found);

  /// Enlarges the outer extent of `What` to the one that a data region or a persist clause says, but not beyond
  /// `Before`, where another array begins. A loop may name less than there is, such as n - 1 elements; only with equal
  /// extents, loops use the same copies. No more elements are copied than before, since that depends on the footprint
  /// and not on the extent.
  void widen(Array &What, const std::byte *Before);

  /// Copies to the host the elements of `Part` of which only this device's copy has the present values. The caller
  /// drives the device. A copy that fails is tried once more; after that, the error names the elements that are lost.
  Status writeBack(PersistentArray &Of, DeviceMemory &From, const Box &Part);
  Status writeBack(PersistentArray &Of, DeviceMemory &From) { return writeBack(Of, From, Of.whole()); }

  /// Enqueues the copies of the elements `Parts` to the host, without waiting for them. The caller then waits for the
  /// device, and calls FullCopy::writtenBack().
  Status enqueueWriteBack(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts);

  /// The same as writeBack() for all devices: for elements of one array, for all of one array, for all arrays that
  /// overlap with these bytes (except `Except`), and for all arrays. For threads that drive no device.
  Status writeBack(PersistentArray &Of, const BoxSet &Part);
  Status writeBack(PersistentArray &Of) { return writeBack(Of, BoxSet(Of.whole())); }
  Status writeBackOverlapping(const void *Memory, std::uint64_t Bytes, const PersistentArray *Except = nullptr);
  Status writeBackAll();

  /// The arrays of which some elements are on a device alone, as in "x (line 5), y (line 7)"; empty if there are none.
  std::string heldAlone();

  /// Called when a device is lost: no element of its copies is valid any more. Returns an error that names the elements
  /// of which only these copies had the present values, or success.
  Status deviceLost(DeviceMemory &Gone);

  /// Called when these bytes have been written: they are not valid any more in the copies of arrays, except copies of
  /// `Except`, for which the caller calls wroteElsewhere(). Before the bytes were written, elements in them that only
  /// one copy had were written back. So elements that only one copy has now come from regions that ran at the same
  /// time, and are not forgotten.
  void forgetOverlapping(const void *Written, std::uint64_t Bytes, const PersistentArray *Except = nullptr);

  /// The same as forgetOverlapping() for all bytes, where it is not known which bytes were written.
  void forgetAll();

  /// Drops the copy on a device that has not been used for longest, but no copy of `Needed`; before that, writes back
  /// the elements that only the copy has. Returns whether there was a copy to drop. For the thread that drives the
  /// device.
  bool evict(DeviceMemory &From, std::span<const PassArray> Needed);

  /// Bytes that copies of persistent arrays take on a device.
  std::uint64_t bytesOn(DeviceMemory &Where);

  /// The most bytes that a pass can use on a device: the free memory, and the memory of copies of persistent arrays.
  /// The latter counts because the pass uses these copies or they can be dropped. For the thread that drives the
  /// device.
  double roomOn(DeviceMemory &Where);

  /// Plans how the arrays of a pass fit into the memory of a device that this thread drives: which arrays stay there,
  /// and in how many pieces the other arrays are copied. Copies that exist stay. But old copies may be dropped for a
  /// new copy if no pass has used them since an earlier pass wanted the new copy, too. So arrays that do not fit
  /// together do not replace each other in every pass, and arrays that are not used any more are replaced by arrays in
  /// use.
  MemoryPlan planOn(const PassArrays &Arrays, DeviceMemory &Where);

  /// Called when a data region over this memory begins (enter()) or ends (leave()). The same memory may be entered
  /// several times, and has to be left as often. leave() writes back the elements that only copies have, and frees the
  /// copies of arrays that no other data region keeps; if the memory was never entered, leave() only writes back, and
  /// `Found` is false.
  void enter(DataRegion Part);
  Status leave(DataRegion Part, bool &Found);

  /// Sets `Bytes` to the number of bytes from `Base` on that lie in a data region or in a persistent array. It is an
  /// error of the clause `Clause` if these are fewer than `Wanted`, or none.
  Status findPresent(const std::string &Clause, const void *Base, std::uint64_t Wanted, std::uint64_t &Bytes);
  /// The number of bytes that findPresent() finds from `Base` on; 0: none.
  std::uint64_t presentBytes(const void *Base);
  /// The memory that a persist clause has made persistent so far under this pointer of the program's; empty if there is
  /// none.
  DataRegion persistentPart(const void *Pointer);
  /// The longest data region that contains the address; an empty one at the address if there is none.
  DataRegion dataRegionAround(const std::byte *At);

  /// Whether a data region contains some of this memory, and none contains all of it.
  bool isCutByDataRegion(const void *Memory, std::uint64_t Bytes);

  /// Called when the host has written these bytes, so that copies of them on devices are out of date.
  Status hostWrote(DataRegion Part);

  /// Called if a persist clause names this array but no entry is made for it, for example because the region has no
  /// iterations or its devices use the array in place. A later depersist() of the array then sets `Found` to true.
  void announce(const void *Pointer);

  /// Ends the persistence of the array that the program names by this pointer: writes back the elements that only
  /// copies have, and frees the copies. `Found` is false if no region made the array persistent or announced it.
  Status depersist(const void *Pointer, bool &Found);

  /// Called around fork(), so that the child finds the directory in a consistent state.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  std::vector<std::shared_ptr<PersistentArray>> entries();
  Status hostWrote(PersistentArray &Of, DataRegion Part);
  bool remove(DataRegion Part, std::vector<std::shared_ptr<PersistentArray>> &Ending);
  std::shared_ptr<PersistentArray> calledBy(const void *Pointer) const;
  std::shared_ptr<PersistentArray> outgrown(const Array &Wanted) const;
  Status drop(const std::shared_ptr<PersistentArray> &Entry);
  bool isInDataRegion(const std::byte *Begin, std::uint64_t Bytes) const;
  std::uint64_t bytesInDataRegion(const std::byte *Begin) const;
  Status copyToHost(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts);
  std::uint64_t idleBytes(DeviceMemory &Where, std::span<const PassArray> Needed, std::uint64_t Since);
  std::vector<ArrayKind> chooseKept(const PassArrays &Arrays, std::span<const ArrayKind> Wanted, DeviceMemory &Where,
                                    double &Free);

  std::vector<DeviceMemory *> Memories;
  const WritePolicy Policy;
  std::mutex Mutex;
  std::map<const std::byte *, std::shared_ptr<PersistentArray>> Arrays;
  std::vector<DataRegion> Regions;
  /// The pointers of announce(): depersist() accepts them without an entry in Arrays.
  std::set<const void *> Announced;
  std::atomic<std::size_t> Count{0};
};

} // namespace hetrt

#endif
