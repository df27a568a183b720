// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lines are parsed as gcc parses them.
#include "CommandLine.h"

#include "Files.h"
#include "Linking.h"

#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

using Words = std::vector<std::string>;

CommandLine parse(const Words &Words) { return parseCommandLine(Words, false); }

TEST(CommandLine, SeparateAndJoinedValuesMeanTheSame) {
  for (const Words &Words : {std::vector<std::string>{"-I", "dir", "-DX=1", "-o", "out", "a.c"},
                             std::vector<std::string>{"-Idir", "-D", "X=1", "-oout", "a.c"}}) {
    CommandLine Line = parse(Words);
    EXPECT_EQ(Line.last("-I"), "dir");
    EXPECT_EQ(Line.last("-D"), "X=1");
    EXPECT_EQ(Line.Output, "out");
    ASSERT_EQ(Line.inputs().size(), 1u);
    EXPECT_EQ(Line.inputs()[0]->Value, "a.c");
  }
}

TEST(CommandLine, ValuesAreNoInputs) {
  CommandLine Line =
      parse({"-MF", "a.c", "-include", "b.c", "-Xlinker", "c.c", "--param", "d.c", "-T", "e.c", "-x", "c++", "f.c"});
  ASSERT_EQ(Line.inputs().size(), 1u);
  EXPECT_EQ(Line.inputs()[0]->Value, "f.c");
}

TEST(CommandLine, WhatOptionsNameIsLinkedToo) {
  for (const Words &Words : {std::vector<std::string>{"-lmine"}, std::vector<std::string>{"-Wl,mine.o"},
                             std::vector<std::string>{"-Xlinker", "mine.o"}}) {
    EXPECT_EQ(parse(Words).StopAfter, Mode::Link) << Words[0];
    EXPECT_EQ(parse({Words[0], Words.back(), "-c"}).StopAfter, Mode::Query) << Words[0];
  }
  EXPECT_EQ(parse({"-L."}).StopAfter, Mode::Query);
}

TEST(CommandLine, LongNamesMeanTheShortOnes) {
  CommandLine Line = parse({"--compile", "--include-directory=dir", "--define-macro", "X", "--output=out", "a.c"});
  EXPECT_EQ(Line.StopAfter, Mode::Object);
  EXPECT_EQ(Line.last("-I"), "dir");
  EXPECT_EQ(Line.last("-D"), "X");
  EXPECT_EQ(Line.Output, "out");
}

TEST(CommandLine, NoFormOfTheBarrierBetweenFoldersGoesUnseen) {
  for (const Words &Words : {std::vector<std::string>{"-I-"}, std::vector<std::string>{"-I", "-"},
                             std::vector<std::string>{"--include-barrier"}})
    EXPECT_TRUE(parse(Words).dividesIncludes()) << Words[0];
  EXPECT_FALSE(parse({"-I-x", "-o", "-I-"}).dividesIncludes());
}

TEST(CommandLine, LongestOptionNameWins) {
  CommandLine Line =
      parse({"-iwithprefixbefore", "x", "-undef", "-dumpbase-ext", ".c", "-static-libgcc", "-fsyntax-only", "a.c"});
  EXPECT_EQ(Line.last("-iwithprefixbefore"), "x");
  EXPECT_TRUE(Line.has("-undef"));
  EXPECT_EQ(Line.last("-dumpbase-ext"), ".c");
  EXPECT_EQ(Line.StopAfter, Mode::SyntaxOnly);
  EXPECT_EQ(Line.inputs().size(), 1u);
}

TEST(CommandLine, OptionsThatOnlyTheHostCompilerUnderstandsAreToldFromTheLanguage) {
  for (const char *Word : {"-fsigned-char", "-fno-exceptions", "-fopenmp", "-ffast-math", "-fvisibility=hidden",
                           "-fno-semantic-interposition"})
    EXPECT_EQ(parse({Word}).Arguments[0].Kind, OptionKind::Language) << Word;
  for (const char *Word : {"-fprofile-use=x", "-fplugin=x.so", "-fdiagnostics-format=json", "-fno-ipa-ra", "-flto"})
    EXPECT_EQ(parse({Word}).Arguments[0].Kind, OptionKind::Host) << Word;
}

TEST(CommandLine, LanguageHoldsForTheFilesAfterIt) {
  CommandLine Line =
      parse({"a.o", "-x", "c", "b.o", "-", "-xc++", "d.c", "-x", "assembler", "e.c", "-xnone", "f.c", "g.s"});
  std::vector<InputType> Types;
  for (const Argument *Input : Line.inputs())
    Types.push_back(Input->Type);
  EXPECT_EQ(Types, (std::vector{InputType::LinkerInput, InputType::C, InputType::C, InputType::Cxx,
                                InputType::OtherSource, InputType::C, InputType::OtherSource}));
}

TEST(CommandLine, CxxDriverReadsCAsCxx) {
  EXPECT_EQ(typeOfPath("dir.x/a.c", true), InputType::Cxx);
  EXPECT_EQ(typeOfPath("a.i", true), InputType::PreprocessedCxx);
  EXPECT_EQ(typeOfPath("dir.c/a", true), InputType::LinkerInput);
}

