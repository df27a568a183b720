// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator's part in a pass, step by step.
#include "Pass/AcceleratorPass.h"

#include "Device/RegionTables.h"
#include "Memory/Exchange.h"

#include <cstring>
#include <utility>

namespace hetrt {

//===-- The part -------------------------------------------------------------------------------------------------===//

void AcceleratorPass::run() {
  WasLoaded = Start.exchange(StartUp::None) != StartUp::None;
  if (WasLoaded)
    Queue.changed(); // wakes members that wait until the kernel is loaded
  drive(/*WaitsForOthers=*/true);
  Queue.left(); // not to be followed by any access to the pass, which may be freed now
}

void AcceleratorPass::help() {
  if (!NeedsThread || Start == StartUp::Loads || !Accel.takeBack(*this))
    return;
  if (Start.exchange(StartUp::None) == StartUp::Needed)
    Queue.changed();
  if (drive(/*WaitsForOthers=*/false))
    Queue.left();
  else
    start();
}

void AcceleratorPass::start() {
  const bool Loads = !Notes.Prepared && Accel.capabilities().LoadsKernels;
  if (Loads)
    Start = StartUp::Loads;
  if (Status Result = Loads ? Accel.start(*Arrays.Region, *this) : Accel.start(*this); !Result.ok()) {
    Start = StartUp::None;
    giveUp(Result.forGood(), std::exchange(Reserved, {}), Arrays.WhyNoRedo);
    leave();
    Queue.left();
  }
}

/// Loads the kernel if that is still to be done and, unless the team drives, computes ranges until none are left.
/// Without `WaitsForOthers`, returns false where it would have to wait for other members of the pass.
bool AcceleratorPass::drive(bool WaitsForOthers) {
  const events::Share Share(Accel.capabilities().Kind.c_str(), Accel.capabilities().Index, Name);
  {
    std::lock_guard Driving(Accel.memory().driving().ofSteps());
    if (Next == Step::Prepare)
      prepare();
  }
  if (TeamDrives) {
    Queue.changed();
    return true;
  }
  while (true) {
    const std::uint32_t Seen = Queue.changes();
    if (advance(true) == Awaits::Nothing)
      return true;
    if (!WaitsForOthers)
      return false;
    Queue.awaitChange(Seen);
  }
}

void AcceleratorPass::record(SlotRecord &Into) {
  const auto &Of = Queues.Of;
  Into = {.Iterations = Iterations,
          .Seconds = Seconds,
          .StartedUp = StartsUp,
          .InPlace = InPlace,
          .LeftLoading = Start == StartUp::Left,
          .Fault = Fault,
          .Host = Host,
          .Queues = {Of[0], Of[1], Of[2], Queues.Hidden},
          .Inner = std::move(Inner),
          .Written = std::move(Written)};
}

AcceleratorPass::Awaits AcceleratorPass::poll() {
  switch (Start) {
  case StartUp::Loads:
  case StartUp::Needed:
    return Awaits::Change;
  case StartUp::Left:
    return Awaits::Nothing;
  case StartUp::None:
    break;
  }
  return advance(false);
}

/// Called by a thread of the team that has found nothing more to compute, while the accelerator's thread may still load
/// the kernel. If the scheduler reserves a range for the accelerator, keeps the range in Reserved as the first one that
/// run() will compute.
AcceleratorPass::Awaits AcceleratorPass::leaveLoading() {
  if (const StartUp Now = Start; Now != StartUp::Loads)
    return Now == StartUp::Needed ? Awaits::Change : Awaits::Nothing;
  const auto NothingForIt = [&] {
    const Answer Got = Queue.ask(Number, Reserved);
    if (Got == Answer::Run)
      Start = StartUp::Needed;
    return Got == Answer::Done;
  };
  if (!Accel.abandon(*this, NothingForIt))
    return Awaits::Change;
  Start = StartUp::Left;
  StartsUp = true;
  Queue.left(); // counts the part as over
  Queue.left(); // counts the accelerator's thread as gone, too
  return Awaits::Nothing;
}

/// Loads the kernel and plans memory, before the clock runs. This happens once, and the scheduler would mistake its
/// time for the time of iterations.
void AcceleratorPass::prepare() {
  Next = Step::Take;
  Slept = true;
  const Status Result = WasLoaded ? Accel.startUpResult() : Accel.device().prepare(*Arrays.Region);
  if (!Result.ok()) {
    Status Lost = Accel.device().lost() ? Known.deviceLost(Accel.memory()) : Status::success();
    return giveUp(Lost.ok() ? Result.forGood() : Lost, std::exchange(Reserved, {}), Arrays.WhyNoRedo);
  }
  StartsUp |= !std::exchange(Notes.Prepared, true);
  Memory.emplace(Arrays, Accel.memory(), Known);
  InPlace = Memory->isInPlace();
}

AcceleratorPass::Awaits AcceleratorPass::advance(bool MayWait) {
  while (true) {
    std::unique_lock Driving(Accel.memory().driving().ofSteps(), std::defer_lock);
    if (MayWait)
      Driving.lock();
    else if (!Driving.try_lock())
      return Awaits::Device;
    if (Next == Step::Prepare) {
      if (NeedsThread)
        return Awaits::Change;
      prepare();
    }
    while (underWay())
      if (!step(MayWait))
        return Awaits::Device;
    if (Next == Step::Leave)
      leave();
    if (Next == Step::Left)
      return Awaits::Nothing;
    Driving.unlock();

    Range Part;
    switch (take(Part)) {
    case Answer::Wait:
      return Awaits::Change;
    case Answer::Done:
      Next = Step::Leave;
      break;
    case Answer::Run:
      begin(Part);
      // A kernel that was launched just now cannot have ended, so the caller need not look at once whether it has.
      if (!MayWait)
        return Awaits::Device;
    }
  }
}

Answer AcceleratorPass::take(Range &Into) {
  if (std::exchange(Slept, false))
    Clock.lap();
  Into = std::exchange(Reserved, {});
  const Answer Got = Into.empty() ? Queue.ask(Number, Into) : Answer::Run;
  Host.Decide += lap(events::What::Decide);
  Slept = Got == Answer::Wait;
  return Got;
}

void AcceleratorPass::leave() {
  for (unsigned Number = 0; Memory && Number < Arrays.Call.Arrays.size(); ++Number)
    if (const PersistentArray *Entry = Arrays.Call.Arrays[Number].Entry.get())
      Written.push_back({Entry, Memory->written(Number)});
  if (Memory)
    Changes = Memory->takeChanges();
  if (Memory && InPlace == Notes.Reach.inPlace() && Fault.ok() && Accel.capabilities().ReachesHost) {
    StartsUp |= Notes.Reach.isTrial();
    Notes.Reach.note(Iterations, Seconds);
  }
  Memory.reset();
  Inner = Accel.device().takeInnerReport();
  Notes.MadeRoom |= MakesRoom;
  Next = Step::Left;
  Queue.left();
}

//===-- A range --------------------------------------------------------------------------------------------------===//

/// Begins a range. The range is cut into pieces if it is larger than fits on the device, or if pieces have turned out
/// to be faster. Pieces can be faster since one is copied in while another is computed and a third is copied out.
void AcceleratorPass::begin(Range Part) {
  Before = Host;
  Status Result;
  // No device may be locked here: supplyDevice() locks the devices that have elements which this device needs, and a
  // thread that holds one device's lock must not wait for another's.
  if (Known.policy() == WritePolicy::Back)
    Result = supplyDevice(Arrays, Known, Accel.memory(), Part.First, Part.Last, Memory->kinds(), false);
  std::lock_guard Driving(Accel.memory().driving().ofSteps());
  Accel.memory().driving().setRange(this);
  Queues += Accel.device().takeSeconds(); // adds the seconds of copies that other threads enqueued since the last range
  Given = Rest = Part;
  AtOnce = Memory->compares() ? Rest.size() : (Rest.size() - 1) / Notes.Cut.pieces() + 1;
  Slot = 0;
  Piece = pieceAt(Rest.First);
  if (Result.ok())
    Result = start(Piece, Slot);
  if (Result.ok())
    Result = follow();
  if (!Result.ok())
    end(Result);
}

/// Takes the next step. Without `MayWait`, returns false, and does nothing, if the step would have to wait for the
/// device.
bool AcceleratorPass::step(bool MayWait) {
  bool Ready = MayWait;
  Status Result = MayWait ? Status::success() : look(Ready);
  if (Result.ok() && !Ready)
    return false;
  if (Result.ok())
    Result = Next == Step::SendOut ? sendOut() : land();
  if (!Result.ok() || Rest.empty())
    end(Result);
  return true;
}

/// Called by another thread that needs the device while a range is under way: finishes that range first.
void AcceleratorPass::complete() {
  while (underWay())
    step(true);
  Slept = true;
}

/// Whether the next step needs all queues to be empty. That is so for the last piece, and for all pieces if there are
/// reductions, since the device has stored the partials only when its compute queue is done.
bool AcceleratorPass::waitsForAll() const { return Following.empty() || Queue.reductions().Bytes; }

/// Reports an event of the kind `Is` that ended when lap() was last called, and took `Took` seconds.
void AcceleratorPass::tell(events::What Is, double Took, Range Of) const {
  events::ended({.Is = Is,
                 .Index = Accel.capabilities().Index,
                 .Kind = Accel.capabilities().Kind.c_str(),
                 .Where = Name,
                 .First = Of.First,
                 .Last = Of.Last,
                 .End = Clock.last()},
                Took);
}

/// The seconds since the last lap, reported as an event of the kind `Into`.
double AcceleratorPass::lap(events::What Into) {
  const double Took = Clock.lap();
  tell(Into, Took);
  return Took;
}

/// Sets `Ready` if the next step can be taken without waiting. Before SendOut, Queue::Out contains only the order to
/// wait for the piece's kernel, so it is finished when the kernel is.
Status AcceleratorPass::look(bool &Ready) {
  const bool All = Next == Step::Land && waitsForAll();
  return All ? Accel.device().finished(Ready) : Accel.device().finished(Queue::Out, Ready);
}

/// Counts the time since the last lap as time in which the host started copies, except the time for work that is done
/// once for all passes, such as allocating copies that stay.
void AcceleratorPass::moved() {
  const double Room = Memory->takeSetupSeconds();
  MakesRoom |= Room > 0;
  const double Once = Accel.device().takeSetupSeconds() + (Notes.MadeRoom ? 0 : Room);
  StartsUp |= Once > 0;
  Host.Move += std::max(0.0, lap(events::What::Move) - Once);
}

/// Enqueues the copies of the piece's outputs to the host; its kernel has ended. Some devices let the host wait here
/// until they have memory for more outputs. That does not take long, since only copies are ahead in the queue.
Status AcceleratorPass::sendOut() {
  Host.Wait += lap(events::What::Await);
  const Status Result = Memory->sendOut(Slot);
  moved();
  Next = Step::Land;
  return Result;
}

/// Waits until the piece's outputs are on the host, and stores them in the program's arrays; only then the piece counts
/// as done. Then begins the next piece, or ends the range.
Status AcceleratorPass::land() {
  Device &On = Accel.device();
  if (Status Result = waitsForAll() ? On.synchronize() : On.synchronize(Queue::Out); !Result.ok())
    return Result;
  Host.Wait += lap(events::What::Await);
  if (Status Result = Memory->compare(); !Result.ok())
    return Result;
  Memory->commit(Slot);
  keepPartials(Piece.First, LaunchPartials[Slot]);
  Host.Commit += lap(events::What::Commit);
  Rest.First = Piece.Last;
  if (Rest.empty() || !Late.ok())
    return std::exchange(Late, Status::success());
  if (!Following.empty()) {
    Piece = Following;
    Slot = 1 - Slot;
    return follow();
  }
  Piece = pieceAt(Rest.First); // no piece was launched ahead (follow()), so one is started here
  Status Result = start(Piece, Slot);
  return Result.ok() ? follow() : Result;
}

/// Keeps the partials of a launch that has succeeded.
void AcceleratorPass::keepPartials(std::uint64_t First, const std::vector<std::byte> &Left) {
  if (OrderedPartials *Ordered = Queue.reductions().Ordered.get(); Ordered && !Left.empty())
    std::memcpy(Ordered->at(First), Left.data(), Left.size());
  else
    Partials.insert(Partials.end(), Left.begin(), Left.end());
}

/// Turns a program fault by a wrong access into a device fault if the loop has no directive (--hetcc-auto), so that the
/// cores compute the range. Without hetcc, such a program may read an element behind the end of an allocation without
/// harm, so it must not end with an error.
static Status asDevicesFault(const Status &Of, const hetrt_region &Region) {
  const bool OfBody = Of.code() == HETRT_ERROR_WINDOW || Of.code() == HETRT_ERROR_KERNEL;
  return Of.isProgramFault() && OfBody && (Region.flags & HETRT_TENTATIVE) ? Status::deviceFault(Of.message()) : Of;
}

void AcceleratorPass::end(Status Result) {
  Result = asDevicesFault(Result, *Arrays.Region);
  const DeviceSeconds Took = Accel.device().takeSeconds();
  Queues += Took;
  Accel.memory().driving().setRange(nullptr);
  Next = Step::Take;
  const std::string WhyNoRedo = Result.ok() ? std::string() : whyNoRedo();
  if (Result.isOutOfMemory() && !Memory->queryFreeMemoryFromNowOn())
    Result = Result.forGood();
  if (!Result.ok())
    if (Status Lost = Memory->abandon(); !Lost.ok() && Result.isDeviceFault())
      Result = Status::programFault(Lost.code(), Lost.message() + ": " + Result.message());
  const double Spent = Host.computing() - Before.computing();
  // The time of the range teaches PieceChooser (Notes.Cut) which number of pieces is best, but not if memory is short,
  // since the number of pieces then follows from the memory.
  if (Result.ok() && !Memory->compares() && Memory->iterationsAtOnce() >= Given.size())
    Notes.Cut.note(Given.size(), Spent, Took, Host.Launch - Before.Launch);
  if (Rest.First > Given.First)
    account({Given.First, Rest.First}, Spent);
  if (!Result.ok())
    giveUp(Result, Rest, WhyNoRedo);
}

void AcceleratorPass::account(Range Done, double Took) {
  Iterations += Done.size();
  Seconds += Took;
  tell(events::What::Range, Took, Done);
  Queue.finished(Number, Done, Notes.Reach.secondsToReport(Took, Done.size()));
}

/// Returns why no other device can repeat an unfinished launch, or "". The reason is an array that is used in place:
/// its outputs do not go through a staging area, so the launch may have overwritten values that are needed to repeat
/// it.
std::string AcceleratorPass::whyNoRedo() const {
  const Array *Changed = Arrays.WhyNoRedo.empty() ? Memory->changedInPlace() : nullptr;
  return Changed ? clauseOf(*Changed->Info) + ": the device works on the array in place" : Arrays.WhyNoRedo;
}

/// Ends the accelerator's part in the pass after a fault. A program fault ends the pass. After a device fault, other
/// devices compute the iterations `Part`, unless `WhyNoRedo` says why they cannot.
void AcceleratorPass::giveUp(const Status &Why, Range Part, const std::string &WhyNoRedo) {
  Next = Step::Leave;
  if (Why.isProgramFault()) {
    Queue.fail(Why);
  } else if (!WhyNoRedo.empty()) {
    Queue.fail(
        Status::programFault(HETRT_ERROR_DEVICE, WhyNoRedo + ", so no other device can take over: " + Why.message()));
  } else {
    Fault = Why;
    Queue.returned(Number, Part);
  }
}

//===-- A piece --------------------------------------------------------------------------------------------------===//

/// The piece that begins with iteration `First`: as many iterations as fit into the device's memory, in whole grains.
Range AcceleratorPass::pieceAt(std::uint64_t First) const {
  if (First == Rest.Last)
    return {First, First};
  const std::uint64_t Grain = Queue.reductions().Division.grains().Size;
  const std::uint64_t Fits = Memory->pieceSize(First, std::min(AtOnce, Rest.Last - First));
  return {First, First + std::min(std::max(Fits / Grain, std::uint64_t(1)) * Grain, Rest.Last - First)};
}

/// Copies the windows of a piece to the device, and launches the kernel.
Status AcceleratorPass::start(Range Wanted, unsigned In) {
  if (Status Result = Memory->bringIn(Wanted.First, Wanted.Last, In); !Result.ok())
    return Result;
  if (Status Result = Accel.device().orderAfter(Queue::Compute, Queue::In); !Result.ok())
    return Result;
  moved();
  LaunchPartials[In].clear();
  Launch Kernel = Memory->launch(In);
  if (const Reductions &Reduced = Queue.reductions(); Reduced.Bytes) {
    Kernel.Partials = &LaunchPartials[In];
    Kernel.PartialBytes = Reduced.Bytes;
    Kernel.Grain = Reduced.Ordered ? Reduced.Division.grains().Size : 0;
  }
  const Status Result = Accel.device().launch(Kernel);
  Host.Launch += lap(events::What::Launch);
  return Result;
}

/// Called after a launch: orders the copies of its outputs after its kernel, and only then launches the next piece, so
/// that these copies need not wait for the next piece's kernel.
Status AcceleratorPass::follow() {
  if (Status Result = Accel.device().orderAfter(Queue::Out, Queue::Compute); !Result.ok())
    return Result;
  Next = Step::SendOut;
  Following = Memory->compares() ? Range{Piece.Last, Piece.Last} : pieceAt(Piece.Last);
  if (Following.empty()) {
    sendEarly(Arrays, Known, Accel.memory(), {Given.First, Given.Last}, Memory->kinds());
    return Status::success();
  }
  Late = start(Following, 1 - Slot);
  if (Late.ok() || Late.isProgramFault() || Accel.device().lost())
    return std::exchange(Late, Status::success());
  // The next piece could not be started, which ends the part. But the piece that is launched goes on, and need not be
  // computed again.
  Following = {};
  return Status::success();
}

} // namespace hetrt
