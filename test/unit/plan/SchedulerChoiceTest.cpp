// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which schedulers blocks and places get, by the properties in the table of schedulers.
#include "Plan/SchedulerChoice.h"

#include <gtest/gtest.h>
#include <string>

using namespace hetrt;

namespace {

std::string chosen(SchedulerWish Wish, const Settings &Set = {}) {
  SchedulerChoice Into;
  const Status Result = makeScheduler(Wish, Set, Into);
  return Result.ok() ? std::string(Into.As->Name) : Result.message();
}

} // namespace

TEST(SchedulerChoice, GivesBlocksTheSchedulersWithOneRange) {
  const std::string Refusal = chosen({.Name = "chunk", .Clause = "partition", .OneRange = true});
  for (const SchedulerDescriptor *Each : allSchedulers()) {
    const std::string Name(Each->Name);
    const std::string Got = chosen({.Name = Name.c_str(), .Clause = "partition", .OneRange = true});
    if (Each->OneRange)
      EXPECT_EQ(Got, Name);
    else
      EXPECT_TRUE(Got.starts_with("partition: scheduler '" + Name + "' gives a device several ranges")) << Got;
    EXPECT_EQ(Refusal.find("'" + Name + "'", Refusal.find("wanted")) != std::string::npos, Each->OneRange) << Refusal;
  }
  EXPECT_EQ(chosen({.OneRange = true}), "adaptive");
  EXPECT_EQ(chosen({}), "auto");
}

TEST(SchedulerChoice, TakesTheNamesOfTheSetting) {
  Settings Set;
  Set.Schedule = "dynamic";
  EXPECT_EQ(chosen({.Name = "static"}, Set), "adaptive");
  Set.Schedule = "cpu";
  EXPECT_EQ(chosen({.Name = "static", .OneRange = true, .OverPlaces = true}, Set), "cpu");
  EXPECT_EQ(chosen({.Name = "fortran"}).find("there is no scheduler 'fortran'"), 0u);
}

TEST(SchedulerChoice, KnowsWhichSchedulersChooseDevices) {
  for (const SchedulerDescriptor *Each : allSchedulers()) {
    EXPECT_EQ(Each->UsesAccelerators, Each->Name != "cpu") << Each->Name;
    EXPECT_EQ(Each->UsesCores, Each->Name != "gpu") << Each->Name;
    EXPECT_EQ(Each->MayRunAlone, Each->Name != "static") << Each->Name;
    EXPECT_EQ(Each->TriesCopies, Each->Name == "auto") << Each->Name;
  }
}
