// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests loops that write an array at indices that are not described, against the serial loop: on every mix of devices,
// with every scheduler, with faults, beside arrays that follow the loop, and between passes for which devices keep the
// array.
#include "Loops.h"
#include "Schedulers.h"

#include <gmock/gmock.h>
#include <random>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;

namespace {

/// Iteration i visits the elements of y named by To[First[i]] up to To[First[i + 1]]: it changes some of them, writes
/// the present value to some, and leaves the rest. It also reads an element that no iteration changes, and adds to an
/// element of its own.
struct ScatterValues {
  const std::uint32_t *First, *To, *Read;
  std::uint16_t *Y;
  std::uint32_t *Z;
  const std::uint16_t *Other;
};

template <typename Write, typename Look> void scatter(const ScatterValues &V, std::uint64_t I, Write OfY, Look Reads) {
  std::uint32_t Sum = std::uint32_t(I) + Reads(V.Read[I]);
  for (std::uint32_t K = V.First[I]; K < V.First[I + 1]; ++K) {
    std::uint16_t &Element = OfY(V.To[K]);
    Sum = Sum * 31 + Element;
    if (Sum % 4 != 0)
      Element = std::uint16_t(Sum % 3 == 0 ? Element : Sum % 3 == 1 ? Element ^ 0x100 : Sum);
  }
  V.Z[I] += Sum;
}

class ScatterLoop {
public:
  /// `Other` are the flags of a second description of y, which follows the loop if `OtherTied`; 0 if there is none.
  explicit ScatterLoop(std::uint32_t Seed, unsigned Other = 0, bool OtherTied = false) : Random(Seed) {
    const std::size_t Elements = N + Random() % (2 * N);
    Y.resize(Elements);
    for (std::uint16_t &Each : Y)
      Each = std::uint16_t(Random());
    Z.assign(N, 5);
    Read.resize(N);
    V = {First.data(), To.data(), Read.data(), Y.data(), Z.data(), Y.data()};
    draw();
    Expected = Y;
    ExpectedZ = Z;
    const auto Count = std::int64_t(N), Length = std::int64_t(Elements);
    Loop.trips(N).on("all", "static");
    Loop.window("first", MovesIn | WholeCopy, &V.First, 4, {{Count + 1}});
    Loop.window("to", MovesIn | WholeCopy, &V.To, 4, {{Length}});
    Loop.window("read", MovesIn, &V.Read, 4, {{Count, true}});
    Loop.window("y", MovesIn | MovesOut | WholeCopy | HETRT_WRITES_ANYWHERE, &V.Y, 2, {{Length}});
    Loop.window("z", MovesIn | MovesOut, &V.Z, 4, {{Count, true}});
    if (Other)
      Loop.window("other", Other, &V.Other, 2, {{Length, OtherTied}});
    Loop.Call.partials_size = sizeof(std::uint64_t);
    Loop.Body = [this](std::uint64_t From, std::uint64_t To) {
      for (std::uint64_t I = From; I < To; ++I)
        serial(V, I);
      OnCores += To - From;
    };
    Loop.Combine = [this](const void *Partial) { OnDevices += *static_cast<const std::uint64_t *>(Partial); };
  }

  static void serial(const ScatterValues &V, std::uint64_t I) {
    scatter(
        V, I, [&](std::uint32_t At) -> std::uint16_t & { return V.Y[At]; }, [&](std::uint32_t At) { return V.Y[At]; });
  }

  static void kernel(std::uint64_t From, std::uint64_t To, const void *Argument, void *Partial,
                     const hetrt_bounds *Bounds) {
    const auto &V = *static_cast<const ScatterValues *>(Argument);
    for (std::uint64_t I = From; I < To; ++I)
      scatter(
          V, I,
          [&](std::uint32_t At) -> std::uint16_t & { return V.Y[hetrt_write_index(&Bounds[3], 0, std::int64_t(At))]; },
          [&](std::uint32_t At) { return V.Y[hetrt_read_index(&Bounds[3], 0, std::int64_t(At))]; });
    *static_cast<std::uint64_t *>(Partial) = To - From;
  }

  /// Draws anew which iteration changes which elements: at most one iteration per element, and none for some elements.
  void draw() {
    std::vector<std::uint32_t> All(Y.size());
    std::iota(All.begin(), All.end(), 0);
    std::shuffle(All.begin(), All.end(), Random);
    const std::size_t Changed = All.size() - 1 - Random() % (All.size() / 2);
    First.assign(1, 0);
    for (std::size_t I = 1; I <= N; ++I)
      First.push_back(std::uint32_t(Changed * I / N));
    To = All;
    for (std::uint32_t &Each : Read)
      Each = All[Changed + Random() % (All.size() - Changed)];
    V = {First.data(), To.data(), Read.data(), Y.data(), Z.data(), Y.data()};
    if (!Loop.Clauses.empty()) {
      Loop.Clauses[0].Base = First.data();
      Loop.Clauses[1].Base = To.data();
    }
  }

