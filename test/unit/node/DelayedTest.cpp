// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages over a simulated slow network, by a clock that the test advances.
#include "Node/DelayedTransport.h"
#include "Node/Loopback.h"

#include <gtest/gtest.h>

namespace hetrt::node {
namespace {

double Time = 0;
double time() { return Time; }

class Delayed : public testing::Test {
protected:
  void SetUp() override {
    Time = 0;
    auto Ranks = loopback(2);
    Near = std::move(Ranks[0]);
    Far = std::make_unique<DelayedTransport>(std::move(Ranks[1]), 0.5, time);
  }

  /// The first byte of the next message that has arrived, or -1.
  int taken() {
    std::optional<Arrival> Next;
    EXPECT_EQ(Far->take(Next), "");
    return Next ? int(Next->Message.at(0)) : -1;
  }
  bool isDone(Transport &Which, Ticket Under) {
    bool Done = false;
    EXPECT_EQ(Which.test(Under, Done), "");
    return Done;
  }

  std::unique_ptr<Transport> Near, Far;
};

TEST_F(Delayed, KnowsItsPlace) {
  EXPECT_EQ(Far->rank(), 1u);
  EXPECT_EQ(Far->ranks(), 2u);
  EXPECT_EQ(Far->numbers(), Near->numbers());
}

TEST_F(Delayed, MessagesComeLaterAndInOrder) {
  EXPECT_EQ(Near->post(1, {std::byte(1)}), "");
  EXPECT_EQ(taken(), -1);
  Time = 0.3;
  EXPECT_EQ(Near->post(1, {std::byte(2)}), "");
  EXPECT_EQ(taken(), -1);
  Time = 0.6;
  EXPECT_EQ(taken(), 1);
  EXPECT_EQ(taken(), -1) << "each has a latency of its own";
  Time = 0.8;
  EXPECT_EQ(taken(), 2) << "which they have at the same time";
}

TEST_F(Delayed, DataIsThereLater) {
  std::byte From{7}, To{};
  Ticket Sent = 0, Received = 0;
  EXPECT_EQ(Far->receive(0, 1, {{&To, 1, 1, 1}}, Received), "");
  Time = 2;
  EXPECT_FALSE(isDone(*Far, Received)) << "nothing was sent";
  EXPECT_EQ(Near->send(1, 1, {{&From, 1, 1, 1}}, Sent), "");
  EXPECT_FALSE(isDone(*Far, Received));
  Time = 2.4;
  EXPECT_FALSE(isDone(*Far, Received));
  Time = 2.6;
  EXPECT_TRUE(isDone(*Far, Received));
  EXPECT_EQ(To, std::byte(7));
}

TEST_F(Delayed, WhatIsSentFromHereIsNotHeld) {
  std::byte From{7}, To{};
  Ticket Sent = 0, Received = 0;
  EXPECT_EQ(Far->send(0, 1, {{&From, 1, 1, 1}}, Sent), "");
  EXPECT_EQ(Near->receive(1, 1, {{&To, 1, 1, 1}}, Received), "");
  EXPECT_TRUE(isDone(*Near, Received));
  EXPECT_TRUE(isDone(*Far, Sent));
  EXPECT_EQ(Far->post(0, {std::byte(3)}), "");
  std::optional<Arrival> Next;
  EXPECT_EQ(Near->take(Next), "");
  EXPECT_TRUE(Next);
}

} // namespace
} // namespace hetrt::node
