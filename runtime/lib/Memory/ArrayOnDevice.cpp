// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common code of all kinds of arrays on a device; and the kinds that take little code: packed shares, and arrays
// that are used in place.
#include "Memory/ArrayOnDevice.h"

#include "Device/RegionTables.h"
#include "Memory/MoveEvents.h"

#include <cstring>
#include <fmt/format.h>

namespace hetrt {

Status PassDevice::allocate(std::uint64_t Bytes, DeviceAddress &Address, bool &Crowded) const {
  return Home.allocate(Bytes, Address, [&] {
    Crowded = true;
    return Known.evict(Home, Arrays.Call.Arrays);
  });
}

ArrayOnDevice::ArrayOnDevice(const PassDevice &On, unsigned Index)
    : On(On), Index(Index), What(On.Arrays.Call.Arrays[Index]), Entry(On.Arrays.Call.Arrays[Index].Entry.get()) {}

Status ArrayOnDevice::begin(std::uint64_t Pass) {
  if (!Entry)
    return Status::success();
  FullCopy &Copy = entryCopy();
  Copy.LastWanted = Pass;
  if (Status Result = On.Known.writeBack(*Entry, On.Home); !Result.ok())
    return Result;
  On.Home.release(Copy.Address);
  Copy.forget();
  return Status::success();
}

//===-- In -------------------------------------------------------------------------------------------------------===//

void ArrayOnDevice::beginRange(Iterations Of, unsigned Slot) {
  release(Slot);
  Storage[Slot].Of = Of;
  prepare(Slot);
}

Status ArrayOnDevice::bringIn(unsigned Slot) {
  if (Status Result = locate(Slot); !Result.ok())
    return Result;
  return fill(Slot);
}

Status ArrayOnDevice::copyIn(const ArrayStorage &At, const std::vector<CopyRectangle> &Rectangles,
                             const std::byte *Image) const {
  reportMoves(events::What::MovedIn, device(), What, Rectangles);
  std::vector<CopyPart> Parts;
  Parts.reserve(Rectangles.size());
  for (const CopyRectangle &Each : Rectangles)
    Parts.push_back({Image ? static_cast<std::int64_t>(Each.DeviceOffset) : Each.HostOffset,
                     Each.DeviceOffset,
                     {Each.Rows, Each.RowBytes, Each.DevicePitch, Image ? Each.DevicePitch : Each.HostPitch}});
  return device().copyIn(At.Address, Image ? Image : What.Host.Base, Parts, Queue::In, Image ? HostArray{} : lasting());
}

Status ArrayOnDevice::checkUnchanged(unsigned, bool) const { return Status::success(); }

//===-- Out ------------------------------------------------------------------------------------------------------===//

std::uint64_t ArrayOnDevice::findOutputs(unsigned Slot) {
  Outputs.clear();
  Staged = nullptr;
  std::uint64_t Bytes = 0;
  if (!sendsOut())
    return Bytes;
  Outputs = writtenRectangles(What, Storage[Slot].Where, Storage[Slot].Of);
  // A launch that fails may have overwritten elements that the loop also reads, but another device needs their old
  // values to repeat the launch. So outputs to such arrays go to a staging area first, and the host's array keeps the
  // old values until the launch has succeeded. Outputs to arrays that the loop does not read go straight to the host's
  // array, since a device that repeats the launch writes all of them again.
  for (const CopyRectangle &Part : Outputs)
    Bytes += What.Uses.reads() ? Part.bytes() : 0;
  return Bytes;
}

Status ArrayOnDevice::sendOut(unsigned Slot, std::byte *&Stage) {
  reportMoves(events::What::MovedOut, device(), What, Outputs);
  const bool Stages = What.Uses.reads();
  Staged = Stages ? Stage : nullptr;
  for (const CopyRectangle &Part : Outputs) {
    std::byte *To = Stages ? Stage : What.Host.Base + Part.HostOffset;
    const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Stages ? Part.RowBytes : Part.HostPitch};
    const HostArray Of = Stages ? On.Home.stagingArray() : lasting();
    if (Status Result = device().copyOut(To, Storage[Slot].Address + Part.DeviceOffset, Shape, Queue::Out, Of);
        !Result.ok())
      return Result;
    if (Stages)
      Stage += Part.bytes();
  }
  return Status::success();
}

