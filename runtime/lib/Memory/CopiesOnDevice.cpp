// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of whole arrays on a device: copies the elements that are not valid to the device before a launch; after a
// fault, writes back the elements of which only the device has the present values.
#include "Memory/CopiesOnDevice.h"

#include "Device/RegionTables.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

Status CopyOnDevice::makeCopy(bool &Crowded) {
  FullCopy &Made = copy();
  if (Made.Address)
    return Status::success();
  Made.forget();
  return On.allocate(wholeLayout(What).Bytes, Made.Address, Crowded);
}

Status CopyOnDevice::locate(unsigned Slot) {
  if (Status Result = make(); !Result.ok())
    return Result;
  Storage[Slot].Where = wholeLayout(What);
  Storage[Slot].Address = copy().Address;
  return Status::success();
}

Status CopyOnDevice::moveIn(unsigned Slot) {
  const ArrayStorage &At = Storage[Slot];
  for (const Box &Needed : What.Uses.movedIn(At.Of)) {
    if (Status Result = check(At, Needed); !Result.ok())
      return Result;
    const BoxSet Absent = copy().holdMissing(Needed);
    for (const Box &Part : Absent.boxes())
      if (Status Result = copyIn(At, rectanglesOf(What, At.Where, Part)); !Result.ok())
        return Result;
  }
  return Status::success();
}

/// moveIn() has already counted the elements that it copied in as valid, except those that other threads have written
/// since then. Elements that the loop only writes were not copied in, so they are counted as valid here. If the loop
/// leaves gaps between the elements that it writes, they are not: the box `Wrote` also contains the gaps, whose
/// elements the device does not have.
void CopyOnDevice::noteWritten(const Box &Wrote) {
  if (!What.Uses.reads() && !What.Uses.leavesGaps())
    copy().holds(Wrote);
}

//===-- For a pass -----------------------------------------------------------------------------------------------===//

Status PassCopy::make() {
  bool Crowded = false;
  return makeCopy(Crowded);
}

/// After a fault, enqueued copies to the device may not have been carried out, so all elements count as not valid.
Status PassCopy::forget(std::span<const Iterations>) {
  Own.forget();
  return Status::success();
}

//===-- From pass to pass ----------------------------------------------------------------------------------------===//

/// If the elements of which only this device has the present values lie in many boxes, writes them back, as the policy
/// HETRT_WRITE=through does in each pass. If writing back fails, the elements stay on the device.
KeptCopy::~KeptCopy() {
  if (copy().isScattered())
    static_cast<void>(On.Known.writeBack(*Entry, On.Home));
  copy().settle();
}

/// Notes the number of the pass. When memory is short, Directory::evict() drops the copy that was not used for longest.
Status KeptCopy::begin(std::uint64_t Pass) {
  copy().LastWanted = copy().LastUsed = Pass;
  return Status::success();
}

/// Allocates the copy, and measures how long this takes. If other copies had to be dropped for it, later passes may
/// drop this copy and make it again, so the time is spent repeatedly and does not count as setup.
Status KeptCopy::make() {
  bool Crowded = copy().Address != 0;
  const auto Began = std::chrono::steady_clock::now();
  Status Result = makeCopy(Crowded);
  if (Result.ok() && !Crowded)
    SetupSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - Began).count();
  return Result;
}

double KeptCopy::takeSetupSeconds() { return std::exchange(SetupSeconds, 0); }

/// Under HETRT_WRITE=check: compares the kept elements with the host's array, and returns an error if they differ.
Status KeptCopy::check(const ArrayStorage &At, const Box &Needed) {
  if (On.Known.policy() != WritePolicy::Check)
    return Status::success();
  const BoxSet Shared = copy().shared(Needed);
  for (const Box &Part : Shared.boxes())
    for (const CopyRectangle &Each : rectanglesOf(What, At.Where, Part))
      if (Status Result = compare(At, Each); !Result.ok())
        return Result;
  return Status::success();
}

Status KeptCopy::compare(const ArrayStorage &At, const CopyRectangle &Part) const {
  std::vector<std::byte> Held(Part.bytes());
  const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Part.RowBytes};
  if (Status Result = device().copyOut(Held.data(), At.Address + Part.DeviceOffset, Shape); !Result.ok())
    return Result;
  if (Status Result = device().synchronize(Queue::Out); !Result.ok())
    return Result;
  for (std::uint64_t Row = 0; Row < Part.Rows; ++Row) {
    const std::byte *Ours = Held.data() + Row * Part.RowBytes, *Host = What.Host.Base + Part.hostOffset(Row);
    if (const auto Differs = std::mismatch(Ours, Ours + Part.RowBytes, Host); Differs.second != Host + Part.RowBytes)
      return Status::programFault(
          HETRT_ERROR_PERSIST,
          fmt::format("{}: wanted the host's array as {} kept it, found that the program has written {} since then: "
                      "'depersist', 'update to' or the end of the data region has to come before",
                      clauseOf(*What.Info), On.Home.label(), Entry->describe(Entry->elementsIn(Differs.second, 1))));
  }
  return Status::success();
}

void KeptCopy::noteWritten(const Box &Wrote) {
  if (WritesBack)
    copy().wrote(Wrote);
  else
    CopyOnDevice::noteWritten(Wrote);
}

/// If the device is lost, does nothing, since Directory::deviceLost() marks all copies of the device as not valid at
/// once, and reports the elements that are lost.
Status KeptCopy::forget(std::span<const Iterations> UnderWay) {
  if (device().lost())
    return Status::success();
  Status Result = rescue(UnderWay);
  if (!device().lost())
    copy().forget();
  return Result;
}

/// Writes back the elements that only this device has, except those that an unfinished launch may have changed.
Status KeptCopy::rescue(std::span<const Iterations> UnderWay) {
  BoxSet Lost;
  for (const Iterations &Each : UnderWay) {
    const Box Uncertain = What.Uses.writtenHull(Each);
    // If the loop writes all elements without reading them, a device that repeats the launch needs no old values, so no
    // element is lost.
    if (What.Uses.reads())
      Lost.add(copy().newest(Uncertain));
    copy().writtenBack(Uncertain);
  }
  Status Result = On.Known.writeBack(*Entry, On.Home);
  if (Result.ok() && !Lost.empty())
    Result = Status::programFault(
        HETRT_ERROR_DEVICE,
        fmt::format("{}: wanted the old values of what only this device holds under HETRT_WRITE=back, found that a "
                    "launch which broke off has changed them: {}",
                    On.Home.label(), Entry->describe(Lost)));
  return Result;
}

} // namespace hetrt