TEST(CommandLine, EarliestStopHolds) {
  EXPECT_EQ(parse({"a.c"}).StopAfter, Mode::Link);
  EXPECT_EQ(parse({"-E", "-c", "a.c"}).StopAfter, Mode::Preprocess);
  EXPECT_EQ(parse({"-c", "-S", "a.c"}).StopAfter, Mode::Assembly);
  EXPECT_EQ(parse({"-MM", "a.c"}).StopAfter, Mode::Dependencies);
  EXPECT_EQ(parse({"-MD", "-c", "a.c"}).StopAfter, Mode::Object);
}

TEST(CommandLine, QuestionsAreSeen) {
  for (const char *Question :
       {"--version", "-###", "-dumpmachine", "-print-search-dirs", "--print-file-name=x", "--help=common"})
    EXPECT_EQ(parse({Question, "a.c"}).StopAfter, Mode::Query) << Question;
  EXPECT_EQ(parse({"-v"}).StopAfter, Mode::Query);
  EXPECT_EQ(parse({"-v", "a.c"}).StopAfter, Mode::Link);
}

TEST(CommandLine, OwnOptionsAreNotForTheHost) {
  CommandLine Line = parse({"-O2", "--hetcc-no-cuda", "a.c"});
  EXPECT_TRUE(Line.Own.NoCuda);
  EXPECT_EQ(Line.HostWords, (Words{"-O2", "a.c"}));
}

TEST(CommandLine, WordsLikeOurOptionsThatAreValuesAreForTheHost) {
  for (const Words &Words :
       {std::vector<std::string>{"-Xlinker", "--cflags", "a.c"},
        std::vector<std::string>{"-c", "-o", "--hetcc-off", "a.c"}, std::vector<std::string>{"-c", "--", "--libs"}})
    EXPECT_EQ(parse(Words).HostWords, Words) << Words[1];
  EXPECT_FALSE(parse({"-c", "-o", "--hetcc-off", "a.c"}).Own.Off);
}

TEST(CommandLine, SaveTempsInAllForms) {
  EXPECT_EQ(parse({"--save-temps", "a.c"}).SaveTemps, "");
  EXPECT_EQ(parse({"-save-temps=obj", "a.c"}).SaveTemps, "obj");
  EXPECT_EQ(parse({"-c", "a.c"}).SaveTemps, std::nullopt);
}

TEST(CommandLine, InputsAfterDoubleDash) {
  CommandLine Line = parse({"--", "-c.c"});
  ASSERT_EQ(Line.inputs().size(), 1u);
  EXPECT_EQ(Line.inputs()[0]->Value, "-c.c");
}

TEST(ResponseFile, QuotesAndBackslashesProtect) {
  EXPECT_EQ(splitResponseFile(" a  'b c'\t\"d \\\" e\" f\\ g\n'' h'i'j "),
            (Words{"a", "b c", "d \" e", "f g", "", "hij"}));
  EXPECT_EQ(splitResponseFile("a b\\"), (Words{"a", "b"})) << "nothing follows";
  EXPECT_EQ(splitResponseFile("\\"), Words{""});
}

class ResponseFiles : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Folder.create()); }

  std::string pathOf(const std::string &Name) const { return Folder.path() + "/" + Name; }

  std::string write(const std::string &Name, const std::string &Text) {
    EXPECT_TRUE(writeFile(pathOf(Name), Text));
    return pathOf(Name);
  }

  PrivateFolder Folder;
};

TEST_F(ResponseFiles, Nest) {
  std::string Inner = write("inner", "-o 'out file'");
  std::string Outer = write("outer", "-c @" + Inner + " a.c");
  CommandLine Line = parse({"@" + Outer});
  EXPECT_EQ(Line.StopAfter, Mode::Object);
  EXPECT_EQ(Line.Output, "out file");
  // The host compiler reads the response files itself.
  EXPECT_EQ(Line.HostWords, (Words{"@" + Outer}));
}

TEST_F(ResponseFiles, WithAnOptionOfOursInsideAreOpenedForTheHost) {
  CommandLine Line = parse({"@" + write("own", "-c --hetcc-no-cuda a.c")});
  EXPECT_TRUE(Line.Own.NoCuda);
  EXPECT_EQ(Line.HostWords, (Words{"-c", "a.c"}));
}

TEST_F(ResponseFiles, ThatAreMissingStayAsTheyAre) {
  CommandLine Line = parse({"@/no/such/file", "a.c"});
  EXPECT_EQ(Line.inputs().size(), 2u);
}

TEST_F(ResponseFiles, ThatNameThemselvesEnd) {
  std::string Path = write("self", "@" + pathOf("self"));
  EXPECT_EQ(parse({"@" + Path}).inputs().size(), 1u);
  EXPECT_EQ(parse({"@" + Path}).HostWords, Words{"@" + Path}) << "which the host compiler refuses";
}

/// Without a limit, each level of nesting would double their number.
TEST_F(ResponseFiles, ThatNameThemselvesTwiceEnd) {
  std::string Self = "@" + pathOf("twice");
  write("twice", Self + " " + Self);
  EXPECT_EQ(parse({Self}).HostWords, Words{Self});
  EXPECT_FALSE(linkNeeds(parse({"a.o", "-Wl," + Self, "-Xlinker", Self})).Runtime);
}

TEST_F(ResponseFiles, MayNestDeeply) {
  std::string Inner = "-c";
  for (int I = 0; I < 1000; ++I)
    Inner = "@" + write("nested" + std::to_string(I), Inner);
  EXPECT_EQ(parse({Inner, "a.c"}).StopAfter, Mode::Object);
  EXPECT_EQ(parse({Inner, "a.c"}).HostWords, (Words{Inner, "a.c"}));
}

} // namespace
