// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests passes that the threads of an existing team join, as in generated code for `omp for`. The threads and the
// barrier are the test's own.
#include "Loops.h"

#include <gmock/gmock.h>

#include <barrier>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// A team of threads that reach the same regions.
class Team {
public:
  explicit Team(int Count) : Count(Count), Barrier(Count) {}

  /// Runs `Work(Number)` in every thread.
  template <typename Function> void run(Function Work) {
    std::vector<std::thread> Threads;
    for (int Number = 0; Number < Count; ++Number)
      Threads.emplace_back([=] { Work(Number); });
    for (std::thread &Each : Threads)
      Each.join();
  }

  /// A thread of the team arrives at a region. `Call` is the thread's own. Returns the error code.
  int meet(int Number, TestLoop &Loop, hetrt_call Call) { return meet(Number, Loop, Call, TestLoop::Described(Loop)); }

  /// A thread of the team arrives at a region, with arrays of its own.
  int meet(int Number, TestLoop &Loop, hetrt_call Call, const TestLoop::Described &Given,
           std::span<const hetrt_own_value> Own = {}) {
    Call.in_parallel = HETRT_IN_TEAM;
    Call.num_threads = Count;
    if (Number == Opener) // like `single`: any one thread of the team
      Meeting = hetrt_open_meeting(Count);
    Barrier.arrive_and_wait();
    hetrt_pass *Pass = nullptr;
    int Code = hetrt_attend(Meeting, Loop.Descriptor, &Call, Given.get(), Own.data(), std::uint32_t(Own.size()), &Pass);
    if (Pass)
      work(Number, Loop, Pass);
    Barrier.arrive_and_wait();
    if (Number == Closer && Pass) {
      const void *Partial = nullptr;
      while ((Partial = hetrt_next_partial(Pass, Partial)))
        Loop.Combine(Partial);
      Code = hetrt_end_in_team(Pass);
    }
    Barrier.arrive_and_wait();
    return Code;
  }

  const int Count;
  int Opener = 0, Closer = 0;

private:
  void work(int Number, TestLoop &Loop, hetrt_pass *Pass) const {
    hetrt_range Range{};
    hetrt_member *Member = hetrt_join(Pass, Number, Count);
    while (hetrt_next(Member, &Range))
      Loop.Body(Range.first, Range.last);
  }

  std::barrier<> Barrier;
  hetrt_meeting *Meeting = nullptr;
};

void expectDone(AxpyLoop &Axpy, int Passes) {
  for (std::size_t I = 0; I < Axpy.X.size(); ++I)
    Axpy.Expected[I] += 3 * Axpy.X[I] * Passes;
  EXPECT_EQ(Axpy.Y, Axpy.Expected);
  EXPECT_EQ(Axpy.Count, Axpy.X.size() * std::size_t(Passes)) << "every iteration once";
}

} // namespace

TEST(Meeting, TurnsAreTheIterations) {
  std::mt19937 Random(7);
  for (int Case = 0; Case < 2000; ++Case) {
    const std::uint64_t Trips = Random() % 200, Unit = Random() % 9, Count = Random() % 7 + 1;
    const std::uint64_t Turns = Unit ? std::uint64_t(hetrt_turns(Trips, Unit)) : Count;
    std::uint64_t Next = 0;
    for (std::uint64_t Turn = 0; Turn < Turns; ++Turn) {
      const hetrt_range Range = hetrt_turn(nullptr, Trips, Unit, Turn, Count);
      ASSERT_EQ(Range.first, Next);
      ASSERT_GE(Range.last, Range.first);
      Next = Range.last;
    }
    ASSERT_EQ(Next, Trips) << Unit << " " << Count;
  }
  int Left = 1;
  const hetrt_range Some = {3, 4}, None = {4, 4};
  EXPECT_TRUE(hetrt_once(&Left, &Some));
  EXPECT_FALSE(hetrt_once(&Left, &Some));
  Left = 1;
  EXPECT_FALSE(hetrt_once(&Left, &None));
}

TEST(Meeting, TeamsOfAllSizesRunEveryIterationOnce) {
  for (int Count : {1, 2, 3, 5}) {
    AxpyLoop Axpy(501);
    Team Threads(Count);
    Threads.Opener = Count - 1;
    constexpr int Passes = 100;
    Threads.run([&](int Number) {
      for (int Pass = 0; Pass < Passes; ++Pass)
        ASSERT_EQ(Threads.meet(Number, Axpy.Loop, Axpy.Loop.Call), HETRT_SUCCESS);
    });
    expectDone(Axpy, Passes);
  }
}

