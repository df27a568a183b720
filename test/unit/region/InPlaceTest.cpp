// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests regions where some devices can access the host's memory: nothing is copied for these devices, loops over arrays
// of unknown extent are divided too, and copies that other devices keep stay right. The variable HETCC_TEST_REACHING
// (all, first, second or slowly) says which devices can access the host's memory.
#include "Loops.h"

#include <cstdlib>
#include <gmock/gmock.h>

namespace hetrt::test {
namespace {

using testing::HasSubstr;

bool reaches(const Device &Of) { return Of.capabilities().ReachesHost; }

/// The first device that can access the host's memory (`Reaches`) or the first that cannot; null if there is none.
EmulatedDevice *first(bool Reaches) {
  for (EmulatedDevice *Each : emulatedDevices())
    if (reaches(*Each) == Reaches)
      return Each;
  return nullptr;
}

/// The name of a device as a clause writes it. It lives as long as the program, because a call keeps only the pointer.
const char *idOf(const EmulatedDevice &Which) {
  static const char *const Ids[] = {"gpu:0", "gpu:1"};
  return Ids[Which.capabilities().Index];
}

std::uint64_t moved(const Device &Of) { return Of.statistics().BytesIn + Of.statistics().BytesOut; }

/// Removes the clauses, so that the arrays are those that the compiler found by itself.
void sayNothing(AxpyLoop &Of) {
  for (TestClause &Each : Of.Loop.Clauses)
    Each.Word = nullptr;
}

void keepNothing(const AxpyLoop &Of) {
  for (const auto *Each : {&Of.X, &Of.Y})
    EXPECT_EQ(hetrt_depersist(Each->data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
}

} // namespace

TEST(InPlace, NothingMoves) {
  for (unsigned Flags : {0u, unsigned(HETRT_PERSIST)}) {
    if (Flags && Engine::instance().settings().Write == WritePolicy::Back)
      continue; // the other devices keep what they have written and do not write it to the host
    AxpyLoop Axpy(1000, Flags);
    Axpy.Loop.on("all", "static");
    for (int Pass = 0; Pass < 4; ++Pass)
      Axpy.runAndCheck();
    EXPECT_LT(Axpy.OnCores, 1000u);
    if (Flags)
      keepNothing(Axpy);
  }
  for (const EmulatedDevice *Each : emulatedDevices()) {
    EXPECT_GT(Each->statistics().Launches, 0u);
    EXPECT_EQ(moved(*Each) == 0, reaches(*Each)) << Each->label();
    if (reaches(*Each)) {
      EXPECT_EQ(Each->statistics().PeakBytes, 0u) << "nor is there room for anything";
    }
  }
}

/// In copies, indexed elements are packed and indices are replaced by positions in the copy; a device that works in
/// place uses the arrays and indices of the program.
TEST(InPlace, IndexedElementsToo) {
  constexpr std::int64_t N = 200;
  struct Values {
    const int *Index;
    const double *X;
    double *Y;
  };
  std::vector<int> Index;
  std::vector<double> X(N), Y(N), Expected(N);
  for (std::int64_t I = 0; I < N; ++I) {
    Index.push_back(int(I * 7 % N));
    X[std::size_t(I)] = double(I) + 0.5;
  }
  for (std::size_t I = 0; I < N; ++I)
    Expected[I] = X[std::size_t(Index[I])];
  Values V{Index.data(), X.data(), Y.data()};
  const auto Body = [](std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
    const auto &V = *static_cast<const Values *>(Argument);
    for (std::uint64_t I = First; I < Last; ++I)
      V.Y[I] = V.X[V.Index[I]];
  };
  TestLoop Loop(Body, &V, sizeof V);
  Loop.trips(N).on("all", "static");
  Loop.window("index", MovesIn, &V.Index, sizeof(int), {{N, true}});
  Loop.window("x", MovesIn | WholeCopy | HETRT_GATHER, &V.X, sizeof(double), {{N}});
  Loop.window("y", MovesOut, &V.Y, sizeof(double), {{N, true}});
  Loop.Body = [&](std::uint64_t First, std::uint64_t Last) { Body(First, Last, &V, nullptr, nullptr); };
  const EmulatedDevice &Reaching = *first(true);
  const std::uint64_t Before = moved(Reaching), Launches = Reaching.statistics().Launches;
  ASSERT_EQ(Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Y, Expected);
  EXPECT_EQ(moved(Reaching), Before);
  EXPECT_GT(Reaching.statistics().Launches, Launches);
}

TEST(InPlace, WhatNobodyKnowsTheEndOf) {
  AxpyLoop Axpy(1000);
  Axpy.Loop.on("all", "static");
  sayNothing(Axpy);
  for (TestClause &Each : Axpy.Loop.Clauses)
    Each.Dimensions[0].Extent = HETRT_UNKNOWN;
  std::vector<std::uint64_t> Launches;
  for (const EmulatedDevice *Each : emulatedDevices())
    Launches.push_back(Each->statistics().Launches);
  Axpy.runAndCheck();
  EXPECT_LT(Axpy.OnCores, 1000u);
  for (std::size_t I = 0; const EmulatedDevice *Each : emulatedDevices())
    EXPECT_EQ(Each->statistics().Launches > Launches[I++], reaches(*Each)) << "copies cannot be made";
}

/// The arrays begin at different addresses but share memory, and no clause rules that out.
TEST(InPlace, ArraysThatOverlap) {
  constexpr std::size_t N = 500;
  AxpyLoop Axpy(N);
  std::vector<double> Both(2 * N, 1), Expected = Both;
  sayNothing(Axpy);
  // y[i] is both[i] and x[i] is both[N - 5 + i]. The last five elements of y are also read as x, but by iterations that
  // do not write them.
  Axpy.V.Y = Both.data();
  Axpy.V.X = Both.data() + N - 5;
  Axpy.Loop.trips(N - 5);
  for (std::size_t W = 0; W < 2; ++W)
    Axpy.Loop.Clauses[W].Base = W ? static_cast<const void *>(Axpy.V.Y) : Axpy.V.X;
  std::uint64_t OnCores = 0;
  Axpy.Loop.on("gpu", "static");
  Axpy.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    for (std::uint64_t I = First; I < Last; ++I)
      Axpy.V.Y[I] += 3 * Axpy.V.X[I];
    OnCores += Last - First;
  };
  ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  for (std::size_t I = 0; I < N - 5; ++I)
    Expected[I] += 3 * Expected[N - 5 + I];
  EXPECT_EQ(Both, Expected);
  EXPECT_EQ(OnCores, 0u);
}

/// Accesses to declared arrays are checked against the declaration.
TEST(InPlace, AnIndexOutsideOfAWindowIsAnError) {
  const ErrorsKept Kept;
  AxpyLoop Axpy(100);
  Axpy.Loop.Region.emulated = [](std::uint64_t First, std::uint64_t, const void *, void *, const hetrt_bounds *Bounds) {
    hetrt_read_index(&Bounds[0], 0, std::int64_t(First) + 100);
  };
  Axpy.Loop.on(idOf(*first(true)), "gpu");
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_WINDOW);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("outside its window"));
}

