// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of a block: the split holds for all of its loops, and each device has a thread of the team.
//
//   take part:   the first thread has the pass planned for the threads that came, and each thread gets a share. Threads
//                of accelerators then copy in the windows of their shares; so do threads of cores that work on copies
//   run a loop:  a core does it in place, or on its copies; an accelerator's thread launches the loop's kernel on its
//                windows
//   leave:       what was written to windows and copies is copied out
//
// The block runs once on each device, so a range never goes to another one. A thread whose accelerator fails before it
// has computed anything goes on as a core; later, what only the accelerator holds is lost, and the pass ends in error.
#ifndef HETRT_PASS_PARTITION_H
#define HETRT_PASS_PARTITION_H

#include "Memory/Gather.h"
#include "Memory/PassMemory.h"
#include "Memory/Replicas.h"
#include "Pass/PassRecord.h"
#include "Pass/Waiting.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"
#include "Team/Accelerator.h"
#include "Team/PlaceTeams.h"
#include "Trace/RegionTrace.h"
#include "hetrt/hetrt.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace hetrt {

class Partition;
using Part = ::hetrt_part;

/// What a padding directive asks for.
struct PaddingWish {
  const void *Base = nullptr;
  unsigned How = 0; ///< hetrt_padding
  const char *Clause = "", *Name = "", *Location = "";
};

} // namespace hetrt

/// One thread of the team, and the device that it stands for.
struct hetrt_part {
public:
  hetrt_part(hetrt::Partition &Of, hetrt::Range Share) : Of(Of), Share(Share) {}

  hetrt::Range share() const { return Share; }

  /// The innermost part of a block that the calling thread has entered and not left, or null.
  static hetrt_part *ofThisThread() { return Innermost; }

  /// The part is that of an accelerator which the pass holds, number `Device` of the scheduler's list.
  void drive(hetrt::Accelerator &Which, unsigned Device);

  /// The part's thread stands for a place, on which regions inside the block run.
  void standFor(const hetrt::Place &Which) { Where = &Which; }
  const hetrt::Place *place() const { return Where; }

  // ---- In the part's own thread.

  /// From now on the calling thread is the part's: on its place, if it has one.
  void settle();
  /// Moves the share's windows to the accelerator, if the part has one, or to the copies that a core works on.
  void enter();
  /// What the thread uses in place of the array with this number, which the program knows by `Base`: its own copy, or
  /// the array itself.
  const void *arrayOf(unsigned Number, const void *Base) const;
  /// Whether run() looks at a loop's arrays and values: without copies on devices or for threads, all parts work in
  /// the program's arrays.
  bool wantsArrays() const;
  /// Computes a loop over the share on the accelerator; true if the thread is to run it in place. `Given` is null where
  /// wantsArrays() is false.
  bool run(const hetrt_region &Loop, const hetrt_call &Call, const hetrt_arrays *Given);
  /// The loop that run() left to the thread is done.
  void ran();
  /// A region has run on the part's place; `Bound`: to the block's partition.
  void regionRan(double Took, bool Bound);
  /// The reduction value after `Previous` of those that the last run() left.
  const void *nextPartial(const void *Previous) const;
  /// All parts do this at the same place of the block.
  void updatePadding(const hetrt::PaddingWish &Wish);
  void leave();

  /// Memory that the program places by hand: the accelerator's, or the host's where the thread is a core. Null where
  /// there is not enough.
  void *allocate(std::uint64_t Bytes);
  /// False if allocate() has not returned it.
  bool release(void *Memory);
  /// Whether another part has allocated it, whose block then ends with an error.
  static bool isOthers(void *Memory);
  /// Copies between it and the host's memory: `IsTo` says which of both was allocated.
  hetrt::Status copy(std::byte *To, const std::byte *From, std::uint64_t Bytes, bool IsTo);

  // ---- When all have left.

  hetrt::Accelerator *accelerator() const { return Who; }
  unsigned device() const { return Device; }
  double seconds() const { return Seconds; }
  const hetrt::Status &fault() const { return Fault; }
  void record(hetrt::SlotRecord &Into) const;

  /// How many times it has come to places where neighbours exchange padding, and to the block's ends.
  std::atomic<std::uint32_t> Steps{0}, Ends{0};
  /// It will not come to any more exchanges.
  std::atomic<bool> Left{false};

private:
  [[gnu::tls_model("initial-exec")]] static thread_local constinit hetrt_part *Innermost;

