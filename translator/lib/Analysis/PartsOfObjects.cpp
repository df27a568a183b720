// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that hold pointers, of which a body uses parts: numbers, which devices have in a copy of the object, and
// elements of rows that pointers and vectors in it lead to, which are arrays of their own. The pointers themselves mean
// nothing there, so that any other use of an object keeps the loop on the host.
#include "Analysis/AccessPaths.h"
#include "Analysis/BodyScan.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

/// Notes that of an object only a part is used that holds no pointers.
void BodyScan::part(const MemberExpr *E) {
  if (!isa<FieldDecl>(E->getMemberDecl()) || E->getType()->isReferenceType() ||
      !(PartOnly.contains(E) || elementsTravel(E->getType(), Context)))
    return;
  PartOnly.insert(E);
  PartOnly.insert(E->getBase()->IgnoreParenImpCasts());
}

bool BodyScan::isPartOnly(const Access &A) const { return PartOnly.contains(A.Whole->IgnoreParenImpCasts()); }

/// The access that an expression is; of how it is used it says nothing yet.
Access BodyScan::accessOf(const Expr *E, const Affine::RowAccess &To) const {
  Access A;
  A.Whole = E;
  A.Window = To.Window;
  A.Indices.append(To.Indices.begin(), To.Indices.end());
  A.ByPath = true;
  A.Implied = To.Implied;
  A.Arrow = To.Arrow;
  A.By = To.By;
  A.Objects = To.By ? objectsOf(R, R.Windows[To.Window]) : -1;
  return A;
}

/// Of an object that a reference stands for, or that a pointer leads to, the copy tells which one it is.
void BodyScan::visitIndices(const Affine::RowAccess &To) {
  for (unsigned D = 0; D < To.Indices.size(); ++D)
    if (!(To.By && D == 0))
      visit(To.Indices[D], Reads);
  if (!To.By)
    return;
  Access Object;
  Object.Whole = To.Object;
  Object.Indices = {To.Indices.front()};
  Object.ByPointer = true;
  PartOnly.insert(To.Object->IgnoreParenImpCasts());
  access(std::move(Object), nullptr, objectsOf(R, R.Windows[To.Window]), Reads);
}

/// An element of a row that a part of an object leads to, or what leads to such a row.
bool BodyScan::rowOfPart(const Expr *E, unsigned U) {
  const auto To = Values.rowAccess(E);
  if (!To)
    return false;
  visitIndices(*To);
  access(accessOf(E, *To), nullptr, int(To->Window), U);
  return true;
}
