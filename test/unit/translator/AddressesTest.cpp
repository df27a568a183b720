// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of addresses in loop bodies and functions whose result would change if arrays had copies.
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// Why a loop over y, x and z is not split over devices; empty if it is.
std::string whyNot(const std::string &Functions, const std::string &Body, Snippet::Language Of = Snippet::C) {
  std::string Found;
  const bool Good = Snippet::of(
      "struct Two { const double *a, *b; };\n" + Functions +
          "\nvoid loop(int n, double *y, const double *x, const double *z) {\n"
          "#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(to: x[0:n], z[0:n])\n"
          "  for (int i = 0; i < n; i++) { y[i] = x[i] + z[i]; " +
          Body + " }\n}\n",
      [&](Region &R, clang::ASTContext &) { Found = R.Fate.Where == RunsOn::Everywhere ? "" : R.Fate.Cause; }, Of);
  return Good ? Found : "not sound";
}

std::string compared(const std::string &Who, const std::string &One, const std::string &Other) {
  return Who + " compares an address in '" + One + "' with one in '" + Other + "', and a device has copies of both";
}

TEST(Addresses, OfOneArrayAreComparedAsOnTheHost) {
  EXPECT_EQ(whyNot("", "struct Two t = {x, x + n}; y[i] = t.b - t.a;"), "");
  EXPECT_EQ(whyNot("", "const double *p[2] = {x, x + i}; y[i] = p[1] - p[0];"), "");
  EXPECT_EQ(whyNot("double f(const double *p, const double *q) { return q - p; }", "y[i] = f(x, x + i);"), "");
  EXPECT_EQ(whyNot("", "const double *p = 0; y[i] = p != 0;"), "");
}

TEST(Addresses, LieInObjectsOfTheBody) {
  EXPECT_EQ(whyNot("", "struct Two t = {x, z}; y[i] = t.b - t.a;"), compared("it", "x", "z"));
  EXPECT_EQ(whyNot("", "struct Two t; t.a = x; t.b = z; y[i] = t.a < t.b;"), compared("it", "x", "z"));
  EXPECT_EQ(whyNot("", "const double *p[2]; p[0] = x; p[1] = z; y[i] = p[1] - p[0];"), compared("it", "x", "z"));
  EXPECT_EQ(whyNot("", "const double *p, **q = &p; *q = z; p = x; y[i] = p - x;"), compared("it", "z", "x"));
}

TEST(Addresses, ArePutThereByFunctions) {
  EXPECT_EQ(whyNot("void set(const double **p, const double *v) { *p = v; }",
                   "const double *p; set(&p, z); y[i] = p - x;"),
            compared("it", "z", "x"));
  EXPECT_EQ(whyNot("void set(struct Two *t, const double *v) { t->a = v; }",
                   "struct Two t; set(&t, z); y[i] = t.a - x;"),
            compared("it", "z", "x"));
  EXPECT_EQ(whyNot("void set(const double *&p, const double *v) { p = v; }",
                   "const double *p; set(p, z); y[i] = p - x;", Snippet::CXX),
            compared("it", "z", "x"));
}

TEST(Addresses, AreComparedByFunctions) {
  const std::string Length = "double f(struct Two t) { return t.b - t.a; }";
  EXPECT_EQ(whyNot(Length, "struct Two t = {x, z}; y[i] = f(t);"), compared("'f'", "x", "z"));
  EXPECT_EQ(whyNot(Length, "struct Two t = {x, x + i}; y[i] = f(t);"), "");
  EXPECT_EQ(whyNot(Length + "double g(const double *p, const double *q) { struct Two t = {p, q}; return f(t); }",
                   "y[i] = g(x, z);"),
            compared("'g'", "x", "z"));
  EXPECT_EQ(whyNot("void set(const double **p, const double *v) { *p = v; }\n"
                   "double f(const double *p, const double *q) { const double *r; set(&r, p); return q - r; }",
                   "y[i] = f(x, z);"),
            compared("'f'", "x", "z"));
}

TEST(Addresses, AreNotMadeOfNumbers) {
  EXPECT_EQ(whyNot("double f(unsigned long p, int i) { return ((double *)p)[i]; }", "y[i] = f(7, i);"),
            "it makes a pointer of an integer, in 'f'");
  EXPECT_EQ(whyNot("", "unsigned long v = 7; y[i] = (*(double **)&v)[i];"),
            "it makes pointers of what may be no pointers");
  EXPECT_EQ(whyNot("double f(const void *p) { const struct Two *t = p; return t->a[0]; }", "y[i] = f(x);"),
            "it makes pointers of what may be no pointers, in 'f'");
}

TEST(Addresses, AreNoConstants) {
  EXPECT_EQ(whyNot("double all[9];\nconstexpr double *p = all;\ndouble f() { return p ? 1 : 0; }", "y[i] = f();",
                   Snippet::CXX),
            "'f' uses the variable 'p', in 'f'");
  EXPECT_EQ(whyNot("constexpr struct { int a; } c{3};\ndouble f() { return c.a; }", "y[i] = f();", Snippet::CXX), "");
}

} // namespace
