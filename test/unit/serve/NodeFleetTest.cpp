// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node with devices of its own: partials of all its devices, in order if wanted; shares by measured speeds; and the
// cores if no other device can run a launch.
#include "DeviceTest.h"
#include "NodeUnderTest.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <thread>

namespace hetrt::test {

/// Global variables, so that other ranks find the regions by their addresses in the program.
hetrt_region SumOnNode, WorkOnNode;

namespace {

/// A new call. A node keeps references to the call's tables, which are constants in real programs, so none is
/// destroyed.
TestCall &newCall(std::uint64_t Count) {
  static std::deque<TestCall> All;
  return All.emplace_back(Count);
}

/// A region that sums x[i], for x = 1, 2, 3, ...
class Sum {
public:
  explicit Sum(std::uint64_t Count) : X(Count), Case(newCall(Count)) {
    std::iota(X.begin(), X.end(), 1);
    Case.add("x", X.data(), sizeof(long long), MovesIn, {{std::int64_t(Count), true}});
    const ResolvedCall Call = Case.resolve();
    SumOnNode = Case.Region;
    SumOnNode.emulated = SumRegion.emulated;
    SumOnNode.outlined = SumRegion.outlined;
    SumOnNode.open_team = openTeam;
    Arrays = arraysOf(Case, SumOnNode, bytesOf(SumValues{X.data()}));
    SumOnNode.arrays = Case.Region.arrays;
  }

  static long long over(std::uint64_t First, std::uint64_t Last) {
    return (long long)(Last * (Last + 1) / 2 - First * (First + 1) / 2);
  }

  std::vector<long long> X;
  TestCall &Case;
  PassArrays Arrays;
};

std::vector<long long> numbersIn(const std::vector<std::byte> &Partials) {
  std::vector<long long> Found(Partials.size() / sizeof(long long));
  std::memcpy(Found.data(), Partials.data(), Found.size() * sizeof(long long));
  return Found;
}

struct WorkValues {
  double *X;
  std::int64_t Fault; ///< The iteration that uses an invalid address.
  bool Waits = false;
  volatile int *Nowhere = reinterpret_cast<volatile int *>(8);
};

/// Waits for the time `Each` in each iteration, which does not depend on the machine's load.
void work(hetrt_uint64 First, hetrt_uint64 Last, const WorkValues &V, std::chrono::microseconds Each) {
  const auto Begin = std::chrono::steady_clock::now();
  for (hetrt_uint64 I = First; I < Last; ++I) {
    if (std::int64_t(I) == V.Fault)
      *V.Nowhere = 1;
    V.X[I] += 1;
  }
  if (V.Waits)
    std::this_thread::sleep_until(Begin + Each * std::int64_t(Last - First));
}
void workEmulated(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, const hetrt_bounds *) {
  work(First, Last, *static_cast<const WorkValues *>(Values), std::chrono::microseconds(60));
}
void workOutlined(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, void *const *, int) {
  work(First, Last, *static_cast<const WorkValues *>(Values), std::chrono::microseconds(30));
}

class Work {
public:
  explicit Work(std::uint64_t Count, std::int64_t Fault = -1, bool Waits = false) : X(Count), Case(newCall(Count)) {
    Case.add("x", X.data(), sizeof(double), MovesIn | MovesOut, {{std::int64_t(Count), true}});
    Case.Region.values_size = sizeof(WorkValues);
    const ResolvedCall Call = Case.resolve();
    WorkOnNode = Case.Region;
    WorkOnNode.emulated = workEmulated;
    WorkOnNode.outlined = workOutlined;
    WorkOnNode.open_team = openTeam;
    Arrays = arraysOf(Case, WorkOnNode, bytesOf(WorkValues{X.data(), Fault, Waits}));
    WorkOnNode.arrays = Case.Region.arrays;
  }

