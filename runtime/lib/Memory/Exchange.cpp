// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds which copies are valid, and moves them.
#include "Memory/Exchange.h"

#include "Memory/Told.h"

namespace hetrt {
namespace {

bool anyNewest(const PersistentArray &Entry) {
  return std::any_of(Entry.Copies.begin(), Entry.Copies.end(), [](const FullCopy &Copy) { return Copy.holdsNewest(); });
}

/// Makes room for a copy of a persistent array; the caller drives the device.
bool allocateCopy(DeviceMemory &To, const Array &What, FullCopy &Copy) {
  if (!Copy.Address) {
    Copy.forget();
    if (!To.allocate(What.bytes(), Copy.Address, [] { return false; }).ok())
      return false;
  }
  return true;
}

/// Copies elements from one device to the other, and waits. The caller drives both.
bool copyAcross(const Array &What, const PersistentArray &Of, DeviceMemory &To, DeviceMemory &From,
                const BoxSet &Parts) {
  const Array Form = Of.form();
  const Layout Where = wholeLayout(Form);
  const DeviceAddress Target = Of.Copies[To.number()].Address, Source = Of.Copies[From.number()].Address;
  for (const Box &Part : Parts.boxes()) {
    const std::vector<Piece> Pieces = piecesOf(Form, Where, Part);
    tellMoved(events::What::MovedAcross, To.device(), What, Pieces);
    for (const Piece &Each : Pieces)
      if (!To.device()
               .copyAcross(Target + Each.DeviceOffset, From.device(), Source + Each.DeviceOffset,
                           {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.DevicePitch})
               .ok())
        return false;
  }
  return To.device().synchronize(Queue::In).ok();
}

/// One device's part in supplying another. What cannot come directly goes to the host.
class Supply {
public:
  Supply(Directory &Known, DeviceMemory &To, bool FromAnyCopy) : Known(Known), To(To), FromAnyCopy(FromAnyCopy) {}

  /// What the target holds already is not offered again, so it must not be forgotten before it is used.
  Status run(const Array &What, PersistentArray &Entry, const Box &Needed) {
    Entry.Copies[To.number()].relyOn(Needed);
    for (std::size_t Device = 0; Device < Entry.Copies.size(); ++Device)
      if (Device != To.number())
        if (Status Result = from(Known.memory(Device), What, Entry, Needed); !Result.ok())
          return Result;
    return Status::success();
  }

private:
  /// What the source has to offer of what the target lacks.
  BoxSet offered(DeviceMemory &From, PersistentArray &Entry, const Box &Needed) const {
    const FullCopy &Source = Entry.Copies[From.number()], &Own = Entry.Copies[To.number()];
    BoxSet Parts = FromAnyCopy ? Source.held(Needed) : Source.newest(Needed);
    Parts.subtract(Own.held(Needed));
    return Parts;
  }

  Status from(DeviceMemory &From, const Array &What, PersistentArray &Entry, const Box &Needed) {
    if (offered(From, Entry, Needed).empty())
      return Status::success();
    if (To.device().canCopyFrom(From.device())) {
      std::scoped_lock Driving(To.driving(), From.driving());
      if (across(From, What, Entry, Needed))
        return Status::success();
    }
    std::lock_guard Driving(From.driving());
    return Known.bringHome(Entry, From, Needed);
  }

  bool across(DeviceMemory &From, const Array &What, PersistentArray &Entry, const Box &Needed) {
    FullCopy &Own = Entry.Copies[To.number()];
    if (!allocateCopy(To, What, Own))
      return false;
    const BoxSet Parts = offered(From, Entry, Needed);
    if (!copyAcross(What, Entry, To, From, Parts))
      return false;
    for (const Box &Part : Parts.boxes())
      Own.fetched(Part);
    return true;
  }

  Directory &Known;
  DeviceMemory &To;
  const bool FromAnyCopy;
};

/// Writes back what one device alone has of the elements that are read, and no longer counts it as the one that has
/// those that are written. Other threads may be writing back its elements: that must be over before the host writes
/// there.
Status takeOver(Directory &Known, PersistentArray &Of, DeviceMemory &From, const std::vector<Box> &Read,
                const Box &Written) {
  FullCopy &Copy = Of.Copies[From.number()];
  auto Alone = [&](const Box &Part) { return !Copy.newest(Part).empty(); };
  if (!Alone(Written) && std::none_of(Read.begin(), Read.end(), Alone))
    return Status::success();
  std::lock_guard Driving(From.driving());
  for (const Box &Part : Read)
    if (Status Result = Known.bringHome(Of, From, Part); !Result.ok())
      return Result;
  Copy.landed(Written);
  return Status::success();
}

/// One array of supplyHost(). Where a loop leaves gaps, in which regions may write that are under way at the same time,
/// all that devices alone hold goes to the host.
Status supplyHost(const Array &What, PersistentArray &Entry, Directory &Known, Iterations Of) {
  if (!anyNewest(Entry))
    return Status::success();
  if (What.Uses.leavesGaps())
    return Known.bringHome(Entry);
  const std::vector<Box> Needed = What.Uses.movedIn(Of);
  const Box Written = What.Uses.writtenHull(Of);
  for (std::size_t Device = 0; Device < Entry.Copies.size(); ++Device)
    if (Status Result = takeOver(Known, Entry, Known.memory(Device), Needed, Written); !Result.ok())
      return Result;
  return Status::success();
}

/// One array of supplyDevice() that the device keeps.
Status supplyKept(const Array &What, PersistentArray &Entry, Directory &Known, DeviceMemory &To, Iterations Of,
                  bool FromAnyCopy) {
  if (!FromAnyCopy && !anyNewest(Entry))
    return Status::success();
  if (What.Uses.leavesGaps())
    return Known.bringHome(Entry);
  for (const Box &Needed : What.Uses.movedIn(Of))
    if (Status Result = Supply(Known, To, FromAnyCopy).run(What, Entry, Needed); !Result.ok())
      return Result;
  return Status::success();
}

} // namespace

Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last) {
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I)
    if (PersistentArray *Entry = Arrays.Persistent[I].get())
      if (Status Result = supplyHost(Arrays.Call.Arrays[I], *Entry, Known, {First, Last}); !Result.ok())
        return Result;
  return Status::success();
}

Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy) {
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const Array &What = Arrays.Call.Arrays[I];
    PersistentArray *Entry = Arrays.Persistent[I].get();
    if (!Entry)
      continue;
    Status Result = Kinds[I] == ArrayKind::KeptCopy ? supplyKept(What, *Entry, Known, To, {First, Last}, FromAnyCopy)
                                                    : supplyHost(What, *Entry, Known, {First, Last});
    if (!Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace hetrt
