// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of one thread of a loop whose kernels the program provides: map, reduce, next, more.
#include "Manual/ManualMember.h"

#include "Memory/TableFootprint.h"
#include "Team/Clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

namespace {

bool isEmpty(const hetrt_manual_array &What) {
  return What.rank <= MaxRank && std::find(What.extent, What.extent + What.rank, 0) != What.extent + What.rank;
}

/// The data clause that describes the array. `Position`: which of the region's values is the array's address.
Clause clauseFor(const hetrt_manual_array &What, std::size_t Position) {
  Clause Made{.Name = What.name, .Word = What.clause, .Line = What.line};
  Made.Flags = What.flags & HETRT_MANUAL_PERSIST ? unsigned(HETRT_PERSIST) : 0;
  Made.PointerOffset = static_cast<std::uint32_t>(Position * sizeof(void *));
  Made.In = What.flags & HETRT_MANUAL_IN;
  Made.Out = What.flags & HETRT_MANUAL_OUT;
  Made.ElementSize = What.element_size;
  for (unsigned D = 0; D < What.rank; ++D) {
    const bool Follows = What.along == static_cast<int>(D);
    Made.Dimensions.push_back({.Extent = D < MaxRank ? What.extent[D] : 1,
                               .Tied = Follows,
                               .Before = Follows ? What.halo_before : 0,
                               .After = Follows ? What.halo_after : 0});
  }
  return Made;
}

/// Computes the extents and windows of a loop's arrays for a pass. They depend only on the trip count, not on the
/// values of a loop variable.
Status resolve(std::span<const hetrt_manual_array> Arrays, std::uint64_t TripCount, hetrt_region &Region,
               std::unique_ptr<ClauseTables> &Tables, PassArrays &Into) {
  std::vector<Clause> Clauses;
  Into.Values.clear();
  for (const hetrt_manual_array &Each : Arrays) {
    Clauses.push_back(clauseFor(Each, Clauses.size()));
    const auto *Address = reinterpret_cast<const std::byte *>(&Each.base);
    Into.Values.insert(Into.Values.end(), Address, Address + sizeof Each.base);
  }
  Tables = std::make_unique<ClauseTables>(Clauses);
  Tables->putInto(Region);
  Region.values_size = static_cast<hetrt_uint32>(Into.Values.size());
  hetrt_call Call{};
  Call.trip_count = TripCount;
  Call.step = 1;
  Into.Region = &Region;
  return resolveCall({Region, Call, Tables->arrays(Into.Values.data())}, nullptr, Into.Call);
}

/// Checks the description of one array, and stores the array in `Into`.
Status checkAlone(const hetrt_manual_array &What, Array &Into) {
  hetrt_region Region{};
  std::unique_ptr<ClauseTables> Tables;
  PassArrays Alone;
  if (Status Result = resolve({&What, 1}, 1, Region, Tables, Alone); !Result.ok())
    return Result;
  Into = Alone.Call.Arrays.front();
  Into.Info = nullptr; // Info points into the table of Region, which is destroyed at the end of this function
  return Status::success();
}

} // namespace

//===-- Roles ----------------------------------------------------------------------------------------------------===//

void hetrt_manual_member::beIdle() { Idle = true; }

void hetrt_manual_member::beCore(unsigned Number) {
  Idle = false;
  Device = Number;
}

void hetrt_manual_member::drive(Accelerator &Which, unsigned Number, unsigned Instead) {
  beCore(Number);
  Accel = &Which;
  Active = true;
  Reserve = Instead;
  Before = Which.traffic();
}

//===-- Arrays and reduction values ------------------------------------------------------------------------------===//

Status hetrt_manual_member::misuse(const char *What) const {
  return Status::programFault(HETRT_ERROR_ARGUMENT, Loop.location() + ": " + What);
}

/// Stores the description of an array; it replaces an earlier description of the same array.
Status hetrt_manual_member::describe(const hetrt_manual_array &What, Described *&Into) {
  auto There = std::ranges::find_if(Mapped, [&](const Described &Each) { return Each.Said.base == What.base; });
  if (IsResolved && (There == Mapped.end() || There->Said.flags != What.flags))
    return misuse("an array is described anew in a later round of a pass: wanted the same in all rounds");
  if (There == Mapped.end())
    There = Mapped.insert(There, Described{});
  Into = &*There;
  if (!IsResolved)
    Into->Said = What;
  return Status::success();
}

Status hetrt_manual_member::map(const hetrt_manual_array &Said, bool Pad, void *&Address, std::uint64_t &RowBytes) {
  Address = const_cast<void *>(Said.base);
  RowBytes = 0;
  if (HandedOut)
    return misuse("an array is described after the range was asked for: wanted it before");
  Described *Into = nullptr;
  if (Status Result = describe(Said, Into); !Result.ok())
    return Result;
  if (isEmpty(Said))
    return Status::success();
  Array What;
  hetrt_array_info Info{};
  Info.name = Said.name;
  Info.clause = Said.clause;
  Info.line = Said.line;
  if (Status Result = checkAlone(Said, What); !Result.ok())
    return Status::programFault(Result.code(), Loop.location() + ": " + Result.message());
  What.Info = &Info;
  // The rows of a persistent copy are not padded, since annotated loops use the copy too, with the array's own strides.
  const bool Padded = Pad && What.Rank > 1 && !What.Persist;
  if (Status Result = Loop.copiesOf(What, Padded, Into->Copies); !Result.ok())
    return Status::programFault(Result.code(), Loop.location() + ": " + Result.message());
  Into->Padding = Padded && Active ? Accel->capabilities().SimdBytes : 1;
  What.RowPadding = Into->Padding;
  RowBytes = wholeLayout(What).Stride[0];
  return Active ? place(What, *Into, Address) : Status::success();
}

