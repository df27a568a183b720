// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loop body touches, and which way each window has to travel for it.
#include "Analysis/BodyScan.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Directions that the runtime is told, from the clause and from what the body does.
void settleDirections(Region &R, ASTContext &Context, Diagnostics &Diags) {
  for (unsigned I = 0; I < R.Windows.size(); ++I) {
    Window &W = R.Windows[I];
    W.MoveOut = W.Spec->Out;
    W.MoveIn = W.Spec->In;
    if (W.Spec->Out && !W.Spec->In && R.Fate.Where == Place::Everywhere &&
        !writesAll(R, I, Context)) { // what is read has to be there
      W.MoveIn = true;
      Diags.report(W.Spec->Array.Begin, message::remark_moved_in) << W.Spec->Array.Text;
    }
  }
}

} // namespace

/// A pointer iterator counts from the first element of the window that its first value names.
static void findBaseWindow(Region &R) {
  if (!R.Loop.isPointer())
    return;
  struct Names : RecursiveASTVisitor<Names> {
    const Region *R = nullptr;
    int Window = -1;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      Window = findWindow(*R, cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl()));
      return Window < 0;
    }
  } Names;
  Names.R = &R;
  Names.TraverseStmt(const_cast<Expr *>(R.Loop.Lower));
  R.Loop.BaseWindow = Names.Window;
  if (Names.Window < 0 || !R.Windows[Names.Window].Flat)
    R.Fate.restrict(Place::Host, R.Loop.Lower->getBeginLoc(),
                    "the pointer '" + R.Loop.Iterator->getNameAsString() + "' starts at no array of a data clause",
                    "let it start at an array that a 'part_copy' clause names");
}

void hetcc::scanBody(Region &R, ASTContext &Context, Diagnostics &Diags) {
  if (R.Fate.Where == Place::Plain)
    return;
  findBaseWindow(R);
  findDeviceLimits(R, Context);
  BodyScan(R, Context).run();
  findLocalNames(R, Context);
  settleDirections(R, Context, Diags);
}
