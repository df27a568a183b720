// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of interface version 8 that are made from clauses and bodies: which numbers are constant, which ones a
// call computes, and which rows of the tables are shared.
#include "Analysis/Windows/Tables.h"
#include "Analysis/Loop/LoopAnalysis.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/Stated.h"
#include "Snippet.h"

#include <gtest/gtest.h>

using namespace hetcc;

namespace {

using Lines = std::vector<std::string>;

/// The tables of a function's only region, from its clauses, and from its body for arrays without a clause.
Lines tablesOf(const std::string &Parameters, const std::string &Clauses, const std::string &Loop,
               Snippet::Language Of = Snippet::C) {
  Lines Found;
  EXPECT_TRUE(Snippet::ofLoop(
      Parameters, Clauses, Loop,
      [&](Region &R, clang::ASTContext &Context) {
        EXPECT_EQ(R.Fate.Cause, "");
        Found = textOf(makeTables(R, statedUses(R, Context)));
      },
      Of));
  return Found;
}

/// The tables of a loop without clauses; or the reason why the loop stays on the cores.
Lines stated(const std::string &Parameters, const std::string &Loop, const std::string &Before = "") {
  Lines Found;
  const std::string Code =
      Before + "void f(" + Parameters + ") {\n#pragma omp parallel for hetero(1)\n" + Loop + "\n}\n";
  EXPECT_TRUE(Snippet::parse(Code, [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
    ASSERT_EQ(Regions.size(), 1u);
    Region &R = *Regions.front();
    ASSERT_TRUE(analyse(R, Context, Diags));
    Found = R.Fate.Cause.empty() ? textOf(makeTables(R, statedUses(R, Context))) : Lines{R.Fate.Cause};
  }));
  return Found;
}

TEST(Tables, RowsThatAreEqualAreOne) {
  Tables T;
  EXPECT_TRUE(Snippet::of("void f(int n, double a, double *x, double *y) {\n"
                          "#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])\n"
                          "for (int i = 0; i < n; i++) y[i] += a * x[i];\n}\n",
                          [&](Region &R, clang::ASTContext &Context) { T = makeTables(R, statedUses(R, Context)); }));
  EXPECT_EQ(textOf(T),
            (Lines{"array [(hetrt_int64)(n)]", "array [(hetrt_int64)(n)]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) read own declared",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) read write own declared", "number (hetrt_int64)(n)"}));
  EXPECT_EQ(T.Ends.size(), 1u);
  EXPECT_EQ(T.Terms.size(), 2u);
}

TEST(Tables, RowsThatALoopMakesOfAnArray) {
  const std::string Loop = "for (int y = 0; y < 8; y++) for (int x = 0; x < 16; x++) a[y * 16 + x] = y;";
  EXPECT_EQ(stated("", Loop, "int a[133];\n").front(),
            "array [(hetrt_int64)(sizeof(a) / sizeof(a[0]))] [16] flat in elements");
  EXPECT_EQ(stated("int *a", Loop).front(), "array [?] [16] flat");
  EXPECT_EQ(
      stated("", "for (int y = 0; y < 8; y++) for (int x = 0; x < 16; x++) a[y][x] = y;", "int a[8][16];\n").front(),
      "array [(hetrt_int64)(sizeof(a) / sizeof(a[0]))] [16]");
}

TEST(Tables, HaloAndSections) {
  EXPECT_EQ(tablesOf("int n, double *x, double *y, double *z",
                     "hetero(1) part_copyin(x[1:n:2]) map(to: z[1:n-1]) part_copyout(y[1:n])",
                     "for (int i = 0; i < n; i++) y[i] = x[i] + z[1];"),
            (Lines{"array [(hetrt_int64)(n)]", "array [(hetrt_int64)(1) + (hetrt_int64)(n-1)]",
                   "array [(hetrt_int64)(n)]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) read own declared",
                   "box of 0 [{1} * v + {-2}, {0} .. {1} * v + {3}, {(hetrt_int64)(n)}) read declared",
                   "box of 1 [{1} .. {1 + (hetrt_int64)(n-1)}) read declared",
                   "box of 2 [{1} * v + {0} .. {1} * v + {1}) write surely own declared", "number (hetrt_int64)(n)",
                   "number (hetrt_int64)(1) + (hetrt_int64)(n-1)", "number (hetrt_int64)(n-1)"}));
}

TEST(Tables, ATieThatIsKnownWhenThePassBegins) {
  EXPECT_EQ(tablesOf("int n, int byRows, double *x, double *y",
                     "hetero(1) part_copyin(x[byRows:n][byRows == 0:n]) part_copyout(y[1:n])",
                     "for (int i = 0; i < n; i++) y[i] = x[i * n];"),
            (Lines{"array [(hetrt_int64)(n)] [(hetrt_int64)(n)] flat", "array [(hetrt_int64)(n)]",
                   "box of 0 [{(byRows) ? 1 : 0} * v + {0} .. {(byRows) ? 1 : 0} * v + "
                   "{hetrt_plus(hetrt_plus((byRows) ? 1 : 0, (hetrt_int64)(n)), hetrt_times(hetrt_times((byRows) ? "
                   "1 : 0, (hetrt_int64)(n)), -1))}) [ .. ) from {hetrt_least_where(0, hetrt_plus((byRows) ? 1 : 0, "
                   "hetrt_times((byRows == 0) ? 1 : 0, -1)))} to {__INT64_MAX__} read own declared",
                   "box of 0 [ .. ) [{(byRows == 0) ? 1 : 0} * v + {0} .. {(byRows == 0) ? 1 : 0} * v + "
                   "{hetrt_plus(hetrt_plus((byRows == 0) ? 1 : 0, (hetrt_int64)(n)), "
                   "hetrt_times(hetrt_times((byRows == 0) ? 1 : 0, (hetrt_int64)(n)), -1))}) from "
                   "{hetrt_least_where(0, hetrt_plus((byRows == 0) ? 1 : 0, hetrt_times((byRows) ? 1 : 0, -1)))} to "
                   "{__INT64_MAX__} read own declared",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) write surely own declared", "number (hetrt_int64)(n)",
                   "number hetrt_least_where(0, hetrt_plus((byRows) ? 1 : 0, hetrt_times((byRows == 0) ? 1 : 0, "
                   "-1)))",
                   "number __INT64_MAX__", "number (byRows) ? 1 : 0",
                   "number hetrt_plus(hetrt_plus((byRows) ? 1 : 0, (hetrt_int64)(n)), "
                   "hetrt_times(hetrt_times((byRows) ? 1 : 0, (hetrt_int64)(n)), -1))",
                   "number hetrt_least_where(0, hetrt_plus((byRows == 0) ? 1 : 0, hetrt_times((byRows) ? 1 : 0, "
                   "-1)))",
                   "number (byRows == 0) ? 1 : 0",
                   "number hetrt_plus(hetrt_plus((byRows == 0) ? 1 : 0, (hetrt_int64)(n)), "
                   "hetrt_times(hetrt_times((byRows == 0) ? 1 : 0, (hetrt_int64)(n)), -1))"}));
}

TEST(Tables, TwoDimensionsThatFollowAreTwoBoxes) {
  EXPECT_EQ(tablesOf("int n, double *x, double *y", "hetero(1) part_copyin(x[1:n][1:n]) part_copyout(y[1:n])",
                     "for (int i = 0; i < n; i++) y[i] = x[i * n];"),
            (Lines{"array [(hetrt_int64)(n)] [(hetrt_int64)(n)] flat", "array [(hetrt_int64)(n)]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [ .. ) read declared",
                   "box of 0 [ .. ) [{1} * v + {0} .. {1} * v + {1}) read declared",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) write surely own declared", "number (hetrt_int64)(n)"}));
}

TEST(Tables, WhatMayDoMoreThanHaveAValueIsComputedOnce) {
  EXPECT_EQ(tablesOf("int n, int (*f)(void), double *x", "hetero(1) part_copy(x[1:f()])",
                     "for (int i = 0; i < n; i++) x[i] += 1;"),
            (Lines{"array [(hetrt_int64)(f())]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) read write own declared",
                   "once (hetrt_int64)(f())"}));
}

TEST(Tables, Segments) {
  EXPECT_EQ(
      tablesOf("int n, int most, const int *row, const double *v, double *y",
               "partition() map(to, segmented: v[0:most, row, i]) map(from: y[0:n, i])",
               "for (int i = 0; i < n; i++) { y[i] = 0; for (int k = row[i]; k < row[i + 1]; k++) y[i] += v[k]; }"),
      (Lines{"array [(hetrt_int64)(most)]", "array [(hetrt_int64)(n)]", "array [?]",
             "box of 0 [array 2[{1} * v + {0}] + {0} .. array 2[{1} * v + {1}] + {0}) read own declared",
             "box of 1 [{1} * v + {0} .. {1} * v + {1}) write surely own declared",
             "box of 2 [{1} * v + {0} .. {1} * v + {1}) read attained own declared",
             "box of 2 [{1} * v + {0} .. {1} * v + {2}) read attained declared", "number (hetrt_int64)(most)",
             "number (hetrt_int64)(n)"}));
}

/// Elements that the iteration has written before it reads them do not count as reads.
TEST(Tables, BodyHaloAndGuard) {
  EXPECT_EQ(tablesOf("int n, double *x, double *y", "hetero(1)",
                     "for (int i = 0; i < n; i++) { y[i] = x[i]; if (i > 0) y[i] += x[i-1]; }"),
            (Lines{"array [?]", "array [?]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) read attained",
                   "box of 1 [{1} * v + {-1} .. {1} * v + {0}) from {1} to {__INT64_MAX__} read attained",
                   "number __INT64_MAX__"}));
}

TEST(Tables, BodyProducts) {
  EXPECT_EQ(tablesOf("int n, int m, double *x, double *y", "hetero(1)",
                     "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) y[i*m+j] = 2 * x[i*m+j];"),
            (Lines{"array [?] [(hetrt_int64)(m)] flat", "array [?] [(hetrt_int64)(m)] flat",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {(hetrt_int64)(m)}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))} to {__INT64_MAX__} write surely "
                   "attained",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {(hetrt_int64)(m)}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))} to {__INT64_MAX__} read attained",
                   "number (hetrt_int64)(m)", "number hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))",
                   "number __INT64_MAX__"}));
}

