// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which headers the scan of a unit finds.
#include "Scan.h"

#include "Files.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

constexpr const char *Directive = "#pragma omp parallel for hetero(1)\n";

class Scan : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(Folder.create());
    Root = Folder.path() + "/";
  }

  void write(const std::string &Name, const std::string &Text) {
    std::filesystem::create_directories(dirPart(Root + Name));
    ASSERT_TRUE(writeFile(Root + Name, Text));
  }

  UnitFindings scan(const std::string &Text, const std::vector<std::string> &Words = {}) {
    return Scanner(parseCommandLine(Words, false)).scan(Text, Root + "src/");
  }

  PrivateFolder Folder;
  std::string Root;
};

TEST_F(Scan, HeaderBesideTheSource) {
  write("src/a.h", Directive);
  EXPECT_TRUE(scan("#include \"a.h\"\n").Annotated);
  EXPECT_FALSE(scan("#include <a.h>\n").Annotated);
}

TEST_F(Scan, HeaderBesideItsIncluder) {
  write("src/sub/a.h", "#include \"b.h\"\n");
  write("src/sub/b.h", Directive);
  EXPECT_TRUE(scan("#include \"sub/a.h\"\n").Annotated);
}

TEST_F(Scan, SearchPaths) {
  write("inc/a.h", Directive);
  EXPECT_TRUE(scan("#include <a.h>\n", {"-I", Root + "inc"}).Annotated);
  EXPECT_TRUE(scan("#include \"a.h\"\n", {"-iquote", Root + "inc"}).Annotated);
  EXPECT_FALSE(scan("#include <a.h>\n", {"-iquote", Root + "inc"}).Annotated);
  EXPECT_TRUE(scan("#include <a.h>\n", {"-isystem", Root + "inc"}).Annotated);
  EXPECT_TRUE(scan("#include <a.h>\n", {"-idirafter", Root + "inc"}).Annotated);
  EXPECT_TRUE(scan("#include \"a.h\"\n", {"-isystem", Root + "inc"}).Annotated);
}

TEST_F(Scan, FirstDirectoryWins) {
  write("one/a.h", "\n");
  write("two/a.h", Directive);
  EXPECT_FALSE(scan("#include <a.h>\n", {"-I" + Root + "one", "-I" + Root + "two"}).Annotated);
  EXPECT_TRUE(scan("#include <a.h>\n", {"-I" + Root + "two", "-I" + Root + "one"}).Annotated);
}

TEST_F(Scan, IncludeNext) {
  write("one/a.h", "#include_next <a.h>\n");
  write("two/a.h", Directive);
  EXPECT_TRUE(scan("#include <a.h>\n", {"-I" + Root + "one", "-I" + Root + "two"}).Annotated);
}

TEST_F(Scan, CpathIsAnIncludePath) {
  write("inc/a.h", Directive);
  setenv("CPATH", (Root + "inc").c_str(), 1);
  EXPECT_TRUE(scan("#include <a.h>\n").Annotated);
  unsetenv("CPATH");
}

TEST_F(Scan, ForcedHeaders) {
  write("src/a.h", Directive);
  EXPECT_TRUE(scan("int x;\n", {"-include", Root + "src/a.h"}).Annotated);
  EXPECT_TRUE(scan("int x;\n", {"-include", "a.h"}).Annotated);
}

TEST_F(Scan, MacrosOfTheCommandLine) {
  EXPECT_TRUE(scan("#pragma omp parallel for CLAUSES\n", {"-DCLAUSES=hetero(1)"}).Annotated);
  write("src/a.h", Directive);
  EXPECT_TRUE(scan("#include HEADER\n", {"-DHEADER=\"a.h\""}).Annotated);
}

TEST_F(Scan, ComputedIncludes) {
  write("src/a.h", Directive);
  EXPECT_TRUE(scan("#define HEADER \"a.h\"\n#include HEADER\n").Annotated);
  EXPECT_FALSE(scan("#define HEADER \"a.h\"\n").Annotated);
}

