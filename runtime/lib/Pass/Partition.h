// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of a block (`partition`): the iterations are split into shares once, for all loops in the block. Each share
// belongs to a device (a core, a place or an accelerator), and a thread of the team stands for the device. The thread
// with its device and share is called a *part*.
//
//   take part:   the first thread has the pass planned for the threads that came, and each thread gets a share. Threads
//                of accelerators then copy in the windows of their shares; so do threads of cores that work on copies
//   run a loop:  a core does it in place, or on its copies; an accelerator's thread launches the loop's kernel on its
//                windows
//   leave:       the elements that were written to windows and copies are copied out
//
// The block runs once for each device, so no range goes to another device. If an accelerator fails before it has
// computed anything, its thread goes on as a core; later, elements that only the accelerator has are lost, and the pass
// ends with an error.
#ifndef HETRT_PASS_PARTITION_H
#define HETRT_PASS_PARTITION_H

#include "Memory/Gather.h"
#include "Memory/PassMemory.h"
#include "Memory/Replicas.h"
#include "Pass/Execution.h"
#include "Pass/PartNotes.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"
#include "Team/Accelerator.h"
#include "Team/PlaceTeams.h"
#include "Team/Waiting.h"
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

/// The arguments of a padding directive, by which the parts of a block exchange padding (elements around a part's own).
struct PaddingWish {
  const void *Base = nullptr;
  unsigned How = 0; ///< HETRT_PADDING_... flags of hetrt_padding.
  const char *Clause = "", *Name = "", *Location = "";
};

} // namespace hetrt

/// One thread of the team of a block, and the device that the thread stands for.
struct hetrt_part {
public:
  /// `OnlyBound`: see PartTime.
  hetrt_part(hetrt::Partition &Of, hetrt::Range Share, bool OnlyBound) : Of(Of), Share(Share), Time(OnlyBound) {}

  hetrt::Range share() const { return Share; }

  /// The innermost part that the calling thread is in, from settle() to leave(), or null.
  static hetrt_part *ofThisThread() { return Innermost; }

  /// Lets the part stand for the accelerator `Which`, which the pass has acquired. `Device` is its position in the
  /// scheduler's list.
  void drive(hetrt::Accelerator &Which, unsigned Device);

  /// Lets the part stand for a place, on which regions inside the block run.
  void standFor(const hetrt::Place &Which) { Where = &Which; }
  const hetrt::Place *place() const { return Where; }

  // ---- Called in the part's own thread.

  /// Makes the calling thread the part's thread, and binds it to the part's place if there is one.
  void settle();
  /// Copies the share's windows to the accelerator or, if the core works on copies (Replicas), to these. Does nothing
  /// for a core that works in the program's arrays.
  void enter();
  /// The address that the thread uses in place of array number `Number`, whose address in the program is `Base`: that
  /// of its own copy, or `Base`.
  const void *arrayOf(unsigned Number, const void *Base) const;
  /// Whether run() needs the arrays and values of a loop. It does not if all parts work in the program's arrays, so
  /// that no array has copies.
  bool wantsArrays() const;
  /// Computes a loop over the share on the accelerator, and returns false; or returns true if the thread is to run the
  /// loop itself. `Given` is null if wantsArrays() is false.
  bool run(const hetrt_region &Loop, const hetrt_call &Call, const hetrt_arrays *Given);
  /// Called when the thread itself has run the loop, after run() has returned true.
  void ran() { Time.ended(); }
  /// Called when a region has run on the part's place. `Bound`: the region is bound to the block's partition.
  void regionRan(double Took, bool Bound) { Time.regionRan(Took, Bound); }
  /// The partial after `Previous` (null: the first one) of those that the last run() left; null after the last.
  const void *nextPartial(const void *Previous) const;
  /// Exchanges padding with the neighbours, the parts that own it. All parts call this at the same place of the block.
  void updatePadding(const hetrt::PaddingWish &Wish);
  /// Leaves the block: copies out the elements that were written, and waits for the other parts.
  void leave();

  /// Allocates memory for omp_target_allocate(): on the accelerator if the thread stands for one, else on the host.
  /// Null if there is not enough.
  void *allocate(std::uint64_t Bytes);
  /// Frees memory of allocate(); false if this part has not allocated it.
  bool release(void *Memory);
  /// Whether another part has allocated this memory; that part's block then ends with an error.
  static bool isOthers(void *Memory);
  /// Copies between memory of allocate() and the host's memory. `IsTo`: `To` is memory of allocate(); otherwise `From`
  /// is.
  hetrt::Status copy(std::byte *To, const std::byte *From, std::uint64_t Bytes, bool IsTo);

  // ---- Called when all parts have left.

  hetrt::Accelerator *accelerator() const { return Accel; }
  unsigned device() const { return Device; }
  const hetrt::Status &fault() const { return Fault; }
  void record(hetrt::SlotRecord &Into) const;

  /// How many times the part has come to an exchange of padding (Steps), and to the beginning or end of the block,
  /// where all parts wait for each other (Ends).
  std::atomic<std::uint32_t> Steps{0}, Ends{0};
  /// The part has left the block and takes part in no more exchanges.
  std::atomic<bool> HasLeft{false};

private:
  [[gnu::tls_model("initial-exec")]] static thread_local constinit hetrt_part *Innermost;

