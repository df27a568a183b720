// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch on the cores of a node: each iteration is computed once, by any thread, in chunks that tile the range;
// partials are in order; and one fault ends the launch.
#include "Device/Node/LaunchTeam.h"

#include "Device/Device.h"
#include "Device/Emulated/KernelGuard.h"
#include "TestKernels.h"

#include <algorithm>
#include <barrier>
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>

namespace hetrt::node {
namespace {

LaunchRange range(std::uint64_t First, std::uint64_t Last, std::uint64_t PartialBytes = 0, std::uint64_t Grain = 0) {
  LaunchRange Made;
  Made.First = First, Made.Last = Last, Made.PartialBytes = PartialBytes, Made.Grain = Grain;
  return Made;
}

void expectTiles(const LaunchRange &Of, unsigned Threads) {
  const Chunks Parts(Of, Threads);
  ASSERT_GE(Parts.count(), 1u);
  ASSERT_GE(Parts.threads(), 1u);
  ASSERT_LE(Parts.threads(), std::min<std::uint64_t>(Threads, Parts.count()));
  std::uint64_t Reached = Of.First;
  for (std::uint64_t Number = 0; Number < Parts.count(); ++Number) {
    const Chunks::Range Each = Parts[Number];
    ASSERT_EQ(Each.First, Reached);
    ASSERT_LT(Each.First, Each.Last);
    if (Of.Grain) {
      ASSERT_EQ(Each.Last - Each.First, std::min(Of.Grain, Of.Last - Each.First));
    }
    Reached = Each.Last;
  }
  ASSERT_EQ(Reached, Of.Last);
}

/// The values of the loops in these tests.
struct Shared {
  std::vector<std::atomic<int>> *Done = nullptr;
  std::barrier<> *Meeting = nullptr; ///< A barrier that all members must reach before any can end.
  std::mutex *Mutex = nullptr;
  std::set<std::thread::id> *Who = nullptr;
  std::uint64_t Fault = ~std::uint64_t(0); ///< The iteration that uses an invalid address, Nowhere.
  volatile int *Nowhere = reinterpret_cast<volatile int *>(8);
  bool Leaves = false; ///< The loop has a reduction value of eight bytes.
};

void note(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *Partials, void *const *, int) {
  const Shared V = *static_cast<const Shared *>(Values);
  if (V.Who) {
    std::lock_guard Lock(*V.Mutex);
    V.Who->insert(std::this_thread::get_id());
  }
  if (V.Meeting)
    V.Meeting->arrive_and_wait();
  for (hetrt_uint64 I = First; I < Last; ++I) {
    if (I == V.Fault)
      *V.Nowhere = 1;
    ++(*V.Done)[I];
  }
  if (V.Leaves)
    *static_cast<std::uint64_t *>(Partials) = 1000 * First + Last;
}

/// A region without arrays.
hetrt_region regionOf(hetrt_outlined_loop *Loop) {
  hetrt_region Made = test::SumRegion;
  Made.array_count = Made.box_count = 0;
  Made.outlined = Loop;
  return Made;
}

TeamResult run(Shared Values, LaunchRange Wanted, unsigned Threads) {
  Values.Leaves = Wanted.PartialBytes != 0;
  const auto Bytes = std::as_bytes(std::span(&Values, 1));
  Wanted.Values.assign(Bytes.begin(), Bytes.end());
  return runByTeam(regionOf(note), Wanted, Threads);
}

} // namespace

TEST(Chunks, TileTheRange) {
  std::mt19937_64 Random(1);
  auto Below = [&](std::uint64_t End) { return Random() % End; };
  for (int Time = 0; Time < 3000; ++Time) {
    const std::uint64_t First = Below(2) ? Below(1000) : ~std::uint64_t(0) - 2000 - Below(1000);
    const std::uint64_t Grain = Below(2) ? 1 + Below(50) : 0,
                        Partial = Below(2) ? 1 + Below(std::uint64_t(1) << Below(25)) : 0;
    expectTiles(range(First, First + 1 + Below(1999), Partial, Grain), 1 + unsigned(Below(40)));
    if (HasFatalFailure())
      return;
  }
}

TEST(Chunks, AreSeveralForEachThreadUnlessPartialsAreLarge) {
  EXPECT_EQ(Chunks(range(0, 1000), 4).count(), 32u);
  EXPECT_EQ(Chunks(range(0, 1000), 1).count(), 1u) << "nobody to balance with";
  EXPECT_EQ(Chunks(range(0, 1000, 8), 4).count(), 32u);
  EXPECT_EQ(Chunks(range(0, 1000, 32 << 10), 4).count(), 4u);
  EXPECT_EQ(Chunks(range(0, 1000, 8 << 20), 4).threads(), 2u) << "16 MiB of partials";
  EXPECT_EQ(Chunks(range(0, 3), 8).threads(), 3u);
  EXPECT_EQ(Chunks(range(0, 1000, 8, 100), 4).count(), 10u) << "grains";
}

TEST(ChunkBoard, GivesEachChunkOnceOwnOnesFirst) {
  ChunkBoard Board(10, 3); // the members' chunks: 0-3, 4-6, 7-9
  EXPECT_EQ(Board.take(1), 4u);
  EXPECT_EQ(Board.take(1), 5u);
  EXPECT_EQ(Board.take(1), 6u);
  EXPECT_EQ(Board.take(1), 7u) << "of the next one";
  EXPECT_EQ(Board.take(2), 8u);
  EXPECT_EQ(Board.take(2), 9u);
  for (std::uint64_t Left = 0; Left < 4; ++Left)
    EXPECT_EQ(Board.take(2), Left);
  for (unsigned Member = 0; Member < 3; ++Member)
    EXPECT_EQ(Board.take(Member), std::nullopt);
}

TEST(ChunkBoard, GivesEachChunkOnceToMembersAtOnce) {
  constexpr std::uint64_t Count = 20000;
  ChunkBoard Board(Count, 4);
  std::vector<std::atomic<int>> Taken(Count);
  test::openTeam(
      4,
      [](void *Data, int Number, int) {
        auto &[Board, Taken] = *static_cast<std::pair<ChunkBoard &, std::vector<std::atomic<int>> &> *>(Data);
        while (const auto Next = Board.take(unsigned(Number)))
          ++Taken[*Next];
      },
      std::make_unique<std::pair<ChunkBoard &, std::vector<std::atomic<int>> &>>(Board, Taken).get());
  EXPECT_TRUE(std::ranges::all_of(Taken, [](const auto &Each) { return Each == 1; }));
}

TEST(LaunchTeam, ComputesByAllItsThreads) {
  std::vector<std::atomic<int>> Done(3);
  std::barrier Meeting(3);
  std::mutex Mutex;
  std::set<std::thread::id> Who;
  EXPECT_TRUE(run({.Done = &Done, .Meeting = &Meeting, .Mutex = &Mutex, .Who = &Who}, range(0, 3), 3).Outcome.ok());
  EXPECT_EQ(Who.size(), 3u);
  EXPECT_TRUE(std::ranges::all_of(Done, [](const auto &Each) { return Each == 1; }));
}

TEST(LaunchTeam, ComputesEachIterationOnce) {
  for (unsigned Threads : {1u, 2u, 7u})
    for (std::uint64_t Count : {1u, 2u, 50u, 1009u}) {
      std::vector<std::atomic<int>> Done(Count + 10);
      EXPECT_TRUE(run({.Done = &Done}, range(5, 5 + Count), Threads).Outcome.ok());
      for (std::uint64_t I = 0; I < Done.size(); ++I)
        EXPECT_EQ(Done[I], I >= 5 && I < 5 + Count) << I;
    }
}

TEST(LaunchTeam, LeavesThePartialsOfGrainsInOrder) {
  std::vector<std::atomic<int>> Done(1000);
  const TeamResult Left = run({.Done = &Done}, range(0, 1000, 8, 30), 4);
  EXPECT_TRUE(Left.Outcome.ok());
  ASSERT_EQ(Left.Partials.size(), 34 * 8u);
  const auto *Partials = reinterpret_cast<const std::uint64_t *>(Left.Partials.data());
  for (std::uint64_t Grain = 0; Grain < 34; ++Grain)
    EXPECT_EQ(Partials[Grain], 1000 * 30 * Grain + std::min<std::uint64_t>(30 * (Grain + 1), 1000));
}

TEST(LaunchTeam, TellsALoopThatGrainsStayInOrder) {
  const auto InOrder = [](hetrt_uint64, hetrt_uint64, const void *, void *Partials, void *const *, int InOrder) {
    *static_cast<std::uint64_t *>(Partials) = InOrder != 0;
  };
  for (std::uint64_t Grain : {0u, 4u}) {
    const TeamResult Left = runByTeam(regionOf(InOrder), range(0, 8, 8, Grain), 1);
    EXPECT_EQ(*reinterpret_cast<const std::uint64_t *>(Left.Partials.data()), Grain != 0);
  }
}

/// A fault of one member is reported, and the others begin no further chunks.
TEST(LaunchTeam, EndsWithAFault) {
  installKernelFaultHandlers();
  std::vector<std::atomic<int>> Done(1000);
  const TeamResult Left = run({.Done = &Done, .Fault = 900}, range(0, 1000), 4);
  EXPECT_EQ(Left.Outcome.code(), HETRT_ERROR_KERNEL);
  EXPECT_NE(Left.Outcome.message().find("invalid address 0x8"), std::string::npos) << Left.Outcome.message();
  EXPECT_EQ(Done[901], 0);
}

TEST(LaunchTeam, KnowsThatItIsInAKernel) {
  const auto Says = [](hetrt_uint64, hetrt_uint64, const void *, void *Partials, void *const *, int) {
    *static_cast<std::uint64_t *>(Partials) = inKernel();
  };
  const TeamResult Left = runByTeam(regionOf(Says), range(0, 100, 8), 4);
  const auto *Partials = reinterpret_cast<const std::uint64_t *>(Left.Partials.data());
  EXPECT_TRUE(std::all_of(Partials, Partials + Left.Partials.size() / 8, [](std::uint64_t In) { return In == 1; }));
  EXPECT_FALSE(inKernel());
}

namespace {

/// A region with two forms of y += x; the result shows which one was called.
struct TwoForms {
  hetrt_region Region = test::AxpyRegion;
  std::vector<double> X{1, 2, 3}, Y{10, 20, 30};

