// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The private variables of a team's threads that devices may accumulate in, for a loop of the team.
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// "mine:+" for each variable that devices may accumulate in; "" if there is none.
std::string sums(const std::string &Function, const std::string &Parameters = "int n") {
  std::string Found;
  const bool Good =
      Snippet::of("enum { N = 8 };\nint key[100], who(void), take(int *), all, other, many[N];\ndouble wide;\n"
                  "void loop(" +
                      Parameters + ") {\n" + Function + "\n}\n",
                  [&](Region &R, clang::ASTContext &) {
                    for (const Capture &C : R.Body.Captures)
                      if (C.Reduced.OfThread)
                        Found += (Found.empty() ? "" : " ") + C.What.name() + ":" + C.Reduced.Operator;
                      else if (C.Type->isPointerType())
                        Found += " by way of " + C.What.name();
                  });
  return Good ? Found : "not sound";
}

/// sums() for a team with `int mine` that adds keys in a loop, and then executes `Statements`.
std::string behind(const std::string &Statements, const std::string &Before = "int mine = 0;") {
  return sums("#pragma omp parallel\n{\n" + Before +
              "\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) mine += key[i];\n" + Statements + "\n}");
}

const std::string Critical = "#pragma omp critical\n", Atomic = "#pragma omp atomic\n";

TEST(ThreadSums, CombinedByAllThreads) {
  EXPECT_EQ(behind(Critical + "all += mine;"), "mine:+");
  EXPECT_EQ(behind(Atomic + "all += mine;"), "mine:+");
  EXPECT_EQ(behind(Critical + "{ all += mine; other = other - mine; }"), "mine:+");
  EXPECT_EQ(behind("other = 3;\n#pragma omp barrier\n{\n" + Atomic + "all += mine;\n}"), "mine:+");
  EXPECT_EQ(behind("mine += 5;\n" + Atomic + "all += mine;"), "mine:+") << "which is each thread's in any case";
}

TEST(ThreadSums, UsedOtherwise) {
  EXPECT_EQ(behind(""), "");
  EXPECT_EQ(behind("all += mine;"), "") << "a race";
  EXPECT_EQ(behind(Critical + "all += mine + 1;"), "");
  EXPECT_EQ(behind(Critical + "all *= mine;"), "") << "another operation";
  EXPECT_EQ(behind(Critical + "many[who()] += mine;"), "");
  EXPECT_EQ(behind("int at = who();\n" + Critical + "many[at] += mine;"), "");
  EXPECT_EQ(behind(Critical + "{ all += mine; other += all; }"), "") << "what all share says what each has added";
  EXPECT_EQ(behind("int base;\n#pragma omp atomic capture\n{ base = all; all += mine; }"), "");
  EXPECT_EQ(behind("int base;\n#pragma omp atomic capture\nbase = all += mine;"), "");
  EXPECT_EQ(behind(Critical + "all += mine;\n" + Critical + "other += all == 3;"), "");
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp barrier\nother = all;"), "mine:+") << "all have added";
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp single\nother = 0;\nother = all;"), "mine:+");
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp barrier\n" + Critical + "{ other = all; all += mine; }"), "")
      << "and once more, by turns";
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp single nowait\nother = 0;\nother = all;"), "");
  EXPECT_EQ(behind(Critical + "{ all += mine; all *= 2; }"), "") << "by turns";
  EXPECT_EQ(behind(Critical + "{ many[other] += mine; other++; }"), "") << "each its own element";
  EXPECT_EQ(behind(Critical + "{ if (other < 2) all += mine; other++; }"), "");
  EXPECT_EQ(behind(Critical + "{ for (int k = other; k <= other; k++) many[k] += mine; other++; }"), "");
  EXPECT_EQ(behind(Critical + "{ all += mine; all += 2; }"), "mine:+");
  EXPECT_EQ(behind("int *to = &all;\n" + Critical + "{ all += mine; other += *to; }"), "");
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp barrier\n#pragma omp master\ntake(&all);"), "mine:+")
      << "all have added";
  EXPECT_EQ(behind(Critical + "all += mine;\n#pragma omp barrier\nint *to = &all;\n"), "") << "which may be kept";
  EXPECT_EQ(behind(Critical + "all += mine;\ntake(&all);\n#pragma omp barrier\n"), "");
  EXPECT_EQ(behind(Critical + "all += mine;\nother = mine;"), "");
  EXPECT_EQ(behind("if (who()) {\n" + Critical + "all += mine;\n}"), "") << "not by all";
  EXPECT_EQ(behind("#pragma omp single\nall += mine;"), "");
  EXPECT_EQ(behind("if (who()) mine = 0;\n" + Critical + "all += mine;"), "") << "some throw theirs away";
  EXPECT_EQ(behind("int *to = &mine;\n" + Critical + "all += mine;"), "");
}

TEST(ThreadSums, LeavingBeforeTheSum) {
  EXPECT_EQ(behind("for (int k = 0; k < 3; k++) if (who()) break;\n" + Critical + "all += mine;"), "mine:+");
  EXPECT_EQ(sums("#pragma omp parallel\nfor (int k = 0; k < 3; k++) {\nint mine = 0;\n#pragma omp for hetero(1)\n"
                 "for (int i = 0; i < n; i++) mine += key[i];\nif (who()) continue;\n" +
                 Critical + "all += mine;\n}"),
            "");
}

