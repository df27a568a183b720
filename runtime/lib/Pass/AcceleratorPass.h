// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator's part in one pass: asks for ranges, moves their windows, launches the kernel, and reports.
//
//   Prepare -> Take -> [start] -> SendOut -> Land -> ... -> Take -> ... -> Leave -> Left
//                                    ^-- next piece --'
//
// It is written as steps, since two kinds of threads take them: the accelerator's own waits for the device in each; one
// of the team, which computes iterations of its own meanwhile, looks now and then whether the next one can be taken.
#ifndef HETRT_PASS_ACCELERATORPASS_H
#define HETRT_PASS_ACCELERATORPASS_H

#include "Memory/PassMemory.h"
#include "Pass/Clock.h"
#include "Pass/PassRecord.h"
#include "Pass/RangeQueue.h"
#include "Plan/DeviceTable.h"
#include "Schedule/Scheduler.h"
#include "Team/Accelerator.h"
#include "Trace/Events.h"
#include "Trace/RegionTrace.h"

#include <array>
#include <atomic>
#include <optional>
#include <vector>

namespace hetrt {

class AcceleratorPass final : public AcceleratorTask, private RangeUnderWay {
public:
  AcceleratorPass(RangeQueue &Queue, RegionDevice &Notes, unsigned Number, const PassArrays &Arrays, Directory &Known,
                  bool TeamDrives, const char *Name)
      : Queue(Queue), Notes(Notes), Who(*Notes.Who), Number(Number), Arrays(Arrays), Known(Known),
        NeedsThread(!TeamDrives || !Notes.Prepared), TeamDrives(TeamDrives), Name(Name) {}

  /// Whether run() is to be called in the accelerator's thread: it drives, or the kernel is still to be loaded, which
  /// takes long and must not delay the team.
  bool needsThread() const { return NeedsThread; }

  /// In the accelerator's thread: everything, or the start-up if the team drives.
  void run() override;

  /// run() in the calling thread, which has nothing else to do, if the accelerator's has not begun it. As soon as that
  /// would have to wait for others in the pass, of which the caller may be one, the accelerator's thread goes on. While
  /// the kernel is not loaded and the pass may do without the accelerator, this does nothing.
  void help();

  /// Hands it to the accelerator's thread.
  void start();

  /// What the part waits for: the smaller, the sooner somebody has to look after it.
  enum class Awaits : std::uint8_t { Device, Change, Nothing };

  /// In a thread of the team: goes on as far as it can without waiting. After Change, there is nothing to do before
  /// the pass changes; after Nothing, the part is over. One thread at a time.
  Awaits poll();

  /// In a thread that has found nothing more to compute: the part is over if the accelerator still loads its kernel and
  /// there is no range for it either; the accelerator goes on loading for later passes. After Change, it still loads,
  /// and this is to be called again once the pass has changed; Nothing says that it does not load.
  Awaits leaveLoading();

  // ---- What came of it, once the accelerator has left the pass.

  /// Number in the scheduler's list.
  unsigned number() const { return Number; }

  /// The reduction values of the launches that succeeded, one after another, unless they are ordered.
  const std::vector<std::byte> &partials() const { return Partials; }

  /// What it wrote at indices that no window describes goes into the program's arrays. The team has left, and the pass
  /// has succeeded.
  void storeChanges() const {
    for (const Difference &Each : Changes)
      Each.store();
  }

  /// All but the units. Takes along what the device wrote. The part is over.
  void record(SlotRecord &Into);

private:
  enum class Step : std::uint8_t { Prepare, Take, SendOut, Land, Leave, Left };

  /// Loading the kernel, where the accelerator's thread does that first.
  enum class StartUp : std::uint8_t {
    None,  ///< It need not be loaded, or has been.
    Loads, ///< The thread has not begun the part.
    Left   ///< And it never will.
  };

  // The part.
  bool drive(bool WaitsForOthers);
  void prepare();
  Awaits advance(bool MayWait);
  Answer take(Range &Into);
  void leave();

  // A range.
  bool underWay() const { return Next == Step::SendOut || Next == Step::Land; }
  void begin(Range Part);
  bool step(bool MayWait);
  void complete() override;
  bool waitsForAll() const;
  Status look(bool &Ready);
  void moved();
  Status sendOut();
  Status land();
  void keepPartials(std::uint64_t First, const std::vector<std::byte> &Left);
  void end(Status Result);
  void account(Range Done, double Took);
  void tell(events::What Is, double Took, Range Of = {}) const;
  double lap(events::What Into);
  std::string whyNoRedo() const;
  void giveUp(const Status &Why, Range Part, const std::string &WhyNoRedo);

  // A piece of it.
  Range pieceAt(std::uint64_t First) const;
  Status start(Range Wanted, unsigned In);
  Status follow();

  RangeQueue &Queue;
  RegionDevice &Notes;
  Accelerator &Who;
  const unsigned Number;
  const PassArrays &Arrays;
  Directory &Known;
  const bool NeedsThread, TeamDrives;
  const char *const Name; ///< For events.

  std::atomic<StartUp> Start{StartUp::None};
  Range Reserved;         ///< Taken by leaveLoading(), before the accelerator's thread begins the part.
  bool WasLoaded = false; ///< Before run(), which is to ask what came of it.

  /// Below: used by the thread that holds the device's lock; between ranges, by the driving thread alone.
  Step Next = Step::Prepare;
  std::optional<PassMemory> Memory;
  Stopwatch Clock;
  bool Slept = false; ///< The time since the last lap counts for nothing.

  Range Given, Rest;  ///< The range, and what is not in its place yet.
  HostSeconds Before; ///< When the range was given.
  std::uint64_t AtOnce = 0;
  Range Piece, Following; ///< Launched.
  Status Late;            ///< Why what was to follow could not start; it ends the part once the piece has landed.
  unsigned Slot = 0;      ///< Of Piece; Following has the other one.

  std::vector<std::byte> Partials;
  std::array<std::vector<std::byte>, 2> LaunchPartials; ///< One per slot.
  std::vector<BoxSet> Written;
  std::vector<Difference> Changes;
  bool MakesRoom = false; ///< For copies that stay.
  bool StartsUp = false;
  bool InPlace = false; ///< There is nothing to move.
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  HostSeconds Host;
  DeviceSeconds Queues;
  InnerReport Inner;
  Status Fault;
};

} // namespace hetrt

#endif
