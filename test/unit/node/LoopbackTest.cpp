// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promises of every transport, tested on the transport between threads.
#include "Node/Loopback.h"

#include <gtest/gtest.h>

namespace hetrt::node {
namespace {

std::vector<std::byte> message(int Value) { return {static_cast<std::byte>(Value)}; }

bool isDone(Transport &Mine, Ticket Under) {
  bool Done = false;
  EXPECT_EQ(Mine.test(Under, Done), "");
  return Done;
}

TEST(Loopback, MessagesOfARankArriveInOrder) {
  const auto Ranks = loopback(3);
  for (int Value : {1, 2, 3})
    EXPECT_EQ(Ranks[1]->post(0, message(Value)), "");
  for (int Value : {1, 2, 3}) {
    std::optional<Arrival> Next;
    EXPECT_EQ(Ranks[0]->take(Next), "");
    ASSERT_TRUE(Next);
    EXPECT_EQ(Next->From, 1u);
    EXPECT_EQ(Next->Message, message(Value));
  }
  std::optional<Arrival> Next;
  EXPECT_EQ(Ranks[2]->take(Next), "");
  EXPECT_FALSE(Next) << "they were for rank 0";
}

TEST(Loopback, DataIsReadWhenTheReceiverHasPlaceForIt) {
  const auto Ranks = loopback(2);
  std::byte From[4] = {}, To[4] = {};
  Ticket Sent = 0, Received = 0;
  EXPECT_EQ(Ranks[0]->send(1, 7, {{From, 1, 4, 4}}, Sent), "");
  EXPECT_FALSE(isDone(*Ranks[0], Sent));
  From[2] = std::byte(9); // a caller must not do this; the change shows that data is copied late
  EXPECT_EQ(Ranks[1]->receive(0, 7, {{To, 1, 4, 4}}, Received), "");
  EXPECT_TRUE(isDone(*Ranks[0], Sent));
  EXPECT_TRUE(isDone(*Ranks[1], Received));
  EXPECT_EQ(To[2], std::byte(9));
}

TEST(Loopback, NumbersKeepDataApart) {
  const auto Ranks = loopback(2);
  std::byte A{1}, B{2}, IntoB{}, IntoA{};
  Ticket Sent[2], Received[2];
  EXPECT_EQ(Ranks[0]->send(1, 1, {{&A, 1, 1, 1}}, Sent[0]), "");
  EXPECT_EQ(Ranks[0]->send(1, 2, {{&B, 1, 1, 1}}, Sent[1]), "");
  EXPECT_EQ(Ranks[1]->receive(0, 2, {{&IntoB, 1, 1, 1}}, Received[1]), "");
  EXPECT_FALSE(isDone(*Ranks[0], Sent[0]));
  EXPECT_EQ(Ranks[1]->receive(0, 1, {{&IntoA, 1, 1, 1}}, Received[0]), "");
  EXPECT_EQ(IntoA, std::byte(1));
  EXPECT_EQ(IntoB, std::byte(2));
}

TEST(Loopback, RectanglesOfOtherShapesFitIfTheirBytesDo) {
  const auto Ranks = loopback(2);
  std::byte From[12], To[6] = {};
  for (int I = 0; I < 12; ++I)
    From[I] = static_cast<std::byte>(I);
  Ticket Sent, Received;
  EXPECT_EQ(Ranks[0]->send(1, 1, {{From + 1, 3, 2, 4}}, Sent), ""); // sends the bytes 1 2 5 6 9 10
  EXPECT_EQ(Ranks[1]->receive(0, 1, {{To, 1, 6, 6}}, Received), "");
  EXPECT_EQ(To[0], std::byte(1));
  EXPECT_EQ(To[3], std::byte(6));
  EXPECT_EQ(To[5], std::byte(10));
}

TEST(Loopback, DataOfAnotherSizeIsAnError) {
  const auto Ranks = loopback(2);
  std::byte From[4] = {}, To[3] = {};
  Ticket Sent, Received;
  bool Done = false;
  EXPECT_EQ(Ranks[0]->send(1, 1, {{From, 1, 4, 4}}, Sent), "");
  EXPECT_EQ(Ranks[1]->receive(0, 1, {{To, 1, 3, 3}}, Received), "");
  EXPECT_NE(Ranks[1]->test(Received, Done), "");
}

} // namespace
} // namespace hetrt::node
