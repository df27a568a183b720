// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region takes over from the blocks around it whose threads stand for places: maps, and the shares of their
// partitions.
#include "Analysis/Region.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <utility>

using namespace hetcc;
using namespace clang;

namespace {

/// A clause's expression as the one that a directive has from it.
ClauseExpr inherited(const ClauseExpr &E) {
  ClauseExpr Own = E;
  Own.From = &E;
  return Own;
}

std::optional<ClauseExpr> inherited(const std::optional<ClauseExpr> &E) {
  return E ? std::optional(inherited(*E)) : std::nullopt;
}

std::string textOf(const std::optional<ClauseExpr> &E) { return E ? E->Text : ""; }

ShareBounds shareOf(const PartitionClause &P, std::string Before, std::string After) {
  return {P.Start->Text, P.End->Text, P.Relation, P.Decreasing, std::move(Before), std::move(After)};
}

/// The partition of a block around a region, or null.
const PartitionClause *partitionAround(const Region &R, StringRef Id) {
  for (const Surrounding &Each : llvm::reverse(R.Around))
    if (Each.Source->Partition->Id == Id)
      return &*Each.Source->Partition;
  return nullptr;
}

const ValueDecl *arrayOf(const WindowSpec &Spec) { return namedEntity(Spec.Array.Checked->IgnoreParenImpCasts()); }

/// A dimension that follows the partition of a block around the loop is cut to the share there.
void cutToShare(Dimension &Dim, const PartitionClause &P) {
  Dim.Within = shareOf(P, textOf(Dim.Halo), textOf(Dim.Post));
  Dim.Id.clear();
  Dim.Halo.reset();
  Dim.Post.reset();
}

/// What a dimension leaves out is as the block around the loop has it.
void complete(Dimension &Dim, const Dimension &Outer, const PartitionClause &P) {
  if (!Dim.Distance)
    Dim.Distance = inherited(Outer.Distance);
  if (Dim.Num)
    return;
  Dim.Cond = inherited(Outer.Cond);
  Dim.Num = inherited(Outer.Num);
  if (!Dim.Id.empty() || Dim.Within)
    return;
  if (!Outer.Id.empty())
    Dim.Within = shareOf(P, textOf(Outer.Halo), textOf(Outer.Post));
  else
    Dim.Within = Outer.Within;
}

/// The whole of an array of the block, as far as its share goes: no iteration has a part of its own.
WindowSpec wholeOf(const WindowSpec &Outer, const PartitionClause &P) {
  WindowSpec Spec = Outer;
  Spec.Array = inherited(Outer.Array);
  Spec.ElementSize = inherited(Outer.ElementSize);
  Spec.How = Association::Array;
  Spec.Through.reset();
  Spec.Inherited = Spec.In = Spec.Full = true;
  Spec.Out = Spec.WholeCopy = Spec.Implied = false;
  for (auto [Dim, From] : llvm::zip(Spec.Dimensions, Outer.Dimensions)) {
    Dim = Dimension();
    Dim.IsSection = From.IsSection;
    Dim.Loc = From.Loc, Dim.IdLoc = From.IdLoc;
    complete(Dim, From, P);
    if (Outer.How != Association::Array) // its indices are no iterations
      Dim.Within.reset();
  }
  return Spec;
}

/// The variables and members that a statement names.
class Names : public RecursiveASTVisitor<Names> {
public:
  explicit Names(const Stmt *S) { TraverseStmt(const_cast<Stmt *>(S)); }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return note(E); }
  bool VisitMemberExpr(MemberExpr *E) { return note(E); }
  llvm::SmallPtrSet<const ValueDecl *, 16> Found;

private:
  bool note(const Expr *E) {
    if (const ValueDecl *D = namedEntity(E))
      Found.insert(D);
    return true;
  }
};

} // namespace

std::pair<std::string, std::string> hetcc::shareText(const ShareBounds &Of) {
  auto Number = [](const std::string &Text) { return "(hetrt_int64)(" + Text + ")"; };
  std::string Start = Number(Of.Start), End = Number(Of.End), First = Start, Last = End;
  if (Of.Relation == BO_LE)
    Last = End + " + 1";
  else if (Of.Relation == BO_GE)
    First = End, Last = Start + " + 1";
  else if (Of.Relation == BO_GT || (Of.Relation == BO_NE && Of.Decreasing))
    First = End + " + 1", Last = Start + " + 1";
  if (!Of.Before.empty())
    First += " - " + Number(Of.Before);
  if (!Of.After.empty())
    Last += " + " + Number(Of.After);
  return {First, Last};
}

void hetcc::inheritMaps(Region &R) {
  if (R.Around.empty() || std::exchange(R.Source->Inherits, true))
    return;
  const Directive &Outer = *R.Around.back().Source;
  const PartitionClause &P = *Outer.Partition;
  const std::string Own = R.Loop.Clause ? R.Loop.Clause->Id : R.Loop.Iterator ? R.Loop.Iterator->getNameAsString() : "";
  llvm::SmallPtrSet<const ValueDecl *, 8> Named;
  for (WindowSpec &Spec : R.Source->Windows) {
    const ValueDecl *Array = arrayOf(Spec);
    Named.insert(Array);
    if (!Spec.Section)
      continue;
    auto There = llvm::find_if(Outer.Windows,
                               [&](const WindowSpec &Each) { return Array && Each.Section && arrayOf(Each) == Array; });
    const bool Follows = llvm::any_of(Spec.Dimensions, [](const Dimension &Dim) { return !Dim.Id.empty(); });
    for (unsigned D = 0; D < Spec.Dimensions.size(); ++D) {
      Dimension &Dim = Spec.Dimensions[D];
      if (const PartitionClause *Around = Dim.Id.empty() || Dim.Id == Own ? nullptr : partitionAround(R, Dim.Id))
        cutToShare(Dim, *Around);
      if (There != Outer.Windows.end() && D < There->Dimensions.size() && There->How == Association::Array)
        complete(Dim, There->Dimensions[D], P);
    }
    Spec.Full = llvm::none_of(Spec.Dimensions, [](const Dimension &Dim) { return !Dim.Id.empty(); });
    Spec.WholeCopy |= Follows && Spec.Full && Spec.Out;
  }
  const Names Used(R.Marker->getElse());
  for (const WindowSpec &Spec : Outer.Windows)
    if (const ValueDecl *Array = arrayOf(Spec); Array && !Named.contains(Array) && Used.Found.contains(Array))
      R.Source->Windows.push_back(wholeOf(Spec, P));
}
