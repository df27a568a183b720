// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks through a part of a body, and notes what the part reads and changes.
#include "Analysis/Lanes/Effects.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

namespace {

/// What happens to the object that a glvalue names.
enum class Kind { Read, Changed };

/// Whether a called function may store its pointer or reference arguments where they outlive the call: in its result,
/// or in an object that another parameter leads to. A reference as result does not count, because the caller uses it
/// where the call stands.
bool mayKeep(const FunctionDecl *Callee) {
  auto IsStore = [](QualType T) {
    bool Leads = T->isPointerType() || T->isReferenceType();
    return Leads && !T->getPointeeType().isConstQualified() && holdsPointers(T->getPointeeType(), false);
  };
  auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool OfObject = Method && !Method->isStatic() && IsStore(Method->getThisType());
  QualType Returned = Callee->getReturnType();
  return OfObject || (!Returned->isReferenceType() && holdsPointers(Returned, false)) ||
         llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) { return IsStore(P->getType()); });
}

class Walk {
public:
  using Entities = llvm::SmallPtrSetImpl<const ValueDecl *>;
  Walk(const MemberEntities &Members, const llvm::DenseMap<const Expr *, const Access *> &AccessAt,
       const Entities &Reduced, Callees &Called, Effects &Found)
      : Members(Members), AccessAt(AccessAt), Reduced(Reduced), Called(Called), Found(Found) {}

  void visit(const Stmt *S);
  /// Notes a read or a change, as U says, of the object that the glvalue E names.
  void object(const Expr *E, Kind U);

private:
  void children(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }
  void unknown(const Stmt *S) { Found.Unknown = Found.Unknown ? Found.Unknown : S; }
  void changeBehind(const Stmt *S) { Found.Through = Found.Through ? Found.Through : S; }
  void leaves(const Stmt *S) { Found.Leaves = Found.Leaves ? Found.Leaves : S; }
  bool access(const Expr *E);
  void entity(const Expr *E, const ValueDecl *D, Kind U);
  void declaration(const VarDecl *Var, const Stmt *In);
  void expression(const Expr *E);
  void conversion(const CastExpr *E);
  void arguments(llvm::ArrayRef<const Expr *> Given, const FunctionDecl *Callee);
  bool onlyReads(const FunctionDecl *Callee, unsigned Parameter) const;
  void argument(const Expr *E, QualType Parameter, bool OnlyRead);
  void called(const Expr *Object, const CXXMethodDecl *Method);
  void call(const CallExpr *E);
  void loop(const Stmt *S);

  const MemberEntities &Members;
  const llvm::DenseMap<const Expr *, const Access *> &AccessAt;
  const Entities &Reduced;
  Callees &Called;
  Effects &Found;
  unsigned Loops = 0, Switches = 0; ///< loops and `switch` statements of the part that enclose the visited code
  bool Kept = false;                ///< the address of the visited object is kept for later uses
};

/// Notes a subscript on a window (an array of a data clause); false if E is no such subscript.
bool Walk::access(const Expr *E) {
  auto It = AccessAt.find(E);
  if (It == AccessAt.end())
    return false;
  Found.Touched.push_back(It->second);
  for (const Expr *Index : It->second->Indices)
    visit(Index);
  return true;
}

void Walk::entity(const Expr *E, const ValueDecl *D, Kind U) {
  if (!isa<VarDecl, FieldDecl, BindingDecl>(D))
    return; // D is a function or an enumerator
  if (D->getType().isVolatileQualified() || D->getType()->isAtomicType())
    unknown(E);
  const auto *Own = cast<ValueDecl>(D->getCanonicalDecl());
  if (U == Kind::Read)
    Found.Read.insert(Own);
  else
    Found.Changed.insert(Own);
  if (Kept)
    Found.Aliased.insert(Own);
}

