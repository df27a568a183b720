// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with one thread for each device: each iteration is computed once; windows, reductions, faults, teams of all
// sizes, and mistakes of programs.
#include "ManualTeam.h"

#include "Schedule/Registry.h"

#include <gmock/gmock.h>
#include <numeric>

using namespace hetrt;
using namespace hetrt::test;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

void addLong(void *Into, const void *From) { *static_cast<long *>(Into) += *static_cast<const long *>(From); }

/// A pass that computes y[i] += 3 * x[i] and the sum of all x[i].
struct Axpy {
  explicit Axpy(std::int64_t N) : N(N), X(std::size_t(N) + 1), Y(X.size()) {
    std::iota(X.begin(), X.end(), 1);
    std::iota(Y.begin(), Y.end(), 100);
  }

  ManualTeam::Body round(ManualTeam &Team, hetrt_manual_member *Member, unsigned MoreFlags = 0) {
    const long Zero = 0;
    const long *XThere = mapped<long>(Team, Member, Described::list("x", HETRT_MANUAL_IN | MoreFlags, X.data(), N));
    long *YThere =
        mapped<long>(Team, Member, Described::list("y", HETRT_MANUAL_IN | HETRT_MANUAL_OUT | MoreFlags, Y.data(), N));
    void *Part = nullptr;
    Team.keep(hetrt_manual_reduce(Member, &Sum, &Zero, sizeof Zero, addLong, &Part));
    return [=](hetrt_manual_member *, hetrt_range Range) {
      for (hetrt_uint64 I = Range.first; I < Range.last; ++I) {
        YThere[I] += 3 * XThere[I];
        *static_cast<long *>(Part) += XThere[I];
      }
    };
  }

  void expectAfter(long Passes) const {
    for (std::int64_t I = 0; I < N; ++I)
      ASSERT_EQ(Y[std::size_t(I)], 100 + I + Passes * 3 * (I + 1)) << "at " << I;
    EXPECT_EQ(Sum, Passes * (N * (N + 1) / 2));
  }

  std::int64_t N;
  std::vector<long> X, Y;
  long Sum = 0;
};

class EveryScheduler : public testing::TestWithParam<const SchedulerDescriptor *> {};

