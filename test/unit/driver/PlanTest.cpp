// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of a build: names of outputs, targets of dependency rules, and the arguments of each command.
#include "Plan.h"
#include "SideNames.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

using Words = std::vector<std::string>;

MakeRuleNames namesFor(const Words &Words, std::string_view Source = "dir/x.c") {
  return makeRuleNames(parseCommandLine(Words, false), Source);
}

TEST(MakeRule, NamesAreThoseOfGcc) {
  EXPECT_EQ(namesFor({"-c", "-MMD", "dir/x.c"}).File, "x.d");
  EXPECT_EQ(namesFor({"-c", "-MMD", "dir/x.c"}).Target, "x.o");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-o", "out/y.obj"}).File, "out/y.d");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-o", "out/y.obj"}).Target, "out/y.obj");
  EXPECT_EQ(namesFor({"-MMD", "dir/x.c"}).File, "a-x.d");
  EXPECT_EQ(namesFor({"-MMD", "-o", "bin/prog"}).File, "bin/prog.d");
  EXPECT_EQ(namesFor({"-MMD", "-o", "bin/prog"}).Target, "bin/prog");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-MF", "f", "-o", "y.o"}).File, "f");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-MT", "t"}).Target, "");
}

TEST(MakeRule, DumpOptionsNameTheFileWhereNothingElseDoes) {
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpdir", "q-"}).File, "q-x.d");
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpbase", "w.z"}).File, "w.z.d");
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpdir", "d/", "-dumpbase", "w.z", "-dumpbase-ext", ".z"}).File, "d/w.d");
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpdir", "d/", "-dumpbase", "w/e.q"}).File, "w/e.q.d");
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpbase", ""}).File, "x.d");
  EXPECT_EQ(namesFor({"-c", "-MD", "-dumpdir", "q-", "-o", "y.o"}).File, "y.d");
  EXPECT_EQ(namesFor({"-MD", "-dumpdir", "q-"}).File, "q-x.d");
  EXPECT_EQ(namesFor({"-MD", "-dumpbase", "w"}).File, "w-x.d");
  EXPECT_EQ(namesFor({"-MD", "a.c"}, "a.c").File, "a.d");
  EXPECT_EQ(namesFor({"-MD", "a.c", "b.c"}, "a.c").File, "a-a.d");
}

/// The common stem of the files that are written beside the output for `dir/x.c`.
std::string besideOutput(Words Options, const Words &Inputs = {"dir/x.c"}) {
  Options.insert(Options.end(), Inputs.begin(), Inputs.end());
  return sideNames(parseCommandLine(Options, false), "dir/x.c").stem();
}

TEST(SideNames, OfAProgramHaveItsName) {
  EXPECT_EQ(besideOutput({}), "a-x");
  EXPECT_EQ(besideOutput({"-o", "bin/prog"}), "bin/prog-x");
  EXPECT_EQ(besideOutput({"-o", "bin/a.out"}), "bin/a-x");
  EXPECT_EQ(besideOutput({"-o", "/dev/null"}), "a-x");
  EXPECT_EQ(besideOutput({"-o", "bin/prog", "-save-temps=cwd"}), "prog-x");
  EXPECT_EQ(besideOutput({"-o", "bin/prog.elf", "-dumpbase-ext", ".elf"}), "bin/prog-x");
}

TEST(SideNames, OfAProgramThatIsCalledAsItsOnlySourceHaveItOnce) {
  EXPECT_EQ(besideOutput({"-o", "bin/x"}), "bin/x");
  EXPECT_EQ(besideOutput({"-o", "bin/x.exe"}), "bin/x");
  EXPECT_EQ(besideOutput({"-o", "bin/x.elf"}), "bin/x.elf-x");
  EXPECT_EQ(besideOutput({"-o", "bin/x", "-lm"}), "bin/x");
  EXPECT_EQ(besideOutput({"-o", "bin/x"}, {"dir/x.c", "y.o"}), "bin/x-x");
}

