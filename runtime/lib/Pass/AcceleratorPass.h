// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator's part in one pass: it asks for ranges, moves their windows, launches the kernel, and reports.
//
//   Prepare -> Take -> [start] -> SendOut -> Land -> ... -> Take -> ... -> Leave -> Left
//                                    ^-- next piece --'
//
// The part is written as steps, since two kinds of threads take them: the accelerator's own thread waits for the device
// in each step; a thread of the team, which computes iterations meanwhile, looks from time to time whether the next
// step can be taken without waiting.
#ifndef HETRT_PASS_ACCELERATORPASS_H
#define HETRT_PASS_ACCELERATORPASS_H

#include "Memory/PassMemory.h"
#include "Pass/PassRecord.h"
#include "Pass/RangeQueue.h"
#include "Plan/DeviceTable.h"
#include "Schedule/Scheduler.h"
#include "Team/Accelerator.h"
#include "Team/Clock.h"
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
      : Queue(Queue), Notes(Notes), Accel(*Notes.Accel), Number(Number), Arrays(Arrays), Known(Known),
        NeedsThread(!TeamDrives || !Notes.Prepared), TeamDrives(TeamDrives), Name(Name) {}

  /// Whether the accelerator's own thread has to call run(). It has to if it drives the accelerator, or if the kernel
  /// is still to be loaded, which takes long and must not delay the team.
  bool needsThread() const { return NeedsThread; }

  /// Called in the accelerator's thread: takes all steps or, if the team drives, only loads the kernel.
  void run() override;

  /// Called in a thread that has nothing else to do: calls run() there, if the accelerator's thread has not begun it.
  /// If a step has to wait for other members of the pass, the accelerator's thread takes the remaining steps, since the
  /// caller may be the member that is waited for. Does nothing while the kernel is not loaded and the pass may end
  /// without the accelerator.
  void help();

  /// Lets the accelerator's thread call run().
  void start();

  /// The event for which the part waits: the device; a change of the pass; or nothing, since the part is over. Parts
  /// with smaller values have to be polled sooner.
  enum class Awaits : std::uint8_t { Device, Change, Nothing };

  /// Called in threads of the team, by one thread at a time: takes steps as long as they need no waiting. If it returns
  /// Change, the next call is useless until the pass has changed; if it returns Nothing, the part is over.
  Awaits poll();

  /// Called in a thread that has found nothing more to compute. If the accelerator's thread still loads the kernel, and
  /// the scheduler has no range for the accelerator either, ends the part; the accelerator's thread goes on loading for
  /// later passes. Returns Change if the kernel is still being loaded for this pass: then call again when the pass has
  /// changed. Otherwise returns Nothing, and the accelerator needs no further calls.
  Awaits leaveLoading();

  // ---- Results, for calls after the accelerator has left the pass.

  /// The accelerator's position in the scheduler's list of devices.
  unsigned number() const { return Number; }

  /// The partials of all launches that succeeded, one after another; empty if they are ordered (OrderedPartials.h).
  const std::vector<std::byte> &partials() const { return Partials; }

  /// Stores in the program's arrays the bytes that the device wrote at indices that no window describes. To be called
  /// when the team has left, and only if the pass has succeeded.
  void storeChanges() const {
    for (const Difference &Each : Changes)
      Each.store();
  }

  /// Fills the record, except Units. Moves `Written` out of this object.
  void record(SlotRecord &Into);

private:
  enum class Step : std::uint8_t { Prepare, Take, SendOut, Land, Leave, Left };

  /// The state of loading the kernel, where the accelerator's thread does that before it calls run().
  enum class StartUp : std::uint8_t {
    None,   ///< The kernel is loaded, or run() loads it.
    Loads,  ///< The thread loads the kernel, and the pass may end meanwhile.
    Needed, ///< The thread loads the kernel, and the pass waits, since the scheduler has a range for the accelerator.
    Left    ///< The part has ended before the kernel was loaded: the thread will not call run().
  };

  // ---- The part.
  bool drive(bool WaitsForOthers);
  void prepare();
  Awaits advance(bool MayWait);
  Answer take(Range &Into);
  void leave();

  // ---- A range.
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

  // ---- A piece of the range.
  Range pieceAt(std::uint64_t First) const;
  Status start(Range Wanted, unsigned In);
  Status follow();

  RangeQueue &Queue;
  RegionDevice &Notes;
  Accelerator &Accel;
  const unsigned Number;
  const PassArrays &Arrays;
  Directory &Known;
  const bool NeedsThread, TeamDrives;
  const char *const Name; ///< The region's name in events.

  std::atomic<StartUp> Start{StartUp::None};
  Range Reserved;         ///< The range that the pass reserves for the accelerator in the state StartUp::Needed, until
                          ///< run() takes it.
  bool WasLoaded = false; ///< The thread has loaded the kernel before run(): see Accelerator::startUpResult().

  /// All members below are used by the thread that holds the device's lock or, between two ranges, by the thread that
  /// drives the accelerator.
  Step Next = Step::Prepare;
  std::optional<PassMemory> Memory;
  Stopwatch Clock;
  bool Slept = false; ///< The driving thread has waited, so the time since the last lap is not measured.

  Range Given, Rest;  ///< The range, and its iterations whose outputs are not stored yet.
  HostSeconds Before; ///< The value of Host when the range was given.
  /// How many iterations a piece has at most.
  std::uint64_t AtOnce = 0;
  Range Piece, Following; ///< The launched piece, and the one that is launched behind it; empty: none.
  Status Late;       ///< Why the following piece could not start. The part ends with this error once the outputs of
                     ///< Piece are stored.
  unsigned Slot = 0; ///< The slot of Piece; Following has the other slot.

  std::vector<std::byte> Partials;
  std::array<std::vector<std::byte>, 2> LaunchPartials; ///< One for each slot.
  std::vector<WrittenElements> Written;
  std::vector<Difference> Changes;
  bool MakesRoom = false; ///< This pass has allocated copies that stay on the device after it.
  bool StartsUp = false;
  bool InPlace = false; ///< The device works on all arrays in place, so nothing moves.
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  HostSeconds Host;
  DeviceSeconds Queues;
  InnerReport Inner;
  Status Fault;
};

} // namespace hetrt

#endif