TEST_P(EveryScheduler, ComputesEveryIterationOncePerPass) {
  for (std::int64_t N : {0, 1, 2, 7, 1009}) {
    ManualTeam Team(std::string(GetParam()->Name).c_str());
    ASSERT_EQ(Team.Created, HETRT_SUCCESS) << hetrt_last_message();
    Axpy Data(N);
    for (int Pass = 0; Pass < 4; ++Pass)
      Team.pass(std::uint64_t(N), [&](hetrt_manual_member *Member) { return Data.round(Team, Member); });
    EXPECT_THAT(Team.Messages, IsEmpty());
    Data.expectAfter(4);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryScheduler, testing::ValuesIn(allSchedulers().begin(), allSchedulers().end()),
                         [](const auto &Info) { return std::string(Info.param->Name); });

TEST(ManualLoop, TakesTeamsOfEverySize) {
  ManualTeam Team("static");
  Axpy Data(501);
  const int Sizes[] = {1, 2, 3, 4, 5, 9};
  for (int Count : Sizes)
    Team.pass(501, [&](hetrt_manual_member *Member) { return Data.round(Team, Member); }, Count);
  EXPECT_THAT(Team.Messages, IsEmpty());
  Data.expectAfter(std::size(Sizes));
}

TEST(ManualLoop, RunsPassesOneAfterTheOtherInOneTeam) {
  ManualTeam Team("adaptive");
  Axpy Data(300);
  const int Threads = hetrt_manual_threads(Team.Loop);
  std::vector<std::thread> Others;
  auto Part = [&](int Number) {
    for (int Pass = 0; Pass < 50; ++Pass)
      Team.takePart(Number, Threads, 300, [&](hetrt_manual_member *Member) { return Data.round(Team, Member); });
  };
  for (int T = 1; T < Threads; ++T)
    Others.emplace_back(Part, T);
  Part(0);
  for (std::thread &Each : Others)
    Each.join();
  EXPECT_THAT(Team.Messages, IsEmpty());
  Data.expectAfter(50);
}

/// Runs a pass on all devices: memory that was released earlier is freed by the thread that uses a device next.
void driveDevices() {
  ManualTeam Team("static");
  Team.pass(1, [](hetrt_manual_member *) -> ManualTeam::Body { return [](hetrt_manual_member *, hetrt_range) {}; });
}

TEST(ManualLoop, AcceleratorsWorkAndFreeTheirMemory) {
  driveDevices();
  const std::uint64_t Before = allocatedBytes();
  std::atomic<std::uint64_t> OnAccelerators{0};
  {
    ManualTeam Team("static");
    Axpy Data(400);
    Team.pass(400, [&](hetrt_manual_member *Member) -> ManualTeam::Body {
      auto Work = Data.round(Team, Member, HETRT_MANUAL_PERSIST);
      return [&OnAccelerators, Work](hetrt_manual_member *Who, hetrt_range Range) {
        if (hetrt_manual_kind(Who) == HETRT_MANUAL_ACCELERATORS)
          OnAccelerators += Range.last - Range.first;
        Work(Who, Range);
      };
    });
    Data.expectAfter(1);
    EXPECT_EQ(OnAccelerators > 0, !emulatedDevices().empty());
    EXPECT_EQ(allocatedBytes() > Before, !emulatedDevices().empty());
  }
  driveDevices();
  EXPECT_EQ(allocatedBytes(), Before);
}

/// Blurs along columns: to[i][j] = from[i][j-1] + from[i][j+1], with halo; Pad: rows of a device's copy are padded.
void blurColumns(bool Pad) {
  constexpr std::int64_t Height = 5, Width = 37;
  std::vector<float> From(Height * Width), To(From.size(), -1);
  std::iota(From.begin(), From.end(), 0.0f);
  ManualTeam Team("static");
  std::atomic<int> Wider{0};
  Team.pass(Width, [&](hetrt_manual_member *Member) -> ManualTeam::Body {
    hetrt_uint64 FromRow = 0, ToRow = 0;
    const auto *In = mapped<char>(
        Team, Member, Described::matrix("from", HETRT_MANUAL_IN, From.data(), Height, Width, Described::Columns, 1),
        &FromRow, Pad);
    auto *Out = mapped<char>(Team, Member,
                             Described::matrix("to", HETRT_MANUAL_OUT, To.data(), Height, Width, Described::Columns),
                             &ToRow, Pad);
    Wider += FromRow > Width * sizeof(float);
    return [=](hetrt_manual_member *, hetrt_range Range) {
      for (std::int64_t I = 0; I < Height; ++I) {
        const auto *Read = reinterpret_cast<const float *>(In + std::uint64_t(I) * FromRow);
        auto *Write = reinterpret_cast<float *>(Out + std::uint64_t(I) * ToRow);
        for (auto J = std::int64_t(Range.first); J < std::int64_t(Range.last); ++J)
          Write[J] = (J > 0 ? Read[J - 1] : 0) + (J + 1 < Width ? Read[J + 1] : 0);
      }
    };
  });
  EXPECT_THAT(Team.Messages, IsEmpty());
  EXPECT_EQ(Wider > 0, Pad && !emulatedDevices().empty());
  for (std::int64_t I = 0; I < Height; ++I)
    for (std::int64_t J = 0; J < Width; ++J)
      ASSERT_EQ(To[std::size_t(I * Width + J)], (J > 0 ? From[std::size_t(I * Width + J - 1)] : 0) +
                                                    (J + 1 < Width ? From[std::size_t(I * Width + J + 1)] : 0));
}

TEST(ManualLoop, MovesColumnsWithHalo) { blurColumns(false); }
TEST(ManualLoop, PadsRowsOfAcceleratorsCopies) { blurColumns(true); }

TEST(ManualLoop, PersistentArraysMoveInOnce) {
  ManualTeam Team("static");
  Axpy Data(512);
  auto Pass = [&] {
    std::uint64_t Before = 0, After = 0;
    for (EmulatedDevice *Each : emulatedDevices())
      Before += Each->statistics().BytesIn;
    Team.pass(512, [&](hetrt_manual_member *Member) { return Data.round(Team, Member, HETRT_MANUAL_PERSIST); });
    for (EmulatedDevice *Each : emulatedDevices())
      After += Each->statistics().BytesIn;
    return After - Before;
  };
  const std::uint64_t Devices = emulatedDevices().size(), Values = Devices * sizeof(long);
  EXPECT_EQ(Pass() > Values, Devices > 0);
  EXPECT_EQ(Pass(), Values); // only the reduction's identity is copied
  Data.expectAfter(2);
  // After it has been unmapped, the program may write the array.
  EXPECT_EQ(hetrt_manual_unmap(Team.Loop, Data.Y.data()), HETRT_SUCCESS);
  std::iota(Data.Y.begin(), Data.Y.end(), 100);
  Data.Sum = 0;
  Pass();
  Data.expectAfter(1);
}

TEST(ManualLoop, RetargetsToAnArrayOfTheSameShape) {
  ManualTeam Team("static");
  Axpy First(200), Second(200);
  Team.pass(200, [&](hetrt_manual_member *Member) { return First.round(Team, Member); });
  const std::uint64_t Bytes = allocatedBytes();
  ASSERT_EQ(hetrt_manual_retarget(Team.Loop, First.X.data(), Second.X.data()), HETRT_SUCCESS);
  ASSERT_EQ(hetrt_manual_retarget(Team.Loop, First.Y.data(), Second.Y.data()), HETRT_SUCCESS);
  Team.pass(200, [&](hetrt_manual_member *Member) { return Second.round(Team, Member); });
  EXPECT_EQ(allocatedBytes(), Bytes);
  First.expectAfter(1);
  Second.expectAfter(1);
  EXPECT_EQ(hetrt_manual_retarget(Team.Loop, First.X.data(), Second.X.data()), HETRT_ERROR_ARGUMENT);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("wanted an array that is mapped"));
}

