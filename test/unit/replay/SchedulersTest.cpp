// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that a scheduler hands out are recorded, and handed out again in the same order, whichever device asks first.
#include "Passes.h"
#include "Replay/LoggedSchedulers.h"
#include "Schedule/Registry.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <random>
#include <utility>

using namespace hetrt;
using testing::HasSubstr;

namespace {

std::vector<DeviceModel> modelsOf(unsigned Cores, unsigned Accelerators) {
  std::vector<DeviceModel> Models;
  for (unsigned I = 0; I < Cores; ++I)
    Models.push_back({.Id = I});
  for (unsigned I = 0; I < Accelerators; ++I)
    Models.push_back({.Kind = ProcessorKind::Accelerator, .SimdWidth = 3, .Id = (1u << 20) + I});
  return Models;
}

/// Reports what a device has computed: as in the repeated pass `Like`, or, without one, as finished. If `Fails`, the
/// last device fails in the second half of one range.
class Reporter {
public:
  explicit Reporter(const RecordedPass *Like, bool Fails) : Like(Like), Fails(Fails) {}

  void report(Scheduler &To, unsigned Device, Range &Held, bool IsLast) {
    Range Done = Held, Rest;
    if (const RecordedStep *Next = Like ? next(Device) : nullptr)
      Done.Last = Next->What == Kind::Finish ? Next->Part.Last : Held.First;
    else if (IsLast && std::exchange(Fails, Fails && !IsLast))
      Done.Last = Held.First + Held.size() / 2;
    Rest = {Done.Last, Held.Last};
    if (!Done.empty())
      To.finished(Device, Done, 1e-6 * double(Done.size() * (1 + Device)));
    if (!Rest.empty() && (!Like || Done.empty() || next(Device)))
      To.returned(Device, Rest);
    Held = {};
  }

private:
  /// The next report of the device in the repeated pass.
  const RecordedStep *next(unsigned Device) {
    for (std::size_t &I = At[Device]; I < Like->Steps.size();)
      if (const RecordedStep &Each = Like->Steps[I++]; Each.Device == Device && Each.What != Kind::Take)
        return &Each;
    return nullptr;
  }

  const RecordedPass *const Like;
  bool Fails;
  std::map<unsigned, std::size_t> At;
};

/// Runs a pass in which devices, chosen at random, ask for ranges or report them. Returns the ranges in the order in
/// which they were handed out.
std::vector<RecordedStep> run(Scheduler &By, std::uint64_t Units, std::span<const DeviceModel> Models, unsigned Seed,
                              Reporter Reports) {
  std::mt19937 Random(Seed);
  std::vector<Range> Holds(Models.size());
  std::vector<bool> IsDone(Models.size());
  std::vector<RecordedStep> Given;
  By.beginPass(Units, Models);
  for (int Step = 0; std::ranges::count(IsDone, false) && Step < 100000; ++Step) {
    const auto Device = static_cast<unsigned>(Random() % Models.size());
    if (!Holds[Device].empty()) {
      Reports.report(By, Device, Holds[Device], Device + 1 == Models.size());
      continue;
    }
    const Assignment Next = By.next(Device);
    IsDone[Device] = Next.What == Answer::Done;
    if (Next.What == Answer::Run)
      Given.push_back({Kind::Take, Device, Holds[Device] = Next.Share});
  }
  return Given;
}

} // namespace

class EveryScheduler : public testing::TestWithParam<const SchedulerDescriptor *> {};

TEST_P(EveryScheduler, IsRepeatedInOrder) {
  const auto Models = modelsOf(2, 2);
  CurrentPass Keeping = nullptr, Repeating = nullptr;
  RecordingScheduler Keeps(GetParam()->Create({}), Keeping);
  RecordingScheduler Repeats(std::make_unique<ReplayingScheduler>(Repeating), Repeating);
  for (unsigned Seed = 0; Seed < 40; ++Seed) {
    PassLog Old(nullptr, true, Seed);
    Old.keeps()->Team = 1;
    Old.keeps()->Scheduler = "any";
    Keeping = &Old;
    const auto First = run(Keeps, 1000 + Seed, Models, Seed, Reporter(nullptr, Seed % 4 == 3));
    ASSERT_EQ(Keeps.endPass(), 0u);
    ASSERT_EQ(whatIsWrong(*Old.keeps()), "");
    PassLog New(Old.keeps(), true, Seed);
    Repeating = &New;
    const auto Second = run(Repeats, 1000 + Seed, Models, Seed + 1000, Reporter(Old.keeps(), false));
    EXPECT_EQ(Repeats.endPass(), 0u);
    EXPECT_EQ(New.why(), "");
    EXPECT_EQ(First, Second) << "seed " << Seed;
    for (unsigned Device = 0; Device < Models.size(); ++Device)
      EXPECT_EQ(Keeps.givenUp(Device), Repeats.givenUp(Device));
  }
}

