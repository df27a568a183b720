// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests regions that run at the same time on the same persistent arrays, as OpenMP tasks do: regions that write
// different indices, and regions that wait for each other.
#include "Loops.h"

#include <future>
#include <map>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Vector = std::vector<std::uint64_t>;

/// A copy for a loop with a step includes the gaps between its elements, and other tasks may write there at the same
/// time. What was copied from the gaps is not used, but the thread sanitizer would report a race.
#ifdef HETCC_THREAD_SANITIZER
constexpr bool CopiesMaySpanGaps = false;
#else
constexpr bool CopiesMaySpanGaps = true;
#endif

/// The iterator values of a part of a loop.
struct Part {
  std::int64_t Lower, Step;
  std::uint64_t Count;
  std::int64_t at(std::uint64_t K) const { return Lower + Step * std::int64_t(K); }
};

/// x[i] = 3 * x[i] + i on a part of an array; the whole array is persistent.
struct Update {
  struct Values {
    std::uint64_t *X;
    Part Of;
  };
  static std::uint64_t next(std::uint64_t Old, std::int64_t I) { return 3 * Old + std::uint64_t(I); }
  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *B) {
    const Values &V = *static_cast<const Values *>(Argument);
    for (std::uint64_t K = First; K < Last; ++K) {
      const std::int64_t I = B ? hetrt_write_index(&B[0], 0, V.Of.at(K)) : V.Of.at(K);
      V.X[I] = next(V.X[I], I);
    }
  }
  explicit Update(Vector &X) : V{X.data(), {0, 1, 0}} {
    Loop.window("x", MovesIn | MovesOut | HETRT_PERSIST, &V.X, sizeof(X[0]), {{std::int64_t(X.size()), true}});
    Loop.Body = [this](std::uint64_t First, std::uint64_t Last) { kernel(First, Last, &V, nullptr, nullptr); };
    Loop.Call.in_parallel = HETRT_OWN_TASK;
  }
  void run(Part Of) {
    V.Of = Of;
    Loop.trips(Of.Count, Of.Lower, Of.Step);
    ASSERT_EQ(Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  }
  static void runSerially(Vector &X, Part Of) {
    for (std::uint64_t K = 0; K < Of.Count; ++K)
      X[std::size_t(Of.at(K))] = next(X[std::size_t(Of.at(K))], Of.at(K));
  }
  Values V;
  TestLoop Loop{kernel, &V, sizeof V};
};

