// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a loop that does not change the pointer, `*p` for a pointer to a pointer counts as an array.
#include "Snippet.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

/// The arrays of a loop with this body and the expressions for their addresses, or the reason why it stays on the CPUs.
std::string arrays(const std::string &Body, Snippet::Language Of = Snippet::C) {
  std::string Found;
  const bool Good = Snippet::ofLoop(
      "int n, double **p, double (**rows)[4], double *y, double **q, const int *key", "hetero(1)",
      "for (int i = 0; i < n; i++) { " + Body + " }",
      [&](Region &R, clang::ASTContext &) {
        for (const Window &W : R.Windows)
          Found += (Found.empty() ? "" : " ") + W.Name + (W.Written ? "=" : "");
        if (R.Fate.Where != RunsOn::Everywhere)
          Found = R.Fate.Cause;
      },
      Of);
  return Good ? Found : "not sound";
}

TEST(Paths, WhatAPointerLeadsTo) {
  for (Snippet::Language Of : {Snippet::C, Snippet::CXX}) {
    EXPECT_EQ(arrays("(*p)[i] = i;", Of), "(*p)=");
    EXPECT_EQ(arrays("y[i] = (*p)[i + 1] + (*q)[i];", Of), "y= (*p) (*q)");
    EXPECT_EQ(arrays("(*rows)[i][2] = 1;", Of), "(*rows)=");
  }
}

TEST(Paths, WhatTheLoopMayChange) {
  EXPECT_EQ(arrays("(*p)[i] = 1; if (i == 3) *p = y;"), "'p' is in no data clause");
  EXPECT_EQ(arrays("(*p)[i] = 1; (*p)++;"), "'p' is in no data clause");
  EXPECT_EQ(arrays("(*p)[i] = 1; p = q;").find("(*p)="), std::string::npos);
  EXPECT_EQ(arrays("(*p)[i] = 1; p[0] = y;").find("(*p)="), std::string::npos);
  EXPECT_EQ(arrays("double **own = p; *own = y; (*p)[i] = 1;").find("(*p)="), std::string::npos);
  EXPECT_EQ(arrays("double **own = &y; y[i] = (*own)[i];").find("(*own)"), std::string::npos) << "the body's own";
}

} // namespace
