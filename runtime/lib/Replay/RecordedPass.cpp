// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a recorded pass computes each of its units of work (iterations, or parts of them) exactly once.
#include "Replay/RecordedPass.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {
namespace {

/// Stores the sum of the sizes of all ranges in Sum. Returns an error message if a range exceeds the pass or two ranges
/// overlap; else "".
std::string sumUp(std::vector<Range> Parts, std::uint64_t Units, std::uint64_t &Sum) {
  std::ranges::sort(Parts, {}, &Range::First);
  std::uint64_t Before = 0;
  Sum = 0;
  for (const Range &Each : Parts) {
    if (Each.empty())
      continue;
    if (Each.First < Before)
      return fmt::format("unit {} is in two ranges", Each.First);
    if (Each.Last > Units)
      return fmt::format("a range ends at {}, of {} units", Each.Last, Units);
    Before = Each.Last;
    Sum += Each.size();
  }
  return {};
}

/// Checks that each step is possible for the range that its device has at that time. Adds the ranges that devices have
/// computed to Finished. Returns an error message, or "".
std::string checkSteps(const RecordedPass &Pass, std::vector<Range> &Finished) {
  using Kind = RecordedStep::Kind;
  // A device may report its share without a step Take, since it can read the share in Scheduler::shares().
  std::vector<Range> Holds(Pass.Devices.size()), Shares = Pass.Shares;
  Shares.resize(Pass.Devices.size());
  for (std::size_t I = 0; I < Pass.Steps.size(); ++I) {
    const RecordedStep &Step = Pass.Steps[I];
    const auto Wrong = [&](const char *Why) { return fmt::format("step {}: {}", I + 1, Why); };
    if (Step.Device >= Pass.Devices.size())
      return Wrong("there is no such device");
    Range &Held = Holds[Step.Device];
    if (Step.What == Kind::Take) {
      if (!Held.empty() || Step.Part.empty())
        return Wrong("the device has a range already, or takes an empty one");
      Held = Step.Part;
      continue;
    }
    if (Held.empty() && !Step.Part.empty())
      Held = std::exchange(Shares[Step.Device], Range());
    if (Step.Part.empty())
      continue;
    if (Step.Part.First != Held.First || Step.Part.Last > Held.Last)
      return Wrong("the device does not have that range");
    Held.First = Step.Part.Last;
    if (Step.What == Kind::Finish)
      Finished.push_back(Step.Part);
  }
  return {};
}

} // namespace

RecordedDevice RecordedDevice::of(const DeviceModel &Model, std::size_t Position) {
  return {.Id = Model.Id == DeviceModel::ByPosition ? static_cast<std::uint32_t>(Position) : Model.Id,
          .IsAccelerator = Model.Kind == ProcessorKind::Accelerator,
          .Usable = Model.Usable && Model.MemoryLimitIterations != 0};
}

std::string whatIsWrong(const RecordedPass &Pass) {
  if (Pass.Team == 0)
    return "a team of no threads";
  if (Pass.Scheduler.empty())
    return Pass.Devices.empty() && Pass.Shares.empty() && Pass.Steps.empty() ? "" : "ranges without a scheduler";
  if (Pass.Units == 0 || Pass.Devices.empty() || Pass.Unfinished > Pass.Units)
    return "no units, or nobody to compute them";
  if (!Pass.Shares.empty() && Pass.Shares.size() != Pass.Devices.size())
    return fmt::format("{} shares for {} devices", Pass.Shares.size(), Pass.Devices.size());
  std::uint64_t Sum = 0;
  if (std::string Wrong = sumUp(Pass.Shares, Pass.Units, Sum); !Wrong.empty())
    return "shares: " + Wrong;
  if (!Pass.Shares.empty() && Sum != Pass.Units)
    return fmt::format("shares have {} of {} units", Sum, Pass.Units);
  std::vector<Range> Finished;
  if (std::string Wrong = checkSteps(Pass, Finished); !Wrong.empty())
    return Wrong;
  if (std::string Wrong = sumUp(Finished, Pass.Units, Sum); !Wrong.empty())
    return "ranges: " + Wrong;
  if (Sum + Pass.Unfinished != Pass.Units)
    return fmt::format("ranges have {} of {} units", Sum, Pass.Units - Pass.Unfinished);
  return {};
}

} // namespace hetrt
