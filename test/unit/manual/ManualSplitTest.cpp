// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that are split in two: each iteration is computed once per pass under every scheduler; copies, and mistakes.
#include "ManualTeam.h"

#include "Schedule/Registry.h"

#include <algorithm>
#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::Each;
using testing::HasSubstr;

namespace {

class Split {
public:
  explicit Split(const char *Scheduler) {
    hetrt_manual_options Options = optionsFor(Scheduler);
    EXPECT_EQ(hetrt_split_create(&Options, &It), HETRT_SUCCESS) << hetrt_last_message();
  }
  ~Split() { hetrt_split_destroy(It); }
  operator hetrt_split *() { return It; }

private:
  hetrt_split *It = nullptr;
};

/// Runs one pass and counts how often each iteration is handed out. Returns the number of rounds.
std::uint64_t countIterations(hetrt_split *Of, std::uint64_t N, std::vector<int> &Times) {
  std::uint64_t Rounds = 1, Round = 0;
  for (; Round < Rounds; ++Round) {
    hetrt_range Ranges[2];
    EXPECT_EQ(hetrt_split_next(Of, N, Round, Ranges, &Rounds), HETRT_SUCCESS) << hetrt_last_message();
    for (int Side : {HETRT_SPLIT_CORES, HETRT_SPLIT_ACCELERATOR}) {
      hetrt_split_begin(Of, Side);
      for (hetrt_uint64 I = Ranges[Side].first; I < Ranges[Side].last; ++I)
        ++Times[I];
      hetrt_split_end(Of, Side);
    }
    EXPECT_TRUE(hetrt_split_has_accelerator(Of) || Ranges[HETRT_SPLIT_ACCELERATOR].first >= Ranges[1].last);
  }
  return Round;
}

class EverySplitScheduler : public testing::TestWithParam<const SchedulerDescriptor *> {};

TEST_P(EverySplitScheduler, DealsEveryIterationOncePerPass) {
  for (std::uint64_t N : {0, 1, 2, 9, 1000}) {
    Split Of(std::string(GetParam()->Name).c_str());
    for (int Pass = 0; Pass < 4; ++Pass) {
      std::vector<int> Times(N);
      countIterations(Of, N, Times);
      ASSERT_THAT(Times, Each(1)) << "trip count " << N << ", pass " << Pass;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EverySplitScheduler, testing::ValuesIn(allSchedulers().begin(), allSchedulers().end()),
                         [](const auto &Info) { return std::string(Info.param->Name); });

TEST(ManualSplit, HasTheRoundsOfItsScheduler) {
  std::vector<int> Times(1000);
  Split Static("static"), Halves("split");
  EXPECT_EQ(countIterations(Static, 1000, Times), 1u);
  EXPECT_EQ(countIterations(Halves, 1000, Times), 10u);
}

TEST(ManualSplit, CopiesToTheAcceleratorAndBack) {
  Split Of("static");
  const std::vector<int> Sent{3, 1, 4, 1, 5};
  std::vector<int> Back(Sent.size());
  void *There = nullptr;
  const std::uint64_t Bytes = Sent.size() * sizeof(int);
  if (!hetrt_split_has_accelerator(Of)) {
    EXPECT_EQ(hetrt_split_allocate(Of, Bytes, &There), HETRT_ERROR_DEVICE);
    EXPECT_THAT(hetrt_last_message(), HasSubstr("wanted an accelerator, found none"));
    return;
  }
  ASSERT_EQ(hetrt_split_allocate(Of, Bytes, &There), HETRT_SUCCESS);
  ASSERT_EQ(hetrt_split_copy_in(Of, There, Sent.data(), Bytes), HETRT_SUCCESS);
  static_cast<int *>(There)[2] = 42; // stands for a kernel
  ASSERT_EQ(hetrt_split_copy_out(Of, Back.data(), There, Bytes), HETRT_SUCCESS);
  EXPECT_THAT(Back, testing::ElementsAre(3, 1, 42, 1, 5));
  EXPECT_EQ(hetrt_split_release(Of, There), HETRT_SUCCESS);
}

TEST(ManualSplit, GivesItsAcceleratorBack) {
  for (int Round = 0; Round < 3; ++Round) {
    Split Of("static");
    EXPECT_EQ(hetrt_split_has_accelerator(Of) != 0, !emulatedDevices().empty());
  }
}

TEST(ManualSplit, RoundsOutOfOrder) {
  Split Of("split");
  hetrt_range Ranges[2];
  hetrt_uint64 Rounds = 0;
  EXPECT_EQ(hetrt_split_next(Of, 100, 1, Ranges, &Rounds), HETRT_ERROR_ARGUMENT);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("loop.c:7: wanted round 0 of a pass"));
  EXPECT_EQ(hetrt_split_next(Of, 100, 0, Ranges, &Rounds), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_split_next(Of, 99, 1, Ranges, &Rounds), HETRT_ERROR_ARGUMENT);
}

} // namespace
