// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests blocks through the C interface. The block computes v[i] = u[i - 1] + 2 u[i] + u[i + 1] several times on one
// partition and exchanges the padding after each time. Its results are compared with those of the serial loop.
#include "Loops.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string_view>
#include <thread>
#include <utility>

namespace hetrt::test {
namespace {

using Field = std::vector<std::uint32_t>;

struct SweepValues {
  std::uint64_t Lower, Step;
  std::uint32_t *U, *V;
};

void sweepKernel(hetrt_uint64 First, hetrt_uint64 Last, const void *Argument, void *Partial,
                 const hetrt_bounds *Bounds) {
  const auto &Values = *static_cast<const SweepValues *>(Argument);
  for (auto K = First; K < Last; ++K) {
    const auto I = std::int64_t(Values.Lower + K * Values.Step);
    Values.V[hetrt_write_index(&Bounds[1], 0, I)] = Values.U[hetrt_read_index(&Bounds[0], 0, I - 1)] +
                                                    2 * Values.U[hetrt_read_index(&Bounds[0], 0, I)] +
                                                    Values.U[hetrt_read_index(&Bounds[0], 0, I + 1)];
  }
  *static_cast<std::uint64_t *>(Partial) = Last - First;
}

void sweepSerially(Field &U, Field &V, std::size_t First, std::size_t Last) {
  for (std::size_t I = First; I < Last; ++I)
    V[I] = U[I - 1] + 2 * U[I] + U[I + 1];
}

/// A block of such sweeps, as the translator would write it.
class SweepBlock {
public:
  explicit SweepBlock(std::int64_t N) : N(N), U(std::size_t(N)), V(std::size_t(N)) {
    for (std::size_t I = 0; I < U.size(); ++I)
      U[I] = V[I] = std::uint32_t(I * I + 7);
    Whole.Region.flags = HETRT_PARTITION;
    Whole.Region.values_size = 0;
    Whole.Region.emulated = hetrt_partition_kernel;
    Pointers = {0, 1, U.data(), V.data()};
    for (auto *Pointer : {&Pointers.U, &Pointers.V})
      Whole.window("field", MovesIn | MovesOut | HETRT_COPIED, Pointer, sizeof **Pointer, {{N, true, 1}});
  }

  /// Runs over the indices First to Last - 1, in a team of `Threads` threads, or of as many as the pass wants.
  int run(std::int64_t First, std::int64_t Last, int Sweeps, int Threads = 0) {
    Runs = Iterations = Copies = 0;
    Whole.trips(std::uint64_t(std::max<std::int64_t>(Last - First, 0)), First);
    hetrt_pass *Pass = nullptr;
    if (int Code = Whole.begin(Pass))
      return Code;
    const int Count = Threads ? Threads : hetrt_threads(Pass);
    Wanted = hetrt_threads(Pass);
    std::vector<std::thread> Team;
    for (int Number = 0; Number < Count; ++Number)
      Team.emplace_back([=, this] { member(Pass, Number, Count, First, Sweeps); });
    for (std::thread &Each : Team)
      Each.join();
    return hetrt_end(Pass);
  }

  void runAndCheck(std::int64_t First, std::int64_t Last, int Sweeps, int Threads = 0) {
    Field ExpectedU = U, ExpectedV = V;
    ASSERT_EQ(run(First, Last, Sweeps, Threads), HETRT_SUCCESS) << hetrt_last_message();
    for (int Sweep = 0; Sweep < Sweeps; ++Sweep) {
      sweepSerially(ExpectedU, ExpectedV, std::size_t(First), std::size_t(std::max(First, Last)));
      std::swap(ExpectedU, ExpectedV);
    }
    if (Sweeps % 2)
      std::swap(ExpectedU, ExpectedV);
    ASSERT_EQ(U, ExpectedU);
    ASSERT_EQ(V, ExpectedV);
    ASSERT_EQ(Runs, Threads ? Threads : Wanted) << "once in each thread";
    ASSERT_EQ(Iterations, std::uint64_t(Sweeps) * Whole.Call.trip_count) << "every iteration once in each sweep";
  }

