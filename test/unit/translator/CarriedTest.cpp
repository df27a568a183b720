// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private variables: may an iteration use the value that an earlier iteration of the same thread has left?
#include "Analysis/Loop/LoopAnalysis.h"
#include "Snippet.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// The variable whose value a loop carries from iteration to iteration; "" if there is none. The loop is a plain one
/// with these clauses, and Body is its body.
std::string carried(const std::string &Clauses, const std::string &Body, const std::string &Unit = "",
                    Snippet::Language Of = Snippet::C) {
  std::string Found;
  const bool Good = Snippet::parse(
      "double x[100], y[100];\nint key[100];\nvoid sincos(double, double *, double *);\nstruct point { double x, y; "
      "};\n" +
          Unit + "void loop(int n, int w) {\ndouble s, t, b[8];\nint j, k;\nlong l;\nstruct point p;\n" +
          "#pragma omp parallel for hetero(1) " + Clauses + "\nfor (int i = 0; i < n; i++) {\n" + Body + "\n}\n}\n",
      [&](std::vector<Region *> &All, clang::ASTContext &Context, Diagnostics &Diags) {
        for (Region *R : All) {
          R->Site.Source->Automatic = true;
          analyse(*R, Context, Diags);
          const std::string Cause = R->Fate.Cause,
                            Begin = "an iteration may use the value that an earlier one has left in '";
          Found += Cause.rfind(Begin, 0) == 0 ? Cause.substr(Begin.size(), Cause.size() - Begin.size() - 1) : Cause;
        }
      },
      Of);
  return Good ? Found : "not sound";
}

TEST(Carried, Scalars) {
  EXPECT_EQ(carried("private(s)", "s = x[i]; y[i] = s * s;"), "");
  EXPECT_EQ(carried("firstprivate(s)", "y[i] = s * x[i];"), "") << "no iteration changes it";
  EXPECT_EQ(carried("firstprivate(s)", "s += x[i]; y[i] = s;"), "s");
  EXPECT_EQ(carried("private(s)", "if (x[i] > 0) s = x[i]; y[i] = s;"), "s");
  EXPECT_EQ(carried("private(s)", "if (x[i] > 0) s = x[i]; else s = 0; y[i] = s;"), "");
  EXPECT_EQ(carried("private(s, k)", "for (k = 0; k < w; k++) s = x[k]; y[i] = s;"), "s") << "w may be 0";
  EXPECT_EQ(carried("private(j)", "for (j = 0; j < w; j++) y[i] += x[j];"), "");
  EXPECT_EQ(carried("lastprivate(s)", "y[i] = s; s = x[i];"), "s");
  EXPECT_EQ(carried("lastprivate(s)", "s = x[i]; y[i] = s;"), "");
}

TEST(Carried, ValuesThatFunctionsSet) {
  EXPECT_EQ(carried("private(s, t)", "sincos(x[i], &s, &t); y[i] = s + t;"), "");
  EXPECT_EQ(carried("private(s)", "put(&s, x[i]); y[i] = s;", "static void put(double *to, double v) { *to = v; }\n"),
            "");
  EXPECT_EQ(carried("private(s)", "put(&s, x[i]); y[i] = s;",
                    "static void put(double *to, double v) { if (v > 0) *to = v; }\n"),
            "s");
  EXPECT_EQ(
      carried("firstprivate(k)", "low((char *)&k); y[i] = k; k = k * 5;", "static void low(char *p) { p[0] = 1; }\n"),
      "k")
      << "it sets one byte";
  EXPECT_EQ(carried("firstprivate(s)", "Set()(&s, &t); y[i] = s;",
                    "struct Set { void operator()(double *a, double *b) const { *b = 1; *a = *a * 5; } };\n",
                    Snippet::CXX),
            "s")
      << "argument 0 of the call is the functor";
  EXPECT_EQ(carried("firstprivate(s)", "(void)noexcept(s = 3); s = s * 5; y[i] = s;", "", Snippet::CXX), "s")
      << "that assignment is not executed";
  EXPECT_EQ(carried("private(s, k)", "s = remquo(x[i], 3, &k); y[i] = k;", "double remquo(double, double, int *);\n"),
            "k")
      << "it may leave k as it is";
  EXPECT_EQ(carried("firstprivate(l)", "y[i] = next(&l);", "static double next(long *s) { return *s = *s * 5 + 1; }\n"),
            "l");
}