  bool onAccelerator() const { return Active.load(std::memory_order_acquire); }
  hetrt::Iterations iterationsOf() const { return {Share.First, Share.Last}; }
  hetrt::Interval own(const hetrt::Array &What) const;
  hetrt::Interval padded(const hetrt::Array &What) const;
  bool reaches(const hetrt_part &Other) const;
  bool copies(unsigned Index) const { return Copies && Copies->has(Index); }
  const void *original(const void *Base) const { return Copies ? Copies->original(Base) : Base; }
  const char *nameWritten(const hetrt::CallTables &Loop, const void *Base) const;
  hetrt::Status makeCopies();
  hetrt::Status findArrays(const hetrt::PaddingWish &Wish, std::vector<unsigned> &Found) const;
  std::vector<hetrt_part *> neighbours(const hetrt::Array *What) const;
  hetrt::Status offer(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours);
  hetrt::Status fetch(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours);
  void noteNamed(const hetrt::Array &What);
  hetrt::Status offerIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours);
  hetrt::Status fetchIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours);
  hetrt::Status loadKernels();
  hetrt::Status bringIn();
  hetrt::Status launch(const hetrt::CallTables &Loop);
  hetrt::Status sendOut();
  hetrt::Status checkShare(const hetrt_call &Call) const;
  hetrt::Status checkIndexed(const hetrt::CallTables &Loop) const;
  void noteWritten(const hetrt::CallTables &Loop);
  void giveUp(const hetrt::Status &Why);
  std::vector<hetrt::DeviceRange> placed() const;
  void freePlaced();
  void count(double Took, bool Bound);

  hetrt::Partition &Of;
  const hetrt::Range Share;
  hetrt_part *Outer = nullptr; ///< In which the thread has entered this one.
  const hetrt::Place *Where = nullptr;
  std::optional<hetrt::PlaceBinding> Binding;
  hetrt::Accelerator *Who = nullptr;
  unsigned Device = 0;
  std::unique_ptr<hetrt::PassMemory> Memory; ///< For who drives the accelerator.
  std::unique_ptr<hetrt::Replicas> Copies;   ///< That a core works on; null: it works in the program's arrays.
  std::atomic<bool> Active{false};           ///< The accelerator computes; else the thread does, in place.
  bool Computed = false;                     ///< The accelerator holds what the host does not.
  bool Timed = false;                        ///< A region inside has said what the share takes.
  bool Bound = false;                        ///< The loop that runs in place is the one that is timed.
  std::int64_t Since = 0;
  double Seconds = 0;
  std::vector<std::byte> Partials; ///< That the last run() left
  std::size_t PartialBytes = 0;    ///< of this size.
  hetrt::DeviceSeconds Queues;
  hetrt::Status Fault; ///< Of the accelerator.
  /// What its share of an array of indices, by its number, names: since the first exchange of what is indexed.
  std::map<int, hetrt::IndexSet> Named;
  /// What loops have written, by addresses, with the names there: since it was last brought up to date where it is
  /// indexed.
  std::map<const void *, const char *> Written;
  /// What the program has allocated, by address, with its size: on the accelerator, if the part computes there.
  std::map<std::uint64_t, std::uint64_t> Placed;
  bool PlacedIsLost = false; ///< It was on the accelerator, and must not be touched any more.
};

namespace hetrt {

class Partition {
public:
  /// `Arrays` is null where only cores take part.
  /// With `Replicates`, cores work on copies of their own. With `Checks`, loops say their arrays in any case.
  Partition(const hetrt_region &Region, const PassArrays *Arrays, Directory *Known, const Settings &Set,
            bool Replicates)
      : Region(Region), Arrays(Arrays), Known(Known), Wait(Set.Wait), Checks(Set.Check),
        Replicates(Replicates && Arrays) {}

  /// The part of thread `Number` of `Count`. The first to come has the pass planned by `Plan`, which adds all parts, or
  /// none: then no thread has anything to do, and the pass ends with the fault.
  Part &take(std::uint32_t Number, std::uint32_t Count, const std::function<Status()> &Plan);

  void add(Range Share) { Parts.push_back(std::make_unique<Part>(*this, Share)); }
  std::span<const std::unique_ptr<Part>> parts() const { return Parts; }

  /// Not all parts work in the program's arrays.
  bool hasCopies() const;
  bool replicates() const { return Replicates; }
  bool checks() const { return Checks; }

  const hetrt_region &region() const { return Region; }
  const PassArrays *arrays() const { return Arrays; }
  Directory &known() const { return *Known; }

  /// Where parts have copies, waits until all have come as far as this one: what they read and write of the host's
  /// arrays, cores may do in place.
  void meet(Part &Mine);

  /// Waits until neighbours have come as far as this part, or until the pass has failed. One that has left the block
  /// instead is a fault of the program, whose threads do not all come to one exchange: `Where` says which.
  void step(Part &Mine, std::span<Part *const> Neighbours, const PaddingWish &Where);

  /// Something has happened that others may wait for.
  void changed() { Changes.add(1); }

  /// The first fault of the program's counts: the pass ends with it.
  void fail(const Status &Why);
  Status fault();

private:
  void comeTo(std::atomic<std::uint32_t> Part::*Place, Part &Mine, std::span<Part *const> Others,
              const PaddingWish *Where);

  const hetrt_region &Region;
  const PassArrays *const Arrays;
  Directory *const Known;
  const WaitPolicy Wait;
  const bool Checks, Replicates;
  WaitedNumber Changes;             ///< Counts what may end a wait.
  std::atomic<bool> Stopped{false}; ///< There is a fault.
  std::mutex Mutex;                 ///< Guards Fault and the planning.
  bool IsPlanned = false;
  Status Fault;
  std::vector<std::unique_ptr<Part>> Parts;
};

} // namespace hetrt

#endif
