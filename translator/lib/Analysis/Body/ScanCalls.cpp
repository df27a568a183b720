// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of BodyScan for calls and for expressions that make values: finds what a called function does with its
// arguments and its object; and visits lambdas, initializer lists and constructor calls.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

/// Visits an argument of a call. For a function of this unit, its body shows whether it changes the object that the
/// argument leads to; for other functions, only the types do. If the result may point to the same memory, the type of
/// the result tells whether the caller can write there.
void BodyScan::argument(const Expr *E, QualType Parameter, const FunctionDecl *Callee, unsigned Number,
                        const std::optional<NamedElement> &Named) {
  const bool Constant =
      Parameter->isReferenceType() ? Parameter.getNonReferenceType().isConstQualified() : E->isGLValue();
  const FunctionUse *Known = Callee ? R.Site.Called->usesOf(Callee) : nullptr;
  const unsigned Result = Known && holdsPointers(Callee->getReturnType(), /*ToChange=*/true) ? Modifies : Reads;
  if (Known && passObject(E, Callee, Number, Result, Named))
    return;
  const bool IsOther = Known && Number < Callee->getNumParams() && (*Known)[Number].SeenAsOther;
  // The function's body is not known, so it may reach the objects around the argument.
  if (IsOther || (Callee && !Callee->hasBody() && !Callee->getBuiltinID()))
    Parts.noteSurroundings(E);
  if (!Known || Number >= Callee->getNumParams()) {
    llvm::SaveAndRestore To(Receiving.Lent, Receiving.Lent);
    const unsigned There = Callee && Number < Callee->getNumParams() ? lendAbroad(*Callee, Number) : 0;
    return visit(E, Constant ? unsigned(Reads) : Modifies | Lends | There);
  }
  const ParameterUse &Use = (*Known)[Number];
  llvm::SaveAndRestore By(Receiving.Writer, Use.Written ? R.Site.Called->chain(Callee, Number) : "");
  const bool Handed = Use.Returned && holdsPointers(Callee->getReturnType(), /*ToChange=*/true);
  const bool Behind =
      E->isPRValue() && (!E->getType()->isPointerType() || E->getType()->getPointeeType().isConstQualified());
  if ((Use.CastsConstAway && Behind) ||
      (Use.ReturnedWithoutConst && Handed)) // the types on the way from the argument have a `const` everywhere,
                                            // although the memory is written
    stop(E->getExprLoc(),
         "'const' is cast away from what it hands to '" + Callee->getNameAsString() + "'" + Receiving.Writer,
         "let the parameter lead to what is not 'const'");
  visit(E, Use.Written || (Handed && !Constant) ? Modifies | Lends : unsigned(Reads));
}

/// Returns the flag ByOtherUnit if an argument is passed to a function of another unit that devices may run; else 0.
/// Sets Receiving.Lent to the function and the parameter's number.
unsigned BodyScan::lendAbroad(const FunctionDecl &Callee, unsigned Number) {
  if (R.Site.isInBlock() || Callee.hasBody() || !whyNotOfOtherUnit(Callee, Context).empty())
    return 0;
  Receiving.Lent = {Callee.getCanonicalDecl(), Number};
  return ByOtherUnit;
}

void BodyScan::arguments(llvm::ArrayRef<const Expr *> Given, const FunctionDecl *Callee, const Expr *Object,
                         const std::optional<NamedElement> &Named) {
  Addresses.check(Callee, Object, Given);
  for (unsigned I = 0; I < Given.size(); ++I)
    argument(Given[I], Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType() : Given[I]->getType(),
             Callee, I, Named);
}

void BodyScan::VisitCallExpr(const CallExpr *E, unsigned U) {
  visit(E->getCallee(), Reads);
  arguments({E->getArgs(), E->getNumArgs()}, E->getDirectCallee(), nullptr, namedElement(E, U));
}

std::optional<BodyScan::NamedElement> BodyScan::namedElement(const Expr *E, unsigned U) const {
  if (Following && E == callBehind(Following->Whole))
    return Following;
  auto Of = R.Site.isInBlock() ? std::nullopt : elementCall(E, Context);
  return Of ? std::optional(NamedElement{E, std::move(*Of), E->isGLValue() ? U : unsigned(Reads)}) : std::nullopt;
}

