// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that stay on a node also stay on the node's devices: elements are copied once, and are never out of date,
// whichever device or host has written the array meanwhile.
#include "../Rounds.h"
#include "DeviceTest.h"
#include "NodeUnderTest.h"

#include <deque>
#include <random>

namespace hetrt::test {

/// A global variable, so that other ranks find the region by its address in the program.
hetrt_region SweepOnNode;

namespace {

constexpr std::int64_t Rows = 40, Columns = 3;

struct SweepValues {
  const double *From;
  double *To;
};

/// Computes row i + 1 of `To` from its neighbours in `From`, and from itself.
void sweep(hetrt_uint64 First, hetrt_uint64 Last, const SweepValues &V) {
  for (auto I = std::int64_t(First) + 1; I < std::int64_t(Last) + 1; ++I)
    for (std::int64_t J = 0; J < Columns; ++J)
      V.To[I * Columns + J] = 0.25 * V.To[I * Columns + J] + V.From[(I - 1) * Columns + J] -
                              0.5 * V.From[(I + 1) * Columns + J] + double(J);
}
void sweepEmulated(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, const hetrt_bounds *) {
  sweep(First, Last, *static_cast<const SweepValues *>(Values));
}
void sweepOutlined(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, void *const *, int) {
  sweep(First, Last, *static_cast<const SweepValues *>(Values));
}

using Field = std::vector<double>;

/// Runs sweeps from one field to another; both stay on the node.
class Sweeps {
public:
  explicit Sweeps(NodeUnderTest &On) : On(On) {
    for (Field &Each : Fields) {
      Each.resize(Rows * Columns);
      std::iota(Each.begin(), Each.end(), double(&Each - Fields));
    }
  }

  Status onNode(unsigned From, unsigned To, std::uint64_t First, std::uint64_t Last, bool Stays = true) {
    PassArrays Arrays = arraysFor(From, To, Stays);
    for (std::size_t I = 0; Stays && I < Arrays.Call.Arrays.size(); ++I)
      EXPECT_OK(On.known().find(Arrays.Call.Arrays[I], Arrays.Call.Arrays[I].Entry));
    return On.launch(Arrays, First, Last);
  }

  void onHost(unsigned From, unsigned To, std::uint64_t First, std::uint64_t Last) {
    sweep(First, Last, {Fields[From].data(), Fields[To].data()});
    On.known().forgetOverlapping(Fields[To].data() + (First + 1) * Columns, (Last - First) * Columns * sizeof(double));
  }

  Field Fields[3];

private:
  PassArrays arraysFor(unsigned From, unsigned To, bool Stays) {
    static std::deque<TestCall> All;
    TestCall &Case = All.emplace_back(Rows - 2, 1);
    const unsigned Flags = Stays ? HETRT_PERSIST : 0;
    Case.add("from", Fields[From].data(), sizeof(double), MovesIn | Flags, {{Rows, true, 1}, {Columns}});
    Case.add("to", Fields[To].data(), sizeof(double), MovesIn | MovesOut | Flags, {{Rows, true}, {Columns}});
    const ResolvedCall Call = Case.resolve();
    SweepOnNode = Case.Region;
    SweepOnNode.emulated = sweepEmulated;
    SweepOnNode.outlined = sweepOutlined;
    SweepOnNode.open_team = openTeam;
    PassArrays Made = arraysOf(Case, SweepOnNode, bytesOf(SweepValues{Fields[From].data(), Fields[To].data()}));
    SweepOnNode.arrays = Case.Region.arrays;
    return Made;
  }

  NodeUnderTest &On;
};

std::uint64_t bytesIn(const NodeUnderTest &Of) {
  std::uint64_t Bytes = 0;
  for (const InnerFigures &Each : Of.said().Devices)
    Bytes += Each.BytesIn;
  return Bytes;
}

} // namespace

TEST(KeptOnNode, MovesToADeviceOnce) {
  NodeUnderTest Node("emulated:1");
  Sweeps Of(Node);
  ASSERT_OK(Of.onNode(0, 1, 0, Rows - 2));
  EXPECT_EQ(bytesIn(Node), (Rows + Rows - 2) * Columns * sizeof(double));
  ASSERT_OK(Of.onNode(0, 1, 0, Rows - 2));
  EXPECT_EQ(bytesIn(Node), 0u);
  // The host writes two rows, which are then copied.
  Of.onHost(1, 0, 5, 7);
  ASSERT_OK(Of.onNode(0, 1, 0, Rows - 2));
  EXPECT_EQ(bytesIn(Node), 2 * Columns * sizeof(double));
  EXPECT_EQ(Node.inner(0).statistics().Allocations, 2u);
  // When arrays leave the node, their copies on its devices are freed.
  bool Found = false;
  for (const Field &Each : Of.Fields)
    EXPECT_OK(Node.known().depersist(Each.data(), Found));
  EXPECT_OK(Node.device().synchronize());
  ASSERT_OK(Of.onNode(0, 1, 0, Rows - 2, /*Stays=*/false));
  EXPECT_EQ(Node.inner(0).statistics().Allocations, 0u);
}

/// Compares with the same computation on the host: launches of parts, parts that the host computes, fields that leave
/// and come back, and at the end a device that fails.
TEST(KeptOnNode, IsNeverOld) {
  unsigned Faults = 0;
  for (std::uint32_t Seed = 0; Seed < rounds(40); ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    std::mt19937 Random(Seed);
    NodeUnderTest Node(Seed % 2 ? "cpu:1+emulated:2" : "emulated:2");
    Sweeps Of(Node);
    Field Expected[3] = {Of.Fields[0], Of.Fields[1], Of.Fields[2]};
    for (unsigned Step = 0; Step < 40; ++Step) {
      const unsigned From = Random() % 3, To = (From + 1 + Random() % 2) % 3;
      const std::uint64_t First = Random() % 2 ? 0 : Random() % (Rows - 2),
                          Last = Random() % 2 ? Rows - 2 : First + 1 + Random() % (Rows - 2 - First);
      sweep(First, Last, {Expected[From].data(), Expected[To].data()});
      if (Step == 30 && Seed % 4 > 1)
        Node.inner(1).injectFault({Seed % 8 > 3 ? EmulatedCall::Launch : EmulatedCall::CopyIn,
                                   Node.inner(1).calls(Seed % 8 > 3 ? EmulatedCall::Launch : EmulatedCall::CopyIn) + 1,
                                   Seed % 16 > 7});
      if (Random() % 3)
        ASSERT_OK(Of.onNode(From, To, First, Last));
      else
        Of.onHost(From, To, First, Last);
      Faults += Node.said().Faults.size();
      bool Found = false;
      if (Random() % 8 == 0)
        EXPECT_OK(Node.known().depersist(Of.Fields[Random() % 3].data(), Found));
      for (unsigned Each = 0; Each < 3; ++Each)
        ASSERT_EQ(Of.Fields[Each], Expected[Each]) << "field " << Each << " after step " << Step;
    }
  }
  EXPECT_GT(Faults, 0u);
}

} // namespace hetrt::test
