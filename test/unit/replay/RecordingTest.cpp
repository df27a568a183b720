// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines of a recording: what was written is read back, and changed lines are refused.
#include "Replay/Recording.h"
#include "Passes.h"

#include <gmock/gmock.h>

using namespace hetrt;
using testing::HasSubstr;

namespace {

const RegionName Loop{.File = "loop.c", .Function = "main", .Ordinal = 2};

std::string wholeText() {
  return recordingHead("program") + lineOfDevices({"emulated:0 (small)"}) +
         lineOfRegion(0, Loop, {0xfedcba9876543210, "loop.c:7"}) + lineOfPass(0, 0, mixedPass()) +
         lineOfPass(0, 1, splitPass()) + recordingEnd(2);
}

std::string wrongIn(std::string_view Text) {
  Recording Into;
  return parseRecording(Text, Into);
}

/// The error in a recording that has only this pass; "" if there is none.
std::string wrongWith(const RecordedPass &Pass) {
  return wrongIn(recordingHead("p") + lineOfRegion(0, Loop, {}) + lineOfPass(0, 0, Pass));
}

} // namespace

TEST(Recording, WhatIsWrittenIsReadBack) {
  Recording Read;
  ASSERT_EQ(parseRecording(wholeText(), Read), "");
  EXPECT_EQ(Read.Program, "program");
  EXPECT_TRUE(Read.IsWhole);
  EXPECT_EQ(Read.Devices, std::vector<std::string>{"emulated:0 (small)"});
  const RecordedRegion *Region = Read.find(Loop);
  ASSERT_TRUE(Region);
  EXPECT_EQ(Region->Text.Content, 0xfedcba9876543210);
  ASSERT_EQ(Region->Passes.size(), 2u);
  EXPECT_EQ(*Region->Passes[0], mixedPass());
  EXPECT_EQ(*Region->Passes[1], splitPass());
  EXPECT_FALSE(Read.find({.File = "loop.c", .Function = "main", .Ordinal = 3}));
}

TEST(Recording, NamesThatAreNoUtf8AreReplacedAlike) {
  const std::string Name = asWritten("a\xff"
                                     "b\"\n");
  Recording Read;
  ASSERT_EQ(parseRecording(recordingHead("p") + lineOfRegion(0,
                                                             {.File = "a\xff"
                                                                      "b\"\n",
                                                              .Function = ""},
                                                             {}),
                           Read),
            "");
  EXPECT_TRUE(Read.find({.File = Name, .Function = ""}));
}

TEST(Recording, WithoutAnEndItIsNotWhole) {
  std::string Text = wholeText();
  Text.resize(Text.size() - recordingEnd(2).size());
  Recording Read;
  EXPECT_EQ(parseRecording(Text, Read), "");
  EXPECT_FALSE(Read.IsWhole);
}

TEST(Recording, CutOffAnywhereItIsNoWholeOne) {
  const std::string Text = wholeText();
  for (std::size_t Length = 0; Length < Text.size(); ++Length) {
    Recording Read;
    const std::string Wrong = parseRecording(std::string_view(Text).substr(0, Length), Read);
    EXPECT_EQ(Wrong.empty(), Length > 0 && Text[Length - 1] == '\n') << Length << Wrong;
    EXPECT_FALSE(Read.IsWhole);
  }
}

TEST(Recording, NoCharacterCanBeAnother) {
  const std::string Text = wholeText();
  for (std::size_t At = 0; At < Text.size(); ++At)
    for (const char Other : {'0', '1', '9', '}', ' ', '\n'}) {
      std::string Changed = Text;
      Changed[At] = Other;
      if (Changed != Text) {
        EXPECT_NE(wrongIn(Changed), "") << At << Other;
      }
    }
}

TEST(Recording, OtherFilesAndVersions) {
  EXPECT_THAT(wrongIn(""), HasSubstr("found an empty one"));
  EXPECT_THAT(wrongIn("int main() {}\n"), HasSubstr("wanted a file that HETRT_RECORD has written"));
  EXPECT_THAT(wrongIn("{\"hetrt_recording\":2,\"more\":1}\n"),
              HasSubstr("wanted version 1 of the format, found version 2"));
  EXPECT_THAT(wrongIn(wholeText() + lineOfDevices({})), HasSubstr("something stands behind the end"));
  EXPECT_THAT(wrongIn(recordingHead("p") + recordingEnd(3)), HasSubstr("wanted 3 passes before the end, found 0"));
  EXPECT_THAT(wrongIn(recordingHead("p") + lineOfPass(0, 0, splitPass())),
              HasSubstr("line 2: the pass is of no region"));
}

TEST(Recording, APassThatWouldComputeAnUnitTwiceOrNever) {
  EXPECT_EQ(wrongWith(mixedPass()), "");
  EXPECT_EQ(wrongWith(splitPass()), "");
  RecordedPass Pass = mixedPass();
  Pass.Steps[1].Part.First = 39; // now overlaps its neighbour
  EXPECT_NE(wrongWith(Pass), "");
  Pass = mixedPass();
  Pass.Steps[7].Part = Pass.Steps[8].Part = {79, 100};
  EXPECT_THAT(wrongWith(Pass), HasSubstr("unit 79 is in two ranges"));
  Pass = mixedPass();
  Pass.Steps.resize(7);
  EXPECT_THAT(wrongWith(Pass), HasSubstr("ranges have 80 of 100 units"));
  Pass.Unfinished = 20; // the pass was broken off
  EXPECT_EQ(wrongWith(Pass), "");
  Pass = mixedPass();
  Pass.Steps[2].Device = 2;
  EXPECT_THAT(wrongWith(Pass), HasSubstr("step 3: there is no such device"));
  Pass = splitPass();
  Pass.Shares[1].First = 5;
  EXPECT_THAT(wrongWith(Pass), HasSubstr("shares: unit 5 is in two ranges"));
  Pass = splitPass();
  Pass.Shares[1].Last = Pass.Steps[1].Part.Last = 11;
  EXPECT_THAT(wrongWith(Pass), HasSubstr("a range ends at 11, of 10 units"));
  Pass = splitPass();
  Pass.Team = 0;
  EXPECT_THAT(wrongWith(Pass), HasSubstr("a team of no threads"));
}
