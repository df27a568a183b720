// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests blocks over places through the C interface: a region inside such a block runs on the cores and accelerators of
// its thread's place, and the shares follow the measured time of the places.
#include "Loops.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace hetrt::test {
namespace {

/// y[i] += 3 * x[i] in a region that all places reach at once, each for its own share.
class PlacesBlock {
public:
  struct Values {
    std::uint64_t Lower;
    double *X, *Y;
  };

  explicit PlacesBlock(std::int64_t N) : X(std::size_t(N)), Y(std::size_t(N), 1) {
    std::iota(X.begin(), X.end(), 1.0);
    V = {0, X.data(), Y.data()};
    Inside.window("x", MovesIn, &V.X, sizeof(double), {{N, true}});
    Inside.window("y", MovesIn | MovesOut, &V.Y, sizeof(double), {{N, true}});
    Whole.Region.flags = HETRT_PARTITION | HETRT_PLACES;
    Whole.Region.values_size = 0;
    Whole.trips(std::uint64_t(N));
  }

  /// The threads of a place call `During` for the iterations that they compute.
  int run(int Threads = 0, const std::function<void(int Place, std::uint64_t Trips)> &During = nullptr) {
    hetrt_pass *Pass = nullptr;
    if (int Code = Whole.begin(Pass))
      return Code;
    const int Count = Threads ? Threads : hetrt_threads(Pass);
    Shares.assign(std::size_t(Count), {});
    Teams.assign(std::size_t(Count), 0);
    std::vector<std::thread> Team;
    for (int Number = 0; Number < Count; ++Number)
      Team.emplace_back([=, this] { member(Pass, Number, Count, During); });
    for (std::thread &Each : Team)
      Each.join();
    return hetrt_end(Pass);
  }

  void runAndCheck(int Threads = 0) {
    std::vector<double> Expected = Y;
    ASSERT_EQ(run(Threads), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 0; I < Whole.Call.trip_count; ++I)
      Expected[I] += 3 * X[I];
    ASSERT_EQ(Y, Expected);
    std::uint64_t Next = 0;
    for (const hetrt_range &Share : Shares) {
      if (Share.first == Share.last)
        continue;
      ASSERT_EQ(Share.first, Next);
      Next = Share.last;
    }
    ASSERT_EQ(Next, Whole.Call.trip_count);
  }

  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *,
                     const hetrt_bounds *Bounds) {
    const Values &Own = *static_cast<const Values *>(Argument);
    for (auto I = std::int64_t(Own.Lower + First); I < std::int64_t(Own.Lower + Last); ++I)
      Own.Y[hetrt_write_index(&Bounds[1], 0, I)] += 3 * Own.X[hetrt_read_index(&Bounds[0], 0, I)];
  }

  std::vector<double> X, Y;
  Values V{};
  TestLoop Whole{hetrt_partition_kernel, this, 0};
  TestLoop Inside{kernel, &V, sizeof V}; ///< All places use its descriptor.
  std::vector<hetrt_range> Shares;
  std::vector<int> Teams; ///< The number of threads of the inner region, by place.

private:
  void member(hetrt_pass *Pass, int Number, int Count,
              const std::function<void(int Place, std::uint64_t Trips)> &During) {
    hetrt_range Share{};
    hetrt_part *Part = hetrt_take_part(Pass, Number, Count, &Share);
    Shares[std::size_t(Number)] = Share;
    Values Own{Share.first, X.data(), Y.data()};
    TestLoop Call(kernel, &Own, sizeof Own);
    Call.Descriptor = &Inside.Region;
    Call.window("x", MovesIn, &Own.X, sizeof(double), {{std::int64_t(X.size()), true}});
    Call.window("y", MovesIn | MovesOut, &Own.Y, sizeof(double), {{std::int64_t(Y.size()), true}});
    Call.Call.in_parallel = 1;
    Call.on(Inside.Call.devices, Inside.Call.scheduler);
    Call.trips(Share.last - Share.first, std::int64_t(Share.first));
    Call.Body = [&](std::uint64_t First, std::uint64_t Last) {
      for (std::uint64_t I = Share.first + First; I < Share.first + Last; ++I)
        Y[I] += 3 * X[I];
      if (During)
        During(Number, Last - First);
    };
    EXPECT_EQ(Call.run(), HETRT_SUCCESS) << hetrt_last_message();
    Teams[std::size_t(Number)] = Call.LastThreads;
    hetrt_leave_part(Part);
  }
};

