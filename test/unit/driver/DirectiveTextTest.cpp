// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the text of a file contains directives with hetcc's clauses.
#include "DirectiveText.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

bool isAnnotated(std::string_view Text) { return examineText(Text).isAnnotated(); }

TEST(DirectiveText, EveryWordOfOursCounts) {
  for (const char *Clause : {"hetero(1)", "part_copy(x[1:n])", "part_copyin(x[1:n])", "part_copyout(x[1:n])",
                             "persist(x)", "partition(static)"})
    EXPECT_TRUE(isAnnotated("#pragma omp parallel for " + std::string(Clause) + "\n")) << Clause;
  for (const char *Directive : {"acc depersist(x)", "omp depersist(x)", "omp acc_region_loop acc_copy(x)",
                                "omp bind_partition(i)", "omp target update padding_to(a)",
                                "omp target update padding_from(a)", "omp target update padding_update_nearby(a)"})
    EXPECT_TRUE(isAnnotated("#pragma " + std::string(Directive) + "\n")) << Directive;
}

TEST(DirectiveText, PlainOpenMPDoesNot) {
  EXPECT_FALSE(isAnnotated("#pragma omp parallel for reduction(+:s)\nfor (;;);\n"));
  EXPECT_FALSE(isAnnotated("#pragma omp target map(to: x[0:n])\n"));
}

TEST(DirectiveText, WordsAreWhole) {
  EXPECT_FALSE(isAnnotated("#pragma omp parallel for shared(heterogeneous, my_persist, repartition)\n"));
}

TEST(DirectiveText, CommonNamesInCodeDoNotCount) {
  EXPECT_FALSE(isAnnotated("#pragma omp parallel for\nfor (;;) std::partition(a, b, f); persist(x);\n"));
  EXPECT_FALSE(isAnnotated("int hetero(int);\n")) << "no pragma that could use it";
}

