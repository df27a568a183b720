// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests memory policies of loops and blocks on a simulated machine with two memory nodes. The test replaces the
// runtime's access to the system's nodes, and its threads are on the two nodes in turn.
#include "../memory/FakeNodes.h"
#include "Loops.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <thread>

namespace hetrt {

static test::FakeNodes &machine() {
  static test::FakeNodes Machine({0, 1});
  return Machine;
}

/// Replaces the runtime's function of this name.
NodeMemory *systemNodes() { return &machine(); }

namespace test {
namespace {

constexpr std::uint64_t Page = FakeNodes::Page;
constexpr std::int64_t PerPage = Page / sizeof(double);

struct Free {
  void operator()(double *Memory) const { std::free(Memory); }
};

/// x[i] += table[0], where each iteration also notes the node that it ran on. At first all pages are on node 0.
class PageLoop {
public:
  explicit PageLoop(std::int64_t Pages, std::uint32_t Policy)
      : N(Pages * PerPage), X(make(N)), Table(make(N)), Ran(std::size_t(N), -1) {
    V = {X.get(), Table.get()};
    Loop.Region.memory = Policy;
    Loop.on("cpu", "static").trips(std::uint64_t(N));
    Loop.window("x", MovesIn | MovesOut, &V.X, sizeof(double), {{N, true}});
    Loop.window("table", MovesIn | WholeCopy, &V.Table, sizeof(double), {{N}});
    Loop.Body = [this](std::uint64_t First, std::uint64_t Last) {
      for (std::uint64_t I = First; I < Last; ++I) {
        X.get()[I] += Table.get()[0];
        Ran[I] = int(machine().currentNode());
      }
    };
  }

  void touch(int Node) {
    machine().touch(pagesOf(X), Node);
    machine().touch(pagesOf(Table), Node);
  }

  AddressRange pagesOf(const std::unique_ptr<double, Free> &Array) const {
    const auto First = reinterpret_cast<std::uintptr_t>(Array.get());
    return {First, First + std::uint64_t(N) * sizeof(double)};
  }

  std::vector<int> nodesOfX() const { return machine().nodesIn(pagesOf(X)); }
  std::vector<int> nodesOfTable() const { return machine().nodesIn(pagesOf(Table)); }

  /// Checks that each page is on the node that computed its middle. A page at the border of two shares may be on either
  /// node.
  void expectPagesWhereTheyAreComputed() const {
    const std::vector<int> Nodes = nodesOfX();
    for (std::size_t P = 0; P < Nodes.size(); ++P)
      if (Ran[P * PerPage] == Ran[(P + 1) * PerPage - 1]) {
        EXPECT_EQ(Nodes[P], Ran[P * PerPage]) << "page " << P;
      }
  }

  static void kernel(std::uint64_t, std::uint64_t, const void *, void *, const hetrt_bounds *) {}

