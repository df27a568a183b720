// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contents of a trace file.
#include "Trace/TraceFile.h"

#include "Json/Json.h"

#include "../files/TemporaryFolder.h"

using namespace hetrt;
using events::Event;
using events::What;
using testing::IsEmpty;

namespace {

class TraceFileTest : public test::TemporaryFolder {
protected:
  TraceFile File{path("trace"), 7, "a \"program\""};

  Json written() {
    EXPECT_THAT(File.write(), IsEmpty());
    return json::parseOrThrow(test::contents(path("trace")));
  }

  /// All events except those that name tracks.
  static std::vector<Json> events(const Json &All) {
    std::vector<Json> Found;
    std::copy_if(All.begin(), All.end(), std::back_inserter(Found), [](const Json &Each) { return Each["ph"] != "M"; });
    return Found;
  }

  static std::string trackOf(const Json &All, const Json &Of) {
    for (const Json &Each : All)
      if (Each["name"] == "thread_name" && Each["tid"] == Of["tid"])
        return Each["args"]["name"];
    return "";
  }
};

} // namespace

TEST_F(TraceFileTest, AnEventHasItsTimesInMicroseconds) {
  ASSERT_THAT(File.open(), IsEmpty());
  File.add({.Is = What::Range,
            .Index = 3,
            .Kind = "cpu",
            .Where = "a.c:1",
            .First = 5,
            .Last = 9,
            .Begin = 1002003,
            .End = 2002004},
           0);
  File.end();
  const Json All = written();
  EXPECT_EQ(All[0]["args"]["name"], "a \"program\"");
  ASSERT_EQ(events(All).size(), 1u);
  const Json Range = events(All)[0];
  EXPECT_DOUBLE_EQ(Range["ts"], 1002.003);
  EXPECT_DOUBLE_EQ(Range["dur"], 1000.001);
  EXPECT_EQ(Range["pid"], 7);
  EXPECT_EQ(Range["args"], json::parseOrThrow(R"({"device":"cpu:3","region":"a.c:1","first":5,"last":9})"));
  EXPECT_EQ(trackOf(All, Range), "cpu:3");
}

TEST_F(TraceFileTest, NamesNeedNotBeUtf8) {
  ASSERT_THAT(File.open(), IsEmpty());
  File.add({.Is = What::MovedIn, .Kind = "emulated", .Where = "caf\xe9.c:1", .Label = "u\n", .First = 8, .Last = 1}, 0);
  File.end();
  const Json Moved = events(written())[0];
  EXPECT_EQ(Moved["args"]["array"], "u\n");
  EXPECT_EQ(Moved["args"]["bytes"], 8);
}

TEST_F(TraceFileTest, PassesThatOverlapHaveTracksOfTheirOwn) {
  ASSERT_THAT(File.open(), IsEmpty());
  for (auto [Begin, End] : {std::pair(0, 10), std::pair(5, 12), std::pair(10, 11), std::pair(12, 13)})
    File.add({.Is = What::Pass, .Where = "a.c:1", .Begin = Begin, .End = End}, 0);
  File.end();
  const Json All = written();
  std::vector<std::string> Tracks;
  for (const Json &Each : events(All))
    Tracks.push_back(trackOf(All, Each));
  EXPECT_THAT(Tracks, testing::ElementsAre("passes", "passes 2", "passes", "passes"));
}

TEST_F(TraceFileTest, AcceleratorsHaveTracksForEachQueue) {
  ASSERT_THAT(File.open(), IsEmpty());
  for (What Each : {What::Range, What::Move, What::CopyIn, What::Kernel, What::CopyOut})
    File.add({.Is = Each, .Index = 1, .Kind = "cuda"}, 0);
  File.end();
  const Json All = written();
  std::vector<std::string> Tracks;
  for (const Json &Each : events(All))
    Tracks.push_back(trackOf(All, Each));
  EXPECT_THAT(Tracks, testing::ElementsAre("cuda:1", "cuda:1 host thread", "cuda:1 copies in", "cuda:1 kernels",
                                           "cuda:1 copies out"));
}

/// Two teams may each have a core of the same number.
TEST_F(TraceFileTest, ThreadsAreToldApart) {
  ASSERT_THAT(File.open(), IsEmpty());
  File.add({.Is = What::Range, .Kind = "cpu", .Begin = 0, .End = 10}, 4);
  File.add({.Is = What::Range, .Kind = "cpu", .Begin = 5, .End = 15}, 5);
  File.end();
  const Json All = written();
  EXPECT_EQ(trackOf(All, events(All)[0]), "cpu:0");
  EXPECT_EQ(trackOf(All, events(All)[1]), "cpu:0 (thread 5)");
}

/// The file contains complete lines only, however the program ends.
TEST_F(TraceFileTest, WhatIsWrittenOpensAtAnyTime) {
  ASSERT_THAT(File.open(), IsEmpty());
  for (int I = 0; I < 3; ++I) {
    File.add({.Is = What::Kernel, .Kind = "cuda"}, 0);
    ASSERT_THAT(File.write(), IsEmpty());
    std::string Text = test::contents(path("trace"));
    ASSERT_TRUE(Text.ends_with(",\n"));
    Text.replace(Text.size() - 2, 2, "]");
    EXPECT_EQ(events(json::parseOrThrow(Text)).size(), unsigned(I + 1));
  }
}