/// Whether a method is one of the standard library that only returns a reference to an element, such as operator[] or
/// at(). It does not change the object, even if it is not a `const` method.
static bool isElementAccess(const CXXMethodDecl *Method) {
  if (!Method->getParent()->isInStdNamespace() || !Method->getReturnType()->isReferenceType())
    return false;
  if (Method->getOverloadedOperator() == OO_Subscript)
    return true;
  const IdentifierInfo *Name = Method->getIdentifier();
  return Name && (Name->isStr("at") || Name->isStr("front") || Name->isStr("back"));
}

/// Visits the object E of a call of a member function, whose result is used as U says.
void BodyScan::object(const Expr *E, const CXXMethodDecl *Method, unsigned U, const Expr *Call) {
  bool Const = Method->isConst() || Method->getParent()->isLambda() || (U == Reads && isElementAccess(Method));
  const FunctionUse *Known = Method->getParent()->isLambda() ? nullptr : R.Site.Called->usesOf(Method);
  const unsigned This = Method->getNumParams();
  llvm::SaveAndRestore By(Receiving.Writer, Known && (*Known)[This].Written ? R.Site.Called->chain(Method, This) : "");
  llvm::SaveAndRestore Promised(Receiving.IsConstMember, Method->isConst());
  if (Known && ((*Known)[This].Written || !holdsPointers(Method->getReturnType(), /*ToChange=*/true)))
    Const = !(*Known)[This].Written; // the method's body decides and not its `const`, because a `const` method may
                                     // change `mutable` members
  const unsigned Of = Const ? unsigned(Reads) : (U & Writes) && !(U & Lends) ? unsigned(Modifies) : Modifies | Calls;
  // element() handles an object that is an element which a pointer with a known Place leads to.
  if (!Call || !element(Call, E, {}, Of))
    visit(E, Of);
}

void BodyScan::VisitCXXMemberCallExpr(const CXXMemberCallExpr *E, unsigned U) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (!Method)
    return VisitStmt(E, U);
  if (auto Through = accessorOf(E))
    if (int Index = findWindow(R, R.named(arrayBehind(*Through))); Index >= 0) {
      visit(E->getArg(0), Reads);
      Access A;
      A.Whole = E;
      A.Indices = {E->getArg(0)};
      R.Body.Replaced.Accessors.emplace_back(*Through, unsigned(Index));
      return access(std::move(A), nullptr, Index, U);
    }
  if (numberOfObject(E) || sizeOfRow(E) || beginOfContainer(E, U))
    return;
  const Expr *Object = E->getImplicitObjectArgument();
  auto *This = dyn_cast<CXXThisExpr>(Object->IgnoreParenImpCasts());
  if (!Method->isStatic() && !passObject(Object, Method, Method->getNumParams(), U, namedElement(E, U))) {
    if (This)
      stop(E->getBeginLoc(), "it calls a member function of this object",
           "make '" + Method->getNameAsString() + "' static, or a free function");
    else
      object(Object, Method, U, E);
  }
  for (Renaming &Each : R.Body.Replaced.Names)
    // An implicit `this` is not in the text, so the name of the called method is replaced instead.
    if (This && This->isImplicit() && Each.Use == This)
      Each.Use = E->getCallee()->IgnoreParens();
  arguments({E->getArgs(), E->getNumArgs()}, Method, Object);
}