  struct Values {
    double *X, *Table;
  };
  Values V{};
  const std::int64_t N;
  std::unique_ptr<double, Free> X, Table;
  std::vector<int> Ran;
  TestLoop Loop{kernel, &V, sizeof V};

private:
  static std::unique_ptr<double, Free> make(std::int64_t Count) {
    auto *Memory = static_cast<double *>(std::aligned_alloc(Page, std::size_t(Count) * sizeof(double)));
    std::fill(Memory, Memory + Count, 1.0);
    return std::unique_ptr<double, Free>(Memory);
  }
};

std::vector<int> inTurn(const std::vector<int> &Nodes) {
  std::vector<int> Turns = Nodes;
  for (std::size_t I = 1; I < Turns.size(); ++I)
    Turns[I] = 1 - Turns[I - 1];
  return Turns;
}

TEST(Placement, MigrateTakesPagesToWhoComputesThem) {
  PageLoop Pages(37, HETRT_MEMORY_MIGRATE);
  Pages.touch(0);
  ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  Pages.expectPagesWhereTheyAreComputed();
  const std::vector<int> Nodes = Pages.nodesOfX();
  EXPECT_NE(std::count(Nodes.begin(), Nodes.end(), 0), 0);
  EXPECT_NE(std::count(Nodes.begin(), Nodes.end(), 1), 0);
  EXPECT_EQ(Pages.nodesOfTable(), std::vector<int>(37, 0)) << "what is not split stays";
}

TEST(Placement, MigrateInterleaveAlsoSpreadsWhatIsNotSplit) {
  PageLoop Pages(20, HETRT_MEMORY_MIGRATE_INTERLEAVE);
  Pages.touch(0);
  ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  Pages.expectPagesWhereTheyAreComputed();
  EXPECT_EQ(Pages.nodesOfTable(), inTurn(Pages.nodesOfTable()));
}

TEST(Placement, InterleaveSpreadsAll) {
  PageLoop Pages(20, HETRT_MEMORY_INTERLEAVE);
  Pages.touch(1);
  ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Pages.nodesOfX(), inTurn(Pages.nodesOfX()));
  EXPECT_EQ(Pages.nodesOfTable(), inTurn(Pages.nodesOfTable()));
}

TEST(Placement, CoherentAsksNobody) {
  for (std::uint32_t Policy : {HETRT_MEMORY_UNSAID, HETRT_MEMORY_COHERENT}) {
    PageLoop Pages(20, Policy);
    Pages.touch(0);
    const std::uint64_t Asked = machine().Asked;
    ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(machine().Asked, Asked);
    EXPECT_EQ(Pages.nodesOfX(), std::vector<int>(20, 0));
  }
}

/// Short loops reuse the last division without a new plan, and their pages are placed all the same.
TEST(Placement, ArraysThatChangeBetweenShortPasses) {
  PageLoop Pages(4, HETRT_MEMORY_INTERLEAVE), Others(4, HETRT_MEMORY_INTERLEAVE);
  Pages.touch(0);
  Others.touch(0);
  for (int Pass = 0; Pass < 5; ++Pass)
    ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  Pages.Loop.Clauses[0].Base = Others.X.get();
  ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Others.nodesOfX(), inTurn(Others.nodesOfX()));
}

TEST(Placement, SchedulersWithoutSharesMoveNothing) {
  PageLoop Pages(20, HETRT_MEMORY_MIGRATE);
  Pages.Loop.on("cpu", "chunk");
  Pages.touch(0);
  ASSERT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Pages.nodesOfX(), std::vector<int>(20, 0));
}

/// Each thread of a block moves the pages of its part to its node when it takes the part.
TEST(Placement, PartsOfBlocks) {
  PageLoop Pages(30, HETRT_MEMORY_MIGRATE);
  Pages.touch(0);
  Pages.Loop.Region.flags = HETRT_PARTITION;
  Pages.Loop.Region.values_size = 0;
  Pages.Loop.Region.emulated = hetrt_partition_kernel;
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(Pages.Loop.begin(Pass), HETRT_SUCCESS) << hetrt_last_message();
  const int Count = hetrt_threads(Pass);
  std::vector<std::thread> Team;
  for (int Number = 0; Number < Count; ++Number)
    Team.emplace_back([&, Number] {
      hetrt_range Share{};
      hetrt_part *Part = hetrt_take_part(Pass, Number, Count, &Share);
      Pages.Loop.Body(Share.first, Share.last);
      hetrt_leave_part(Part);
    });
  for (std::thread &Each : Team)
    Each.join();
  ASSERT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
  Pages.expectPagesWhereTheyAreComputed();
}

/// Must be the last test, because after it the runtime no longer asks the system to move pages.
TEST(Placement, ARefusalOfTheSystemIsSaidOnce) {
  PageLoop Pages(10, HETRT_MEMORY_MIGRATE);
  Pages.touch(0);
  machine().Refuses = EPERM;
  testing::internal::CaptureStderr();
  for (int Pass = 0; Pass < 2; ++Pass)
    EXPECT_EQ(Pages.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "hetrt: warning: loop.c:7: the system moves no pages between memory nodes, so all stay where they are: Operation "
      "not permitted\n");
}

} // namespace
} // namespace test
} // namespace hetrt
