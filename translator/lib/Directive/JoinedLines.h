// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins nested OpenMP constructs that are written on consecutive pragma lines into one directive, because the
// translator handles a combined construct as one region. The two lines below mean the same as the combined construct
// `target teams distribute parallel for` on one line (OpenMP 5.2, 17):
//
//     #pragma omp target map(tofrom: y[0:n])
//     #pragma omp teams distribute parallel for
//     for (...) ...
#ifndef HETCC_LIB_DIRECTIVE_JOINEDLINES_H
#define HETCC_LIB_DIRECTIVE_JOINEDLINES_H

#include "Directive/Directive.h"
#include "Directive/DirectiveParser.h"

namespace hetcc {

/// Pragma lines of outer constructs. PragmaHandler keeps them until it has read the loop's pragma line, which follows
/// them.
struct HeldLines {
  struct Line {
    DirectiveLine Place;
    PragmaLine Read;
  };
  PragmaLine Joined;      ///< all lines of `Each` as one line
  std::vector<Line> Each; ///< the outermost construct's line first
};

/// Whether `Line` is the line of an outer construct, such as `omp target`, that can be joined with the next pragma
/// line, such as `omp parallel for`. There may be braces between the two lines if they contain only the inner pragma
/// and its loop.
bool isContinued(const PragmaLine &Line, clang::Preprocessor &PP);

/// Returns both lines as one line; nullopt if a clause would have another meaning on the joined line. For instance, an
/// `if` on each of the two lines applies to that line's construct, and the joined line cannot have both.
std::optional<PragmaLine> joined(const PragmaLine &Outer, const PragmaLine &Inner, clang::Preprocessor &PP);

} // namespace hetcc
#endif