TEST(Carried, ObjectsMemberByMember) {
  EXPECT_EQ(carried("private(p)", "p.x = x[i]; p.y = p.x + 1; y[i] = p.x * p.y;"), "");
  EXPECT_EQ(carried("private(p)", "p.x = x[i]; y[i] = p.x * p.y; p.y = 0;"), "p");
  EXPECT_EQ(carried("private(p)", "struct point q = {x[i], 1}; p = q; y[i] = p.x * p.y;"), "");
  EXPECT_EQ(carried("private(p)", "point q = {x[i], 1}; p = q; y[i] = p.x * p.y;", "", Snippet::CXX), "");
}

/// Here, a loop names one member of an object, and uses the other by the whole object.
TEST(Carried, ObjectsAsAWhole) {
  const std::string Sum = "static double sum(struct point *p) { return p->y = p->y * 5 + p->x; }\n";
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = sum(&p);", Sum), "p");
  EXPECT_EQ(carried("private(p)", "p.x = x[i]; p.y = 1; y[i] = sum(&p);", Sum), "");
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = p.x * p.y;"), "") << "no iteration changes p.y";
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = both(&p);",
                    "static double both(const struct point *p) { return p->x + p->y; }\n"),
            "");
  EXPECT_EQ(carried("private(p)", "struct point q; p.x = x[i]; q = p; y[i] = q.y; p.y = 1;"), "p");
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; auto f = [&] { return p.y = p.y * 5 + p.x; }; y[i] = f();", "",
                    Snippet::CXX),
            "p");
  const std::string Methods = "struct Base { double b; double next() { return b = b * 5 + 1; } };\n"
                              "struct Sum : Base { double a; };\nextern Sum d;\n";
  EXPECT_EQ(carried("firstprivate(d)", "d.a = x[i]; y[i] = d.next();", Methods, Snippet::CXX), "d");
  const std::string Mutable = "struct Sum { mutable double a; double next() const { return a = a * 5 + 1; } };\n"
                              "extern const Sum d;\n";
  EXPECT_EQ(carried("firstprivate(d)", "y[i] = d.next();", Mutable, Snippet::CXX), "d");
  EXPECT_EQ(carried("firstprivate(e)", "y[i] = e.next();", Mutable + "extern Sum e;\n", Snippet::CXX), "e");
}

/// Here, the address of one member leads to the other.
TEST(Carried, AddressesOfMembers) {
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = ((struct point *)&p.x)->y; p.y = i;"), "p");
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; bump(&p.x); y[i] = p.y;",
                    "static void bump(double *a) { ((struct point *)a)->y++; }\n"),
            "p");
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = peek(&p.x); p.y = i;",
                    "static double peek(const double *a) { return a[1]; }\n"),
            "p");
  EXPECT_EQ(carried("firstprivate(u)", "y[i] = u.a; u.b = key[i];", "extern union { int a, b; } u;\n"), "u");
  EXPECT_EQ(carried("firstprivate(p)", "p.x = x[i]; y[i] = grow(p);",
                    "static double grow(const point &p) { return const_cast<point &>(p).y += p.x; }\n", Snippet::CXX),
            "p");
  EXPECT_EQ(carried("firstprivate(r)", "r.v[0] = x[i]; y[i] = ((struct row *)r.v)->n; r.n = i;",
                    "struct row { double v[1]; double n; };\nextern struct row r;\n"),
            "r");
  EXPECT_EQ(carried("private(p)", "sincos(x[i], &p.x, &p.y); y[i] = p.x * p.y;"), "");
  EXPECT_EQ(carried("private(p)", "put(&p.x, x[i]); put(&p.y, y[i]); y[i] = p.x * p.y;",
                    "static void put(double *to, double v) { *to = v; }\n"),
            "");
}