TEST(ThreadSums, AsLongAsTheVariableLives) {
  const std::string Loop =
      "#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) mine += key[i];\n" + Critical + "all += mine;\n";
  EXPECT_EQ(sums("#pragma omp parallel\nfor (int k = 0; k < 3; k++) {\nint mine = 0;\n" + Loop + "}"), "mine:+");
  EXPECT_EQ(sums("#pragma omp parallel\n{\nint mine = 0;\nfor (int k = 0; k < 3; k++) {\n" + Loop + "}\n}"), "")
      << "it goes on into the next turn";
  EXPECT_EQ(sums("int mine;\n#pragma omp parallel private(mine)\n{\nmine = who();\n" + Loop + "}"), "mine:+");
  EXPECT_EQ(sums("int mine = 0;\n" + Loop), "mine:+") << "of the function that a team calls";
  EXPECT_EQ(sums("static int mine;\n" + Loop), "") << "all threads share it";
}

TEST(ThreadSums, WhereParametersLead) {
  const auto Of = [](const std::string &Sum, const std::string &Parameter = "int *to") {
    return sums("int mine = 0;\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) mine += key[i];\n" + Sum,
                "int n, " + Parameter);
  };
  EXPECT_EQ(Of(Critical + "to[0] += mine;"), "mine:+ by way of to") << "which threads of a caller's team compare";
  EXPECT_EQ(Of(Critical + "{ to[1] += mine; all += mine; }", "int to[2]"), "mine:+ by way of to");
  EXPECT_EQ(Of(Critical + "to[0] += mine;\nto++;"), "") << "each moves its own";
  EXPECT_EQ(Of(Critical + "to[n] += mine;"), "") << "n may be another one in each";
  EXPECT_EQ(Of("int *where = to;\n" + Critical + "where[0] += mine;"), "");
  EXPECT_EQ(sums("#pragma omp parallel firstprivate(to)\n{\nint mine = 0;\n#pragma omp for hetero(1)\n"
                 "for (int i = 0; i < n; i++) mine += key[i];\n" +
                     Critical + "to[0] += mine;\n}",
                 "int n, int *to"),
            "");
}

TEST(ThreadSums, Types) {
  EXPECT_EQ(behind(Critical + "all += mine;", "short mine = 0;"), "") << "each comes around by itself";
  EXPECT_EQ(behind(Critical + "all += mine;", "long mine = 0;"), "mine:+");
  EXPECT_EQ(behind(Critical + "wide += mine;"), "");
  EXPECT_EQ(behind(Critical + "wide += mine;", "double mine = 0;"), "mine:+");
  EXPECT_EQ(behind(Critical + "wide += mine;", "float mine = 0;"), "") << "rounded where the sum of all is not";
  EXPECT_EQ(behind(Critical + "all += mine;", "float mine = 0;"), "") << "cut after each step";
  EXPECT_EQ(behind(Critical + "all += mine;", "volatile int mine = 0;"), "");
}

TEST(ThreadSums, Arrays) {
  const auto Of = [](const std::string &Sum, const std::string &Declared = "int mine[N] = {0};") {
    return sums("#pragma omp parallel\n{\nint k;\n" + Declared +
                "\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) mine[key[i]] += 2;\n" + Sum + "\n}");
  };
  EXPECT_EQ(Of(Critical + "for (k = 0; k <= N - 1; k++) many[k] += mine[k];"), "mine:+");
  EXPECT_EQ(Of("for (int j = 0; j < N; j++)\n" + Atomic + "many[j] += mine[j];"), "mine:+");
  EXPECT_EQ(Of(Critical + "for (k = 0; k < N; k++) many[key[k]] += mine[k / 2];"), "mine:+");
  EXPECT_EQ(Of("const int from = who();\n" + Critical + "for (k = from; k < N; k++) many[k] += mine[k];"), "");
  EXPECT_EQ(Of(Critical + "for (int j = 0; j < N; j++) many[j] += mine[k];"), "") << "k is the thread's";
  EXPECT_EQ(Of(Critical + "for (k = 0; k < N; k++) many[k] += mine[k];", "int *mine = many;"), "");
}

TEST(ThreadSums, Extremes) {
  const auto Of = [](const std::string &Update, const std::string &Sum) {
    return sums("#pragma omp parallel\n{\nint mine = 0;\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) {" +
                Update + "}\n" + Sum + "\n}");
  };
  EXPECT_EQ(Of("if (key[i] > mine) mine = key[i];", Critical + "if (mine > all) all = mine;"), "mine:max");
  EXPECT_EQ(Of("mine = key[i] < mine ? key[i] : mine;", Critical + "all = mine < all ? mine : all;"), "mine:min");
  EXPECT_EQ(Of("if (key[i] > mine) mine = key[i];", Critical + "if (mine < all) all = mine;"), "");
  EXPECT_EQ(Of("if (key[i] > mine) mine = key[i];", Critical + "if (mine > who()) all = mine;"), "");
}

TEST(ThreadSums, ReductionOfTheTeam) {
  const auto Of = [](const std::string &Operator, const std::string &Behind) {
    return sums("int mine = 1;\n#pragma omp parallel reduction(" + Operator +
                ": mine)\n{\n#pragma omp for hetero(1)\nfor (int i = 0; i < n; i++) mine += key[i];\n" + Behind +
                "\n}");
  };
  EXPECT_EQ(Of("+", ""), "mine:+");
  EXPECT_EQ(Of("*", ""), "") << "a product of the threads' sums";
  EXPECT_EQ(Of("+", "many[who()] = mine;"), "");
}

} // namespace
