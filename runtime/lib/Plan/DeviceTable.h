// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's knowledge of accelerators, by region; which accelerators serve a pass; and the list of the pass's
// devices.
//
// There are two numberings. An accelerator has a number in the process (RegionDevice, the order of the fleet). A device
// has a position in the list that the scheduler gets (DeviceSlot), which has cores or places first, then accelerators
// that compute, then accelerators that rest.
#ifndef HETRT_PLAN_DEVICETABLE_H
#define HETRT_PLAN_DEVICETABLE_H

#include "Plan/PieceChooser.h"
#include "Plan/ReachChooser.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"
#include "Team/Fleet.h"
#include "Team/PlaceTeams.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hetrt {

/// The state of one accelerator for a region, from the region's earlier passes.
struct RegionDevice {
  Accelerator *Accel = nullptr;
  bool Chosen = false;   ///< The clause asks for the accelerator, and it can run the region.
  bool LeftOut = false;  ///< The accelerator has failed, and takes part in no more passes of the region.
  bool GivenUp = false;  ///< The scheduler gives the accelerator no work, until it tries the accelerator again.
  bool Prepared = false; ///< The accelerator has loaded the kernel.
  /// A pass has allocated memory for copies that stay on the device; its time did not count, since it is needed only
  /// once. If a later pass has to allocate such memory again, the time counts as time of that pass.
  bool MadeRoom = false;
  bool Serves = false;     ///< The accelerator serves the pass whose devices are being listed.
  bool SaidNoRoom = false; ///< The message that the arrays do not fit has been printed.
  PieceChooser Cut;
  ReachChooser Reach;
};

/// An accelerator that serves one pass, until the lease ends.
class AcceleratorLease {
public:
  /// The caller has acquired the accelerator. moved() may be called only if `CountsTraffic` is true.
  AcceleratorLease(RegionDevice &Of, bool CountsTraffic)
      : Known(&Of), Before(CountsTraffic ? Of.Accel->traffic() : Traffic()) {}
  AcceleratorLease(AcceleratorLease &&Other) noexcept
      : Known(std::exchange(Other.Known, nullptr)), Before(Other.Before) {}
  AcceleratorLease &operator=(AcceleratorLease &&Other) noexcept {
    std::swap(Known, Other.Known);
    std::swap(Before, Other.Before);
    return *this;
  }
  ~AcceleratorLease() {
    if (Known)
      Known->Accel->release();
  }

  RegionDevice &known() const { return *Known; }
  Accelerator &accelerator() const { return *Known->Accel; }

  /// The data that have moved to and from the accelerator since the lease began.
  Traffic moved() const { return Known->Accel->traffic() - Before; }

private:
  RegionDevice *Known;
  Traffic Before;
};

/// One device of a pass. Its position in the list is its number for the scheduler.
struct DeviceSlot {
  enum class Role : std::uint8_t {
    Core,
    Place,
    Computes, ///< An accelerator that serves the pass.
    Rests,    ///< An accelerator that was given up, or serves another pass.
    NoRoom    ///< An accelerator whose memory is too small for a single iteration.
  };
  Role As = Role::Core;
  RegionDevice *Known = nullptr; ///< What the region knows of the accelerator; null for cores and places.
  const Place *Where = nullptr;  ///< The place; null for cores and accelerators.
  DeviceModel Model;
  Range Share; ///< In units of the pass's division, if the scheduler gives the whole split at once.

  bool isAccelerator() const { return Known; }

  /// Whether this is an accelerator that the pass has acquired.
  bool isServing() const { return As == Role::Computes || As == Role::NoRoom; }
};

/// The accelerators of a region, by number. Used by the thread that holds the region's lock.
class DeviceTable {
public:
  /// Chooses among the accelerators of the process those for which `Fits` is true. Earlier faults are remembered; a new
  /// choice begins with accelerators that are not given up and not prepared.
  void choose(const Fleet &All, const std::function<bool(Accelerator &)> &Fits);
  void chooseNone();

  /// Whether choose() was called since forgetChoice().
  bool isChosen() const { return HasChoice; }
  void forgetChoice() { HasChoice = false; }

  bool empty() const; ///< Whether no accelerator is chosen.
  std::span<RegionDevice> all() { return Devices; }

  /// Whether every chosen accelerator has been given up or has failed, so that the cores will probably run the next
  /// passes alone.
  bool allRest() const;

  /// Whether some chosen accelerator still loads a kernel for a pass that has ended without it.
  bool anyLoads() const;

  /// Whether some chosen accelerator has neither failed for this region nor for the process.
  bool anyInService() const;

  /// Acquires the chosen accelerators that are not left out, given up, or used by another pass, in the order of their
  /// numbers.
  std::vector<AcceleratorLease> acquire(bool CountTraffic);

  /// Acquires the accelerator that a pass cannot do without, even if it is given up; nothing if it was not chosen, is
  /// left out, or is used by another pass.
  std::optional<AcceleratorLease> acquire(const Accelerator &Which, bool CountTraffic);

  /// Acquires the accelerators with these numbers, and waits, in the way `How`, while another pass uses one of them.
  /// Returns the first number that cannot be acquired, because its accelerator has failed or was not chosen.
  std::optional<std::uint32_t> acquireAgain(std::span<const std::uint32_t> Numbers, bool CountTraffic, WaitPolicy How,
                                            std::vector<AcceleratorLease> &Into);

  /// Adds accelerators to the list of a pass: those that serve it, then the other chosen ones that are not left out.
  /// The list has the cores already.
  void list(std::span<const AcceleratorLease> Serving, std::vector<DeviceSlot> &Into);

  /// After a pass over these slots: notes which accelerators the scheduler has given up.
  static void noteGivenUp(std::span<const DeviceSlot> Slots, const Scheduler &Plan);

  /// After a fault of an accelerator: it takes part in no more passes of the region. Returns whether to print a
  /// message: only for the first fault of the accelerator in this process.
  static bool leaveOut(RegionDevice &Which);

  /// The message for an accelerator that had too little memory for a pass whose plan had not asked how much is free; it
  /// stays in service. `Of` is the result of the pass.
  static std::string hasLessFree(const RegionDevice &Which, const Status &Of, const Status &Why);

private:
  std::vector<RegionDevice> Devices;
  bool HasChoice = false;
};

} // namespace hetrt

#endif