/// Notes a read or a change, as U says, of the object that the glvalue E names. A part of a variable counts as the
/// variable.
void Walk::object(const Expr *E, Kind U) {
  if (access(E))
    return;
  if (const ValueDecl *D = Members.named(E))
    return entity(E, D, U);
  if (isa<ParenExpr, FullExpr>(E))
    return object(cast<Expr>(*E->child_begin()), U);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return entity(E, Ref->getDecl(), U);
  if (auto *Cast = dyn_cast<CastExpr>(E);
      Cast && (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_DerivedToBase ||
               Cast->getCastKind() == CK_UncheckedDerivedToBase || Cast->getCastKind() == CK_ArrayToPointerDecay))
    return object(Cast->getSubExpr(), U);
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return visit(Temporary->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Member->isArrow())
      return object(Member->getBase(), U);
    if (U == Kind::Changed)
      changeBehind(E);
    return visit(Member->getBase());
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    visit(Subscript->getIdx());
    auto *Decay = dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      return object(Decay->getSubExpr(), U);
    if (const ValueDecl *Base = Members.named(Subscript->getBase()); Base && Reduced.contains(Base))
      return entity(E, Base, U);
    if (U == Kind::Changed)
      changeBehind(E);
    return visit(Subscript->getBase());
  }
  auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && (Unary->getOpcode() == UO_Real || Unary->getOpcode() == UO_Imag || Unary->getOpcode() == UO_Extension))
    return object(Unary->getSubExpr(), U);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visit(Choice->getCond());
    object(Choice->getTrueExpr(), U);
    return object(Choice->getFalseExpr(), U);
  }
  if (auto *Comma = dyn_cast<BinaryOperator>(E); Comma && Comma->getOpcode() == BO_Comma) {
    visit(Comma->getLHS());
    return object(Comma->getRHS(), U);
  }
  // The object is one that a pointer leads to, or the result of a call or an assignment: no variable is known that
  // contains it.
  if (U == Kind::Changed)
    changeBehind(E);
  visit(E);
}

void Walk::declaration(const VarDecl *Var, const Stmt *In) {
  Found.Declared.insert(Var->getCanonicalDecl());
  if (isa<DecompositionDecl>(Var) || Var->getType().isVolatileQualified() || Var->isStaticLocal())
    unknown(In);
  const Expr *Init = Var->getInit();
  if (!Init)
    return;
  QualType T = Var->getType();
  if (!T->isReferenceType())
    return visit(Init);
  llvm::SaveAndRestore Keep(Kept, true);
  object(Init, T.getNonReferenceType().isConstQualified() ? Kind::Read : Kind::Changed);
}

/// Whether a function of the unit changes nothing that a parameter leads to, and returns no pointer by which the caller
/// could change anything there.
bool Walk::onlyReads(const FunctionDecl *Callee, unsigned Parameter) const {
  const FunctionUse *Known = Callee ? Called.usesOf(Callee) : nullptr;
  if (!Known || Parameter >= Known->size())
    return false;
  const ParameterUse &Use = (*Known)[Parameter];
  return !Use.Written && !(Use.Returned && holdsPointers(Callee->getReturnType(), /*ToChange=*/true));
}

/// Notes that an argument is passed to a function. The function may change the argument, unless OnlyRead is set or the
/// parameter's type has a `const` that excludes a change.
void Walk::argument(const Expr *E, QualType Parameter, bool OnlyRead) {
  bool Leads = Parameter->isReferenceType() || Parameter->isPointerType();
  if (!OnlyRead && holdsPointers(Leads ? Parameter->getPointeeType() : Parameter, /*ToChange=*/true))
    changeBehind(E);
  if (Parameter->isReferenceType())
    return object(E, OnlyRead || Parameter.getNonReferenceType().isConstQualified() ? Kind::Read : Kind::Changed);
  if (!Parameter->isPointerType())
    return visit(E);
  const bool Constant = OnlyRead || Parameter->getPointeeType().isConstQualified();
  const Expr *Value = E->IgnoreParenImpCasts();
  if (auto *Address = dyn_cast<UnaryOperator>(Value); Address && Address->getOpcode() == UO_AddrOf)
    return object(Address->getSubExpr(), Constant ? Kind::Read : Kind::Changed);
  if (Value->getType()->isArrayType())
    return object(Value, Constant ? Kind::Read : Kind::Changed);
  if (!Constant)
    changeBehind(E);
  visit(E);
}

void Walk::arguments(llvm::ArrayRef<const Expr *> Given, const FunctionDecl *Callee) {
  llvm::SaveAndRestore Keep(Kept, Kept || (Callee && mayKeep(Callee)));
  for (unsigned I = 0; I < Given.size(); ++I)
    argument(Given[I], Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType() : Given[I]->getType(),
             Callee && I < Callee->getNumParams() && onlyReads(Callee, I));
}

void Walk::called(const Expr *Object, const CXXMethodDecl *Method) {
  const bool OnlyRead = onlyReads(Method, Method->getNumParams());
  const bool Constant = OnlyRead || (Method->isConst() && !Method->getParent()->hasMutableFields());
  const bool Pointer = Object->getType()->isPointerType();
  if ((!OnlyRead &&
       holdsPointers(Pointer ? Object->getType()->getPointeeType() : Object->getType(), /*ToChange=*/true)) ||
      (Pointer && !Constant))
    changeBehind(Object);
  if (Pointer)
    return visit(Object);
  object(Object, Constant ? Kind::Read : Kind::Changed);
}