TEST(SideNames, AreThoseOfTheDumpOptions) {
  EXPECT_EQ(besideOutput({"-dumpbase", "w.z", "-o", "bin/p"}), "bin/w.z-x");
  EXPECT_EQ(besideOutput({"-dumpbase", "w.z", "-dumpbase-ext", ".z"}), "w-x");
  EXPECT_EQ(besideOutput({"-dumpbase", "d/w", "-o", "bin/p"}), "d/w-x");
  EXPECT_EQ(besideOutput({"-dumpbase", "", "-o", "bin/p"}), "bin/x");
  EXPECT_EQ(besideOutput({"-dumpdir", "q-", "-o", "bin/p"}), "q-x");
  EXPECT_EQ(besideOutput({"-dumpdir", "q-", "-dumpbase", "w"}), "q-w");
  EXPECT_EQ(besideOutput({"-dumpdir", "q-", "-dumpbase", "w"}, {"dir/x.c", "y.c"}), "q-w-x");
  EXPECT_EQ(besideOutput({"-dumpdir", "q-", "-save-temps=obj", "-o", "bin/p"}), "bin/x");
  EXPECT_EQ(besideOutput({"-save-temps=obj", "-dumpdir", "q-", "-o", "bin/p"}), "q-x");
  EXPECT_EQ(besideOutput({"-c", "-dumpbase", "w"}), "w");
  EXPECT_EQ(besideOutput({"-c", "-dumpbase", "w"}, {"dir/x.c", "y.c"}), "w-x");
}

TEST(MakeRule, OptionsForThePreprocessorComeLast) {
  EXPECT_EQ(namesFor({"-c", "-Wp,-MMD,f", "-o", "y.o"}).File, "f");
  EXPECT_EQ(namesFor({"-c", "-Wp,-MMD,f", "-o", "y.o"}).Target, "x.o");
  EXPECT_EQ(namesFor({"-c", "-Wp,-MMD", "-Wp,f"}).File, "f");
  EXPECT_EQ(namesFor({"-c", "-Xpreprocessor", "-MD", "-Xpreprocessor", "f"}).File, "f");
  EXPECT_EQ(namesFor({"-c", "-Wp,-MMD,f,-MT,t"}).Target, "");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-MF", "g", "-Wp,-MMD,f"}).File, "f");
  EXPECT_EQ(namesFor({"-c", "-MMD", "-Wp,-MT,t", "-o", "y.o"}).Target, "y.o");
  EXPECT_EQ(makeRuleStyle(parseCommandLine({"-MMD", "-MD"}, false)), "-MM");
  EXPECT_EQ(makeRuleStyle(parseCommandLine({"-MMD", "-Wp,-MD,f"}, false)), "-M");
  EXPECT_EQ(makeRuleStyle(parseCommandLine({"-MP"}, false)), "");
}

class PlanTest : public testing::Test {
protected:
  /// Makes a plan in which the named inputs are annotated. Line must outlive the plan, which points to its inputs.
  Plan plan(const Words &Words, std::initializer_list<const char *> Annotated) {
    Line = parseCommandLine(Words, false);
    PlanInputs Inputs{Line, Line, {}, false, "/tmp/folder", Parts, nullptr};
    for (const Argument *Input : Line.inputs())
      if (std::find(Annotated.begin(), Annotated.end(), Input->Value) != Annotated.end())
        Inputs.Annotated.push_back({.Input = Input, .Source = Input->Value, .Seed = 7});
    return planBuild(Inputs);
  }

  static bool has(const Command &Command, const Words &Wanted) {
    return std::search(Command.Words.begin(), Command.Words.end(), Wanted.begin(), Wanted.end()) != Command.Words.end();
  }

  CommandLine Line;
  Installation Parts{"/p/libexec/hetcc/hetcc-translate", "/p/include", "/p/lib"};
};