  TestLoop Whole{hetrt_partition_kernel, &Pointers, sizeof(SweepValues)};
  const std::int64_t N;
  Field U, V;
  int Wanted = 0;
  std::atomic<int> Copies{0}; ///< The number of threads of the last run that worked on copies.

private:
  /// One loop of the block. Each thread has a region object of its own for it.
  void sweep(hetrt_part *Part, std::int64_t Lower, std::uint64_t Trips, std::uint32_t *From, std::uint32_t *To) {
    SweepValues Values{std::uint64_t(Lower), 1, From, To};
    TestLoop Loop(sweepKernel, &Values, sizeof Values);
    Loop.Call.partials_size = sizeof(std::uint64_t);
    Loop.window("from", MovesIn, &Values.U, sizeof *From, {{N, true, 1}});
    Loop.window("to", MovesOut, &Values.V, sizeof *To, {{N, true}});
    Loop.trips(Trips, Lower);
    if (Loop.runIn(Part)) {
      for (auto I = std::size_t(Lower); I < std::size_t(Lower) + Trips; ++I)
        To[I] = From[I - 1] + 2 * From[I] + From[I + 1];
      Iterations += Trips;
      hetrt_ran(Part);
      return;
    }
    const void *Partial = nullptr;
    while ((Partial = hetrt_run_partial(Part, Partial)))
      Iterations += *static_cast<const std::uint64_t *>(Partial);
  }

  void member(hetrt_pass *Pass, int Number, int Count, std::int64_t First, int Sweeps) {
    hetrt_range Share{};
    hetrt_part *Part = hetrt_take_part(Pass, Number, Count, &Share);
    ++Runs;
    auto *From = static_cast<std::uint32_t *>(hetrt_part_array(Part, 0, U.data())),
         *To = static_cast<std::uint32_t *>(hetrt_part_array(Part, 1, V.data()));
    Copies += From != U.data();
    EXPECT_EQ(From != U.data(), To != V.data());
    for (int Sweep = 0; Sweep < Sweeps; ++Sweep) {
      sweep(Part, First + std::int64_t(Share.first), Share.last - Share.first, From, To);
      hetrt_update_padding(Part, To, HETRT_PADDING_NEARBY, "padding_update_nearby", "field", "block.c:9");
      std::swap(From, To);
    }
    hetrt_leave_part(Part);
  }