/// The devices run passes in turn on arrays; the devices that cannot access the host's memory keep copies of them.
TEST(InPlace, WhatOthersKeepStaysRight) {
  AxpyLoop Axpy(600, HETRT_PERSIST);
  std::vector<double> Expected = Axpy.Y;
  std::vector<const char *> Who = {"all", "cpu"};
  for (const EmulatedDevice *Each : emulatedDevices())
    Who.push_back(idOf(*Each));
  for (std::size_t Pass = 0; Pass < 40; ++Pass) {
    Axpy.Loop.on(Who[(Pass * 5 + Pass / 3) % Who.size()], Pass % 4 == 3 ? "chunk" : "adaptive");
    ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 0; I < Expected.size(); ++I)
      Expected[I] += 3 * Axpy.X[I];
  }
  keepNothing(Axpy);
  EXPECT_EQ(Axpy.Y, Expected);
}

/// Some devices perform a scatter in place, others in copies that are compared with the original.
TEST(InPlace, WritesAnywhere) {
  constexpr std::int64_t N = 400;
  struct Values {
    const int *To;
    double *Y;
  };
  std::vector<int> To;
  std::vector<double> Y(2 * N, -1), Expected = Y;
  for (std::int64_t I = 0; I < N; ++I)
    To.push_back(int(2 * (I * 3 % N)));
  for (std::size_t I = 0; I < N; ++I)
    Expected[std::size_t(To[I])] = double(I);
  Values V{To.data(), Y.data()};
  const auto Body = [](std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
    const auto &V = *static_cast<const Values *>(Argument);
    for (std::uint64_t I = First; I < Last; ++I)
      V.Y[V.To[I]] = double(I);
  };
  TestLoop Loop(Body, &V, sizeof V);
  Loop.trips(N).on("all", "static");
  Loop.window("to", MovesIn, &V.To, sizeof(int), {{N, true}});
  Loop.window("y", MovesIn | MovesOut | WholeCopy | HETRT_WRITES_ANYWHERE, &V.Y, sizeof(double), {{2 * N}});
  std::atomic<std::uint64_t> OnCores{0};
  Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    Body(First, Last, &V, nullptr, nullptr);
    OnCores += Last - First;
  };
  ASSERT_EQ(Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Y, Expected);
  EXPECT_LT(OnCores, std::uint64_t(N));
}