TEST(Places, RegionsInsideComputeEachShareOnce) {
  PlacesBlock Block(3000);
  for (const char *Scheduler : {"static", "adaptive", "cpu", "gpu", "runtime"})
    for (int Pass = 0; Pass < 4; ++Pass) {
      Block.Whole.on(nullptr, Scheduler);
      Block.runAndCheck();
    }
}

TEST(Places, FewIterationsAndTeamsOfOtherSizes) {
  PlacesBlock Block(40);
  for (std::uint64_t Trips = 0; Trips < 8; ++Trips)
    for (int Threads : {0, 1, 2, 5}) {
      Block.Whole.trips(Trips);
      Block.runAndCheck(Threads);
    }
}

TEST(Places, ThereAreAsManyThreadsAsPlacesOrAsTheClauseSays) {
  PlacesBlock Block(100);
  Block.runAndCheck();
  EXPECT_EQ(Block.Shares.size(), 3u);
  Block.Whole.Call.num_threads = 5;
  Block.runAndCheck();
  EXPECT_EQ(Block.Shares.size(), 5u);
  Block.Whole.Call.num_threads = 0;
  Block.Whole.Call.max_threads = 1;
  Block.runAndCheck();
  EXPECT_EQ(Block.Shares.size(), 1u);
}

TEST(Places, DivideTheCores) {
  PlacesBlock Block(100);
  Block.Whole.Call.num_threads = 1;
  Block.runAndCheck();
  const int All = Block.Teams[0];
  Block.Whole.Call.num_threads = 2;
  Block.runAndCheck();
  EXPECT_LE(Block.Teams[0] + Block.Teams[1], std::max(All, 2));
}

TEST(Places, DivideTheAccelerators) {
  const std::size_t Devices = emulatedDevices().size();
  Engine &All = Engine::instance();
  const auto Team = All.places().of(2, {}, All.fleetIfAny());
  EXPECT_EQ(Team[0].Devices.size(), (Devices + 1) / 2);
  EXPECT_EQ(Team[1].Devices.size(), Devices / 2);
  for (const Accelerator *Each : Team[0].Devices)
    EXPECT_FALSE(Team[1].has(*Each));
  EXPECT_EQ(Team.data(), All.places().of(2, {}, All.fleetIfAny()).data()) << "the same places for the next block";
  EXPECT_TRUE(All.places().of(2, {.Gpus = false, .Nodes = false, .Ids = {}}, All.fleetIfAny())[0].Devices.empty());
}

/// The adaptive scheduler measures each place: a place that waits in each iteration gets few iterations.
TEST(Places, SharesFollowTheSpeedOfPlaces) {
  PlacesBlock Block(300);
  Block.Whole.on("cpu", "adaptive");
  Block.Inside.on("cpu", "static");
  for (int Pass = 0; Pass < 8; ++Pass)
    ASSERT_EQ(Block.run(3,
                        [](int Place, std::uint64_t Trips) {
                          std::this_thread::sleep_for(std::chrono::microseconds(Place == 1 ? 400 * Trips : 20 * Trips));
                        }),
              HETRT_SUCCESS);
  const auto Size = [&](int Number) {
    return Block.Shares[std::size_t(Number)].last - Block.Shares[std::size_t(Number)].first;
  };
  EXPECT_LT(2 * Size(1), Size(0));
  EXPECT_LT(2 * Size(1), Size(2));
}

TEST(Places, ThreadsAreBoundWhileTheyAreInside) {
  PlacesBlock Block(30);
  const Processors Before = allowedProcessors(false);
  std::vector<Processors> Seen(3);
  std::mutex Mutex;
  Block.Whole.on("cpu", "static");
  Block.Inside.on("cpu", "static");
  ASSERT_EQ(Block.run(3,
                      [&](int Place, std::uint64_t) {
                        std::lock_guard Lock(Mutex);
                        Seen[std::size_t(Place)] = allowedProcessors(false);
                      }),
            HETRT_SUCCESS);
  EXPECT_EQ(Seen, cutIntoPlaces(Before, 3));
  EXPECT_EQ(allowedProcessors(false), Before);
}

} // namespace
} // namespace hetrt::test
