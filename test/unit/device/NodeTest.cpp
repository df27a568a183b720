// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of nodes only: faults of kernels are reported by name and leave the node usable, data is sent directly
// from node to node, and the end of the job does not end the program.

#include "DeviceTest.h"
#include "LoopbackJob.h"

namespace hetrt::test {

namespace {

struct NodeTest : testing::Test {
  LoopbackJob Job{2};
  std::vector<std::unique_ptr<Device>> Nodes = Job.devices(2);
  Device &node() { return *Nodes.at(0); }
};

/// The values of y over [0, 100) after one launch of y += x.
std::vector<double> afterOneLaunch(Device &On) {
  const std::vector<double> X(100, 2);
  std::vector<double> Y(100, 1);
  AxpyOnDevice Axpy(On, 0, 100);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(1, 0, 100));
  Axpy.enqueueOut(Y);
  EXPECT_OK(On.synchronize(Queue::Out));
  return Y;
}

} // namespace

/// The emulated form, which checks bounds, would report a window violation.
TEST_F(NodeTest, RunsTheFormThatChecksNothing) {
  std::vector<double> Y(60, 1);
  AxpyOnDevice Axpy(node(), 0, 60);
  Axpy.enqueueIn(Y, Y);
  Axpy.saysItHas(0, 50);
  EXPECT_OK(Axpy.enqueueLaunch(1, 0, 60));
  Axpy.enqueueOut(Y);
  EXPECT_OK(node().synchronize(Queue::Out));
  EXPECT_EQ(Y, std::vector<double>(60, 2));
}

/// Operations after a fault are dropped, but only those that were enqueued before the fault was reported.
TEST_F(NodeTest, AFaultEndsWhatWasEnqueuedAndNothingElse) {
  std::vector<double> Y(50, 1);
  const SumLaunch Fault(8, 10); // with x at address 8, which is invalid
  {
    AxpyOnDevice Axpy(node(), 0, 50);
    Axpy.enqueueIn(Y, Y);
    EXPECT_OK(node().launch(Fault.Wanted));
    EXPECT_OK(Axpy.enqueueLaunch(1, 0, 50));
    Axpy.enqueueOut(Y);
    EXPECT_FALSE(node().synchronize(Queue::Out).ok());
    Y.assign(50, 7); // from now on no operation writes to Y
    EXPECT_OK(node().synchronize());
    EXPECT_EQ(Y, std::vector<double>(50, 7));
  }
  for (int Time = 0; Time < 3; ++Time)
    EXPECT_EQ(afterOneLaunch(node()), std::vector<double>(100, 3));
  EXPECT_EQ(afterOneLaunch(*Nodes[1]), std::vector<double>(100, 3)) << "the other one";
}

TEST_F(NodeTest, AnInvalidAddressIsAProgramFault) {
  const SumLaunch Sum(8, 10); // with x at address 8, which is invalid
  EXPECT_OK(node().launch(Sum.Wanted));
  const Status Result = node().synchronize(Queue::Compute);
  EXPECT_EQ(Result.code(), HETRT_ERROR_KERNEL);
  EXPECT_EQ(afterOneLaunch(node()), std::vector<double>(100, 3));
}

TEST_F(NodeTest, GrainsLeaveTheirPartialsInOrder) {
  std::vector<long long> X(10);
  std::iota(X.begin(), X.end(), 1);
  DeviceAddress A = 0;
  EXPECT_OK(node().allocate(80, A));
  EXPECT_OK(node().copyIn(A, X.data(), 80));
  EXPECT_OK(node().orderAfter(Queue::Compute, Queue::In));
  SumLaunch Sum(A, 10);
  Sum.Wanted.Grain = 4;
  EXPECT_OK(node().launch(Sum.Wanted));
  EXPECT_OK(node().synchronize(Queue::Compute));
  ASSERT_EQ(Sum.Partials.size(), 3 * sizeof(long long));
  const auto *Partials = reinterpret_cast<const long long *>(Sum.Partials.data());
  EXPECT_EQ(Partials[0], 1 + 2 + 3 + 4);
  EXPECT_EQ(Partials[1], 5 + 6 + 7 + 8);
  EXPECT_EQ(Partials[2], 9 + 10);
  EXPECT_OK(node().release(A));
}

