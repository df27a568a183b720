// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens and closes the passes of a loop, and keeps the devices' copies of arrays from pass to pass.
#include "Manual/ManualLoop.h"

#include "Errors/Error.h"
#include "Manual/ManualMember.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

hetrt_manual::hetrt_manual(ManualSetup Made) : Setup(std::move(Made)), Wait(Engine::instance().settings().Wait) {
  for (Accelerator *Each : Setup.Accelerators)
    Accelerators.push_back({Each});
}

hetrt_manual::~hetrt_manual() {
  for (auto &[Base, Array] : Arrays)
    if (Status Result = release(Base, Array); !Result.ok())
      warn(Setup.Location + ": " + Result.message());
}

//===-- Opening --------------------------------------------------------------------------------------------------===//

ManualMember &hetrt_manual::join(unsigned Number, unsigned Threads) {
  std::lock_guard Lock(Mutex);
  if (!IsOpen)
    open(std::max(Threads, Number + 1));
  // If Number is not below the team's size, the program has made a mistake. The thread gets a member too, but no
  // iterations.
  while (Members.size() <= Number)
    Members.push_back(std::make_unique<ManualMember>(*this));
  return *Members[Number];
}

void hetrt_manual::open(unsigned Threads) {
  IsOpen = true;
  IsBegun = false;
  Count = Threads;
  Gone = 0;
  TripCount = 0;
  SinceOpen.lap();
  while (Members.size() < Count)
    Members.push_back(std::make_unique<ManualMember>(*this));
  Ranges = std::make_unique<RangeQueue>(*Setup.Choice.Plan, Wait, Count);
  Models.clear();
  giveRoles(Count);
}

/// Decides what each thread of the team does: the first threads compute as cores, the last ones drive accelerators. If
/// an accelerator cannot be used now, its thread computes as one more core.
void hetrt_manual::giveRoles(unsigned Threads) {
  const auto Driven = std::min<unsigned>(Threads, static_cast<unsigned>(Accelerators.size()));
  const unsigned Cores = std::min(Setup.Cores, Threads - Driven);
  auto ListModel = [&](const DeviceModel &Model) {
    Models.push_back(Model);
    return static_cast<unsigned>(Models.size() - 1);
  };
  for (unsigned M = 0; M < Cores; ++M)
    Members[M]->beCore(ListModel(Setup.core(M)));
  for (unsigned A = 0; A < Accelerators.size(); ++A) {
    KnownAccelerator &Each = Accelerators[A];
    const bool HasThread = A < Driven;
    Each.Serves = HasThread && !Each.LeftOut && !Each.GivenUp && Each.Accel->tryAcquire();
    Each.Device = ListModel(Setup.accelerator(*Each.Accel, Each.Serves));
    if (!HasThread)
      continue;
    const unsigned AsCore = ListModel(Setup.core(Setup.Cores + A, !Each.Serves));
    if (Each.Serves)
      Members[Cores + A]->drive(*Each.Accel, Each.Device, AsCore);
    else
      Members[Cores + A]->beCore(AsCore);
  }
  for (unsigned M = Cores + Driven; M < Threads; ++M)
    Members[M]->beIdle();
}

Status hetrt_manual::begin(std::uint64_t Iterations) {
  std::lock_guard Lock(Mutex);
  if (IsBegun && Iterations == TripCount)
    return Status::success();
  if (IsBegun)
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("threads of one pass want different trip counts: {} and {}", TripCount, Iterations));
  IsBegun = true;
  TripCount = Iterations;
  if (TripCount)
    Setup.Choice.Plan->beginPass(TripCount, Models);
  return Status::success();
}

//===-- Closing --------------------------------------------------------------------------------------------------===//

Status hetrt_manual::leave() {
  const std::uint32_t Seen = Closed.load();
  unsigned Threads = 0; // the number of threads in this pass, read under the lock, since the next pass may change Count
                        // before all threads have noticed the end of this one
  {
    std::lock_guard Lock(Mutex);
    if (++Gone == Count) {
      const Status Result = close();
      Closed.add(1);
      return Result;
    }
    Threads = Count;
  }
  Closed.awaitOtherThan(Seen, Wait, Threads);
  return Status::success();
}

/// Closes the pass. Called by the last thread of the team.
Status hetrt_manual::close() {
  const std::uint64_t Unfinished = TripCount ? Setup.Choice.Plan->endPass() : 0;
  const Status Result = passResult(Setup.Location, Ranges->fault(), Unfinished, TripCount);
  if (TripCount) {
    noteGivenUp();
    noteWrites();
    note();
  }
  if (Result.ok())
    for (unsigned M = 0; M < Count; ++M)
      Members[M]->combine();
  for (const auto &Each : Members)
    Each->reset();
  for (auto &[Base, Array] : Arrays)
    if (!Array.InDirectory)
      for (FullCopy &Copy : Array.Copies->Copies)
        Copy.forget();
  for (KnownAccelerator &Each : Accelerators)
    if (std::exchange(Each.Serves, false))
      Each.Accel->release();
  IsOpen = false;
  return Result;
}

void hetrt_manual::noteGivenUp() {
  for (KnownAccelerator &Each : Accelerators)
    Each.GivenUp = Setup.Choice.Plan->givenUp(Each.Device);
}

