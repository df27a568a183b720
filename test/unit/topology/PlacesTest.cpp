// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places: from NUMA nodes in folders like sysfs, and how teams share processors, for every small number of these.
#include "Topology/Places.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <sched.h>
#include <thread>

using namespace hetrt;
namespace fs = std::filesystem;

namespace {

/// A folder with files like those for NUMA nodes; removed at the end of the test.
class Nodes : public testing::Test {
protected:
  Nodes() {
    std::string Name = (fs::temp_directory_path() / "hetrt-nodes-XXXXXX").string();
    Root = mkdtemp(Name.data());
  }
  ~Nodes() override { fs::remove_all(Root); }

  void node(const std::string &Name, const std::string &List) {
    fs::create_directories(Root + "/" + Name);
    std::ofstream(Root + "/" + Name + "/cpulist") << List << "\n";
  }

  std::string Root;
};

Processors upTo(unsigned Count) {
  Processors All(Count);
  std::iota(All.begin(), All.end(), 0u);
  return All;
}

std::vector<Processors> sizes(std::initializer_list<unsigned> Sizes) {
  std::vector<Processors> Places;
  unsigned Next = 0;
  for (unsigned Size : Sizes) {
    Places.emplace_back(Size);
    std::iota(Places.back().begin(), Places.back().end(), Next);
    Next += Size;
  }
  return Places;
}

/// All processors of the places, in order.
Processors joined(const std::vector<Processors> &Places) {
  Processors All;
  for (const Processors &Each : Places)
    All.insert(All.end(), Each.begin(), Each.end());
  return All;
}

} // namespace

TEST_F(Nodes, AreThoseWithProcessorsThatAreAllowed) {
  node("node0", "0-3");
  node("node1", "4-7");
  node("node10", "8-9");
  node("node2", ""); // a node with memory but without processors
  node("possible", "0-10");
  EXPECT_EQ(numaNodes(Root, {1, 2, 5, 8, 9}), (std::vector<Processors>{{1, 2}, {5}, {8, 9}}));
  EXPECT_EQ(numaNodes(Root, {4}), (std::vector<Processors>{{4}}));
}

TEST_F(Nodes, WithoutAnyThereIsOnePlace) {
  EXPECT_EQ(numaNodes(Root, {3, 4}), (std::vector<Processors>{{3, 4}}));
  EXPECT_EQ(numaNodes(Root + "/none", {3, 4}), (std::vector<Processors>{{3, 4}}));
}

TEST_F(Nodes, DevicesAreNearProcessors) {
  fs::create_directories(Root + "/bus/pci/devices/0000:3b:00.0");
  std::ofstream(Root + "/bus/pci/devices/0000:3b:00.0/local_cpulist") << "4-5,2\n";
  EXPECT_EQ(processorsNear(Root, "0000:3B:00.0"), (Processors{2, 4, 5}));
  EXPECT_EQ(processorsNear(Root, "0000:3c:00.0"), Processors{});
  EXPECT_EQ(processorsNear(Root, ""), Processors{});
}

TEST(Places, CutsAreEven) {
  for (unsigned Total = 1; Total <= 9; ++Total)
    for (unsigned Count = 1; Count <= 12; ++Count) {
      const std::vector<Processors> Places = cutIntoPlaces(upTo(Total), Count);
      ASSERT_EQ(Places.size(), Count);
      if (Count <= Total) {
        EXPECT_EQ(joined(Places), upTo(Total));
      }
      for (const Processors &Each : Places) {
        EXPECT_GE(Each.size(), std::max(Total / Count, 1u));
        EXPECT_LE(Each.size(), (Total + Count - 1) / Count);
      }
    }
}

TEST(Places, SpreadGivesEachThreadConsecutivePlaces) {
  const std::vector<Processors> Four = sizes({2, 3, 1, 2});
  EXPECT_EQ(spreadOver(Four, 1), (std::vector<Processors>{{0, 1, 2, 3, 4, 5, 6, 7}}));
  EXPECT_EQ(spreadOver(Four, 2), (std::vector<Processors>{{0, 1, 2, 3, 4}, {5, 6, 7}}));
  EXPECT_EQ(spreadOver(Four, 3), (std::vector<Processors>{{0, 1, 2, 3, 4}, {5}, {6, 7}}));
  EXPECT_EQ(spreadOver(Four, 4), Four);
  for (unsigned Threads = 1; Threads <= 4; ++Threads)
    EXPECT_EQ(joined(spreadOver(Four, Threads)), upTo(8));
}

TEST(Places, MoreThreadsThanPlacesShareThem) {
  EXPECT_EQ(spreadOver(sizes({4, 2}), 3), (std::vector<Processors>{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(spreadOver(sizes({1, 2}), 4), (std::vector<Processors>{{0}, {0}, {1}, {2}}));
}

TEST(Places, CoresAreDealtInTurn) {
  EXPECT_EQ(dealCores(sizes({4, 4}), 8), (std::vector<unsigned>{4, 4}));
  EXPECT_EQ(dealCores(sizes({4, 4}), 5), (std::vector<unsigned>{3, 2}));
  EXPECT_EQ(dealCores(sizes({1, 4}), 4), (std::vector<unsigned>{1, 3}));
  EXPECT_EQ(dealCores(sizes({2, 2, 2}), 1), (std::vector<unsigned>{1, 1, 1})) << "none is without";
  EXPECT_EQ(dealCores(sizes({2, 2}), 100), (std::vector<unsigned>{2, 2}));
}

TEST(Places, BindingEndsWithTheObject) {
  std::thread([] {
    const Processors Before = allowedProcessors(false);
    {
      PlaceBinding Bound({Before.back()});
      EXPECT_EQ(allowedProcessors(false), Processors{Before.back()});
      EXPECT_FALSE(allowedProcessors(true).empty());
      std::thread([&] { EXPECT_EQ(allowedProcessors(false), Processors{Before.back()}) << "inherited"; }).join();
    }
    EXPECT_EQ(allowedProcessors(false), Before);
    {
      PlaceBinding Nowhere({60000});
      EXPECT_EQ(allowedProcessors(false), Before) << "the system refuses";
    }
    EXPECT_EQ(allowedProcessors(false), Before);
  }).join();
}
