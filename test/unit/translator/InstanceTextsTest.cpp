// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code around a loop of a template is the same text for all instances, with a conditional where their numbers
// differ.
#include "Rewrite/InstanceTexts.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

std::string merged(const std::vector<std::string> &Texts) {
  return mergeInstanceTexts(Texts, {"N == 1", "N == 2", "N == 3"}).value_or("none");
}

TEST(InstanceTexts, LikeTextsAreAsTheyAre) {
  EXPECT_EQ(merged({"a = 4;", "a = 4;"}), "a = 4;");
  EXPECT_EQ(merged({"", ""}), "");
}

TEST(InstanceTexts, NumbersAreChosen) {
  EXPECT_EQ(merged({"{4, 1}", "{8, 1}"}), "{(N == 2 ? 8 : 4), 1}");
  EXPECT_EQ(merged({"{4}", "{4}", "{5}"}), "{(N == 3 ? 5 : 4)}");
  EXPECT_EQ(merged({"-4", "-8", "-16"}), "-(N == 2 ? 8 : N == 3 ? 16 : 4)");
  EXPECT_EQ(merged({"0x1fULL", "0x2ULL"}), "(N == 2 ? 0x2ULL : 0x1fULL)");
}

TEST(InstanceTexts, NothingElse) {
  EXPECT_EQ(merged({"a", "b"}), "none");
  EXPECT_EQ(merged({"a1 = 0", "a2 = 0"}), "none") << "parts of names";
  EXPECT_EQ(merged({"a = 1", "a = 1 + 1"}), "none");
  EXPECT_EQ(merged({"a = 1 + 1", "a = 1"}), "none");
  EXPECT_EQ(merged({"a = 1.5", "a = 2.5"}), "none");
  EXPECT_EQ(merged({"a = 4", "a = x"}), "none");
  EXPECT_EQ(merged({"\"4\"", "\"8\""}), "none") << "a string";
  EXPECT_EQ(merged({R"("\"4")", R"("\"8")"}), "none") << "a string with a quote in it";
  EXPECT_EQ(merged({"a;\n  # 4 \"f\"\nb", "a;\n  # 8 \"f\"\nb"}), "none") << "a line for the preprocessor";
  EXPECT_EQ(merged({"a;\n# 4 \"f\"\nb 1", "a;\n# 4 \"f\"\nb 2"}), "a;\n# 4 \"f\"\nb (N == 2 ? 2 : 1)");
}

TEST(InstanceTexts, TablesWithMoreRows) {
  EXPECT_EQ(
      merged({"static const hetrt_term hetrt_terms_2[] = {{1}, {2}};\n",
              "static const hetrt_term hetrt_terms_2[] = {{1}};\n",
              "static const hetrt_term hetrt_terms_2[] = {{1}};\n"}),
      "static const hetrt_term hetrt_terms_2_0[] = {{1}, {2}};\n"
      "static const hetrt_term hetrt_terms_2_1[] = {{1}};\n"
      "static HETRT_CONSTANT hetrt_term *const hetrt_terms_2 = (N == 2 ? hetrt_terms_2_1 : N == 3 ? hetrt_terms_2_1 : "
      "hetrt_terms_2_0);\n");
  EXPECT_EQ(merged({"x = 1; static const hetrt_term hetrt_a[] = {{\"}\"}}; y",
                    "x = 1; static const hetrt_term hetrt_a[] = {}; y"}),
            "x = 1; static const hetrt_term hetrt_a_0[] = {{\"}\"}};\nstatic const hetrt_term hetrt_a_1[] = {};\n"
            "static HETRT_CONSTANT hetrt_term *const hetrt_a = (N == 2 ? hetrt_a_1 : hetrt_a_0); y");
  EXPECT_EQ(merged({"static const hetrt_term hetrt_a[] = {1, 2};", "static const hetrt_ends hetrt_a[] = {1};"}),
            "none");
  EXPECT_EQ(merged({"static const hetrt_term hetrt_a[] = {1, 2};", ""}), "none");
}

TEST(InstanceTexts, NumbersThatAreComputedAreThoseOfTheInstance) {
  EXPECT_EQ(merged({"const hetrt_int64 hetrt_numbers_2[] = {0, (n), f(a, b)};",
                    "const hetrt_int64 hetrt_numbers_2[] = {0, (m)};"}),
            "const hetrt_int64 hetrt_numbers_2[] = {0, (N == 2 ? (m) : (n)), (N == 2 ? 0 : f(a, b))};");
}

TEST(InstanceTexts, EachNeedsItsCondition) {
  EXPECT_FALSE(mergeInstanceTexts({"4", "8"}, {"", ""}));
  EXPECT_FALSE(mergeInstanceTexts({"4", "4", "8"}, {"N == 1", "N == 2", "N == 2"}))
      << "two instances that are told apart by nothing";
  EXPECT_EQ(mergeInstanceTexts({"4", "4"}, {"", ""}), "4");
}

} // namespace
