// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loop body touches: captured values and subscripts of windows, each with whether it is read or written.
#include "Analysis/Body.h"
#include "Analysis/Markers.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The variable or member of `*this` of which an lvalue is a part, without following any pointer; or null.
const ValueDecl *rootOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const ValueDecl *Decl = namedEntity(E))
      return Decl;
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow())
      E = Member->getBase();
    else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
             Subscript && Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = Subscript->getBase();
    else
      return nullptr;
  }
}

enum Use { Reads = 1, Writes = 2, Modifies = 3 };

/// Walks the body once, knowing for each expression whether its object is read or written.
class BodyScan {
public:
  BodyScan(Region &R, ASTContext &Context) : R(R), Context(Context) {}

  void run() {
    clauses();
    visit(R.Loop.For->getBody(), Reads);
    if (R.Loop.Step)
      visit(R.Loop.Step, Reads);
  }

private:
  void clauses();
  void reduction(const OMPReductionClause *Clause);
  void capture(const Expr *E, CaptureKind Kind, std::string Operator = "");
  void visit(const Stmt *S, Use U);
  void children(const Stmt *S) {
    for (const Stmt *Child : S->children())
      if (Child)
        visit(Child, Reads);
  }
  void conditionally(const Stmt *S) {
    if (!S)
      return;
    ++Conditions;
    visit(S, Reads);
    --Conditions;
  }
  void subscript(const ArraySubscriptExpr *E, Use U);
  void dereference(const Expr *Pointer, Use U);
  void pointerMade(const Expr *Pointer);
  void mark(const Expr *Pointer, Use U);
  void entity(const Expr *E, const ValueDecl *Decl, Use U);
  void call(const CallExpr *E);
  void argument(const Expr *E, QualType Parameter);
  bool isLocal(const ValueDecl *Decl) const { return Locals.contains(Decl); }
  void stop(SourceLocation Loc, std::string Cause, std::string Remedy = "") {
    R.Fate.restrict(Place::Host, Loc, std::move(Cause), std::move(Remedy));
  }

  Region &R;
  ASTContext &Context;
  llvm::SmallPtrSet<const ValueDecl *, 16> Locals; ///< declared inside the body
  unsigned Conditions = 0;
};

void BodyScan::capture(const Expr *E, CaptureKind Kind, std::string Operator) {
  const ValueDecl *Decl = namedEntity(E);
  if (!Decl) {
    stop(E->getBeginLoc(), "a clause names an array section");
    return;
  }
  QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  bool Wide = Type->isIntegerType() && Context.getIntWidth(Type) > 64; // has no literals
  bool Fits = Kind == CaptureKind::Reduction ? Type->isArithmeticType() && !Type->isAnyComplexType() && !Wide
                                             : travelsByValue(Type, Context) && !isUnnamed(Type);
  if (!Fits)
    stop(E->getBeginLoc(), "'" + Decl->getNameAsString() + "' is of a type that does not travel to a device");
  if (Kind == CaptureKind::FirstPrivate && Type->isArrayType())
    stop(E->getBeginLoc(), "the array '" + Decl->getNameAsString() + "' is firstprivate", "name it in 'map(to:)'");
  R.Captures.push_back({{Decl}, Kind, Type, std::move(Operator), ""});
}

void BodyScan::reduction(const OMPReductionClause *Clause) {
  DeclarationName Name = Clause->getNameInfo().getName();
  std::string Operator;
  if (Name.getNameKind() == DeclarationName::CXXOperatorName)
    Operator = getOperatorSpelling(Name.getCXXOverloadedOperator());
  else
    Operator = Name.getAsString();
  static const llvm::StringSet<> Known = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
  if (!Known.contains(Operator) || Clause->getModifier() != OMPC_REDUCTION_unknown)
    stop(Clause->getBeginLoc(), "the reduction '" + Operator + "' is user-defined or has a modifier");
  for (const Expr *Var : Clause->varlists())
    capture(Var, CaptureKind::Reduction, Operator);
}