TEST(Carried, MembersInClauses) {
  const std::string Unit = "struct Sum { double a; void loop(int n); };\nvoid Sum::loop(int n) {\n"
                           "#pragma omp parallel for hetero(1) ";
  EXPECT_EQ(carried("", "y[i] = x[i];",
                    Unit + "firstprivate(a)\nfor (int i = 0; i < n; i++) { a = a * 5 + i; y[i] = a; } }\n",
                    Snippet::CXX),
            "a");
  EXPECT_EQ(carried("", "y[i] = x[i];",
                    Unit + "reduction(+ : a)\nfor (int i = 0; i < n; i++) { a += i; y[i] = a; } }\n", Snippet::CXX),
            "a");
  EXPECT_EQ(
      carried("", "y[i] = x[i];", Unit + "reduction(+ : a)\nfor (int i = 0; i < n; i++) a += i; }\n", Snippet::CXX),
      "");
}

TEST(Carried, Arrays) {
  EXPECT_EQ(carried("private(b, k)", "for (k = 0; k < 8; k++) b[k] = x[i] + k; y[i] = b[key[i]];"), "");
  EXPECT_EQ(carried("private(b)", "b[i % 8] = x[i]; y[i] = b[0];"), "b");
  const std::string Fill = "static void fill(int m, double *to, double v) { for (int k = 0; k < m; k++) to[k] = v; }\n";
  EXPECT_EQ(carried("private(b, k)", "fill(w, b, x[i]); for (k = 0; k < w; k++) y[i] += b[k];", Fill), "");
  EXPECT_EQ(carried("private(b, k)", "fill(w, b, x[i]); for (k = 0; k <= w; k++) y[i] += b[k];", Fill), "b");
}

TEST(Carried, ValuesCombinedByAReduction) {
  EXPECT_EQ(carried("reduction(+ : w)", "w += key[i]; y[i] = x[i];"), "");
  EXPECT_EQ(carried("reduction(+ : w)", "w = key[i] + w; ++w; w = key[0] + (w - key[1]) + 2;"), "");
  EXPECT_EQ(carried("reduction(- : w)", "w -= key[i], w += 2;"), "");
  EXPECT_EQ(carried("reduction(max : w)", "if (w < key[i]) w = key[i];"), "");
  EXPECT_EQ(carried("reduction(max : w)", "if (x[i] > 0 && key[i] > w && y[i] > 0) { w = key[i]; }"), "");
  EXPECT_EQ(carried("reduction(max : w)", "w = w < key[i] ? key[i] : w;"), "");
  EXPECT_EQ(carried("reduction(max : w)", "w = larger(key[i], w);",
                    "static int larger(int a, int b) { return a > b ? a : b; }\n"),
            "");
  const std::string Pure = "static int half(int a) { int h = a; if (h > 2) h /= 2; return h; }\n";
  EXPECT_EQ(carried("reduction(max : w)", "if (half(key[i]) > w) w = half(key[i]);", Pure), "");
  EXPECT_EQ(carried("reduction(|| : w)", "w = w || half(key[i]) > 2;", Pure), "");
  EXPECT_EQ(carried("reduction(|| : w)", "if (x[i] > 0) w = 1; w |= x[i] > 2; w = w || x[i] > 1;"), "");
  EXPECT_EQ(carried("reduction(&& : w)", "if (x[i] > 0) w = 0; w = x[i] > 1 && w;"), "");
  EXPECT_EQ(carried("reduction(+ : b[:8])", "b[key[i]] += x[i];"), "");
  EXPECT_EQ(carried("reduction(+ : b[:8])", "for (int k = 0; k < 8; k++) b[k] += x[k]; y[i] = 1;"), "");
  EXPECT_EQ(carried("reduction(+ : q[:8])", "q[key[i]] += x[i];", "extern double *q;\n"), "");
  EXPECT_EQ(carried("reduction(+ : z)", "z += x[i];", "extern _Complex double z;\n"), "");
}

