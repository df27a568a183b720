// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: reports to the user how a region was translated: where it runs and why, with a remedy, and which
// clauses the compiler has added.
#ifndef HETCC_LIB_FRONTEND_EXPLAINER_H
#define HETCC_LIB_FRONTEND_EXPLAINER_H

#include "Analysis/Region/RegionGroup.h"
#include "Diagnostics.h"
#include "hetcc/Translate.h"

namespace clang {
class CompilerInstance;
class FixItHint;
} // namespace clang

namespace hetcc {

/// Reports remarks and warnings about the regions of one unit.
class Explainer {
public:
  Explainer(const clang::CompilerInstance &Instance, const TranslateOptions &Options, Diagnostics &Diags)
      : Instance(Instance), Options(Options), Diags(Diags) {}
  /// Reports all about the region. Under --hetcc-fix, returns the clauses to be written into the source; else nothing.
  std::vector<clang::FixItHint> explain(const RegionGroup &G);
  /// Reports for each loop in the region's body whether lanes of a device share its iterations.
  void explainLoops(const RegionGroup &G);

private:
  std::vector<clang::FixItHint> explainClauses(const RegionGroup &G);
  void explainConditions(const RegionGroup &G, llvm::StringRef Of);
  void explainFate(const RegionGroup &G);

  const clang::CompilerInstance &Instance;
  const TranslateOptions &Options;
  Diagnostics &Diags;
};

} // namespace hetcc
#endif
