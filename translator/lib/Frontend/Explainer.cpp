// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remarks and warnings about regions.
#include "Frontend/Explainer.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Windows/Inference.h"
#include "Frontend/ClauseFixes.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace hetcc;
using namespace clang;

void Explainer::explainLoops(const RegionGroup &G) {
  if (G.Instances.empty() || !G.hasDeviceForm())
    return;
  const Nest &Lanes = G.Instances.front().Lanes;
  const std::string WhyNot =
      Lanes.WhyNoColumns.empty() ? "" : "neighbouring iterations not side by side, since " + Lanes.WhyNoColumns;
  for (const LoopRemark &Each : Lanes.Remarks)
    if (Each.What == LoopRemark::Shared) {
      const std::string Why = Each.Why + (Each.Why.empty() || WhyNot.empty() ? "" : "; ") + WhyNot;
      Diags.report(Each.Loc, message::remark_loop_shared) << Lanes.Columns << !Why.empty() << Why;
    } else if (Each.What == LoopRemark::EachTurn)
      Diags.report(Each.Loc, message::remark_loop_each_turn);
    else
      Diags.report(Each.Loc,
                   Each.What == LoopRemark::Together ? message::remark_loop_together : message::remark_loop_alone)
          << Each.Why;
}

/// Reports the clauses that the compiler has added. Under --hetcc-explain, also reports the ranges of indices (boxes)
/// that Analysis found in the body, from which the clauses were made.
std::vector<FixItHint> Explainer::explainClauses(const RegionGroup &G) {
  if (G.Instances.empty())
    return {};
  if (Options.Explain)
    for (const FoundBox &Each : explainBoxes(G.Instances.front(), Instance.getASTContext(), Diags.engine()))
      Diags.report(Each.At, message::remark_box) << Each.Text;
  if (G.Fate.Where != RunsOn::Everywhere || G.Source->Inferred != Directive::Inference::Done || G.reachOnly())
    return {};
  const auto OfView = llvm::find_if(G.Source->Windows, [](const WindowSpec &W) {
    return W.Inferred && W.Array.Checked && behindView(W.Array.Checked) != W.Array.Checked;
  });
  // The body gets this array only from a member function (as by `v.data()`), so no clause can name the array, and no
  // clause is suggested.
  if (OfView != G.Source->Windows.end()) {
    if (Options.Fix)
      Diags.report(G.Source->Begin, message::warn_fix_of_view) << OfView->Array.Text;
    explainConditions(G, OfView->Array.Text);
    return {};
  }
  const auto FoundLate = llvm::find_if(G.Source->Windows, [](const WindowSpec &W) { return W.FoundLate; });
  // No clause can give this array's length, and with clauses for the other arrays alone the loop would run on the CPUs.
  if (FoundLate != G.Source->Windows.end()) {
    if (Options.Fix)
      Diags.report(G.Source->Begin, message::warn_fix_of_length) << FoundLate->Array.Text;
    explainConditions(G, FoundLate->Array.Text);
    return {};
  }
  const ClauseFixes Fixes(*G.Source, Instance.getSourceManager(), Instance.getLangOpts());
  {
    auto Remark = Diags.report(G.Source->Begin, message::remark_clauses) << Fixes.text();
    for (const FixItHint &Each : Fixes.hints())
      Remark << Each;
  } // the remark is emitted here, when its builder is destroyed
  if (Options.Fix && Fixes.isOfMacro())
    Diags.report(Instance.getSourceManager().getExpansionLoc(G.Source->Hetero.Loc), message::warn_fix_in_macro)
        << Fixes.text();
  return Options.Fix ? std::vector<FixItHint>(Fixes.hints().begin(), Fixes.hints().end()) : std::vector<FixItHint>();
}

/// Reports that no directive can be suggested for a loop, because no clause can describe the array `Of`, and reports
/// the conditions under which devices run the loop.
void Explainer::explainConditions(const RegionGroup &G, StringRef Of) {
  if (Options.Explain)
    Diags.report(G.Source->Begin, message::remark_no_clauses)
        << Of << G.Source->Needed.empty() << llvm::join(G.Source->Needed, " && ");
}

std::vector<FixItHint> Explainer::explain(const RegionGroup &G) {
  std::vector<FixItHint> Missing = explainClauses(G);
  explainFate(G);
  return Missing;
}

void Explainer::explainFate(const RegionGroup &G) {
  if (G.Source->Variant && G.Fate.Where != RunsOn::Plain) {
    Diags.report(G.Source->Variant->Loc, message::remark_variant)
        << G.Source->Variant->Name << (G.Fate.Where == RunsOn::Host) << G.Fate.Cause;
    return;
  }
  if (!G.Source->Automatic && !G.Instances.empty() && !G.Instances.front().Task.WhyNone.empty())
    Diags.report(G.Source->Begin, message::warn_no_task) << G.Instances.front().Task.WhyNone;
  if (const Verdict *Reach = G.reachOnly(); Reach && G.Fate.Where == RunsOn::Everywhere && !G.Source->Automatic) {
    Diags.report(Reach->Loc, message::warn_reach_only) << Reach->Cause;
    if (!Reach->Remedy.empty())
      Diags.report(G.Source->Begin, message::note_remedy) << Reach->Remedy;
    return;
  }
  if (G.Fate.Where == RunsOn::Everywhere) {
    if (!G.Instances.empty())
      Diags.report(G.Source->Begin, message::remark_everywhere) << (G.Kernels.size() < G.Instances.size());
    for (size_t W = 0; !G.Instances.empty() && W < G.Instances.front().Windows.size(); ++W)
      if (const Window &Moved = G.Instances.front().Windows[W]; Moved.WritesAnywhere)
        Diags.report(Moved.Loc, message::remark_difference) << Moved.Spec->Array.Text;
      else if (Moved.MoveIn && !Moved.Shape.In)
        Diags.report(Moved.Loc, message::remark_moved_in) << Moved.Spec->Array.Text;
    return explainLoops(G);
  }
  SourceLocation Loc = G.Fate.Loc.isValid() ? G.Fate.Loc : G.Source->Begin;
  Diags.report(Loc, G.Fate.Where == RunsOn::Plain ? message::warn_plain : message::warn_host_only) << G.Fate.Cause;
  if (!G.Fate.Remedy.empty())
    Diags.report(G.Source->Begin, message::note_remedy) << G.Fate.Remedy;
}
