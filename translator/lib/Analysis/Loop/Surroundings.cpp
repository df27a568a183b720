// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completes a region's directive from the blocks around it whose threads stand for places (groups of processors). The
// region gets the windows of their `map` clauses, and uses only the share of its thread's place of each array.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/DynamicVisitor.h"

using namespace hetcc;
using namespace clang;

namespace {

std::string codeOf(const std::optional<ClauseExpr> &E) { return E ? E->code() : ""; }

ShareBounds shareOf(const Directive &Block, std::string Before, std::string After) {
  const PartitionClause &P = *Block.Partition;
  return {keptBound(Block, false), keptBound(Block, true), P.Relation, P.Decreasing,
          std::move(Before),       std::move(After)};
}

/// The innermost block around a region whose `partition` has the id `Id`; null if there is none.
const Directive *blockAround(const Region &R, StringRef Id) {
  for (const Surrounding &Each : llvm::reverse(R.Site.Around))
    if (Each.Source->Partition->Id == Id)
      return Each.Source;
  return nullptr;
}

/// A copy of a block's window for a directive inside of the block. Its expressions are the names of the variables in
/// which generated code keeps the values of the block's expressions.
WindowSpec kept(const Directive &Block, size_t Window) {
  const WindowSpec &Its = Block.Windows[Window];
  llvm::SmallVector<const ClauseExpr *, 16> Numbers;
  forEachNumber(Its, [&](const ClauseExpr &E, unsigned) { Numbers.push_back(&E); });
  WindowSpec Own = Its;
  Own.Array.From = &Its.Array;
  forEachNumber(Own, [Next = Numbers.begin()](ClauseExpr &E, unsigned) mutable { E.From = *Next++; });
  nameKept(Own, Block, Window);
  return Own;
}

const ValueDecl *arrayOf(const WindowSpec &Spec, const Region &R) {
  return R.named(Spec.Array.Checked->IgnoreParenImpCasts());
}

/// Restricts a dimension that follows the partition of a block around the loop to the share of the block's thread.
void cutToShare(Dimension &Dim, const Directive &Block) {
  Dim.Within = shareOf(Block, codeOf(Dim.Halo), codeOf(Dim.Post));
  Dim.Id.clear();
  Dim.Halo.reset();
  Dim.Post.reset();
}

/// Adds to a dimension what its clause leaves out, from the block's clause. `Outer` is the dimension of a kept()
/// window.
void complete(Dimension &Dim, const Dimension &Outer, const Directive &Block) {
  if (!Dim.Stride)
    Dim.Stride = Outer.Stride;
  if (Dim.Num)
    return;
  Dim.Cond = Outer.Cond;
  Dim.Num = Outer.Num;
  if (!Dim.Id.empty() || Dim.Within)
    return;
  if (!Outer.Id.empty())
    Dim.Within = shareOf(Block, codeOf(Outer.Halo), codeOf(Outer.Post));
  else
    Dim.Within = Outer.Within;
}

/// A window for an array of the block that no clause of the region names. It contains all elements in the share of the
/// block's thread; its dimensions are not tied to the region's iterations.
WindowSpec wholeOf(const Directive &Block, size_t Window) {
  const WindowSpec Outer = kept(Block, Window);
  WindowSpec Spec = Outer;
  Spec.How = Association::Array;
  Spec.Through.reset();
  Spec.Inherited = Spec.In = Spec.Full = true;
  Spec.Out = Spec.WholeCopy = Spec.Implied = false;
  for (auto [Dim, From] : llvm::zip(Spec.Dimensions, Outer.Dimensions)) {
    Dim = Dimension();
    Dim.IsSection = From.IsSection;
    Dim.Loc = From.Loc, Dim.IdLoc = From.IdLoc;
    complete(Dim, From, Block);
    // The array's indices are not those of the block's iterations, so a share has no meaning for them.
    if (Outer.How != Association::Array)
      Dim.Within.reset();
  }
  return Spec;
}

/// The variables and members that a region names.
class Names : public DynamicVisitor {
public:
  explicit Names(const Region &R) : R(R) { TraverseStmt(R.Site.Marker->getElse()); }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return note(E); }
  bool VisitMemberExpr(MemberExpr *E) override { return note(E); }
  llvm::SmallPtrSet<const ValueDecl *, 16> Found;

private:
  bool note(const Expr *E) {
    if (const ValueDecl *D = R.named(E))
      Found.insert(D);
    return true;
  }
  const Region &R;
};

} // namespace

std::string hetcc::keptName(const Directive &Block, size_t Window, unsigned Number) {
  return "hetrt_kept_" + std::to_string(Block.Id) + "_" + std::to_string(Window) + "_" + std::to_string(Number);
}

std::string hetcc::keptBound(const Directive &Block, bool End) {
  return (End ? "hetrt_end_" : "hetrt_start_") + std::to_string(Block.Id);
}

void hetcc::nameKept(WindowSpec &Inside, const Directive &Block, size_t Window) {
  forEachNumber(Inside, [&](ClauseExpr &E, unsigned Number) { E.Variable = keptName(Block, Window, Number); });
}

void hetcc::inheritMaps(Region &R) {
  if (R.Site.Around.empty())
    return;
  const Directive &Outer = *R.Site.Around.back().Source;
  const std::string Own = R.Loop.Clause ? R.Loop.Clause->Id : R.Loop.Iterator ? R.Loop.Iterator->getNameAsString() : "";
  llvm::SmallPtrSet<const ValueDecl *, 8> Named;
  for (WindowSpec &Spec : R.Site.Source->Windows) {
    const ValueDecl *Array = arrayOf(Spec, R);
    Named.insert(Array);
    if (!Spec.Section)
      continue;
    bool Cut = false;
    for (Dimension &Dim : Spec.Dimensions)
      if (const Directive *Around = Dim.Id.empty() || Dim.Id == Own ? nullptr : blockAround(R, Dim.Id)) {
        cutToShare(Dim, *Around);
        Cut = true;
      }
    for (size_t W = 0; W < Outer.Windows.size(); ++W)
      if (const WindowSpec &There = Outer.Windows[W];
          Array && There.Section && There.How == Association::Array && arrayOf(There, R) == Array) {
        const WindowSpec Kept = kept(Outer, W);
        for (size_t D = 0; D < std::min(Spec.Dimensions.size(), Kept.Dimensions.size()); ++D)
          complete(Spec.Dimensions[D], Kept.Dimensions[D], Outer);
      }
    if (Cut && llvm::all_of(Spec.Dimensions, [](const Dimension &Dim) { return Dim.Id.empty(); })) {
      Spec.Full = true;
      Spec.WholeCopy = Spec.Out;
    }
  }
  const Names Used(R);
  for (size_t W = 0; W < Outer.Windows.size(); ++W)
    if (const ValueDecl *Array = arrayOf(Outer.Windows[W], R);
        Array && !Named.contains(Array) && Used.Found.contains(Array))
      R.Site.Source->Windows.push_back(wholeOf(Outer, W));
}
