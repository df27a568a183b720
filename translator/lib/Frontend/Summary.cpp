// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of --hetcc-summary.
#include "Frontend/Summary.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// A loop that is not split.
struct Left {
  PresumedLoc Where;
  std::string Name, Why;
};

} // namespace

std::string hetcc::loopSummary(ArrayRef<RegionGroup> Groups, const DirectiveList &Directives, const SourceManager &SM) {
  auto PlaceOf = [&](SourceLocation Loc) { return SM.getPresumedLoc(SM.getExpansionLoc(Loc)); };
  unsigned All = 0;
  std::vector<Left> Others;
  for (const RegionGroup &G : Groups)
    if (const Directive &D = *G.Source; D.Automatic && D.isLoop() && !G.Instances.empty()) {
      ++All;
      if (!D.WhyAsWritten.empty())
        Others.push_back({PlaceOf(D.HashLoc), D.Name, D.WhyAsWritten});
    }
  for (const HostConstruct &Each : Directives.HostConstructs)
    if (Each.IsLoop) {
      ++All;
      Others.push_back({PlaceOf(Each.HashLoc), Each.Name, Each.Why});
    }
  if (All == 0)
    return "";
  llvm::stable_sort(Others, [](const Left &A, const Left &B) { return A.Where.getLine() < B.Where.getLine(); });
  const PresumedLoc Unit = SM.getPresumedLoc(SM.getLocForStartOfFile(SM.getMainFileID()));
  std::string Text = std::string(Unit.getFilename()) + ": " + std::to_string(All - Others.size()) + " of " +
                     std::to_string(All) + (All == 1 ? " loop split\n" : " loops split\n");
  for (const Left &Each : Others)
    Text += std::string(Each.Where.getFilename()) + ":" + std::to_string(Each.Where.getLine()) + ": '" + Each.Name +
            "' is not split: " + Each.Why + "\n";
  return Text;
}