TEST(Carried, ValuesCombinedByADeclaredReduction) {
  const std::string Sum = "static void add(struct point *a, struct point *b) { a->x += b->x; }\n"
                          "#pragma omp declare reduction(sum : struct point : add(&omp_out, &omp_in))\n",
                    Parts = "#pragma omp declare reduction(sum : struct point : omp_out.x += omp_in.x, omp_out.y += "
                            "omp_in.y)\n",
                    Least =
                        "#pragma omp declare reduction(least : struct point : omp_out = omp_in.x < omp_out.x ? omp_in "
                        ": omp_out)\n";
  EXPECT_EQ(carried("reduction(sum : p)", "struct point q = {x[i], 0}; add(&p, &q);", Sum), "");
  EXPECT_EQ(carried("reduction(sum : p)", "struct point q = {x[i], 0}; add(&q, &p);", Sum), "p");
  EXPECT_EQ(carried("reduction(sum : p)", "p.x += x[i]; p.y += y[i];", Parts), "");
  EXPECT_EQ(carried("reduction(sum : p)", "p.x += x[i]; p.y *= y[i];", Parts), "p");
  EXPECT_EQ(carried("reduction(sum : p)", "p.x += x[i]; y[i] = p.y;", Parts), "p");
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] < p.x) { p.x = x[i]; p.y = i; }", Least), "");
  EXPECT_EQ(carried("reduction(least : p)", "struct point q = {x[i], 0}; if (q.x < p.x) p = q;", Least), "");
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] < p.x) { p.x = x[i]; y[i] = 1; }", Least), "p");
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] < p.x) { p.x = y[i]; }", Least), "p");
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] > p.x) { p.x = x[i]; p.y = i; }", Least), "p") << "the greatest";
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] <= p.x) { p.x = x[i]; p.y = i; }", Least), "p")
      << "of equal ones, the last";
  EXPECT_EQ(carried("reduction(least : p)", "if (x[i] < p.y) { p.y = x[i]; p.x = i; }", Least), "p");
  const std::string Both = "static void add(struct point *a, struct point *b) { a->x += b->x; b->y = a->x; }\n"
                           "#pragma omp declare reduction(sum : struct point : add(&omp_out, &omp_in))\n",
                    Cross = "#pragma omp declare reduction(sum : struct point : omp_out.x += omp_in.x + omp_out.y, "
                            "omp_out.y += omp_in.y)\n";
  EXPECT_EQ(carried("reduction(sum : p)", "struct point q = {x[i], 0}; add(&p, &q); y[i] = q.y;", Both), "p")
      << "it tells the other object";
  EXPECT_EQ(carried("reduction(sum : p)", "p.x += x[i]; p.y += 1;", Cross), "p");
}

TEST(Carried, InitialValuesThatEachPartialCounts) {
  const std::string From = "#pragma omp declare reduction(own : int : ",
                    Original = ") initializer(omp_priv = omp_orig)\n";
  EXPECT_EQ(carried("reduction(own : w)", "w += key[i];", From + "omp_out += omp_in" + Original), "w");
  EXPECT_EQ(carried("reduction(ten : w)", "w += key[i];",
                    "#pragma omp declare reduction(ten : int : omp_out += omp_in) initializer(omp_priv = 10)\n"),
            "w");
  EXPECT_EQ(carried("reduction(none : w)", "w += key[i];",
                    "#pragma omp declare reduction(none : int : omp_out += omp_in) initializer(omp_priv = 0)\n"),
            "");
  EXPECT_EQ(carried("reduction(own : w)", "if (w < key[i]) w = key[i];",
                    From + "omp_out = omp_out < omp_in ? omp_in : omp_out" + Original),
            "");
}