class EveryFault : public testing::TestWithParam<EmulatedCall> {};

/// A fault in any call of a pass: all iterations still take effect once. The fault is in one of the next calls of its
/// kind.
TEST_P(EveryFault, LosesTheRangeToOthers) {
  for (unsigned Ahead = 1; Ahead <= 4; ++Ahead)
    for (EmulatedDevice *Struck : emulatedDevices()) {
      ManualTeam Team("static");
      Axpy Data(640);
      const std::uint64_t Number = Struck->calls(GetParam()) + Ahead;
      Struck->injectFault({GetParam(), Number, false});
      for (int Pass = 0; Pass < 3; ++Pass)
        Team.pass(640, [&](hetrt_manual_member *Member) { return Data.round(Team, Member); });
      EXPECT_THAT(Team.Messages, IsEmpty());
      EXPECT_GE(Struck->calls(GetParam()), Number);
      Data.expectAfter(3);
    }
}

INSTANTIATE_TEST_SUITE_P(All, EveryFault,
                         testing::Values(EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::CopyOut));

TEST(LostDevice, LeavesItsThreadAsACore) {
  for (EmulatedDevice *Struck : emulatedDevices()) {
    ManualTeam Team("static");
    Axpy Data(640);
    Struck->injectFault({EmulatedCall::CopyOut, Struck->calls(EmulatedCall::CopyOut) + 2, true});
    for (int Pass = 0; Pass < 3; ++Pass)
      Team.pass(640, [&](hetrt_manual_member *Member) { return Data.round(Team, Member, HETRT_MANUAL_PERSIST); });
    EXPECT_THAT(Team.Messages, IsEmpty());
    EXPECT_TRUE(Struck->lost());
    Data.expectAfter(3);
  }
}

// ===-- Mistakes of programs: one error message for each
// -----------------------------------------------------------===//

ManualTeam::Body nothing(hetrt_manual_member *) {
  return [](hetrt_manual_member *, hetrt_range) {};
}

TEST(ManualMistake, AnOutputThatDoesNotFollowTheLoop) {
  ManualTeam Team("static");
  std::vector<long> X(10);
  Described What = Described::list("x", HETRT_MANUAL_OUT, X.data(), 10);
  What.Said.along = -1;
  Team.pass(10, [&](hetrt_manual_member *Member) {
    mapped<long>(Team, Member, What);
    return nothing(Member);
  });
  ASSERT_FALSE(Team.Messages.empty());
  EXPECT_THAT(Team.Messages, Each(HasSubstr("map(x), line 7: an array that is written follows the loop")));
}

