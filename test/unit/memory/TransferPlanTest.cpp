// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests which copy sends what to which other, against a model that looks at each element.
#include "Memory/TransferPlan.h"

#include <gtest/gtest.h>

#include <random>

using namespace hetrt;

namespace {

BoxSet rows(std::int64_t Lower, std::int64_t Upper) { return BoxSet(boxOf({Lower, Upper})); }

/// The halo of a stencil: of four copies, three hold a third of the rows each.
TEST(PlanTransfers, HaloGoesFromOwnerToReader) {
  const std::vector<BoxSet> Wanted = {rows(0, 11), rows(9, 21), rows(19, 30), {}},
                            Holds = {rows(0, 10), rows(10, 20), rows(20, 30), {}};
  const std::vector<Transfer> All = planTransfers(Wanted, Holds, Holds);
  ASSERT_EQ(All.size(), 4u);
  const auto Is = [&](unsigned I, std::size_t From, std::size_t To, std::int64_t Row) {
    EXPECT_EQ(All[I].From, From);
    EXPECT_EQ(All[I].To, To);
    EXPECT_TRUE(All[I].Parts == rows(Row, Row + 1));
  };
  Is(0, 1, 0, 10);
  Is(1, 0, 1, 9);
  Is(2, 2, 1, 20);
  Is(3, 1, 2, 19);
}

TEST(PlanTransfers, NothingMovesToWhoHoldsItOrFromWhoGetsIt) {
  const std::vector<BoxSet> Wanted = {rows(0, 10), rows(0, 10)}, Holds = {rows(0, 5), {}};
  const std::vector<Transfer> All = planTransfers(Wanted, Holds, Holds);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].To, 1u);
  EXPECT_TRUE(All[0].Parts == rows(0, 5)) << "what neither has, the host has";
}

TEST(PlanTransfers, RandomSetsMatchTheModel) {
  std::mt19937 Random(17);
  const auto Pick = [&](std::int64_t From, std::int64_t To) {
    return std::uniform_int_distribution<std::int64_t>(From, To)(Random);
  };
  const std::int64_t Side = 9;
  const auto Draw = [&] {
    BoxSet Set;
    for (std::int64_t Boxes = Pick(0, 3); Boxes; --Boxes) {
      const std::int64_t I = Pick(0, Side - 1), J = Pick(0, Side - 1);
      Set.add(boxOf({I, Pick(I, Side - 1) + 1}, {J, Pick(J, Side - 1) + 1}));
    }
    return Set;
  };
  std::size_t Moved = 0;
  for (int Case = 0; Case < 1000; ++Case) {
    const std::size_t Copies = std::size_t(Pick(1, 9));
    std::vector<BoxSet> Wanted(Copies), Holds(Copies), Offers(Copies);
    for (std::size_t I = 0; I < Copies; ++I) {
      Wanted[I] = Draw();
      Holds[I] = Draw();
      const BoxSet Some = Draw();
      for (const Box &Part : Some.boxes()) // a part of what the copy holds
        Offers[I].add(Holds[I].common(Part));
    }
    const std::vector<Transfer> All = planTransfers(Wanted, Holds, Offers);
    for (std::size_t To = 0; To < Copies; ++To)
      for (std::int64_t I = 0; I < Side; ++I)
        for (std::int64_t J = 0; J < Side; ++J) {
          const Box At = boxOf({I, I + 1}, {J, J + 1});
          const auto In = [&](const BoxSet &Set) { return !Set.common(At).empty(); };
          bool Offered = false;
          for (std::size_t From = 0; From < Copies; ++From)
            Offered |= From != To && In(Offers[From]);
          std::size_t Times = 0;
          for (const Transfer &Each : All)
            if (Each.To == To && In(Each.Parts)) {
              ++Times;
              EXPECT_NE(Each.From, To);
              EXPECT_TRUE(In(Offers[Each.From])) << "from who has it";
            }
          EXPECT_EQ(Times, In(Wanted[To]) && !In(Holds[To]) && Offered ? 1u : 0u);
          Moved += Times;
        }
  }
  EXPECT_GT(Moved, 1000u);
}

} // namespace
