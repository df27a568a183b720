// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds who holds what, and moves it.
#include "Memory/Exchange.h"

namespace hetrt {
namespace {

/// All that devices alone hold goes to the host where a plus-shape comes from there as it is, where a loop leaves gaps,
/// in which regions may write that are under way at the same time, and where copies count along another dimension than
/// this pass does.
bool wantsAllAtHome(const Array &What, const PersistentArray &Entry, bool Dense) {
  if ((What.tiedCount() > 1 && !What.Whole) || !Dense)
    return true;
  for (const FullCopy &Copy : Entry.Copies) {
    unsigned Dimension = 0;
    if (!Copy.newest(Dimension).empty() && Dimension != What.dimension())
      return true;
  }
  return false;
}

bool anyNewest(const PersistentArray &Entry) {
  return std::any_of(Entry.Copies.begin(), Entry.Copies.end(), [](const FullCopy &Copy) { return Copy.holdsNewest(); });
}

/// What iterations with the values `Hull` need the old values of.
Interval neededOf(const Array &What, Interval Hull) {
  return What.In ? readInterval(What, What.dimension(), Hull) : Interval{};
}

/// Makes room for a copy of a persistent array; the caller drives the device.
bool hasPlace(DeviceMemory &To, const Array &What, FullCopy &Copy) {
  if (!Copy.Address) {
    Copy.forget();
    if (!To.allocate(What.bytes(), Copy.Address, [] { return false; }).ok())
      return false;
  }
  Copy.countAlong(What.dimension(), What.Extent);
  return true;
}

/// Copies indices from one device to the other, and waits. The caller drives both.
bool copyAcross(const PersistentArray &Of, DeviceMemory &To, DeviceMemory &From, unsigned Dimension,
                const IntervalSet &Parts) {
  const Array Form = Of.along(Dimension);
  const Layout Where = wholeLayout(Form);
  const DeviceAddress Target = Of.Copies[To.number()].Address, Source = Of.Copies[From.number()].Address;
  for (Interval Part : Parts.intervals())
    for (const Piece &Each : piecesOf(Form, Where, slab(Form, Part)))
      if (!To.device()
               .copyAcross(Target + Each.DeviceOffset, From.device(), Source + Each.DeviceOffset,
                           {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.DevicePitch})
               .ok())
        return false;
  return To.device().synchronize(Queue::In).ok();
}

/// One device's part in supplying another. What cannot come directly goes to the host.
class Supply {
public:
  Supply(Directory &Known, DeviceMemory &To, bool FromAnyCopy) : Known(Known), To(To), FromAnyCopy(FromAnyCopy) {}

  Status run(const Array &What, PersistentArray &Entry, Interval Needed) {
    for (std::size_t Device = 0; Device < Entry.Copies.size(); ++Device)
      if (Device != To.number())
        if (Status Result = from(Known.memory(Device), What, Entry, Needed); !Result.ok())
          return Result;
    return Status::success();
  }

private:
  /// What the source has to offer of what the target lacks.
  IntervalSet offered(DeviceMemory &From, const Array &What, PersistentArray &Entry, Interval Needed) const {
    const FullCopy &Source = Entry.Copies[From.number()], &Own = Entry.Copies[To.number()];
    IntervalSet Parts = FromAnyCopy ? Source.held(What.dimension(), Needed) : Source.newest(What.dimension(), Needed);
    Parts.subtract(Own.held(What.dimension(), Needed));
    return Parts;
  }

  Status from(DeviceMemory &From, const Array &What, PersistentArray &Entry, Interval Needed) {
    if (offered(From, What, Entry, Needed).empty())
      return Status::success();
    if (To.device().canCopyFrom(From.device())) {
      std::scoped_lock Driving(To.driving(), From.driving());
      if (across(From, What, Entry, Needed))
        return Status::success();
    }
    std::lock_guard Driving(From.driving());
    return Known.bringHome(Entry, From, What.dimension(), Needed);
  }

  bool across(DeviceMemory &From, const Array &What, PersistentArray &Entry, Interval Needed) {
    FullCopy &Own = Entry.Copies[To.number()];
    if (!hasPlace(To, What, Own))
      return false;
    const IntervalSet Parts = offered(From, What, Entry, Needed);
    if (!copyAcross(Entry, To, From, What.dimension(), Parts))
      return false;
    for (Interval Part : Parts.intervals())
      Own.holds(Part);
    return true;
  }

  Directory &Known;
  DeviceMemory &To;
  const bool FromAnyCopy;
};

/// What one device alone holds of the indices that are read comes home, and it no longer counts as the one to have
/// those that are written. Others may be taking home what it holds: that must be over before the host writes there.
Status takeOver(Directory &Known, PersistentArray &Of, DeviceMemory &From, unsigned Dimension, Interval Read,
                Interval Written) {
  FullCopy &Copy = Of.Copies[From.number()];
  if (Copy.newest(Dimension, Read).empty() && Copy.newest(Dimension, Written).empty())
    return Status::success();
  std::lock_guard Driving(From.driving());
  if (Status Result = Known.bringHome(Of, From, Dimension, Read); !Result.ok())
    return Result;
  Copy.landed(Written);
  return Status::success();
}

} // namespace

Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last) {
  const IterationSpace &Iterations = Arrays.Call.Iterations;
  const Interval Hull = Iterations.hull(First, Last);
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const Array &What = Arrays.Call.Arrays[I];
    PersistentArray *Entry = Arrays.Persistent[I].get();
    if (!Entry || !anyNewest(*Entry))
      continue;
    if (wantsAllAtHome(What, *Entry, Iterations.dense())) {
      if (Status Result = Known.bringHome(*Entry); !Result.ok())
        return Result;
      continue;
    }
    const unsigned Along = What.dimension();
    for (std::size_t Device = 0; Device < Entry->Copies.size(); ++Device)
      if (Status Result = takeOver(Known, *Entry, Known.memory(Device), Along, neededOf(What, Hull),
                                   writtenInterval(What, Along, Hull));
          !Result.ok())
        return Result;
  }
  return Status::success();
}

Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, bool Keeps, bool FromAnyCopy) {
  if (!Keeps)
    return supplyHost(Arrays, Known, First, Last);
  const Interval Hull = Arrays.Call.Iterations.hull(First, Last);
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const Array &What = Arrays.Call.Arrays[I];
    PersistentArray *Entry = Arrays.Persistent[I].get();
    if (!Entry || (!FromAnyCopy && !anyNewest(*Entry)))
      continue;
    if (wantsAllAtHome(What, *Entry, Arrays.Call.Iterations.dense())) {
      if (Status Result = Known.bringHome(*Entry); !Result.ok())
        return Result;
      continue;
    }
    const Interval Needed = neededOf(What, Hull);
    if (Needed.empty())
      continue;
    if (Status Result = Supply(Known, To, FromAnyCopy).run(What, *Entry, Needed); !Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace hetrt