/// A node's cores determine its assumed speed, with which schedulers begin.
TEST(NodeCores, AreItsSpeedAndItsName) {
  LoopbackJob Job(1, {8, node::programName(), {}}, [](unsigned, node::Greeting &Mine) {
    Mine.Cores = 6;
    Mine.Processor = "Fast 9000";
  });
  const auto Nodes = Job.devices(1);
  const Capabilities &Found = Nodes.at(0)->capabilities();
  EXPECT_EQ(Found.RelativeWidth, 6);
  EXPECT_EQ(Found.Identity, "Fast 9000, 6 cores");
  EXPECT_NE(Found.Name.find("(Fast 9000, 6 cores)"), std::string::npos) << Found.Name;
}

TEST_F(NodeTest, ARegionMadeAtRunTimeHasNoFormThere) {
  const auto Made = std::make_unique<hetrt_region>(AxpyRegion);
  EXPECT_TRUE(node().canRun(AxpyRegion));
  EXPECT_FALSE(node().canRun(*Made));
}

TEST_F(NodeTest, NodesOfAnotherJobAreNoSource) {
  LoopbackJob Other(1);
  auto Stranger = Other.devices(1);
  EXPECT_TRUE(node().canCopyFrom(*Nodes[1]));
  EXPECT_FALSE(node().canCopyFrom(*Stranger.at(0)));
}

/// Each node sends to each other node before any of them waits: several rectangles each, two of which are merged into
/// one message. In this order, nodes that did one copy after the other would wait for each other for ever.
TEST(Nodes, WhatGoesFromOneToAnotherIsOneMessage) {
  LoopbackJob Job(3);
  const auto Nodes = Job.devices(3);
  std::vector<DeviceAddress> At(3);
  std::vector<std::vector<unsigned char>> Bytes(3, std::vector<unsigned char>(600));
  for (unsigned I = 0; I < 3; ++I) {
    for (unsigned Byte = 0; Byte < 600; ++Byte)
      Bytes[I][Byte] = static_cast<unsigned char>(I * 80 + Byte % 79);
    EXPECT_OK(Nodes[I]->allocate(600, At[I]));
    EXPECT_OK(Nodes[I]->copyIn(At[I], Bytes[I].data(), 600));
    EXPECT_OK(Nodes[I]->synchronize());
  }
  // Each node has 200 bytes of its own, and gets those of the others.
  for (const unsigned To : {0u, 1u, 2u})
    for (const unsigned Step : {1u, 2u}) {
      const unsigned From = (To + Step) % 3;
      for (const std::uint64_t Column : {0u, 10u}) {
        EXPECT_OK(Nodes[To]->copyAcross(At[To] + From * 200 + Column, *Nodes[From], At[From] + From * 200 + Column,
                                        {10, 10, 20, 20}));
        for (unsigned Row = 0; Row < 10; ++Row)
          std::copy_n(Bytes[From].begin() + From * 200 + int(Row * 20 + Column), 10,
                      Bytes[To].begin() + From * 200 + int(Row * 20 + Column));
      }
    }
  for (const auto &Each : Nodes)
    EXPECT_OK(Each->synchronize(Queue::In));
  for (unsigned I = 0; I < 3; ++I) {
    EXPECT_EQ(Nodes[I]->statistics().MessagesAcross, 2u);
    EXPECT_EQ(Nodes[I]->statistics().BytesAcross, 400u);
    std::vector<unsigned char> Found(600);
    EXPECT_OK(Nodes[I]->copyOut(Found.data(), At[I], 600));
    EXPECT_OK(Nodes[I]->synchronize());
    EXPECT_EQ(Found, Bytes[I]);
    EXPECT_OK(Nodes[I]->release(At[I]));
  }
}

