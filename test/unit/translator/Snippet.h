// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses and analyses a piece of C or C++ with directives in milliseconds, for tests of the translator's Analysis:
//
//     Snippet::of("void f(int n, double *y) {\n"
//                 "#pragma omp parallel for hetero(1) part_copy(y[1:n])\n"
//                 "  for (int i = 0; i < n; i++) y[i] = i; }",
//                 [](Region &R, clang::ASTContext &Context) { EXPECT_EQ(R.Body.Accesses.size(), 1u); });
#ifndef HETCC_TEST_UNIT_TRANSLATOR_SNIPPET_H
#define HETCC_TEST_UNIT_TRANSLATOR_SNIPPET_H

#include "Analysis/Region/RegionGroup.h"
#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include <functional>
#include <string>
#include <vector>

namespace hetcc {

struct Snippet {
  enum Language { C, CXX };
  /// Gets a unit's regions in the order of the text, before any is analysed.
  using User = std::function<void(std::vector<Region *> &, clang::ASTContext &, Diagnostics &)>;

  /// Gets a unit's directives, one group each in the order of the text, before any is analysed.
  using GroupUser =
      std::function<void(std::vector<RegionGroup> &, DirectiveList &, clang::ASTContext &, Diagnostics &)>;

  /// Parses a unit and calls With; false, with clang's messages on standard error, if there are errors.
  static bool parseGroups(const std::string &Code, const GroupUser &With, Language Of = C);

  /// Parses a unit and calls With; false, with clang's messages on standard error, if there are errors.
  static bool parse(const std::string &Code, const User &With, Language Of = C);

  /// Analyses each region of a unit and calls With for it; false after errors, as with parse(), or if a region is
  /// invalid.
  static bool of(const std::string &Code, const std::function<void(Region &, clang::ASTContext &)> &With,
                 Language Of = C);

  /// Like of(), for a function with these parameters and one loop, whose directive is `omp parallel for` with these
  /// clauses.
  static bool ofLoop(const std::string &Parameters, const std::string &Clauses, const std::string &Loop,
                     const std::function<void(Region &, clang::ASTContext &)> &With, Language Of = C) {
    return of("void f(" + Parameters + ") {\n#pragma omp parallel for " + Clauses + "\n" + Loop + "\n}\n", With, Of);
  }
};

} // namespace hetcc
#endif