/// A loop that only devices with access to the host's memory can run writes through pointers into an array that other
/// devices keep copies of; the loop's description does not mention that array.
TEST(InPlace, WhatNoArrayTellsOf) {
  constexpr std::int64_t N = 300;
  AxpyLoop Keeper(N, HETRT_PERSIST);
  std::vector<double> Expected = Keeper.Y;
  struct Values {
    const double *X;
    double *Behind;
  };
  Values V{Keeper.X.data(), Keeper.Y.data()};
  const auto Body = [](std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
    const auto &V = *static_cast<const Values *>(Argument);
    for (std::uint64_t I = First; I < Last; ++I)
      V.Behind[I] = V.Behind[I] * 0.5 + V.X[I];
  };
  TestLoop Hidden(Body, &V, sizeof V);
  Hidden.trips(N).on("all", "static");
  Hidden.window("x", MovesIn, &V.X, sizeof(double), {{N, true}});
  Hidden.Clauses[0].Word = nullptr;
  Hidden.Region.flags |= HETRT_REACH_ONLY;
  std::atomic<std::uint64_t> OnCores{0};
  Hidden.Body = [&](std::uint64_t First, std::uint64_t Last) {
    Body(First, Last, &V, nullptr, nullptr);
    OnCores += Last - First;
  };
  Keeper.Loop.on("all", "static");
  for (int Pass = 0; Pass < 4; ++Pass) {
    ASSERT_EQ(Keeper.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    ASSERT_EQ(Hidden.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 0; I < Expected.size(); ++I)
      Expected[I] = (Expected[I] + 3 * Keeper.X[I]) * 0.5 + Keeper.X[I];
  }
  keepNothing(Keeper);
  EXPECT_EQ(Keeper.Y, Expected);
  const auto Reaching =
      std::uint64_t(std::ranges::count_if(emulatedDevices(), [](auto *Each) { return reaches(*Each); }));
  EXPECT_EQ(OnCores, 4 * std::uint64_t(N) / (1 + Reaching)) << "the others had no part";
}

/// What a launch changed in the program's arrays before it broke off cannot be computed again.
TEST(InPlaceFaults, EndThePassOnceSomethingMayHaveChanged) {
  const ErrorsKept Kept;
  EmulatedDevice &Device = *first(true);
  AxpyLoop Before(100);
  Before.Loop.on(idOf(Device), "gpu");
  Device.injectFault({EmulatedCall::Prepare, Device.calls(EmulatedCall::Prepare) + 1, false});
  Before.runAndCheck();
  EXPECT_EQ(Before.OnCores, 100u) << "nothing had changed";

  AxpyLoop Meanwhile(100);
  Meanwhile.Loop.on(idOf(Device), "gpu");
  Device.injectFault({EmulatedCall::Launch, Device.calls(EmulatedCall::Launch) + 1, false});
  EXPECT_EQ(Meanwhile.Loop.run(), HETRT_ERROR_DEVICE);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("the device works on the array in place, so no other device can take "
                                              "over: " +
                                              Device.label() + ": injected fault"));
}

TEST(InPlaceSlowly, AutoTakesCopies) {
  constexpr std::int64_t N = 200000;
  AxpyLoop Axpy(N);
  EmulatedDevice &Device = *first(true);
  Axpy.Loop.on(idOf(Device), "auto");
  Axpy.runAndCheck();
  EXPECT_EQ(moved(Device), 0u) << "in place at first";
  for (int Pass = 0; Pass < 8; ++Pass)
    Axpy.runAndCheck();
  const std::uint64_t Before = moved(Device);
  Axpy.runAndCheck();
  EXPECT_EQ(moved(Device) - Before, 3 * N * sizeof(double));
  // The other schedulers do not follow measurements.
  Axpy.Loop.on(idOf(Device), "gpu");
  Axpy.runAndCheck();
  EXPECT_EQ(moved(Device) - Before, 3 * N * sizeof(double));
}

} // namespace hetrt::test

int main(int argc, char **argv) {
  testing::InitGoogleMock(&argc, argv);
  const std::string Which = getenv("HETCC_TEST_REACHING");
  setenv("HETRT_EMULATED",
         Which == "first"    ? "unified;"
         : Which == "second" ? ";unified"
         : Which == "slowly" ? "unified=0.002"
                             : "unified",
         1);
  return RUN_ALL_TESTS();
}
