// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks each kind of device for the devices that the settings want.
#include "Team/Fleet.h"

#include "Device/DeviceList.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {
namespace {

const DeviceWish *wishFor(const Settings &Set, std::string_view Kind) {
  if (!Set.Accelerators)
    return nullptr;
  auto Found = std::find_if(Set.Accelerators->begin(), Set.Accelerators->end(),
                            [&](const DeviceWish &Wish) { return Wish.Kind == Kind; });
  return Found == Set.Accelerators->end() ? nullptr : &*Found;
}

void keepOwn(std::vector<std::unique_ptr<Device>> &Devices, LocalRank Rank) {
  const auto Count = static_cast<unsigned>(Devices.size());
  std::vector<std::unique_ptr<Device>> Own;
  for (unsigned Index = 0; Index < Count; ++Index)
    if (belongsTo(Rank, Index, Count))
      Own.push_back(std::move(Devices[Index]));
  Devices = std::move(Own);
}

FoundDevices findKind(const DeviceKind &Kind, const Settings &Set, LocalRank Rank) {
  const DeviceWish *Wish = wishFor(Set, Kind.Name);
  DeviceRequest Request;
  Request.Options = Set.kindOptions(Kind.Setting);
  Request.Named = Wish;
  if (Set.Accelerators && !Wish) {
    Request.Count = 0;
  } else if (Wish && Wish->Count) {
    Request.Count = Wish->Count;
    Request.Rotate = Rank.Rank * *Wish->Count;
  }
  FoundDevices Found = Kind.Enumerate(Request);
  // The settings name the kind without a count, and its devices exist only on request: ask for one.
  if (Wish && !Request.Count && !Kind.OfJob && Found.Devices.empty() && Found.Result.ok()) {
    Request.Count = 1;
    Found = Kind.Enumerate(Request);
  }
  if (!Request.Count && Rank.Count > 1 && !Kind.OfJob)
    keepOwn(Found.Devices, Rank);
  return Found;
}

/// Whether the settings name devices that do not exist.
bool tooFew(const Settings &Set, const DeviceKind &Kind, const FoundDevices &Found) {
  const DeviceWish *Wish = wishFor(Set, Kind.Name);
  if (!Wish || Wish->Count)
    return Wish && Found.Devices.size() < *Wish->Count;
  return Found.Devices.empty() && !Found.WhyNot.empty();
}

/// The name of the setting that wants devices of this kind that do not exist, or has options for devices that do not
/// exist; empty if there is none. If HETRT_DEVICES lists devices and not this kind, that is on purpose, so no message
/// is needed.
std::string_view disappointed(const Settings &Set, const DeviceKind &Kind, const FoundDevices &Found) {
  if (tooFew(Set, Kind, Found) || (Kind.OfJob && wishFor(Set, Kind.Name) && !Found.WhyNot.empty()))
    return "HETRT_DEVICES";
  const bool Excluded = Set.Accelerators && !wishFor(Set, Kind.Name);
  const bool Disappoints = Kind.OfJob ? !Found.WhyNot.empty() : Found.Devices.empty();
  return Disappoints && !Excluded && !Set.kindOptions(Kind.Setting).empty() ? Kind.Setting : "";
}

void explain(std::string &WhyFew, const std::string &WhyNot) {
  if (!WhyNot.empty())
    WhyFew += (WhyFew.empty() ? "" : "; ") + WhyNot;
}

} // namespace

bool belongsTo(LocalRank Rank, unsigned Index, unsigned Count) {
  return Rank.Count <= Count ? Index % Rank.Count == Rank.Rank : Index == Rank.Rank % Count;
}

KindNames deviceKindNames() {
  KindNames All;
  for (const DeviceKind &Kind : deviceKinds()) {
    All.Names.push_back(Kind.Name);
    if (!Kind.Setting.empty())
      All.Settings.push_back(Kind.Setting);
    if (Kind.SettingNamesFiles)
      All.FileSettings.push_back(Kind.Setting);
  }
  return All;
}

Status findFleet(const Settings &Set, LocalRank Rank, Fleet &Into) {
  Status Result;
  if (Set.TargetOffload == Offload::Disabled) {
    Into.WhyFew = "OMP_TARGET_OFFLOAD=disabled";
  } else {
    for (const DeviceKind &Kind : deviceKinds()) {
      FoundDevices Found = findKind(Kind, Set, Rank);
      if (!Found.Result.ok() && Result.ok())
        Result = Found.Result;
      explain(Into.WhyFew, Found.WhyNot);
      if (std::string_view Setting = disappointed(Set, Kind, Found); !Setting.empty() && Found.Result.ok())
        explain(Into.Missing, fmt::format("setting {}: {}", Setting, Found.WhyNot));
      explain(Into.Missing, Found.Less);
      for (auto &Device : Found.Devices)
        Into.Members.push_back(
            std::make_unique<Accelerator>(std::move(Device), static_cast<unsigned>(Into.Members.size())));
    }
    if (Into.Members.empty() && Into.WhyFew.empty() && Set.Accelerators)
      Into.WhyFew = "HETRT_DEVICES names none";
  }
  std::vector<DeviceMemory *> Memories;
  for (const auto &Member : Into.Members)
    Memories.push_back(&Member->memory());
  Into.Known = std::make_unique<Directory>(std::move(Memories), Set.Write);
  return Result;
}

} // namespace hetrt