/// The parts of a chain of subscripts of containers and pointers, as `a[i][j]`; nullopt if E is not such a chain, or
/// has more subscripts than the window's array has dimensions.
std::optional<BodyScan::Subscripted> BodyScan::subscripted(const Expr *E) const {
  Subscripted Found;
  while (const auto Level = accessorOf(E) ? std::nullopt : subscript(E)) {
    Found.Indices.insert(Found.Indices.begin(), Level->Index);
    E = Level->Base->IgnoreParenImpCasts();
    const ValueDecl *Root = R.named(E);
    if (auto Row = Root ? Rows.find(Root) : Rows.end(); Row != Rows.end()) {
      E = Row->second;
      Found.Named = 1;
      continue;
    }
    if (!Root)
      continue;
    Found.Array = Level->Base;
    Found.Window = findWindow(R, Root);
    if (Found.Window < 0)
      return std::nullopt;
    const Window &W = R.Windows[size_t(Found.Window)];
    const bool Fits = W.Rows ? Found.Indices.size() <= W.DeclaredRank : W.Container && Found.Indices.size() == 1;
    return Fits ? std::optional(Found) : std::nullopt;
  }
  return std::nullopt;
}

void BodyScan::element(const Expr *Whole, const Subscripted &Of, unsigned U) {
  for (const Expr *Index : llvm::drop_begin(Of.Indices, Of.Named))
    visit(Index, Reads);
  Access A;
  A.Whole = Whole;
  A.Indices.append(Of.Indices.begin(), Of.Indices.end());
  A.ByPointer = Of.Named > 0;
  access(std::move(A), Of.Named ? nullptr : Of.Array, Of.Window, U);
}

void BodyScan::VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E, unsigned U) {
  if (iterator(E, U))
    return;
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Method || Method->isStatic())
    return VisitCallExpr(E, U);
  if (isPlainAssignment(E)) {
    visit(E->getArg(1), Reads);
    return visit(E->getArg(0), Writes);
  }
  if (const auto Found = subscripted(E))
    return element(E, *Found, U);
  if (!passObject(E->getArg(0), Method, Method->getNumParams(), U, namedElement(E, U)))
    object(E->getArg(0), Method, U);
  arguments({E->getArgs() + 1, E->getNumArgs() - 1}, Method, E->getArg(0));
}

void BodyScan::VisitCXXConstructExpr(const CXXConstructExpr *E, unsigned) {
  arguments({E->getArgs(), E->getNumArgs()}, E->getConstructor());
}

void BodyScan::declareParameters(const FunctionDecl *F) {
  for (const ParmVarDecl *Parameter : F->parameters()) {
    Names.declare(Parameter);
    if (Parameter->getType()->isReferenceType())
      Aliases.insert(Parameter->getCanonicalDecl());
  }
}

/// Visits a lambda's body where the lambda is created, as code that is executed under a condition, because it is not
/// known whether the lambda is called.
void BodyScan::VisitLambdaExpr(const LambdaExpr *E, unsigned) {
  for (const LambdaCapture &C : E->captures()) {
    if (C.getCaptureKind() == LCK_StarThis)
      stop(C.getLocation(), "it captures a copy of this object", "capture 'this'");
    if (C.capturesVariable() && E->isInitCapture(&C))
      variable(cast<VarDecl>(C.getCapturedVar()));
    else if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy)
      Lambdas.note(C);
  }
  const CXXMethodDecl *Operator = E->getCallOperator();
  auto Walk = [&](const FunctionDecl *F) {
    declareParameters(F);
    if (Bodies.insert(F->getBody()).second)
      conditionally(nullptr, F->getBody());
  };
  if (const FunctionTemplateDecl *Template = Operator->getDescribedFunctionTemplate())
    llvm::for_each(Template->specializations(), Walk); // a generic lambda has one body for each type that it is called
                                                       // with
  else
    Walk(Operator);
}

void BodyScan::VisitStmtExpr(const StmtExpr *E, unsigned) {
  for (const Stmt *Child : E->getSubStmt()->body())
    if (auto *Value = dyn_cast<Expr>(Child); Value && Child == E->getSubStmt()->body_back())
      visitStoredOrPassed(Value);
    else
      visit(Child, Reads);
}

void BodyScan::VisitInitListExpr(const InitListExpr *E, unsigned) {
  for (const Expr *Init : E->inits())
    visitStoredOrPassed(Init);
}

void BodyScan::VisitCXXParenListInitExpr(const CXXParenListInitExpr *E, unsigned) {
  for (const Expr *Init : E->getInitExprs())
    visitStoredOrPassed(Init);
}
