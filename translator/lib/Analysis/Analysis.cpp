// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The analysis of one directive. The order of its parts:
//
//   1. each instance by itself (LoopAnalysis.h, Block.h)
//   2. one layout for all instances (MergeInstances.h), and the conditions that tell the instances apart
//   3. where the directive runs: the strictest of its instances and loops, and of what the host compiler has refused
//   4. how lanes share the loops, and the variables of tasks, both of which depend on 2 and 3
//   5. what generated code on the host says of each instance (Description), which depends on all of the above
//   6. whether one text serves all instances, which depends on all that text is made from
#include "Analysis/Analysis.h"
#include "Analysis/Block/Block.h"
#include "Analysis/Block/Replicas.h"
#include "Analysis/Lanes/FindNests.h"
#include "Analysis/Loop/LoopAnalysis.h"
#include "Analysis/MergeInstances.h"
#include "Analysis/Variables/CopiedValues.h"
#include "Analysis/Variables/TaskVariables.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "Analysis/Windows/Shape.h"
#include "Analysis/Windows/Stated.h"
#include "Analysis/Windows/StaysInWindow.h"
#include "Analysis/Windows/Tables.h"
#include "Diagnostics.h"
#include "Directive/TokenStream.h"

using namespace hetcc;
using namespace clang;

/// Reports `this->x` if a clause makes a private copy of the member `x`: for clang, `this->x` is the copy, for g++ the
/// original.
static bool checkMemberCopies(const Region &R, const TokenStream &Tokens, Diagnostics &Diags) {
  bool Sound = true;
  for (SourceLocation Use : R.Body.MemberCopies) {
    const size_t At = Tokens.find(Use);
    if (At == TokenStream::None || At < 2 || Tokens[At - 1].isNot(tok::arrow) || Tokens[At - 2].isNot(tok::kw_this))
      continue;
    const SourceLocation This = Tokens[At - 2].getLocation();
    const std::string Name = Tokens[At].getIdentifierInfo()->getName().str();
    Diags.report(This, message::err_this_copy) << Name;
    Diags.report(This, message::note_remedy)
        << "write '" + Name + "'" << FixItHint::CreateRemoval(CharSourceRange::getCharRange(This, Use));
    Sound = false;
  }
  return Sound;
}

/// Gives the instances one layout and, if there are several, the conditions that tell them apart.
static void unite(RegionGroup &G, const GroupRules &Rules, ASTContext &Context) {
  mergeInstances(G, Context);
  for (Region &R : G.Instances)
    if (G.Instances.size() > 1)
      R.Guard = Rules.Guard(R);
}

/// Leaves a directive to plain OpenMP if the host compiler has refused its translation in an earlier attempt.
static void leaveOut(RegionGroup &G, const GroupRules &Rules) {
  if (!Rules.Refused.empty())
    G.Fate.restrict(RunsOn::Plain, G.Source->Begin, "the host compiler refuses its translation: " + Rules.Refused,
                    "move what it refuses to a function, of which all forms of the loop use one");
}

/// The captures and arrays that may have another value in each thread of the team that a loop joins.
static void findOwnInTeam(Region &R) {
  auto Look = [&](const ValueDecl *Decl) {
    if (Decl && mayDifferInTeam(R, Decl))
      R.Described.DifferInTeam.insert(Decl);
  };
  for (const Capture &C : R.Body.Captures)
    Look(C.What.Decl);
  for (const Window &W : R.Windows)
    Look(W.Array.Decl);
}

/// Leaves in a region what generated code says of it.
static void describe(Region &R, ASTContext &Context) {
  for (Window &W : R.Windows) {
    W.Replicated = R.Loop.Clause && R.Site.Source->replicates() && isReplicated(W);
    W.StaysInside = R.Site.isPartOfBlock() && staysInWindow(R, W, Context);
  }
  R.Described.Arrays = makeTables(R, statedUses(R, Context));
  R.Described.Copied = copiedAndWritten(R, Context);
  R.Described.WantsThreads = wantsThreads(R);
  if (R.Site.Source->joinsTeam())
    findOwnInTeam(R);
  if (!R.Loop.Clause)
    return;
  R.Described.Kept = keptNumbers(R);
  R.Described.TargetScalars = scalarsOfTarget(R, Context);
}

/// Does so for all instances of a directive that is translated. One that stays as it is written has perhaps not been
/// analysed to the end.
static void describe(RegionGroup &G, ASTContext &Context) {
  const bool Stays = G.Source->Automatic && G.Fate.Where != RunsOn::Everywhere && G.Instances.size() == 1;
  if (Stays || G.Fate.Where == RunsOn::Plain)
    return;
  for (Region &R : G.Instances)
    describe(R, Context);
  for (RegionGroup &L : G.Loops)
    describe(L, Context);
}

/// Whether a directive has instances for which one text would not be right.
static bool needsSeveralTexts(const RegionGroup &G, const GroupRules &Rules) {
  return G.Instances.size() > 1 && G.Fate.Where != RunsOn::Plain && !Rules.IsUniform(G);
}

bool hetcc::analyseLoopGroup(RegionGroup &G, const GroupRules &Rules, ASTContext &Context, Diagnostics &Diags) {
  if (!llvm::all_of(G.Instances,
                    [&](Region &R) { return analyse(R, Context, Diags) && checkMemberCopies(R, Rules.Tokens, Diags); }))
    return false;
  unite(G, Rules, Context);
  leaveOut(G, Rules);
  findNests(G, Context, Rules.Sharing);
  for (Region &R : G.Instances)
    R.Task = findTaskVariables(R, Context);
  describe(G, Context);
  if (!needsSeveralTexts(G, Rules))
    return true;
  // The use of lanes may be the cause, and as lanes are optional, all instances do without them.
  for (Region &R : G.Instances)
    R.Lanes = {};
  if (needsSeveralTexts(G, Rules))
    G.Fate.restrict(RunsOn::Plain, G.Source->Begin, "instances of the template need different code around the loop",
                    "name the same variables and arrays of the same rank in all of them");
  return true;
}

bool hetcc::analyseBlockGroup(RegionGroup &G, std::deque<Directive> &Storage, std::deque<Directive> &Written,
                              const GroupRules &Rules, ASTContext &Context, Diagnostics &Diags) {
  if (!analyseBlock(G, Storage, Written, Context, Diags))
    return false;
  for (RegionGroup &L : G.Loops)
    unite(L, Rules, Context);
  if (G.Source->isOverPlaces())
    dropSerialLoops(G, Diags);
  unite(G, Rules, Context);
  leaveOut(G, Rules);
  settleBlock(G);
  for (RegionGroup &L : G.Loops)
    findNests(L, Context, Rules.Sharing);
  describe(G, Context);
  if (!needsSeveralTexts(G, Rules))
    return true;
  G.Fate.restrict(RunsOn::Plain, G.Source->Begin, "instances of the template need different code around its loops",
                  "name the same variables and arrays of the same rank in all of them");
  settleBlock(G);
  return true;
}