TEST(DirectiveText, Spellings) {
  EXPECT_TRUE(isAnnotated("  #  pragma   omp parallel for hetero ( 1 )\n"));
  EXPECT_TRUE(isAnnotated("%:pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for hetero(1)")) << "no newline at the end";
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for \\\n  hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for het\\\r\nero(1)\r\n")) << "a splice inside a word";
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for \\ \t\n  hetero(1)\n")) << "blanks behind the backslash";
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for \\ \r\n  hetero(1)\n"));
  EXPECT_TRUE(isAnnotated(std::string_view("\0 #\0pragma omp parallel for hetero(1)\n", 40))) << "null bytes";
  EXPECT_TRUE(isAnnotated("?\?=pragma omp parallel for ?\?/\n  hetero(1)\n")) << "trigraphs";
  EXPECT_TRUE(isAnnotated("/* why */ #pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("void f() { _Pragma(\"omp parallel for hetero(1)\") for (;;); }\n"));
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for HETCC(hetero(1))\n"));
}

TEST(DirectiveText, ThroughMacros) {
  EXPECT_TRUE(isAnnotated("#define P(x) _Pragma(#x)\nP(omp parallel for hetero(1))\n"));
  EXPECT_TRUE(isAnnotated("#define P(x) _Pragma(#x)\nP(omp parallel partition(static))\n"));
  EXPECT_TRUE(isAnnotated("#define CLAUSES persist(x)\n#pragma omp parallel for CLAUSES\n"));
  EXPECT_TRUE(isAnnotated("#define H hetero\n#pragma omp parallel for H(1)\n"));
}

TEST(DirectiveText, CommentsDoNotCount) {
  EXPECT_FALSE(isAnnotated("// #pragma omp parallel for hetero(1)\n"));
  EXPECT_FALSE(isAnnotated("/*\n#pragma omp parallel for hetero(1)\n*/\n"));
  EXPECT_FALSE(isAnnotated("#pragma omp parallel for // hetero(1)\n"));
  EXPECT_FALSE(isAnnotated("// a comment goes on \\\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("char *s = \"\\ \";\n#pragma omp parallel for hetero(1)\n"));
}

TEST(DirectiveText, QuotesHideComments) {
  EXPECT_TRUE(isAnnotated("char *s = \"/*\";\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("char c = '\"', d = '\\'';\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("int n = 1'000'000; // '\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("auto s = R\"x(/* \" )\" )x\";\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("auto s = u8R\"(/*)\";\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("#error don't /* do */ this\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("#if 0\ndon't /*\n#endif\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("int n = 0x'/*';\n#pragma omp parallel for hetero(1)\n"));
}

/// In C before C23, the quote in 90's begins a literal; in C++ it is part of a number.
TEST(DirectiveText, AQuoteInANumberIsReadBothWays) {
  EXPECT_TRUE(isAnnotated("#if 0\nthe 90's /*\n#endif\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("int n = 1'0 /* ' */;\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("int n = 0xF'F'F; // '/*\n#pragma omp parallel for hetero(1)\n"));
}

TEST(DirectiveText, SplicesInsideOfCommentsAndLiterals) {
  EXPECT_TRUE(isAnnotated("/\\\n* why *\\\n/ #pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("/?\?/\n* why *?\?/\n/ #pragma omp parallel for hetero(1)\n"));
  EXPECT_FALSE(isAnnotated("/\\\n/ #pragma omp parallel for hetero(1)\n"));
  EXPECT_FALSE(isAnnotated("/* *\\\n #pragma omp parallel for hetero(1)\n*/\n"));
  EXPECT_TRUE(isAnnotated("char *s = \"\\\\\n/*\";\n#pragma omp parallel for hetero(1)\n")) << "one backslash is left";
  EXPECT_TRUE(isAnnotated("char *s = \"/*\\\n\"; // \"\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("auto s = R\\\n\"(\" /*)\";\n#pragma omp parallel for hetero(1)\n"));
}

/// Trigraphs count only under an option, which the search does not know.
TEST(DirectiveText, TrigraphsAreReadBothWays) {
  EXPECT_TRUE(isAnnotated("// what?\?/\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for het?\?/\nero(1)\n"));
}

/// A single carriage return is a blank for gcc, and the end of a line for clang.
TEST(DirectiveText, CarriageReturns) {
  EXPECT_TRUE(isAnnotated("int n;\r#pragma omp parallel for partition(static)\n"));
  EXPECT_TRUE(isAnnotated("#pragma omp parallel for\rpartition(static)\n"));
  EXPECT_TRUE(isAnnotated("// why\r\\\n#pragma omp parallel for hetero(1)\n"));
  EXPECT_TRUE(isAnnotated("// why\r/*\n#pragma omp parallel for hetero(1)\n"));
  const TextFindings Found = examineText("#pragma once\nint n;\r#include \"a.h\"\r#inc\\\rlude \"b.h\"\n");
  for (const char *Name : {"a.h", "b.h"})
    EXPECT_TRUE(std::any_of(Found.Includes.begin(), Found.Includes.end(), [&](const IncludeName &Each) {
      return Each.Name == Name;
    })) << Name;
}

TEST(DirectiveText, Mentions) {
  EXPECT_TRUE(examineText("#ifdef __HETCC__\n#endif\n").Mention);
  EXPECT_TRUE(examineText("#include <hetcc.h>\n").Mention);
  EXPECT_FALSE(examineText("// __HETCC__\n").Mention);
  EXPECT_FALSE(examineText("#include <not_hetcc.h>\n").Mention);
}

TEST(DirectiveText, Includes) {
  TextFindings Found =
      examineText("#include \"a.h\"\n # include <b/c.h> // why\n#include_next <d.h>\n#import \"e.h\"\n#include NAME\n"
                  "#define NAME \"f.h\"\n#define OTHER 1\n");
  ASSERT_EQ(Found.Includes.size(), 4u);
  EXPECT_EQ(Found.Includes[0].Name, "a.h");
  EXPECT_FALSE(Found.Includes[0].Angled);
  EXPECT_EQ(Found.Includes[1].Name, "b/c.h");
  EXPECT_TRUE(Found.Includes[1].Angled);
  EXPECT_TRUE(Found.Includes[2].Next);
  EXPECT_TRUE(Found.ComputedInclude);
  ASSERT_EQ(Found.MacroIncludes.size(), 1u);
  EXPECT_EQ(Found.MacroIncludes[0].Name, "f.h");
}

TEST(DirectiveText, IncludesInRareSpellings) {
  for (const char *Line :
       {"%:include \"a/*.h\"", "?\?=include \"a/*.h\"", "#include/**/\"a/*.h\"", "# /* why */ include \"a/*.h\"",
        "#include \\\n \"a/*.h\"", "#inc\\\nlude \"a/*.h\"", "# \\\ninclude \"a/*.h\"", "#include <a/*.h>",
        "#import ?\?/\n<a/*.h>", "#include <a/*.h> /* why */"})
    for (const char *Before : {"", "#pragma once\n"}) { // with a word that makes the search look closer, and without
      const TextFindings Found = examineText(std::string(Before) + Line + "\n");
      ASSERT_EQ(Found.Includes.size(), 1u) << Before << Line;
      EXPECT_EQ(Found.Includes[0].Name, "a/*.h") << Before << Line;
    }
}

TEST(DirectiveText, SearchFindsWordsAtEveryPlace) {
  // Word positions around the size of the search's window.
  for (size_t Before = 0; Before < 40; ++Before)
    for (const char *Word : {"hetero(1)", "partition(static)", "padding_to(a)", "part_copy(x)"})
      EXPECT_TRUE(isAnnotated("#pragma omp " + std::string(Before, 'p') + " " + Word)) << Before << " " << Word;
}

TEST(DirectiveText, Fragments) {
  for (const char *Text :
       {"", "#", "#\n", "#include", "#include \"", "/*", "//", "\"", "'", "R\"", "R\"(", "\\", "#pragma hetero\\"})
    examineText(Text);
}

} // namespace
