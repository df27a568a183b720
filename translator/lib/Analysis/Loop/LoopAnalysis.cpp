// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that find out about one instance of a loop.
#include "Analysis/Loop/LoopAnalysis.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Windows/Inference.h"
#include "Analysis/Windows/Stated.h"
#include "Analysis/Windows/Trial.h"
#include "Diagnostics.h"

using namespace hetcc;
using namespace clang;

/// Warns of names in a `persist` clause that are not arrays of the loop. This is known only if devices run the loop,
/// since otherwise some of its arrays have not been found.
static void checkPersist(const Region &R, Diagnostics &Diags) {
  if (R.Site.Source->isLoop() && R.Fate.Where == RunsOn::Everywhere)
    for (const ClauseExpr &Each : R.Site.Source->Persist)
      if (llvm::none_of(R.Windows, [&](const Window &W) { return keepsWindow(Each, *W.Spec); }))
        Diags.report(Each.Begin, message::warn_persist_unknown) << Each.Text;
}

bool hetcc::analyse(Region &R, ASTContext &Context, Diagnostics &Diags) {
  R.Inferred = inferWindows(R.Site, R.Fate, R.Reach, Context, Diags.engine());
  std::optional<CanonicalLoop> Loop = findLoop(R.Site, R.Members, R.Fate, Context, Diags);
  if (!Loop)
    return false;
  R.Loop = std::move(*Loop);
  if (!resolveWindows(R, Context, Diags))
    return false;
  scanBody(R, Context);
  checkIndices(R, R.Fate, Context);
  if (!checkSubscripts(R, R.Fate, Context, Diags))
    return false;
  checkPersist(R, Diags);
  findStrides(R, Context, Diags);
  R.BodyUses = findBodyUses(R, Context);
  return checkVariant(R, Context, Diags);
}