/// Allocates memory on the accelerator. If there is not enough, frees copies of arrays that this member does not use.
Status hetrt_manual_member::allocate(std::uint64_t Bytes, DeviceAddress &Address) const {
  std::lock_guard Driving(Accel->memory().driving());
  return Accel->memory().allocate(Bytes, Address, [&] {
    std::vector<PassArray> Needed; // not resolved before all arrays are described; evict() uses the entries only
    for (const Described &Each : Mapped)
      Needed.emplace_back().Entry = Each.Copies;
    return Loop.known()->evict(Accel->memory(), Needed);
  });
}

/// Allocates accelerator memory for the whole array, and stores its address. If that fails, `Address` becomes null and
/// the pass goes on: other devices compute the accelerator's share.
Status hetrt_manual_member::place(const Array &What, Described &Of, void *&Address) {
  FullCopy &Copy = Of.Copies->Copies[Accel->number()];
  if (Fault.ok() && !Copy.Address) {
    Copy.forget();
    Fault = allocate(wholeLayout(What).Bytes, Copy.Address);
  }
  Address = Fault.ok() ? reinterpret_cast<void *>(Copy.Address) : nullptr;
  return Status::success();
}

Status hetrt_manual_member::reduce(void *Target, const void *Identity, std::size_t Size, hetrt_manual_combine *Combine,
                                   void *&Partial) {
  Partial = nullptr;
  if (HandedOut)
    return misuse("a reduction is described after the range was asked for: wanted it before");
  auto Value =
      std::find_if(Reductions.begin(), Reductions.end(), [&](const Reduction &Each) { return Each.Target == Target; });
  if (Value == Reductions.end()) {
    if (IsResolved)
      return misuse("a reduction is described anew in a later round of a pass: wanted the same in all rounds");
    const auto *First = static_cast<const std::byte *>(Identity);
    const std::vector<std::byte> Start(First, First + Size);
    Value = Reductions.insert(Value, {Target, Combine, Start, Start, Start, 0});
  }
  if (Value->Identity.size() != Size)
    return misuse("a reduction value has another size than before");
  if (Active && Fault.ok() && !Value->Address)
    Fault = allocate(Size, Value->Address);
  if (!Active)
    Partial = Value->Partial.data();
  else if (Fault.ok())
    Partial = reinterpret_cast<void *>(Value->Address);
  return Status::success();
}

/// Computes the extents and windows of all arrays that the thread has described by hetrt_manual_map(), for a pass of
/// TripCount iterations.
Status hetrt_manual_member::resolve(std::uint64_t TripCount) {
  if (IsResolved)
    return Status::success();
  std::vector<hetrt_manual_array> Said;
  for (const Described &Each : Mapped)
    Said.push_back(Each.Said);
  Region = {};
  Region.location = Loop.location().c_str();
  if (Status Result = ::resolve(Said, TripCount, Region, Tables, Arrays); !Result.ok())
    return Result;
  for (std::size_t I = 0; const Described &Each : Mapped) { // one entry of Arrays for each one of Mapped
    PassArray &What = Arrays.Call.Arrays[I++];
    What.Entry = Each.Copies;
    What.RowPadding = Each.Padding;
  }
  IsResolved = true;
  if (Active && Fault.ok())
    Memory = std::make_unique<PassMemory>(Arrays, Accel->memory(), *Loop.known(),
                                          MemoryPlan{.Kinds = kindsOf(Arrays, true)});
  return Status::success();
}

//===-- Ranges ---------------------------------------------------------------------------------------------------===//

Status hetrt_manual_member::next(std::uint64_t TripCount, Range &Into) {
  Into = {};
  if (HandedOut)
    return misuse("a range is asked for before the last one has ended");
  HandedOut = true;
  if (!Pending) {
    Status Result = Loop.begin(TripCount);
    Idle |= TripCount == 0;
    if (Result.ok() && !Idle)
      Result = resolve(TripCount);
    if (!Result.ok())
      Loop.ranges().fail(Result);
    takeFirst();
  }
  Pending = false;
  if (Current.empty())
    return Status::success();
  Since = nanoseconds();
  if (Status Result = bringIn(); !Result.ok())
    giveUp(Result, std::exchange(Current, {}));
  Seconds = secondsSince(Since);
  Since = nanoseconds();
  Running = true;
  Into = Current;
  return Status::success();
}

