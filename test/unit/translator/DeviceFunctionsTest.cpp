// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that a body calls and that read variables of the file: which of them get a variant for devices, with these
// variables as parameters.
#include "Snippet.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// "at(table shift)" for each function with such a variant, in the order of the source; "" if there is none.
std::string forms(const std::string &Unit, const std::string &Call, Snippet::Language Of = Snippet::CXX) {
  std::string Found;
  const std::string Loop = "void loop(int n, double *y) {\n#pragma omp parallel for hetero(1) part_copy(y[1:n])\n"
                           "for (int i = 0; i < n; i++) y[i] = " +
                           Call + ";\n}\n";
  const size_t Place = Unit.find("LOOP");
  const std::string Whole = Place == std::string::npos ? Unit + Loop : std::string(Unit).replace(Place, 4, Loop);
  const bool Good = Snippet::of(
      Whole,
      [&](Region &R, clang::ASTContext &) {
        for (const DeviceFunction &F : R.Functions.All) {
          Found += (Found.empty() ? "" : " ") + F.Definition->getNameAsString() + "(";
          for (const clang::ValueDecl *Each : F.Needs)
            Found += (Found.back() == '(' ? "" : " ") + Each->getNameAsString();
          Found += ")";
        }
      },
      Of);
  return Good ? Found : "not sound";
}

TEST(DeviceFunctions, OfNamespacesAndClasses) {
  EXPECT_EQ(forms("static double shift; double at(int i) { return i + shift; }", "at(i)"), "at(shift)");
  EXPECT_EQ(forms("namespace a { namespace { double shift; double at(int i) { return i + shift; } } }", "a::at(i)"),
            "at(shift)");
  EXPECT_EQ(forms("struct S { static double shift; static double at(int i) { return i + shift; } };", "S::at(i)"),
            "at(shift)");
  EXPECT_EQ(forms("double shift; struct S { double m; double at(int i) const { return m + shift; } }; S s;", "s.at(i)"),
            "at(shift)");
  EXPECT_EQ(forms("double shift; template <typename T> T at(T x) { return x + T(shift); }", "at(i) + at(0.5)"),
            "at(shift) at(shift)");
  EXPECT_EQ(forms("double shift; double at(int); LOOP double at(int i) { return i + shift; }", "at(i)"), "at(shift)");
  EXPECT_EQ(forms("const double shift = 2; double at(int i) { return i + shift; }", "at(i)"), "") << "known to devices";
}

TEST(DeviceFunctions, ByWayOfOthers) {
  EXPECT_EQ(forms("double a, b; double f(int i) { return i + a; } double g(int i) { return f(i) * b; }", "g(i)"),
            "f(a) g(a b)");
  EXPECT_EQ(forms("int d; int f(int i) { return i < d ? i : f(i / 2); }", "f(i)"), "f(d)") << "calls itself";
  EXPECT_EQ(
      forms("double t[8]; double dot(const double *x) { return x[0]; } double f(int i) { return dot(t) + i; }", "f(i)"),
      "f(t)");
  EXPECT_EQ(
      forms("double t[8]; double dot(const double &x) { return x; } double f(int i) { return dot(t[i]); }", "f(i)"),
      "f(t)");
  EXPECT_EQ(
      forms("double t[8]; const double &same(const double &x) { return x; } double f(int i) { return same(t[i]); }",
            "f(i)"),
      "")
      << "where what it returns leads to is not followed";
}

TEST(DeviceFunctions, PointersThatAreOnlyReadThrough) {
  for (Snippet::Language Of : {Snippet::C, Snippet::CXX}) {
    EXPECT_EQ(forms("static double (*t)[5]; static double at(int i) { return t[i][2] + (*t)[1]; }", "at(i)", Of),
              "at(t)");
    EXPECT_EQ(forms("static double *t; static double at(int i) { t[i] = 1; return t[i]; }", "at(i)", Of), "");
    EXPECT_EQ(forms("static double *t; static double at(int i) { return t ? t[i] : 0; }", "at(i)", Of), "")
        << "the address itself is another one there";
    EXPECT_EQ(forms("static double **t; static double at(int i) { return t[i][0]; }", "at(i)", Of), "");
    EXPECT_EQ(forms("static volatile double *t; static double at(int i) { return t[i]; }", "at(i)", Of), "");
    EXPECT_EQ(forms("static double *t; static void set(double *x) { *x = 1; }\n"
                    "static double at(int i) { set(t); return i; }",
                    "at(i)", Of),
              "");
    EXPECT_EQ(forms("static double *t; static double of(double *x, int i) { return x[i]; }\n"
                    "static double at(int i) { return of(t, i); }",
                    "at(i)", Of),
              "at(t)");
  }
}

TEST(DeviceFunctions, None) {
  EXPECT_EQ(forms("int n; int f(int i) { return n++ + i; }", "f(i)"), "") << "written";
  EXPECT_EQ(forms("int m, &n = m; int f(int i) { return n + i; }", "f(i)"), "") << "a reference";
  EXPECT_EQ(forms("volatile int n; int f(int i) { return n + i; }", "f(i)"), "");
  EXPECT_EQ(forms("thread_local int n; int f(int i) { return n + i; }", "f(i)"), "");
  EXPECT_EQ(forms("int f(int i) { static int n; return n + i; }", "f(i)"), "");
  EXPECT_EQ(forms("extern int n[]; int f(int i) { return n[i]; }", "f(i)"), "") << "of no known length";
  EXPECT_EQ(forms("template <typename T> int n; int f(int i) { return n<int> + i; }", "f(i)"), "");
  EXPECT_EQ(forms("int n; int f(int i) { const int &m = n; return m + i; }", "f(i)"), "") << "a reference to it";
  EXPECT_EQ(forms("int n; int f(int i) { auto g = [=] { return n + i; }; return g(); }", "f(i)"), "") << "in a lambda";
  EXPECT_EQ(forms("struct P { P(int); int v; }; P n(3); int f(int i) { return n.v + i; }", "f(i)"), "f(n)");
  EXPECT_EQ(
      forms("struct P { P(const P &); int v; }; P make(); P n = make(); int f(int i) { return n.v + i; }", "f(i)"), "")
      << "copies of which are made by the program";
}

TEST(DeviceFunctions, OfWhatHasNoOtherForm) {
  EXPECT_EQ(forms("int n; struct S { int operator()(int i) const { return n + i; } }; S s;", "s(i)"), "");
  EXPECT_EQ(forms("int n; struct S { operator int() const { return n; } }; S s;", "s"), "");
  EXPECT_EQ(forms("int n; struct S { friend int f(S, int i) { return n + i; } }; S s;", "f(s, i)"), "");
  EXPECT_EQ(forms("int n; struct S { virtual int f(int i) const final { return n + i; } }; S s;", "s.f(i)"), "");
  EXPECT_EQ(forms("int n; int f(int i) asm(\"g\"); int f(int i) { return n + i; }", "f(i)"), "");
  EXPECT_EQ(
      forms("int n; template <class T> int f(T) { return 0; } template <> int f(int i) { return n + i; }", "f(i)"), "");
  EXPECT_EQ(forms("class S { static int n; public: static int f(int i) { return n + i; } };", "S::f(i)"), "")
      << "which the loop may not name";
  EXPECT_EQ(
      forms("class S { struct P { static int n; }; public: static int f(int i) { return P::n + i; } };", "S::f(i)"),
      "");
  EXPECT_EQ(forms("struct B { static int n; static int f(int i) { return n + i; } };\n"
                  "struct S : private B { using B::f; };",
                  "S::f(i)"),
            "");
}

} // namespace
