// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds schedulers by name.
#include "Schedule/Registry.h"
#include "hetrt/schedulers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace hetrt;

TEST(Registry, ListsEverySchedulerOnceWithHelp) {
  std::set<std::string_view> Names;
  for (const SchedulerDescriptor *D : allSchedulers()) {
    EXPECT_TRUE(Names.insert(D->Name).second) << D->Name;
    EXPECT_FALSE(D->Help.empty());
    EXPECT_TRUE(std::islower(D->Help.front()) || D->Help.starts_with("CPU")) << D->Help;
    EXPECT_NE(D->Help.back(), '.');
    EXPECT_EQ(D->Help.find('\n'), std::string_view::npos);
    EXPECT_NE(D->Create({}), nullptr);
  }
  for (const char *Name : {"static", "adaptive", "split", "quick", "chunk", "chunk_static", "chunk_dynamic",
                           "hybrid_chunk", "throughput", "guided", "auto", "cpu", "gpu", "runtime"})
    EXPECT_TRUE(Names.contains(Name)) << Name;
}

TEST(Registry, HasTheNamesThatHetccKnows) {
  std::vector<std::string_view> Known = {
#define SCHEDULER(Symbol, Name, Properties) Name,
      HETRT_SCHEDULERS(SCHEDULER)
#undef SCHEDULER
  };
  ASSERT_EQ(Known.size(), allSchedulers().size());
  for (size_t I = 0; I < Known.size(); ++I)
    EXPECT_EQ(allSchedulers()[I]->Name, Known[I]);
}

TEST(Registry, FindsByExactNameOnly) {
  ASSERT_NE(findScheduler("split"), nullptr);
  EXPECT_EQ(findScheduler("split")->Name, "split");
  EXPECT_EQ(findScheduler("Split"), nullptr);
  EXPECT_EQ(findScheduler(""), nullptr);
  EXPECT_EQ(findScheduler("spli"), nullptr);
}

TEST(Registry, KnowsOtherNames) {
  EXPECT_EQ(canonicalName("dynamic"), "adaptive");
  EXPECT_EQ(canonicalName("split"), "split");
  EXPECT_EQ(canonicalName("fortran"), "fortran");
#define ALIAS(Name, InHetero, InPartition)                                                                             \
  EXPECT_EQ(findScheduler(Name), nullptr);                                                                             \
  EXPECT_NE(findScheduler(InHetero), nullptr);                                                                         \
  EXPECT_NE(findScheduler(InPartition), nullptr);
  HETRT_SCHEDULER_ALIASES(ALIAS)
#undef ALIAS
}

TEST(Registry, NamesTheSchedulersOfBlocks) {
  for (const SchedulerDescriptor *Each : allSchedulers())
    EXPECT_EQ(blockSchedulers().find("'" + std::string(Each->Name) + "'") != std::string::npos, Each->OneRange);
  EXPECT_TRUE(defaultBlockScheduler().OneRange);
}

TEST(Registry, DefaultIsAuto) { EXPECT_EQ(defaultScheduler().Name, "auto"); }

TEST(Registry, SuggestsTheNearestName) {
  EXPECT_EQ(nearestScheduler("adaptve"), "adaptive");
  EXPECT_EQ(nearestScheduler("Static"), "static");
  EXPECT_EQ(nearestScheduler("spilt"), "split");
  EXPECT_EQ(nearestScheduler("cpus"), "cpu");
  EXPECT_EQ(nearestScheduler("fortran"), "");
  EXPECT_EQ(nearestScheduler(""), "");
  EXPECT_EQ(nearestScheduler(std::string(100000, 'a')), "");
}

TEST(Registry, ChecksOptions) {
  EXPECT_EQ(checkOptions({}), "");
  EXPECT_EQ(checkOptions({.Ratio = 0}), "");
  EXPECT_EQ(checkOptions({.Ratio = 1}), "");
  EXPECT_EQ(checkOptions({.Ratio = 1.5}), "ratio is 1.5, wanted a number from 0 to 1");
  EXPECT_EQ(checkOptions({.Ratio = -0.25}), "ratio is -0.25, wanted a number from 0 to 1");
  EXPECT_EQ(checkOptions({.Ratio = INFINITY}), "ratio is inf, wanted a number from 0 to 1");
  EXPECT_EQ(checkOptions({.Div = 0}), "div is 0, wanted a whole number of at least 1");
  EXPECT_EQ(checkOptions({.CoreTolerance = -1}), "core tolerance is -1, wanted a number of at least 0");
  EXPECT_EQ(checkOptions({.RebalanceThreshold = -1}), "rebalance threshold is -1, wanted a number of at least 0");
  EXPECT_EQ(checkOptions({.RebalanceMinimumSeconds = NAN}), "rebalance minimum is nan, wanted seconds of at least 0");
}
