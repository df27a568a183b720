// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows whose extents come from a `map` clause or from a data region around the loop.
#include "Analysis/Windows/Mapped.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Windows/Collisions.h"
#include "clang/AST/StmtOpenMP.h"
#include <algorithm>

using namespace hetcc;
using namespace clang;

/// The item of the directive's `map` clauses for a window's array; null if there is none that fits the array's type.
static const WindowSpec *mapOf(const Trial &T, const Window &W) {
  const MemberPath Path = pathOf(W.Spec->Array.Checked);
  auto Found =
      llvm::find_if(T.Source.Mapped, [&](const WindowSpec &Spec) { return pathOf(Spec.Array.Checked) == Path; });
  const bool Fits = Found != T.Source.Mapped.end() && !Found->Bare && !Found->ElementSize &&
                    Found->How == Association::Array && Found->Dimensions.size() == W.DeclaredRank;
  return Fits ? &*Found : nullptr;
}

/// Whether each iteration uses in the first dimension only the index that equals the iterator.
static bool isOwn(const Trial &T, const ArrayUse &Use) {
  const Polynomial Own = Polynomial::variable(T.R.Loop.Iterator);
  auto Is = [](llvm::ArrayRef<Term> End, const Polynomial &Value) {
    return llvm::any_of(End, [&](const Term &Each) { return Each.isPlain() && Each.Value == Value; });
  };
  return !Use.Split && !Use.WritesAnywhere && !Use.Boxes.empty() && llvm::all_of(Use.Boxes, [&](const Box &B) {
    const Interval &First = B.Dimensions.front();
    return Is(First.Lower, Own) && Is(First.Upper, Own + Polynomial::constant(1));
  });
}

bool hetcc::isMapped(const Trial &T, const ArrayUse &Use) { return mapOf(T, T.R.Windows[Use.Window]); }

std::optional<WindowSpec> hetcc::asMapped(const Trial &T, const ArrayUse &Use) {
  const Window &W = T.R.Windows[Use.Window];
  const bool Differs = W.Written && (W.Pointed || !isOwn(T, Use)), Follows = W.Written && !Differs;
  if (!T.Source.Automatic || (Differs && collides(T.R, Use)))
    return std::nullopt;
  const WindowSpec *Map = mapOf(T, W);
  if (W.Written && !Map && W.DeclaredRank > 1)
    return std::nullopt;
  WindowSpec Spec = Map ? *Map : *W.Spec;
  Spec.Inferred = true;
  Spec.Section = Map != nullptr;
  Spec.Present = Spec.Unsized = Spec.FoundLate = !Map;
  Spec.In = true;
  Spec.Out = Follows;
  Spec.Full = !Follows;
  Spec.WholeCopy = Differs;
  Spec.Clause = W.Written ? "map(tofrom:)" : "map(to:)";
  if (Follows && Map)
    Spec.Dimensions.front().Id = T.R.Loop.Iterator->getNameAsString();
  if (Follows && !Map)
    Spec.Dimensions.front().Cond->Text = "1";
  return Spec;
}

void hetcc::adoptAtomicMaps(const RegionSite &Site, ASTContext &Context) {
  auto &Mapped = Site.Source->Mapped;
  if (!Site.Source->Automatic || Mapped.empty())
    return;
  const std::vector<MemberPath> Updated = updatedByAtomic(Site.Marker->getElse(), MemberEntities(), Context);
  auto IsOther = [&](const WindowSpec &Spec) { return !llvm::is_contained(Updated, pathOf(Spec.Array.Checked)); };
  auto First = std::stable_partition(Mapped.begin(), Mapped.end(), IsOther);
  std::move(First, Mapped.end(), std::back_inserter(Site.Source->Windows));
  Mapped.erase(First, Mapped.end());
}