INSTANTIATE_TEST_SUITE_P(Replay, EveryScheduler, testing::ValuesIn(allSchedulers().begin(), allSchedulers().end()),
                         [](const auto &Of) { return std::string(Of.param->Name); });

class Repeated : public testing::Test {
protected:
  void begin(const RecordedPass &Old, std::uint64_t Units = 100, unsigned Cores = 1, unsigned Accelerators = 1) {
    Log.emplace(&Old, false, 4);
    Pass = &*Log;
    By.beginPass(Units, modelsOf(Cores, Accelerators));
  }
  void take(unsigned Device, Range Wanted) {
    const Assignment Given = By.next(Device);
    EXPECT_EQ(Given.What, Answer::Run);
    EXPECT_EQ(Given.Share, Wanted);
  }

  std::optional<PassLog> Log;
  CurrentPass Pass = nullptr;
  ReplayingScheduler By{Pass};
};

TEST_F(Repeated, WhoIsTooEarlyWaits) {
  const RecordedPass Old = mixedPass();
  begin(Old);
  EXPECT_EQ(By.next(1).What, Answer::Wait);
  take(0, {0, 40});
  take(1, {40, 80});
  By.finished(1, {40, 50}, 1);
  By.returned(1, {50, 80});
  EXPECT_EQ(By.next(1).What, Answer::Done);
  By.finished(0, {0, 40}, 1); // later than in the recording
  take(0, {50, 80});
  By.finished(0, {50, 80}, 1);
  take(0, {80, 100});
  By.finished(0, {80, 100}, 1);
  EXPECT_EQ(By.next(0).What, Answer::Done);
  EXPECT_EQ(By.endPass(), 0u);
  EXPECT_EQ(Log->why(), "");
  EXPECT_TRUE(By.givenUp(1));
  EXPECT_FALSE(By.givenUp(0));
}

TEST_F(Repeated, ADeviceThatDoesNotFailAgain) {
  const RecordedPass Old = mixedPass();
  begin(Old);
  take(0, {0, 40});
  take(1, {40, 80});
  By.finished(1, {40, 80}, 1);
  EXPECT_EQ(Log->why(), "pass 5: wanted device 1 to compute units 40 to 50, as in the recording; found that it is to "
                        "compute units 40 to 80");
  By.finished(0, {0, 40}, 1);
  EXPECT_EQ(By.next(0).What, Answer::Done) << "nobody waits";
  EXPECT_EQ(By.endPass(), 20u);
}

TEST_F(Repeated, OtherDevicesOrUnits) {
  const RecordedPass Old = splitPass();
  begin(Old, 10, 1, 1);
  EXPECT_EQ(Log->why(),
            "pass 5: wanted 2 devices for the scheduler: core:0 core:1, as in the recording; found 2 devices for "
            "the scheduler: core:0 accelerator:0");
  EXPECT_TRUE(By.shares().empty());
  EXPECT_EQ(By.next(0).What, Answer::Done);
  By.endPass();
  begin(Old, 11, 2, 0);
  EXPECT_THAT(Log->why(), HasSubstr("wanted 10 units to divide, as in the recording; found 11"));
  By.endPass();
  begin(Old, 10, 2, 0);
  EXPECT_EQ(Log->why(), "");
  EXPECT_TRUE(std::ranges::equal(By.shares(), Old.Shares));
}

TEST_F(Repeated, AThreadThatDoesNotCome) {
  const RecordedPass Old = mixedPass();
  begin(Old);
  By.returned(0, {});
  EXPECT_THAT(Log->why(),
              HasSubstr("wanted device 0 to be given units 0 to 40, as in the recording; found that it is not "
                        "to come, or to fail"));
}

TEST_F(Repeated, APassThatWasBrokenOff) {
  RecordedPass Old = mixedPass();
  Old.Steps.resize(2);
  Old.Unfinished = 100;
  begin(Old);
  take(0, {0, 40});
  take(1, {40, 80});
  By.finished(1, {40, 80}, 1);
  EXPECT_EQ(By.next(1).What, Answer::Done);
  EXPECT_EQ(Log->why(), "");
  EXPECT_EQ(By.endPass(), 60u);
  EXPECT_THAT(Log->why(), HasSubstr("wanted the pass to be broken off, with 100 of 100 units not computed"));
}
