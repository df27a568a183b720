// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which persistent arrays there are, process-wide by host address, and which device holds which of their indices.
//
// Written through (the default), the host's array is up to date at the end of a pass, so a copy can be dropped at any
// time, and a lost device takes nothing with it. Written back, a device is the only one to hold what it wrote until
// somebody needs it: bringHome() takes that to the host, and everything that drops copies does so first.
#ifndef HETRT_MEMORY_DIRECTORY_H
#define HETRT_MEMORY_DIRECTORY_H

#include "Memory/DeviceMemory.h"
#include "Memory/Early.h"
#include "Memory/Window.h"
#include "Settings/Settings.h"

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

/// One persistent array. Its copies are used by the passes that hold their device; others tell them what they wrote.
struct PersistentArray {
  std::string Name;
  std::uint32_t Line = 0;
  std::byte *Base = nullptr;
  const std::byte *Pointer = nullptr; ///< What the program calls it by.
  std::uint64_t Bytes = 0, ElementSize = 0;
  unsigned Rank = 1;
  Extents Extent = OneElement;
  std::vector<FullCopy> Copies; ///< One per accelerator.
  EarlyTransfers Early;
  bool ByClause = false; ///< A persist clause names it; else it lasts as long as the data region around it.

  /// Its shape, as an array that follows no loop.
  Array form() const;

  /// All of its elements.
  Box whole() const { return wholeOf(Extent); }

  /// "y[0:50], y[60:10] (line 7)": lower bound and length, as clauses say it.
  std::string describe(const BoxSet &Elements) const;

  /// The elements of which any byte lies in this memory.
  BoxSet elementsIn(const void *Memory, std::uint64_t Length) const;

  bool sameRows(const Array &Other) const; ///< There may be another number of them.
  bool sameShape(const Array &Other) const;
  bool overlaps(const void *Memory, std::uint64_t Length) const;

  /// Forgets what the copies hold where a region wrote: all of these elements, but for those that a device wrote itself
  /// (one set per accelerator, or none at all). With `Gaps`, some of these elements only: what a copy alone holds there
  /// is from regions that were under way at the same time.
  void wroteElsewhere(const Box &Written, std::span<const BoxSet> Own, bool Gaps = false);
};

/// What all accelerators of a pass share: the call's arrays and the directory's entries for them (null: not
/// persistent).
struct PassArrays {
  const hetrt_region *Region = nullptr;
  std::vector<std::byte> Values{}; ///< What the body captures.
  ResolvedCall Call;
  std::vector<std::shared_ptr<PersistentArray>> Persistent; ///< One per array.
  bool InOrder = false; ///< Kernels combine floating-point numbers in the order of the loop.
  std::uint64_t PartialBytes = 0, Grain = 0; ///< Of reduction values, as launches have them.
  const hetrt_variant_call *Variant = nullptr;
  std::vector<bool> InPlaceOn{}; ///< By an accelerator's number: it works on the program's memory.
  std::string WhyNoRedo{};       ///< Why no other device can compute a share after a fault; empty: others can.

  bool areInPlaceOn(const DeviceMemory &Where) const {
    return Where.number() < InPlaceOn.size() && InPlaceOn[Where.number()];
  }
};

/// In which form a device has each array of a pass, if it keeps copies of all persistent arrays, or of none.
std::vector<ArrayKind> kindsOf(const PassArrays &Arrays, bool Keeps);

/// What has to be known of the device to compute how much of its memory the pass takes.
DeviceSizes sizesOn(const PassArrays &Arrays, const DeviceMemory &Where);

class Directory {
public:
  /// For `Memories` accelerators, which outlive the directory.
  explicit Directory(std::vector<DeviceMemory *> Memories, WritePolicy Policy = WritePolicy::Through)
      : Memories(std::move(Memories)), Policy(Policy) {}

  WritePolicy policy() const { return Policy; }
  DeviceMemory &memory(std::size_t Device) { return *Memories[Device]; }

  /// No array is persistent: the usual case, asked before every pass.
  bool empty() const { return Count.load(std::memory_order_acquire) == 0; }

  /// Finds the persistent array that `Wanted` is, or null. Under a persist clause and in data regions it is made. Under
  /// the clause, one with other extents makes way for it, unless a pass that is under way uses it: clauses may name as
  /// much as their loops use, and pointers be swapped between them. In a data region, the largest view of an array that
  /// a loop has had of it is the one that is kept.
  Status find(const Array &Wanted, std::shared_ptr<PersistentArray> &Found);

  /// What a loop says of an array's length may be less than there is, such as n - 1 where it ends early. Gives the
  /// array the outer extent that a data region or a persist clause knows, as far as `Before`, where another array
  /// begins: so loops that differ in this use the same copies. What moves follows the footprint, and stays as it is.
  void widen(Array &What, const std::byte *Before);