TEST_F(Scan, IncludesThatTheTextShows) {
  write("src/a.h", Directive);
  for (const char *Pragma : {"", "#pragma once\n"}) // with a word that makes the scan look closer, and without
    for (const char *Text :
         {"#define HEADER(x) \"a.h\"\n#include HEADER(1)\n", "#define HEADER() <a.h>\n#include HEADER()\n",
          "#define/**/HEADER \"a.h\"\n#include HEADER\n", "#define HEAD\\\nER \"a.h\"\n#include HEADER\n"}) {
      EXPECT_TRUE(scan(std::string(Pragma) + Text, {"-I" + Root + "src"}).Annotated) << Pragma << Text;
      EXPECT_FALSE(scan(std::string(Pragma) + Text, {"-I" + Root + "src"}).Unknown) << Pragma << Text;
    }
}

TEST_F(Scan, IncludesThatThePreprocessorAloneKnows) {
  write("src/a.h", Directive);
  for (const char *Pragma : {"", "#pragma once\n"})
    for (const char *Text :
         {"#define NAME a.h\n#define STRING(x) #x\n#define TEXT(x) STRING(x)\n#include TEXT(NAME)\n",
          "#define HEADER(x) <x>\n#include HEADER(a.h)\n", "#define HEADER(a, \\\nb) #a\n#include HEADER(a.h, 1)\n",
          "#define BEGIN <a\n#include BEGIN.h>\n", "#define NOTHING\n#include NOTHING \"a.h\"\n",
          "#define \xC3\xA9$(x) #x\n#include \xC3\xA9$(a.h)\n"})
      EXPECT_TRUE(scan(std::string(Pragma) + Text).Unknown) << Pragma << Text;
  for (const char *Text :
       {"#define HEADER /* which */ \"a.h\"\n#include HEADER\n", "#define HEADER \\\n  \"a.h\"\n#include HEADER\n"}) {
    const UnitFindings Found = scan(Text);
    EXPECT_TRUE(Found.Annotated || Found.Unknown) << Text;
  }
  EXPECT_TRUE(scan("#include HEADER(a.h)\n", {"-DHEADER(x)=<x>"}).Unknown);
}

TEST_F(Scan, OtherIncludesAreNoReasonToLook) {
  write("src/plain.h", "int n;\n");
  for (const char *Text :
       {"#define HEADER \"plain.h\"\n#include HEADER\n", "#include OF_THE_SYSTEM(1)\n",
        "#define STRING(x) #x\n#define TEXT(x) STRING(x)\nchar *s = TEXT(a);\n", "#define N 1\n#include N\n"})
    EXPECT_FALSE(scan(Text).Unknown) << Text;
}

TEST_F(Scan, PragmaAndClauseInDifferentFiles) {
  write("src/a.h", "#define P(x) _Pragma(#x)\n");
  EXPECT_TRUE(scan("#include \"a.h\"\nP(omp parallel for hetero(1))\n").Annotated);
}

TEST_F(Scan, CyclesEnd) {
  write("src/a.h", "#include \"b.h\"\n#include \"../src/a.h\"\n");
  write("src/b.h", "#include \"a.h\"\n");
  EXPECT_FALSE(scan("#include \"a.h\"\n").Annotated);
}

TEST_F(Scan, HeaderSharedByTwoUnits) {
  write("src/a.h", Directive);
  Scanner Scanner(parseCommandLine({}, false));
  EXPECT_TRUE(Scanner.scan("#include \"a.h\"\n", Root + "src/").Annotated);
  EXPECT_FALSE(Scanner.scan("int x;\n", Root + "src/").Annotated);
  EXPECT_TRUE(Scanner.scan("#include \"../src/a.h\"\n", Root + "src/").Annotated);
}

} // namespace
