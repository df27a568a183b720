// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The boxes that the compiler finds in loops of C and C++, among them the examples of docs/design/footprint.md.
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Trial.h"
#include "Snippet.h"

#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace hetcc;

namespace {

/// The boxes that are inferred for a function's only region, which has no data clauses: "a: reads [i - 1, i + 2),
/// attained".
std::vector<std::string> boxes(const std::string &Parameters, const std::string &Loop,
                               Snippet::Language Of = Snippet::C, const std::string &Before = "") {
  std::vector<std::string> Found;
  const std::string Code =
      Before + "void f(" + Parameters + ") {\n#pragma omp parallel for hetero(1)\n" + Loop + "\n}\n";
  EXPECT_TRUE(Snippet::parse(
      Code,
      [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
        ASSERT_EQ(Regions.size(), 1u);
        auto Trial = makeTrial(Regions[0]->Site, Context, Diags.engine());
        ASSERT_TRUE(Trial);
        EXPECT_EQ(Trial->R.Fate.Cause, "");
        for (const ArrayUse &Use : findUses(Trial->R, Context)) {
          const std::string Name = Trial->R.Windows[Use.Window].Spec->Array.Text + ": ";
          for (const Box &B : Use.Boxes)
            Found.push_back(Name + textOf(B));
          if (Use.WritesAnywhere)
            Found.push_back(Name + "writes anywhere");
        }
      },
      Of));
  return Found;
}

using Lines = std::vector<std::string>;

TEST(Boxes, HaloAndAsymmetricHalo) {
  EXPECT_EQ(boxes("int n, double *a, double *b, double *u",
                  "for (int i = 1; i < n; i++) b[i] = a[i-1] + a[i+1] + u[i] + u[i+2];"),
            (Lines{"b: writes [i, i + 1), surely, attained", "a: reads [i - 1, i + 2), attained",
                   "u: reads [i, i + 3), attained"}));
}

TEST(Boxes, OrderOfReadsDoesNotMatter) {
  std::vector<std::string> Reads = {"p[(j - 1) * n + i - 1]", "p[(j - 1) * n + i]", "p[j * n + i - 1]", "p[j * n + i]"};
  do {
    const std::string Sum = llvm::join(Reads, " - ");
    EXPECT_EQ(boxes("int m, int n, double *p, double *v",
                    "for (int j = 1; j < m; j++) for (int i = 1; i < n; i++) v[j * n + i] = " + Sum + ";"),
              (Lines{"v: writes [j, j + 1) x [1, n) where n - 2 >= 0, surely, attained",
                     "p: reads [j - 1, j + 1) x [0, n) where n - 2 >= 0, attained"}))
        << Sum;
  } while (std::next_permutation(Reads.begin(), Reads.end()));
}

TEST(Boxes, GuardIsDomain) {
  EXPECT_EQ(
      boxes("int n, double *x, double *y", "for (int i = 0; i < n; i++) { y[i] = 0; if (i > 0) y[i] += x[i-1]; }"),
      (Lines{"y: writes [i, i + 1), surely, attained", "y: updates [i, i + 1) where i - 1 >= 0, attained",
             "x: reads [i - 1, i) where i - 1 >= 0, attained"}));
}

TEST(Boxes, ConditionOnDataIsNotAttained) {
  EXPECT_EQ(boxes("int n, int *m, double *y", "for (int i = 0; i < n; i++) if (m[i]) y[i] = 1;"),
            (Lines{"m: reads [i, i + 1), attained", "y: writes [i, i + 1)"}));
}

TEST(Boxes, EverySecondElementAndTriples) {
  EXPECT_EQ(
      boxes("int n, double *y, char *rgb",
            "for (int i = 0; i < n; i++) { y[2*i] = 1; for (int c = 0; c < 3; c++) rgb[3*i+c] = 0; }"),
      (Lines{"y: writes [i, i + 1) x [0, 1), surely, attained", "rgb: writes [i, i + 1) x [0, 3), surely, attained"}));
}

TEST(Boxes, BlocksWithAShortLastOne) {
  EXPECT_EQ(boxes("int n, int size, int b, double *x",
                  "for (int i = 0; i < n; i++) for (int k = 0; k < b && 1; k++) x[size*i+k] = 0;"),
            (Lines{"x: writes [i, i + 1) x [begin, end)", "x: writes anywhere"}));
  EXPECT_EQ(boxes("int n, int size, int b, double *x",
                  "for (int i = 0; i < n; i++) for (int k = size*i; k < (size*i+b < n ? size*i+b : n); k++) x[k] = 0;"),
            (Lines{"x: writes [i * size, min(i * size + b, n)) where b - 1 >= 0 and -i * size + n - 1 >= 0, surely, "
                   "attained"}));
}

TEST(Boxes, CountingDown) {
  EXPECT_EQ(boxes("int n, double *y", "for (int i = n-1; i >= 0; i--) y[i] = 0;"),
            (Lines{"y: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, Triangle) {
  EXPECT_EQ(boxes("int n, double (*l)[100]", "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) l[i][j] = 0;"),
            (Lines{"l: writes [i, i + 1) x [0, i + 1) where i >= 0, surely, attained"}));
}

TEST(Boxes, RowsOfAFlatArray) {
  EXPECT_EQ(boxes("int n, int m, double *y", "for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) y[i*m+j] = 0;"),
            (Lines{"y: writes [i, i + 1) x [0, m + 1) where m >= 0, surely, attained"}));
}

TEST(Boxes, ColumnsOfAFlatArray) {
  EXPECT_EQ(boxes("int n, int m, double *a", "for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) a[j*m+i] = 0;"),
            (Lines{"a: writes [0, n) x [i, i + 1) where n - 1 >= 0, surely, attained"}));
}

TEST(Boxes, TwoHalves) {
  EXPECT_EQ(boxes("int n, double *y", "for (int i = 0; i < n; i++) { y[i] = 1; y[i+n] = 2; }"),
            (Lines{"y: writes [i, i + 1), surely, attained", "y: writes [i + n, i + n + 1), surely, attained"}));
}

TEST(Boxes, BothEndsOfAnArray) {
  EXPECT_EQ(boxes("int n, double *x, double *s", "for (int i = 0; i < n; i++) s[i] = x[i] + x[n-1-i];"),
            (Lines{"s: writes [i, i + 1), surely, attained", "x: reads [i, i + 1), attained",
                   "x: reads [-i + n - 1, -i + n), attained"}));
}

TEST(Boxes, EliminationReadsThePivotRow) {
  EXPECT_EQ(boxes("int n, int i, double (*a)[64]",
                  "for (int j = i + 1; j < n; j++) for (int k = i + 1; k < n; k++) a[j][k] -= a[j][i] * a[i][k];"),
            (Lines{"a: updates [j, j + 1) x [i + 1, n) where -i + n - 2 >= 0, attained",
                   "a: reads [j, j + 1) x [i, i + 1) where -i + n - 2 >= 0, attained",
                   "a: reads [i, i + 1) x [i + 1, n) where -i + n - 2 >= 0, attained"}));
}

TEST(Boxes, SegmentsThroughATable) {
  EXPECT_EQ(boxes("int n, int *r, double *z, int *col, double *x, double *y",
                  "for (int i = 0; i < n; i++) { double s = 0; for (int k = r[i]; k < r[i+1]; k++) s += z[k]*x[col[k]];"
                  " y[i] = s; }"),
            (Lines{"r: reads [i, i + 2), attained", "z: reads [r[i], r[i + 1])", "x: reads [begin, end)",
                   "col: reads [r[i], r[i + 1])", "y: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, RedBlack) {
  EXPECT_EQ(boxes("int n, int m, int c, double (*u)[64]",
                  "for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++)"
                  " if ((i + j) % 2 == c) u[i][j] = u[i-1][j] + u[i+1][j];"),
            (Lines{"u: reads [i - 1, i + 2) x [1, m - 1) where m - 3 >= 0",
                   "u: writes [i, i + 1) x [1, m - 1) where m - 3 >= 0"}));
}

TEST(Boxes, MembersAreInsideOfElements) {
  const std::string Types = "struct s { int x, y[2]; unsigned low : 3; };\n";
  EXPECT_EQ(
      boxes("int n, struct s *p", "for (int i = 0; i < n; i++) { p[i].x = 1; p[i+1].y[1] = 2; }", Snippet::C, Types),
      (Lines{"p: writes [i, i + 1), attained", "p: writes [i + 1, i + 2), attained"}));
  EXPECT_EQ(boxes("int n, struct s *p, struct s *q",
                  "for (int i = 0; i < n; i++) { p[i] = *&(struct s){i}; q[i].low = 2; }", Snippet::C, Types),
            (Lines{"p: writes [i, i + 1), surely, attained", "q: writes [i, i + 1), attained"}));
  EXPECT_EQ(boxes("int n, double _Complex *z, double _Complex *c",
                  "for (int i = 0; i < n; i++) { __real__ z[i] = i; __imag__ (c[i]) = i; }"),
            (Lines{"z: writes [i, i + 1), attained", "c: writes [i, i + 1), attained"}));
}

TEST(Boxes, WhatAnElementInheritsIsInsideOfIt) {
  const std::string Types = "struct B { int b; };\nstruct D : B { int d; };\n";
  EXPECT_EQ(boxes("int n, D *p, D *q, D *r, const B &v, const D &w",
                  "for (int i = 0; i < n; i++) { p[i].b = 1; static_cast<B &>(q[i]) = v; r[i] = w; }", Snippet::CXX,
                  Types),
            (Lines{"p: writes [i, i + 1), attained", "q: writes [i, i + 1), attained",
                   "r: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, WritesThatNoBoxDescribes) {
  EXPECT_EQ(boxes("int n, int *edge, double *cost, double *y",
                  "for (int i = 0; i < n; i++) { cost[edge[i]] = i; y[i ^ 1] = i; }"),
            (Lines{"cost: writes [begin, end)", "cost: writes anywhere", "edge: reads [i, i + 1), attained",
                   "y: writes [begin, end)", "y: writes anywhere"}));
}

TEST(Boxes, LocalsAndDivisors) {
  EXPECT_EQ(boxes("int n, double *x, double *y, double *z",
                  "for (int i = 0; i < n; i++) { int at = 4 * i, own = i; y[own] = x[at + 2] + x[at] + z[own / 2]; }"),
            (Lines{"y: writes [i, i + 1), surely, attained", "x: reads [i, i + 1) x [0, 3), attained",
                   "z: reads [(i) / 2, (i + 2) / 2), attained"}));
}

TEST(Boxes, JumpsAndConditionsOnCounters) {
  EXPECT_EQ(boxes("int n, double *x, double *y, double *z",
                  "for (int i = 0; i < n; i++) { double s = 0;"
                  " for (int j = 0; j < n; j++) { if (j == i) continue; s += x[j]; }"
                  " for (int j = 0; j < n; j++) { if (j > 2) s += z[j]; if (s > 9) break; } y[i] = s; }"),
            (Lines{"x: reads [0, n) where n - 1 >= 0", "z: reads [3, n) where n - 4 >= 0",
                   "y: writes [i, i + 1), surely, attained"}));
}

/// The upper bound of an inner loop is the value in its condition, after all conversions that change the number.
TEST(Boxes, LoadedBoundsAreConverted) {
  const auto Read = [](const std::string &Loop) {
    for (const std::string &Each :
         boxes("int n, int *len, unsigned *u, short *s, long *l, double *x, double *y",
               "for (int i = 0; i < n; i++) { double t = 0; " + Loop + " t += x[k]; y[i] = t; }"))
      if (Each.rfind("x: reads [0, ", 0) == 0)
        return Each.substr(13);
    return std::string();
  };
  EXPECT_EQ(Read("for (int k = 0; k < len[i]; k++)"), "len[i])");
  EXPECT_EQ(Read("for (unsigned k = 0; k < len[i]; k++)"), "uint32(len[i]))");
  EXPECT_EQ(Read("for (unsigned k = 0; k < len[i] + 1; k++)"), "uint32(len[i] + (1)))");
  EXPECT_EQ(Read("for (long k = 0; k < u[i]; k++)"), "u[i])");
  EXPECT_EQ(Read("for (long k = 0; k < u[i] - 1; k++)"), "uint32(u[i] + (-1)))");
  EXPECT_EQ(Read("for (int k = 0; k < (short)l[i]; k++)"), "int16(l[i]))");
  EXPECT_EQ(Read("for (unsigned long k = 0; k < (unsigned short)(signed char)l[i]; k++)"), "uint16(int8(l[i])))");
  EXPECT_EQ(Read("int e = l[i]; for (unsigned long k = 0; k < e; k++)"), "uint64(int32(l[i])))");
  EXPECT_EQ(Read("for (unsigned k = 0; k < (unsigned short)s[i] + 1; k++)"), "end)");
}

/// An unsigned condition that may wrap around is not used; one that cannot restricts the iterator.
TEST(Boxes, ConditionsOnNumbersWithoutASign) {
  EXPECT_EQ(
      boxes("unsigned n, double *x, double *y", "for (unsigned i = 0; i < n; i++) if (i - 1 < n - 2) y[i] = x[i - 1];"),
      (Lines{"y: writes [i, i + 1)", "x: reads [i - 1, i)"}));
  EXPECT_EQ(boxes("unsigned long n, double *x, double *y",
                  "for (unsigned long i = 1; i < n; i++) { if (i < n - 1) y[i] = 1; if (i - 1 < n) x[i] = 2; }"),
            (Lines{"y: writes [i, i + 1) where -i + n - 2 >= 0, surely, attained",
                   "x: writes [i, i + 1) where -i + n >= 0, surely, attained"}));
  EXPECT_EQ(
      boxes(
          "unsigned n, double *x, double *y",
          "for (unsigned i = 0; i < n; i++) { unsigned at = i - 1; if (at < i) y[i] = 1; if (i - 3 <= i) x[i] = 2; }"),
      (Lines{"y: writes [i, i + 1)", "x: writes [i, i + 1)"}));
  EXPECT_EQ(boxes("int n, int m, unsigned k, double *x, double *y",
                  "for (int i = 0; i < n; i++) { if ((int)(k - 3) < i) y[i] = 1; if (i + k < m) x[i] = 2; }"),
            (Lines{"y: writes [i, i + 1) where i - k + 2 >= 0, surely, attained",
                   "x: writes [i, i + 1) where -i - k + m - 1 >= 0, surely, attained"}));
}

TEST(Boxes, CountersWithoutASign) {
  EXPECT_EQ(
      boxes("unsigned n, double *y",
            "for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < 10; j++) if (j - 3 < 4) y[i * 10 + j] = 1;"),
      (Lines{"y: writes [i, i + 1) x [0, 10)"}));
  EXPECT_EQ(
      boxes("unsigned n, double *y",
            "for (unsigned i = 0; i < n; i++) for (unsigned j = 3; j < 10; j++) if (j - 3 < 4) y[i * 10 + j] = 1;"),
      (Lines{"y: writes [i, i + 1) x [3, 7), surely, attained"}));
  EXPECT_EQ(boxes("unsigned n, double (*y)[10]",
                  "for (unsigned i = 0; i < n; i++) for (unsigned j = i - 1; j < 10; j++) y[i][j] = 1;"),
            (Lines{"y: writes [i, i + 1) x [begin, 10)"}));
  EXPECT_EQ(boxes("unsigned n, double (*y)[10]",
                  "for (unsigned i = 0; i < n; i++) for (int j = -2; j < n; j++) y[i][j + 2] = 1;"),
            (Lines{"y: writes [i, i + 1) x [begin, end)"}));
}

/// The generated call checks the assumption at run time.
TEST(Boxes, DifferencesThatAreAssumedNotToWrapAround) {
  EXPECT_TRUE(Snippet::ofLoop(
      "unsigned long n, unsigned long m, double *y", "hetero(1)",
      "for (unsigned long i = 0; i < n; i++) for (unsigned long j = 1; j < m - 1; j++) y[i * m + j] = 1;",
      [](Region &R, clang::ASTContext &Context) {
        const std::vector<ArrayUse> Uses = findUses(R, Context);
        ASSERT_EQ(Uses.size(), 1u);
        ASSERT_EQ(Uses[0].Boxes.size(), 1u);
        Lines Assumed;
        for (const Polynomial &Each : Uses[0].Boxes[0].Assumed)
          Assumed.push_back(textOf(Each));
        EXPECT_EQ(Assumed, (Lines{"m - 1"}));
      }));
}

TEST(Boxes, LengthsWhoseVariablesHaveChangedAreTheTypes) {
  auto Inner = [](const std::string &Before) {
    std::string Text;
    EXPECT_TRUE(Snippet::of("void f(int n, int m, double a[n][m]) {\n" + Before +
                                "\n#pragma omp parallel for hetero(1)\n"
                                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] += 1;\n}\n",
                            [&](Region &R, clang::ASTContext &Context) {
                              const std::vector<ArrayUse> Uses = findUses(R, Context);
                              ASSERT_EQ(Uses.size(), 1u);
                              const auto &Length = Uses[0].Inner.front();
                              Text = Length ? textOf(*Length) : "of the type";
                            }));
    return Text;
  };
  EXPECT_EQ(Inner(""), "m");
  EXPECT_EQ(Inner("m /= 2;"), "of the type");
  EXPECT_EQ(Inner("int *p = &m;"), "of the type");
}

TEST(Boxes, ContainersAndMembers) {
  EXPECT_EQ(
      boxes("std::vector<double> &x, S *s", "for (int i = 0; i < s->n; i++) x[i] = s->data[i + 1];", Snippet::CXX,
            "namespace std { template <class T> struct vector { T *P; T &operator[](unsigned long I) { return P[I]; }\n"
            "const T &operator[](unsigned long I) const { return P[I]; } T *data() { return P; }\n"
            "unsigned long size() const { return 9; } }; }\nstruct S { int n; double *data; };\n"),
      (Lines{"x: writes [i, i + 1), surely, attained", "s->data: reads [i + 1, i + 2), attained"}));
}

TEST(Boxes, BehindTheFourthDimensionIsAnElement) {
  EXPECT_EQ(boxes("int n, double (*x)[7][6][3][5][5]",
                  "for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) for (int m = 0; m < 5; m++)\n"
                  "  x[i][j][2][1][m][m] = x[i][j][2][0][0][m];"),
            (Lines{"x: reads [i, i + 1) x [0, 7) x [2, 3) x [0, 1), attained",
                   "x: writes [i, i + 1) x [0, 7) x [2, 3) x [1, 2), attained"}));
  EXPECT_EQ(boxes("int n, int m, double (*x)[7][6][3]",
                  "for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) x[i][j][0][0] = 0;"),
            (Lines{"x: writes [i, i + 1) x [0, 7) x [0, 1) x [0, 1), surely, attained"}));
}

TEST(Boxes, RowsOfWhichTheLengthIsLoaded) {
  const auto Of = [](const std::string &Head, const std::string &First, const std::string &Limit) {
    return boxes("int n, int *len, unsigned *more, double **a, double *y",
                 "for (int i = 0; i < n; i++) { " + Head + "double s = 0; for (int j = " + First + "; j < " + Limit +
                     "; j++) s += a[i][j]; y[i] = s; }");
  };
  const auto Has = [](const Lines &All, const std::string &Line) { return llvm::is_contained(All, Line); };
  EXPECT_TRUE(Has(Of("", "0", "len[i]"), "a: reads [i, i + 1) x [0, len[i])"));
  EXPECT_TRUE(Has(Of("", "0", "len[i] + 1"), "a: reads [i, i + 1) x [0, len[i] + (1))"));
  EXPECT_TRUE(Has(Of("const int m = (const int)len[i + 1] - 2;", "1", "n + m"),
                  "a: reads [i, i + 1) x [1, len[i + 1] + (n - 2))"));
  EXPECT_TRUE(Has(Of("", "2 - len[i]", "n"), "a: reads [i, i + 1) x [begin, n)")) << "the sign is another one";
  EXPECT_TRUE(Has(Of("", "0", "more[i] - 1"), "a: reads [i, i + 1) x [0, uint32(more[i] + (-1)))"))
      << "0 - 1 is a large number";
}

TEST(Boxes, ACastThatAddsConstIsNoneOfAPointerToARow) {
  EXPECT_EQ(boxes("int n, double **a, double *y",
                  "for (int i = 0; i < n; i++) { const double *const r = (const double *const)a[i]; y[i] = r[0]; }"),
            (Lines{"a: reads [i, i + 1) x [0, 1), attained", "y: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, LengthsThatACounterGoesThroughMayFall) {
  const Lines Found = boxes("int n, int m, int *row, double *v, double *y",
                            "for (int i = 0; i < n; i++) { double s = 0; for (int r = 0; r < m; r++) "
                            "for (int k = row[r]; k < row[r + 1]; k++) s += v[k]; y[i] = s; }");
  EXPECT_TRUE(llvm::is_contained(Found, "v: reads [begin, end) where m - 1 >= 0"));
}

TEST(Boxes, RowsOfWhichTheEndIsNotKnown) {
  EXPECT_EQ(boxes("int n, int *g, double (*y)[9]", "for (int i = 0; i < n; i++) y[i][g[i]] = 0;"),
            (Lines{"y: writes [i, i + 1) x [begin, end)", "g: reads [i, i + 1), attained"}));
  EXPECT_EQ(boxes("int n, int *g, double (*y)[9]", "for (int i = 0; i < n; i++) y[g[i]][g[i + 1]] = 0;"),
            (Lines{"y: writes [begin, end) x [begin, end)", "y: writes anywhere", "g: reads [i, i + 2), attained"}));
}

TEST(Boxes, MembersThatOnlyTheBodyReaches) {
  EXPECT_EQ(boxes("int n, struct S *s", "for (int i = 0; i < n; i++) s->a->x[i] = s->a->y[i + 1];", Snippet::C,
                  "struct A { double *x, *y; }; struct S { struct A *a; };\n"),
            (Lines{"s->a->x: writes [i, i + 1), surely, attained", "s->a->y: reads [i + 1, i + 2), attained"}));
}

TEST(Boxes, AccessorsAreSubscripts) {
  const std::string Class = "namespace std { template <class T> struct vector { T *p; T &operator[](unsigned long i) { "
                            "return p[i]; } }; }\n"
                            "class D { std::vector<double> X; double *Y; public:\n"
                            "  double &x(int i) { return X[i]; } double &y(int i) { return (Y[i]); }\n"
                            "  double &next(int i) { return Y[i + 1]; } double z(int i) { return Y[i]; }\n"
                            "  double &once(int i) { ++Y; return Y[i]; } };\n";
  EXPECT_EQ(boxes("int n, D &d", "for (int i = 0; i < n; i++) d.x(i) += d.y(n - 1 - i);", Snippet::CXX, Class),
            (Lines{"(&d.x(0)): updates [i, i + 1), attained", "(&d.y(0)): reads [-i + n - 1, -i + n), attained"}));
  for (const char *Call : {"once(i)", "x(i + 0L)"}) { // two calls, a subscript of a smaller type
    const std::string Code = Class +
                             "void f(int n, D &d, double *y) {\n#pragma omp parallel for hetero(1)\n"
                             "for (int i = 0; i < n; i++) y[i] = d." +
                             Call + ";\n}\n";
    EXPECT_TRUE(Snippet::parse(
        Code,
        [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
          auto Trial = makeTrial(Regions[0]->Site, Context, Diags.engine());
          ASSERT_TRUE(Trial);
          EXPECT_EQ(Trial->R.Windows.size(), 1u) << Call;
          EXPECT_NE(Trial->R.Fate.Cause, "") << Call;
        },
        Snippet::CXX));
  }
}

TEST(Boxes, PointersThatAreOnlyHandedToReaders) {
  auto With = [](const std::string &Result) {
    return boxes("int n, double *x, double *y", "for (int i = 0; i < n; i++) { double *p = x; y[i] = g(p, i); }",
                 Snippet::C, "static double g(double *p, int i) { return " + Result + "; }\n");
  };
  const std::string Own = "y: writes [i, i + 1), surely, attained";
  EXPECT_EQ(With("p[3 * i]"), (Lines{"x: reads [begin, end)", Own}));
  EXPECT_EQ(With("p[3 * i]++"), (Lines{"x: updates [begin, end)", "x: writes anywhere", Own}));
}

TEST(Boxes, WhatCalledFunctionsReadIsReadAnywhere) {
  EXPECT_EQ(boxes("int n, double *y", "for (int i = 0; i < n; i++) y[i] = g(i);", Snippet::C,
                  "static double t[8][4]; static double h(int i) { return t[i][1]; }\n"
                  "static double g(int i) { return h(i) + h(i + 1); }\n"),
            (Lines{"y: writes [i, i + 1), surely, attained", "t: reads [begin, end) x [begin, end)"}));
}

/// The boxes of a statement that uses a class Matrix with these member functions.
Lines boxesOf(const std::string &Functions, const std::string &Statement) {
  return boxes("int n, int m, double *y, Matrix &a", "for (int i = 0; i < n; i++) " + Statement, Snippet::CXX,
               "struct Inner { int width; };\nstruct Matrix { double *data; int nx, count; Inner in; int *at; " +
                   Functions + " };\n");
}

TEST(Boxes, CallsThatNameElements) {
  const std::string Inner = "for (int j = 0; j < m; j++) ";
  EXPECT_EQ(boxesOf("double &operator()(int i, int j) { return data[i * nx + j]; }", Inner + "a(i, j) = 0;"),
            (Lines{"a.data: writes [i, i + 1) x [0, m) where m - 1 >= 0, surely, attained"}));
  EXPECT_EQ(boxesOf("double *operator[](int i) const { return data + i * in.width; }", Inner + "a[i][j + 1] += 1;"),
            (Lines{"a.data: updates [i, i + 1) x [1, m + 1) where m - 1 >= 0, attained"}));
  EXPECT_EQ(boxesOf("int index(const int &i, int j) { return i * nx + j; }\n"
                    "double get(int i, int j) { if (i < 0) __builtin_abort(); return *(data + index(i, j)); }",
                    "y[i] = a.get(i + 1, 2);"),
            (Lines{"y: writes [i, i + 1), surely, attained", "a.data: reads [i + 1, i + 2) x [2, 3), attained"}));
  EXPECT_EQ(boxesOf("double &shifted(int i) { return data[i + 3]; } double &twice(int i) { return shifted(2 * i); }",
                    "if (i > 4) a.twice(i) = 1;"),
            (Lines{"a.data: writes [i + 1, i + 2) x [1, 2) where i - 5 >= 0, surely, attained"}))
      << "the condition around the call";
}

TEST(Boxes, CallsThatDoMoreThanToNameElements) {
  for (const char *Function :
       {"double &f(int i) { return data[at[i] + 1]; }", "double &f(int i) { return i > 2 ? data[i] : data[i + nx]; }",
        "double &f(int i) { for (int k = 0; k < i; k++) if (at[k]) return data[k]; return *data; }",
        "double &f(int i) { double *p = data; return p[i + 1]; }",
        "volatile int v; double &f(int i) { return data[i + v]; }", "double &f(int i) { return data[i + *at]; }",
        "double &f(int i) { return data[i + (*this->at)]; }"})
    for (const std::string &Each : boxesOf(Function, "y[i] = a.f(i);"))
      EXPECT_EQ(Each.find("a.data: reads ["), Each.find("a.data: reads [begin, end)")) << Function << ": " << Each;
}

TEST(Boxes, CallsWithoutEndAreLookedIntoForAWhile) {
  std::string Deep = "int g0(int i) { return i + i - i; }\n";
  for (int Depth = 1; Depth < 40; ++Depth)
    Deep += "int g" + std::to_string(Depth) + "(int i) { return g" + std::to_string(Depth - 1) + "(i + i - i); }\n";
  for (const std::string &Function :
       {Deep + "double f(int i) { return data[g39(i)]; }",
        std::string("int g(int i) { return g(g(i)); } double f(int i) { return data[g(i)]; }"),
        std::string("double &f(int i) { return f(i); }")})
    for (const std::string &Each : boxesOf(Function, "y[i] = a.f(i);"))
      EXPECT_EQ(Each.find("a.data: reads ["), Each.find("a.data: reads [begin, end)")) << Each;
}

TEST(Boxes, PointersCountByIndicesOfTheirArray) {
  EXPECT_EQ(boxes("int n, double *a", "for (double *p = a + 1; p < a + n; p += 2) { *p = 1; p[1] = *(p - 1); }"),
            (Lines{"a: writes [p, p + 1), surely, attained", "a: reads [p - 1, p), attained",
                   "a: writes [p + 1, p + 2), attained"}));
  EXPECT_EQ(boxes("struct s { double x, y; } *first, int n, double *to",
                  "for (struct s *p = &first[n - 1]; p >= first; --p) to[p - first] = p->x + (p + 2)->y;"),
            (Lines{"first: reads [p, p + 3), attained", "to: writes [p, p + 1), surely, attained"}));
  EXPECT_EQ(boxes("int n, double (*a)[8]", "for (double (*p)[8] = a; p != a + n; p++)"
                                           " for (int j = 0; j < 8; j++) (*p)[j] = p[1][j];"),
            (Lines{"a: reads [p + 1, p + 2) x [0, 8), attained", "a: writes [p, p + 1) x [0, 8), attained"}));
}

TEST(Boxes, PointersOfLoopsInside) {
  EXPECT_EQ(
      boxes("int n, int m, const double *a, double *s",
            "for (int i = 0; i < n; i++) { double t = 0;"
            " for (const double *p = a + i * m; p < a + (i + 1) * m; ++p) t += *p; s[i] = t; }"),
      (Lines{"a: reads [i * m, i * m + m) where m - 1 >= 0, attained", "s: writes [i, i + 1), surely, attained"}));
  EXPECT_EQ(boxes("int n, const int *row, const double *a, double *s",
                  "for (int i = 0; i < n; i++) { double t = 0;"
                  " for (const double *p = a + row[i], *x = 0; p < a + row[i + 1]; p++) t += *p; s[i] = t; }"),
            (Lines{"a: reads [begin, end)", "row: reads [i, i + 1), attained", "row: reads [i + 1, i + 2)",
                   "s: writes [i, i + 1), surely, attained"}))
      << "two are declared";
  EXPECT_EQ(boxes("int n, const int *row, const double *a, double *s",
                  "for (int i = 0; i < n; i++) { double t = 0;"
                  " for (const double *p = a + row[i]; p != a + row[i + 1]; p++) t += *p; s[i] = t; }"),
            (Lines{"a: reads [row[i], row[i + 1])", "row: reads [i, i + 2), attained",
                   "s: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, PointersToRowsOfMembers) {
  EXPECT_EQ(boxes("int n, const M &a, double *s",
                  "for (int i = 0; i < n; i++) { double t = 0; const double *const row = a.values[i];"
                  " for (int j = 0; j < 4; j++) t += row[j]; s[i] = t; }",
                  Snippet::CXX, "struct M { double **values; int count; };\n"),
            (Lines{"a.values: reads [i, i + 1) x [0, 4), attained", "s: writes [i, i + 1), surely, attained"}));
}

TEST(Boxes, PointersThatMayLeadElsewhere) {
  for (const char *Inside :
       {"for (p = a; p < a + n; p++) t += *p; t += *p;", "p = b; t += *p; for (p = a; p < a + n; p++) t += *p;",
        "for (p = a; p < b; p++) t += *p;", "for (p = a; p < a + n; p++) { t += *p; p = b; }",
        "for (p = i ? a : b; p < b + n; p++) t += *p;"})
    EXPECT_TRUE(Snippet::parse(
        std::string("void f(int n, const double *a, const double *b, double *s) {\n#pragma omp parallel for hetero(1)\n"
                    "for (int i = 0; i < n; i++) { double t = 0; const double *p = b; ") +
            Inside + " s[i] = t; } }\n",
        [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
          auto Trial = makeTrial(Regions.at(0)->Site, Context, Diags.engine());
          EXPECT_EQ(Trial->R.Fate.Cause.find("it compares an address in "), 0u) << Inside;
        }));
}

TEST(Boxes, ReferencesStandForElements) {
  EXPECT_EQ(boxes("int n, double *a", "for (int i = 0; i < n; i++) { double &x = a[2 * i]; if (i > 3) x = 1; }",
                  Snippet::CXX),
            (Lines{"a: writes [i, i + 1) x [0, 1) where i - 4 >= 0, surely, attained"}));
  EXPECT_EQ(boxes("int n, double *a", "for (int i = 0; i < n; i++) { int j = i; double &x = a[j]; j = 2; x = 1; }",
                  Snippet::CXX),
            (Lines{"a: updates [begin, end)", "a: writes anywhere"}))
      << "the index has changed since";
}

TEST(Boxes, RangesGoThroughElements) {
  EXPECT_EQ(boxes("int n, double (&a)[100], double (*b)[8]", "for (double &x : a) x = 1;", Snippet::CXX),
            (Lines{"a: writes [__begin2, __begin2 + 1), surely, attained"}));
  EXPECT_EQ(boxes("int n, const double (*b)[8], double *s",
                  "for (int i = 0; i < n; i++) { s[i] = 0; for (double x : b[i]) s[i] += x; }", Snippet::CXX),
            (Lines{"s: writes [i, i + 1), surely, attained", "s: updates [i, i + 1), attained",
                   "b: reads [i, i + 1) x [0, 8), attained"}));
}

} // namespace
