// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region knows of accelerators, the accelerators that serve one of its passes, and the devices of that pass.
//
// Two numberings, and no other: an accelerator has its number in the process (RegionDevice), a device its position in
// the list that the scheduler is given (DeviceSlot): cores or places, then accelerators that compute, then those that
// rest.
#ifndef HETRT_PLAN_DEVICETABLE_H
#define HETRT_PLAN_DEVICETABLE_H

#include "Plan/PieceChooser.h"
#include "Plan/ReachChooser.h"
#include "Schedule/Scheduler.h"
#include "Team/Fleet.h"
#include "Team/PlaceTeams.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hetrt {

/// What a region knows of one accelerator from its earlier passes.
struct RegionDevice {
  Accelerator *Who = nullptr;
  bool Chosen = false;     ///< The clause asks for it, and it can run the region.
  bool LeftOut = false;    ///< After a fault, for good.
  bool GivenUp = false;    ///< By the scheduler, until it wants to try it again.
  bool Prepared = false;   ///< The kernel is loaded.
  bool MadeRoom = false;   ///< A pass has made room for copies that stay; a pass that makes it again is to blame.
  bool Serves = false;     ///< The pass that is being listed.
  bool SaidNoRoom = false; ///< That the arrays do not fit has been said.
  PieceChooser Cut;
  ReachChooser Reach;
};

/// An accelerator that serves one pass, until the lease ends.
class AcceleratorLease {
public:
  /// The caller has acquired the accelerator. With `CountsTraffic`, moved() can be asked.
  AcceleratorLease(RegionDevice &Of, bool CountsTraffic)
      : Known(&Of), Before(CountsTraffic ? Of.Who->traffic() : Traffic()) {}
  AcceleratorLease(AcceleratorLease &&Other) noexcept
      : Known(std::exchange(Other.Known, nullptr)), Before(Other.Before) {}
  AcceleratorLease &operator=(AcceleratorLease &&Other) noexcept {
    std::swap(Known, Other.Known);
    std::swap(Before, Other.Before);
    return *this;
  }
  ~AcceleratorLease() {
    if (Known)
      Known->Who->release();
  }

  RegionDevice &known() const { return *Known; }
  Accelerator &accelerator() const { return *Known->Who; }

  /// What has moved since the lease began.
  Traffic moved() const { return Known->Who->traffic() - Before; }

private:
  RegionDevice *Known;
  Traffic Before;
};

/// One device of a pass. Its position in the list is its number to the scheduler.
struct DeviceSlot {
  enum class Role : std::uint8_t {
    Core,
    Place,
    Computes, ///< An accelerator that serves the pass,
    Rests,    ///< that was given up or serves another pass,
    NoRoom    ///< or whose memory is too small for a single iteration.
  };
  Role As = Role::Core;
  RegionDevice *Known = nullptr; ///< Of accelerators,
  const Place *Where = nullptr;  ///< of places.
  DeviceModel Model;
  Range Share; ///< In units of the pass's division, where the scheduler's whole split is known.

  bool isAccelerator() const { return Known; }

  /// An accelerator that the pass holds.
  bool isServing() const { return As == Role::Computes || As == Role::NoRoom; }
};

/// The accelerators of a region, by their number. Used by the thread that holds the region's lock.
class DeviceTable {
public:
  /// Chooses among the accelerators of the process. What is known of faults stays; a new choice begins with devices
  /// that was not given up, and not prepared.
  void choose(const Fleet &All, const std::function<bool(Accelerator &)> &Fits);
  void chooseNone();

  /// Whether a choice was made, since forgetChoice().
  bool isChosen() const { return HasChoice; }
  void forgetChoice() { HasChoice = false; }

  bool empty() const; ///< Nothing is chosen.
  std::span<RegionDevice> all() { return Devices; }

  /// Whether each of those chosen was given up or has failed: the next passes are probably the cores' alone.
  bool allRest() const;

  /// Whether one of those chosen still loads a kernel, though the pass that wanted it has ended.
  bool anyLoads() const;

  /// Whether one of those chosen is in service.
  bool anyInService() const;

  /// Takes those chosen that are not left out, given up or taken, in their order.
  std::vector<AcceleratorLease> acquire(bool CountTraffic);

  /// Takes the one that a pass cannot do without, given up or not; none if it was not chosen, is left out or taken.
  std::optional<AcceleratorLease> acquire(const Accelerator &Which, bool CountTraffic);

  /// Takes those with these numbers, even if other passes want them, and waits while another pass has them. Returns the
  /// first that is not to be had, since it has failed or is none of those chosen.
  std::optional<std::uint32_t> acquireAgain(std::span<const std::uint32_t> Numbers, bool CountTraffic,
                                            std::vector<AcceleratorLease> &Into);

  /// Adds to the list of a pass those that serve it, then the others that are not left out. Cores stand in it already.
  void list(std::span<const AcceleratorLease> Serving, std::vector<DeviceSlot> &Into);

  /// After a pass over these slots: whom the scheduler has given up.
  static void noteGivenUp(std::span<const DeviceSlot> Slots, const Scheduler &Plan);

  /// A device has failed: it takes no part in the region's passes any more. True if that is worth a message, the first
  /// time in the life of the process.
  static bool leaveOut(RegionDevice &Which);

  /// The message where a device had too little memory for a pass that had not asked it how much is free: it stays.
  /// `Of`: what became of the pass.
  static std::string hasLessFree(const RegionDevice &Which, const Status &Of, const Status &Why);

private:
  std::vector<RegionDevice> Devices;
  bool HasChoice = false;
};

} // namespace hetrt

#endif
