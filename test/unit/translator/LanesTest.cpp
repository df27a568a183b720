// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which inner loops the lanes of a device share, where lanes meet at a barrier, and why lanes do not share a loop.
#include "Analysis/Analysis.h"
#include "Directive/TokenStream.h"
#include "Snippet.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include <gtest/gtest.h>

using namespace hetcc;

namespace {

using Lines = std::vector<std::string>;

/// How lanes run the body of a function's only region. The body begins in line 1, and there is a line for each of its
/// loops: "2: shared; contiguous in 'a'", and one for each barrier: "3: meet".
Lines lanes(const std::string &Parameters, const std::string &Body, SharingRules Sharing = {}) {
  Lines Found;
  const std::string Code = "void f(int n, int m, " + Parameters +
                           ") {\n#pragma omp parallel for hetero(1)\nfor (int i = 0; i < n; i++) {\n#line 1\n" + Body +
                           "\n}\n}\n";
  const TokenStream Tokens;
  const auto Guard = [](const Region &) { return std::string(); };
  const auto IsUniform = [](const RegionGroup &) { return true; };
  EXPECT_TRUE(Snippet::parseGroups(
      Code, [&](std::vector<RegionGroup> &Groups, DirectiveList &, clang::ASTContext &Context, Diagnostics &Diags) {
        ASSERT_EQ(Groups.size(), 1u);
        RegionGroup &G = Groups.front();
        ASSERT_TRUE(analyseLoopGroup(G, {Tokens, Sharing, "", Guard, IsUniform}, Context, Diags));
        EXPECT_EQ(G.Fate.Cause, "");
        const auto LineOf = [&](clang::SourceLocation Loc) {
          return std::to_string(Context.getSourceManager().getPresumedLoc(Loc).getLine()) + ": ";
        };
        const Nest &Lanes = G.Instances.front().Lanes;
        const char *const Kinds[] = {"shared", "together", "each turn", "alone"};
        for (const LoopRemark &Each : Lanes.Remarks)
          Found.push_back(LineOf(Each.Loc) + Kinds[Each.What] + (Each.Why.empty() ? "" : "; " + Each.Why));
        for (const clang::Stmt *Each : Lanes.Meetings)
          Found.push_back(LineOf(Each->getBeginLoc()) + "meet");
      }));
  return Found;
}

TEST(Lanes, ShareALoopWhoseIterationsAreIndependent) {
  EXPECT_EQ(lanes("double *a", "for (int j = 0; j < m; j++) a[i * m + j] += 1;"),
            (Lines{"1: shared; contiguous in 'a'"}));
}

TEST(Lanes, CombineASum) {
  EXPECT_EQ(lanes("double *a, double *y", "double s = 0;\nfor (int j = 0; j < m; j++) s += a[i * m + j];\ny[i] = s;"),
            (Lines{"2: shared; contiguous in 'a'; it combines 's'"}));
}

TEST(Lanes, DoNotReorderFloatsThatMustKeepTheirOrder) {
  const std::string Sum = " s = 0;\nfor (int j = 0; j < m; j++) s += a[i * m + j];\ny[i] = s;";
  SharingRules InOrder;
  InOrder.Reassociate = false;
  EXPECT_EQ(lanes("double *a, double *y", "double" + Sum, InOrder),
            (Lines{"2: alone; 's' has to be combined in order"}));
  EXPECT_EQ(lanes("int *a, int *y", "int" + Sum, InOrder), (Lines{"2: shared; contiguous in 'a'; it combines 's'"}));
}

TEST(Lanes, DoNotShareALoopThatReadsWhatItWrites) {
  EXPECT_EQ(lanes("double *a", "for (int j = 1; j < m; j++) a[i * m + j] = a[i * m + j - 1];"),
            (Lines{"1: alone; several of its iterations may use an element of 'a' that one writes"}));
}

TEST(Lanes, DoNotShareALoopThatPassesAValueOn) {
  EXPECT_EQ(lanes("double *a", "double s = 1;\nfor (int j = 0; j < m; j++) { a[i * m + j] = s; s = 2 - s; }"),
            (Lines{"2: alone; it sets 's', which is declared outside of it"}));
}

TEST(Lanes, DoNotShareALoopThatMayEndEarly) {
  EXPECT_EQ(lanes("double *a", "for (int j = 0; j < m; j++) { if (a[i * m + j] < 0) break; a[i * m + j] = 1; }"),
            (Lines{"1: alone; it may end early"}));
}

TEST(Lanes, DoNotShareALoopThatDoesNotCount) {
  EXPECT_EQ(lanes("double *a", "for (int j = 1; j < m; j *= 2) a[i * m + j] = 1;"),
            (Lines{"1: alone; it does not count from one bound to another"}));
}

TEST(Lanes, DoNotShareFewIterations) {
  EXPECT_EQ(lanes("double (*a)[2]", "for (int j = 0; j < 2; j++) a[i][j] = 1;"),
            (Lines{"1: alone; it has few iterations"}));
}

TEST(Lanes, MeetWhereALaneReadsWhatAnotherHasWritten) {
  const std::string Write = "for (int j = 0; j < m; j++) a[i * m + j] = j;\n";
  EXPECT_EQ(lanes("double *a, double *b", Write + "for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + m - 1 - j];"),
            (Lines{"1: shared; contiguous in 'a'", "2: shared; contiguous in 'a', 'b'", "2: meet"}));
  EXPECT_EQ(lanes("double *a, double *b", Write + "for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j];"),
            (Lines{"1: shared; contiguous in 'a'", "2: shared; contiguous in 'a', 'b'"}));
}

TEST(Lanes, ShareTwoLoopsTogether) {
  EXPECT_EQ(
      lanes("double (*a)[16][16]", "for (int j = 0; j < 16; j++)\nfor (int k = 0; k < 16; k++) a[i][j][k] = j + k;"),
      (Lines{"1: shared; together with the one inside; contiguous in 'a'",
             "2: shared; together with the one around it"}));
}

TEST(Lanes, ShareALoopInEachTurnOfTheOneAround) {
  EXPECT_EQ(lanes("double *a", "for (int p = 0; p < 9; p++)\nfor (int j = 0; j < m; j++) a[i * m + j] *= 2;"),
            (Lines{"1: each turn", "2: shared; contiguous in 'a'"}));
}

} // namespace