void Walk::call(const CallExpr *E) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  llvm::ArrayRef<const Expr *> Given(E->getArgs(), E->getNumArgs());
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (!Method)
      return unknown(E);
    called(Member->getImplicitObjectArgument(), Method);
  } else if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(E); Operator && isPlainAssignment(Operator)) {
    object(Given.back(), Kind::Read);
    return object(Given.front(), Kind::Changed);
  } else if (Operator && Method && !Method->isStatic()) {
    called(Given.front(), Method);
    Given = Given.drop_front();
  } else if (!E->getDirectCallee()) {
    return unknown(E);
  }
  arguments(Given, E->getDirectCallee());
}

void Walk::conversion(const CastExpr *E) {
  const Expr *From = E->getSubExpr();
  llvm::SaveAndRestore Keep(Kept, E->getCastKind() == CK_ArrayToPointerDecay ||
                                      (Kept && E->getCastKind() != CK_LValueToRValue && E->getCastKind() != CK_ToVoid));
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_ToVoid:
    return From->isGLValue() ? object(From, Kind::Read) : visit(From);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return;
  case CK_ArrayToPointerDecay:
    return object(From, From->getType().isConstQualified() || isa<StringLiteral>(From->IgnoreParens()) ? Kind::Read
                                                                                                       : Kind::Changed);
  default:
    return visit(From);
  }
}

void Walk::expression(const Expr *E) {
  if (access(E))
    return;
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return conversion(Cast);
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAssignmentOp()) {
    visit(Binary->getRHS());
    return object(Binary->getLHS(), Kind::Changed);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)) {
    llvm::SaveAndRestore Keep(Kept, Kept || Unary->getOpcode() == UO_AddrOf);
    return object(Unary->getSubExpr(), Kind::Changed);
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return arguments({Construct->getArgs(), Construct->getNumArgs()}, Construct->getConstructor());
  if (hasUnevaluatedOperands(E) || isa<TypeTraitExpr, CXXDefaultArgExpr, CXXDefaultInitExpr, OffsetOfExpr>(E))
    return;
  if (isa<LambdaExpr, AtomicExpr, CXXThrowExpr, CXXNewExpr, CXXDeleteExpr, StmtExpr, PseudoObjectExpr, AddrLabelExpr>(
          E))
    return unknown(E);
  // A use of a variable that was handled neither as a load nor as an assignment may keep the variable's address.
  if (isa<DeclRefExpr, MemberExpr>(E)) {
    llvm::SaveAndRestore Keep(Kept, true);
    return object(E, E->isGLValue() && !E->getType().isConstQualified() ? Kind::Changed : Kind::Read);
  }
  children(E);
}

void Walk::loop(const Stmt *S) {
  ++Loops;
  children(S);
  --Loops;
}

void Walk::visit(const Stmt *S) {
  if (!S)
    return;
  if (auto *E = dyn_cast<Expr>(S))
    return expression(E);
  if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (auto *Var = dyn_cast<VarDecl>(D))
        declaration(Var, Declaration);
    return;
  }
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return loop(S);
  if (isBindMarker(S))
    return visit(cast<IfStmt>(S)->getElse());
  if (auto *If = dyn_cast<IfStmt>(S); If && markerId(If) >= 0)
    return unknown(S);
  if (isa<SwitchStmt>(S)) {
    ++Switches;
    children(S);
    --Switches;
    return;
  }
  if ((isa<BreakStmt>(S) && !Loops && !Switches) || isa<ReturnStmt>(S))
    return leaves(S);
  if (isa<OMPLoopDirective, OMPAtomicDirective>(S))
    return visit(cast<OMPExecutableDirective>(S)->getRawStmt());
  if (isa<CompoundStmt, IfStmt, SwitchCase, NullStmt, AttributedStmt, BreakStmt, ContinueStmt>(S))
    return children(S);
  unknown(S);
}

} // namespace

EffectsFinder::EffectsFinder(const Region &R) : Members(R.Members), Called(R.Site.Called) {
  for (const Access &A : R.Body.Accesses)
    AccessAt[A.Whole] = &A;
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Reduction && C.Reduced.Array)
      Reduced.insert(C.What.Decl);
}

Effects EffectsFinder::of(llvm::ArrayRef<const Stmt *> Parts) const {
  Effects Found;
  Walk Walker(Members, AccessAt, Reduced, *Called, Found);
  for (const Stmt *Part : Parts)
    if (auto *E = dyn_cast_or_null<Expr>(Part); E && E->isGLValue()) // in C++, an operand of `?:` may be a glvalue
      Walker.object(E, Kind::Read);
    else
      Walker.visit(Part);
  return Found;
}
