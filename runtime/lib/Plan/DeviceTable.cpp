// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the accelerators of a region: which are chosen, which serve a pass, and which get no work.
#include "Plan/DeviceTable.h"

#include "Team/Waiting.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

void DeviceTable::choose(const Fleet &All, const std::function<bool(Accelerator &)> &Fits) {
  Devices.resize(All.Members.size());
  for (std::size_t A = 0; A < Devices.size(); ++A) {
    Accelerator &Accel = *All.Members[A];
    Devices[A] = {.Accel = &Accel, .Chosen = Fits(Accel), .LeftOut = Devices[A].LeftOut, .Cut = {}, .Reach = {}};
  }
  HasChoice = true;
}

void DeviceTable::chooseNone() {
  for (RegionDevice &Each : Devices)
    Each.Chosen = false;
}

bool DeviceTable::empty() const { return std::ranges::none_of(Devices, &RegionDevice::Chosen); }

bool DeviceTable::allRest() const {
  return std::ranges::all_of(Devices,
                             [](const RegionDevice &Each) { return !Each.Chosen || Each.LeftOut || Each.GivenUp; });
}

bool DeviceTable::anyLoads() const {
  return std::ranges::any_of(
      Devices, [](const RegionDevice &Each) { return Each.Chosen && !Each.LeftOut && Each.Accel->isLoading(); });
}

bool DeviceTable::anyInService() const {
  return std::ranges::any_of(
      Devices, [](const RegionDevice &Each) { return Each.Chosen && !Each.LeftOut && !Each.Accel->retired(); });
}

std::vector<AcceleratorLease> DeviceTable::acquire(bool CountTraffic) {
  std::vector<AcceleratorLease> Serving;
  for (RegionDevice &Each : Devices)
    if (Each.Chosen && !Each.LeftOut && !Each.GivenUp && Each.Accel->tryAcquire())
      Serving.emplace_back(Each, CountTraffic);
  return Serving;
}

std::optional<AcceleratorLease> DeviceTable::acquire(const Accelerator &Which, bool CountTraffic) {
  Accelerator::awaitStartUps(); // the accelerator cannot be acquired while it loads a kernel
  for (RegionDevice &Each : Devices)
    if (Each.Accel == &Which && Each.Chosen && !Each.LeftOut && Each.Accel->tryAcquire())
      return AcceleratorLease(Each, CountTraffic);
  return std::nullopt;
}

std::optional<std::uint32_t> DeviceTable::acquireAgain(std::span<const std::uint32_t> Numbers, bool CountTraffic,
                                                       WaitPolicy How, std::vector<AcceleratorLease> &Into) {
  for (const std::uint32_t Number : Numbers) {
    RegionDevice *Each = Number < Devices.size() ? &Devices[Number] : nullptr;
    if (!Each || !Each->Chosen || Each->LeftOut)
      return Number;
    for (unsigned Looks = 0; !Each->Accel->tryAcquire(); ++Looks) {
      if (Each->Accel->retired())
        return Number;
      pauseForLong(How, Looks);
    }
    Into.emplace_back(*Each, CountTraffic);
  }
  return std::nullopt;
}

/// Makes the entry of an accelerator for the scheduler's list. The accelerator's position in the list changes from pass
/// to pass, so measurements are kept under Model.Id, which stays the same.
static DeviceSlot slotOf(RegionDevice &Which, DeviceSlot::Role As) {
  constexpr std::uint32_t FirstAccelerator = 1u << 20; // smaller numbers are those of cores
  const Accelerator &Accel = *Which.Accel;
  return {.As = As,
          .Known = &Which,
          .Model = {.Kind = ProcessorKind::Accelerator,
                    .SimdWidth = Accel.capabilities().RelativeWidth,
                    .Usable = As == DeviceSlot::Role::Computes,
                    .Id = FirstAccelerator + Accel.number()},
          .Share = {}};
}

void DeviceTable::list(std::span<const AcceleratorLease> Serving, std::vector<DeviceSlot> &Into) {
  for (const AcceleratorLease &Each : Serving) {
    Each.known().Serves = true;
    Into.push_back(slotOf(Each.known(), DeviceSlot::Role::Computes));
  }
  for (RegionDevice &Each : Devices)
    if (!std::exchange(Each.Serves, false) && Each.Chosen && !Each.LeftOut)
      Into.push_back(slotOf(Each, DeviceSlot::Role::Rests));
}

void DeviceTable::noteGivenUp(std::span<const DeviceSlot> Slots, const Scheduler &Plan) {
  for (std::size_t Position = 0; Position < Slots.size(); ++Position)
    if (Slots[Position].isAccelerator())
      Slots[Position].Known->GivenUp = Plan.givenUp(static_cast<unsigned>(Position));
}

bool DeviceTable::leaveOut(RegionDevice &Which) {
  Which.LeftOut = true;
  if (Which.Accel->device().lost())
    Which.Accel->retire();
  return Which.Accel->firstFault();
}

std::string DeviceTable::hasLessFree(const RegionDevice &Which, const Status &Of, const Status &Why) {
  return fmt::format("{} has less memory free than its size says{}, and later passes use what is free: {}",
                     Which.Accel->device().label(), Of.ok() ? ", the share of this pass runs elsewhere" : "",
                     Why.message());
}

} // namespace hetrt