TEST(Tables, BodyRowsOfATriangle) {
  EXPECT_EQ(tablesOf("int n, double (*l)[100]", "hetero(1)",
                     "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) l[i][j] = 1;"),
            (Lines{"array [?] [100]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {1} * v + {1}) from {0} to {__INT64_MAX__} "
                   "write surely attained",
                   "number __INT64_MAX__"}));
}

TEST(Tables, BodyUnsigned) {
  EXPECT_EQ(tablesOf("unsigned long n, unsigned m, double *y", "hetero(1)",
                     "for (unsigned long i = 0; i < n; i++) y[i + m] = 1;"),
            (Lines{"array [?]",
                   "box of 0 [{1} * v + {(hetrt_int64)(m)} .. {1} * v + {1 + (hetrt_int64)(m)}) write surely "
                   "attained",
                   "number (hetrt_int64)(m)"}));
}

/// The runtime finds the extent of x from boxes whose ends some iteration is sure to reach.
TEST(Tables, WithoutAnExtent) {
  EXPECT_EQ(
      stated("int n, double *x, double *y", "for (int i = 0; i < n; i++) { y[i] = 0; if (i > 0) y[i] += x[i-1]; }"),
      (Lines{"array [?]", "array [?]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
             "box of 1 [{1} * v + {-1} .. {1} * v + {0}) from {1} to {__INT64_MAX__} read attained",
             "number __INT64_MAX__"}));
}

