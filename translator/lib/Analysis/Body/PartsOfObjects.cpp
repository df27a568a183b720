// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Array elements that are objects with pointers, as `cells[i]` with members `int n` and `float *x`. Devices have a copy
// of the object for its numbers (`cells[i].n`), and a separate array for the rows that its pointers and vectors lead to
// (`cells[i].x[k]`). The pointers themselves are invalid on a device, so any other use of an object keeps the loop on
// the host.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

void UsedParts::note(const MemberExpr &E, ASTContext &Context) {
  if (!isa<FieldDecl>(E.getMemberDecl()) || E.getType()->isReferenceType() ||
      !(Only.contains(&E) || elementsTravel(E.getType(), Context)))
    return;
  Only.insert(&E);
  Only.insert(E.getBase()->IgnoreParenImpCasts());
}

void UsedParts::noteSurroundings(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(E);
    auto *Unary = dyn_cast<UnaryOperator>(E);
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    auto *Member = dyn_cast<MemberExpr>(E);
    if (Cast && Cast->getCastKind() != CK_LValueToRValue)
      E = Cast->getSubExpr();
    else if (Unary && Unary->getOpcode() == UO_AddrOf)
      E = Unary->getSubExpr();
    else if (Element)
      E = Element->getBase();
    else if (Member)
      Surrounded.insert(Member), E = Member->getBase();
    else
      return;
  }
}

/// Makes the Access for expression E, which names the row or row element `To`. The caller sets whether E is read or
/// written.
Access BodyScan::accessOf(const Expr *E, const Affine::RowAccess &To) const {
  Access A;
  A.Whole = E;
  A.Window = To.Window;
  A.Indices.append(To.Indices.begin(), To.Indices.end());
  A.ByPath = true;
  A.Implied = To.Implied;
  A.Arrow = To.Arrow;
  A.Reference = To.Reference;
  A.Objects = To.Reference ? objectsOf(R, R.Windows[To.Window]) : -1;
  return A;
}

/// Visits the indices of `To` as reads. In `c.x[k]`, where `c` is a reference or pointer to an object, no first index
/// is in the text. Device code computes it from the address of the object's device copy, so a read of the object is
/// noted.
void BodyScan::visitIndices(const Affine::RowAccess &To) {
  for (unsigned D = 0; D < To.Indices.size(); ++D)
    if (!(To.Reference && D == 0))
      visit(To.Indices[D], Reads);
  if (!To.Reference)
    return;
  Access Object;
  Object.Whole = To.Object;
  Object.Indices = {To.Indices.front()};
  Object.ByPointer = true;
  Parts.noteAlone(*To.Object);
  access(std::move(Object), nullptr, objectsOf(R, R.Windows[To.Window]), Reads);
}

/// Handles `cells[i].x[k]` or `cells[i].x`; false if E is neither an element of such a row nor leads to one. `U` says
/// how the body uses E.
bool BodyScan::rowOfPart(const Expr *E, unsigned U) {
  const auto To = Values.rowAccess(E);
  if (!To)
    return false;
  visitIndices(*To);
  access(accessOf(E, *To), nullptr, int(To->Window), U);
  return true;
}
