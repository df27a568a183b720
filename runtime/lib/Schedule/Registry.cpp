// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of schedulers, made from the list in hetrt/schedulers.h, and look-ups in the table.
#include "Schedule/Registry.h"

#include "Settings/Suggest.h"
#include "hetrt/schedulers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace hetrt {

#define DECLARE(Symbol, Name, Properties) extern const SchedulerDescriptor Symbol##Scheduler;
HETRT_SCHEDULERS(DECLARE)
#undef DECLARE

static constexpr std::array All = {
#define ADDRESS(Symbol, Name, Properties) &Symbol##Scheduler,
    HETRT_SCHEDULERS(ADDRESS)
#undef ADDRESS
};

std::span<const SchedulerDescriptor *const> allSchedulers() { return All; }

const SchedulerDescriptor &defaultScheduler() { return AutoScheduler; }

const SchedulerDescriptor &defaultBlockScheduler() { return AdaptiveScheduler; }

const SchedulerDescriptor *findScheduler(std::string_view Name) {
  auto Found = std::ranges::find(All, Name, [](const SchedulerDescriptor *D) { return D->Name; });
  return Found == All.end() ? nullptr : *Found;
}

std::string_view canonicalName(std::string_view Name) {
#define ALIAS(Other, Scheduler, InPartition)                                                                           \
  if (Name == (Other))                                                                                                 \
    return Scheduler;
  HETRT_SCHEDULER_ALIASES(ALIAS)
#undef ALIAS
  return Name;
}

std::string blockSchedulers() {
  std::vector<std::string_view> Names;
  for (const SchedulerDescriptor *Each : All)
    if (Each->OneRange)
      Names.push_back(Each->Name);
  return alternatives(Names);
}

std::string_view nearestScheduler(std::string_view Name) {
  std::array<std::string_view, All.size()> Names;
  std::ranges::transform(All, Names.begin(), [](const SchedulerDescriptor *D) { return D->Name; });
  return nearest(Name, Names);
}

static std::string complain(const char *What, double Found, const char *Wanted) {
  char Text[128];
  std::snprintf(Text, sizeof Text, "%s is %g, wanted %s", What, Found, Wanted);
  return Text;
}

std::string checkOptions(const ScheduleOptions &Options) {
  if (!std::isnan(Options.Ratio) && !(Options.Ratio >= 0 && Options.Ratio <= 1))
    return complain("ratio", Options.Ratio, "a number from 0 to 1");
  if (Options.Div == 0)
    return complain("div", 0, "a whole number of at least 1");
  if (!(Options.MinimumShare >= 0 && Options.MinimumShare <= 1))
    return complain("minimum share", Options.MinimumShare, "a number from 0 to 1");
  if (!(Options.CoreTolerance >= 0))
    return complain("core tolerance", Options.CoreTolerance, "a number of at least 0");
  if (!(Options.RebalanceThreshold >= 0) || std::isinf(Options.RebalanceThreshold))
    return complain("rebalance threshold", Options.RebalanceThreshold, "a number of at least 0");
  if (!(Options.RebalanceMinimumSeconds >= 0))
    return complain("rebalance minimum", Options.RebalanceMinimumSeconds, "seconds of at least 0");
  return {};
}

} // namespace hetrt
