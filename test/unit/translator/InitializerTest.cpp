// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texts with which generated code initialises the runtime's structs.
#include "Rewrite/Initializer.h"
#include <gtest/gtest.h>

using namespace hetcc;

namespace {

TEST(Initializer, NamesFieldsInOrderAndLeavesOutWhatIsZero) {
  EXPECT_EQ(Initializer().set("abi", "HETRT_ABI").set("flags", "0").set("rank", 2u).set("line", 0u).text(),
            "{.abi = HETRT_ABI, .rank = 2}");
}

TEST(Initializer, ArraysAreLeftOutOnlyIfAllOfThemIsZero) {
  const std::vector<std::string> Extent = {"0", "n"}, Halo = {"0", "0"}, None;
  EXPECT_EQ(Initializer().set("extent", Extent).set("halo", Halo).set("first", None).set("base", "x").text(),
            "{.extent = {0, n}, .base = x}");
}

TEST(Initializer, DefinesAnObject) {
  EXPECT_EQ(Initializer().set("a", "1").set("b", "f(x)").define("const S s"),
            "const S s = {\n.a = 1,\n.b = f(x)\n};\n");
}

TEST(FlagList, IsZeroWithoutFlags) {
  FlagList Flags;
  Flags.add(false, "A");
  EXPECT_EQ(Flags.text(), "0");
  Flags.add(true, "B");
  Flags.add(true, "C");
  EXPECT_EQ(Flags.text(), "B | C");
}

} // namespace
