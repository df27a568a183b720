// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about the windows and objects of a region.
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

bool beginsWith(const MemberPath &Path, const MemberPath &Beginning) {
  return Path.size() >= Beginning.size() && std::equal(Beginning.begin(), Beginning.end(), Path.begin());
}

} // namespace

int hetcc::findWindow(const Region &R, const ValueDecl *Decl) {
  for (size_t I = 0; I < R.Windows.size(); ++I)
    if (R.Windows[I].Array.Decl == Decl)
      return int(I);
  return -1;
}

int hetcc::holdersOf(const Region &R, const Expr *Array) {
  const MemberPath Path = pathOf(Array);
  for (size_t I = 0; I < R.Windows.size(); ++I)
    if (R.Windows[I].Spec->Holders && pathOf(R.Windows[I].Spec->Array.Checked) == Path)
      return int(I);
  return -1;
}

int hetcc::throughWindow(const Region &R, const Window &W) {
  if (W.Shape.Through.empty())
    return -1;
  auto There = llvm::find_if(R.Windows, [&](const Window &Other) { return Other.Spec->Array.Text == W.Shape.Through; });
  return There == R.Windows.end() ? -1 : int(There - R.Windows.begin());
}

const ClauseExpr *hetcc::extentExpr(const Window &W, unsigned D) {
  const auto &Dims = W.Spec->Dimensions;
  if (D > 0 && Dims[D - 1].Stride)
    return &*Dims[D - 1].Stride;
  return Dims[D].Num ? &*Dims[D].Num : nullptr;
}

bool hetcc::declaresLength(const Window &W) {
  if (!W.Type->isArrayType() || W.Type->isIncompleteArrayType())
    return false;
  const Expr *Named = W.Spec->Array.Checked ? W.Spec->Array.Checked->IgnoreParenImpCasts() : nullptr;
  return !Named || !W.Array.Decl ||
         !Named->isFlexibleArrayMemberLike(W.Array.Decl->getASTContext(),
                                           LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete);
}

bool hetcc::isZero(const std::optional<ClauseExpr> &E, const ASTContext &Context) {
  auto Value = E && !E->Checked->isValueDependent() ? E->Checked->getIntegerConstantExpr(Context) : std::nullopt;
  return Value && *Value == 0;
}

std::optional<bool> hetcc::isTied(const Dimension &D, const ASTContext &Context) {
  if (D.IsSection)
    return !D.Id.empty();
  auto Value = D.Cond->Checked->isValueDependent() ? std::nullopt : D.Cond->Checked->getIntegerConstantExpr(Context);
  return Value ? std::optional(*Value != 0) : std::nullopt;
}

int hetcc::objectsOf(const Region &R, const Window &Rows) {
  const MemberPath Array = pathOf(Rows.Spec->Array.Checked);
  for (size_t I = 0; I < R.Windows.size(); ++I) {
    const Window &W = R.Windows[I];
    if (W.Objects && W.RowParts.size() < Rows.RowParts.size() && pathOf(W.Spec->Array.Checked) == Array &&
        std::equal(W.RowParts.begin(), W.RowParts.end(), Rows.RowParts.begin()))
      return int(I);
  }
  return -1;
}

QualType hetcc::typeOfRow(const Window &W, unsigned Dimensions, const ASTContext &Context) {
  if (W.isByParts() && Dimensions > 1 && Dimensions <= W.Holders.size() + 1)
    return W.Holders[Dimensions - 2].Element;
  return typeOfRow(W.Type, Dimensions, Context);
}

/// Appends the paths of the pointers that the members in an expression dereference.
static void followIn(const Stmt *S, std::vector<MemberPath> &Into) {
  if (auto *E = dyn_cast_or_null<Expr>(S))
    memberPath(E, &Into);
  if (S)
    for (const Stmt *Child : S->children())
      followIn(Child, Into);
}

