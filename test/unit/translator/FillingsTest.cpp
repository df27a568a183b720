// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that are private to each thread and that the loop sets before it reads them: each iteration may have its own.
#include "Analysis/Loop/LoopAnalysis.h"
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// The arrays that each iteration may have for itself, of all loops of a unit; "" if there are none.
std::string owned(const std::string &Unit, Snippet::Language Of = Snippet::C) {
  std::string Found;
  const bool Good = Snippet::of(
      "enum { N = 8 };\ndouble x[100], y[100];\nint key[100];\nvoid *memset(void *, int, unsigned long);\n" + Unit,
      [&](Region &R, clang::ASTContext &) {
        for (const Capture &C : R.Body.Captures)
          if (C.Kind == CaptureKind::Private && C.Type->isArrayType())
            Found += (Found.empty() ? "" : " ") + C.What.name();
        for (const FilledElsewhere &F : R.Needs.Foreign.Filled)
          Found += " " + F.To->getNameAsString() + "[" + std::to_string(F.First) + "," + std::to_string(F.End) + ")";
      },
      Of);
  return Good ? Found : "not sound";
}

/// owned() for a loop in a team that has arrays `b` and `m`. Body: the loop's body; Behind: statements after the loop.
std::string inTeam(const std::string &Body, const std::string &Behind = "", const std::string &Unit = "") {
  return owned(Unit +
               "void loop(int n, int w) {\n#pragma omp parallel\n{\ndouble b[N], m[N][3], s, t;\nint j, k, p;\n"
               "#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) {\n" +
               Body + "\n}\n" + Behind + "\n}\n}\n");
}

TEST(Fillings, AllOfItInALoop) {
  EXPECT_EQ(inTeam("for (j = 0; j < N; j++) b[j] = x[i] + j; y[i] = b[3] + b[key[i]];"), "b");
  EXPECT_EQ(inTeam("for (int k = N - 1; k >= 0; k--) b[k] = x[i]; y[i] = b[key[i]];"), "b");
  EXPECT_EQ(inTeam("for (j = 1; j <= N; j++) b[j - 1] = x[i]; y[i] = b[key[i]];"), "b");
  EXPECT_EQ(inTeam("b[0] = 0; for (j = 1; j < N; j++) b[j] = b[j - 1] + x[i]; y[i] = b[N - 1];"), "")
      << "which earlier turns have set: that is not followed";
}

TEST(Fillings, PartsOfIt) {
  EXPECT_EQ(inTeam("for (j = 0; j < 4; j++) b[j] = x[i]; y[i] = b[0] + b[3];"), "b");
  EXPECT_EQ(inTeam("for (j = 0; j < 4; j++) b[j] = x[i]; y[i] = b[4];"), "");
  EXPECT_EQ(inTeam("for (j = 0; j < w; j++) b[j] = x[i]; for (j = 1; j < w - 1; j++) y[i] += b[j - 1] + b[j + 1];"),
            "b");
  EXPECT_EQ(inTeam("for (j = 0; j < w; j++) b[j] = x[i]; for (j = 0; j < w; j++) y[i] += b[j + 1];"), "");
  EXPECT_EQ(inTeam("for (j = 0; j < w; j++) b[j] = x[i]; y[i] = b[0];"), "") << "w may be 0";
  EXPECT_EQ(inTeam("for (j = 0; j < N; j += 2) b[j] = x[i]; y[i] = b[1];"), "");
  EXPECT_EQ(inTeam("b[2] = x[i]; y[i] = b[2];"), "b");
  EXPECT_EQ(inTeam("p = 2; b[p] = x[i]; p = p + 1; y[i] = b[p - 1];"), "b");
  EXPECT_EQ(inTeam("p = 2; b[p] = x[i]; if (x[i] > 0) p = 3; y[i] = b[p];"), "");
  EXPECT_EQ(inTeam("for (j = 0; j < w; j++) { p = j + 1; b[j] = x[i]; if (p < w) y[i] = b[p - 1]; }"), "b");
}

TEST(Fillings, OfSeveralDimensions) {
  const std::string Set = "for (j = 0; j < N; j++) for (k = 0; k < 3; k++) m[j][k] = x[i] + k;\n";
  EXPECT_EQ(inTeam(Set + "y[i] = m[key[i]][1];"), "m");
  EXPECT_EQ(inTeam("for (j = 0; j < w; j++) { m[j][0] = 1; for (k = 1; k < 3; k++) m[j][k] = k; y[i] += m[j][2]; }\n"
                   "for (j = 2; j < w; j++) y[i] += m[j - 1][0] + m[j - 2][key[i]];"),
            "m")
      << "parts that meet are one";
  EXPECT_EQ(inTeam("for (j = 0; j < 3; j++) m[j][j] = 1; y[i] = m[2][1];"), "") << "a diagonal";
  EXPECT_EQ(
      inTeam("for (j = 0; j < w; j++) for (k = 0; k < 2; k++) m[j][k] = 1; for (j = 0; j < w; j++) y[i] += m[j][2];"),
      "");
}

