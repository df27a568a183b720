// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs on several nodes, compared with times and messages that were worked out by hand.
#include "Simulation/Cluster.h"

#include "Schedule/Registry.h"
#include "Simulation/ModelError.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

/// Nodes of one core each. A message occupies a port for 0.5 s plus 0.1 s for each byte; its latency is 1 s.
MachineModel cluster(unsigned Nodes, unsigned Cores = 1) {
  MachineModel M{.Name = "m"};
  for (unsigned I = 0; I < Cores; ++I)
    M.Devices.push_back({.Name = "cpu:" + std::to_string(I)});
  M.Nodes = Nodes;
  M.Network = {.LatencySeconds = 1, .BytesPerSecond = 10, .MessageSeconds = .5};
  M.Deciding = {.PlanningSeconds = .25, .NodeStartSeconds = .125};
  return M;
}

/// Nodes with this network between them, and without time for planning.
MachineModel cluster(unsigned Nodes, const NetworkModel &Network, unsigned Cores = 1) {
  MachineModel M = cluster(Nodes, Cores);
  M.Deciding = {};
  M.Network = Network;
  return M;
}

/// One second for each byte in a port.
constexpr NetworkModel ByteInASecond{.LatencySeconds = 0, .BytesPerSecond = 1};

/// A loop with one second, two bytes in and one byte out for each iteration.
ProgramModel rows(uint64_t Iterations, bool Stay, double Halo = 0) {
  ProgramModel P{.Name = "loop", .Iterations = Iterations, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  P.OnNodes = {.Stay = Stay, .BytesInPerIteration = 2, .BytesOutPerIteration = 1, .HaloBytes = Halo};
  return P;
}

ClusterResult run(const MachineModel &M, const ProgramModel &P, unsigned Passes, const char *Name = "static",
                  double Noise = 0) {
  const auto Make = [&] { return findScheduler(Name)->Create({}); };
  ClusterResult R = simulateNodes(M, P, Make, {.Passes = Passes, .Noise = Noise});
  EXPECT_EQ(R.Run.Violation, "") << Name;
  return R;
}

uint64_t total(const SimulatedPass &Pass) {
  uint64_t Sum = 0;
  for (const std::vector<DevicePass> *Of : {&Pass.Devices, &Pass.Nodes})
    for (const DevicePass &D : *Of)
      Sum += D.Iterations;
  return Sum;
}

} // namespace

TEST(Cluster, OneNodeIsTheModelWithoutNetwork) {
  MachineModel M = cluster(1, 3);
  M.Devices.push_back({.Name = "gpu:0",
                       .Kind = ProcessorKind::Accelerator,
                       .Speed = 7,
                       .LaunchSeconds = .5,
                       .Link = {.LatencySeconds = .1, .BytesPerSecondIn = 100, .BytesPerSecondOut = 100}});
  M.Devices[1].Changes.push_back({.AtPass = 3, .Speed = .5});
  ProgramModel P = rows(1000, true, 8);
  P.BytesInPerIteration = 1;
  for (const SchedulerDescriptor *Each : allSchedulers()) {
    const ClusterResult With = run(M, P, 8, std::string(Each->Name).c_str(), .1);
    const SimulationResult Without = simulate(M, P, *Each->Create({}), {.Passes = 8, .Noise = .1});
    EXPECT_EQ(With.Run.Seconds, Without.Seconds) << Each->Name;
    ASSERT_EQ(With.Run.Passes.size(), Without.Passes.size());
    for (size_t I = 0; I < Without.Passes.size(); ++I)
      EXPECT_EQ(With.Run.Passes[I].Seconds, Without.Passes[I].Seconds) << Each->Name;
    EXPECT_EQ(With.Messages, 0u);
    EXPECT_EQ(With.PlanningSeconds + With.WriteBackSeconds, 0);
  }
}

// Planned at .25. The order leaves until .75 and arrives at 1.75; 100 bytes leave until 11.25 and arrive at 12.25. The
// node ends at 12.25 + .125 + 50, and its answer with 50 bytes arrives 1 + 5.5 later.
TEST(Cluster, ArraysThatDoNotStayGoAndComeInEachPass) {
  const ClusterResult R = run(cluster(2), rows(100, false), 2);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Seconds, 68.875);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Seconds, 68.875);
  EXPECT_DOUBLE_EQ(R.Run.Seconds, 2 * 68.875);
  EXPECT_EQ(R.Run.Passes[0].Devices[0].Iterations, 50u);
  EXPECT_EQ(R.Run.Passes[0].Nodes[0].Iterations, 50u);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Nodes[0].Seconds, 68.625) << "copies and messages belong to it";
  EXPECT_EQ(R.Messages, 6u);
  EXPECT_DOUBLE_EQ(R.Bytes, 300);
  EXPECT_DOUBLE_EQ(R.PlanningSeconds, .5);
  EXPECT_EQ(R.WriteBackSeconds, 0);
}

