// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses which copies of persistent arrays stay on a device, and which are dropped when memory is short.
#include "Memory/Directory.h"

#include <algorithm>
#include <utility>

namespace hetrt {
namespace {

/// Arrays that are not kept are copied to the device piece by piece. If keeping a copy of another array left memory
/// only for pieces smaller than 1/16 of the call, the copy is not kept, since the launches and copies of so many pieces
/// cost more than keeping the copy saves.
constexpr double MostPieces = 16;

double fewestBytes(const ResolvedCall &Call, const DeviceSizes &On, std::span<const ArrayKind> Kinds) {
  return takenBytes(Call, On, Kinds, std::max(1.0, double(Call.Space.TripCount) / MostPieces), 2);
}

/// For devices whose memory is short: limits the memory of launches that only makes them faster to a small part of the
/// memory.
DeviceSizes smallLaunches(DeviceSizes On, double Room) {
  constexpr double Part = 1.0 / 16;
  double &Bytes = On.OfLaunch.BytesPerShare;
  Bytes = std::min(Bytes, std::max(Room * Part, On.LeastOfLaunch));
  return On;
}

bool contains(std::span<const PassArray> Arrays, const std::shared_ptr<PersistentArray> &What) {
  return std::ranges::find(Arrays, What, &PassArray::Entry) != Arrays.end();
}

} // namespace

std::vector<ArrayKind> kindsOf(const PassArrays &Arrays, bool Keeps) {
  std::vector<ArrayKind> Kinds;
  for (const PassArray &Each : Arrays.Call.Arrays)
    Kinds.push_back(kindOf(Each, Each.InPlace          ? CopyLife::None
                                 : Keeps && Each.Entry ? CopyLife::Kept
                                                       : CopyLife::Pass));
  return Kinds;
}

DeviceSizes sizesOn(const PassArrays &Arrays, const DeviceMemory &Where) {
  const Capabilities &What = Where.device().capabilities();
  DeviceSizes Made{.SimdBytes = What.SimdBytes, .Units = What.Units};
  if (!Arrays.PartialBytes)
    return Made;
  const LaunchBytes Own =
      Where.device().launchBytes({.Bytes = Arrays.PartialBytes,
                                  .Grain = Arrays.Grain,
                                  .IsOne = !Arrays.Grain && Arrays.Region->flags & HETRT_ONE_PARTIAL});
  Made.OfLaunch = {.BytesPerShare = Own.PerLaunch, .BytesPerIteration = Own.PerIteration};
  Made.LeastOfLaunch = Own.Least;
  return Made;
}

bool Directory::evict(DeviceMemory &From, std::span<const PassArray> Needed) {
  auto CopyOf = [&](const auto &Entry) -> FullCopy & { return Entry->Copies[From.number()]; };
  auto All = entries();
  std::erase_if(All, [&](const auto &Entry) { return !CopyOf(Entry).Address || contains(Needed, Entry); });
  std::sort(All.begin(), All.end(),
            [&](const auto &A, const auto &B) { return CopyOf(A).LastUsed < CopyOf(B).LastUsed; });
  for (const auto &Entry : All) {
    if (!writeBack(*Entry, From).ok())
      continue; // writing back has failed, so the copy has elements that are nowhere else and must not be dropped
    From.release(CopyOf(Entry).Address);
    CopyOf(Entry).forget();
    return true;
  }
  return false;
}

std::uint64_t Directory::bytesOn(DeviceMemory &Where) { return idleBytes(Where, {}, UINT64_MAX); }

double Directory::roomOn(DeviceMemory &Where) {
  return double(Where.device().availableBytes()) + double(bytesOn(Where));
}

/// The bytes of copies that no pass has used since pass number `Since`, except copies of the arrays `Needed`.
std::uint64_t Directory::idleBytes(DeviceMemory &Where, std::span<const PassArray> Needed, std::uint64_t Since) {
  if (empty())
    return 0;
  std::uint64_t Bytes = 0;
  std::lock_guard Lock(Mutex);
  for (const auto &[Base, Entry] : Arrays) {
    const FullCopy &Copy = Entry->Copies[Where.number()];
    if (Copy.Address && Copy.LastUsed < Since && !contains(Needed, Entry))
      Bytes += Where.device().takenAt(Copy.Address);
  }
  return Bytes;
}

/// Chooses which of the arrays whose Kind in `Wanted` is KeptCopy get a kept copy: first those that have a copy on the
/// device already, then others, as far as they fit. `Free` is the memory that copies of other arrays do not take; on
/// return, the memory that the pass can use without dropping copies that are in use.
std::vector<ArrayKind> Directory::chooseKept(const PassArrays &Arrays, std::span<const ArrayKind> Wanted,
                                             DeviceMemory &Where, double &Free) {
  const DeviceSizes On = smallLaunches(sizesOn(Arrays, Where), Free);
  const double Before = Free;
  std::vector<ArrayKind> Kinds = kindsOf(Arrays, false);
  for (bool Resident : {true, false})
    for (std::size_t I = 0; I < Kinds.size(); ++I) {
      const FullCopy *Copy =
          Wanted[I] == ArrayKind::KeptCopy ? &Arrays.Call.Arrays[I].Entry->Copies[Where.number()] : nullptr;
      if (!Copy || (Copy->Address != 0) != Resident)
        continue;
      const double Room =
          Before + double(idleBytes(Where, Arrays.Call.Arrays, Resident ? UINT64_MAX : Copy->LastWanted));
      const ArrayKind Else = std::exchange(Kinds[I], ArrayKind::KeptCopy);
      // An array that would be on the device as a whole anyway (PassCopy) takes no more memory if it is kept, so it is
      // kept in any case.
      if (Else != ArrayKind::PassCopy && fewestBytes(Arrays.Call, On, Kinds) > Room)
        Kinds[I] = Else;
      else if (!Resident)
        Free = std::max(Free, Room);
    }
  return Kinds;
}

MemoryPlan Directory::planOn(const PassArrays &Arrays, DeviceMemory &Where) {
  const ResolvedCall &Call = Arrays.Call;
  const Capabilities &What = Where.device().capabilities();
  if (Arrays.areInPlaceOn(Where))
    return {.Kinds = std::vector(Call.Arrays.size(), ArrayKind::InPlace),
            .QueriedFreeMemory = Where.queriesFreeMemory()};
  std::vector<ArrayKind> Kinds = kindsOf(Arrays, Policy != WritePolicy::None);
  const bool WritesBack = Policy == WritePolicy::Back;
  // Asking a device how much memory is free may start the device, which takes long. So the device is not asked if the
  // demand is far below the device's size. It is asked in any case if an allocation has failed before, since other
  // processes use much of its memory.
  const double Demand = memoryDemand(Call, What.SimdBytes, Kinds).bytes(double(Call.Space.TripCount));
  if (!Where.queriesFreeMemory() && Demand + double(bytesOn(Where)) <= 0.5 * double(What.MemoryBytes))
    return {.Kinds = std::move(Kinds), .WritesBack = WritesBack};

  const double Total = roomOn(Where);
  double Room = Total - double(idleBytes(Where, Arrays.Call.Arrays, UINT64_MAX));
  const DeviceSizes On = smallLaunches(sizesOn(Arrays, Where), Room);
  Kinds = chooseKept(Arrays, Kinds, Where, Room);
  // Pieces take all of the free memory. If the free memory does not even hold the smallest pieces, copies of arrays are
  // dropped, but only for as much memory as these pieces need.
  Room = std::max(Room, std::min(Total, fewestBytes(Call, On, Kinds)));
  MemoryPlan Plan = planMemory(Call, On, Room, std::move(Kinds));
  Plan.BytesOfLaunch = On.OfLaunch.BytesPerShare;
  Plan.QueriedFreeMemory = true;
  Plan.WritesBack = WritesBack;
  return Plan;
}

} // namespace hetrt
