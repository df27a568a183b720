// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cores granted by affinity and control groups, and ranks on a node, with files and variables that the tests make.
#include "Topology/Granted.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sched.h>
#include <thread>

using namespace hetrt;
namespace fs = std::filesystem;

namespace {

/// A folder with files like those of control groups; removed at the end of the test.
class Groups : public testing::Test {
protected:
  Groups() {
    std::string Name = (fs::temp_directory_path() / "hetrt-groups-XXXXXX").string();
    Root = mkdtemp(Name.data());
  }
  ~Groups() override { fs::remove_all(Root); }

  void write(const std::string &File, const std::string &Text) {
    fs::create_directories(fs::path(Root + File).parent_path());
    std::ofstream(Root + File) << Text << "\n";
  }

  std::string Root;
};

Lookup table(std::map<std::string, const char *> Variables) {
  return [=](const char *Name) {
    auto Found = Variables.find(Name);
    return Found == Variables.end() ? nullptr : Found->second;
  };
}

} // namespace

TEST(CoresOfRank, AreThoseItIsBoundToOrAnEqualPart) {
  EXPECT_EQ(coresOfRank(8, 64, 4), 8u) << "bound";
  EXPECT_EQ(coresOfRank(64, 64, 4), 16u);
  EXPECT_EQ(coresOfRank(64, 64, 1), 64u);
  EXPECT_EQ(coresOfRank(2, 2, 4), 1u) << "more ranks than cores";
  EXPECT_EQ(coresOfRank(4, 4, 0), 4u) << "a launcher that does not say how many there are";
}

TEST_F(Groups, NoFilesNoQuota) { EXPECT_FALSE(quotaCores(Root, "0::/\n")); }

TEST_F(Groups, Version2QuotaIsRoundedUp) {
  write("/user/job/cpu.max", "150000 100000");
  EXPECT_EQ(quotaCores(Root, "0::/user/job\n"), 2u);
}

TEST_F(Groups, Version2MaxIsNoQuota) {
  write("/job/cpu.max", "max 100000");
  EXPECT_FALSE(quotaCores(Root, "0::/job\n"));
}

TEST_F(Groups, ParentsCount) {
  write("/user/cpu.max", "300000 100000");
  write("/user/job/cpu.max", "800000 100000");
  EXPECT_EQ(quotaCores(Root, "0::/user/job\n"), 3u);
}

TEST_F(Groups, InAContainerTheRootIsTheGroup) {
  write("/cpu.max", "50000 100000");
  EXPECT_EQ(quotaCores(Root, "0::/seen/from/the/host/only\n"), 1u);
}

TEST_F(Groups, Version1) {
  write("/cpu,cpuacct/job/cpu.cfs_quota_us", "250000");
  write("/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quotaCores(Root, "7:memory:/job\n4:cpu,cpuacct:/job\n"), 3u);
  write("/cpu,cpuacct/job/cpu.cfs_quota_us", "-1");
  EXPECT_FALSE(quotaCores(Root, "4:cpu,cpuacct:/job\n"));
}

TEST_F(Groups, NonsenseIsNoQuota) {
  write("/cpu.max", "lots of cores");
  EXPECT_FALSE(quotaCores(Root, "0::/\nnonsense\n"));
}

TEST(Granted, FollowsTheAffinityMask) {
  std::thread([] {
    cpu_set_t One;
    CPU_ZERO(&One);
    CPU_SET(sched_getcpu(), &One);
    ASSERT_EQ(sched_setaffinity(0, sizeof One, &One), 0);
    EXPECT_EQ(grantedCores(table({})), 1u);
    EXPECT_EQ(grantedCores(table({{"OMP_PROC_BIND", "false"}})), 1u);
  }).join();
  EXPECT_GE(grantedCores(table({})), 1u);
}

TEST(Granted, UnderBindingTheMaskOfAThreadSaysNothing) {
  const unsigned Free = grantedCores(table({}));
  std::thread([&] {
    cpu_set_t One;
    CPU_ZERO(&One);
    CPU_SET(sched_getcpu(), &One);
    ASSERT_EQ(sched_setaffinity(0, sizeof One, &One), 0);
    EXPECT_GE(grantedCores(table({{"OMP_PROC_BIND", "close"}})), Free);
    EXPECT_GE(grantedCores(table({{"OMP_PLACES", "cores"}})), Free);
  }).join();
}

TEST(Granted, AThreadLeavesThePlaceItInherited) {
  const unsigned Free = grantedCores(table({}));
  std::thread([&] {
    cpu_set_t One;
    CPU_ZERO(&One);
    CPU_SET(sched_getcpu(), &One);
    ASSERT_EQ(sched_setaffinity(0, sizeof One, &One), 0);
    leaveInheritedPlace(table({}));
    EXPECT_EQ(grantedCores(table({})), 1u) << "a mask that the user set";
    leaveInheritedPlace(table({{"OMP_PROC_BIND", "spread"}}));
    EXPECT_GE(grantedCores(table({})), Free);
  }).join();
}

TEST(LocalRank, OutsideOfMpi) {
  EXPECT_EQ(localRank(table({})).Rank, 0u);
  EXPECT_EQ(localRank(table({})).Count, 1u);
}

TEST(LocalRank, Launchers) {
  const LocalRank Open = localRank(table({{"OMPI_COMM_WORLD_LOCAL_RANK", "2"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}));
  EXPECT_EQ(Open.Rank, 2u);
  EXPECT_EQ(Open.Count, 4u);
  const LocalRank Slurm = localRank(table({{"SLURM_LOCALID", "3"}}));
  EXPECT_EQ(Slurm.Rank, 3u);
  EXPECT_EQ(Slurm.Count, 4u) << "at least the ranks below it";
  EXPECT_EQ(localRank(table({{"MPI_LOCALRANKID", "none"}})).Rank, 0u);
}