void BodyScan::clauses() {
  auto *Directive = dyn_cast<OMPExecutableDirective>(R.Marker->getElse());
  if (!Directive)
    return;
  for (const OMPClause *Clause : Directive->clauses()) {
    if (auto *Private = dyn_cast<OMPPrivateClause>(Clause)) {
      for (const Expr *Var : Private->varlists())
        if (namedEntity(Var) != R.Loop.Iterator)
          capture(Var, CaptureKind::Private);
    } else if (auto *First = dyn_cast<OMPFirstprivateClause>(Clause)) {
      for (const Expr *Var : First->varlists())
        if (findWindow(R, namedEntity(Var)) < 0)
          capture(Var, CaptureKind::FirstPrivate);
    } else if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause)) {
      reduction(Reduction);
    }
  }
}

void BodyScan::entity(const Expr *E, const ValueDecl *Decl, Use U) {
  if (isLocal(Decl) || Decl == R.Loop.Iterator)
    return;
  bool Member = isa<FieldDecl>(Decl);
  if (!Member && !isa<VarDecl>(Decl))
    return; // functions, enumerators
  std::string Name = Decl->getNameAsString();
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  bool Qualified = Ref && Ref->hasQualifier();
  if (Qualified && cast<VarDecl>(Decl)->isUsableInConstantExpressions(Context))
    return; // a constant, under a name that holds everywhere
  if (Member || Qualified)
    R.Renamed.push_back(E);
  if (findWindow(R, Decl) >= 0) {
    if (U & Writes)
      stop(E->getBeginLoc(), "the pointer '" + Name + "' itself is changed");
    return;
  }
  for (Capture &C : R.Captures)
    if (C.What.Decl == Decl) {
      if (C.Kind == CaptureKind::Value && (U & Writes))
        stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
             "use 'private(" + Name + ")', 'reduction', or 'part_copy' for an array");
      return;
    }
  QualType Type = Decl->getType().getNonReferenceType();
  if (auto *Var = dyn_cast<VarDecl>(Decl)) {
    if (Var->getType()->isArrayType() && isConstantTable(Var, Context) && !(U & Writes))
      return; // travels by name; DeviceLimits has noted it
    if (Var->getTLSKind() != VarDecl::TLS_None)
      return stop(E->getBeginLoc(), "'" + Name + "' is thread-local");
  }
  if (U & Writes)
    return stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
                "use 'private(" + Name + ")', 'reduction', or 'part_copy' for an array");
  if (Type->isPointerType() || Type->isArrayType())
    return stop(E->getBeginLoc(), "'" + Name + "' is in no data clause",
                "add 'part_copyin(" + Name + "[1:extent])' if iteration i needs element i, or 'map(to: " + Name +
                    "[0:extent])' if every iteration may need all of it");
  if (Type.isVolatileQualified())
    return stop(E->getBeginLoc(), "'" + Name + "' is volatile");
  if (!travelsByValue(Type, Context) || isUnnamed(Type))
    return stop(E->getBeginLoc(), "'" + Name + "' is of a type that does not travel to a device",
                "copy what the loop needs of it into scalars");
  R.Captures.push_back({{Decl},
                        CaptureKind::Value,
                        Type.getUnqualifiedType(),
                        "",
                        Qualified ? "::" + Decl->getQualifiedNameAsString() : ""});
}

void BodyScan::subscript(const ArraySubscriptExpr *E, Use U) {
  Access A;
  A.Whole = E;
  const Expr *Base = E;
  while (auto *Level = dyn_cast<ArraySubscriptExpr>(Base->IgnoreParenImpCasts())) {
    visit(Level->getIdx(), Reads);
    A.Indices.insert(A.Indices.begin(), Level->getIdx());
    Base = Level->getBase();
  }
  const ValueDecl *Root = namedEntity(Base);
  A.Read = U & Reads;
  A.Write = U & Writes;
  A.Conditional = Conditions > 0;
  int W = Root ? findWindow(R, Root) : -1;
  if (W >= 0) {
    entity(Base->IgnoreParenImpCasts(), Root, Reads);
    A.Window = unsigned(W);
    R.Windows[W].Read |= A.Read;
    R.Windows[W].Written |= A.Write;
    R.Accesses.push_back(std::move(A));
    return;
  }
  // An element of an array is part of the object; behind a pointer is whatever the pointer was made from.
  if (Base->IgnoreParenImpCasts()->getType()->isArrayType())
    return visit(Base->IgnoreParenImpCasts(), U);
  dereference(Base, U);
}