TEST(Fillings, UnderConditions) {
  EXPECT_EQ(inTeam("if (x[i] > 0) for (j = 0; j < N; j++) b[j] = x[i]; y[i] = b[0];"), "");
  EXPECT_EQ(inTeam("if (x[i] > 0) { for (j = 0; j < N; j++) b[j] = x[i]; y[i] = b[0]; }"), "b");
  EXPECT_EQ(inTeam("for (j = 0; j < N; j++) { if (x[j] < 0) break; b[j] = x[i]; } y[i] = b[0];"), "");
  EXPECT_EQ(inTeam("for (j = 0; j < N; j++) { if (x[j] < 0) continue; b[j] = x[i]; } y[i] = b[0];"), "");
  EXPECT_EQ(inTeam("if (x[i] < 0) continue; for (j = 0; j < N; j++) b[j] = x[i]; y[i] = b[0];"), "b");
  EXPECT_EQ(inTeam("again: for (j = 0; j < N; j++) b[j] = x[i]; y[i] = b[0]; if (y[i] < 0) goto again;"), "");
  EXPECT_EQ(inTeam("for (j = 0; j < N; j++) b[j] += x[i]; y[i] = b[0];"), "");
  EXPECT_EQ(inTeam("while (y[i] < 9) { for (j = 0; j < N; j++) b[j] = x[i]; y[i] += b[0]; }"), "b");
  EXPECT_EQ(inTeam("x[i] > 0 ? (b[0] = 1) : 0; y[i] = b[0];"), "");
}

TEST(Fillings, WhatIsLeftBehind) {
  const std::string Set = "for (j = 0; j < N; j++) b[j] = x[i]; y[i] = b[3];";
  EXPECT_EQ(inTeam(Set, "x[0] = b[1];"), "");
  EXPECT_EQ(inTeam(Set, "b[1] = 3;"), "b");
  EXPECT_EQ(inTeam(Set, "double *last = b; x[0] = *last;"), "");
  EXPECT_EQ(inTeam(Set, "#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) { b[0] = i; x[i] = b[0]; }"), "b b");
  EXPECT_EQ(inTeam(Set, "#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) { b[0] = i; x[i] = b[1]; }"), "");
}

TEST(Fillings, ByFunctions) {
  const std::string
      Fill = "static void fill(int c, double v, double *to) { for (int j = 0; j < c; j++) to[j] = v; }\n",
      Read = "static void fill(int c, double v, double *to) { for (int j = 0; j < c; j++) to[j] = v + to[0]; }\n",
      Back = "static void fill(int c, double v, double *to) { if (v < 0) return; for (int j = 0; j < c; j++) to[j] = "
             "v; }\n";
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = b[key[i]];", "", Fill), "b");
  EXPECT_EQ(inTeam("fill(N, x[i], &b[0]); y[i] = b[key[i]];", "", Fill), "b");
  EXPECT_EQ(inTeam("fill(N - 1, x[i], b); y[i] = b[key[i]];", "", Fill), "");
  EXPECT_EQ(inTeam("fill(w, x[i], b); y[i] = b[key[i]];", "", Fill), "");
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = b[key[i]];", "", Read), "");
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = b[key[i]];", "", Back), "");
  EXPECT_EQ(inTeam("memset(b, 0, sizeof b); y[i] = b[key[i]];"), "b");
  EXPECT_EQ(inTeam("memset(b, 0, 3); y[i] = b[key[i]];"), "");
}

TEST(Fillings, ByFunctionsOfOtherUnits) {
  const std::string Unit = "double sum(int n, const double *of);\nvoid fill(int c, double v, double *to);\n";
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = sum(N, b);", "", Unit), "b fill[0,8)");
  EXPECT_EQ(inTeam("fill(N, x[i], b - 1); y[i] = sum(N, b);", "", Unit), "b fill[1,9)");
  EXPECT_EQ(inTeam("if (x[i] > 0) fill(N, x[i], b); y[i] = sum(N, b);", "", Unit), "");
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = sum(N, b);", "x[0] = sum(N, b);", Unit), "");
  EXPECT_EQ(inTeam("fill(N, x[i], b); y[i] = b[0];", "", "double *fill(int c, double v, double *to);\n"), "")
      << "what it returns may lead there";
}

/// owned() for a unit with a `threadprivate` array `b`, a function with a loop that sets `b`, and other functions.
std::string ofUnit(const std::string &Others, const std::string &Before = "", const std::string &Behind = "",
                   const std::string &Function = "void loop(int n)", const std::string &Class = "static") {
  return owned(Class + " double b[N];\n#pragma omp threadprivate(b)\n" + Function + " {\n" + Before +
               "\n#pragma omp parallel copyin(b)\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) {\n"
               "for (int j = 0; j < N; j++) b[j] = x[i]; y[i] = b[key[i]]; }\n" +
               Behind + "\n}\n" + Others);
}