  SweepValues Pointers{};
  std::atomic<int> Runs{0};
  std::atomic<std::uint64_t> Iterations{0};
};

TEST(Partition, SweepsEqualTheSerialOnes) {
  for (const char *Scheduler : {"static", "adaptive", "cpu", "gpu"}) {
    SweepBlock Block(1000);
    Block.Whole.on(nullptr, Scheduler);
    for (int Sweeps : {1, 2, 5, 0, 8})
      Block.runAndCheck(1, 999, Sweeps);
  }
}

/// With this policy, cores work on copies as accelerators do.
TEST(Partition, ReplicasOfCores) {
  for (const char *Scheduler : {"static", "adaptive", "cpu", "gpu"})
    for (int Threads : {0, 1, 5}) {
      SweepBlock Block(1000);
      Block.Whole.Region.memory = HETRT_MEMORY_REPLICATE;
      Block.Whole.on(nullptr, Scheduler);
      for (int Sweeps : {1, 2, 5, 0, 8})
        Block.runAndCheck(1, 999, Sweeps, Threads);
    }
  SweepBlock Block(300);
  Block.Whole.on("cpu", "static");
  Block.runAndCheck(1, 299, 3);
  EXPECT_EQ(Block.Copies, 0) << "without the policy";
  SweepBlock Replicated(300);
  Replicated.Whole.Region.memory = HETRT_MEMORY_REPLICATE;
  Replicated.Whole.on("cpu", "static");
  Replicated.runAndCheck(1, 299, 3);
  EXPECT_EQ(Replicated.Copies, Replicated.Wanted);
}

TEST(Partition, ReplicasOfFewIterations) {
  SweepBlock Block(40);
  Block.Whole.Region.memory = HETRT_MEMORY_REPLICATE;
  Block.Whole.on(nullptr, "static");
  for (std::int64_t Trips = 0; Trips < 12; ++Trips)
    Block.runAndCheck(1, 1 + Trips, 3);
}

/// The program's array receives the block's results when the block ends, and not before.
TEST(Partition, ReplicasLeaveTheProgramsArraysAlone) {
  SweepBlock Block(100);
  Block.Whole.Region.memory = HETRT_MEMORY_REPLICATE;
  Block.Whole.on("cpu", "static");
  hetrt_pass *Pass = nullptr;
  Block.Whole.trips(98, 1);
  ASSERT_EQ(Block.Whole.begin(Pass), HETRT_SUCCESS) << hetrt_last_message();
  hetrt_range Share{};
  hetrt_part *Part = hetrt_take_part(Pass, 0, 1, &Share);
  auto *Copy = static_cast<std::uint32_t *>(hetrt_part_array(Part, 1, Block.V.data()));
  const Field Before = Block.V;
  for (auto I = Share.first; I < Share.last; ++I)
    Copy[1 + I] = std::uint32_t(I);
  Copy[0] = 77; // an element of the halo, which must not be copied out
  EXPECT_EQ(Block.V, Before);
  EXPECT_EQ(Copy[99], Before[99]) << "its halo has come in";
  hetrt_leave_part(Part);
  ASSERT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Block.V[0], Before[0]);
  EXPECT_EQ(Block.V[5], 4u);
  EXPECT_EQ(Block.V[98], 97u);
}

TEST(Partition, FewIterations) {
  SweepBlock Block(40);
  Block.Whole.on(nullptr, "static");
  for (std::int64_t Trips = 0; Trips < 12; ++Trips)
    Block.runAndCheck(3, 3 + Trips, 3);
}

TEST(Partition, ATeamThatIsSmallerThanAskedFor) {
  SweepBlock Block(200);
  Block.Whole.on(nullptr, "static");
  for (int Threads : {1, 2, 3, 0, 1})
    Block.runAndCheck(1, 199, 4, Threads);
}

/// Entering a block many times does not use up memory or other resources.
TEST(Partition, ManyEntries) {
  SweepBlock Block(16);
  Block.Whole.on(nullptr, "static");
  constexpr int Entries = 500; // test/Run/partition-clauses.c does ten thousand, with each scheduler and each mix of
                               // devices
  for (int Entry = 0; Entry < Entries; ++Entry)
    Block.runAndCheck(1, 15, 2);
}

TEST(Partition, InsideAParallelRegionCoresDoIt) {
  SweepBlock Block(100);
  Block.Whole.Call.in_parallel = 1;
  Block.runAndCheck(1, 99, 3);
}

TEST(Partition, InsideAParallelRegionCoresHaveReplicas) {
  SweepBlock Block(100);
  Block.Whole.Region.memory = HETRT_MEMORY_REPLICATE;
  Block.Whole.Call.in_parallel = 1;
  Block.runAndCheck(1, 99, 3);
  EXPECT_EQ(Block.Copies, Block.Wanted);
}

/// The block sees what a persistent loop has left on devices, and that loop sees what the block writes.
TEST(Partition, PersistentArraysOfLoops) {
  AxpyLoop Axpy(300, HETRT_PERSIST);
  Axpy.Loop.on(nullptr, "static");
  Axpy.runAndCheck();
  SweepBlock Block(300);
  Block.Whole.on(nullptr, "static");
  Block.runAndCheck(1, 299, 2);
  Axpy.runAndCheck();
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
}

TEST(Partition, ASchedulerOfSeveralRangesIsAnError) {
  SweepBlock Block(50);
  Block.Whole.on(nullptr, "guided");
  EXPECT_EQ(Block.run(1, 49, 1), HETRT_ERROR_ARGUMENT);
  EXPECT_TRUE(std::string_view(hetrt_last_message())
                  .starts_with("loop.c:7: partition: scheduler 'guided' gives a device several ranges, and a block "
                               "runs once on each device: wanted 'adaptive', "))
      << hetrt_last_message();
}

} // namespace
} // namespace hetrt::test
