// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks over the expressions and statements of a loop body: how a use of an expression becomes uses of its parts. Calls
// are in ScanCalls.cpp. The scan does not follow pointers and references to where they are stored, so as soon as the
// body makes a pointer or reference to a non-const object, the object counts as written.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

void BodyScan::run() {
  Clauses.find();
  Reduced.atomics();
  Addresses.noteStores();
  Runs = RunConditions(IterationData(R.Loop.For, R.Loop.Iterator, R.Members));
  visit(R.Loop.For->getBody());
  visit(R.Loop.Step, Reads);
  called();
  Lambdas.checkArrays();
  checkObjects();
  Lambdas.checkObjects();
  Captured.captureNumbers();
  Reduced.compareLeading();
}

/// Captures the global variables that called functions read, as if the body passed them as arguments, because devices
/// have no global variables.
void BodyScan::called() {
  for (const DeviceFunction &F : R.Functions.All)
    for (const DeclRefExpr *Use : F.Reads) {
      const ValueDecl *Decl = R.named(Use);
      const int Of = findWindow(R, Decl);
      const bool Own = llvm::any_of(
          R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Decl && C.Kind != CaptureKind::Value; });
      if (Own || (Of >= 0 && R.Windows[size_t(Of)].Written))
        stop(Use->getBeginLoc(),
             "'" + F.Definition->getNameAsString() + "' reads '" + Decl->getNameAsString() + "', which the loop " +
                 (Own ? "has copies of" : "writes"),
             "pass it as an argument");
      if (!Context.getLangOpts().CPlusPlus) // C has no qualified names, so the functions use the bare name
        R.Body.Unqualified.insert(Decl);
      if (Of >= 0) {
        pointed(R.Windows[size_t(Of)], Reads);
        continue;
      }
      const size_t Known = R.Body.Captures.size();
      Captured.capture(Use, Decl, Reads);
      // In the body, the bare name may mean another variable.
      if (Context.getLangOpts().CPlusPlus && R.Body.Captures.size() > Known)
        R.Body.Captures.back().Spelling = "::" + qualifiedName(*Decl);
    }
}

void BodyScan::visit(const Stmt *S, unsigned U) {
  if (!S)
    return;
  if (auto *E = dyn_cast<Expr>(S); E && (E->isGLValue() || E->getType()->isPointerType())) {
    if (E->isPRValue() && E->getType()->getPointeeType().isConstQualified())
      U &= ~unsigned(Writes);
    if (const View *V = Names.view(E))
      return viewed(*V, U);
    if (const View *V = viewOf(E, R, Context); V && (V->ByLocalObject || findWindow(R, R.named(V->Array)) >= 0))
      return stopAtView(*V);
    if (E->isGLValue() && rowOfPart(E, U))
      return;
  }
  Base::Visit(S, U);
}

/// Visits a value that is stored or passed to a function. The walk does not see later uses of the value, so it counts
/// the objects that the value leads to as modified.
void BodyScan::visitStoredOrPassed(const Expr *E) {
  if (E)
    visit(E, E->isPRValue() || !E->getType().isConstQualified() ? Modifies | Lends : unsigned(Reads));
}

/// Visits code that is executed under a condition; `Condition` is null if the condition is not known.
void BodyScan::conditionally(const Expr *Condition, const Stmt *S, unsigned U) {
  Runs.under(Condition, [&] { visit(S, U); });
}

// ---- Statements -----------------------------------------------------------------------------------------------------

void BodyScan::VisitStmt(const Stmt *S, unsigned) {
  stop(S->getBeginLoc(), std::string("it contains a construct (") + S->getStmtClassName() +
                             ") that is not known to mean the same on a device");
}

void BodyScan::VisitCompoundStmt(const CompoundStmt *S, unsigned) {
  for (const Stmt *Child : S->body())
    visit(Child, Reads);
}

void BodyScan::declare(const VarDecl *Var) {
  Names.declare(Var);
  if (auto *Decomposition = dyn_cast<DecompositionDecl>(Var))
    for (const BindingDecl *Binding : Decomposition->bindings())
      Names.declare(Binding);
}

