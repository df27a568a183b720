// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects all iterations share, and which expressions are views of arrays through such objects.
#include "Analysis/Body/BodyNames.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

bool BodyNames::isOneForAll(const Designated &O) const {
  const ValueDecl *Front = frontOf(O), *Name = O.isThis() ? nullptr : R.named(O.Name);
  auto IsOwn = [&](const ValueDecl *Decl) {
    return findWindow(R, Decl) >= 0 || llvm::any_of(R.Body.Captures, [&](const Capture &C) {
             return C.What.Decl == Decl && C.Kind != CaptureKind::Value;
           });
  };
  auto *Var = dyn_cast_or_null<VarDecl>(Front);
  const bool OfThread =
      Var && (isOfEachThread(Var) || (R.Site.Source->joinsTeam() && Front == Name && !O.Behind && isOwnInTeam(R, Var)));
  return !OfThread && !(Front && (isLocal(Front) || Front == R.Loop.Iterator || IsOwn(Front))) &&
         !(Name && IsOwn(Name));
}

const MemberExpr *BodyNames::ownMember(const View &V) const {
  for (const MemberExpr *Each : V.members()) {
    const auto Object = designated(Each->getBase());
    const ValueDecl *Entity = R.named(Each);
    const bool HasCopies = Entity && llvm::any_of(R.Body.Captures, [&](const Capture &C) {
                             return C.What.Decl == Entity && C.Kind != CaptureKind::Value;
                           });
    if (!Object || !isOneForAll(*Object) || HasCopies)
      return Each;
  }
  return nullptr;
}

const View *BodyNames::view(const Expr *E) const {
  const View *V = R.Site.isInBlock() ? nullptr : viewOf(E, R, Context);
  const ValueDecl *Array = V ? R.named(V->Array) : nullptr;
  const int Of = Array ? findWindow(R, Array) : -1;
  const bool Fits = Of >= 0 && Context.hasSameUnqualifiedType(R.Windows[size_t(Of)].ElementType, V->Element);
  return Fits && !ownMember(*V) ? V : nullptr;
}
