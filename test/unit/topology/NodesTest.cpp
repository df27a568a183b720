// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds memory nodes in folders that look like sysfs.
#include "Topology/Nodes.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace hetrt;

namespace {

using Numbers = std::vector<unsigned>;

class Sysfs : public testing::Test {
protected:
  Sysfs() {
    std::string Pattern = testing::TempDir() + "hetrt-sysfs-XXXXXX";
    Root = mkdtemp(Pattern.data());
  }
  ~Sysfs() override { std::filesystem::remove_all(Root); }

  void write(const std::string &Name, const std::string &Text) {
    const std::filesystem::path Path = std::filesystem::path(Root) / Name;
    std::filesystem::create_directories(Path.parent_path());
    std::ofstream(Path) << Text << "\n";
  }

  std::string Root;
};

} // namespace

TEST(Numbers, OfAList) {
  EXPECT_EQ(numbersIn("0"), (Numbers{0}));
  EXPECT_EQ(numbersIn("0-3,8,10-11"), (Numbers{0, 1, 2, 3, 8, 10, 11}));
  EXPECT_EQ(numbersIn(""), Numbers{});
  EXPECT_EQ(numbersIn("1,x"), (Numbers{1}));
  EXPECT_EQ(numbersIn("3-"), Numbers{});
}

TEST_F(Sysfs, NodesWithMemoryThatAreAllowed) {
  write("devices/system/node/has_memory", "0-3");
  EXPECT_EQ(memoryNodes(Root, "Name:\tx\nMems_allowed_list:\t1-2,7\nCpus:\t1\n"), (Numbers{1, 2}));
  EXPECT_EQ(memoryNodes(Root, ""), (Numbers{0, 1, 2, 3}));
}

TEST_F(Sysfs, WithoutNodesThereIsOne) { EXPECT_EQ(memoryNodes(Root, "Mems_allowed_list:\t0"), (Numbers{0})); }

TEST_F(Sysfs, Distances) {
  write("devices/system/node/node1/distance", "21 10 31");
  EXPECT_EQ(nodeDistances(Root, 1), (Numbers{21, 10, 31}));
  EXPECT_EQ(nodeDistances(Root, 0), Numbers{});
}

TEST_F(Sysfs, NodeNearADevice) {
  write("bus/pci/devices/0000:c1:00.0/numa_node", "2");
  write("bus/pci/devices/0000:01:00.0/numa_node", "-1");
  EXPECT_EQ(nodeOfDevice(Root, "0000:C1:00.0"), 2u);
  EXPECT_FALSE(nodeOfDevice(Root, "0000:01:00.0")) << "the system does not say";
  EXPECT_FALSE(nodeOfDevice(Root, "0000:02:00.0"));
  EXPECT_FALSE(nodeOfDevice(Root, ""));
}

/// On any machine, a page that was written is on one of its nodes.
TEST(SystemNodes, KnowWhereAPageIs) {
  NodeMemory *System = systemNodes();
  if (!System)
    GTEST_SKIP() << "one memory node";
  std::vector<char> Memory(3 * System->pageBytes(), 1);
  auto First = reinterpret_cast<std::uintptr_t>(Memory.data()) / System->pageBytes() * System->pageBytes();
  void *Page = reinterpret_cast<void *>(First + System->pageBytes());
  int Node = -1;
  if (System->find({&Page, 1}, {&Node, 1}) != 0)
    GTEST_SKIP() << "the system does not tell";
  EXPECT_GE(Node, 0);
}
