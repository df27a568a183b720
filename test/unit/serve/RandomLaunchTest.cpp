// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over random windows, launched on a node that divides them among its cores and devices; and the same with a
// fault injected at each call of one of these devices.
#include "../Rounds.h"
#include "DeviceTest.h"
#include "NodeUnderTest.h"
#include "RandomWindow.h"

#include <deque>
#include <optional>

namespace hetrt::test {

/// A global variable, so that other ranks find the region by its address in the program. Its tables are set for each
/// call.
hetrt_region RandomRegion;

namespace {

void outlinedDigest(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, void *const *, int) {
  digest(First, Last, Values, nullptr, nullptr);
}

/// Runs all passes of a test, and keeps their calls, since a node keeps references to their tables.
class Calls {
public:
  /// Parts of the pass's device 0 are computed on the host, the others on the node.
  void run(RandomPass &Pass, NodeUnderTest &On) {
    Cases.push_back(Pass.call());
    TestCall &Case = Cases.back();
    const ResolvedCall Call = Case.resolve();
    RandomRegion = Case.Region;
    RandomRegion.outlined = outlinedDigest;
    RandomRegion.open_team = openTeam;
    Values Captured = Pass.values();
    const PassArrays Arrays = arraysOf(Case, RandomRegion, bytesOf(Captured));
    RandomRegion.arrays = Case.Region.arrays;
    for (const Part &Each : Pass.Parts) {
      if (!Each.Device) {
        digest(Each.First, Each.Last, &Captured, nullptr, nullptr);
        continue;
      }
      EXPECT_OK(On.launch(Arrays, Each.First, Each.Last));
      EXPECT_EQ(On.said().WhyCores, "");
      std::uint64_t Done = 0;
      for (const InnerFigures &By : On.said().Devices)
        Done += By.Iterations;
      EXPECT_EQ(Done, Each.Last - Each.First);
      OnNode += Done;
      OnCores += On.iterationsOf("cpu");
      Faults += On.said().Faults.size();
    }
    EXPECT_EQ(Pass.Y.Data, Pass.Expected);
  }

  std::uint64_t OnNode = 0, OnCores = 0, Faults = 0;

private:
  std::deque<TestCall> Cases;
};

} // namespace

TEST(RandomLaunch, IsTheSerialLoop) {
  std::optional<NodeUnderTest> Node; // replaced at times: after a while it stops using devices for such short loops
  Calls All;
  for (std::uint32_t Seed = 0; Seed < rounds(1500); ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    if (Seed % 8 == 0)
      Node.emplace(Seed % 16 ? "emulated:2" : "cpu:2+emulated:2");
    RandomPass Pass(Seed);
    const std::vector<std::uint8_t> Input = Pass.X.Data;
    All.run(Pass, *Node);
    EXPECT_EQ(Pass.X.Data, Input);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(All.OnCores, All.OnNode / 20);
  EXPECT_GT(All.OnNode - All.OnCores, All.OnNode / 20);
}

/// The node's other devices compute what a failing device leaves, and rank 0 learns of the fault without an error. In
/// half of the cases the device is lost for good.
TEST(RandomLaunch, LosesNothingToAFaultOfADeviceOfTheNode) {
  constexpr EmulatedCall Kinds[] = {EmulatedCall::Prepare, EmulatedCall::Allocate, EmulatedCall::CopyIn,
                                    EmulatedCall::Launch, EmulatedCall::CopyOut};
  constexpr std::uint32_t Seeds = rounds(40);
  Calls All;
  for (std::uint32_t Seed = 0; Seed < Seeds; ++Seed) {
    std::array<std::uint64_t, EmulatedCallCount> Counts{};
    {
      RandomPass Clean(Seed);
      NodeUnderTest Node("cpu:1+emulated:1");
      All.run(Clean, Node);
      for (EmulatedCall Kind : Kinds)
        Counts[unsigned(Kind)] = Node.inner(0).calls(Kind);
    }
    for (EmulatedCall Kind : Kinds)
      for (std::uint64_t Call = 1; Call <= Counts[unsigned(Kind)]; ++Call) {
        SCOPED_TRACE(testing::Message() << "seed " << Seed << ", " << nameOf(Kind) << " " << Call);
        RandomPass Pass(Seed);
        NodeUnderTest Node("cpu:1+emulated:1");
        Node.inner(0).injectFault({Kind, Call, (Seed + Call) % 2 == 0});
        All.run(Pass, Node);
        if (testing::Test::HasFailure())
          return;
      }
  }
  if (!Sanitized) { // with the few seeds there, too few cases may reach a fault
    EXPECT_GT(All.Faults, Seeds / 4);
  }
}

} // namespace hetrt::test