/// The elements between are not part of the array.
TEST(Tables, EverySecondElement) {
  EXPECT_EQ(
      stated("int n, double *y", "for (int i = 0; i < n; i++) y[2 * i] = 1;"),
      (Lines{"array [?] [2] flat", "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {1}) write surely attained"}));
}

TEST(Tables, Triples) {
  EXPECT_EQ(
      stated("int n, unsigned char *rgb",
             "for (int i = 0; i < n; i++) for (int c = 0; c < 3; c++) rgb[3 * i + c] = 0;"),
      (Lines{"array [?] [3] flat", "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {3}) write surely attained"}));
}

TEST(Tables, BlocksWithAShortLastOne) {
  EXPECT_EQ(
      stated("int n, int size, int b, double *x",
             "for (int i = 0; i < n; i++) for (int k = size*i; k < (size*i+b < n ? size*i+b : n); k++) x[k] = 0;"),
      (Lines{"array [?]",
             "box of 0 [{(hetrt_int64)(size)} * v + {0} .. {(hetrt_int64)(size)} * v + {(hetrt_int64)(b)}, "
             "{(hetrt_int64)(n)}) from {hetrt_greater(hetrt_least_where(0, hetrt_plus((hetrt_int64)(b), -1)), "
             "hetrt_least_where(hetrt_times((hetrt_int64)(size), -1), hetrt_plus((hetrt_int64)(n), -1)))} to "
             "{hetrt_greatest_where(hetrt_times((hetrt_int64)(size), -1), hetrt_plus((hetrt_int64)(n), -1))} "
             "write surely attained",
             "number hetrt_greater(hetrt_least_where(0, hetrt_plus((hetrt_int64)(b), -1)), "
             "hetrt_least_where(hetrt_times((hetrt_int64)(size), -1), hetrt_plus((hetrt_int64)(n), -1)))",
             "number hetrt_greatest_where(hetrt_times((hetrt_int64)(size), -1), hetrt_plus((hetrt_int64)(n), "
             "-1))",
             "number (hetrt_int64)(size)", "number (hetrt_int64)(b)", "number (hetrt_int64)(n)"}));
}

