// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names arrays without a clause in the reason for which a loop stays on the host.
#include "Analysis/Body/MissingClauses.h"

using namespace hetcc;
using namespace clang;

void MissingClauses::add(SourceLocation At, const std::string &Name, const std::string &Remedy) {
  if (!Names.insert(Name).second)
    return;
  if (!GaveReason) {
    GaveReason = R.Fate.Where < RunsOn::Host;
    // The clause by which the arrays that no clause names are found.
    const bool Lacking = R.Site.Source->isLoop() && !R.Site.Source->HasHetero && !R.Site.Source->Automatic &&
                         !R.Site.Source->Partition && !R.Site.Source->Variant && !R.Site.isInBlock() &&
                         R.Site.Around.empty();
    return R.Fate.toHost(At, "'" + Name + "' is in no data clause",
                         (Lacking ? "add 'hetero(1)', by which arrays are found without clauses; or " : "") + Remedy);
  }
  if (R.Fate.Where != RunsOn::Host) // something else has restricted the loop further since
    return;
  R.Fate.Cause += ", nor '" + Name + "'";
  R.Fate.Remedy += "; " + Remedy;
}