/// For each persistent copy on a device: marks the elements that other devices or cores wrote in this pass as not
/// valid.
void hetrt_manual::noteWrites() {
  auto First = std::find_if(Members.begin(), Members.end(), [](const auto &Each) { return Each->arrays() != nullptr; });
  if (!known() || First == Members.end())
    return;
  const PassArrays &Of = *(*First)->arrays();
  for (unsigned I = 0; I < Of.Call.Arrays.size(); ++I) {
    const PassArray &What = Of.Call.Arrays[I];
    if (!What.Uses.writes())
      continue;
    PersistentArray &Entry = *What.Entry;
    known()->forgetOverlapping(What.Host.Base, What.bytes(), &Entry);
    // All members map the same arrays, so an array has the same number in each.
    std::vector<BoxSet> Wrote(Entry.Copies.size());
    for (unsigned M = 0; M < Count; ++M)
      if (const PassMemory *Memory = Members[M]->memory())
        Wrote[Members[M]->accelerator()->number()] = Memory->written(I);
    Entry.wroteElsewhere(What.Uses.writtenHull({0, TripCount}), Wrote);
  }
}

/// Adds the pass to the report.
void hetrt_manual::note() {
  if (!Setup.Trace)
    return;
  std::vector<DeviceFigures> Figures;
  for (unsigned M = 0; M < Count; ++M)
    Members[M]->addFigures(M, Figures);
  for (const KnownAccelerator &Each : Accelerators)
    if (!Each.Serves) {
      Figures.push_back(Each.Accel->figures());
      Figures.back().GivenUp = Each.GivenUp;
    }
  Setup.Trace->add({.Scheduler = Setup.Choice.As->Name,
                    .Reason = Setup.Choice.Plan->reason(),
                    .Seconds = SinceOpen.lap(),
                    .Devices = Figures});
}

void hetrt_manual::leaveOut(Accelerator &Accel, const Status &Why) {
  std::lock_guard Lock(Mutex);
  for (KnownAccelerator &Each : Accelerators)
    Each.LeftOut |= Each.Accel == &Accel;
  if (Accel.device().lost())
    Accel.retire();
  if (Accel.firstFault())
    warn(fmt::format("{}: {} is left out from now on, and its share runs elsewhere: {}", Setup.Location,
                     Accel.device().label(), Why.message()));
}

//===-- Arrays ---------------------------------------------------------------------------------------------------===//

Status hetrt_manual::copiesOf(const Array &What, bool Padded, std::shared_ptr<PersistentArray> &Into) {
  std::lock_guard Lock(Mutex);
  const bool InDirectory = What.Persist && known();
  // Passes of loops of hetrt/manual.h take their input from the host's array and write results there. So if annotated
  // loops have left elements whose present values only a device has, these are written back first.
  if (known())
    if (Status Result = known()->writeBackOverlapping(What.Host.Base, What.bytes()); !Result.ok())
      return Result;
  auto There = Arrays.find(What.Host.Base);
  if (There != Arrays.end()) {
    const Mapped &Old = There->second;
    Into = Old.Copies;
    if (Into->sameShape(What) && Old.Padded == Padded && Old.InDirectory == InDirectory)
      return Status::success();
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                fmt::format("{}({}), line {}: the array has another shape, padding or persistence than "
                                            "before: wanted the same until it is unmapped",
                                            What.Info->clause, What.Info->name, What.Info->line));
  }
  if (InDirectory) {
    if (Status Result = known()->find(What, Into); !Result.ok())
      return Result;
  } else {
    Into = std::make_shared<PersistentArray>();
    Into->Base = What.Host.Base;
    Into->Bytes = What.bytes();
    Into->ElementSize = What.ElementSize;
    Into->Rank = What.Rank;
    Into->Extent = What.Extent;
    Into->Copies = std::vector<FullCopy>(Setup.All ? Setup.All->Members.size() : 0);
  }
  Arrays[What.Host.Base] = {Into, InDirectory, Padded};
  return Status::success();
}

Status hetrt_manual::release(const void *Base, Mapped &Array) {
  if (Array.InDirectory) {
    // The program may also have made the array persistent for annotated loops, and may call depersist() for it later.
    // announce() lets that call succeed, although the directory then has no entry.
    bool Found = false;
    const Status Result = known()->depersist(Base, Found);
    known()->announce(Base);
    return Result;
  }
  for (std::size_t Number = 0; Number < Array.Copies->Copies.size(); ++Number) {
    DeviceMemory &Home = Setup.All->Members[Number]->memory();
    std::lock_guard Driving(Home.driving());
    Home.release(Array.Copies->Copies[Number].Address);
  }
  return Status::success();
}

Status hetrt_manual::unmap(const void *Base) {
  std::lock_guard Lock(Mutex);
  if (IsOpen)
    return Status::programFault(HETRT_ERROR_ARGUMENT, Setup.Location + ": an array is unmapped while a pass runs");
  auto There = Arrays.find(Base);
  if (There == Arrays.end())
    return Status::success();
  const Status Result = release(Base, There->second);
  Arrays.erase(There);
  return Result;
}

Status hetrt_manual::retarget(const void *From, const void *To) {
  std::lock_guard Lock(Mutex);
  if (IsOpen)
    return Status::programFault(HETRT_ERROR_ARGUMENT, Setup.Location + ": an array is retargeted while a pass runs");
  if (From == To)
    return Status::success();
  if (!Arrays.count(From) || Arrays.count(To))
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("{}: retarget: wanted an array that is mapped and one that is not, found {}", Setup.Location,
                    Arrays.count(From) ? "two that are" : "that the first is not"));
  Mapped Moved = Arrays[From];
  Arrays.erase(From);
  // The directory finds copies by the array's address, so copies in it cannot be moved to the new address. They are
  // freed, and new copies are made when the new array is mapped.
  if (Moved.InDirectory)
    return release(From, Moved);
  Moved.Copies->Base = static_cast<std::byte *>(const_cast<void *>(To));
  Arrays[To] = Moved;
  return Status::success();
}