  TeamResult run(double *Read, double *Written) {
    const test::AxpyValues Values = {1, Read, Written};
    LaunchRange Wanted = range(0, 3);
    const auto Bytes = std::as_bytes(std::span(&Values, 1));
    Wanted.Values.assign(Bytes.begin(), Bytes.end());
    Wanted.Bounds.resize(2); // the checking form would find all indices outside of these bounds
    for (const double *Each : {Read, Written})
      Wanted.Windows.push_back({reinterpret_cast<std::uintptr_t>(Each), 24});
    return runByTeam(Region, Wanted, 2);
  }
};

} // namespace

TEST(LaunchTeam, GivesALoopTheAddressesOfItsArrays) {
  TwoForms Axpy;
  Axpy.Region.outlined = [](hetrt_uint64 First, hetrt_uint64 Last, const void *, void *, void *const *Arrays, int) {
    for (hetrt_uint64 I = First; I < Last; ++I)
      static_cast<double *>(Arrays[1])[I] += static_cast<const double *>(Arrays[0])[I];
  };
  EXPECT_TRUE(Axpy.run(Axpy.X.data(), Axpy.Y.data()).Outcome.ok());
  EXPECT_EQ(Axpy.Y, (std::vector<double>{11, 22, 33}));
}

TEST(LaunchTeam, DoesNotTakeOneArrayForTwo) {
  TwoForms Axpy;
  EXPECT_EQ(Axpy.run(Axpy.Y.data(), Axpy.Y.data()).Outcome.code(), HETRT_ERROR_WINDOW) << "the form that checks";
  EXPECT_TRUE(Axpy.run(Axpy.X.data(), Axpy.Y.data()).Outcome.ok()) << "the one that does not";
  Axpy.Region.emulated = nullptr;
  const TeamResult Left = Axpy.run(Axpy.Y.data(), Axpy.Y.data());
  EXPECT_TRUE(Left.Outcome.isDeviceFault());
  EXPECT_NE(Left.Outcome.message().find("two of its arrays are the same memory"), std::string::npos);
}

} // namespace hetrt::node