void ArrayOnDevice::commit(unsigned Slot) {
  for (const std::byte *From = Staged; const CopyRectangle &Part : Outputs)
    for (std::uint64_t Row = 0; From && Row < Part.Rows; ++Row, From += Part.RowBytes)
      store(Slot, Part, Row, From);
  Outputs.clear();
  if (!What.Uses.writes())
    return;
  const Box Wrote = What.Uses.writtenHull(Storage[Slot].Of);
  Written.add(Wrote);
  if (Entry)
    entryCopy().computed();
  // Other copies whose device alone had the newest values of `Wrote` no longer have them; noteWritten() notes the new
  // values if this device keeps them. If the loop leaves gaps between the elements that it writes, no copy is changed
  // here. All copies were written back before the pass, so a copy that now has newest values in a gap got them from
  // another region that is running.
  if (Entry && !What.Uses.leavesGaps())
    for (FullCopy &Copy : Entry->Copies)
      Copy.writtenBack(Wrote);
  noteWritten(Wrote);
}

void ArrayOnDevice::store(unsigned, const CopyRectangle &Part, std::uint64_t Row, const std::byte *From) {
  std::memcpy(What.Host.Base + Part.hostOffset(Row), From, Part.RowBytes);
}

Status ArrayOnDevice::abandon(std::span<const Iterations> UnderWay) {
  Outputs.clear();
  return forget(UnderWay);
}

//===-- Parts of it ----------------------------------------------------------------------------------------------===//

/// The rectangles of memory of all elements that the loop uses at the indices `Along` of the dimension that follows the
/// loop (as i in `a[i][j]` in a loop over i).
std::vector<CopyRectangle> ArrayOnDevice::rectanglesAlong(Interval Along) const {
  return rectanglesOf(What, Storage[0].Where, slab(What, On.Arrays.Call.all(), Along));
}

Status ArrayOnDevice::take(Interval Along) const { return copyIn(Storage[0], rectanglesAlong(Along)); }

