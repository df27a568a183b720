// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every message can be encoded and decoded, and other bytes are refused.
#include "Node/Protocol.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace hetrt::node {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> Values) {
  std::vector<std::byte> All;
  for (int Each : Values)
    All.push_back(static_cast<std::byte>(Each));
  return All;
}

const RegionName Name = {1, 2, 3, 4, 5, 6};

std::vector<Message> oneOfEach() {
  LaunchRange Range{Name, 10, 20, 8, 4, bytes({1, 2, 3, 4}), {}, {{7, 8}, {9, 10}}};
  Range.Bounds.resize(5);
  Range.Bounds[3].upper[2] = 17;
  Range.Shape = 3;
  Range.NewShape = bytes({1, 2});
  Range.Layouts = {{100, {8, 8, 8, 8}}};
  Range.WhyCores = "a reason";
  return {Greeting{ProtocolVersion, {11, 12}, "host", "a processor", 8, 1u << 30, 2.5},
          Answer{77, "no"},
          Done{2, 4, 1, "why", bytes({5, 6}), 1.5, 2.5, {{1, 0, 10, 20, 30, 0.5}}, "a reason", "a fault"},
          Failed{"broken"},
          Welcome{8, "cpu+cuda"},
          Allocate{100},
          Release{200},
          Prepare{Name},
          Copy{1, 1, 9, 2, {{300, 2, 3, 4}, {400, 1, 5, 5}}},
          Range,
          Order{2, 1, 12},
          Resume{},
          Leave{},
          Beat{3},
          Expect{5, 64, 3, 2, 1000},
          TakeEarly{0, 5, 16, {{300, 2, 3, 4}}},
          DropEarly{6},
          Equipment{"2 cuda wanted, 1 there", "cpu\t4 cores\ncuda:0\ta GPU", 8.5}};
}

TEST(Protocol, EveryMessageSurvivesItsWay) {
  const std::vector<Message> All = oneOfEach();
  ASSERT_EQ(All.size(), std::variant_size_v<Message>);
  for (const Message &Sent : All) {
    Message Read;
    ASSERT_EQ(decode(encode(Sent), Read), "") << Sent.index();
    ASSERT_EQ(Read.index(), Sent.index());
    EXPECT_EQ(encode(Read), encode(Sent)) << Sent.index();
  }
  Message Read;
  ASSERT_EQ(decode(encode(All[8]), Read), "");
  EXPECT_EQ(std::get<Copy>(Read), std::get<Copy>(All[8]));
  ASSERT_EQ(decode(encode(All[9]), Read), "");
  EXPECT_EQ(std::get<LaunchRange>(Read).Bounds[3].upper[2], 17);
  EXPECT_EQ(std::get<LaunchRange>(Read).Windows[1], (WindowMemory{9, 10}));
  EXPECT_EQ(std::get<LaunchRange>(Read).Layouts[0], (WindowLayout{100, {8, 8, 8, 8}}));
  ASSERT_EQ(decode(encode(All[2]), Read), "");
  EXPECT_EQ(std::get<Done>(Read), std::get<Done>(All[2]));
}

TEST(Protocol, EveryMessageThatIsCutOrLongerIsRefused) {
  for (const Message &Sent : oneOfEach()) {
    std::vector<std::byte> Bytes = encode(Sent);
    Message Read;
    for (std::size_t Length = 0; Length < Bytes.size(); ++Length)
      EXPECT_NE(decode(std::span(Bytes).first(Length), Read), "") << Sent.index() << " of " << Length;
    Bytes.push_back(std::byte(0));
    EXPECT_NE(decode(Bytes, Read), "") << Sent.index();
  }
}

TEST(Protocol, ForeignBytesAreRefused) {
  Message Read;
  EXPECT_EQ(decode({}, Read), "a message that is not of this protocol");
  EXPECT_EQ(decode(bytes({'H', 'T', 'T', 'P', 0, 0, 0, 0}), Read), "a message that is not of this protocol");
  std::vector<std::byte> Unknown = encode(Beat{});
  Unknown[4] = std::byte(99);
  EXPECT_EQ(decode(Unknown, Read), "a message of the unknown kind 99");
}

/// In particular, counts that are larger than the message must be refused, whatever other bytes are changed.
TEST(Protocol, ChangedBytesAreReadOrRefusedAndNothingElse) {
  std::mt19937 Random(1);
  const std::vector<Message> All = oneOfEach();
  unsigned Refused = 0;
  for (int Case = 0; Case < 20000; ++Case) {
    std::vector<std::byte> Bytes = encode(All[Random() % All.size()]);
    for (unsigned Changes = 1 + Random() % 4; Changes; --Changes)
      Bytes[Random() % Bytes.size()] = static_cast<std::byte>(Random());
    Message Read;
    if (!decode(Bytes, Read).empty())
      ++Refused;
    else
      EXPECT_EQ(encode(Read).size(), Bytes.size());
  }
  EXPECT_GT(Refused, 1000u);
}

TEST(Protocol, ACountOfTheWholeMemoryIsRefused) {
  std::vector<std::byte> Bytes = encode(Failed{"x"});
  const std::uint64_t Huge = ~std::uint64_t(0) / 2;
  std::memcpy(Bytes.data() + 8, &Huge, sizeof Huge);
  Message Read;
  EXPECT_NE(decode(Bytes, Read), "");
}

} // namespace
} // namespace hetrt::node