/// Whether the lengths of a local array are constants, though C counts its type as variable: `const int w = 8; float
/// sums[w];`. The lengths found are added to Replacements::Lengths.
bool BodyScan::hasKnownLengths(QualType T) {
  for (; const ArrayType *Array = Context.getAsArrayType(T); T = Array->getElementType()) {
    auto *Variable = dyn_cast<VariableArrayType>(Array);
    if (!Variable)
      continue;
    const Expr *Length = Variable->getSizeExpr();
    Expr::EvalResult Known;
    if (!Length || Length->isValueDependent() || Length->HasSideEffects(Context) ||
        !Length->EvaluateAsInt(Known, Context) || !Known.Val.getInt().isStrictlyPositive() ||
        Known.Val.getInt() > INT32_MAX)
      return false;
    R.Body.Replaced.Lengths.emplace_back(Length, Known.Val.getInt().getZExtValue());
  }
  return !T->isVariablyModifiedType();
}

void BodyScan::variable(const VarDecl *Var) {
  if (Var->hasExternalStorage())
    return stop(Var->getLocation(), "'" + Var->getNameAsString() + "' is declared here and defined elsewhere");
  declare(Var);
  if (const LocalObject *Own = localObject(Var, R, Context); Own && !R.Site.isInBlock()) {
    for (const Expr *By : Own->Integers)
      visit(By, Reads);
    if (!llvm::is_contained(R.Body.Replaced.LocalObjects, Own))
      R.Body.Replaced.LocalObjects.push_back(Own);
    return;
  }
  QualType T = Var->getType();
  if (T->isVariablyModifiedType() && (R.Site.isInBlock() || !hasKnownLengths(T)))
    stop(Var->getLocation(), "the type of '" + Var->getNameAsString() + "' depends on run-time values");
  const Expr *Init = Var->getInit();
  if (!Init)
    return;
  if (isFollowed(Var)) {
    Names.follow(Var, *windowOf(Var->getCanonicalDecl()));
    return pointer(Init);
  }
  if (rowReference(Var))
    return;
  if (isReference(Var)) {
    ElementReferences[Var->getCanonicalDecl()] = Values.boundTo(Var);
    if (const View *V = Names.view(Values.boundTo(Var)))
      use(*V);
    else if (auto *Level = dyn_cast<ArraySubscriptExpr>(Values.boundTo(Var)))
      pointer(Level);
    else if (auto *Deref = dyn_cast<UnaryOperator>(Values.boundTo(Var)))
      pointer(Deref->getSubExpr());
    else if (isa<CXXOperatorCallExpr>(Values.boundTo(Var)))
      pointer(Values.boundTo(Var));
    return;
  }
  if (!T->isReferenceType())
    return visit(Init, Init->isGLValue() ? unsigned(Reads) : Modifies | Lends);
  visit(Init, T.getNonReferenceType().isConstQualified() ? unsigned(Reads) : Modifies | Lends);
  const ValueDecl *Root = isa<MaterializeTemporaryExpr>(Init->IgnoreParenImpCasts()) ? Var : R.Members.root(Init);
  bool Private = llvm::any_of(R.Body.Captures,
                              [&](const Capture &C) { return C.What.Decl == Root && C.Kind != CaptureKind::Value; });
  if (!Root || !(Private || Names.isLocal(Root)) || Aliases.contains(Root))
    Aliases.insert(Var->getCanonicalDecl());
}

void BodyScan::VisitDeclStmt(const DeclStmt *S, unsigned) {
  llvm::SaveAndRestore Alone(IsAlone, S->isSingleDecl());
  for (const Decl *D : S->decls())
    if (auto *Var = dyn_cast<VarDecl>(D))
      variable(Var);
}

void BodyScan::VisitIfStmt(const IfStmt *S, unsigned) {
  if (markerId(S) >= 0)
    return visit(S->getElse());
  visit(S->getInit(), Reads);
  visit(S->getConditionVariableDeclStmt());
  visit(S->getCond(), Reads);
  conditionally(S->getCond(), S->getThen(), Reads);
  conditionally(S->getCond(), S->getElse(), Reads);
}

