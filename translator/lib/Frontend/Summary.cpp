// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the text of --hetcc-summary.
#include "Frontend/Summary.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// One line of the report, about one loop.
struct Remark {
  PresumedLoc Where;
  std::string Text;
};

std::string notSplit(const std::string &Name, const std::string &Why) { return "'" + Name + "' is not split: " + Why; }

std::string withoutGpus(const RegionGroup &G) {
  return "'" + G.Source->Name + "' is split, but GPUs have no form of " +
         (G.Kernels.empty() ? "it" : "some instances") + ": " + G.WhyNoKernel;
}

} // namespace

std::string hetcc::loopSummary(ArrayRef<RegionGroup> Groups, const DirectiveList &Directives, const SourceManager &SM,
                               llvm::function_ref<bool(const Directive &)> IsInSkippedBody) {
  auto PlaceOf = [&](SourceLocation Loc) { return SM.getPresumedLoc(SM.getExpansionLoc(Loc)); };
  unsigned All = 0, Split = 0;
  std::vector<Remark> Remarks;
  for (const RegionGroup &G : Groups)
    if (const Directive &D = *G.Source; D.Automatic && D.isLoop() && (!G.Instances.empty() || IsInSkippedBody(D))) {
      ++All;
      Split += D.WhyAsWritten.empty();
      if (!D.WhyAsWritten.empty())
        Remarks.push_back({PlaceOf(D.HashLoc), notSplit(D.Name, D.WhyAsWritten)});
      else if (!G.WhyNoKernel.empty())
        Remarks.push_back({PlaceOf(D.HashLoc), withoutGpus(G)});
    }
  for (const HostConstruct &Each : Directives.HostConstructs)
    if (Each.IsLoop) {
      ++All;
      Remarks.push_back({PlaceOf(Each.HashLoc), notSplit(Each.Name, Each.Why)});
    }
  if (All == 0)
    return "";
  llvm::stable_sort(Remarks, [](const Remark &A, const Remark &B) { return A.Where.getLine() < B.Where.getLine(); });
  const PresumedLoc Unit = SM.getPresumedLoc(SM.getLocForStartOfFile(SM.getMainFileID()));
  std::string Text = std::string(Unit.getFilename()) + ": " + std::to_string(Split) + " of " + std::to_string(All) +
                     (All == 1 ? " loop split\n" : " loops split\n");
  for (const Remark &Each : Remarks)
    Text +=
        std::string(Each.Where.getFilename()) + ":" + std::to_string(Each.Where.getLine()) + ": " + Each.Text + "\n";
  return Text;
}
