// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides for each name that the body uses what device code has in its place: a window, or a variable of a clause or a
// copy of the value (CapturedValues.cpp). If none of these is possible, the loop stays on the host.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace hetcc;
using namespace clang;

bool hetcc::isKnownNumber(const VarDecl &Var, const ASTContext &Context) {
  QualType T = Var.getType();
  if (isa<VarTemplateSpecializationDecl>(Var) || T->isReferenceType() || isUnnamed(T) ||
      !Var.isUsableInConstantExpressions(Context))
    return false;
  const APValue *Value = Var.evaluateValue();
  bool Number = Value && Value->isInt() && T->isIntegralOrEnumerationType() && Context.getIntWidth(T) <= 64;
  bool Double = Value && Value->isFloat() &&
                (T->isSpecificBuiltinType(BuiltinType::Float) || T->isSpecificBuiltinType(BuiltinType::Double));
  return Number || (Double && Value->getFloat().isFinite());
}

bool hetcc::isCopied(QualType T, ASTContext &Context) {
  return !T->isPointerType() && !T->isArrayType() && !T.isVolatileQualified() && travelsByValue(T, Context) &&
         !isUnnamed(T);
}

/// Notes that the body may read an element of a window at an index that is not known, and may write it if U says so.
void BodyScan::pointed(Window &W, unsigned U, Reach How) {
  if (W.Objects && How != Reach::Part)
    stop(W.Loc, "the elements of '" + W.Spec->Array.Text + "' hold pointers or own something, and some are handed on",
         "let the loop use members of the elements, and elements of the rows that these lead to");
  W.Pointed = W.Read = true;
  W.RowsUnseen |= How != Reach::Row;
  if (written(W, U) && !std::exchange(W.Written, true))
    W.Writer = Receiving.Writer;
}

/// Which part of the array the pointer `Pointer`, one that is followed, may reach: if it leads into a row, only that
/// row, which the access in the pointer's initializer names.
BodyScan::Reach BodyScan::reachOf(const Window &W, const ValueDecl &Pointer) {
  const QualType T = Pointer.getType();
  const bool IntoRow = W.Rows && T->isPointerType() &&
                       T->getPointeeType().getCanonicalType().getUnqualifiedType() ==
                           W.ElementType.getCanonicalType().getUnqualifiedType();
  return IntoRow ? Reach::Row : Reach::All;
}

/// Whether the use U counts as a write of the window. An array that a function of another unit gets counts as written:
/// whether the function writes it is known only at run time, from the record of the other unit (OtherUnits.h). If a
/// clause says that the loop only reads the array, the record has to confirm this, and the array does not count as
/// written.
bool BodyScan::written(Window &W, unsigned U) {
  if (!(U & Writes))
    return false;
  if (!(U & ByOtherUnit)) {
    W.WrittenHere = true;
    return true;
  }
  Lending To = Receiving.Lent;
  To.MustNotWrite = !W.Shape.Inferred && !W.Spec->Out && !W.Spec->WholeCopy;
  W.Lendings.push_back(To);
  return !To.MustNotWrite;
}

/// Visits the name of a window's array where no subscript follows.
void BodyScan::window(Window &W, const Expr *E, unsigned U) {
  if (W.Container)
    return stop(E->getBeginLoc(), "the container '" + W.Spec->Array.Text + "' is used without a subscript",
                "let the loop work on its elements, '" + W.Spec->Array.Text + "[...]'");
  if (W.Rows)
    return stop(E->getBeginLoc(), "the pointers to rows of '" + W.Spec->Array.Text + "' are used without a subscript",
                "use '" + W.Spec->Array.Text + "[...][...]', or hand on one row, '" + W.Spec->Array.Text + "[...]'");
  if (W.Type->isArrayType())
    return pointed(W, U);
  if (U & Writes)
    return stop(E->getBeginLoc(), "the pointer '" + W.Spec->Array.Text + "' itself is changed");
  pointed(W, W.Type->getPointeeType().isConstQualified() ? Reads : Modifies);
}

void BodyScan::named(const Expr *E, const ValueDecl *Decl, unsigned U) {
  if (Rows.contains(Decl))
    return stop(E->getBeginLoc(), "the row that '" + Decl->getNameAsString() + "' refers to is used as a whole",
                "let the loop use its elements, '" + Decl->getNameAsString() + "[...]'");
  if (Names.isLocal(Decl)) {
    if (reference(E, Decl, U))
      return;
    if (const auto Of = Names.followed(Decl))
      pointed(R.Windows[size_t(*Of)], Decl->getType()->getPointeeType().isConstQualified() ? Reads : Modifies,
              reachOf(R.Windows[size_t(*Of)], *Decl));
    // The reference may be bound to an element of any array, and its address may reach the neighbours.
    if (Aliases.contains(Decl) && (U & Escapes))
      for (Window &W : R.Windows)
        pointed(W, U);
    return;
  }
  if (Decl == R.Loop.Iterator) {
    if ((U & Writes) && (U & Escapes))
      stop(E->getBeginLoc(), "it takes the address of '" + Decl->getNameAsString() + "'");
    // Devices have a pointer in place of an iterator of a class type, so only element accesses are allowed.
    if (R.Loop.OfClass)
      stop(E->getBeginLoc(), "'" + Decl->getNameAsString() + "' is used for more than to reach elements",
           "reach elements by '*' and by subscripts, or write the loop over an index");
    return;
  }
  if (!isa<FieldDecl, VarDecl>(Decl))
    return; // a function or an enumerator
  if (!Captured.rename(E, Decl))
    return;
  if (int W = findWindow(R, Decl); W >= 0)
    return window(R.Windows[W], E, U);
  Captured.capture(E, Decl, U, Receiving);
}

/// Notes an access to an element that a call names, such as `m(i, j)`; false if the index is not known.
bool BodyScan::element(const NamedElement &Named, unsigned Window) {
  for (const MemberExpr *Each : Named.Of.Members) {
    const ValueDecl *Decl = R.Members.make(Each, *R.Site.Function, Context);
    if (!Decl)
      return false;
    if (llvm::none_of(R.Body.IndexMembers, [&](const IndexMember &M) { return M.Decl == Decl; }))
      R.Body.IndexMembers.push_back({Decl, Each, codeOfMember(*Each, Context)});
  }
  Access A;
  A.Whole = Named.Whole;
  A.Indices = {Named.Of.Index ? Named.Of.Index
                              : IntegerLiteral::Create(Context, llvm::APInt(64, 0), Context.LongLongTy,
                                                       Named.Whole->getExprLoc())};
  A.ByPointer = true;
  access(std::move(A), nullptr, int(Window), Named.Use);
  return true;
}

