// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that a body uses as a whole, such as `a[i]` of a std::vector<std::vector<T>> in `a[i].size()`, `for (x : a[i])`
// or `auto &row = a[i]`. Device code has an object for such a row, with its address and length. The length comes from a
// device copy of the program's vectors (the "holders").
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

/// The row that an expression designates, if device code can have an object for the row; else nullopt.
std::optional<BodyScan::Subscripted> BodyScan::row(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  Subscripted Found;
  const ValueDecl *Name = R.named(E);
  if (auto Row = Name ? Rows.find(Name) : Rows.end(); Row != Rows.end()) {
    Found = *row(Row->second);
    Found.Named = 1;
    return Found;
  }
  const auto Level = R.Site.isInBlock() ? std::nullopt : subscripted(E);
  const Window *W = Level && !Level->Named ? &R.Windows[size_t(Level->Window)] : nullptr;
  const bool Fits = W && W->Rows && W->sayLengths() && W->DeclaredRank == 2 && Level->Indices.size() == 1 &&
                    holdersOf(R, Level->Array) >= 0;
  return Fits ? Level : std::nullopt;
}

/// Notes that the body uses the length of the row `Of`, which expression E designates. Unless U is None, also notes
/// that the body uses the row's elements as U says.
void BodyScan::rowObject(const Expr *E, const Subscripted &Of, unsigned U) {
  E = E->IgnoreParenImpCasts();
  Access A;
  A.Whole = E;
  A.Indices.append(Of.Indices.begin(), Of.Indices.end());
  A.RowLengthsWindow = holdersOf(R, R.Windows[size_t(Of.Window)].Spec->Array.Checked);
  A.ByPointer = Of.Named > 0;
  if (Of.Named == 0) {
    visit(Of.Indices.front(), Reads);
    Access Holder = A;
    Holder.ByPointer = true;
    access(std::move(Holder), nullptr, A.RowLengthsWindow, Reads);
  }
  if (U != None)
    return access(std::move(A), Of.Named ? nullptr : Of.Array, Of.Window, U);
  // Other accesses show which elements of the row are used. This access is needed because the kernel writer replaces
  // the text of E.
  A.Window = unsigned(Of.Window);
  A.Addressed = true;
  Captured.rename(Of.Array->IgnoreParenImpCasts(), R.named(Of.Array));
  if (llvm::none_of(R.Body.Accesses, [&](const Access &Other) {
        return Other.Window == A.Window && Other.Whole->getSourceRange() == A.Whole->getSourceRange();
      }))
    R.Body.Accesses.push_back(std::move(A));
}

/// Handles `auto &row = a[i]`, for which device code declares an object. False if Var is not a reference to a row.
bool BodyScan::rowReference(const VarDecl *Var) {
  const Expr *To =
      IsAlone && !Var->isInitCapture() && Var->getType()->isReferenceType() ? Values.boundTo(Var) : nullptr;
  const auto Found = To ? row(To) : std::nullopt;
  if (!Found || Found->Named)
    return false;
  rowObject(To, *Found, None);
  Rows[Var->getCanonicalDecl()] = To;
  if (!llvm::is_contained(R.Body.Replaced.RowReferences, Var))
    R.Body.Replaced.RowReferences.push_back(Var);
  return true;
}

/// Handles `for (x : a[i])`, which visits all elements of a row. False if the range is not a row.
bool BodyScan::rowLoop(const CXXForRangeStmt *S) {
  const auto Found = row(S->getRangeInit());
  if (!Found)
    return false;
  const VarDecl *Var = S->getLoopVariable();
  const bool Refers = Var->getType()->isReferenceType();
  visit(S->getInit(), Reads);
  rowObject(S->getRangeInit(), *Found,
            Refers && !Var->getType().getNonReferenceType().isConstQualified() ? Modifies | Lends : unsigned(Reads));
  declare(Var);
  if (Refers)
    Aliases.insert(Var->getCanonicalDecl());
  conditionally(S->getCond(), S->getBody(), Reads);
  return true;
}

/// Handles a call such as `v.size()`, whose value no iteration changes. Generated code makes the call before the loop
/// and captures the value. False for other calls.
bool BodyScan::numberOfObject(const CXXMemberCallExpr *E) {
  if (R.Site.isInBlock() || !asksForNumber(E))
    return false;
  const Window *Counted = Values.lengthOf(E);
  const Expr *Object = E->getImplicitObjectArgument();
  const auto Of = designated(Object);
  const int Array = findWindow(R, R.named(Object));
  const bool IsArray = Array >= 0 && R.Windows[size_t(Array)].Container;
  const ValueDecl *Size = Counted                                     ? Counted->Length
                          : IsArray || (Of && Names.isOneForAll(*Of)) ? R.Members.make(E, *R.Site.Function, Context)
                                                                      : nullptr;
  if (!Size)
    return false;
  if (llvm::none_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Size; }))
    R.Body.Captures.push_back({{Size, ""},
                               CaptureKind::Value,
                               E->getType().getUnqualifiedType(),
                               {},
                               Counted ? lengthText(*Counted) : nameInFunction(E, Size, Context),
                               Counted ? Counted->Guard : guardOf(R, E, Context),
                               /*Computed=*/true});
  Captured.renameOnce(E, Size);
  return true;
}

/// Handles `data()` of a container or of a row; device code has a pointer for the container, and an object for the row.
/// False for other calls.
bool BodyScan::beginOfContainer(const CXXMemberCallExpr *E, unsigned U) {
  const Expr *Object = R.Site.isInBlock() ? nullptr : objectAsked(E, {"data"});
  if (!Object)
    return false;
  if (E->getType()->getPointeeType().isConstQualified())
    U = Reads;
  if (const auto Found = row(Object)) {
    rowObject(Object, *Found, U | Reads);
    return true;
  }
  const ValueDecl *Named = R.named(Object);
  const int Of = Named ? findWindow(R, Named) : -1;
  if (Of < 0 || !R.Windows[size_t(Of)].Container)
    return false;
  Captured.renameOnce(E, Named);
  pointed(R.Windows[size_t(Of)], U);
  return true;
}

/// Handles `size()` and `empty()` of a row. False for other calls.
bool BodyScan::sizeOfRow(const CXXMemberCallExpr *E) {
  const Expr *Object = objectAsked(E, {"size", "empty"});
  if (!Object)
    return false;
  if (Rows.contains(R.named(Object))) // device code has an object for the row, which has the same function
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Object->IgnoreParenImpCasts()); Member && Values.rowAccess(Member)) {
    Parts.noteAlone(*Member); // the device's copy of the vector has the size as well
    VisitMemberExpr(Member, Reads);
    return true;
  }
  const auto Level = R.Site.isInBlock() || accessorOf(Object) ? std::nullopt : subscript(Object);
  const Expr *Array = Level ? Level->Base->IgnoreParenImpCasts() : nullptr;
  const int Holders = Array ? holdersOf(R, Array) : -1;
  if (Holders < 0)
    return false;
  visit(Level->Index, Reads);
  R.Body.Replaced.Names.push_back({Array, R.Windows[size_t(Holders)].Array.Decl});
  Access Holder;
  Holder.Whole = Object;
  Holder.Indices = {Level->Index};
  access(std::move(Holder), nullptr, Holders, Reads);
  return true;
}
