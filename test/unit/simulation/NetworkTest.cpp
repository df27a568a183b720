// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages between ports, compared with times worked out by hand; owners of iterations, compared with an array.
#include "Simulation/Network.h"
#include "Simulation/Owners.h"

#include <gtest/gtest.h>

#include <random>

using namespace hetrt;

namespace {

/// The moment at which each message arrives, by its tag.
std::vector<double> run(Network &Net, size_t Messages) {
  std::vector<double> There(Messages);
  while (Net.next() < std::numeric_limits<double>::infinity())
    if (auto E = Net.advance())
      There[E->Tag] = E->Moment;
  return There;
}

const NetworkModel Slow{.LatencySeconds = 2, .BytesPerSecond = 10, .MessageSeconds = .5};

} // namespace

TEST(Network, OneMessageTakesLatencyAndItsTimeAtThePort) {
  Network Net(Slow, 2);
  Net.send(0, 1, 30, 5, 0);
  EXPECT_EQ(run(Net, 1), std::vector{5 + 2 + .5 + 3});
  EXPECT_EQ(Net.messages(), 1u);
  EXPECT_EQ(Net.bytes(), 30);
}

TEST(Network, MessagesOfOneNodeQueueAtItsPort) {
  Network Net(Slow, 4);
  for (unsigned To = 1; To < 4; ++To)
    Net.send(0, To, 30, 0, To - 1);
  EXPECT_EQ(run(Net, 3), (std::vector{5.5, 9., 12.5}));
}

TEST(Network, MessagesToOneNodeQueueAtItsPort) {
  Network Net(Slow, 4);
  for (unsigned From = 1; From < 4; ++From)
    Net.send(From, 0, 30, 0, From - 1);
  EXPECT_EQ(run(Net, 3), (std::vector{5.5, 9., 12.5}));
}

TEST(Network, APortSendsAndReceivesAtTheSameTime) {
  Network Net(Slow, 2);
  Net.send(0, 1, 30, 0, 0);
  Net.send(1, 0, 30, 0, 1);
  EXPECT_EQ(run(Net, 2), (std::vector{5.5, 5.5}));
}

TEST(Network, PairsDoNotDisturbEachOther) {
  Network Net(Slow, 4);
  Net.send(0, 1, 30, 0, 0);
  Net.send(2, 3, 30, 1, 1);
  EXPECT_EQ(run(Net, 2), (std::vector{5.5, 6.5}));
}

TEST(Network, AlarmsUseNoPort) {
  Network Net(Slow, 2);
  Net.wake(4, 1);
  Net.send(0, 1, 30, 0, 0);
  EXPECT_EQ(run(Net, 2), (std::vector{5.5, 4.}));
  EXPECT_EQ(Net.messages(), 1u);
}

TEST(Network, WithoutFiguresCostsNothing) {
  Network Net({}, 2);
  Net.send(0, 1, 1e12, 3, 0);
  EXPECT_EQ(run(Net, 1), std::vector{3.});
}

TEST(Owners, AreThoseOfAnArray) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 200; ++Round) {
    const uint64_t N = 1 + Random() % 20;
    Owners Of(N);
    std::vector<unsigned> Model(N, Owners::Nobody);
    for (int Change = 0; Change < 10; ++Change) {
      const uint64_t First = Random() % (N + 1), Last = First + Random() % (N + 1 - First);
      const unsigned Owner = Random() % 3;
      Of.set({First, Last}, Owner);
      std::fill(Model.begin() + long(First), Model.begin() + long(Last), Owner);
      uint64_t Next = First;
      for (const Owners::Piece &Each : Of.pieces({First, N})) {
        EXPECT_EQ(Each.Part.First, Next);
        Next = Each.Part.Last;
        for (uint64_t I = Each.Part.First; I < Each.Part.Last; ++I)
          ASSERT_EQ(Each.Owner, Model[I]) << I << ", round " << Round;
      }
      EXPECT_EQ(Next, N);
      for (uint64_t I = 0; I < N; ++I)
        ASSERT_EQ(Of.at(I), Model[I]);
    }
  }
}

TEST(Owners, OfEqualNeighboursAreOnePiece) {
  Owners Of(9);
  Of.set({0, 3}, 1);
  Of.set({3, 6}, 1);
  Of.set({6, 9}, 1);
  EXPECT_EQ(Of.pieces({0, 9}).size(), 1u);
}