  /// Takes to the host what only this device's copy holds of these indices. The caller drives the device. A copy that
  /// fails is tried once more; after that, the error names what is lost.
  Status bringHome(PersistentArray &Of, DeviceMemory &From, const Box &Part);
  Status bringHome(PersistentArray &Of, DeviceMemory &From) { return bringHome(Of, From, Of.whole()); }

  /// Only starts such copies, of these elements. The caller waits for the device, and says that they have landed.
  Status enqueueHome(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts);

  /// The same as bringHome() for all that any device holds alone of elements of one array, of all of it, of what
  /// overlaps with these bytes (but for one array), and of all arrays. For threads that drive no device.
  Status bringHome(PersistentArray &Of, const BoxSet &Part);
  Status bringHome(PersistentArray &Of) { return bringHome(Of, BoxSet(Of.whole())); }
  Status bringHomeOverlapping(const void *Memory, std::uint64_t Bytes, const PersistentArray *Except = nullptr);
  Status bringAllHome();

  /// "x (line 5), y (line 7)": the arrays that some device holds alone in part; empty if there are none.
  std::string heldAlone();

  /// A device is gone: forgets its copies. An error that names what only they held, or success.
  Status deviceLost(DeviceMemory &Gone);

  /// These bytes have been written: copies of them are forgotten, but for those of `Except`, which are told in another
  /// way. The caller had the bytes written back before it wrote. What only a copy holds since then was written by
  /// regions that ran at the same time, to other elements.
  void forgetOverlapping(const void *Written, std::uint64_t Bytes, const PersistentArray *Except = nullptr);

  /// As forgetOverlapping() for all bytes, where it is not known what was written.
  void forgetAll();

  /// Drops the copy on a device that has not been used for longest, once the host has what it holds, other than of
  /// `Needed`. Returns whether there was any. For the thread that drives the device.
  bool evict(DeviceMemory &From, std::span<const std::shared_ptr<PersistentArray>> Needed);

  /// Bytes that copies of persistent arrays take on a device.
  std::uint64_t bytesOn(DeviceMemory &Where);

  /// Bytes that a pass may hope for on a device: what is free, and what copies of persistent arrays take, which can go
  /// or are the pass's own. For the thread that drives the device.
  double roomOn(DeviceMemory &Where);

  /// How the arrays of a pass fit into the memory of a device that this thread drives: which arrays stay there, and in
  /// how many pieces the others come. Copies that are there stay. One that is not may take the place of others that no
  /// pass has used since it was itself last wanted: so arrays that do not fit together do not drive each other out, and
  /// those of loops that are over make way for those of loops that go on.
  MemoryPlan planOn(const PassArrays &Arrays, DeviceMemory &Where);

  /// The same memory may be entered several times, and has to be left as often. leave() frees the copies, once the host
  /// has what they alone hold; `Found` is false if the memory was not entered: then the host has what it asked for.
  void enter(DataRegion Part);
  Status leave(DataRegion Part, bool &Found);

  /// How many bytes from `Base` on are in a data region, or of a persistent array. Fewer than `Wanted`, and none, are
  /// an error of the clause.
  Status findPresent(const std::string &Clause, const void *Base, std::uint64_t Wanted, std::uint64_t &Bytes);
  std::uint64_t presentBytes(const void *Base);
  /// What a persist clause has kept so far of the array that the program calls by this pointer; or nothing.
  DataRegion persistentPart(const void *Pointer);
  /// The longest data region that the address is in; an empty one at the address if there is none.
  DataRegion dataRegionAround(const std::byte *At);

  /// Whether a data region has some of this memory, and none has all of it.
  bool isCutByDataRegion(const void *Memory, std::uint64_t Bytes);

  /// The host has written these bytes: copies of them are out of date.
  Status hostWrote(DataRegion Part);

  /// A region with a persist clause for this array had nothing to do: depersist() is no mistake.
  void announce(const void *Pointer);

  /// Ends the persistence of the array that the program calls by this pointer: brings it home and frees the copies.
  /// `Found` is false if no region made or announced it.
  Status depersist(const void *Pointer, bool &Found);

  /// Around fork(), so that the child finds the directory in one piece.
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
  Status copyHome(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts);
  std::uint64_t idleBytes(DeviceMemory &Where, std::span<const std::shared_ptr<PersistentArray>> Needed,
                          std::uint64_t Since);
  std::vector<ArrayKind> chooseKept(const PassArrays &Arrays, std::span<const ArrayKind> Wanted, DeviceMemory &Where,
                                    double &Free);

  std::vector<DeviceMemory *> Memories;
  const WritePolicy Policy;
  std::mutex Mutex;
  std::map<const std::byte *, std::shared_ptr<PersistentArray>> Arrays;
  std::vector<DataRegion> Regions;
  std::set<const void *> Announced; ///< Pointers of announce(): depersist() accepts them without an entry in Arrays.
  std::atomic<std::size_t> Count{0};
};

} // namespace hetrt

#endif
