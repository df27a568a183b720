// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before which loops of a team a thread may wait for what another one does in the loop or behind it.
#include "Analysis/Loop/LoopAnalysis.h"
#include "Snippet.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

const std::string Declarations = R"(
double y[100], sqrt(double);
int printf(const char *, ...), who(void), plain, flag;
volatile int seen;
struct link { struct link *next; int value; };
static int isSet(void) { return __atomic_load_n(&flag, 2); }
static void pass(void) {
#pragma omp critical
  plain++;
}
static int again(int n) { return isSet() ? n : again(n); }
)";

/// Why the last loop of a unit stays plain OpenMP; "" if it is split.
std::string causeIn(const std::string &Code, Snippet::Language Of = Snippet::C) {
  std::string Cause = "no loop";
  const bool Good = Snippet::parse((Of == Snippet::C ? Declarations : "double y[100];\n") + Code,
                                   [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
                                     for (Region *R : Regions)
                                       R->Site.Source->Automatic = true;
                                     for (Region *R : Regions)
                                       Cause = analyse(*R, Context, Diags) ? R->Fate.Cause : "not sound";
                                   },
                                   Of);
  return Good ? Cause : "errors";
}

std::string loop(const std::string &Clauses, const std::string &Body = "y[i] = i;") {
  return "\n#pragma omp for hetero(1) " + Clauses + "\nfor (int i = 0; i < 100; i++) { " + Body + " }\n";
}

/// causeIn() for a team with code before and behind a loop with `nowait`.
std::string before(const std::string &Code, const std::string &Behind = "", const std::string &Clauses = "nowait",
                   const std::string &Body = "y[i] = i;") {
  return causeIn("void f(int n, struct link *list, void (*any)(void)) {\n#pragma omp parallel\n{\n" + Code +
                 loop(Clauses, Body) + Behind + "\n}\n}\n");
}

const std::string Flags = "the threads of the team wait for each other by flags or locks";

TEST(TeamWaits, Loops) {
  EXPECT_EQ(before("while (!isSet());"), Flags);
  EXPECT_EQ(before("while (!seen);"), Flags);
  EXPECT_EQ(before("for (int t = 0;; t++) if (isSet()) break;"), Flags);
  EXPECT_EQ(before("for (int t = 0; t < 1; t++) if (!isSet()) t--;"), Flags);
  EXPECT_EQ(before("int end = 1; for (int t = 0; t < end; t++) if (!isSet()) end++;"), Flags);
  EXPECT_EQ(before("do { pass(); } while (plain < n);"), Flags);
  EXPECT_EQ(before("wait: if (!isSet()) goto wait;"), Flags);
  EXPECT_EQ(before("n = again(n);"), Flags);
  EXPECT_EQ(before("#pragma omp single nowait\nwhile (!seen);"), Flags);
  EXPECT_EQ(before("#pragma omp task\nwhile (!seen);"), Flags);
  EXPECT_EQ(before("for (struct link *p = list; p; p = p->next) if (isSet()) break;"), Flags) << "a ring";
  EXPECT_EQ(before("for (struct link *p = list; p; p = p->next) if (isSet()) p->next = 0;"), Flags);
  EXPECT_EQ(before("for (struct link *p = list, *q = list; p; p = q) if (isSet()) q = 0;"), Flags);
  EXPECT_EQ(before("for (long t = 0; t < 1L << 60; t++) if (isSet()) break;"), Flags) << "it is counted, but for years";
  EXPECT_EQ(before("for (int t = 0, by = 0; t < 2; t += by) by = isSet();"), Flags);
  EXPECT_EQ(before("int *end = &n; for (int t = 0; t < n; t++) if (!isSet()) ++*end;"), Flags);
  EXPECT_EQ(before("void *at[5]; __builtin_setjmp(at); if (!isSet()) __builtin_longjmp(at, 1);"),
            "the team calls '__builtin_longjmp' before the loop, which may wait for another thread");
}

TEST(TeamWaits, LoopsThatEnd) {
  EXPECT_EQ(before("pass();\n#pragma omp atomic\nplain++;"), "");
  EXPECT_EQ(before("for (int t = 0; t < n; t++) pass();"), "");
  EXPECT_EQ(before("for (struct link *p = list; p; p = p->next) {\n#pragma omp atomic\nplain += p->value; }"), "");
  EXPECT_EQ(before("while (list) list = list->next;"), "");
  EXPECT_EQ(before("volatile int t = 0; while (t < 1000) t++;"), "") << "each thread's own";
  EXPECT_EQ(before("volatile int t = 0; volatile int *to = &t; while (t < 1000);"), Flags);
  EXPECT_EQ(causeIn("void f(void) {\nvolatile int t = 0;\n#pragma omp parallel\n{ while (t < 1000);" + loop("nowait") +
                    "}\n}\n"),
            Flags)
      << "shared";
  EXPECT_EQ(before("int j, step = n;\n#pragma omp for collapse(2)\nfor (int i = 0; i < n; i++)\n"
                   "for (j = 0; j < 2 * n; j += step) {\n#pragma omp atomic\nplain++; }\nwho();")
                .substr(0, 20),
            "the team calls 'who'");
  EXPECT_EQ(before("int j, step = n;\n#pragma omp for collapse(2) nowait\nfor (int i = 0; i < n; i++)\n"
                   "for (j = 0; j < 2 * n; j += step) {\n#pragma omp atomic\nplain++; }"),
            "")
      << "counted before it begins";
  EXPECT_EQ(before("while (!seen) {\n#pragma omp barrier\n}"), "") << "equally often in all threads";
  EXPECT_EQ(before("while (!seen) { if (n) continue;\n#pragma omp barrier\n}"), Flags);
  EXPECT_EQ(before("#pragma omp parallel\nwhile (!seen) {\n#pragma omp barrier\n}"), Flags) << "of another team";
}

