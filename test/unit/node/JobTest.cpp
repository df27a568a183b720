// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the variables of MPI launchers, and the settings about nodes.
#include "Node/Job.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace hetrt::node {
namespace {

using Table = std::map<std::string, std::string>;

Job jobIn(const Table &Set) {
  return jobOf([&](const char *Name) {
    const auto Found = Set.find(Name);
    return Found == Set.end() ? nullptr : Found->second.c_str();
  });
}

TEST(Job, OfOpenMpi) {
  const Job Mine = jobIn({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "2"}});
  EXPECT_EQ(Mine.Family, Mpi::OpenMpi);
  EXPECT_EQ(Mine.Rank, 2u);
  EXPECT_EQ(Mine.Ranks, 4u);
  EXPECT_EQ(Mine.Problem, "");
}

TEST(Job, OfMpich) {
  const Job Mine = jobIn({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}});
  EXPECT_EQ(Mine.Family, Mpi::Mpich);
  EXPECT_EQ(Mine.Ranks, 3u);
}

TEST(Job, OfSlurmWithPmix) {
  const Job Mine = jobIn({{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}});
  EXPECT_EQ(Mine.Family, Mpi::OpenMpi);
  EXPECT_EQ(Mine.Rank, 1u);
}

TEST(Job, OutsideOfMpirunThereIsNone) {
  EXPECT_EQ(jobIn({}).Family, Mpi::None);
  EXPECT_EQ(jobIn({{"OMPI_COMM_WORLD_RANK", "4"}, {"OMPI_COMM_WORLD_SIZE", "4"}}).Family, Mpi::None) << "no such rank";
  EXPECT_EQ(jobIn({{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}).Family, Mpi::None);
  EXPECT_EQ(jobIn({{"PMI_RANK", "1"}}).Family, Mpi::None);
}

TEST(Job, OfTwoLaunchersThatDisagreeIsAProblem) {
  Table Both = {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}};
  EXPECT_NE(jobIn(Both).Problem, "");
  Both["PMI_RANK"] = "1"; // one launcher may set the variables of both kinds
  EXPECT_EQ(jobIn(Both).Problem, "");
}

TEST(Job, NodesAreAskedForByTheListOrByTheirSetting) {
  EXPECT_FALSE(asksForNodes(nullptr, nullptr));
  EXPECT_FALSE(asksForNodes("", ""));
  EXPECT_TRUE(asksForNodes("cpu,node", nullptr));
  EXPECT_TRUE(asksForNodes("node:3,cpu:1", nullptr));
  EXPECT_FALSE(asksForNodes("cpu,node:0", nullptr));
  EXPECT_FALSE(asksForNodes("cpu,nodes", nullptr));
  EXPECT_FALSE(asksForNodes("cpu", "1")) << "a list that leaves them out is meant so";
  EXPECT_TRUE(asksForNodes(nullptr, "1"));
  EXPECT_TRUE(asksForNodes("", "1,timeout=3"));
  EXPECT_FALSE(asksForNodes(nullptr, "0"));
  EXPECT_FALSE(asksForNodes(nullptr, "timeout=3"));
  EXPECT_FALSE(asksForNodes(nullptr, "yes"));
}

TEST(Job, OptionsAreRead) {
  NodeOptions Options;
  EXPECT_EQ(readNodeOptions("1,timeout=2.5", Options), "");
  EXPECT_TRUE(Options.Wanted);
  EXPECT_EQ(Options.SilenceSeconds, 2.5);
  EXPECT_EQ(Options.LatencySeconds, 0);
  EXPECT_EQ(readNodeOptions("latency=0.002,timeout=3", Options), "");
  EXPECT_EQ(Options.LatencySeconds, 0.002);
  EXPECT_EQ(Options.SilenceSeconds, 3);
  EXPECT_EQ(Options.Devices, "");
  EXPECT_EQ(readNodeOptions("devices=cpu:4+emulated+cuda:2,timeout=4", Options), "");
  EXPECT_EQ(Options.Devices, "cpu:4+emulated+cuda:2");
  EXPECT_EQ(Options.SilenceSeconds, 4);
  for (const char *Wrong : {"devices=",
                            "devices=cpu+",
                            "devices=+cpu",
                            "devices=cpu:",
                            "devices=cpu:x",
                            "devices=cpu:-1",
                            "devices=cpu:99999",
                            "devices",
                            "2",
                            "on",
                            "timeout",
                            "timeout=",
                            "timeout=0.5",
                            "timeout=-1",
                            "timeout=nan",
                            "timeout=2s",
                            "timeout=1e9",
                            "1,,0",
                            "latency=",
                            "latency=-1",
                            "latency=2",
                            "latency=1ms",
                            "latency=nan"})
    EXPECT_NE(readNodeOptions(Wrong, Options), "") << Wrong;
}

} // namespace
} // namespace hetrt::node
