// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A construct of several lines, one for each part of it, that is the same as one of one line (OpenMP 5.2, 17):
//
//     #pragma omp target map(tofrom: y[0:n])
//     #pragma omp teams distribute parallel for
//     for (...) ...
#ifndef HETCC_LIB_DIRECTIVE_JOINEDLINES_H
#define HETCC_LIB_DIRECTIVE_JOINEDLINES_H

#include "Directive/Directive.h"
#include "Directive/DirectiveParser.h"

namespace hetcc {

/// Lines that wait for that of the loop, as one line.
struct HeldLines {
  struct Line {
    DirectiveLine Place;
    PragmaLine Read;
  };
  PragmaLine Joined;
  std::vector<Line> Each; ///< the outermost first
};

/// Whether a line begins such a construct, as far as its own words go: the text behind it goes on with a pragma, with
/// nothing else in the braces that may stand between.
bool isContinued(const PragmaLine &Line, clang::Preprocessor &PP);

/// Two lines as one; nothing where clauses of both would have to be told apart.
std::optional<PragmaLine> joined(const PragmaLine &Outer, const PragmaLine &Inner, clang::Preprocessor &PP);

} // namespace hetcc
#endif