TEST(Fillings, OfEachThread) {
  EXPECT_EQ(ofUnit(""), "b");
  EXPECT_EQ(ofUnit("", "", "", "void loop(int n)", ""), "") << "other units may read it";
  EXPECT_EQ(ofUnit("void begin(void) { for (int j = 0; j < N; j++) b[j] = 0; }"), "b");
  EXPECT_EQ(ofUnit("double last(void) { return b[3]; }"), "");
  const std::string Other =
      "void other(int n, int w) {\n#pragma omp parallel\n{\nint p, j;\n#pragma omp for hetero(1)\n"
      "for (int i = 0; i < n; i++) { for (j = 0; j < w; j++) b[j] = x[i];\n"
      "for (j = 1; j < w; j++) { p = j - 1; y[i] += b[p]; } }\n}\n";
  EXPECT_EQ(ofUnit(Other + "}"), "b b");
  EXPECT_EQ(ofUnit(Other + "y[0] = b[0]; }"), "");
  EXPECT_EQ(ofUnit("", "y[0] = b[3];"), "") << "it may be called again";
  EXPECT_EQ(ofUnit("", "", "y[0] = b[3];"), "");
  EXPECT_EQ(ofUnit("", "int n = 5; y[0] = b[3];", "", "int main(void)"), "b") << "which nobody calls again";
  EXPECT_EQ(ofUnit("int main(void); void again(void) { main(); }", "int n = 5; y[0] = b[3];", "", "int main(void)"),
            "");
  EXPECT_EQ(ofUnit("double *where(void) { return b; }"), "");
}

TEST(Fillings, UsedWhereTheTeamEnds) {
  auto With = [](const std::string &Clause) {
    return owned(
        "void loop(int n) {\ndouble b[2] = {0};\n#pragma omp parallel " + Clause +
        "\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) { b[0] = b[1] = x[i]; b[1] = 2; y[i] = b[1]; }\n"
        "x[0] = b[0];\n}\n");
  };
  EXPECT_EQ(With("private(b)"), "b");
  EXPECT_EQ(With("reduction(+:b)"), "");
  EXPECT_EQ(owned("double loop(int n) {\ndouble b[2];\nauto Do = [&] {\n#pragma omp for hetero(1)\n"
                  "for (int i = 0; i < n; i++) { b[0] = x[i]; y[i] = b[0]; }\n};\nDo();\nreturn b[0];\n}\n",
                  Snippet::CXX),
            "");
}

/// The scalars that each iteration may have for itself.
std::string scalars(const std::string &Unit, Snippet::Language Of = Snippet::C) {
  std::string Found;
  const bool Good = Snippet::parse(
      "double x[100], y[100];\n" + Unit,
      [&](std::vector<Region *> &All, clang::ASTContext &Context, Diagnostics &Diags) {
        for (Region *R : All) {
          R->Site.Source->Automatic = true;
          if (analyse(*R, Context, Diags))
            for (const Capture &C : R->Body.Captures)
              if (C.Kind == CaptureKind::Private)
                Found += (Found.empty() ? "" : " ") + C.What.name();
        }
      },
      Of);
  return Good ? Found : "not sound";
}

TEST(SharedScalars, WhatIsLeftInThem) {
  const std::string Loop = "#pragma omp parallel for hetero(1)\nfor (int i = 0; i < n; i++) { s = x[i]; y[i] = s; }\n";
  EXPECT_EQ(scalars("void f(int n) { double s;\n" + Loop + "}"), "s");
  EXPECT_EQ(scalars("void f(int n) { double s;\n" + Loop + "s = 1; x[0] = s; }"), "s");
  EXPECT_EQ(scalars("double f(int n) { double s;\n" + Loop + "return s; }"), "");
  EXPECT_EQ(scalars("void f(int n) { double s, *p = &s;\n" + Loop + "x[0] = *p; }"), "");
  EXPECT_EQ(scalars("static double s; void f(int n) {\n" + Loop + "}"), "s");
  EXPECT_EQ(scalars("double s; void f(int n) {\n" + Loop + "}"), "") << "other units may use it";
  EXPECT_EQ(scalars("static double s; void f(int n) {\n" + Loop + "} double g(void) { return s; }"), "");
  EXPECT_EQ(scalars("static double s; void f(int n) {\n" + Loop + "} double g(void) { s = 2; return s; }"), "s");
  EXPECT_EQ(scalars("static double s; void f(int n) {\n" + Loop + "} double g(void) { s = 2; f(3); return s; }"), "");
  EXPECT_EQ(scalars("double f(int n) { double s; auto Do = [&] {\n" + Loop + "};\nDo(); return s; }", Snippet::CXX),
            "");
}

} // namespace
