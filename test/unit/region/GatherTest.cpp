// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests blocks on random graphs, as the translator would write them: one loop gathers elements along the rows of a
// matrix, another changes the elements, and in between the copies of elements that other parts read are brought up to
// date.
#include "TestLoop.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace hetrt::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct GatherValues {
  std::uint64_t Lower, Step;
  const std::int16_t *Column;
  const std::uint32_t *Begin, *All;
  std::uint32_t *P, *Q;
};

void gatherRow(const GatherValues &V, std::uint64_t I) {
  V.Q[I] = V.P[I];
  for (std::uint32_t K = V.Begin[I]; K < V.Begin[I + 1]; ++K)
    V.Q[I] = V.Q[I] * 31 + V.All[V.Column[K]];
}

void changeRow(const GatherValues &V, std::uint64_t I) { V.P[I] = V.P[I] * 3 + V.Q[I]; }

template <void Row(const GatherValues &, std::uint64_t)>
void kernel(std::uint64_t First, std::uint64_t Last, const void *Bytes, void *, const hetrt_bounds *) {
  const auto &V = *static_cast<const GatherValues *>(Bytes);
  for (std::uint64_t K = First; K < Last; ++K)
    Row(V, V.Lower + K);
}

class GatherBlock {
public:
  explicit GatherBlock(std::mt19937 &Random) {
    auto Draw = [&](unsigned Most) { return Random() % (Most + 1); };
    Rows = 1 + Draw(50);
    const unsigned Giant = Draw(2) ? Rows : Draw(unsigned(Rows) - 1);
    for (unsigned Row = 0; Row < Rows; ++Row)
      Begin.push_back(Begin.back() + (Row == Giant ? 200 : Draw(2) ? Draw(4) : 0));
    for (std::uint32_t K = 0; K < Begin.back(); ++K)
      Column.push_back(std::int16_t(Draw(1) ? Draw(unsigned(Rows) - 1) : Draw(unsigned(Rows) - 1) / 7));
    for (unsigned Row = 0; Row < Rows; ++Row)
      P.push_back(std::uint32_t(Random()));
    Q.resize(Rows);
    Rounds = Draw(4);
    InTwoSteps = Draw(1);
    Whole.Region.flags = HETRT_PARTITION;
    Whole.Region.values_size = 0;
    Whole.Region.emulated = hetrt_partition_kernel;
    Pointers = {0, 1, Column.data(), Begin.data(), P.data(), P.data(), Q.data()};
    addMatrix(Whole, Pointers);
    addVectors(Whole, Pointers, MovesIn | MovesOut, MovesIn | MovesOut);
    Whole.on(nullptr, Draw(3) ? "static" : "gpu").trips(Rows);
  }

  void runAndCheck() {
    Numbers Expected = P, ExpectedQ = Q;
    GatherValues Serial = Pointers;
    Serial.All = Serial.P = Expected.data(), Serial.Q = ExpectedQ.data();
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      for (std::uint64_t I = 0; I < Rows; ++I)
        gatherRow(Serial, I);
      for (std::uint64_t I = 0; I < Rows; ++I)
        changeRow(Serial, I);
    }
    hetrt_pass *Pass = nullptr;
    ASSERT_EQ(Whole.begin(Pass), HETRT_SUCCESS) << hetrt_last_message();
    const int Count = hetrt_threads(Pass);
    std::vector<std::thread> Team;
    for (int Number = 0; Number < Count; ++Number)
      Team.emplace_back([=, this] { member(Pass, Number, Count); });
    for (std::thread &Each : Team)
      Each.join();
    ASSERT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
    ASSERT_EQ(P, Expected);
    ASSERT_EQ(Q, ExpectedQ);
  }

private:
  void addMatrix(TestLoop &To, GatherValues &Of) const {
    const auto First = std::uint32_t(To.Clauses.size());
    To.window("column", MovesIn | Segmented, &Of.Column, 2, {{std::int64_t(Column.size()), true}});
    To.window("begin", MovesIn | HETRT_UNSIGNED, &Of.Begin, 4, {{std::int64_t(Begin.size()), true, 1}});
    To.window("all", MovesIn | WholeCopy | HETRT_GATHER, &Of.All, 4, {{std::int64_t(Rows)}});
    To.Clauses[First].Through = First + 1;
    To.Clauses[First + 2].Through = First;
  }
  void addVectors(TestLoop &To, GatherValues &Of, unsigned FlagsP, unsigned FlagsQ) const {
    To.window("p", FlagsP, &Of.P, 4, {{std::int64_t(Rows), true}});
    To.window("q", FlagsQ, &Of.Q, 4, {{std::int64_t(Rows), true}});
  }

  template <void Row(const GatherValues &, std::uint64_t)>
  void loop(hetrt_part *Part, hetrt_range Share, bool Gathers) const {
    GatherValues Values = Pointers;
    Values.Lower = Share.first;
    TestLoop Loop(kernel<Row>, &Values, sizeof Values);
    if (Gathers)
      addMatrix(Loop, Values);
    addVectors(Loop, Values, Gathers ? MovesIn : MovesIn | MovesOut, Gathers ? MovesOut : MovesIn);
    Loop.trips(Share.last - Share.first, std::int64_t(Share.first));
    if (!Loop.runIn(Part))
      return;
    for (std::uint64_t I = Share.first; I < Share.last; ++I)
      Row(Pointers, I);
    hetrt_ran(Part);
  }

  void update(hetrt_part *Part, unsigned How) const {
    hetrt_update_padding(Part, P.data(), How | HETRT_PADDING_INDEXED, "padding", "all", "block.c:9");
  }

  void member(hetrt_pass *Pass, int Number, int Count) const {
    hetrt_range Share{};
    hetrt_part *Part = hetrt_take_part(Pass, Number, Count, &Share);
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      loop<gatherRow>(Part, Share, true);
      // Cores gather from the array itself, so no thread may change it before all have gathered.
      update(Part, 0);
      loop<changeRow>(Part, Share, false);
      if (InTwoSteps)
        update(Part, HETRT_PADDING_FROM);
      update(Part, InTwoSteps ? unsigned(HETRT_PADDING_TO) : unsigned(HETRT_PADDING_NEARBY));
    }
    hetrt_leave_part(Part);
  }

  std::uint64_t Rows = 0;
  unsigned Rounds = 0;
  bool InTwoSteps = false;
  std::vector<std::int16_t> Column;
  Numbers Begin{0}, P, Q;
  GatherValues Pointers{};
  TestLoop Whole{hetrt_partition_kernel, &Pointers, sizeof Pointers};
};

TEST(Gather, BlocksEqualTheSerialLoops) {
  std::mt19937 Random(11);
  for (int Round = 0; Round < 100; ++Round) {
    SCOPED_TRACE(Round);
    GatherBlock(Random).runAndCheck();
    if (testing::Test::HasFatalFailure())
      return;
  }
}

} // namespace
} // namespace hetrt::test