  std::vector<double> X;
  TestCall &Case;
  PassArrays Arrays;
};

} // namespace

TEST(NodeFleet, IsToldAndFound) {
  NodeUnderTest Node("cpu:1+emulated:2");
  const Capabilities &Found = Node.device().capabilities();
  EXPECT_TRUE(Found.Divides);
  ASSERT_EQ(Found.Inner.size(), 3u);
  EXPECT_EQ(Found.Inner[0], "cpu: 1 core");
  EXPECT_TRUE(Found.Inner[2].starts_with("emulated:1: ")) << Found.Inner[2];
  EXPECT_EQ(Found.RelativeWidth, 3);
  EXPECT_NE(Found.Identity.find("; cpu, emulated:0, emulated:1"), std::string::npos) << Found.Identity;
  EXPECT_EQ(Node.hub().whyLess(), "");
}

TEST(NodeFleet, FewerThanWantedIsTold) {
  NodeUnderTest Node("cpu:9+emulated:1");
  EXPECT_NE(Node.hub().whyLess().find("node:0 (rank 1"), std::string::npos) << Node.hub().whyLess();
  EXPECT_NE(Node.hub().whyLess().find("9 cpu wanted, 2 there"), std::string::npos) << Node.hub().whyLess();
  EXPECT_TRUE(Node.device().capabilities().Divides);
}

TEST(NodeFleet, OptionsOfADeviceThatAreWrongLeaveTheCores) {
  NodeUnderTest Node("cpu:1+emulated:1", "speed=7");
  EXPECT_NE(Node.hub().whyLess().find("HETRT_EMULATED"), std::string::npos) << Node.hub().whyLess();
  EXPECT_FALSE(Node.device().capabilities().Divides);
  Work Of(100);
  EXPECT_OK(Node.launch(Of.Arrays, 10, 60));
  EXPECT_EQ(std::ranges::count(Of.X, 1.0), 50);
}

TEST(NodeFleet, PartialsOfAllOfThemAddUp) {
  NodeUnderTest Node("cpu:2+emulated:2");
  Sum Of(5000);
  std::mt19937 Random(1);
  std::uint64_t OnDevices = 0;
  for (int Time = 0; Time < 100; ++Time) {
    const std::uint64_t First = Random() % 5000, Last = First + 1 + Random() % (5000 - First);
    std::vector<std::byte> Partials;
    ASSERT_OK(Node.launch(Of.Arrays, First, Last, &Partials));
    long long Total = 0;
    for (long long Each : numbersIn(Partials))
      Total += Each;
    ASSERT_EQ(Total, Sum::over(First, Last)) << First << " to " << Last;
    OnDevices += Last - First - Node.iterationsOf("cpu");
  }
  EXPECT_GT(OnDevices, 0u);
}

TEST(NodeFleet, GrainsLeaveTheirPartialsInOrder) {
  NodeUnderTest Node("cpu:2+emulated:2");
  Sum Of(5000);
  std::mt19937 Random(1);
  for (int Time = 0; Time < 100; ++Time) {
    const std::uint64_t Grain = 1 + Random() % 300, First = Random() % 5000,
                        Last = First + 1 + Random() % (5000 - First);
    std::vector<std::byte> Partials;
    ASSERT_OK(Node.launch(Of.Arrays, First, Last, &Partials, Grain));
    std::vector<long long> Expected;
    for (std::uint64_t Begin = First; Begin < Last; Begin += Grain)
      Expected.push_back(Sum::over(Begin, std::min(Begin + Grain, Last)));
    ASSERT_EQ(numbersIn(Partials), Expected) << First << " to " << Last << " by " << Grain;
  }
}

/// The cores' part of the iterations, as the median of the last launches.
TEST(NodeFleet, ACoreGetsTwoThirdsBesideADeviceOfHalfItsSpeed) {
  NodeUnderTest Node("cpu:1+emulated:1", "blocks=1");
  Work Of(4000, -1, /*Waits=*/true);
  std::vector<double> OnCore;
  for (int Time = 0; Time < 24; ++Time) {
    ASSERT_OK(Node.launch(Of.Arrays, 0, 4000));
    if (Time >= 8)
      OnCore.push_back(double(Node.iterationsOf("cpu")) / 4000);
  }
  std::ranges::sort(OnCore);
  EXPECT_NEAR(OnCore[OnCore.size() / 2], 2.0 / 3, 0.07);
}

TEST(NodeFleet, WithoutCoresDevicesHaveIt) {
  NodeUnderTest Node("emulated:2");
  Work Of(100);
  for (int Time = 0; Time < 5; ++Time)
    ASSERT_OK(Node.launch(Of.Arrays, 0, 100));
  EXPECT_EQ(std::ranges::count(Of.X, 5.0), 100);
  EXPECT_EQ(Node.iterationsOf("cpu"), 0u);
  EXPECT_EQ(Node.iterationsOf("emulated:0") + Node.iterationsOf("emulated:1"), 100u);
}

/// When the node's only device has failed, the core computes its iterations.
TEST(NodeFleet, WhenAllDevicesHaveFailedTheCoresHaveIt) {
  NodeUnderTest Node("emulated:1");
  Work Of(100);
  Node.inner(0).injectFault({EmulatedCall::Launch, 1, true});
  ASSERT_OK(Node.launch(Of.Arrays, 0, 100));
  ASSERT_EQ(Node.said().Faults.size(), 1u);
  EXPECT_TRUE(Node.said().Faults[0].starts_with("emulated:0 is left out from now on, and its share runs elsewhere: "))
      << Node.said().Faults[0];
  ASSERT_OK(Node.launch(Of.Arrays, 0, 100));
  EXPECT_TRUE(Node.said().Faults.empty()) << "once";
  EXPECT_EQ(Node.iterationsOf("cpu"), 100u);
  EXPECT_EQ(std::ranges::count(Of.X, 2.0), 100);
}

/// Tests an invalid address in an iteration of a core, and one in an iteration of a device.
TEST(NodeFleet, AnInvalidAddressIsAProgramFaultAndNoMore) {
  NodeUnderTest Node("cpu:1+emulated:1");
  for (const std::int64_t Iteration : {0, 99}) {
    Work Of(100, Iteration);
    const Status Result = Node.launch(Of.Arrays, 0, 100);
    EXPECT_TRUE(Result.isProgramFault());
    EXPECT_EQ(Result.code(), HETRT_ERROR_KERNEL) << Result.message();
  }
  Work Of(100);
  ASSERT_OK(Node.launch(Of.Arrays, 0, 100));
  EXPECT_EQ(std::ranges::count(Of.X, 1.0), 100);
}

TEST(NodeFleet, ALaunchThatNobodySaysHowToDivideIsTheCores) {
  NodeUnderTest Node("cpu:1+emulated:1");
  AxpyOnDevice Axpy(Node.device(), 0, 100);
  std::vector<double> X(100, 2), Y(100, 1);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(1, 0, 100));
  Axpy.enqueueOut(Y);
  EXPECT_OK(Node.device().synchronize(Queue::Out));
  EXPECT_EQ(Y, std::vector<double>(100, 3));
  const InnerReport Said = Node.device().takeInnerReport();
  EXPECT_EQ(Said.WhyCores, "rank 0 does not say how it can be divided");
  EXPECT_EQ(Said.Devices.at(0).Iterations, 100u);
}

TEST(NodeFleet, MoreCallsThanAreKeptAreToldAgain) {
  NodeUnderTest Node("cpu:1+emulated:1");
  for (int Time = 0; Time < 3; ++Time)
    for (std::uint64_t Count = 10; Count < 30; ++Count) {
      Work Of(Count);
      ASSERT_OK(Node.launch(Of.Arrays, 0, Count));
      ASSERT_EQ(Node.said().WhyCores, "");
      ASSERT_EQ(std::ranges::count(Of.X, 1.0), std::ptrdiff_t(Count));
    }
}

} // namespace hetrt::test
