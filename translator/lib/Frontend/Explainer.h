// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the user what became of a region: remarks, warnings with their cause and remedy, clauses that the compiler
// adds.
#ifndef HETCC_LIB_FRONTEND_EXPLAINER_H
#define HETCC_LIB_FRONTEND_EXPLAINER_H

#include "Analysis/RegionGroup.h"
#include "Diagnostics.h"
#include "hetcc/Translate.h"

namespace clang {
class CompilerInstance;
class FixItHint;
} // namespace clang

namespace hetcc {

class Explainer {
public:
  Explainer(const clang::CompilerInstance &Instance, const TranslateOptions &Options, Diagnostics &Diags)
      : Instance(Instance), Options(Options), Diags(Diags) {}
  /// Returns the clauses that are to be written into the source, as options have it.
  std::vector<clang::FixItHint> explain(const RegionGroup &G);
  /// How devices go through the loops inside.
  void explainLoops(const RegionGroup &G);

private:
  std::vector<clang::FixItHint> explainClauses(const RegionGroup &G);
  void explainFate(const RegionGroup &G);

  const clang::CompilerInstance &Instance;
  const TranslateOptions &Options;
  Diagnostics &Diags;
};

} // namespace hetcc
#endif