/// `*p`, `p->m`: fine where p comes from a window or from inside the body.
void BodyScan::dereference(const Expr *Pointer, Use U) {
  visit(Pointer, Reads);
  mark(Pointer, U);
}

/// A pointer that is kept or handed on: assume that what is not const is written through it.
void BodyScan::pointerMade(const Expr *Pointer) {
  QualType T = Pointer->getType();
  if (T->isPointerType())
    mark(Pointer, T->getPointeeType().isConstQualified() ? Reads : Modifies);
}

void BodyScan::mark(const Expr *Pointer, Use U) {
  // Which window a computed pointer points into is not known: a written one is taken to be written.
  struct Roots : RecursiveASTVisitor<Roots> {
    llvm::SmallVector<const ValueDecl *, 4> Found;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      Found.push_back(cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl()));
      return true;
    }
    bool VisitMemberExpr(MemberExpr *Member) {
      if (const ValueDecl *D = namedEntity(Member))
        Found.push_back(D);
      return true;
    }
  } Roots;
  Roots.TraverseStmt(const_cast<Expr *>(Pointer));
  for (const ValueDecl *Decl : Roots.Found) {
    int W = findWindow(R, Decl);
    if (Decl == R.Loop.Iterator && R.Loop.isPointer()) {
      for (size_t I = 0; I < R.Windows.size() && W < 0; ++I)
        if (R.Windows[I].Array.Decl == namedEntity(R.Loop.Lower))
          W = int(I);
    }
    if (W >= 0) {
      R.Windows[W].Pointed = true;
      R.Windows[W].Read |= bool(U & Reads);
      R.Windows[W].Written |= bool(U & Writes);
    }
  }
}

void BodyScan::argument(const Expr *E, QualType Parameter) {
  bool Reference = Parameter->isReferenceType() && !Parameter.getNonReferenceType().isConstQualified();
  visit(E, Reference ? Modifies : Reads);
  if (Parameter->isPointerType() && !Parameter->getPointeeType().isConstQualified())
    dereference(E, Modifies); // the callee may write through it
  else if (Parameter->isPointerType())
    dereference(E, Reads);
}

void BodyScan::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  unsigned First = 0;
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    auto *Method = Member->getMethodDecl();
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts())) {
      if (Method && !Method->isStatic())
        stop(E->getBeginLoc(), "it calls a member function of this object",
             "make '" + Method->getNameAsString() + "' static, or a free function");
    } else if (Object) {
      visit(Object, Method && Method->isConst() ? Reads : Modifies);
    }
  } else if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Method && E->getNumArgs()) {
      bool Lambda = Method->getParent()->isLambda();
      visit(E->getArg(0), Method->isConst() || Lambda ? Reads : Modifies);
      First = 1;
    }
    (void)Operator;
  } else {
    visit(E->getCallee(), Reads);
  }
  for (unsigned I = First; I < E->getNumArgs(); ++I) {
    unsigned P = I - First;
    bool Known = Callee && P < Callee->getNumParams();
    argument(E->getArg(I), Known ? Callee->getParamDecl(P)->getType() : E->getArg(I)->getType());
  }
}

