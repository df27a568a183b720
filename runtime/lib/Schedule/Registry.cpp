// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of schedulers, and look-ups in it. A new scheduler is one file and one entry in the two lists below.
#include "Schedule/Registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace hetrt {

extern const SchedulerDescriptor StaticScheduler, AdaptiveScheduler, SplitScheduler, QuickScheduler, CpuScheduler,
    GpuScheduler;

static constexpr std::array All = {&AdaptiveScheduler, &StaticScheduler, &SplitScheduler,
                                   &QuickScheduler,    &CpuScheduler,    &GpuScheduler};

std::span<const SchedulerDescriptor *const> allSchedulers() { return All; }

const SchedulerDescriptor &defaultScheduler() { return AdaptiveScheduler; }

const SchedulerDescriptor *findScheduler(std::string_view Name) {
  auto Found = std::ranges::find(All, Name, [](const SchedulerDescriptor *D) { return D->Name; });
  return Found == All.end() ? nullptr : *Found;
}

/// Insertions, deletions and replacements that turn A into B (Levenshtein).
static size_t editDistance(std::string_view A, std::string_view B) {
  std::vector<size_t> Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      size_t Replace = Diagonal + (A[I - 1] != B[J - 1]);
      Diagonal = Row[J];
      Row[J] = std::min({Row[J] + 1, Row[J - 1] + 1, Replace});
    }
  }
  return Row[B.size()];
}

std::string_view nearestScheduler(std::string_view Name) {
  constexpr size_t LongestTypo = 32; // longer words are no typo of any name, and need no quadratic work
  if (Name.size() > LongestTypo)
    return {};
  std::string_view Nearest;
  size_t Least = 1 + std::max<size_t>(1, Name.size() / 3);
  for (const SchedulerDescriptor *D : All) {
    size_t Distance = editDistance(Name, D->Name);
    if (Distance < Least) {
      Least = Distance;
      Nearest = D->Name;
    }
  }
  return Nearest;
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
  if (!(Options.RebalanceThreshold >= 0) || std::isinf(Options.RebalanceThreshold))
    return complain("rebalance threshold", Options.RebalanceThreshold, "a number of at least 0");
  if (!(Options.RebalanceMinimumSeconds >= 0))
    return complain("rebalance minimum", Options.RebalanceMinimumSeconds, "seconds of at least 0");
  return {};
}

} // namespace hetrt
