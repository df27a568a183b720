// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts that complete a translated source: images as assembler data, and private copies of headers.
#include "Embed.h"

#include "Emit.h"
#include "Files.h"
#include "SystemSections.h"

#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

std::string embed(std::string_view Image) { return embedImage("a(\".incbin \\\"/x/y\\\"\\n\");\n", "/x/y", Image); }

TEST(Embed, WordsThenBytes) {
  EXPECT_EQ(embed(std::string_view("\1\0\0\0\0\0\0\0\377", 9)), "a(\".quad 1\\n.byte 255\\n\");\n");
  EXPECT_EQ(embed("ab"), "a(\".byte 97,98\\n\");\n");
}

TEST(Embed, NoImageIsNoBytes) { EXPECT_EQ(embed(""), "a(\"\\n\");\n"); }

TEST(Embed, LongImagesTakeSeveralDirectivesOnOneSourceLine) {
  std::string Text = embed(std::string(8 * 40, '\xab'));
  EXPECT_NE(Text.find("\\n.quad 0xabababababababab"), std::string::npos);
  EXPECT_EQ(Text.find('\n'), Text.size() - 1);
}

TEST(Embed, OtherFilesStay) {
  std::string Source = "asm(\".incbin \\\"/other\\\"\");";
  EXPECT_EQ(embedImage(Source, "/x/y", "abc"), Source);
}

TEST(Emit, CopiesTakeThePlacesOfTheirDirectives) {
  PrivateFolder Folder;
  ASSERT_TRUE(Folder.create());
  const std::string &Path = Folder.path();
  ASSERT_TRUE(writeFile(Path + "/a.h", "# 1 \"inc/a.h\"\n#pragma once\nint a;\n"));
  std::string Source =
      "# 5 \"x.c\"\nint x;\n#include \"" + Path + "/a.h\"\n#include \"other.h\"\n# include \"" + Path + "/a.h\"\n";
  EXPECT_EQ(withCopiesInside(Source, Path), "# 5 \"x.c\"\nint x;\n# 1 \"inc/a.h\"\nint a;\n# 7 \"x.c\"\n"
                                            "#include \"other.h\"\n# 9 \"x.c\"\n");
}

TEST(SystemSections, MoveIntoHeaders) {
  PrivateFolder Folder;
  ASSERT_TRUE(Folder.create());
  std::string Stem = Folder.path() + "/s";
  std::string Source =
      "int runtime;\n# 1 \"x.c\"\nint a;\n# 2 \"x.c\" 3\nint made;\n#line 9 \"y.c\"\nint also;\n# 2 \"x.c\"\nint b;\n";
  EXPECT_EQ(withSectionsInHeaders(Source, Stem), "#include \"" + Stem + "0.h\"\n#line 1 \"x.c\"\nint a;\n#include \"" +
                                                     Stem + "1.h\"\n#line 2 \"x.c\"\nint b;\n");
  EXPECT_EQ(readFile(Stem + "0.h"), "#pragma GCC system_header\nint runtime;\n");
  EXPECT_EQ(readFile(Stem + "1.h"),
            "#pragma GCC system_header\n#line 2 \"x.c\"\nint made;\n#line 9 \"y.c\"\nint also;\n");
}

TEST(SystemSections, OnlyUnderPedantic) {
  auto Refuses = [](const char *Word) { return refusesLineMarkers(parseCommandLine({Word}, false)); };
  EXPECT_TRUE(Refuses("-pedantic") && Refuses("-Wpedantic") && Refuses("-pedantic-errors") &&
              Refuses("-Werror=pedantic"));
  EXPECT_FALSE(Refuses("-Wall") || Refuses("-Wno-pedantic"));
}

TEST(Emit, SourcesWithoutCopiesStay) {
  std::string Source = "# 1 \"x.c\"\n#include <a.h>\n#line 7\n";
  EXPECT_EQ(withCopiesInside(Source, "/folder"), Source);
}

} // namespace
