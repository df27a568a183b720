// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operations are merged into one message, and that merging does not change any result.
#include "Node/Batch.h"

#include <gtest/gtest.h>

#include <random>

namespace hetrt::node {
namespace {

std::byte Memory[4096];

Operation copyOf(unsigned Queue, bool Out, unsigned Peer, Place There, std::size_t Here = 0) {
  Operation Made{.Queue = Queue, .What = Copy{Queue, Out, 0, Peer, {There}}};
  if (!Peer)
    Made.Data = {{Memory + Here, There.Rows, There.RowBytes, There.Pitch}};
  return Made;
}

/// Adds an operation to a batch as a link does.
void put(Batch &Into, const Operation &What) {
  const Copy *Moves = std::get_if<Copy>(&What.What);
  if (Moves && Into.takes(*Moves, What.Data))
    Into.join(*Moves, What.Data);
  else
    Into.add(What);
}

std::vector<Operation> batchOf(const std::vector<Operation> &All) {
  Batch Made;
  for (const Operation &Each : All)
    put(Made, Each);
  return Made.take();
}

std::size_t partsOf(const Operation &What) { return std::get<Copy>(What.What).Parts.size(); }

TEST(Batch, CopiesOfAQueueAreOneMessage) {
  const auto All = batchOf({copyOf(0, false, 0, {100, 1, 8, 8}), copyOf(0, false, 0, {200, 2, 8, 16}, 100),
                            copyOf(2, true, 0, {300, 1, 8, 8}, 200), copyOf(0, false, 0, {400, 1, 8, 8}, 300)});
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(partsOf(All[0]), 3u);
  EXPECT_EQ(bytesOf(All[0].Data), 8u + 16u + 8u);
  EXPECT_EQ(partsOf(All[1]), 1u);
}

TEST(Batch, KeepsApartWhatIsForOthersOrGoesTheOtherWay) {
  EXPECT_EQ(batchOf({copyOf(0, false, 0, {100, 1, 8, 8}), copyOf(0, false, 2, {200, 1, 8, 8}),
                     copyOf(0, false, 3, {300, 1, 8, 8}), copyOf(0, true, 3, {400, 1, 8, 8})})
                .size(),
            4u);
}

/// If copies after an order joined a message before the order, those who wait for the message would wait longer.
TEST(Batch, WhatSomebodyWaitsForGrowsNoMore) {
  const Operation First = copyOf(0, false, 0, {100, 1, 8, 8}), Second = copyOf(0, false, 0, {200, 1, 8, 8}, 100);
  EXPECT_EQ(batchOf({First, {.Queue = 1, .What = Order{1, 0, 1}}, Second}).size(), 3u);
  EXPECT_EQ(batchOf({First, {.Queue = 0, .What = Order{0, 1, 1}}, Second}).size(), 3u);
  EXPECT_EQ(batchOf({First, {.Queue = 2, .What = Order{2, 1, 1}}, Second}).size(), 2u);
  EXPECT_EQ(batchOf({First, {.Queue = 1, .What = LaunchRange{}}, Second}).size(), 2u);
}

/// The transport promises no order of the parts of a message, so parts of one message must not overlap.
TEST(Batch, NothingIsWrittenTwiceByOneMessage) {
  EXPECT_EQ(batchOf({copyOf(0, false, 0, {100, 1, 8, 8}), copyOf(0, false, 0, {107, 1, 8, 8}, 100)}).size(), 2u);
  EXPECT_EQ(batchOf({copyOf(0, false, 0, {100, 1, 8, 8}), copyOf(0, false, 0, {108, 1, 8, 8}, 0)}).size(), 1u);
  EXPECT_EQ(batchOf({copyOf(2, true, 0, {100, 1, 8, 8}, 0), copyOf(2, true, 0, {200, 1, 8, 8}, 7)}).size(), 2u);
}

TEST(Batch, AMessageHasALargestSize) {
  const std::uint64_t Half = MostBytes / 2;
  EXPECT_EQ(batchOf({copyOf(0, false, 2, {0, 1, Half, Half}), copyOf(0, false, 2, {2 * Half, 1, Half, Half}),
                     copyOf(0, false, 2, {4 * Half, 1, 1, 1})})
                .size(),
            2u);
}

/// Each of two columns of an array lies in the gaps of the other.
TEST(Batch, KnowsWhatSharesNoBytes) {
  EXPECT_FALSE(mayOverlap({0, 5, 8, 64}, {8, 5, 8, 64}));
  EXPECT_FALSE(mayOverlap({8, 5, 8, 64}, {0, 5, 8, 64}));
  EXPECT_FALSE(mayOverlap({0, 5, 8, 64}, {128 + 56, 1, 8, 8}));
  EXPECT_TRUE(mayOverlap({0, 5, 8, 64}, {128 + 56, 1, 9, 9}));
  EXPECT_TRUE(mayOverlap({0, 5, 8, 64}, {4, 5, 8, 64}));
}

/// Compares the answer of mayOverlap() with the bytes of both rectangles.
TEST(Batch, RandomRectanglesThatAreSaidToBeApartAre) {
  std::mt19937 Random(3);
  const auto Pick = [&](std::uint64_t From, std::uint64_t To) { return From + Random() % (To - From + 1); };
  unsigned Apart = 0, Meet = 0;
  for (int Case = 0; Case < 20000; ++Case) {
    const std::uint64_t Pitch = Pick(1, 24);
    const auto Draw = [&] {
      const std::uint64_t Rows = Pick(1, 5), Own = Pick(0, 3) ? Pitch : Pick(1, 24);
      return Place{Pick(0, 80), Rows, Pick(1, Own), Own};
    };
    const Place A = Draw(), B = Draw();
    std::vector<bool> OfA(400);
    for (std::uint64_t Row = 0; Row < A.Rows; ++Row)
      for (std::uint64_t I = 0; I < A.RowBytes; ++I)
        OfA[A.Address + Row * A.Pitch + I] = true;
    bool Shared = false;
    for (std::uint64_t Row = 0; Row < B.Rows; ++Row)
      for (std::uint64_t I = 0; I < B.RowBytes; ++I)
        Shared |= OfA[B.Address + Row * B.Pitch + I];
    EXPECT_TRUE(!Shared || mayOverlap(A, B))
        << A.Address << ' ' << A.Rows << ' ' << A.RowBytes << ' ' << A.Pitch << " and " << B.Address << ' ' << B.Rows
        << ' ' << B.RowBytes << ' ' << B.Pitch;
    (mayOverlap(A, B) ? Meet : Apart)++;
  }
  EXPECT_GT(Apart, 1000u);
  EXPECT_GT(Meet, 1000u);
}

/// Executes a random sequence of copies in and out on a node's memory, one by one, and as the batch merges them. In a
/// merged message all parts are read before any is written, the last part first.
TEST(Batch, NoMemoryCanTellThatCopiesWereMerged) {
  std::mt19937 Random(11);
  const auto Pick = [&](std::uint64_t From, std::uint64_t To) { return From + Random() % (To - From + 1); };
  using Bytes = std::vector<unsigned char>;
  unsigned Merged = 0;
  for (int Case = 0; Case < 500; ++Case) {
    std::vector<Operation> All;
    for (std::uint64_t Count = Pick(2, 12); Count; --Count) {
      const std::uint64_t Rows = Pick(1, 3), RowBytes = Pick(1, 6);
      const bool Out = Pick(0, 3) == 0;
      All.push_back(copyOf(Out ? 2 : 0, Out, 0, {Pick(0, 60), Rows, RowBytes, RowBytes + Pick(0, 6)}, Pick(0, 200)));
    }
    const auto Move = [](Bytes &Node, Bytes &Host, const Operation &What) {
      const Copy &Of = std::get<Copy>(What.What);
      std::vector<std::pair<unsigned char *, unsigned char>> Writes;
      for (std::size_t I = 0; I < Of.Parts.size(); ++I)
        for (std::uint64_t Row = 0; Row < Of.Parts[I].Rows; ++Row)
          for (std::uint64_t At = 0; At < Of.Parts[I].RowBytes; ++At) {
            unsigned char &There = Node[Of.Parts[I].Address + Row * Of.Parts[I].Pitch + At],
                          &Here = Host[std::uint64_t(What.Data[I].First - Memory) + Row * What.Data[I].Pitch + At];
            Writes.emplace_back(Of.Out ? &Here : &There, Of.Out ? There : Here);
          }
      for (auto Each = Writes.rbegin(); Each != Writes.rend(); ++Each)
        *Each->first = Each->second;
    };
    Bytes Node(200), Host(400);
    for (unsigned char &Each : Node)
      Each = static_cast<unsigned char>(Random());
    for (unsigned char &Each : Host)
      Each = static_cast<unsigned char>(Random());
    // The queues are independent, so each is compared separately.
    for (const unsigned Queue : {0u, 2u}) {
      Bytes Node1 = Node, Host1 = Host, Node2 = Node, Host2 = Host;
      std::size_t Before = 0, After = 0;
      for (const Operation &Each : All)
        if (Each.Queue == Queue)
          Move(Node1, Host1, Each), ++Before;
      for (const Operation &Each : batchOf(All))
        if (Each.Queue == Queue)
          Move(Node2, Host2, Each), ++After;
      EXPECT_EQ(Node1, Node2);
      EXPECT_EQ(Host1, Host2);
      Merged += After < Before;
    }
  }
  EXPECT_GT(Merged, 200u);
}

} // namespace
} // namespace hetrt::node