/// The paths of the pointers that the program dereferences even if the loop has no iterations: those in the user's data
/// clauses and in the loop's bounds.
static std::vector<MemberPath> followedAnyway(const Region &R) {
  std::vector<MemberPath> Followed;
  for (const Window &W : R.Windows) {
    if (W.Spec->Inferred)
      continue;
    memberPath(W.Spec->Array.Checked, &Followed);
    for (const Dimension &D : W.Spec->Dimensions)
      for (const auto &Each : {D.Num, D.Stride})
        if (Each)
          memberPath(Each->Checked, &Followed);
  }
  for (const Expr *Of : {R.Loop.Lower, R.Loop.Bound})
    followIn(Of, Followed);
  return Followed;
}

static std::string guardOf(const Region &R, const std::vector<const Expr *> &Pointers, const ASTContext &Context) {
  if (Pointers.empty())
    return "";
  const std::vector<MemberPath> Followed = followedAnyway(R);
  std::string Text;
  for (const Expr *Each : Pointers)
    if (!llvm::is_contained(Followed, memberPath(Each))) {
      const std::string Pointer = sourceText(Each, Context);
      Text += (Text.empty() ? "" : " && ") + ("hetrt_can_read(" + Pointer + ", sizeof *(" + Pointer + "))");
    }
  return Text;
}

std::string hetcc::guardOf(const Region &R, const Expr *E, const ASTContext &Context) {
  std::vector<const Expr *> Pointers;
  pointersOf(E, Pointers);
  return ::guardOf(R, Pointers, Context);
}

std::string hetcc::guardOf(const Region &R, ArrayRef<const MemberExpr *> All, const ASTContext &Context) {
  std::vector<const Expr *> Pointers, Once;
  for (const MemberExpr *Each : All)
    pointersOf(Each, Pointers);
  for (const Expr *Each : Pointers)
    if (llvm::none_of(Once, [&](const Expr *Other) { return memberPath(Other) == memberPath(Each); }))
      Once.push_back(Each);
  return ::guardOf(R, Once, Context);
}

std::string hetcc::guardOf(const Region &R, const Designated &O, const ASTContext &Context) {
  std::vector<const Expr *> Pointers;
  if (!O.isThis())
    pointersOf(O.Name, Pointers);
  if (O.Behind && !O.isThis())
    Pointers.push_back(O.Name);
  return ::guardOf(R, Pointers, Context);
}

bool hetcc::liesIn(const Window &W, const Designated &O) {
  const Expr *Array = W.Spec->Array.Checked;
  const QualType T = Array->getType().getNonReferenceType();
  if (!T->isArrayType() && (elementOfContainer(T).isNull() || holdsPointers(T, /*ToChange=*/false)))
    return false;
  std::vector<MemberPath> Followed;
  const MemberPath Path = memberPath(Array, &Followed), Object = O.isThis() ? MemberPath() : memberPath(O.Name);
  const bool IsPart =
      Path.size() > Object.size() && beginsWith(Path, Object) && (!O.isThis() || isa<FieldDecl>(Path.front()));
  return IsPart && llvm::none_of(Followed, [&](const MemberPath &Pointer) {
           return beginsWith(Pointer, Object) && !(O.Behind && Pointer == Object);
         });
}

const Window *hetcc::windowBehind(const Region &R, const ValueDecl *Variable) {
  auto Found = llvm::find_if(R.Windows, [&](const Window &W) {
    MemberPath Path = memberPath(W.Spec->Array.Checked);
    return Path.size() > 1 && Path.front() == Variable;
  });
  return Found == R.Windows.end() ? nullptr : &*Found;
}

const Window *hetcc::windowInside(const Region &R, const MemberPath &Object) {
  if (Object.empty())
    return nullptr;
  auto Found = llvm::find_if(R.Windows, [&](const Window &W) {
    std::vector<MemberPath> Followed;
    MemberPath Path = memberPath(W.Spec->Array.Checked, &Followed);
    auto Leaves = [&](const MemberPath &Pointer) { return beginsWith(Pointer, Object); };
    return W.Type->isArrayType() && Path.size() > Object.size() && beginsWith(Path, Object) &&
           llvm::none_of(Followed, Leaves);
  });
  return Found == R.Windows.end() ? nullptr : &*Found;
}