/// Data sent early leaves after the launch before it, changes no memory at the receiver until it is taken, and may be
/// taken in parts or not at all.
TEST_F(NodeTest, WhatIsSentEarlyWaitsUntilItIsTaken) {
  std::vector<double> Zero(100), Found(100);
  const std::vector<double> X(100, 2), Y(100, 1);
  AxpyOnDevice Axpy(node(), 0, 100);
  DeviceAddress There = 0;
  Device &Other = *Nodes[1];
  EXPECT_OK(Other.allocate(800, There));
  EXPECT_OK(Other.copyIn(There, Zero.data(), 800));
  EXPECT_OK(Other.synchronize());
  Axpy.enqueueIn(X, Y);
  std::vector<std::uint64_t> Numbers;
  for (int Time = 0; Time < 3; ++Time) { // y becomes 3, 5, 7
    EXPECT_OK(Axpy.enqueueLaunch(1, 0, 100));
    const DevicePart Parts[] = {{Axpy.addressOfY(), 2, 80, 160}, {Axpy.addressOfY() + 720, 1, 80, 80}};
    Numbers.push_back(node().sendEarly(Other, Parts, 2));
    EXPECT_NE(Numbers.back(), 0u);
  }
  EXPECT_OK(node().synchronize());
  const auto Holds = [&](std::size_t First, double Value) {
    EXPECT_OK(Other.copyOut(Found.data(), There, 800));
    EXPECT_OK(Other.synchronize());
    EXPECT_EQ(std::vector<double>(Found.begin() + int(First), Found.begin() + int(First) + 10),
              std::vector<double>(10, Value));
  };
  Holds(0, 0);
  const DevicePart Head[] = {{There, 2, 80, 400}}, Tail[] = {{There + 160, 1, 80, 80}};
  EXPECT_OK(Other.takeEarly(Numbers[1], 0, Head));
  EXPECT_OK(Other.takeEarly(Numbers[2], 160, Tail));
  EXPECT_OK(Other.orderAfter(Queue::Out, Queue::In));
  Holds(0, 5);
  Holds(50, 5);
  Holds(20, 7);
  Other.dropEarly(Numbers[0], 240);
  Other.dropEarly(Numbers[0], 0);
  EXPECT_EQ(Other.statistics().UnusedBytes, 240u);
  EXPECT_EQ(Other.statistics().EarlyMessages, 2u);
  EXPECT_EQ(Other.statistics().BytesAcross, 240u);
  EXPECT_OK(Other.release(There));
  for (const std::string &Why : Job.end())
    EXPECT_EQ(Why, "");
}

/// A launch needs one message for its copies in, its order and the launch.
TEST_F(NodeTest, ALaunchIsOneMessageAndItsData) {
  afterOneLaunch(node()); // the first launch also asks whether the node has the region
  const DeviceStatistics Before = node().statistics();
  EXPECT_EQ(afterOneLaunch(node()), std::vector<double>(100, 3));
  const DeviceStatistics &After = node().statistics();
  EXPECT_EQ(After.CopiesIn - Before.CopiesIn, 2u);
  EXPECT_EQ(After.MessagesIn - Before.MessagesIn, 1u);
  EXPECT_EQ(After.MessagesOut - Before.MessagesOut, 1u);
}

TEST_F(NodeTest, BehindTheEndOfTheJobANodeIsLost) {
  DeviceAddress A = 0, B = 0;
  EXPECT_OK(node().allocate(64, A));
  Job.end();
  EXPECT_TRUE(node().allocate(64, B).isDeviceFault());
  EXPECT_TRUE(node().lost());
  EXPECT_OK(node().release(A));
}

TEST_F(NodeTest, SaysWhatItsTimeWasSpentOn) {
  afterOneLaunch(node());
  const DeviceSeconds Spent = node().takeSeconds();
  EXPECT_GT(Spent.computing(), 0);
  EXPECT_LT(Spent.computing(), 10);
}

} // namespace hetrt::test
