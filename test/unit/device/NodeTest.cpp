// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nodes alone promise: faults of kernels come back by name and leave the node usable, data goes from node to node,
// and the end of the job is no end of the program.

#include "DeviceTest.h"
#include "LoopbackJob.h"

namespace hetrt::test {

namespace {

struct NodeTest : testing::Test {
  LoopbackJob Job{2};
  std::vector<std::unique_ptr<Device>> Nodes = Job.devices(2);
  Device &node() { return *Nodes.at(0); }
};

/// y over [0, 100) after one launch of y += x.
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

/// The emulated form would end with a violated window.
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

/// What is dropped behind a fault must not be dropped for ever.
TEST_F(NodeTest, AFaultEndsWhatWasEnqueuedAndNothingElse) {
  std::vector<double> Y(50, 1);
  const SumLaunch Fault(8, 10); // x at address 8
  {
    AxpyOnDevice Axpy(node(), 0, 50);
    Axpy.enqueueIn(Y, Y);
    EXPECT_OK(node().launch(Fault.Wanted));
    EXPECT_OK(Axpy.enqueueLaunch(1, 0, 50));
    Axpy.enqueueOut(Y);
    EXPECT_FALSE(node().synchronize(Queue::Out).ok());
    Y.assign(50, 7); // nothing touches it any more
    EXPECT_OK(node().synchronize());
    EXPECT_EQ(Y, std::vector<double>(50, 7));
  }
  for (int Time = 0; Time < 3; ++Time)
    EXPECT_EQ(afterOneLaunch(node()), std::vector<double>(100, 3));
  EXPECT_EQ(afterOneLaunch(*Nodes[1]), std::vector<double>(100, 3)) << "the other one";
}

TEST_F(NodeTest, AnInvalidAddressIsAProgramFault) {
  const SumLaunch Sum(8, 10); // x at address 8
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

/// With what is known of it, schedulers begin.
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