TEST(TeamWaits, CallsOfWhatIsNotKnown) {
  EXPECT_EQ(before("who();"), "the team calls 'who' before the loop, which may wait for another thread");
  EXPECT_EQ(before("any();"),
            "the team calls through a pointer to a function before the loop, which may wait for another thread");
  EXPECT_EQ(before("__asm__(\"\");"),
            "the team has inline assembly before the loop, which may wait for another thread");
  EXPECT_EQ(before("printf(\"%g\", sqrt(2));"), "");
}

TEST(TeamWaits, BehindABarrier) {
  EXPECT_EQ(before("who();\n#pragma omp barrier"), "");
  EXPECT_EQ(before("who();\n#pragma omp single\nplain = 1;"), "");
  EXPECT_EQ(before("who();\n#pragma omp single nowait\nplain = 1;").substr(0, 20), "the team calls 'who'");
  EXPECT_EQ(before("who();" + loop("")), "");
  EXPECT_EQ(before("who();" + loop("nowait")).substr(0, 20), "the team calls 'who'");
  EXPECT_EQ(before("who(); if (n) {\n#pragma omp barrier\n}").substr(0, 20), "the team calls 'who'");
  EXPECT_EQ(before("", "who();"), "") << "behind the loop, where only threads are that have met";
  EXPECT_EQ(before("for (int t = 0; t < n; t++) {", "who(); }").substr(0, 20), "the team calls 'who'")
      << "a turn later";
  EXPECT_EQ(before("for (int t = 0; t < n; t++) {", "who();\n#pragma omp barrier\n}"), "");
  EXPECT_EQ(before("for (int t = 0; t < n; t++) {", "who(); if (n) continue;\n#pragma omp barrier\n}").substr(0, 20),
            "the team calls 'who'");
  EXPECT_EQ(before("who(); skip:;\n#pragma omp barrier\n", "if (n) goto skip;").substr(0, 20), "the team calls 'who'");
}

TEST(TeamWaits, WithoutNowait) {
  EXPECT_EQ(before("who(); while (!isSet());", "", ""), "") << "a race, if it waited for the loop";
  const std::string Update = "y[i] = i;\n#pragma omp atomic\nplain++;\n";
  EXPECT_EQ(before("while (!isSet());", "", "", Update), Flags);
  EXPECT_EQ(before("who();", "", "", Update).substr(0, 20), "the team calls 'who'");
  EXPECT_EQ(before("who();\n#pragma omp barrier", "", "", Update), "");
}

TEST(TeamWaits, InCallers) {
  const std::string Inner = "void inner(void) {" + loop("nowait") + "}\n";
  const std::string Team = "void f(void) {\n#pragma omp parallel\n{ CODE inner(); }\n}\n";
  auto With = [&](const std::string &Code) {
    std::string Of = Team;
    return Of.replace(Of.find("CODE"), 4, Code);
  };
  EXPECT_EQ(causeIn(Inner + With("")),
            "'inner' may be called in a team whose threads wait for each other before the loop");
  EXPECT_EQ(causeIn("static " + Inner + With("")), "");
  EXPECT_EQ(causeIn("static " + Inner + With("while (!isSet());")), Flags);
  EXPECT_EQ(causeIn("static " + Inner + With("who();\n#pragma omp barrier\n")), "");
  EXPECT_EQ(causeIn("static " + Inner + "void (*taken)(void) = inner;\n" + With("")).substr(0, 7), "'inner'");
  EXPECT_EQ(causeIn("static " + Inner + "int main(void) { who(); inner(); }\n"), "") << "one thread";
  EXPECT_EQ(causeIn("static " + Inner +
                    "static void outer(void) { who(); inner(); }\nint main(void) { outer(); outer(); }\n"),
            "");
  EXPECT_EQ(causeIn("static " + Inner + "void outer(void) { inner(); }\n").substr(0, 7), "'outer'");
}

TEST(TeamWaits, Objects) {
  auto With = [](const std::string &Code) {
    return causeIn("struct Waits { volatile int *At; ~Waits() { while (!*At); } };\n"
                   "struct Holds { Waits It; };\n"
                   "struct Base { virtual void go(); };\n"
                   "struct Last final : Base { void go() override {} };\n"
                   "void f(Base &Some, Last &Known, volatile int *At) {\n#pragma omp parallel\n{\n" +
                       Code + loop("nowait") + "}\n}\n",
                   Snippet::CXX);
  };
  EXPECT_EQ(With("{ Holds It{{At}}; }"), Flags) << "at the end of its life";
  EXPECT_EQ(With("Some.go();"),
            "the team calls the virtual function 'go' before the loop, which may wait for another thread");
  EXPECT_EQ(With("Known.go();"), "");
  EXPECT_EQ(With("auto Wait = [&] { while (!*At); }; Wait();"), Flags);
}

} // namespace