TEST(Meeting, RegionsOneAfterTheOtherUnderAllSchedulers) {
  AxpyLoop One(300), Other(77);
  Team Threads(3);
  constexpr int Rounds = 30;
  for (const char *Scheduler : {"static", "adaptive", "chunk_dynamic", "guided", "split", "gpu", "cpu"})
    Threads.run([&, Scheduler](int Number) {
      hetrt_call First = One.Loop.Call, Second = Other.Loop.Call;
      First.scheduler = Second.scheduler = Scheduler;
      for (int Round = 0; Round < Rounds; ++Round) {
        ASSERT_EQ(Threads.meet(Number, One.Loop, First), HETRT_SUCCESS);
        ASSERT_EQ(Threads.meet(Number, Other.Loop, Second), HETRT_SUCCESS);
      }
    });
  expectDone(One, 7 * Rounds);
  expectDone(Other, 7 * Rounds);
}

TEST(Meeting, TwoTeamsMeetOneRegion) {
  AxpyLoop Model(90), Others(90);
  Others.Loop.Descriptor = &Model.Loop.Region;
  Team Mine(2), Theirs(3);
  constexpr int Passes = 200;
  const auto Run = [](Team &Threads, AxpyLoop &Axpy) {
    Threads.run([&](int Number) {
      for (int Pass = 0; Pass < Passes; ++Pass)
        ASSERT_EQ(Threads.meet(Number, Axpy.Loop, Axpy.Loop.Call), HETRT_SUCCESS);
    });
  };
  std::thread Beside([&] { Run(Theirs, Others); });
  Run(Mine, Model);
  Beside.join();
  expectDone(Model, Passes);
  expectDone(Others, Passes);
}

TEST(Meeting, ThreadsThatDifferKeepDevicesOut) {
  AxpyLoop Axpy(400);
  Axpy.Loop.on("gpu", "gpu"); // with this scheduler the cores get iterations only if no device can run them
  Team Threads(3);
  struct Values {
    AxpyLoop::Values Arrays;
    int Number;
  };
  static constexpr hetrt_own_value Own[] = {{"number", offsetof(Values, Number), sizeof(int)}};
  for (const int Odd : {0, 1, 2}) {
    Axpy.OnCores = 0;
    Threads.run([&, Odd](int Number) {
      const Values Mine = {Axpy.V, Number == Odd};
      const TestLoop::Described Given(&Mine, sizeof Mine, Axpy.Loop.Clauses);
      ASSERT_EQ(Threads.meet(Number, Axpy.Loop, Axpy.Loop.Call, Given, Own), HETRT_SUCCESS);
    });
    EXPECT_EQ(Axpy.OnCores, 400u);
  }
  // The test is repeated with arrays: one thread writes to an array of its own.
  std::vector<double> Private(400);
  Axpy.OnCores = 0;
  Threads.run([&](int Number) {
    std::vector<TestClause> Clauses = Axpy.Loop.Clauses;
    if (Number == 2)
      Clauses[1].Base = Private.data();
    const TestLoop::Described Given(&Axpy.V, sizeof Axpy.V, Clauses);
    ASSERT_EQ(Threads.meet(Number, Axpy.Loop, Axpy.Loop.Call, Given), HETRT_SUCCESS);
  });
  EXPECT_EQ(Axpy.OnCores, 400u);
  const bool Devices = !emulatedDevices().empty();
  Axpy.OnCores = 0;
  Threads.run([&](int Number) { Threads.meet(Number, Axpy.Loop, Axpy.Loop.Call); });
  EXPECT_EQ(Axpy.OnCores, Devices ? 0u : 400u) << "the same region, in threads that agree";
  expectDone(Axpy, 5);
}

TEST(Meeting, OneThreadGetsTheErrorAndNobodyRuns) {
  ErrorsKept Keep;
  AxpyLoop Axpy(10);
  Team Threads(4);
  std::atomic<int> Errors{0};
  Threads.run([&](int Number) {
    hetrt_call Call = Axpy.Loop.Call;
    if (Number == 3)
      Call.trip_count = 9;
    if (int Code = Threads.meet(Number, Axpy.Loop, Call)) {
      EXPECT_EQ(Code, HETRT_ERROR_ARGUMENT);
      EXPECT_THAT(hetrt_last_message(), testing::HasSubstr("different bounds"));
      ++Errors;
    }
  });
  EXPECT_EQ(Errors, 1);
  EXPECT_EQ(Axpy.Count, 0u);
}