TEST_F(PlanTest, ObjectKeepsItsName) {
  Plan Plan = plan({"-c", "dir/x.c"}, {"dir/x.c"});
  ASSERT_EQ(Plan.Units.size(), 1u);
  EXPECT_TRUE(has(Plan.Units[0].CompileHost, {"-c", "-o", "x.o", "-x", "c", "/tmp/folder/0/x.c"}));
  EXPECT_TRUE(has(Plan.Units[0].CompileHost, {"-iquote", "dir/"}));
  EXPECT_TRUE(has(Plan.Units[0].CompileHost, {"-ffile-prefix-map=/tmp/folder/0/=dir/"}));
  EXPECT_FALSE(Plan.Link || Plan.CompileRest);
}

TEST_F(PlanTest, OtherSourcesAreCompiledAsTheyCame) {
  Plan Plan = plan({"-c", "-O2", "a.c", "b.c", "-DX"}, {"a.c"});
  ASSERT_TRUE(Plan.CompileRest);
  EXPECT_EQ(Plan.CompileRest->Words, (Words{"gcc", "-c", "-O2", "b.c", "-DX"}));
}

TEST_F(PlanTest, LinkKeepsTheOrder) {
  Plan Plan = plan({"a.o", "b.c", "-lx", "-x", "c", "d", "-x", "none", "e.c", "-o", "p"}, {"b.c", "d"});
  ASSERT_TRUE(Plan.Link);
  EXPECT_EQ(Plan.Link->Words, (Words{"gcc", "a.o", "/tmp/folder/0/b.o", "-lx", "-x", "c", "-x", "none",
                                     "/tmp/folder/1/d.o", "-x", "c", "-x", "none", "e.c", "-o", "p"}));
}

TEST_F(PlanTest, LinkOptionsAreNotForTheCompiler) {
  Plan Plan = plan({"a.c", "-lx", "-L", "dir", "-Wl,-z,now", "-shared", "-fPIC"}, {"a.c"});
  EXPECT_FALSE(has(Plan.Units[0].CompileHost, {"-lx"}));
  EXPECT_FALSE(has(Plan.Units[0].CompileHost, {"-shared"}));
  EXPECT_TRUE(has(Plan.Units[0].CompileHost, {"-fPIC"}));
}

TEST_F(PlanTest, TranslatorSeesLanguageAndPreprocessorOptions) {
  Plan Plan = plan({"-c", "-g", "-Idir", "-std=c11", "-Wall", "-pipe", "-MD", "a.c"}, {"a.c"});
  const Command &Translate = Plan.Units[0].Translate;
  EXPECT_TRUE(has(Translate, {"--", "-Idir", "-std=c11", "-Wall", "-D__HETCC__=1"}));
  EXPECT_TRUE(has(Translate, {"-x", "c", "a.c"}));
  EXPECT_FALSE(has(Translate, {"-pipe"}));
  EXPECT_FALSE(has(Translate, {"-MD"}));
}

TEST_F(PlanTest, UserPrefixMapsHold) {
  Plan Plan = plan({"-c", "-ffile-prefix-map=/home/u=.", "/home/u/s/x.c"}, {"/home/u/s/x.c"});
  EXPECT_TRUE(has(Plan.Units[0].CompileHost, {"-ffile-prefix-map=/tmp/folder/0/=./s/"}));
}

TEST_F(PlanTest, UserSeedHolds) {
  Plan Plan = plan({"-c", "-frandom-seed=1", "x.c"}, {"x.c"});
  EXPECT_FALSE(has(Plan.Units[0].CompileHost, {"-frandom-seed=7"}));
}

TEST_F(PlanTest, MakeRuleNamesTheOriginal) {
  Plan Plan = plan({"-c", "-MMD", "-MP", "-MT", "t", "dir/x.c"}, {"dir/x.c"});
  ASSERT_TRUE(Plan.Units[0].MakeRule);
  EXPECT_TRUE(
      has(*Plan.Units[0].MakeRule, {"-MM", "-MF", "x.d", "-o", "/dev/null", "-MT", "t", "-MP", "-x", "c", "dir/x.c"}));
}

