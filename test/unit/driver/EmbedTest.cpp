// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images as assembler data.
#include "Embed.h"

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

} // namespace