Status ArrayOnDevice::give(Interval Along) const {
  const std::vector<CopyRectangle> Parts = rectanglesAlong(Along);
  reportMoves(events::What::MovedOut, device(), What, Parts);
  for (const CopyRectangle &Part : Parts) {
    const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Part.HostPitch};
    if (Status Result =
            device().copyOut(What.Host.Base + Part.HostOffset, Storage[0].Address + Part.DeviceOffset, Shape);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

Status ArrayOnDevice::takeFrom(const ArrayOnDevice &Other, Interval Along) const {
  const std::vector<CopyRectangle> To = rectanglesAlong(Along), From = Other.rectanglesAlong(Along);
  reportMoves(events::What::MovedAcross, device(), What, To);
  // Both lists describe the same rectangles of the host's array in the same order, so entry I of one list is the source
  // of entry I of the other.
  for (std::size_t I = 0; I < To.size(); ++I) {
    const CopyRectangle &A = To[I], &B = From[I];
    if (Status Result = device().copyAcross(Storage[0].Address + A.DeviceOffset, Other.device(),
                                            Other.Storage[0].Address + B.DeviceOffset,
                                            {A.Rows, A.RowBytes, A.DevicePitch, B.DevicePitch});
        !Result.ok())
      return Result;
  }
  return Status::success();
}

//===-- Kinds ----------------------------------------------------------------------------------------------------===//

PerLaunch::~PerLaunch() {
  for (ArrayStorage &Each : Storage)
    On.Home.release(Each.Address);
}

Status PerLaunch::locate(unsigned Slot) {
  ArrayStorage &At = Storage[Slot];
  At.Where = layOut(Slot);
  bool Crowded = false;
  // An array of which the iterations need no element gets one byte anyway, so that it has an address, which differs
  // from those of all other arrays.
  return On.allocate(std::max<std::uint64_t>(At.Where.Bytes, 1), At.Address, Crowded);
}

/// Returns an error if the program has changed where the segments of the launch's iterations begin or end (as `row` in
/// `for (k = row[i]; k < row[i + 1]; ++k)`) since the segments were copied to the device.
Status PerLaunch::checkUnchanged(unsigned Slot, bool) const {
  const ArrayStorage &At = Storage[Slot];
  if (What.Indirect.Through.empty() || !At.Address)
    return Status::success();
  const Interval Now = What.Uses.held(At.Of)[0], &Held = At.Where.Held[0];
  if (Now == Held)
    return Status::success();
  return changedMeanwhile(
      What, *What.Indirect.Through.front(),
      fmt::format("elements [{}, {}) instead of [{}, {})", Now.Lower, Now.Upper, Held.Lower, Held.Upper));
}

Layout PackedShare::layOut(unsigned Slot) {
  return shareLayout(What, Storage[Slot].Of, device().capabilities().SimdBytes);
}

Status ShareOnDevice::moveIn(unsigned Slot) {
  for (const Box &Needed : What.Uses.movedIn(Storage[Slot].Of))
    if (Status Result = copyIn(Storage[Slot], rectanglesOf(What, Storage[Slot].Where, Needed)); !Result.ok())
      return Result;
  return Status::success();
}

/// Copies all elements that the launch may touch to the device, whether or not the launch reads them, so that the
/// snapshot has the old values of all elements that the launch may write, to compare with.
Status ComparedShare::moveIn(unsigned Slot) {
  const ArrayStorage &At = Storage[Slot];
  Image &Before = Snapshots[Slot];
  if (Before.Bytes < At.Where.Bytes)
    Before = {std::unique_ptr<std::byte[]>(new std::byte[At.Where.Bytes]), At.Where.Bytes};
  for (const Box &Needed : What.Uses.touched(At.Of)) {
    const std::vector<CopyRectangle> Rectangles = rectanglesOf(What, At.Where, Needed);
    for (const CopyRectangle &Part : Rectangles)
      for (std::uint64_t Row = 0; Row < Part.Rows; ++Row)
        copyBesideWriters(Before.First.get() + Part.DeviceOffset + Row * Part.DevicePitch,
                          What.Host.Base + Part.hostOffset(Row), Part.RowBytes);
    if (Status Result = copyIn(At, Rectangles, Before.First.get()); !Result.ok())
      return Result;
  }
  return Status::success();
}

void ComparedShare::store(unsigned Slot, const CopyRectangle &Part, std::uint64_t Row, const std::byte *From) {
  storeChanged(What.Host.Base + Part.hostOffset(Row),
               Snapshots[Slot].First.get() + Part.DeviceOffset + Row * Part.DevicePitch, From, Part.RowBytes);
}

Status InPlace::locate(unsigned Slot) {
  Storage[Slot].Where = wholeLayout(What);
  Storage[Slot].Address = reinterpret_cast<std::uintptr_t>(What.Host.Base);
  return Status::success();
}

hetrt_bounds InPlace::bounds(unsigned Window, unsigned Slot) const {
  return What.isUnbounded() ? boundsOfAll(What, Window) : ArrayOnDevice::bounds(Window, Slot);
}

Status changedMeanwhile(const Array &What, const hetrt_array_info &By, const std::string &Found) {
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format(
          "{}: wanted '{}' as it was when the share was brought in, found that the program has changed it since "
          "then: {}",
          clauseOf(*What.Info), By.name, Found));
}

} // namespace hetrt