TEST_F(PlanTest, DirectivesOffAddsNothing) {
  Plan Plan = plan({"-c", "-fopenmp", "--hetcc-off", "x.c"}, {"x.c"});
  EXPECT_FALSE(has(Plan.Units[0].CompileHost, {"-D__HETCC__=1"}));
  EXPECT_TRUE(has(Plan.Units[0].TranslatePlain, {"--plain", "--"}));
}

TEST_F(PlanTest, PlainObjectsTakeOpenMPAlone) {
  Line = parseCommandLine({"a.o"}, false);
  EXPECT_EQ(withNeeded({{"gcc"}, {}}, {.OpenMP = true}, Line, Parts).Words, (Words{"gcc", "-fopenmp"}));
  EXPECT_EQ(withNeeded({{"gcc"}, {}}, {}, Line, Parts).Words, Words{"gcc"});
}

TEST_F(PlanTest, PreprocessedSourcesHaveTheirHeaders) {
  Plan Plan = plan({"-c", "-include", "x.h", "-DN=1", "x.i"}, {"x.i"});
  EXPECT_TRUE(has(Plan.Units[0].Translate, {"--preprocessed", "--"}));
  EXPECT_TRUE(has(Plan.Units[0].Translate, {"-x", "c", "x.i"}));
  EXPECT_FALSE(has(Plan.Units[0].Translate, {"-include"}));
  EXPECT_FALSE(has(Plan.Units[0].CompileHost, {"-include", "x.h"}));
  EXPECT_TRUE(has(Plan.Units[0].CompileOriginal, {"-x", "cpp-output", "x.i"}));
}

TEST_F(PlanTest, PartialLinkTakesNoLibraries) {
  Line = parseCommandLine({"-r", "a.o"}, false);
  EXPECT_EQ(withNeeded({{"gcc"}, {}}, {.Runtime = true}, Line, Parts).Words, Words{"gcc"});
  Line = parseCommandLine({"a.o"}, false);
  EXPECT_EQ(withNeeded({{"gcc"}, {}}, {.Runtime = true}, Line, Parts).Words,
            (Words{"gcc", "-Wl,--wrap=__libc_start_main", "/p/lib/libhetrt_main.a", "-fopenmp", "-L/p/lib", "-lhetrt",
                   "-Wl,-rpath,/p/lib"}));
  Line = parseCommandLine({"-shared", "a.o"}, false);
  EXPECT_EQ(withNeeded({{"gcc"}, {}}, {.Runtime = true}, Line, Parts).Words,
            (Words{"gcc", "-fopenmp", "-L/p/lib", "-lhetrt", "-Wl,-rpath,/p/lib"}));
}

/// The library must precede the program's allocator on the command line, so that it sees all calls.
TEST_F(PlanTest, ProgramsThatAskWatchAllocations) {
  const auto Watches = [&](std::vector<std::string> With, LinkNeeds Needs) {
    Line = parseCommandLine(With, false);
    const Command Made = withNeeded({{"gcc"}, {}}, Needs, Line, Parts);
    return has(Made, {"-Wl,--push-state,--no-as-needed", "-lhetalloc", "-Wl,--pop-state"});
  };
  const LinkNeeds Asks{.Runtime = true, .Allocations = true};
  EXPECT_TRUE(Watches({"a.o"}, Asks));
  EXPECT_FALSE(Watches({"a.o"}, {.Runtime = true}));
  for (const char *Option : {"-static", "-static-pie", "-shared", "-r", "-fsanitize=address", "-fsanitize=thread"})
    EXPECT_FALSE(Watches({"a.o", Option}, Asks)) << Option;
}

} // namespace
