// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses in all their spellings, as boxes; and that inference finds the same boxes for loops that need the clauses.
#include "Analysis/Windows/Declared.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/Inference.h"
#include "Analysis/Windows/Trial.h"
#include "Snippet.h"

#include <gtest/gtest.h>

using namespace hetcc;

namespace {

using Lines = std::vector<std::string>;

Lines textsOf(const Region &R, const ArrayUse &Use) {
  Lines Texts;
  for (const Box &B : Use.Boxes)
    Texts.push_back(R.Windows[Use.Window].Name + ": " + textOf(B));
  if (Use.Through >= 0)
    Texts.push_back(R.Windows[Use.Window].Name + ": through " + R.Windows[size_t(Use.Through)].Name);
  return Texts;
}

/// The boxes that the clauses of a function's only region state: "x: reads [i - 1, i + 2), own".
Lines declared(const std::string &Parameters, const std::string &Clauses, const std::string &Loop,
               Snippet::Language Of = Snippet::C) {
  Lines Found;
  EXPECT_TRUE(Snippet::ofLoop(
      Parameters, Clauses, Loop,
      [&](Region &R, clang::ASTContext &Context) {
        for (unsigned W = 0; W < R.Windows.size(); ++W)
          for (std::string &Each : textsOf(R, declaredUse(R, W, Context)))
            Found.push_back(std::move(Each));
      },
      Of));
  return Found;
}

TEST(Declared, TiesAndHalo) {
  EXPECT_EQ(declared("int n, double *x, double *y", "hetero(1) part_copyin(x[1:n:2]) part_copyout(y[1:n])",
                     "for (int i = 0; i < n; i++) y[i] = x[i];"),
            (Lines{"x: reads [i, i + 1), own", "x: reads [max(i - 2, 0), min(i + 3, n))",
                   "y: writes [i, i + 1), own, surely"}));
}

TEST(Declared, HaloOfADimensionThatDoesNotFollowSaysNothing) {
  EXPECT_EQ(declared("int n, int m, double (*x)[m], double (*y)[m]",
                     "hetero(1) part_copyin(x[1:n:1][0:m]) part_copyout(y[1:n][0:m])",
                     "for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) y[i][j] = x[i-1][j];"),
            (Lines{"x: reads [i, i + 1) x [begin, end), own", "x: reads [max(i - 1, 0), min(i + 2, n)) x [begin, end)",
                   "y: writes [i, i + 1) x [begin, end), own, surely"}));
}

TEST(Declared, PaddingOnEitherSide) {
  EXPECT_EQ(declared("int n, double *x, double *y", "partition() map(to: x[1|0:n|2, i]) map(from: y[0:n, i])",
                     "for (int i = 0; i < n; i++) y[i] = x[i];"),
            (Lines{"x: reads [i, i + 1), own", "x: reads [max(i - 1, 0), min(i + 3, n))",
                   "y: writes [i, i + 1), own, surely"}));
}

TEST(Declared, ATieThatIsKnownWhenThePassBegins) {
  EXPECT_EQ(
      declared("int n, int byRows, double *x, double *y",
               "hetero(1) part_copyin(x[byRows:n][byRows == 0:n]) part_copyout(y[1:n])",
               "for (int i = 0; i < n; i++) y[i] = x[i * n];"),
      (Lines{
          "x: reads [(byRows) ? 1 : 0 * i, (byRows) ? 1 : 0 * i - (byRows) ? 1 : 0 * n + (byRows) ? 1 : 0 + n) x "
          "[begin, end) where -(byRows == 0) ? 1 : 0 + (byRows) ? 1 : 0 >= 0, own",
          "x: reads [begin, end) x [(byRows == 0) ? 1 : 0 * i, (byRows == 0) ? 1 : 0 * i - (byRows == 0) ? 1 : 0 * n "
          "+ (byRows == 0) ? 1 : 0 + n) where (byRows == 0) ? 1 : 0 - (byRows) ? 1 : 0 >= 0, own",
          "y: writes [i, i + 1), own, surely"}));
}

TEST(Declared, FullCopiesAndSections) {
  EXPECT_EQ(declared("int n, int k, double *x, double *y, double *z",
                     "hetero(1) map(to: x[0:n], z[k:n-k]) part_copyout(y[1:n])",
                     "for (int i = 0; i < n; i++) y[i] = x[0] + z[k];"),
            (Lines{"x: reads [begin, end)", "z: reads [k, k + n-k)", "y: writes [i, i + 1), own, surely"}));
}

TEST(Declared, RowsOfAFlatArrayAndTheirDistance) {
  EXPECT_EQ(declared("int n, int m, double *x, double *y",
                     "partition() map(to: x[0:n, i, m][1:m-2]) map(from: y[0:n, i])",
                     "for (int i = 0; i < n; i++) y[i] = x[i * m + 1];"),
            (Lines{"x: reads [i, i + 1) x [1, m-2 + 1), own", "y: writes [i, i + 1), own, surely"}));
}

TEST(Declared, WhatGoesThroughAnotherArray) {
  EXPECT_EQ(
      declared("int n, int most, const int *row, const int *col, const double *v, const double *x, double *y",
               "partition() map(to, segmented: v[0:most, row, i], col[0:most, row, i]) map(from: y[0:n, i]) "
               "map(to: x[0:n])",
               "for (int i = 0; i < n; i++) for (int k = row[i]; k < row[i + 1]; k++) y[i] = v[k] * x[col[k]];"),
      (Lines{"v: reads [row[i], row[i + 1]), own", "col: reads [row[i], row[i + 1]), own", "y: writes [i, i + 1), own",
             "x: reads [begin, end)", "row: reads [i, i + 1), own, attained", "row: reads [i, i + 2), attained"}));
  EXPECT_EQ(declared("int n, int most, const int *at, const double *x, double *y",
                     "partition() map(to, indexed: x[0:most, at, i]) map(from: y[0:n, i]) map(to: at[0:n, i])",
                     "for (int i = 0; i < n; i++) y[i] = x[at[i]];"),
            (Lines{"x: reads [begin, end)", "x: through at", "y: writes [i, i + 1), own, surely",
                   "at: reads [i, i + 1), own"}));
}

TEST(Declared, NumbersThatAreNoPolynomialsStandForThemselves) {
  EXPECT_EQ(declared("int n, double *x, double *y", "hetero(1) part_copyin(x[1:n:n / 2]) map(to: y[n % 3:n])",
                     "for (int i = 0; i < n; i++) (void)x[i];"),
            (Lines{"x: reads [i, i + 1), own", "x: reads [max(i - n / 2, 0), min(i + n / 2 + 1, n))",
                   "y: reads [n % 3, n + n % 3)"}));
}

TEST(Declared, TypesSayHowLongRowsAre) {
  EXPECT_EQ(declared("double x[100][50], double y[100]", "partition() map(to: x[1|:|1, i][:]) map(from: y[0:100, i])",
                     "for (int i = 0; i < 100; i++) y[i] = x[i][0];"),
            (Lines{"x: reads [i, i + 1) x [begin, end), own, attained",
                   "x: reads [max(i - 1, 0), i + 2) x [begin, end), attained", "y: writes [i, i + 1), own, surely"}));
}

/// The boxes of the windows that are inferred, in the same form as those of clauses.
Lines inferred(const std::string &Parameters, const std::string &Loop) {
  return declared(Parameters, "hetero(1)", Loop);
}

TEST(Declared, InferredWindowsAreNoOthers) {
  const std::string Parameters = "int n, double *x, double *y";
  const std::string Loop = "for (int i = 1; i < n - 1; i++) y[i] = x[i-1] + x[i+1];";
  EXPECT_EQ(inferred(Parameters, Loop),
            declared(Parameters, "hetero(1) part_copyout(y[1:n-1]) part_copyin(x[1:n:1])", Loop));
}

} // namespace