void BodyScan::VisitSwitchStmt(const SwitchStmt *S, unsigned) {
  visit(S->getInit(), Reads);
  visit(S->getConditionVariableDeclStmt());
  visit(S->getCond(), Reads);
  conditionally(S->getCond(), S->getBody(), Reads);
}

void BodyScan::VisitForStmt(const ForStmt *S, unsigned) {
  if (pointerLoop(S))
    return visit(S->getBody(), Reads);
  visit(S->getInit(), Reads);
  visit(S->getConditionVariableDeclStmt());
  visit(S->getCond(), Reads);
  visit(S->getInc(), Reads);
  visit(S->getBody(), Reads);
}

void BodyScan::VisitWhileStmt(const WhileStmt *S, unsigned) {
  visit(S->getConditionVariableDeclStmt());
  visit(S->getCond(), Reads);
  conditionally(S->getCond(), S->getBody(), Reads);
}

void BodyScan::VisitDoStmt(const DoStmt *S, unsigned) {
  visit(S->getBody(), Reads);
  visit(S->getCond(), Reads);
}

void BodyScan::VisitCXXForRangeStmt(const CXXForRangeStmt *S, unsigned) {
  if (rowLoop(S))
    return;
  if (rangeLoop(S)) {
    visit(S->getLoopVarStmt());
    return visit(S->getBody(), Reads);
  }
  for (const Stmt *Part :
       {S->getInit(), static_cast<const Stmt *>(S->getRangeStmt()), static_cast<const Stmt *>(S->getBeginStmt()),
        static_cast<const Stmt *>(S->getEndStmt()), static_cast<const Stmt *>(S->getLoopVarStmt()),
        static_cast<const Stmt *>(S->getCond()), static_cast<const Stmt *>(S->getInc())})
    visit(Part, Reads);
  conditionally(S->getCond(), S->getBody(), Reads);
}

void BodyScan::VisitOMPExecutableDirective(const OMPExecutableDirective *S, unsigned) {
  if (S->hasAssociatedStmt()) // DeviceLimits, not this walk, reports the directives that devices cannot run
    Runs.behind(isa<OMPAtomicDirective>(S), [&] { visit(S->getRawStmt(), Reads); });
}

// ---- Names, and expressions that lead from one object to another
// -----------------------------------------------------

void BodyScan::VisitDeclRefExpr(const DeclRefExpr *E, unsigned U) {
  // null: the `__range` variable that clang makes for a range-based for, which has no name.
  const ValueDecl *Decl = R.named(E);
  named(E, Decl ? Decl : cast<ValueDecl>(E->getDecl()->getCanonicalDecl()), U);
}

void BodyScan::VisitMemberExpr(const MemberExpr *E, unsigned U) {
  Parts.note(*E, Context);
  auto *Static = dyn_cast<VarDecl>(E->getMemberDecl());
  if (Static && !(Static->isUsableInConstantExpressions(Context) && leadsNowhere(*Static)))
    return stop(E->getMemberLoc(), "'" + Static->getNameAsString() + "' is a static member",
                "copy it into a local variable");
  const ValueDecl *Decl = R.named(E);
  if (!Decl && !Static && E->isArrow() && element(E, E->getBase(), {}, ofPart(U)))
    return;
  if (!Decl && !Parts.mayLeadOut(E))
    Decl = Captured.valueMember(E);
  if (Decl)
    return named(E, Decl, U);
  visit(E->getBase(), ofPart(U));
}

/// Visits `&row[j]`. Device code has an object for the row, so all of that row can be reached from the address, but
/// nothing else.
void BodyScan::VisitUnaryAddrOf(const UnaryOperator *E, unsigned U) {
  const auto Level = subscript(E->getSubExpr());
  const auto Found = Level ? row(Level->Base) : std::nullopt;
  if (!Found)
    return addressed(E->getSubExpr(), U);
  visit(Level->Index, Reads);
  rowObject(Level->Base, *Found, U | Reads);
}