TEST(Tables, FourDimensions) {
  EXPECT_EQ(stated("int n, double x[8][9][10][11]",
                   "for (int i = 0; i < 8; i++) for (int j = 0; j < 9; j++) for (int k = 0; "
                   "k < 10; k++) for (int l = 0; l < 11; l++) x[i][j][k][l] += 1;"),
            (Lines{"array [?] [9] [10] [11]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {9}) [{0} .. {10}) [{0} .. {11}) read write "
                   "attained"}));
}

/// Version 8 has four dimensions at most: a fifth becomes part of the element, if the type tells its size.
TEST(Tables, FiveDimensions) {
  EXPECT_EQ(
      stated("int n, double x[8][9][10][11][2]", "for (int i = 0; i < 8; i++) x[i][1][2][3][0] += 1;"),
      (Lines{"array [?] [9] [10] [11]",
             "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{1} .. {2}) [{2} .. {3}) [{3} .. {4}) read write attained"}));
  EXPECT_EQ(stated("int n, double x[8][9][10][11][n]", "for (int i = 0; i < 8; i++) x[i][1][2][3][0] += 1;"),
            (Lines{"how long 'x' is is not known: no iteration is sure to come to the end of what "
                   "'x[i][1][2][3][0]' may reach"}));
}

TEST(Tables, DownAndUp) {
  EXPECT_EQ(stated("int n, double *x, double *y", "for (int i = 0; i < n; i++) y[i] = x[i] + x[n - 1 - i];"),
            (Lines{"array [?]", "array [?]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) read attained",
                   "box of 1 [{-1} * v + {-1 + (hetrt_int64)(n)} .. {-1} * v + {(hetrt_int64)(n)}) read attained",
                   "number (hetrt_int64)(n)"}));
}