  /// Runs passes and compares all results with those of the serial loop.
  void runAndCheck(int Passes = 1) {
    for (int Pass = 0; Pass < Passes; ++Pass) {
      OnCores = OnDevices = 0;
      ASSERT_EQ(Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
      ScatterValues Serial = V;
      Serial.Y = Expected.data();
      Serial.Z = ExpectedZ.data();
      for (std::uint64_t I = 0; I < N; ++I)
        serial(Serial, I);
      ASSERT_EQ(Y, Expected);
      ASSERT_EQ(Z, ExpectedZ);
      ASSERT_EQ(OnCores + OnDevices, N) << "every iteration once";
      draw();
    }
  }

  static constexpr std::uint64_t N = 500;
  std::mt19937 Random;
  ScatterValues V{};
  TestLoop Loop{kernel, &V, sizeof V};
  std::vector<std::uint32_t> First, To, Read, Z, ExpectedZ;
  std::vector<std::uint16_t> Y, Expected;
  std::atomic<std::uint64_t> OnCores{0}, OnDevices{0};
};

class Scatter : public testing::TestWithParam<const char *> {};

std::string nameOfCase(const testing::TestParamInfo<const char *> &Info) { return Info.param; }

} // namespace

TEST_P(Scatter, IsTheSerialLoop) {
  for (std::uint32_t Seed = 0; Seed < 20; ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    ScatterLoop Of(Seed);
    Of.Loop.on("all", GetParam());
    Of.runAndCheck(4);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Scatter, testing::ValuesIn(AllSchedulers), nameOfCase);

TEST(ScatterOn, Accelerators) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "no accelerators";
  ScatterLoop Of(1);
  Of.Loop.on("gpu", "static");
  Of.runAndCheck(2);
  EXPECT_EQ(Of.OnDevices, Of.N);
}

class ScatterFault : public testing::TestWithParam<const char *> {};

/// What ranges before the failing one have changed stays, and what the failing one has changed is dropped.
TEST_P(ScatterFault, AnyCallMayFail) {
  for (EmulatedDevice *Device : emulatedDevices())
    for (EmulatedCall Call :
         {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch, EmulatedCall::CopyOut})
      for (std::uint64_t Number = 1; Number < 60; ++Number) {
        SCOPED_TRACE(Device->label() + ", " + std::string(nameOf(Call)) + " " + std::to_string(Number));
        const std::uint64_t Before = Device->calls(Call);
        Device->injectFault({Call, Before + Number, false});
        ScatterLoop Of{std::uint32_t(Number)};
        Of.Loop.on("all", GetParam());
        Of.runAndCheck(2);
        if (HasFatalFailure())
          return;
        if (Device->calls(Call) < Before + Number)
          break;
      }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, ScatterFault, testing::Values("static", "chunk", "guided", "split"), nameOfCase);

/// All descriptions of one array share one copy, whatever their clauses say.
TEST(ScatterAliases, ShareOneCopy) {
  const std::pair<unsigned, bool> Forms[] = {{MovesIn | WholeCopy, false},
                                             {MovesIn, true},
                                             {MovesIn | MovesOut, true},
                                             {MovesIn | MovesOut | WholeCopy | HETRT_WRITES_ANYWHERE, false}};
  for (auto [Flags, Tied] : Forms) {
    ScatterLoop Of(7, Flags, Tied);
    Of.runAndCheck(3);
  }
}

TEST(ScatterAliases, ThatOverlapAreAnErrorOrTheCores) {
  const ErrorsKept Kept;
  const auto Overlap = [](ScatterLoop &Of) {
    Of.Loop.Clauses.back().Base = Of.Y.data() + 3;
    Of.Loop.Clauses.back().Dimensions[0].Extent -= 3;
  };
  ScatterLoop Said(7, MovesIn | WholeCopy);
  Overlap(Said);
  EXPECT_EQ(Said.Loop.run(), HETRT_ERROR_OVERLAP);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("overlap in memory"));
  ScatterLoop Of(7, MovesIn | WholeCopy);
  Of.Loop.Clauses.back().Word = nullptr;
  Overlap(Of);
  Of.runAndCheck();
  EXPECT_EQ(Of.OnCores, Of.N) << "nobody has said that they are apart";
}

TEST(ScatterOutside, IsAnError) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "no accelerators";
  const ErrorsKept Kept;
  ScatterLoop Of(3);
  Of.Loop.on("gpu", "static");
  Of.To[0] = std::uint32_t(Of.Y.size());
  EXPECT_EQ(Of.Loop.run(), HETRT_ERROR_WINDOW);
  EXPECT_EQ(Of.Y, Of.Expected) << "nothing was stored";
}

/// Devices keep y between passes of another loop, which y follows. Before the scatter, elements that only the devices
/// have are copied to the host, and after it the copies of the devices are no longer used.
TEST(ScatterBetween, PassesThatKeepTheArray) {
  for (std::uint32_t Seed = 0; Seed < 10; ++Seed) {
    ScatterLoop Of(Seed);
    struct Own {
      std::uint16_t *Y;
    } Values{Of.Y.data()};
    TestLoop Follows(
        [](std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *Bounds) {
          for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I)
            static_cast<const Own *>(Argument)->Y[hetrt_write_index(&Bounds[0], 0, I)] += 7;
        },
        &Values, sizeof Values);
    Follows.trips(Of.Y.size()).on("all", "static");
    Follows.window("y", MovesIn | MovesOut | HETRT_PERSIST, &Values.Y, 2, {{std::int64_t(Of.Y.size()), true}});
    Follows.Body = [&](std::uint64_t First, std::uint64_t Last) {
      for (std::uint64_t I = First; I < Last; ++I)
        Of.Y[I] += 7;
    };
    for (int Round = 0; Round < 3; ++Round) {
      ASSERT_EQ(Follows.run(), HETRT_SUCCESS) << hetrt_last_message();
      for (std::uint16_t &Each : Of.Expected)
        Each += 7;
      Of.runAndCheck();
      if (HasFatalFailure())
        return;
    }
    EXPECT_EQ(hetrt_depersist(Of.Y.data(), "y", "here"), HETRT_SUCCESS);
    EXPECT_EQ(Of.Y, Of.Expected);
  }
}