TEST(ManualMistake, AnExtentBelowTheTripCount) {
  ManualTeam Team("static");
  std::vector<long> X(10);
  Team.pass(11, [&](hetrt_manual_member *Member) {
    mapped<long>(Team, Member, Described::list("x", HETRT_MANUAL_IN, X.data(), 10));
    return nothing(Member);
  });
  EXPECT_THAT(Team.Messages, ElementsAre(HasSubstr("the loop runs over 0 to 10, but the extent is 10")));
}

TEST(ManualMistake, ArraysThatOverlap) {
  ManualTeam Team("static");
  std::vector<long> X(20);
  Team.pass(10, [&](hetrt_manual_member *Member) {
    mapped<long>(Team, Member, Described::list("x", HETRT_MANUAL_IN, X.data(), 10));
    mapped<long>(Team, Member, Described::list("y", HETRT_MANUAL_OUT, X.data() + 5, 10));
    return nothing(Member);
  });
  EXPECT_THAT(Team.Messages, ElementsAre(HasSubstr("overlap in memory")));
}

TEST(ManualMistake, AnotherShapeThanBefore) {
  ManualTeam Team("static");
  std::vector<long> X(20);
  for (std::int64_t Length : {20, 19})
    Team.pass(
        10,
        [&](hetrt_manual_member *Member) {
          mapped<long>(Team, Member, Described::list("x", HETRT_MANUAL_IN, X.data(), Length));
          return nothing(Member);
        },
        1);
  ASSERT_FALSE(Team.Messages.empty());
  EXPECT_THAT(Team.Messages.front(), HasSubstr("another shape, padding or persistence than before"));
}

TEST(ManualMistake, ThreadsThatDisagreeOnTheTripCount) {
  ManualTeam Team("static");
  std::thread Other([&] { Team.takePart(1, 2, 10, nothing); });
  Team.takePart(0, 2, 11, nothing);
  Other.join();
  EXPECT_THAT(Team.Messages, ElementsAre(HasSubstr("different trip counts")));
}

TEST(ManualMistake, CallsOutOfOrder) {
  ManualTeam Team("static");
  hetrt_manual_member *Member = hetrt_manual_join(Team.Loop, 0, 1);
  int More = 0;
  hetrt_range Range;
  void *Part = nullptr;
  long Sum = 0;
  EXPECT_EQ(hetrt_manual_more(Member, &More), HETRT_ERROR_ARGUMENT);
  EXPECT_EQ(hetrt_manual_unmap(Team.Loop, &Sum), HETRT_ERROR_ARGUMENT);
  EXPECT_EQ(hetrt_manual_next(Member, 5, &Range), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_manual_next(Member, 5, &Range), HETRT_ERROR_ARGUMENT);
  EXPECT_EQ(hetrt_manual_reduce(Member, &Sum, &Sum, sizeof Sum, addLong, &Part), HETRT_ERROR_ARGUMENT);
  EXPECT_EQ(mapped<long>(Team, Member, Described::list("x", HETRT_MANUAL_IN, &Sum, 1)), &Sum);
  EXPECT_THAT(Team.Messages, ElementsAre(HasSubstr("after the range was asked for")));
  while (hetrt_manual_more(Member, &More) == HETRT_SUCCESS && More)
    hetrt_manual_next(Member, 5, &Range);
}

TEST(ManualMistake, OptionsThatNobodyKnows) {
  hetrt_manual *Loop = nullptr;
  hetrt_manual_options Options = optionsFor("adaptve");
  EXPECT_EQ(hetrt_manual_create(&Options, &Loop), HETRT_ERROR_ARGUMENT);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("loop.c:7: there is no scheduler 'adaptve'; did you mean 'adaptive'?"));
  Options = optionsFor("static");
  Options.ratio = 2;
  EXPECT_EQ(hetrt_manual_create(&Options, &Loop), HETRT_ERROR_ARGUMENT);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("ratio is 2"));
  Options = optionsFor("static");
  Options.size = 8;
  EXPECT_EQ(hetrt_manual_create(&Options, &Loop), HETRT_ERROR_ABI);
  EXPECT_EQ(Loop, nullptr);
}

} // namespace