/// Visits an object whose address is taken, since its later uses are not seen. If the object is a pointer to a row, as
/// in `&m[i]`, the body may use any row, but a device has no array of pointers to rows.
void BodyScan::addressed(const Expr *Object, unsigned U) {
  const auto Row = Object->getType()->isPointerType() ? subscripted(Object) : std::nullopt;
  const auto Part = Object->getType()->isPointerType() ? Values.rowAccess(Object) : std::nullopt;
  visit(Object, U | Escapes);
  if (Row || Part)
    R.Windows[Part ? Part->Window : size_t(Row->Window)].RowsUnseen = true;
}

void BodyScan::VisitUnaryDeref(const UnaryOperator *E, unsigned U) {
  if (!R.named(E) && element(E, E->getSubExpr(), {}, U))
    return;
  llvm::SaveAndRestore Follow(Following, namedElement(E, U));
  visit(E->getSubExpr(), U);
}

void BodyScan::VisitArraySubscriptExpr(const ArraySubscriptExpr *E, unsigned U) {
  if (const auto Found = isa<CXXOperatorCallExpr>(E->getBase()->IgnoreParenImpCasts()) ? subscripted(E) : std::nullopt;
      Found && Found->Indices.size() > 1) // `v[i][k]` of a container of pointers, whose first subscript is a call of
                                          // `operator[]`
    return element(E, *Found, U);
  Access A;
  A.Whole = E;
  const Expr *Array = E;
  bool Reversed = false;
  while (auto *Level = dyn_cast<ArraySubscriptExpr>(Array->IgnoreParenImpCasts())) {
    visit(Level->getIdx(), Reads);
    A.Indices.insert(A.Indices.begin(), Level->getIdx());
    Array = Level->getBase();
    Reversed |= Level->getLHS() != Level->getBase();
  }
  const ValueDecl *Root = R.named(Array);
  int Index = Root ? findWindow(R, Root) : -1;
  // The device form replaces the text between two indices, so this text must not contain the array, as in `i[a][j]`.
  if (Index >= 0 && A.Indices.size() > 1 && Reversed)
    stop(E->getExprLoc(), "an index stands before the array that it belongs to", "write it as 'array[index]'");
  if (Index >= 0)
    return access(std::move(A), Array, Index, U);
  if (element(E, Array, A.Indices, U))
    return;
  // If the base is an array, the element is a part of the object around the array. If the base is a pointer, the
  // element is a part of the object that the pointer leads to.
  auto *Decay = dyn_cast<ImplicitCastExpr>(Array->IgnoreParens());
  bool Part = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
  llvm::SaveAndRestore Follow(Following, A.Indices.size() == 1 ? namedElement(E, U) : std::nullopt);
  visit(Part ? Decay->getSubExpr() : Array, ofPart(U));
}

