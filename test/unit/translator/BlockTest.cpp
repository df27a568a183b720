// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops of a block with a partition the devices run, with which arrays, and what a block must not do.
#include "Analysis/Analysis.h"
#include "Directive/TokenStream.h"
#include "Snippet.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include <gtest/gtest.h>

using namespace hetcc;

namespace {

using Lines = std::vector<std::string>;

/// What becomes of a function's only block, whose `partition` runs over i from `start` to `end`, and whose body begins
/// in line 1. A line for each loop that devices run: "1: x y"; then where the block runs, if not everywhere: "host:
/// ...". If there are errors, their text alone.
Lines block(const std::string &Parameters, const std::string &Clauses, const std::string &Body) {
  Lines Found;
  const std::string Code = "void f(int n, " + Parameters +
                           ") {\nint start = 0, end = n;\n#pragma omp parallel partition(static : i = start; i < end; "
                           "i++) " +
                           Clauses + "\n{\n#line 1\n" + Body + "\n}\n}\n";
  const TokenStream Tokens;
  const auto Guard = [](const Region &) { return std::string(); };
  const auto IsUniform = [](const RegionGroup &) { return true; };
  std::deque<Directive> Added;
  const auto Analyse = [&](std::vector<RegionGroup> &Groups, DirectiveList &Directives, clang::ASTContext &Context,
                           Diagnostics &Diags) {
    clang::TextDiagnosticBuffer Said;
    std::unique_ptr<clang::DiagnosticConsumer> Owned = Diags.engine().takeClient();
    clang::DiagnosticConsumer *Old = Owned ? Owned.get() : Diags.engine().getClient();
    Diags.engine().setClient(&Said, false);
    RegionGroup &G = Groups.front();
    const bool Sound = analyseBlockGroup(G, Added, Directives, {Tokens, {}, "", Guard, IsUniform}, Context, Diags);
    Diags.engine().setClient(Owned ? Owned.release() : Old, Owned != nullptr);
    for (auto It = Said.err_begin(); It != Said.err_end(); ++It)
      Found.push_back(It->second);
    EXPECT_EQ(Sound, Found.empty());
    for (const RegionGroup &L : G.Loops) {
      if (!Sound || L.Instances.empty())
        continue;
      const Region &R = L.Instances.front();
      std::string Line =
          std::to_string(Context.getSourceManager().getPresumedLoc(R.Loop.Statement->getBeginLoc()).getLine()) + ":";
      for (const Window &W : R.Windows)
        Line += " " + W.Name;
      Found.push_back(Line);
    }
    if (G.Fate.Where != RunsOn::Everywhere)
      Found.push_back((G.Fate.Where == RunsOn::Host ? "host: " : "plain: ") + G.Fate.Cause);
  };
  Snippet::parseGroups(Code, Analyse);
  return Found;
}

const std::string Set = "for (int i = start; i < end; i++) x[i] = i;\n";

TEST(Block, TakesTheLoopsFromStartToEnd) {
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", Set + "for (int k = 0; k < 3; k++) ;\n" + Set),
            (Lines{"1: x", "3: x"}));
}

TEST(Block, LeavesOutArraysThatALoopDoesNotUse) {
  EXPECT_EQ(block("int *x, int *y", "map(tofrom : x[0:n, i]) map(to : y[0:n, i])",
                  Set + "for (int i = start; i < end; i++) x[i] += y[i];"),
            (Lines{"1: x", "2: x y"}));
}

TEST(Block, TakesTheSameStepInOtherWords) {
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "for (int i = start; i < end; i += 1) x[i] = i;"),
            (Lines{"1: x"}));
}

TEST(Block, RefusesUsesOfASplitArrayElsewhere) {
  const std::string Split = "array 'x' is split by the partition, and an accelerator's thread has another copy of it: "
                            "it is only touched in loops from 'start' to 'end'";
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", Set + "x[0] = 1;"), (Lines{Split}));
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "for (int i = start; i <= end; i++) x[i] = i;"), (Lines{Split}));
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "for (int i = start; i < end; i += 2) x[i] = i;"),
            (Lines{Split}));
}

TEST(Block, LetsThreadsOfCoresUseTheArrayItself) {
  EXPECT_EQ(block("int *x", "devices(cpu) map(tofrom : x[0:n, i])", Set + "x[0] = 1;"), (Lines{"1: x"}));
}

TEST(Block, RefusesAChangeOfABound) {
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "end = n / 2;\n" + Set),
            (Lines{"'end' is a bound of each thread's share, and the block changes it"}));
}

TEST(Block, RefusesALoopThatNotEveryThreadReaches) {
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "#pragma omp single\n" + Set),
            (Lines{"a loop that all devices run cannot stand inside of 'omp single' in a block: every thread has to "
                   "come there, for its own device"}));
  EXPECT_EQ(block("int *x", "map(tofrom : x[0:n, i])", "#pragma omp critical\n" + Set), (Lines{"2: x"}));
}

TEST(Block, RefusesToSwapPointersThatThreadsShare) {
  const std::string Swap = "for (int i = start; i < end; i++) v[i] = u[i];\nint *t = u; u = v; v = t;";
  const auto IsShared = [](const std::string &Name) {
    return "all threads of the block share '" + Name + "', and each of them would assign it";
  };
  EXPECT_EQ(block("int *u, int *v", "map(tofrom : u[0:n, i], v[0:n, i])", Swap), (Lines{IsShared("u"), IsShared("v")}));
  EXPECT_EQ(block("int *u, int *v", "map(tofrom : u[0:n, i], v[0:n, i]) firstprivate(u, v)", Swap), (Lines{"1: u v"}));
}

TEST(Block, StaysOnTheHostForALoopThatMayEndEarly) {
  EXPECT_EQ(
      block("int *x", "map(tofrom : x[0:n, i])", "for (int i = start; i < end; i++) { x[i] = i; if (i == 5) break; }"),
      (Lines{"1: x", "host: it may be left before its end"}));
}

TEST(Block, RefusesAnArrayThatIsOnlyGiven) {
  EXPECT_EQ(block("int *x", "map(to : x[0:n, i])", Set),
            (Lines{"array 'x' is given by 'map(to:)' and cannot be written"}));
}

} // namespace
