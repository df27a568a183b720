// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: turns the use of an array by a region (ArrayUse: boxes of elements) into the data clause that a
// user would have written for the array, if there is one.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_LOWERING_H
#define HETCC_LIB_ANALYSIS_WINDOWS_LOWERING_H

#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Facts.h"
#include "Analysis/Windows/Trial.h"

namespace hetcc {

/// The window that was found for an array, or the Cause why there is none. If there is neither, the array needs no
/// window.
struct LoweredWindow {
  std::optional<WindowSpec> Spec;
  clang::SourceLocation At; ///< the access that prevents a window
  std::string Cause, Remedy;
};

/// Finds clauses for the arrays of one trial region (Trial.h).
class Lowering {
public:
  Lowering(Trial &T, clang::ASTContext &Context);
  LoweredWindow lower(const ArrayUse &Use);
  /// Conditions, as source text, that must hold when the loop begins for the windows to be right.
  std::vector<std::string> needed() const;

private:
  /// The halo: how far beyond the iteration's own index accesses go in a tied dimension (where iteration i uses index
  /// i).
  struct Tie {
    Polynomial Before, After;
  };
  /// The part of each row that the loop uses: elements [First, Last) of a row of Length elements.
  struct Part {
    Polynomial First, Last, Length;
    bool Whole = false; ///< the part ends where the row ends
  };
  std::optional<Tie> tie(const ArrayUse &Use, unsigned D, Facts &Known) const;
  std::optional<WindowSpec> tied(const ArrayUse &Use, unsigned D);
  std::optional<WindowSpec> whole(const ArrayUse &Use);
  /// The elements of a box in a part, from Low up to High, and how the iterator moves the ends.
  struct Span {
    Polynomial Low, High;
    unsigned Moving = 0;    ///< the number of dimensions with an end that moves
    bool Backwards = false; ///< an end in an inner dimension falls, so that it does not belong to the last row
    bool Falls = false;     ///< the upper end in the first dimension falls
  };
  std::optional<Span> spanOf(const Box &B, unsigned First, llvm::ArrayRef<Polynomial> Strides, Facts &Known) const;
  std::optional<Part> rows(const ArrayUse &Use, unsigned First, Facts &Known) const;
  bool innerHolds(const ArrayUse &Use, unsigned Tied, Facts &Known) const;
  bool assumptionsHold(const ArrayUse &Use, Facts &Known) const;
  bool isReached(const Box &B, bool Greatest, const Facts &Known) const;
  std::optional<Polynomial> hullEnd(const ArrayUse &Use, unsigned D, Facts &Known) const;
  std::optional<ClauseExpr> typedExtent(const Window &W, unsigned D, clang::SourceLocation At) const;
  std::optional<ClauseExpr> extent(const ArrayUse &Use, unsigned D, Facts &Known) const;
  WindowSpec begin(const ArrayUse &Use) const;
  void write(WindowSpec &W, const ArrayUse &Use, bool Sections) const;
  LoweredWindow refuse(const ArrayUse &Use) const;
  const Window &window(const ArrayUse &Use) const { return T.R.Windows[Use.Window]; }

  Trial &T;
  clang::ASTContext &Context;
  Affine Values;
  Spellings Names;
  Facts Base;
};

} // namespace hetcc
#endif