/// If s is negative, nothing is known about x.
TEST(Tables, ASignThatIsAssumed) {
  EXPECT_EQ(stated("int n, int s, int m, double (*x)[7], double *y",
                   "for (int i = 0; i < n; i++) { y[i] = 0; for (int j = 0; j < m; j++) y[i] += x[i + s * j][0]; }"),
            (Lines{"array [?]", "array [?] [7]", "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
                   "box of 1 [{1} * v + {hetrt_if((hetrt_int64)(s) >= 0, 0)} .. {1} * v + {1 + "
                   "hetrt_plus(hetrt_times((hetrt_int64)(m), (hetrt_int64)(s)), hetrt_times((hetrt_int64)(s), "
                   "-1))}) [{0} .. {1}) from {hetrt_if((hetrt_int64)(s) >= 0, hetrt_least_where(0, "
                   "hetrt_plus((hetrt_int64)(m), -1)))} to {__INT64_MAX__} read attained",
                   "number hetrt_if((hetrt_int64)(s) >= 0, hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1)))",
                   "number __INT64_MAX__", "number hetrt_if((hetrt_int64)(s) >= 0, 0)",
                   "number hetrt_plus(hetrt_times((hetrt_int64)(m), (hetrt_int64)(s)), "
                   "hetrt_times((hetrt_int64)(s), -1))"}));
}