// Pass 0: 104 bytes arrive at 12.15, of which rank 0 learns at 13.65. Then rank 0 computes its share, until 63.65, and
// sends the order, which arrives at 15.15; the node ends at 65.275, and its answer arrives at 66.775. Pass 1 begins at
// 67.025: rank 0 asks for the node's first row by a message that arrives at 68.525, and has the row at 70.425. Rank 0's
// last row is at the node at 69.425; rank 0 learns this, by a message behind the other one, at 70.925. The order
// arrives at 72.425, the node ends at 122.55, the answer arrives at 124.05. The final write-back of 50 bytes takes 1.5
// + 6.5.
TEST(Cluster, ArraysThatStayMoveTheirHaloAndGoHomeInTheEnd) {
  const ClusterResult R = run(cluster(2), rows(100, true, 4), 2);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Seconds, 66.775);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Seconds, 124.05 - 66.775);
  EXPECT_NEAR(R.Run.Passes[1].Nodes[0].Seconds, 124.05 - 70.925, 1e-9);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Devices[0].Seconds, 50) << "waiting is nothing that a share costs";
  EXPECT_DOUBLE_EQ(R.WriteBackSeconds, 8);
  EXPECT_DOUBLE_EQ(R.Run.Seconds, 132.05);
  EXPECT_DOUBLE_EQ(R.Bytes, 104 + 8 + 50);
}

// In every pass an order and an answer for each node, and halo between all neighbours in both directions. If rank 0
// asked a node to send data, the receiver tells rank 0 when it has arrived. Pairs of other nodes have to be asked in
// two passes; transfers with rank 0 are asked for in each pass. Data sent early after the last pass is never used.
TEST(Cluster, HaloGoesFromNodeToNodeAndIsSentBeforeItIsAskedFor) {
  const auto Messages = [](unsigned Passes) {
    return run(cluster(4), rows(400, true, 4), Passes).Messages - 2 * 3; // without the final write-back
  };
  EXPECT_EQ(Messages(1), 2 * 3 + 2 * 3u);
  EXPECT_EQ(Messages(2) - Messages(1), 2 * 3 + 2 * 5 + 6u);
  EXPECT_EQ(Messages(3) - Messages(2), 2 * 3 + 2 * 5 + 6 + 4u);
  EXPECT_EQ(Messages(4) - Messages(3), 2 * 3 + 2 * 2 + 4u);
  EXPECT_EQ(Messages(9) - Messages(8), 2 * 3 + 2 * 2 + 4u);
  const auto Bytes = [](unsigned Passes) { return run(cluster(4), rows(400, true, 4), Passes).Bytes; };
  EXPECT_DOUBLE_EQ(Bytes(9) - Bytes(8), 6 * 4) << "nothing goes by way of rank 0";
}

// Three data messages of 200 bytes or more leave rank 0's port one after the other.
TEST(Cluster, RankZerosPortIsWhatTheFirstPassWaitsFor) {
  const MachineModel M = cluster(4, ByteInASecond);
  const ClusterResult R = run(M, rows(400, true), 2);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Seconds, 3 * 200 + 100);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Seconds, 100);
  EXPECT_DOUBLE_EQ(R.WriteBackSeconds, 3 * 100) << "and so for the way back";
}

// Rank 0 sends to node 1, node 1 to nodes 2 and 3, node 2 to node 4: 10 s each, one after the other at each port.
TEST(Cluster, WhatAllNeedGoesAlongATree) {
  const MachineModel M = cluster(5, ByteInASecond);
  ProgramModel P = rows(500, true);
  P.OnNodes.BytesInPerIteration = P.OnNodes.BytesOutPerIteration = 0;
  P.OnNodes.FullBytes = 10;
  const ClusterResult R = run(M, P, 2);
  EXPECT_EQ(R.Messages, 2 * 2 * 4 + 2 * 4u);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Seconds, 3 * 10 + 100);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Seconds, 100);
  P.OnNodes.FullWrittenBy = NodeArrays::Writer::Host;
  EXPECT_DOUBLE_EQ(run(M, P, 2).Run.Passes[1].Seconds, 130);
  P.OnNodes.FullWrittenBy = NodeArrays::Writer::Nobody;
  P.OnNodes.Stay = false;
  EXPECT_DOUBLE_EQ(run(M, P, 2).Run.Passes[1].Seconds, 4 * 10 + 100) << "what does not stay, rank 0 sends to each";
}