/// Notes a subscript on window number `Index`; the indices have been visited before.
void BodyScan::access(Access A, const Expr *Array, int Index, unsigned U) {
  if (Array)
    Captured.rename(Array->IgnoreParenImpCasts(), R.named(Array));
  if (Named && A.Whole == Named->second) {
    A.Whole = Named->first;
    A.ByPointer = true;
  }
  Window &W = R.Windows[Index];
  const bool IsRow = A.Indices.size() + 1 == W.DeclaredRank, IsPart = W.Objects && Parts.isOnlyPart(*A.Whole);
  if (W.Objects && !IsPart && A.Indices.size() >= W.DeclaredRank)
    return stop(A.Whole->getExprLoc(),
                "the elements of '" + W.Spec->Array.Text +
                    "' hold pointers or own something, and one is used as a whole",
                "let the loop use members of it, and elements of the rows that these lead to");
  const bool IsPointer = A.Indices.size() < W.DeclaredRank && W.Rows &&
                         (W.Holders[A.Indices.size() - 1].Size == 1 || W.isByParts()) &&
                         W.Holders[A.Indices.size() - 1].End == 0;
  if (W.Rows && A.RowLengthsWindow < 0 && A.Indices.size() < W.DeclaredRank && !IsPointer)
    return stop(A.Whole->getExprLoc(),
                "a row of '" + W.Spec->Array.Text + "' is " +
                    ((U & Writes) && !(U & Lends) ? "changed as a whole" : "used as a whole"),
                "let the loop use elements, '" + W.Spec->Array.Text + "[...][...]'");
  if (W.Rows && A.RowLengthsWindow < 0 && A.Indices.size() < W.DeclaredRank && !(IsRow && (U & Escapes)))
    return stop(A.Whole->getExprLoc(),
                (U & Writes) ? "a pointer to a row of '" + W.Spec->Array.Text + "' is changed"
                             : "a pointer to a row of '" + W.Spec->Array.Text + "' is a value",
                "let the loop change elements, '" + W.Spec->Array.Text + "[...][...]'");
  if (U & Escapes)
    pointed(W, U, IsPart ? Reach::Part : W.Rows && A.Indices.size() + 1 >= W.DeclaredRank ? Reach::Row : Reach::All);
  A.Window = unsigned(Index);
  A.Read = U & (Reads | Escapes);
  A.Write = !(U & Escapes) && written(W, U);
  A.Assigned = A.Write && !(U & (Calls | Lends));
  A.Overwrites = A.Assigned && !A.Read && !(U & Partly) && A.Indices.size() == W.DeclaredRank;
  A.Addressed = U & Escapes;
  Runs.describe(A);
  W.Read |= A.Read;
  if (A.Write && !W.Written)
    W.Writer = Receiving.Writer;
  W.Written |= A.Write;
  // Another instance of the lambda has the same subscript.
  auto Same = llvm::find_if(R.Body.Accesses, [&](const Access &Other) {
    return Other.Window == A.Window && Other.Whole->getSourceRange() == A.Whole->getSourceRange();
  });
  if (Same == R.Body.Accesses.end())
    return R.Body.Accesses.push_back(std::move(A));
  Same->Read |= A.Read;
  Same->Write |= A.Write;
  Same->Assigned |= A.Assigned;
  Same->Overwrites &= A.Overwrites;
}

void BodyScan::VisitCXXThisExpr(const CXXThisExpr *E, unsigned) {
  stop(E->getBeginLoc(), "it uses 'this'", "name the members that the loop needs");
}

/// Visits the load of a pointer; `U` is what happens to the object that the pointer leads to.
void BodyScan::loadPointer(const CastExpr *E, unsigned U) {
  const ValueDecl *Decl = R.named(E->getSubExpr());
  int W = Decl ? findWindow(R, Decl) : -1;
  if (W >= 0) {
    Captured.rename(E->getSubExpr()->IgnoreParenImpCasts(), Decl);
    return pointed(R.Windows[W], U);
  }
  if (const auto Of = Names.followed(Decl)) // the body passes the pointer to other code, which may only read
    return pointed(R.Windows[size_t(*Of)], U, reachOf(R.Windows[size_t(*Of)], *Decl));
  if (Decl && Decl == R.Loop.Iterator && R.Loop.BaseWindow >= 0)
    pointed(R.Windows[R.Loop.BaseWindow], U);
  // Device code has no pointers to rows: it takes the address of the first element of the row in its own array. So the
  // row's elements, and not only the pointer, count as used.
  const auto Row = subscripted(E->getSubExpr());
  const bool IsRow = (Row && R.Windows[size_t(Row->Window)].Rows) || Values.rowAccess(E->getSubExpr());
  visit(E->getSubExpr(), IsRow ? U | Reads | Escapes : unsigned(Reads));
}

// ---- Operators ------------------------------------------------------------------------------------------------------

void BodyScan::VisitUnaryOperator(const UnaryOperator *E, unsigned U) {
  if (E->isIncrementDecrementOp())
    return visit(E->getSubExpr(), Modifies);
  if (E->getOpcode() == UO_Real || E->getOpcode() == UO_Imag)
    return visit(E->getSubExpr(), ofPart(U));
  if (const ValueDecl *Decl = E->getOpcode() == UO_Deref ? R.named(E) : nullptr)
    return named(E, Decl, U);
  visit(E->getSubExpr(), E->getOpcode() == UO_Extension ? U : unsigned(Reads));
}