/// Takes the first range of the pass. If the thread's accelerator has already failed, the accelerator gets no range.
void hetrt_manual_member::takeFirst() {
  Current = {};
  if (Idle)
    return;
  if (Active && !Fault.ok())
    giveUp(Fault, {});
  else if (!Loop.ranges().take(Device, Current))
    Current = {};
}

Status hetrt_manual_member::bringIn() {
  for (Reduction &Value : Reductions)
    Value.Partial = Value.Identity;
  if (!Active)
    return Status::success();
  std::lock_guard Driving(Accel->memory().driving());
  for (Reduction &Value : Reductions)
    if (Status Result = Accel->device().copyIn(Value.Address, Value.Identity.data(), Value.Identity.size());
        !Result.ok())
      return Result;
  if (Status Result = Memory->bringIn(Current.First, Current.Last); !Result.ok())
    return Result;
  return Accel->device().synchronize();
}

Status hetrt_manual_member::sendOut() {
  std::lock_guard Driving(Accel->memory().driving());
  for (Reduction &Value : Reductions)
    if (Status Result = Accel->device().copyOut(Value.Partial.data(), Value.Address, Value.Partial.size());
        !Result.ok())
      return Result;
  if (Status Result = Memory->sendOut(); !Result.ok())
    return Result;
  if (Status Result = Accel->device().synchronize(); !Result.ok())
    return Result;
  Memory->commit();
  return Status::success();
}

void hetrt_manual_member::foldPartials() {
  for (Reduction &Value : Reductions)
    Value.Combine(Value.Total.data(), Value.Partial.data());
}

void hetrt_manual_member::time(bool Computing) {
  if (Computing) {
    // The program has spent the time since it got the range in its own code, so that time is not measured. The time of
    // the copies for the range has been added already.
    Running = true;
    Since = nanoseconds();
  } else if (Running) {
    Running = false;
    Seconds += secondsSince(Since);
  }
}

void hetrt_manual_member::finish() {
  time(false);
  const std::int64_t Start = nanoseconds();
  if (Active)
    if (Status Result = sendOut(); !Result.ok())
      return giveUp(Result, std::exchange(Current, {}));
  foldPartials();
  Seconds += secondsSince(Start);
  Tally &Whose = Active ? AsAccelerator : AsCore;
  Whose.Iterations += Current.size();
  Whose.Seconds += Seconds;
  Loop.ranges().finished(Device, Current, Seconds);
}

Status hetrt_manual_member::more(bool &More) {
  More = false;
  if (!HandedOut)
    return misuse("a range ends that was not asked for");
  HandedOut = false;
  if (!Current.empty())
    finish();
  Pending = !Idle && Loop.ranges().take(Device, Current);
  More = Pending;
  if (More)
    return Status::success();
  Current = {};
  return Loop.leave();
}

/// Called after a fault of the accelerator: drops all its copies. Returns an error if only this accelerator had the
/// present values of some elements.
Status hetrt_manual_member::abandon() {
  std::lock_guard Driving(Accel->memory().driving());
  if (Memory)
    return Memory->abandon();
  return Accel->device().lost() ? Loop.known()->deviceLost(Accel->memory()) : Status::success();
}

/// Handles a fault of the accelerator. A fault of the program ends the pass. After a fault of the device, other devices
/// compute `Part`, and the thread goes on as a core, with the index `Reserve` in the scheduler's list.
void hetrt_manual_member::giveUp(const Status &Why, Range Part) {
  if (Why.isProgramFault())
    return Loop.ranges().fail(Why);
  if (Status Lost = abandon(); !Lost.ok())
    return Loop.ranges().fail(Lost);
  Loop.leaveOut(*Accel, Why);
  Active = false;
  Loop.ranges().returned(std::exchange(Device, Reserve), Part);
}

//===-- The end of a pass ----------------------------------------------------------------------------------------===//

void hetrt_manual_member::combine() {
  if (AsCore.Iterations + AsAccelerator.Iterations > 0)
    for (Reduction &Value : Reductions)
      Value.Combine(Value.Target, Value.Total.data());
}

void hetrt_manual_member::addFigures(unsigned Number, std::vector<DeviceFigures> &To) const {
  if (!Accel || AsCore.Iterations)
    To.push_back({.Kind = "cpu", .Index = Number, .Iterations = AsCore.Iterations, .Seconds = AsCore.Seconds});
  if (!Accel)
    return;
  DeviceFigures &Own = To.emplace_back(Accel->figures());
  Own.Iterations = AsAccelerator.Iterations;
  Own.Seconds = AsAccelerator.Seconds;
  Own.Bytes = Accel->traffic() - Before;
}

void hetrt_manual_member::reset() {
  if (Accel) {
    std::lock_guard Driving(Accel->memory().driving());
    Memory.reset();
    for (Reduction &Value : Reductions)
      if (Value.Address)
        Accel->memory().release(Value.Address);
  }
  Reductions.clear();
  Mapped.clear();
  Arrays = {};
  IsResolved = Active = Pending = HandedOut = false;
  Idle = true;
  Accel = nullptr;
  Fault = Status::success();
  AsCore = AsAccelerator = {};
  Current = {};
}
