// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the devices of a loop of hetrt/manual.h as for annotated regions, but without regard to kernels, which the
// program provides.
#include "Manual/ManualSetup.h"

#include "Errors/Error.h"

#include <cmath>
#include <fmt/format.h>

namespace hetrt {
namespace {

Status wrongOptions(const hetrt_manual_options &Options) {
  return Status::programFault(
      HETRT_ERROR_ABI, fmt::format("object and runtime do not fit: wanted interface version {} (options {} bytes), "
                                   "found version {} ({} bytes): compile with the hetrt/manual.h of this libhetrt",
                                   HETRT_ABI, sizeof Options, Options.abi, Options.size));
}

/// Returns Seconds if the value is positive and finite; else NaN.
double known(double Seconds) { return Seconds > 0 && std::isfinite(Seconds) ? Seconds : NAN; }

Status checkMandatory(const Settings &Set, const ManualSetup &Made) {
  if (Set.TargetOffload != Offload::Mandatory || !Made.Accelerators.empty())
    return Status::success();
  return Status::programFault(HETRT_ERROR_DEVICE, "OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator that the "
                                                  "program's kernels can run on, found none");
}

/// The passes of loops of hetrt/manual.h can be neither recorded nor repeated. Returns an error under HETRT_REPLAY;
/// prints a warning under HETRT_RECORD.
Status checkDecisions(Engine &Owner, const std::string &Location) {
  if (!Owner.decisions() || Owner.forked())
    return Status::success();
  if (Owner.decisions()->repeats())
    return Status::programFault(HETRT_ERROR_SETTING,
                                Location +
                                    ": setting HETRT_REPLAY: wanted annotated regions, found a loop by hand, which no "
                                    "recording has");
  warn(Location + ": setting HETRT_RECORD: a loop by hand is not recorded, and the program cannot be replayed");
  return Status::success();
}

Status chooseDevices(const hetrt_manual_options &Options, Engine &Owner, ManualSetup &Into) {
  const Settings &Set = Owner.settings();
  const bool WantsAccelerators = (Options.flags & HETRT_MANUAL_ACCELERATORS) && Into.Choice.As->UsesAccelerators;
  if (WantsAccelerators && !Owner.forked()) {
    if (Status Result = Owner.fleet(Into.All); !Result.ok())
      return Result;
    for (const auto &Each : Into.All->Members)
      if (!(Options.flags & HETRT_MANUAL_HOST_KERNELS) || Each->capabilities().HostAddressable)
        Into.Accelerators.push_back(Each.get());
  }
  // Annotated loops may have left persistent copies on devices; the elements that this loop writes must be marked as
  // not valid there. So the accelerators (All) are needed even if only cores compute.
  if (!Into.All && !Owner.forked())
    Into.All = Owner.fleetIfAny();
  if (Options.flags & HETRT_MANUAL_ACCELERATORS)
    if (Status Result = checkMandatory(Set, Into); !Result.ok())
      return Result;
  const bool UseCores = (Options.flags & HETRT_MANUAL_CORES) && Into.Choice.As->UsesCores &&
                        (Set.UseCores || !Into.Choice.As->UsesAccelerators);
  if (UseCores || Into.Accelerators.empty())
    Into.Cores = teamSize({0, Options.max_threads, Owner.grantedCores(), Into.Accelerators.size()}, Set);
  return Status::success();
}

} // namespace

DeviceModel ManualSetup::core(std::uint32_t Id, bool Usable) const {
  return {.Usable = Usable, .Id = Id, .EarlierSecondsPerIteration = CoreSeconds};
}

DeviceModel ManualSetup::accelerator(const Accelerator &Which, bool Usable) const {
  return {.Kind = ProcessorKind::Accelerator,
          .SimdWidth = Which.capabilities().RelativeWidth,
          .Usable = Usable,
          .TakesCore = true, // while the accelerator is given up, its thread computes as a core
          .Id = FirstAccelerator + Which.number(),
          .EarlierSecondsPerIteration = DeviceSeconds};
}

Status setUp(const hetrt_manual_options &Options, Engine &Owner, ManualSetup &Into) {
  if (Options.abi != HETRT_ABI || Options.size != sizeof Options)
    return wrongOptions(Options);
  if (Status Result = Owner.takeSettingsError(); !Result.ok())
    return Result;
  Into.Location = Options.location ? Options.location : "?";
  if (Status Result = checkDecisions(Owner, Into.Location); !Result.ok())
    return Result;
  Into.CoreSeconds = known(Options.core_seconds);
  Into.DeviceSeconds = known(Options.accelerator_seconds);
  const SchedulerWish Wish{
      .Name = Options.scheduler, .Ratio = Options.ratio, .Div = Options.div, .Clause = "scheduler"};
  Status Result = makeScheduler(Wish, Owner.settings(), Into.Choice);
  if (Result.ok())
    Result = chooseDevices(Options, Owner, Into);
  if (!Result.ok())
    return Status::programFault(Result.code(), Into.Location + ": " + Result.message());
  Into.Trace = Owner.traceFor(Into.Location);
  return Result;
}

Status passResult(const std::string &Location, const Status &Fault, std::uint64_t Unfinished, std::uint64_t TripCount) {
  if (!Fault.ok())
    return Status::programFault(Fault.code(), Location + ": " + Fault.message());
  if (Unfinished)
    return Status::programFault(HETRT_ERROR_DEVICE,
                                fmt::format("{}: {} of {} iterations were not computed: all devices that were asked "
                                            "for failed, or a thread left the pass too early",
                                            Location, Unfinished, TripCount));
  return Status::success();
}

} // namespace hetrt
