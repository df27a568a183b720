// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the regions that compiler errors are about: by the error's own position, or by the positions around it.
#include "Refusals.h"

#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

const std::string List = "host 0 1 10 13 dir/a b.c\n"
                         "gpu 0 1 10 13 dir/a b.c\n"
                         "host 1 3 20 29 x.cpp\n"
                         "gpu 1 3 20 29 x.cpp\n"
                         "host 2 1 22 25 x.cpp\n";

std::vector<std::string> options(std::string_view Errors, Stage Of) {
  std::vector<std::string> Options;
  for (const Refusal &Each : refusalsIn(Errors, Of, readRegions(List)))
    Options.push_back(Each.option());
  return Options;
}

using Strings = std::vector<std::string>;

TEST(Refusals, ReadsTheList) {
  std::vector<RegionLines> Regions = readRegions(List + "host x 1 2 3 y\n");
  ASSERT_EQ(Regions.size(), 5u);
  EXPECT_EQ(Regions[0].File, "dir/a b.c");
  EXPECT_EQ(Regions[3].Of, Stage::Gpu);
  EXPECT_EQ(Regions[3].Instances, 3u);
  EXPECT_EQ(Regions[3].First, 20);
  EXPECT_EQ(Regions[3].Last, 29);
}

TEST(Refusals, TakesTheFirstErrorOfEachRegion) {
  EXPECT_EQ(options("dir/a b.c: In function 'f':\n"
                    "dir/a b.c:9:1: error: before\n"
                    "dir/a b.c:12:3: warning: not that\n"
                    "dir/a b.c:12:3: error: wrong: so\n"
                    "   12 | x.cpp:21: error\n"
                    "dir/a b.c:13:3: error: more\n",
                    Stage::Host),
            (Strings{"--leave=0:dir/a b.c:12: wrong: so"}));
}

TEST(Refusals, AssemblerAndFatalErrorsCount) {
  EXPECT_EQ(
      options("/tmp/s.s: Assembler messages:\ndir/a b.c:10: Error: symbol `here' is already defined\n", Stage::Host),
      (Strings{"--leave=0:dir/a b.c:10: symbol `here' is already defined"}));
  EXPECT_EQ(options("x.cpp:29: fatal error: end\n", Stage::Gpu), (Strings{"--leave-gpu=1:x.cpp:29: end"}));
}

TEST(Refusals, AllRegionsOfALineAreMeant) {
  EXPECT_EQ(options("x.cpp:23:1: error: e\n", Stage::Host),
            (Strings{"--leave=1:x.cpp:23: e", "--leave=2:x.cpp:23: e"}));
}

TEST(Refusals, ErrorsElsewhereBelongToThePlacesAroundThem) {
  // First gcc's form of messages, then clang's.
  EXPECT_EQ(options("x.cpp: In instantiation of 'void f()':\nx.cpp:28:3:   required from here\ny.h:1:2: error: e\n",
                    Stage::Host),
            (Strings{"--leave=1:y.h:1: e"}));
  EXPECT_EQ(options("y.h:1:2: error: e\n    1 | code\nx.cpp:28:3: note: called by 'hetcc_1_0'\n", Stage::Gpu),
            (Strings{"--leave-gpu=1:y.h:1: e"}));
  EXPECT_EQ(options("y.h:1:2: error: e\n", Stage::Gpu), Strings{});
}

TEST(Refusals, FirstErrorIsReadable) {
  EXPECT_EQ(firstErrorIn("y.h:1:2: note: n\ny.h:4:2: error: e\ny.h:5:2: error: f\n"), "y.h:4: e");
  EXPECT_EQ(firstErrorIn("cc: made\nmade-up error\nand more\n"), "made-up error");
  EXPECT_EQ(firstErrorIn("gone\n"), "gone");
  EXPECT_EQ(firstErrorIn(""), "");
}

} // namespace
