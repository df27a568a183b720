// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc's own options, their values, and errors in them.
#include "OwnOptions.h"

#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

std::string errorOf(std::string_view Word) {
  OwnOptions Options;
  return parseOwnOption(Word, Options);
}

TEST(OwnOptions, Values) {
  OwnOptions Options;
  EXPECT_EQ(parseOwnOption("--hetcc-arch=sm_70,sm_90a", Options), "");
  EXPECT_EQ(Options.Archs, (std::vector<std::string>{"sm_70", "sm_90a"}));
  EXPECT_EQ(parseOwnOption("--hetcc-emit-source", Options), "");
  EXPECT_EQ(Options.EmitSource, "-");
  EXPECT_EQ(parseOwnOption("--hetcc-emit-source=f.c", Options), "");
  EXPECT_EQ(Options.EmitSource, "f.c");
}

TEST(OwnOptions, UnknownOnesNameTheNearest) {
  EXPECT_EQ(errorOf("--hetcc-dry-run"), "unknown option '--hetcc-dry-run'; did you mean '--hetcc-dryrun'?");
  EXPECT_EQ(errorOf("--hetcc-arhc=sm_80"), "unknown option '--hetcc-arhc'; did you mean '--hetcc-arch'?");
}

TEST(OwnOptions, WrongValues) {
  EXPECT_EQ(errorOf("--hetcc-off=1"), "'--hetcc-off' takes no value");
  EXPECT_EQ(errorOf("--hetcc-arch"), "'--hetcc-arch' needs a value: '--hetcc-arch=LIST'");
  EXPECT_EQ(errorOf("--hetcc-arch=sm_80,volta"), "'volta' is no GPU architecture: one such as 'sm_80' was wanted");
}

TEST(OwnOptions, OthersAreNotOurs) {
  EXPECT_FALSE(isOwnOption("--libs-only"));
  EXPECT_FALSE(isOwnOption("-hetcc-off"));
  EXPECT_TRUE(isOwnOption("--hetcc-"));
  EXPECT_TRUE(isOwnOption("--libs"));
}

TEST(OwnOptions, HelpNamesAll) {
  for (const char *Name : {"--hetcc-off", "--hetcc-emit-source[=FILE]", "--hetcc-arch=LIST", "--save-temps", "--libs"})
    EXPECT_NE(ownOptionsHelp().find(Name), std::string::npos) << Name;
}

} // namespace