/// Several threads at once each run the parts that `PartOf` gives them, one after the other.
template <typename Function> void updateAtOnce(std::size_t N, int Threads, std::uint64_t Passes, Function PartOf) {
  Vector X(N), Expected(N);
  std::vector<std::thread> All;
  for (int Number = 0; Number < Threads; ++Number)
    All.emplace_back([&, Number] {
      Update Loop(X);
      for (std::uint64_t Pass = 0; Pass < Passes && !testing::Test::HasFatalFailure(); ++Pass) {
        Loop.Loop.on(Pass % 3 ? "gpu" : "all", Pass % 2 ? "chunk" : "static");
        Loop.run(PartOf(Number, Pass));
      }
    });
  for (std::thread &Each : All)
    Each.join();
  for (int Number = 0; Number < Threads; ++Number)
    for (std::uint64_t Pass = 0; Pass < Passes; ++Pass)
      Update::runSerially(Expected, PartOf(Number, Pass));
  EXPECT_EQ(hetrt_depersist(X.data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(X, Expected);
}

} // namespace

TEST(Tasks, HalvesOfOnePersistentArray) {
  constexpr std::int64_t Half = 2000;
  updateAtOnce(2 * Half, 2, 500, [](int Number, std::uint64_t Pass) {
    return Part{Number * Half + std::int64_t(Pass) * 1103 % (Half - 7), 1, 5 + Pass % 3};
  });
}

TEST(Tasks, EachInTheGapsOfTheOthers) {
  if (!CopiesMaySpanGaps)
    GTEST_SKIP() << "all three run on devices";
  constexpr std::int64_t N = 600;
  updateAtOnce(3 * N, 3, 200, [](int Number, std::uint64_t Pass) {
    const auto Shift = std::int64_t(Pass) * 37 % (N - 100);
    if (Number == 2) // one iteration has no gaps, so its result may stay on the device
      return Part{3 * Shift + 2, 1, 1};
    return Number == 1 ? Part{3 * (Shift + 99) + 1, -3, 100} : Part{3 * Shift, 3, 100};
  });
}

namespace {

/// Runs `First`, and runs `Second` while a core works on `First`.
void runMeanwhile(Update &First, Part Of, Update &Second, Part Other) {
  std::once_flag Once;
  auto Plain = First.Loop.Body;
  First.Loop.Body = [&](std::uint64_t Begin, std::uint64_t End) {
    std::call_once(Once, [&] { Second.run(Other); });
    Plain(Begin, End);
  };
  First.run(Of);
  First.Loop.Body = Plain;
}

} // namespace

TEST(Tasks, WhatIsWrittenInTheGapsMeanwhileStays) {
  Vector X(100), Expected(100);
  Update Gaps(X), Between(X);
  Between.Loop.on("gpu", "static");
  for (const char *Devices : {"cpu", CopiesMaySpanGaps ? "all" : "cpu"})
    for (Part Of : {Part{41, 1, 1}, Part{41, 2, 5}, Part{99, -2, 50}}) {
      Gaps.Loop.on(Devices, "static");
      runMeanwhile(Gaps, {0, 2, 50}, Between, Of);
      Update::runSerially(Expected, {0, 2, 50});
      Update::runSerially(Expected, Of);
      Between.run({0, 1, 100});
      Update::runSerially(Expected, {0, 1, 100});
    }
  EXPECT_EQ(hetrt_depersist(X.data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(X, Expected);
}

TEST(Tasks, WhatIsWrittenBesideAPartOfTheArrayStays) {
  Vector X(100), Expected(100), Half(50);
  Update Whole(X), Part1(Half);
  // This one is not persistent, and its clause describes the half as an array of its own.
  Part1.V.X = X.data();
  Part1.Loop.Clauses[0].Base = X.data();
  Part1.Loop.Clauses[0].say(MovesIn | MovesOut);
  Part1.Loop.on("cpu", "static");
  Whole.Loop.on("gpu", "static");
  for (int Pass = 0; Pass < 3; ++Pass) {
    runMeanwhile(Part1, {0, 1, 50}, Whole, {50, 1, 50});
    Whole.run({0, 1, 100});
    for (Part Of : {Part{0, 1, 50}, Part{50, 1, 50}, Part{0, 1, 100}})
      Update::runSerially(Expected, Of);
  }
  EXPECT_EQ(hetrt_depersist(X.data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(X, Expected);
}

namespace {

/// A region of one of two kinds: y[i] += x[i-1] + x[i+1], or x[i] = 3 * x[i] + y[i].
struct Step {
  struct Values {
    std::uint64_t *X, *Y;
    Part Of;
  };
  template <bool Gather> static void compute(Values V, std::int64_t I, const hetrt_bounds *B) {
    auto Read = [&](unsigned Window, std::int64_t At) { return B ? hetrt_read_index(&B[Window], 0, At) : At; };
    auto Write = [&](unsigned Window) { return B ? hetrt_write_index(&B[Window], 0, I) : I; };
    if (Gather)
      V.Y[Write(1)] += V.X[Read(0, I - 1)] + V.X[Read(0, I + 1)];
    else
      V.X[Write(0)] = 3 * V.X[Read(0, I)] + V.Y[Read(1, I)];
  }
  template <bool Gather>
  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *B) {
    const Values &V = *static_cast<const Values *>(Argument);
    for (std::uint64_t K = First; K < Last; ++K)
      compute<Gather>(V, V.Of.at(K), B);
  }

  Step(Vector &X, Vector &Y, Part Of, bool Gather) : V{X.data(), Y.data(), Of}, Gather(Gather) {
    const auto N = std::int64_t(X.size());
    const unsigned In = MovesIn | HETRT_PERSIST, InOut = In | MovesOut;
    Loop.window("x", Gather ? In : InOut, &V.X, sizeof(X[0]), {{N, true, Gather ? 1 : 0}});
    Loop.window("y", Gather ? InOut : In, &V.Y, sizeof(Y[0]), {{N, true}});
    Loop.Body = [this](std::uint64_t First, std::uint64_t Last) {
      (this->Gather ? kernel<true> : kernel<false>)(First, Last, &V, nullptr, nullptr);
    };
    Loop.trips(Of.Count, Of.Lower, Of.Step);
    Loop.Call.in_parallel = HETRT_OWN_TASK;
  }

  /// The sections that a `depend` clause would name.
  std::vector<hetrt_section> sections() const {
    const std::int64_t A = V.Of.at(0), B = V.Of.at(V.Of.Count - 1), First = std::min(A, B), Last = std::max(A, B) + 1;
    if (V.Of.Count == 0)
      return {};
    return {{V.X + First - Gather, V.X + Last + Gather, !Gather}, {V.Y + First, V.Y + Last, Gather}};
  }

  void runSerially(Vector &X, Vector &Y) const {
    for (std::uint64_t K = 0; K < V.Of.Count; ++K)
      (Gather ? compute<true> : compute<false>)({X.data(), Y.data(), V.Of}, V.Of.at(K), nullptr);
  }

  Values V;
  const bool Gather;
  TestLoop Loop{Gather ? kernel<true> : kernel<false>, &V, sizeof V};
};

/// Runs the steps in several threads, each step as soon as the ones that it depends on are done.
void runInOrder(std::vector<std::unique_ptr<Step>> &Steps) {
  std::vector<hetrt_task *> Tasks;
  std::vector<std::promise<void>> Done(Steps.size());
  std::vector<std::vector<std::shared_future<void>>> Before(Steps.size());
  std::map<const char *, std::shared_future<void>> Of;
  for (std::size_t I = 0; I < Steps.size(); ++I) {
    const std::vector<hetrt_section> Sections = Steps[I]->sections();
    Tasks.push_back(hetrt_task_begin(Sections.data(), Sections.size()));
    for (std::uint64_t K = 0; K < hetrt_task_before_count(Tasks[I]); ++K)
      Before[I].push_back(Of.at(hetrt_task_before(Tasks[I])[K]));
    Of[hetrt_task_mark(Tasks[I])] = Done[I].get_future().share();
  }
  std::atomic<std::size_t> Next{0};
  std::vector<std::thread> Threads;
  for (int Number = 0; Number < 4; ++Number)
    Threads.emplace_back([&] {
      for (std::size_t I = Next++; I < Steps.size(); I = Next++) {
        for (const auto &Each : Before[I])
          Each.wait();
        EXPECT_EQ(Steps[I]->Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
        hetrt_task_end(Tasks[I]);
        Done[I].set_value();
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
}

std::vector<std::unique_ptr<Step>> randomSteps(std::mt19937 &Random, std::size_t Count, Vector &X, Vector &Y) {
  auto Below = [&](std::uint64_t N) { return std::int64_t(Random() % N); };
  constexpr const char *Schedulers[] = {"static", "adaptive", "chunk", "chunk_dynamic", "guided", "gpu", "cpu", "auto"};
  std::vector<std::unique_ptr<Step>> Steps;
  while (Steps.size() < Count) {
    const std::int64_t Lower = 1 + Below(X.size() - 2), Size = Below(X.size() - 1 - std::uint64_t(Lower));
    constexpr std::int64_t Strides[] = {1, 1, 1, -1, -1, 2, -3};
    const std::int64_t Stride = Strides[Below(std::size(Strides))], Distance = std::abs(Stride);
    const Part Of{Stride > 0 ? Lower : Lower + Size, Stride, Size ? std::uint64_t((Size - 1) / Distance + 1) : 0};
    Steps.push_back(std::make_unique<Step>(X, Y, Of, Below(2)));
    Steps.back()->Loop.on(Below(3) ? "all" : "gpu", Schedulers[Below(std::size(Schedulers))]);
  }
  return Steps;
}

/// Checks that the steps leave the arrays as they would if run one after the other.
void runAsSerially(std::vector<std::unique_ptr<Step>> &Steps, Vector &X, Vector &Y) {
  Vector SerialX = X, SerialY = Y;
  runInOrder(Steps);
  for (const auto &Each : Steps)
    Each->runSerially(SerialX, SerialY);
  for (const Vector *Each : {&X, &Y})
    EXPECT_EQ(hetrt_depersist(Each->data(), Each == &X ? "x" : "y", "here"), HETRT_SUCCESS) << hetrt_last_message();
  ASSERT_EQ(X, SerialX);
  ASSERT_EQ(Y, SerialY);
}

} // namespace

TEST(Tasks, RandomStepsThatWaitForEachOther) {
  std::mt19937 Random(5);
  for (int Round = 0; Round < 15; ++Round) {
    Vector X(90), Y(90);
    std::iota(X.begin(), X.end(), 1);
    auto Steps = randomSteps(Random, 60, X, Y);
    ASSERT_NO_FATAL_FAILURE(runAsSerially(Steps, X, Y)) << "round " << Round;
  }
}

/// Now and then a call fails; under HETRT_WRITE=back, only kinds of calls whose failure loses no data.
TEST(FaultsInTasks, LoseNothing) {
  const bool Back = Engine::instance().settings().Write == WritePolicy::Back;
  std::mt19937 Random(6);
  for (int Round = 0; Round < 15; ++Round) {
    Vector X(90), Y(90);
    std::iota(X.begin(), X.end(), 1);
    auto Steps = randomSteps(Random, 40, X, Y);
    constexpr EmulatedCall Calls[] = {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch};
    for (EmulatedDevice *Device : emulatedDevices()) {
      const EmulatedCall Which = Calls[Random() % (Back ? 1 : std::size(Calls))];
      Device->injectFault({Which, Device->calls(Which) + 1 + Random() % 8, false});
    }
    ASSERT_NO_FATAL_FAILURE(runAsSerially(Steps, X, Y)) << "round " << Round;
  }
}
