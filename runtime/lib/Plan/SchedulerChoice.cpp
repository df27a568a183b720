// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the scheduler that a clause or a setting names.
#include "Plan/SchedulerChoice.h"

#include "Errors/Error.h"
#include "Schedule/Registry.h"

#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace hetrt {
namespace {

/// The scheduler that a clause or a setting calls `Name`, or null.
const SchedulerDescriptor *schedulerCalled(std::string_view Name) {
  return Name.empty() || Name == "default" ? &defaultScheduler() : findScheduler(canonicalName(Name));
}

Status wrongArgument(const SchedulerWish &Wish, const std::string &What) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, fmt::format("{}: {}", Wish.Clause, What));
}

} // namespace

std::string checkSchedulerName(const std::string &Name) {
  if (schedulerCalled(Name))
    return {};
  std::string Text = fmt::format("there is no scheduler '{}'", Name);
  if (std::string_view Near = nearestScheduler(Name); !Near.empty())
    return Text + fmt::format("; did you mean '{}'?", Near);
  Text += "; known are ";
  for (const SchedulerDescriptor *Each : allSchedulers())
    Text += fmt::format("{}'{}'", Each == allSchedulers().front() ? "" : ", ", Each->Name);
  return Text;
}

/// The scheduler of a block: `adaptive`, unless the clause or the setting names another that gives one range.
static Status chooseForBlock(const SchedulerWish &Wish, const Settings &Set, const SchedulerDescriptor *&Chosen) {
  if (Chosen->OneRange)
    return Status::success();
  const bool FromSetting = !Set.Schedule.empty();
  if (!FromSetting)
    return wrongArgument(Wish,
                         fmt::format("scheduler '{}' gives a device several ranges, and a block runs once on each "
                                     "device: wanted {}",
                                     Chosen->Name, blockSchedulers()));
  warnOnce(fmt::format("setting HETRT_SCHEDULE: '{}' gives a device several ranges, so blocks take 'adaptive'",
                       Chosen->Name));
  Chosen = &defaultBlockScheduler();
  return Status::success();
}

Status makeScheduler(const SchedulerWish &Wish, const Settings &Set, SchedulerChoice &Into) {
  std::string Name = !Set.Schedule.empty() ? Set.Schedule : Wish.Name ? Wish.Name : "";
  const SchedulerDescriptor *Found = Wish.OneRange && Name.empty() ? &defaultBlockScheduler() : schedulerCalled(Name);
  if (Wish.OneRange && Found)
    if (Status Result = chooseForBlock(Wish, Set, Found); !Result.ok())
      return Result;
  if (!Found)
    return Status::programFault(HETRT_ERROR_ARGUMENT, checkSchedulerName(Name));
  ScheduleOptions Options;
  Options.BackOffPasses = Set.BackoffPasses;
  Options.RetryPasses = Set.RetryPasses;
  Options.MinimumShare = Set.MinimumShare;
  if (!(Wish.Ratio < 0))
    Options.Ratio = Wish.Ratio;
  if (std::isnan(Wish.Ratio))
    return wrongArgument(Wish, "ratio is not a number, wanted a number from 0 to 1");
  if (Wish.Div < 0)
    return wrongArgument(Wish, fmt::format("div is {}, wanted a whole number of at least 1", Wish.Div));
  if (Wish.Div > 0)
    Options.Div = static_cast<std::uint64_t>(Wish.Div);
  if (std::string Wrong = checkOptions(Options); !Wrong.empty())
    return wrongArgument(Wish, Wrong);
  Options.CoresAlike = !Wish.OverPlaces;
  Into.As = Found;
  // A scheduler that chooses devices names those that regions use inside of each place. Among the places themselves,
  // iterations are divided by measured speed.
  Into.Plan = (Wish.OverPlaces && Found->choosesDevices() ? &defaultBlockScheduler() : Found)->Create(Options);
  return Status::success();
}

} // namespace hetrt