TEST(Carried, RunningValuesOfReductions) {
  EXPECT_EQ(carried("reduction(max : w)", "if (w < key[i]) { w = key[i]; y[i] = 1; }"), "w");
  EXPECT_EQ(carried("reduction(max : w)", "if (key[i] > w) w = key[0];"), "w") << "not what it compares";
  EXPECT_EQ(carried("reduction(max : w)", "if (key[i] > w) w = key[i]; else y[i] = 1;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w += key[i]; y[i] = w;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "if (w < 7) y[i] = 1; w += key[i];"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "if (w < 10) w += 1;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w = w * 3 % 1000 + 1;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w *= 2;"), "w") << "a sum is no product";
  EXPECT_EQ(carried("reduction(+ : w)", "key[i] = w++;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "y[i] = (w += key[i]);"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w += (y[i] = w, 1);"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "y[i] = *&w; w += 1;"), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "int &r = w; y[i] = r; w += 1;", "", Snippet::CXX), "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w += key[i]; look(w, i);",
                    "inline void look(const int &w, int i) { y[i] = w; }\n", Snippet::CXX),
            "w");
  EXPECT_EQ(carried("reduction(+ : w)", "w = 0; for (int k = 0; k < 8; k++) w += key[k]; y[i] = w;"), "")
      << "no iteration uses what others have left, and nobody uses the end";
  EXPECT_EQ(carried("reduction(+ : g)", "g = 0; for (int k = 0; k < 8; k++) g += key[k]; y[i] = g;", "int g;\n"), "g")
      << "what the last iterations leave depends on the number of partials";
  EXPECT_EQ(carried("reduction(|| : w)", "w = w || (y[i] = x[i]) > 0;"), "w") << "the value decides what is executed";
  EXPECT_EQ(carried("reduction(+ : w)", "y[i] = ({ w += key[i]; });"), "w");
  EXPECT_EQ(carried("reduction(|| : w)", "w = w || 10 / key[i] > 3;"), "w") << "it may divide by 0";
  EXPECT_EQ(carried("reduction(|| : w)", "w = w || frexp(x[i], key + i) > 0.1;", "double frexp(double, int *);\n"),
            "w");
  EXPECT_EQ(carried("reduction(max : c)", "if (x[i] > 0 && key[i] > c) c = key[i];", "extern signed char c;\n"), "c")
      << "the assignment cuts what it has compared";
  EXPECT_EQ(carried("reduction(max : w)", "if (x[i] > 0 && key[i] > w) { w = key[i]; w = i % 5; }"), "w");
  EXPECT_EQ(
      carried("reduction(|| : w)", "w = w || count(i) > 2;", "int g;\nstatic int count(int i) { return g += i; }\n"),
      "w")
      << "and whether the function counts";
  EXPECT_EQ(carried("reduction(|| : g)", "g = key[i];", "int g;\n"), "g");
  EXPECT_EQ(carried("reduction(&& : g)", "g = 1;", "int g;\n"), "g");
  EXPECT_EQ(carried("reduction(+ : b[:8])", "b[key[i]] += x[i]; y[i] = b[0];"), "b");
  EXPECT_EQ(carried("reduction(+ : b[:8])", "b[(int)b[0]] += x[i];"), "b");
  EXPECT_EQ(carried("reduction(+ : q[:8])", "q[key[i]] += x[i]; y[i] = *q;", "extern double *q;\n"), "q");
}

TEST(Carried, NestedDirectives) {
  EXPECT_EQ(
      carried("private(j)", "_Pragma(\"omp parallel for lastprivate(j)\") for (j = 0; j < 8; j++) y[i * 8 + j] = 0;"),
      "");
}

} // namespace
