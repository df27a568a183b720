// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How options affect hetcc's groups of warnings, by gcc's rules: an option for one group takes precedence over options
// for all, wherever it is on the command line, and -w over everything.
#include "MessageOptions.h"
#include "Spelling.h"

#include <gtest/gtest.h>

#include <random>

using namespace hetcc;

namespace {

MessageOptions taken(std::initializer_list<const char *> Words) {
  MessageOptions Options;
  for (const char *Word : Words)
    EXPECT_TRUE(Options.take(Word)) << Word;
  return Options;
}

Severity hostOnly(std::initializer_list<const char *> Words) { return taken(Words).severityOf(Group::host_only); }

TEST(MessageOptions, OnByDefault) { EXPECT_EQ(hostOnly({}), Severity::Warning); }

TEST(MessageOptions, OffAndOn) {
  EXPECT_EQ(hostOnly({"-Wno-hetcc-host-only"}), Severity::Ignored);
  EXPECT_EQ(hostOnly({"-Wno-hetcc-host-only", "-Whetcc-host-only"}), Severity::Warning);
  EXPECT_EQ(hostOnly({"-Wno-hetcc"}), Severity::Ignored);
  EXPECT_EQ(hostOnly({"-Whetcc-host-only", "-Wno-hetcc"}), Severity::Warning);
  EXPECT_EQ(hostOnly({"-Whetcc", "-Wno-hetcc-host-only"}), Severity::Ignored);
  EXPECT_EQ(hostOnly({"-Wno-hetcc-unchecked"}), Severity::Warning);
}

TEST(MessageOptions, Errors) {
  EXPECT_EQ(hostOnly({"-Werror"}), Severity::Error);
  EXPECT_EQ(hostOnly({"-Werror", "-Wno-error"}), Severity::Warning);
  EXPECT_EQ(hostOnly({"-Werror=hetcc-host-only"}), Severity::Error);
  EXPECT_EQ(hostOnly({"-Werror=hetcc"}), Severity::Error);
  EXPECT_EQ(hostOnly({"-Werror=hetcc", "-Wno-error=hetcc-host-only"}), Severity::Warning);
  EXPECT_EQ(hostOnly({"-Wno-error=hetcc-host-only", "-Werror"}), Severity::Warning);
  EXPECT_EQ(hostOnly({"-Wno-hetcc-host-only", "-Werror=hetcc-host-only"}), Severity::Error);
  EXPECT_EQ(hostOnly({"-Wno-hetcc-host-only", "-Wno-error=hetcc-host-only"}), Severity::Ignored);
  EXPECT_EQ(hostOnly({"-Wno-hetcc", "-Werror"}), Severity::Ignored);
  EXPECT_EQ(hostOnly({"-w", "-Werror=hetcc-host-only"}), Severity::Ignored);
}

TEST(MessageOptions, NamesOfGroups) {
  EXPECT_EQ(MessageOptions::optionOf(Group::host_only, Severity::Warning), "-Whetcc-host-only");
  EXPECT_EQ(MessageOptions::optionOf(Group::gpu_form, Severity::Error), "-Werror=hetcc-gpu-form");
  EXPECT_TRUE(isGroupOption("-Wno-error=hetcc-host-only"));
  EXPECT_TRUE(isGroupOption("-Whetcc"));
  EXPECT_FALSE(isGroupOption("-Whetccs"));
  EXPECT_FALSE(isGroupOption("-Werror"));
  EXPECT_FALSE(isGroupOption("-fhetcc"));
  EXPECT_EQ(errorInGroupOption("-Whetcc-unchecked"), "");
  EXPECT_EQ(errorInGroupOption("-Wno-hetcc-nothing"), "");
  EXPECT_NE(errorInGroupOption("-Werror=hetcc-nothing"), "");
  EXPECT_NE(errorInGroupOption("-Whetcc-"), "");
}

TEST(MessageOptions, OtherOptionsAreNotTaken) {
  MessageOptions Options;
  for (const char *Word : {"-Wall", "-O2", "-Wno-unused", "-fopenmp", "-Werror=unused", "w", ""})
    EXPECT_FALSE(Options.take(Word)) << Word;
}

TEST(MessageOptions, Formats) {
  const MessageOptions Text = taken({"-fdiagnostics-format=json", "-fdiagnostics-format=text"});
  EXPECT_EQ(Text.format("warning", "a \"b\"", "-Whetcc"), "hetcc: warning: a \"b\" [-Whetcc]\n");
  EXPECT_EQ(Text.format("error", "a", ""), "hetcc: error: a\n");
  EXPECT_EQ(taken({"-fno-diagnostics-show-option"}).format("warning", "a", "-Whetcc"), "hetcc: warning: a\n");
  const std::string Json = taken({"-fdiagnostics-format=json"}).format("warning", "a \"b\"\n\\", "-Whetcc");
  EXPECT_EQ(Json.find("[{\"kind\": \"warning\", \"message\": \"a \\\"b\\\"\\u000a\\\\\", \"option\": \"-Whetcc\""), 0u);
  EXPECT_EQ(Json.find('\n'), Json.size() - 1);
  EXPECT_EQ(taken({"-fdiagnostics-format=json-file"}).Format, MessageFormat::Text);
  EXPECT_EQ(taken({"-fdiagnostics-format=sarif"}).Format, MessageFormat::Sarif);
  EXPECT_EQ(taken({"-fmax-errors=3"}).MaxErrors, 3u);
}

TEST(Spelling, MissingLettersCountLess) {
  EXPECT_TRUE(isNearer("part_in", "part_copyin", "partition"));
  EXPECT_FALSE(isNearer("part_in", "partition", "part_copyin"));
  EXPECT_TRUE(isNearer("partion", "partition", "part_copyin"));
  EXPECT_EQ(spellingDistance("HETC", "HETCC"), MissingLetter);
  EXPECT_EQ(spellingDistance("hetcc", "HETCC"), 0u);
  EXPECT_TRUE(isNearly("HETTCC", "HETCC"));
  EXPECT_TRUE(isNearly("hetro", "hetero"));
  EXPECT_FALSE(isNearly("zero", "hetero"));
  EXPECT_FALSE(isNearly("etc", "HETCC"));
}

TEST(Spelling, TheNearestNameIsTheOneThatNoOtherIsNearerThan) {
  std::mt19937 Random(1);
  auto Word = [&] {
    std::string Text(1 + Random() % 8, ' ');
    for (char &C : Text)
      C = "abA"[Random() % 3];
    return Text;
  };
  for (int Times = 0; Times < 5000; ++Times) {
    const std::string Mistyped = Word();
    const unsigned Most = Random() % 12;
    NearestName Any(Mistyped), Near(Mistyped, Most);
    const std::string Names[] = {Word(), Word(), Word(), Word()};
    std::string Best;
    for (const std::string &Name : Names) {
      Any.offer(Name);
      Near.offer(Name);
      if (Best.empty() || isNearer(Mistyped, Name, Best))
        Best = Name;
      const unsigned Right = spellingDistance(Mistyped, Name), Bounded = spellingDistance(Mistyped, Name, Most);
      EXPECT_TRUE(Right <= Most ? Bounded == Right : Bounded > Most) << Mistyped << ' ' << Name << ' ' << Most;
    }
    EXPECT_EQ(Any.name(), Best) << Mistyped;
    EXPECT_EQ(Near.name(), spellingDistance(Mistyped, Best) <= Most ? Best : "") << Mistyped << ' ' << Most;
  }
}

} // namespace
