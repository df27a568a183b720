// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: from what a region does with an array to the window that a user would have written for it, as
// far as the clauses have words for that.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_LOWERING_H
#define HETCC_LIB_ANALYSIS_WINDOWS_LOWERING_H

#include "Analysis/Windows/Facts.h"
#include "Analysis/Windows/Trial.h"

namespace hetcc {

/// A window, or why there is none.
struct LoweredWindow {
  std::optional<WindowSpec> Spec;
  clang::SourceLocation At; ///< what stands in the way
  std::string Cause, Remedy;
};

class Lowering {
public:
  Lowering(Trial &T, clang::ASTContext &Context);
  LoweredWindow lower(const ArrayUse &Use);
  /// What has to hold when the loop begins, or the windows do not; as the source would say it.
  std::vector<std::string> needed() const;

private:
  /// How far an array reaches beyond the iteration's own index in the dimension that follows the loop.
  struct Tie {
    Polynomial Before, After;
  };
  /// The part of rows that is used, in elements of a row of Length.
  struct Part {
    Polynomial First, Last, Length; ///< Last: the one behind
    bool Whole = false;
  };
  std::optional<Tie> tie(const ArrayUse &Use, unsigned D, Facts &Known) const;
  std::optional<WindowSpec> tied(const ArrayUse &Use, unsigned D);
  std::optional<WindowSpec> whole(const ArrayUse &Use);
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
  const Window &window(const ArrayUse &Use) const { return T.Of.Windows[Use.Window]; }

  Trial &T;
  clang::ASTContext &Context;
  Affine Values;
  Spellings Names;
  Facts Base;
};

} // namespace hetcc
#endif