  bool onAccelerator() const { return Active.load(std::memory_order_acquire); }
  hetrt::Iterations iterationsOf() const { return {Share.First, Share.Last}; }
  hetrt::Interval own(const hetrt::Array &What) const;
  hetrt::Interval padded(const hetrt::Array &What) const;
  bool reaches(const hetrt_part &Other) const;
  bool copies(unsigned Index) const { return Copies && Copies->has(Index); }
  const void *original(const void *Base) const { return Copies ? Copies->original(Base) : Base; }
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
  void giveUp(const hetrt::Status &Why);
  std::vector<hetrt::DeviceRange> placed() const;
  void freePlaced();

  hetrt::Partition &Of;
  const hetrt::Range Share;
  hetrt_part *Outer = nullptr; ///< The enclosing block's part of the same thread, or null.
  const hetrt::Place *Where = nullptr;
  std::optional<hetrt::PlaceBinding> Binding;
  hetrt::Accelerator *Accel = nullptr;
  unsigned Device = 0;
  std::unique_ptr<hetrt::PassMemory> Memory; ///< The arrays on the accelerator, or null. Used by threads that hold the
                                             ///< accelerator's lock.
  std::unique_ptr<hetrt::Replicas> Copies; ///< The copies that a core works on; null: it works in the program's arrays.
  std::atomic<bool> Active{false};         ///< The accelerator computes the loops, not the thread itself.
  bool Computed = false;                   ///< The accelerator has results that are not on the host yet.
  hetrt::PartTime Time;
  std::vector<std::byte> Partials; ///< The partials that the last run() left.
  std::size_t PartialBytes = 0;    ///< The bytes of one of these partials.
  hetrt::DeviceSeconds Queues;
  hetrt::Status Fault; ///< The fault of the accelerator.
  /// For each array of indices, by its number: the indices in the part's share. Set at the first exchange of indexed
  /// elements.
  std::map<int, hetrt::IndexSet> NamedIndices;
  hetrt::WrittenArrays Written;
  /// The memory that the program has allocated by allocate(), by address, with its size: on the accelerator, if the
  /// part computes there.
  std::map<std::uint64_t, std::uint64_t> Placed;
  /// The memory in Placed was on an accelerator that failed, and must not be touched any more.
  bool PlacedIsLost = false;
};

namespace hetrt {

/// Form::Block: the block of one pass, with all of its parts.
class Partition final : public Execution {
public:
  /// `Arrays` is null if only cores take part. With `Replicates`, threads of cores work on copies. If the settings ask
  /// for checks (HETRT_CHECK), run() wants the arrays of each loop, since it checks them.
  Partition(TeamState &Of, const hetrt_region &Region, const PassArrays *Arrays, Directory *Known, const Settings &Set,
            bool Replicates)
      : Execution(Of), Region(Region), Arrays(Arrays), Known(Known), Wait(Set.Wait), Checks(Set.Check),
        Replicates(Replicates && Arrays) {}

  /// Returns the part of thread `Number` of `Count`. The first thread to call has the pass planned by `Plan`, which
  /// calls makeParts(). If planning fails, it does not, so threads get empty shares, and the pass ends with the fault.
  Part &take(std::uint32_t Number, std::uint32_t Count, const std::function<Status()> &Plan);

  /// Makes the parts of the plan, which is the one for the threads that came.
  void makeParts();
  std::span<const std::unique_ptr<Part>> parts() const { return Parts; }

  /// Whether some part works on copies instead of the program's arrays.
  bool hasCopies() const;
  bool replicates() const { return Replicates; }
  bool checks() const { return Checks; }

  const hetrt_region &region() const { return Region; }
  const PassArrays *arrays() const { return Arrays; }
  Directory &known() const { return *Known; }

  /// If parts have copies, waits until all parts have called meet() as often as `Mine`: copies are read from and
  /// written to the host's arrays, which cores may be using in place.
  void meet(Part &Mine);

  /// Waits until the neighbours have called step() as often as this part, or until the pass has failed. It is a fault
  /// of the program if a neighbour has left the block instead, since all threads have to come to an exchange. The
  /// message names the exchange by `Where`.
  void step(Part &Mine, std::span<Part *const> Neighbours, const PaddingWish &Where);

  /// Wakes threads that wait for another part.
  void changed() { Changes.add(1); }

  /// Notes a fault of the program; the pass ends with the first one.
  void fail(const Status &Why);
  Status fault();

  AcceleratorUse accelerators() const override { return AcceleratorUse::TakeParts; }
  void makeMembers() override {} // each thread takes its part instead
  void finish(PassRecord &Into) override;
  void tell(Scheduler &By, const PassRecord &Did) const override;

private:
  void add(Range Share) { Parts.push_back(std::make_unique<Part>(*this, Share, Region.flags & HETRT_BOUND)); }
  void comeTo(std::atomic<std::uint32_t> Part::*Place, Part &Mine, std::span<Part *const> Others,
              const PaddingWish *Where);

  const hetrt_region &Region;
  const PassArrays *const Arrays;
  Directory *const Known;
  const WaitPolicy Wait;
  const bool Checks, Replicates;
  WaitedNumber Changes;             ///< Counts changes that may end a wait.
  std::atomic<bool> Stopped{false}; ///< There is a fault.
  std::mutex Mutex;                 ///< Guards Fault and the planning.
  bool IsPlanned = false;
  Status Fault;
  std::vector<std::unique_ptr<Part>> Parts;
};

} // namespace hetrt

#endif