void BodyScan::visit(const Stmt *S, Use U) {
  if (!S)
    return;
  if (auto *E = dyn_cast<Expr>(S)) {
    if (const ValueDecl *Decl = isa<DeclRefExpr, MemberExpr>(E) ? namedEntity(E) : nullptr) {
      if (int W = findWindow(R, Decl); W >= 0) // its pointer goes elsewhere: anything may be read through it
        R.Windows[W].Pointed = R.Windows[W].Read = true;
      return entity(E, Decl, U);
    }
  }
  switch (S->getStmtClass()) {
  case Stmt::ArraySubscriptExprClass:
    return subscript(cast<ArraySubscriptExpr>(S), U);
  case Stmt::MemberExprClass: {
    auto *Member = cast<MemberExpr>(S);
    return Member->isArrow() ? dereference(Member->getBase(), U) : visit(Member->getBase(), U);
  }
  case Stmt::CXXThisExprClass:
    return stop(S->getBeginLoc(), "it uses 'this'", "name the members that the loop needs");
  case Stmt::UnaryOperatorClass: {
    auto *Unary = cast<UnaryOperator>(S);
    if (Unary->isIncrementDecrementOp())
      return visit(Unary->getSubExpr(), Modifies);
    if (Unary->getOpcode() == UO_Deref)
      return dereference(Unary->getSubExpr(), U);
    if (Unary->getOpcode() == UO_AddrOf) {
      const ValueDecl *Decl = rootOf(Unary->getSubExpr());
      if (Decl && findWindow(R, Decl) < 0 && !isLocal(Decl) && !isa<FunctionDecl>(Decl)) {
        bool Own = llvm::any_of(R.Captures,
                                [&](const Capture &C) { return C.What.Decl == Decl && C.Kind != CaptureKind::Value; });
        if (!Own)
          return stop(S->getBeginLoc(), "it takes the address of '" + Decl->getNameAsString() + "'");
      }
      // &x[i]: an address inside the window; what is done through it is seen where it is used.
      return visit(Unary->getSubExpr(), Reads);
    }
    return visit(Unary->getSubExpr(), Unary->getOpcode() == UO_Extension ? U : Reads);
  }
  case Stmt::CompoundAssignOperatorClass:
    visit(cast<BinaryOperator>(S)->getLHS(), Modifies);
    return visit(cast<BinaryOperator>(S)->getRHS(), Reads);
  case Stmt::BinaryOperatorClass: {
    auto *Binary = cast<BinaryOperator>(S);
    if (Binary->getOpcode() == BO_Assign) {
      visit(Binary->getRHS(), Reads);
      pointerMade(Binary->getRHS());
      return visit(Binary->getLHS(), Writes);
    }
    if (Binary->isLogicalOp()) {
      visit(Binary->getLHS(), Reads);
      return conditionally(Binary->getRHS());
    }
    visit(Binary->getLHS(), Reads);
    return visit(Binary->getRHS(), Binary->getOpcode() == BO_Comma ? U : Reads);
  }
  case Stmt::ConditionalOperatorClass: {
    auto *Choice = cast<ConditionalOperator>(S);
    visit(Choice->getCond(), Reads);
    ++Conditions;
    visit(Choice->getTrueExpr(), U), visit(Choice->getFalseExpr(), U);
    --Conditions;
    return;
  }
  case Stmt::IfStmtClass: {
    auto *If = cast<IfStmt>(S);
    if (markerId(If) >= 0)
      return visit(If->getElse(), Reads);
    if (If->getInit())
      visit(If->getInit(), Reads);
    if (If->getConditionVariableDeclStmt())
      visit(If->getConditionVariableDeclStmt(), Reads);
    visit(If->getCond(), Reads);
    conditionally(If->getThen());
    return conditionally(If->getElse());
  }
  case Stmt::SwitchStmtClass:
    visit(cast<SwitchStmt>(S)->getInit(), Reads);
    visit(cast<SwitchStmt>(S)->getConditionVariableDeclStmt(), Reads);
    visit(cast<SwitchStmt>(S)->getCond(), Reads);
    return conditionally(cast<SwitchStmt>(S)->getBody());
  case Stmt::ForStmtClass: {
    auto *For = cast<ForStmt>(S);
    visit(For->getInit(), Reads), visit(For->getCond(), Reads), visit(For->getInc(), Reads);
    return visit(For->getBody(), Reads);
  }
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (auto *Var = dyn_cast<VarDecl>(D)) {
        Locals.insert(Var->getCanonicalDecl());
        QualType T = Var->getType();
        if (T->isVariablyModifiedType())
          stop(Var->getLocation(), "the type of '" + Var->getNameAsString() + "' depends on run-time values");
        bool Reference = T->isReferenceType() && !T.getNonReferenceType().isConstQualified();
        if (Var->getInit())
          visit(Var->getInit(), Reference ? Modifies : Reads);
        // A pointer or reference made from a window: assume that what is not const is written through it.
        if (Var->getInit() && T->isPointerType())
          dereference(Var->getInit(), T->getPointeeType().isConstQualified() ? Reads : Modifies);
      }
    return;
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(cast<CallExpr>(S));
  case Stmt::LambdaExprClass: {
    auto *Lambda = cast<LambdaExpr>(S);
    for (const ParmVarDecl *Parameter : Lambda->getCallOperator()->parameters())
      Locals.insert(Parameter->getCanonicalDecl());
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable() && Lambda->isInitCapture(&C)) {
        auto *Var = cast<VarDecl>(C.getCapturedVar());
        Locals.insert(cast<ValueDecl>(Var->getCanonicalDecl()));
        if (const Expr *Init = Var->getInit()) {
          visit(Init, Var->getType()->isReferenceType() ? Modifies : Reads);
          pointerMade(Init);
        }
      }
    return conditionally(Lambda->getBody());
  }
  case Stmt::UnaryExprOrTypeTraitExprClass: {
    auto *Trait = cast<UnaryExprOrTypeTraitExpr>(S);
    if (Trait->getTypeOfArgument()->isVariablyModifiedType())
      stop(S->getBeginLoc(), "it takes the size of a type that depends on run-time values");
    const ValueDecl *Decl = Trait->isArgumentType() ? nullptr : namedEntity(Trait->getArgumentExpr());
    if (Decl && findWindow(R, Decl) >= 0 && Decl->getType().getNonReferenceType()->isArrayType())
      stop(S->getBeginLoc(), "it takes the size of the array '" + Decl->getNameAsString() + "'");
    return; // unevaluated
  }
  case Stmt::InitListExprClass:
    for (const Expr *Init : cast<InitListExpr>(S)->inits()) {
      visit(Init, Init->isGLValue() && !Init->getType().isConstQualified() ? Modifies : Reads); // a reference member
      pointerMade(Init);
    }
    return;
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    auto *Construct = cast<CXXConstructExpr>(S);
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    for (unsigned I = 0; I < Construct->getNumArgs(); ++I)
      argument(Construct->getArg(I), I < Constructor->getNumParams() ? Constructor->getParamDecl(I)->getType()
                                                                     : Construct->getArg(I)->getType());
    return;
  }
  case Stmt::ReturnStmtClass: // of a lambda
    children(S);
    if (const Expr *Value = cast<ReturnStmt>(S)->getRetValue())
      pointerMade(Value);
    return;
  default:
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
      if (Directive->hasAssociatedStmt())
        visit(Directive->getRawStmt(), Reads);
      return;
    }
    if (auto *Cast = dyn_cast<ExplicitCastExpr>(S)) {
      if (Cast->getTypeAsWritten()->isVariablyModifiedType())
        stop(S->getBeginLoc(), "it converts to a type that depends on run-time values");
      pointerMade(Cast);
      QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
      bool DropsConst = To->isPointerType() && From->isPointerType() && From->getPointeeType().isConstQualified() &&
                        !To->getPointeeType().isConstQualified();
      if (DropsConst || (To->isPointerType() && From->isIntegerType() &&
                         !Cast->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNull)))
        stop(S->getBeginLoc(), DropsConst ? "it casts 'const' away" : "it makes a pointer of an integer");
    }
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(S); Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
      auto *Root = dyn_cast_or_null<ValueDecl>(rootOf(Decay->getSubExpr()));
      auto *Var = dyn_cast_or_null<VarDecl>(Root);
      bool Own = llvm::any_of(R.Captures,
                              [&](const Capture &C) { return C.What.Decl == Root && C.Kind != CaptureKind::Value; });
      if (Root && !isLocal(Root) && findWindow(R, Root) < 0 && !Own && !(Var && isConstantTable(Var, Context)))
        stop(S->getBeginLoc(), "it takes the address of '" + Root->getNameAsString() + "'");
    }
    if (auto *Cast = dyn_cast<CastExpr>(S))
      return visit(Cast->getSubExpr(), Cast->getCastKind() == CK_LValueToRValue ? Reads : U);
    if (auto *Paren = dyn_cast<ParenExpr>(S))
      return visit(Paren->getSubExpr(), U);
    if (isa<ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr>(S)) {
      for (const Stmt *Child : S->children())
        visit(Child, U);
      return;
    }
    children(S);
  }
}

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
  settleDirections(R, Context, Diags);
}
