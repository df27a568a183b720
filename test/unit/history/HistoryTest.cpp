// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which measurements of earlier runs are used.
#include "History/History.h"

#include <cmath>
#include <gmock/gmock.h>
#include <random>

using namespace hetrt;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const HistoryKey Key{"program", "loop.c:7", "cpu: fast, team of 4", 20};

History with(std::initializer_list<double> Runs) {
  History Made;
  for (double Each : Runs)
    Made.add(Key, Each, 1000);
  return Made;
}

} // namespace

TEST(History, KnowsWhatItWasTold) {
  EXPECT_EQ(History().secondsPerIteration(Key), std::nullopt);
  EXPECT_EQ(with({2}).secondsPerIteration(Key), 2);
  for (const HistoryKey &Other :
       {HistoryKey{"program", "loop.c:7", "cuda: slow", 20}, HistoryKey{"program", "loop.c:7", Key.Device, 21},
        HistoryKey{"program", "loop.c:9", Key.Device, 20}, HistoryKey{"other", "loop.c:7", Key.Device, 20}})
    EXPECT_EQ(with({2}).secondsPerIteration(Other), std::nullopt);
}

TEST(History, KnowsLaunchShapesByTheirSpeed) {
  History Past = with({2});
  const auto Shape = [](unsigned Turns, unsigned Threads, unsigned Lanes) {
    HistoryKey Of = Key;
    Of.TurnsClass = Turns;
    Of.Threads = Threads;
    Of.Lanes = Lanes;
    return Of;
  };
  EXPECT_THAT(Past.launchShapes(Shape(7, 0, 0)), IsEmpty()) << "passes are no launches";
  for (double Each : {3.0, 1.0, 1.0})
    Past.add(Shape(7, 256, 32), Each, 1000);
  Past.add(Shape(7, 128, 8), 2, 1000);
  Past.add(Shape(8, 64, 1), 0.5, 1000);
  EXPECT_THAT(Past.launchShapes(Shape(7, 0, 0)), ElementsAre(Shape(7, 256, 32), Shape(7, 128, 8)))
      << "by the median over runs";
  EXPECT_THAT(Past.launchShapes(Shape(8, 0, 0)), ElementsAre(Shape(8, 64, 1)));
  EXPECT_THAT(Past.launchShapes(Shape(9, 0, 0)), IsEmpty());
  EXPECT_EQ(Past.secondsPerIteration(Key), 2) << "launches are no passes";
  std::string Problem;
  const auto Read = History::parse(Past.format(), Problem);
  ASSERT_TRUE(Read) << Problem;
  EXPECT_THAT(Read->launchShapes(Shape(7, 0, 0)), ElementsAre(Shape(7, 256, 32), Shape(7, 128, 8)));
  EXPECT_EQ(Read->entries().size(), Past.entries().size());
  for (const char *Whole : {"\"threads\": 64", "\"lanes\": 1\n", "\"turns_class\": 8"}) {
    std::string Text = Past.format();
    const auto At = Text.find(Whole);
    ASSERT_NE(At, std::string::npos) << Whole << Text;
    Text.replace(Text.find(':', At) + 2, 1, "-");
    EXPECT_FALSE(History::parse(Text, Problem)) << Whole;
  }
}

TEST(History, OneOutlierMovesNothing) {
  EXPECT_EQ(with({1, 1, 1000, 1}).secondsPerIteration(Key), 1);
  EXPECT_EQ(with({1, 1e-9, 1}).secondsPerIteration(Key), 1);
}

TEST(History, RunsThatContradictEachOtherAreNotBelieved) {
  EXPECT_EQ(with({1, 10, 100, 1000}).secondsPerIteration(Key), std::nullopt);
  EXPECT_TRUE(with({1, 1.2, 0.9, 1.1}).secondsPerIteration(Key));
}

TEST(History, FollowsAMachineThatHasChanged) {
  History Past;
  for (int Run = 0; Run < 100; ++Run)
    Past.add(Key, Run < 50 ? 4 : 1, 1000 + Run);
  EXPECT_EQ(Past.secondsPerIteration(Key), 1);
  EXPECT_EQ(Past.entries().at(Key).Samples.size(), HistoryEntry::MostSamples);
}