void BodyScan::VisitBinaryOperator(const BinaryOperator *E, unsigned U) {
  if (E->isPtrMemOp())
    return VisitStmt(E, U);
  if (E->getOpcode() == BO_Assign) {
    visitStoredOrPassed(E->getRHS());
    return visit(E->getLHS(), Writes);
  }
  if (comparison(E))
    return;
  Addresses.check(E);
  if (E->isLogicalOp()) {
    visit(E->getLHS(), Reads);
    return conditionally(E->getLHS(), E->getRHS(), Reads);
  }
  if (E->getOpcode() == BO_Comma) {
    visit(E->getLHS(), Reads);
    return visit(E->getRHS(), U);
  }
  bool MovesPointer = E->isAdditiveOp() && E->getType()->isPointerType();
  visit(E->getLHS(), MovesPointer ? U : unsigned(Reads));
  visit(E->getRHS(), MovesPointer ? U : unsigned(Reads));
}

void BodyScan::VisitCompoundAssignOperator(const CompoundAssignOperator *E, unsigned) {
  visit(E->getLHS(), Modifies);
  visit(E->getRHS(), Reads);
}

void BodyScan::VisitConditionalOperator(const ConditionalOperator *E, unsigned U) {
  visit(E->getCond(), Reads);
  conditionally(E->getCond(), E->getTrueExpr(), U);
  conditionally(E->getCond(), E->getFalseExpr(), U);
}

void BodyScan::VisitBinaryConditionalOperator(const BinaryConditionalOperator *E, unsigned U) {
  visit(E->getCommon(), U);
  conditionally(E->getCond(), E->getFalseExpr(), U);
}

void BodyScan::VisitCastExpr(const CastExpr *E, unsigned U) {
  const Expr *From = E->getSubExpr();
  if (changesObject(E))
    Parts.noteSurroundings(From);
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return E->getType()->isPointerType() ? loadPointer(E, U) : visit(From, Reads);
  case CK_ArrayToPointerDecay:
  case CK_LValueBitCast:
    return addressed(From, U);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return visit(From, ofPart(U));
  case CK_ToVoid: // `(void)x` only silences a warning, and is no use of x
    return findWindow(R, R.named(From)) >= 0 ? void() : visit(From, Reads);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return;
  default:
    // A cast that drops `const` is allowed if the operand names an element of an array, because then the element counts
    // as written. The operand of any other such cast may be one of many objects, so the loop stays on the host.
    if ((U & Writes) && castsConstAway(*E) && !(From->isGLValue() && (Names.view(From) || subscript(From))))
      stop(E->getExprLoc(), "it casts 'const' away" + Receiving.Writer);
    if (isa<CallExpr>(From->IgnoreParens()) && E->getCastKind() == CK_NoOp && E->getType()->isPointerType() &&
        E->getType()->getPointeeType().isConstQualified())
      U = Reads; // the result of a call becomes a pointer to const, through which nothing is written
    // Uses of a pointer after it has become a number are not seen, so its object counts as modified. The operand of any
    // other cast is used like the result of the cast.
    visit(From, E->getCastKind() == CK_PointerToIntegral ? unsigned(Modifies) : U);
  }
}

void BodyScan::VisitExplicitCastExpr(const ExplicitCastExpr *E, unsigned U) {
  if (E->getTypeAsWritten()->isVariablyModifiedType())
    stop(E->getBeginLoc(), "it converts to a type that depends on run-time values");
  VisitCastExpr(E, U);
}

/// An atomic update that has become a reduction; DeviceLimits reports all other atomic operations.
void BodyScan::VisitAtomicExpr(const AtomicExpr *E, unsigned) {
  if (!Updates.contains(E))
    return;
  visit(E->getPtr(), Modifies);
  visit(E->getVal1(), Reads);
}

// ---- Operands that are not evaluated -------------------------------------------------------------------------------

void BodyScan::VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E, unsigned) {
  if (E->getTypeOfArgument()->isVariablyModifiedType())
    stop(E->getBeginLoc(), "it takes the size of a type that depends on run-time values");
  const ValueDecl *Decl = E->isArgumentType() ? nullptr : R.named(E->getArgumentExpr());
  bool Reduced =
      llvm::any_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Decl && C.Reduced.Array; });
  if (Decl && (Reduced || findWindow(R, Decl) >= 0) && Decl->getType().getNonReferenceType()->isArrayType())
    stop(E->getBeginLoc(), "it takes the size of the array '" + Decl->getNameAsString() + "'");
}