// Each of three nodes has written 100 bytes, and sends them to the other two in the order of their numbers, so that
// both parts reach the last node at once after 100 s: it has both at 300. After the second pass with such requests,
// nodes send their parts without being asked; rank 0 sends its own part and asks for the others.
TEST(Cluster, PartsThatIterationsWriteGoFromEachToEach) {
  const MachineModel M = cluster(3, ByteInASecond);
  ProgramModel P = rows(300, true);
  P.OnNodes.BytesInPerIteration = P.OnNodes.BytesOutPerIteration = 0;
  P.OnNodes.FullBytes = 300;
  P.OnNodes.FullWrittenBy = NodeArrays::Writer::Iterations;
  const ClusterResult R = run(M, P, 6);
  EXPECT_DOUBLE_EQ(R.Run.Passes[0].Seconds, 300 + 300 + 100);
  EXPECT_DOUBLE_EQ(R.Run.Passes[1].Seconds, 300 + 100);
  const auto Bytes = [&](unsigned Passes) { return run(M, P, Passes).Bytes; };
  EXPECT_DOUBLE_EQ(Bytes(2) - Bytes(1), 6 * 100);
  EXPECT_DOUBLE_EQ(Bytes(6) - Bytes(5), 6 * 100);
  const auto Messages = [&](unsigned Passes) { return run(M, P, Passes).Messages; };
  EXPECT_EQ(Messages(2) - Messages(1), 2 * 2 + 2 + 6 + 4u)
      << "nodes are asked, and tell of the four parts that they got";
  EXPECT_EQ(Messages(6) - Messages(5), 2 * 2 + 2 + 6 + 2u);
}

// A sweep of a millisecond on each node. Orders leave one after the other, a microsecond each: negligible with 10
// nodes, as long as the sweep with 1,000.
TEST(Cluster, WeakScalingOfAStencilIsFlatUntilMessagesShow) {
  MachineModel M = cluster(1, {.LatencySeconds = 2e-6, .BytesPerSecond = 1e10, .MessageSeconds = 1e-6}, 4);
  ProgramModel P = rows(4000, true, 1000);
  P.CoreSeconds = 1e-6;
  const auto Sweep = [&](unsigned Nodes) {
    M.Nodes = Nodes;
    return run(M, timesAsLong(P, Nodes), 5).Run.Passes.back().Seconds;
  };
  const double Alone = Sweep(1);
  EXPECT_DOUBLE_EQ(Alone, 1e-3);
  EXPECT_LT(Sweep(2), 1.02 * Alone);
  EXPECT_LT(Sweep(10), 1.03 * Alone);
  EXPECT_GT(Sweep(1000), 1.9 * Alone);
  EXPECT_LT(Sweep(1000), 2.2 * Alone);
  M.Network->LatencySeconds = 1e-4;
  EXPECT_GT(Sweep(10), 1.2 * Alone);
}

TEST(Cluster, EverySchedulerComputesAllIterations) {
  MachineModel M = cluster(7, 2);
  M.Devices.push_back({.Name = "gpu:0", .Kind = ProcessorKind::Accelerator, .Speed = 3});
  for (const bool Stay : {false, true})
    for (const auto By : {NodeArrays::Writer::Nobody, NodeArrays::Writer::Host, NodeArrays::Writer::Iterations})
      for (const SchedulerDescriptor *Each : allSchedulers()) {
        ProgramModel P = rows(1000, Stay, Stay ? 16 : 0);
        P.OnNodes.FullBytes = 64;
        P.OnNodes.FullWrittenBy = Stay ? By : NodeArrays::Writer::Nobody;
        P.Profile = WorkProfile::sloped(.5);
        const ClusterResult R = run(M, P, 12, std::string(Each->Name).c_str(), .1);
        for (const SimulatedPass &Pass : R.Run.Passes)
          ASSERT_EQ(total(Pass), 1000u) << Each->Name;
        EXPECT_EQ(R.Run.Passes.size(), 12u);
      }
}

TEST(Cluster, SlowNodesGetLessUnderASchedulerThatMeasures) {
  MachineModel M = cluster(3, NetworkModel());
  M.Devices[0].Changes.push_back({.AtPass = 0, .Speed = .25}); // changes are those of rank 0 only
  const SimulatedPass Last = run(M, rows(900, true), 12, "adaptive").Run.Passes.back();
  EXPECT_NEAR(double(Last.Devices[0].Iterations), 100, 5);
  EXPECT_NEAR(double(Last.Nodes[0].Iterations), 400, 20);
}

// Rank 0's accelerator fails while it computes, while it waits for the next round, or for the inputs of its range.
TEST(Cluster, AFailingAcceleratorOfRankZeroLosesNothing) {
  for (const unsigned Nodes : {1u, 3u})
    for (const double At : {.3, 1., 9., 20., 70., 130., 200.})
      for (const SchedulerDescriptor *Each : allSchedulers()) {
        MachineModel M = cluster(Nodes, 2);
        M.Devices.push_back({.Name = "gpu:0", .Kind = ProcessorKind::Accelerator, .Speed = 2});
        M.Devices.back().Changes.push_back({.AtSeconds = At, .Speed = 0});
        const ClusterResult R = run(M, rows(300, true, 8), 6, std::string(Each->Name).c_str());
        ASSERT_EQ(R.Run.Passes.size(), 6u) << Each->Name << ", " << At;
        for (const SimulatedPass &Pass : R.Run.Passes)
          EXPECT_EQ(total(Pass), 300u) << Each->Name << ", " << At;
      }
}

TEST(Cluster, WantsANetworkForSeveralNodes) {
  MachineModel M = cluster(2);
  M.Network.reset();
  EXPECT_THROW(run(M, rows(10, false), 1), ModelError);
}