TEST(History, WhatIsNoMeasurementIsIgnored) {
  EXPECT_TRUE(with({0, -1, NAN, INFINITY, 1e-300, 5e-324, 1e300}).entries().empty());
}

TEST(History, IsBoundedAndForgetsWhatIsUsedLeast) {
  History Past;
  for (unsigned I = 0; I < History::MostEntries + 100; ++I)
    Past.add({"program", "loop.c:" + std::to_string(I), "cpu", 5}, 1, I);
  EXPECT_EQ(Past.entries().size(), History::MostEntries);
  EXPECT_EQ(Past.secondsPerIteration({"program", "loop.c:99", "cpu", 5}), std::nullopt);
  EXPECT_TRUE(Past.secondsPerIteration({"program", "loop.c:100", "cpu", 5}));
}

TEST(History, SizesOfOneClassLieBetweenPowersOfTwo) {
  EXPECT_EQ(sizeClass(1), 1u);
  EXPECT_EQ(sizeClass(1023), 10u);
  EXPECT_EQ(sizeClass(1024), 11u);
  EXPECT_EQ(sizeClass(2047), 11u);
  EXPECT_EQ(sizeClass(~0ull), 64u);
}

TEST(History, ItsTextHoldsAllOfIt) {
  std::mt19937_64 Random(1);
  History Past;
  for (int I = 0; I < 200; ++I)
    Past.add({"p" + std::to_string(Random() % 3), "\"quoted\" \\ \xc3\xa4.c:" + std::to_string(Random() % 9), "cpu",
              unsigned(Random() % 64)},
             std::ldexp(double(Random()), -90), std::int64_t(Random() >> 20));
  std::string Problem;
  const auto Back = History::parse(Past.format(), Problem);
  ASSERT_TRUE(Back) << Problem;
  ASSERT_EQ(Back->entries().size(), Past.entries().size());
  for (const auto &[Which, Entry] : Past.entries()) {
    EXPECT_EQ(Back->entries().at(Which).Samples, Entry.Samples);
    EXPECT_EQ(Back->entries().at(Which).LastUsed, Entry.LastUsed);
  }
}

TEST(History, OtherTextIsRefusedWithAReason) {
  const auto ProblemOf = [](std::string_view Text) {
    std::string Problem;
    EXPECT_FALSE(History::parse(Text, Problem));
    return Problem;
  };
  for (const char *Text : {"", "{", "[]", "{}", "7", "{\"version\":1}", "{\"version\":1,\"entries\":{}}"})
    EXPECT_EQ(ProblemOf(Text), "it is no history") << Text;
  EXPECT_EQ(ProblemOf("{\"version\":2,\"entries\":[]}"), "wanted version 1, found 2");
  const std::string Whole = with({1, 2}).format();
  EXPECT_EQ(ProblemOf(Whole.substr(0, Whole.size() / 2)), "it is no history");
  for (const char *Field : {"program", "region", "device", "size_class", "last_used", "seconds_per_iteration"}) {
    std::string Text = Whole;
    Text.replace(Text.find(Field), 3, "abc");
    EXPECT_EQ(ProblemOf(Text), "entry 0 cannot be read") << Field;
  }
  for (const char *Wrong : {"-1.0", "1e300", "1e-300", "null", "[1.0]", "\"1.0\""}) {
    std::string Text = Whole;
    Text.replace(Text.find("1.0"), 3, Wrong);
    EXPECT_EQ(ProblemOf(Text), "entry 0 cannot be read") << Wrong;
  }
  std::string Text = Whole;
  Text.replace(Text.find("1.0"), 3, "1e999");
  EXPECT_EQ(ProblemOf(Text), "it is no history");
}

TEST(History, TextsThatAreNestedWithoutEndOverflowNothing) {
  const std::string Open(1 << 20, '['), Close(1 << 20, ']');
  std::string Problem;
  for (const std::string &Text : {Open, Open + Close, "{\"version\":" + Open + Close + ",\"entries\":[]}",
                                  "{\"version\":1,\"entries\":" + Open + Close + "}"})
    EXPECT_FALSE(History::parse(Text, Problem));
  const auto Read = History::parse("{\"version\":1,\"other\":" + Open + Close + ",\"entries\":[]}", Problem);
  EXPECT_TRUE(Read && Read->entries().empty()) << "what is not known is passed over";
}