/// An array that every iteration reads completely is counted in elements, like a full copy; an array that iterations
/// write by rows is counted in rows.
TEST(Tables, WhatNoBoxCutsHasOneDimension) {
  EXPECT_EQ(stated("int n, double *a, double *c",
                   "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) "
                   "c[i * n + j] += a[i * n + k] * a[j * n + k];"),
            (Lines{"array [?] [(hetrt_int64)(n)] flat", "array [?]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {(hetrt_int64)(n)}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(n), -1))} to {__INT64_MAX__} read write attained",
                   "box of 1 [{0} .. {hetrt_times((hetrt_int64)(n), (hetrt_int64)(n))}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(n), -1))} to {__INT64_MAX__} read attained",
                   "number (hetrt_int64)(n)", "number hetrt_least_where(0, hetrt_plus((hetrt_int64)(n), -1))",
                   "number __INT64_MAX__", "number hetrt_times((hetrt_int64)(n), (hetrt_int64)(n))"}));
  EXPECT_EQ(stated("int n, int m, double *a, double *c",
                   "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) for (int k = 0; k < m; k++) "
                   "c[i] += a[j * m + k];"),
            (Lines{"array [?]", "array [?] [(hetrt_int64)(m)] flat",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) from {hetrt_least_where(0, "
                   "hetrt_plus((hetrt_int64)(m), -1))} to {hetrt_plus((hetrt_int64)(n), -1)} read write attained",
                   "box of 1 [{1} * v + {0} .. {(hetrt_int64)(n)}) [{0} .. {(hetrt_int64)(m)}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))} to {hetrt_plus((hetrt_int64)(n), -1)} "
                   "read attained",
                   "number hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))",
                   "number hetrt_plus((hetrt_int64)(n), -1)", "number (hetrt_int64)(m)", "number (hetrt_int64)(n)"}));
}

/// A row ends where its type says, so after the whole row has been written, any element of it may be read.
TEST(Tables, RowsThatAreWrittenBeforeTheyAreRead) {
  EXPECT_EQ(stated("int n, int *g, double (*y)[9]",
                   "for (int i = 0; i < n; i++) { for (int l = 0; l < 9; l++) y[i][l] = 0; y[i][g[i]] += 1; }"),
            (Lines{"array [?] [9]", "array [?]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {9}) write surely attained",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) read attained"}));
  EXPECT_EQ(stated("int n, int *g, double (*y)[9]",
                   "for (int i = 0; i < n; i++) { for (int l = 0; l < 8; l++) y[i][l] = 0; y[i][g[i]] += 1; }"),
            (Lines{"array [?] [9]", "array [?]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {8}) write surely attained",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) [ .. ) read write",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) read attained"}));
}

TEST(Tables, MoreBoxesThanAnArrayHas) {
  EXPECT_EQ(
      stated("int n, int m, double *x, double *y", "for (int i = 0; i < n; i++) y[i] = x[i] + x[2*i] + x[3*i] + x[4*i] "
                                                   "+ x[5*i] + x[6*i] + x[7*i] + x[8*i] + x[9*i];"),
      (Lines{"array [?]", "array [?] [3] [3] flat", "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
             "box of 1 [ .. ) [ .. ) [ .. ) read",
             "box of 1 [{0} .. {1}) [{1} * v + {0} .. {1} * v + {1}) [{0} .. {1}) read attained",
             "box of 1 [{0} .. {1}) [{0} .. {1}) [{4} * v + {0} .. {4} * v + {1}) read attained",
             "box of 1 [{0} .. {1}) [{0} .. {1}) [{5} * v + {0} .. {5} * v + {1}) read attained",
             "box of 1 [{0} .. {1}) [{2} * v + {0} .. {2} * v + {1}) [{0} .. {1}) read attained",
             "box of 1 [{0} .. {1}) [{0} .. {1}) [{7} * v + {0} .. {7} * v + {1}) read attained",
             "box of 1 [{0} .. {1}) [{0} .. {1}) [{8} * v + {0} .. {8} * v + {1}) read attained",
             "box of 1 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {1}) [{0} .. {1}) read attained"}));
}

/// Boxes whose ends differ by a constant are merged into one with common ends.
TEST(Tables, BoxesThatBecomeOneKeepTheirEnds) {
  std::string Sum;
  for (const char *Each : {"i][j", "i][j + 2", "i][j + 4", "i + 2][j", "i + 2][j + 2", "i + 2][j + 4", "i + 4][j",
                           "i + 4][j + 2", "i + 4][j + 4"})
    Sum += std::string(Sum.empty() ? "" : " + ") + "x[2 * " + Each + "]";
  const Lines Found = stated("int n, int m, double (*x)[70], double *y", "for (int i = 0; i < n; i++) { y[i] = 0; for "
                                                                         "(int j = 0; j < 60; j++) y[i] += " +
                                                                             Sum + "; }");
  for (const std::string &Each : Found)
    EXPECT_EQ(Each.find("[ .. )"), std::string::npos) << Each;
}

/// Variables from before the loop that each iteration sets.
TEST(Tables, WhatATurnSets) {
  const std::string Parameters = "int n, int m, int d, double (*x)[70], double *y";
  const auto Body = [&](const std::string &Code) {
    return stated(Parameters, "for (int i = 0; i < n; i++) { " + Code + " }");
  };
  const Lines Plain = Body("for (int j = 0; j < m; j++) y[i] += x[2 * i - d][2 * j];");
  const auto Set = [&](const std::string &Code) {
    Lines Found;
    const std::string Text = "void f(" + Parameters +
                             ") { int j, k, l;\n#pragma omp parallel for private(j, k, l) "
                             "hetero(1)\nfor (int i = 0; i < n; i++) { " +
                             Code + " }\n}\n";
    EXPECT_TRUE(
        Snippet::parse(Text, [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
          Region &R = *Regions.front();
          ASSERT_TRUE(analyse(R, Context, Diags));
          Found = R.Fate.Cause.empty() ? textOf(makeTables(R, statedUses(R, Context))) : Lines{R.Fate.Cause};
        }));
    return Found;
  };
  EXPECT_EQ(Set("k = 2 * i - d; for (j = 0; j < m; j++) { l = 2 * j; y[i] += x[k][l]; }"), Plain);
  EXPECT_EQ(
      Set("k = 2 * i - d; for (j = 0; j < m; j++) { l = 2 * j; y[i] += x[k][l]; } for (j = 0; j < m; j++) { l = 2 "
          "* j; y[i] += x[k][l]; }"),
      Plain);
  for (const char *Other :
       {"k = 2 * i - d; for (j = 0; j < m; j++) { l = 2 * j; y[i] += x[k][l]; l++; y[i] += x[k][l]; }",
        "k = 2 * i - d; for (j = 0; j < m; j++) { if (j > 3) { l = 2 * j; } y[i] += x[k][l]; }",
        "k = 2 * i - d; for (j = 0; j < m; j++) { l = 2 * j; y[i] += x[k][l]; l = 3 * j; y[i] += x[k][l]; }",
        "k = 2 * i - d; for (j = 0; j < m; j++) { y[i] += x[k][l]; l = 2 * j; }"})
    EXPECT_NE(Set(Other), Plain) << Other;
}

/// A row of a flat array that begins at an element of another array: its position depends on the iterator in two ways,
/// which no term can express.
TEST(Tables, SegmentsOfFlatRows) {
  EXPECT_EQ(stated("int n, int m, const int *row, double *x",
                   "for (int i = 0; i < n; i++) for (int j = row[i]; j < row[i + 1]; j++) x[i * (m + 1) + j] = 1;"),
            (Lines{"array [?]", "array [?] [(hetrt_int64)(m)] flat writes anywhere",
                   "box of 0 [{1} * v + {0} .. {1} * v + {2}) read attained", "box of 1 [ .. ) [ .. ) write",
                   "number (hetrt_int64)(m)"}));
}

/// Races and loop-carried dependences are found without the tables.
TEST(Tables, Races) {
  EXPECT_EQ(stated("int n, double *y", "for (int i = 1; i < n; i++) y[2 * i] = y[2 * i - 2];"),
            (Lines{"'y' is written, and 'y[2 * i - 2]' may read what another iteration writes"}));
}

/// A row that is only assumed does not bound a subscript.
TEST(Tables, SubscriptsThatMayLeaveTheirRow) {
  EXPECT_EQ(stated("int n, int m, const int *at, double (*fixed)[50], double *x, double *y",
                   "for (int i = 0; i < n; i++) { y[i] = 0; for (int j = 0; j < m; j++)\n"
                   "  y[i] += x[i * m + j] + x[i * m + at[j]] + fixed[i][0] + fixed[i][at[j]]; }"),
            (Lines{"array [?]", "array [?] [(hetrt_int64)(m)] flat", "array [?]", "array [?] [50]",
                   "box of 0 [{1} * v + {0} .. {1} * v + {1}) write surely attained",
                   "box of 1 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {(hetrt_int64)(m)}) from "
                   "{hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))} to {__INT64_MAX__} read attained",
                   "box of 1 [ .. ) [ .. ) from {hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))} to "
                   "{__INT64_MAX__} read",
                   "box of 2 [{0} .. {(hetrt_int64)(m)}) from {hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), "
                   "-1))} to {__INT64_MAX__} read attained",
                   "box of 3 [{1} * v + {0} .. {1} * v + {1}) [{0} .. {1}) from {hetrt_least_where(0, "
                   "hetrt_plus((hetrt_int64)(m), -1))} to {__INT64_MAX__} read attained",
                   "box of 3 [{1} * v + {0} .. {1} * v + {1}) [ .. ) from {hetrt_least_where(0, "
                   "hetrt_plus((hetrt_int64)(m), -1))} to {__INT64_MAX__} read",
                   "number (hetrt_int64)(m)", "number hetrt_least_where(0, hetrt_plus((hetrt_int64)(m), -1))",
                   "number __INT64_MAX__"}));
}

} // namespace
