// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates expressions and statements of called functions, to find views (ViewFollower.h).
#include "Analysis/Objects/ViewFollower.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace hetcc::views {

Value number(int64_t Constant) {
  Value V;
  V.Is = Value::Kind::Number;
  if (Constant)
    V.Terms.push_back({Constant, {}, nullptr});
  return V;
}

static bool areSame(ArrayRef<const MemberExpr *> A, ArrayRef<const MemberExpr *> B) {
  return A.size() == B.size() && llvm::all_of(llvm::zip(A, B), [](auto Pair) {
           return memberPath(std::get<0>(Pair)) == memberPath(std::get<1>(Pair));
         });
}

static Value sumOf(const Value &A, const Value &B, int64_t Sign) {
  Value Result = A;
  for (Product Each : B.Terms) {
    Each.Factor *= Sign;
    auto Same = llvm::find_if(Result.Terms, [&](const Product &P) {
      return P.Variable == Each.Variable && areSame(P.Members, Each.Members);
    });
    if (Same != Result.Terms.end())
      Same->Factor += Each.Factor;
    else
      Result.Terms.push_back(Each);
  }
  llvm::erase_if(Result.Terms, [](const Product &P) { return P.Factor == 0; });
  return Result;
}

std::optional<Value> Follower::pointer(const Expr *E) {
  Frame Caller;
  Value Found = E->isGLValue() ? address(E, Caller) : evaluate(E, Caller);
  const bool Good = ends() && Found.Is == Value::Kind::Pointer && HasCalled;
  return Good ? std::optional(std::move(Found)) : std::nullopt;
}

std::optional<llvm::SmallVector<const Expr *, 2>> Follower::integersOf(const VarDecl *Var) {
  Frame Caller;
  const Value Found = local(Var, Caller);
  if (!ends() || Found.Is != Value::Kind::Made || !HasCalled)
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> Integers;
  for (const auto &[By, Of] : Owner)
    if (Of == Var)
      Integers.push_back(By);
  llvm::sort(Integers, [&](const Expr *A, const Expr *B) {
    return Context.getSourceManager().isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
  });
  return Integers;
}

bool Follower::ends() {
  for (size_t I = 0; I < Made.size(); ++I) { // destructors may make further objects
    Made[I]->Kept = false;
    destroy(Made[I]);
  }
  return !Failed;
}

Value Follower::fail() {
  Failed = true;
  return {};
}

Value Follower::productOf(const Value &A, const Value &B) {
  Value Result = number(0);
  for (const Product &One : A.Terms)
    for (const Product &Other : B.Terms) {
      Product Both = One;
      if ((One.Variable && Other.Variable) || llvm::MulOverflow(One.Factor, Other.Factor, Both.Factor))
        return {};
      Both.Members.append(Other.Members.begin(), Other.Members.end());
      llvm::stable_sort(Both.Members, [&](auto *L, auto *R) {
        return Context.getSourceManager().isBeforeInTranslationUnit(L->getMemberDecl()->getLocation(),
                                                                    R->getMemberDecl()->getLocation());
      });
      Both.Variable = One.Variable ? One.Variable : Other.Variable;
      Result.Terms.push_back(std::move(Both));
    }
  return Result;
}

bool Follower::counts(QualType T) const {
  return T->isIntegerType() && !T->isBooleanType() &&
         (T->isSignedIntegerOrEnumerationType() ? Context.getIntWidth(T) >= 32 : Context.getIntWidth(T) == 64);
}

Value Follower::converted(const CastExpr &Cast, Frame &In) {
  const Expr *From = Cast.getSubExpr();
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue:
    return load(From, In);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return evaluate(From, In);
  case CK_NullToPointer:
    if (Cast.isPRValue()) {
      Value Null;
      Null.Is = Value::Kind::Null;
      return Null;
    }
    return fail();
  case CK_BitCast:
    return Cast.getType()->isPointerType() && From->getType()->isPointerType() ? evaluate(From, In) : fail();
  case CK_IntegralCast: {
    Value Of = evaluate(From, In);
    const QualType A = From->getType(), B = Cast.getType();
    const bool FromSign = A->isSignedIntegerOrEnumerationType(), ToSign = B->isSignedIntegerOrEnumerationType();
    const unsigned Old = Context.getIntWidth(A), New = Context.getIntWidth(B);
    const bool Keeps = New > Old ? FromSign <= ToSign || New == 64 : New == Old && (FromSign == ToSign || New == 64);
    // An unsigned `u + 1` in `m[u + 1]` may wrap around before the conversion, so the whole is one symbol.
    if (Keeps && New > Old && Of.Is != Value::Kind::Number && !In.Function)
      return ofCaller(&Cast);
    return Keeps ? Of : Value();
  }
  case CK_ToVoid:
  case CK_FloatingCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
  case CK_PointerToIntegral:
    evaluate(From, In);
    return {};
  default:
    return fail();
  }
}

Value Follower::binary(const BinaryOperator &E, Frame &In) {
  if (E.isAssignmentOp()) {
    if (E.getOpcode() != BO_Assign)
      evaluate(E.getLHS()->IgnoreParens(), In);
    Value New = evaluate(E.getRHS(), In);
    store(E.getLHS(), E.getOpcode() == BO_Assign ? std::move(New) : Value(), In);
    return {};
  }
  if (E.isLogicalOp() || E.isCommaOp() || E.isComparisonOp()) {
    if (E.isLogicalOp())
      return condition(&E, In), Value();
    evaluate(E.getLHS(), In);
    Value Right = evaluate(E.getRHS(), In);
    return E.isCommaOp() ? Right : Value();
  }
  const Value Left = evaluate(E.getLHS(), In), Right = evaluate(E.getRHS(), In);
  const bool Numbers = Left.Is == Value::Kind::Number && Right.Is == Value::Kind::Number && counts(E.getType());
  const bool Subtracts = E.getOpcode() == BO_Sub;
  if (Numbers && (Subtracts || E.getOpcode() == BO_Add))
    return sumOf(Left, Right, Subtracts ? -1 : 1);
  if (Numbers && E.getOpcode() == BO_Mul)
    return productOf(Left, Right);
  const bool LeftMoves = Left.Is == Value::Kind::Pointer && Right.Is == Value::Kind::Number;
  const bool RightMoves = !Subtracts && Right.Is == Value::Kind::Pointer && Left.Is == Value::Kind::Number;
  if (E.isAdditiveOp() && E.getType()->isPointerType() && (LeftMoves || RightMoves))
    return moved(LeftMoves ? Left : Right, LeftMoves ? Right : Left, E.getType()->getPointeeType(), Subtracts ? -1 : 1);
  return {};
}

Value Follower::moved(const Value &Pointer, const Value &By, QualType To, int64_t Sign) {
  if (!To->isVoidType() && (To->isIncompleteType() || To->isVariablyModifiedType() || To->isFunctionType()))
    return fail();
  const int64_t Size = To->isVoidType() ? 1 : Context.getTypeSizeInChars(To).getQuantity();
  const Value Bytes = productOf(By, number(Size));
  return Bytes.Is == Value::Kind::Number ? sumOf(Pointer, Bytes, Sign) : Value();
}

std::optional<bool> Follower::condition(const Expr *E, Frame &In) {
  E = E->IgnoreParens();
  bool Constant = false;
  if (!E->isValueDependent() && E->EvaluateAsBooleanCondition(Constant, Context) && !E->HasSideEffects(Context))
    return Constant;
  if (auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_PointerToBoolean) {
    const Value Of = evaluate(Cast->getSubExpr(), In);
    return Of.Is == Value::Kind::Null ? std::optional(false) : std::nullopt;
  }
  auto *Not = dyn_cast<UnaryOperator>(E);
  if (Not && Not->getOpcode() == UO_LNot) {
    const auto Of = condition(Not->getSubExpr(), In);
    return Of ? std::optional(!*Of) : std::nullopt;
  }
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    const bool Ends = Binary->getOpcode() == BO_LOr;
    const auto First = condition(Binary->getLHS(), In);
    if (First && *First == Ends)
      return Ends;
    llvm::SaveAndRestore Perhaps(Uncertain, Uncertain + !First);
    const auto Second = condition(Binary->getRHS(), In);
    return First ? Second : Second && *Second == Ends ? Second : std::nullopt;
  }
  if (Binary && Binary->isEqualityOp() && Binary->getLHS()->getType()->isPointerType()) {
    const Value Left = evaluate(Binary->getLHS(), In), Right = evaluate(Binary->getRHS(), In);
    const bool Same = Left.Is == Value::Kind::Null && Right.Is == Value::Kind::Null;
    return Same ? std::optional(Binary->getOpcode() == BO_EQ) : std::nullopt;
  }
  evaluate(E, In);
  return std::nullopt;
}

Value Follower::ofCaller(const Expr *E) {
  if (E->HasSideEffects(Context))
    return fail();
  if (!counts(E->getType()))
    return {};
  Value V = number(1);
  V.Terms.front().Variable = E;
  if (Declaring)
    Owner.try_emplace(E, Declaring);
  return V;
}

Value Follower::local(const VarDecl *Var, Frame &In) {
  if (auto Known = Done.find(Var); Known != Done.end())
    return Known->second;
  llvm::SaveAndRestore There(Declaring, Var);
  Value V = evaluate(Var->getInit(), In);
  if (V.Is != Value::Kind::Made)
    return fail();
  V.State->Kept = true;
  return Done[Var] = V;
}

const VarDecl *Follower::localOf(const Expr *E) const {
  auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Objects.contains(Var) ? Var : nullptr;
}

Value Follower::evaluate(const Expr *E, Frame &In) {
  if (!spend())
    return {};
  E = E->IgnoreParens();
  if (auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr(), In);
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return evaluate(Temporary->getSubExpr(), In);
  if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
    return evaluate(Bound->getSubExpr(), In);
  // The default argument is in the function's declaration and not in the caller's text.
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(E)) {
    Frame Elsewhere;
    Elsewhere.Function = cast<FunctionDecl>(Default->getParam()->getDeclContext());
    Elsewhere.Around = Uncertain;
    return evaluate(Default->getExpr(), Elsewhere);
  }
  if (auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return In.Function ? evaluate(Default->getExpr(), In) : fail();
  if (auto *Instance = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return evaluate(Instance->getReplacement(), In);
  if (E->getType()->isRecordType() && E->isGLValue())
    return object(E, In);
  if (E->getType()->isIntegralOrEnumerationType() && E->isPRValue() && !E->isValueDependent())
    if (const auto Known = E->getIntegerConstantExpr(Context))
      return Known->isRepresentableByInt64() ? number(Known->getExtValue()) : Value();
  if (auto *Cast = dyn_cast<CastExpr>(E)) {
    const bool Loads = Cast->getCastKind() == CK_LValueToRValue && !In.Function && E->getType()->isIntegerType();
    return Loads ? ofCaller(E) : converted(*Cast, In);
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return called(*Call, In);
  if (auto *Made = dyn_cast<CXXConstructExpr>(E))
    return constructed(*Made, In);
  if (isa<CXXThisExpr>(E))
    return In.This;
  if (!In.Function && E->getType()->isIntegerType())
    return ofCaller(E);
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && !Binary->isPtrMemOp())
    return binary(*Binary, In);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return unary(*Unary, In);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const auto Known = condition(Choice->getCond(), In);
    if (Known)
      return evaluate(*Known ? Choice->getTrueExpr() : Choice->getFalseExpr(), In);
    llvm::SaveAndRestore Perhaps(Uncertain, Uncertain + 1);
    evaluate(Choice->getTrueExpr(), In);
    evaluate(Choice->getFalseExpr(), In);
    return {};
  }
  if (isa<FloatingLiteral, CXXBoolLiteralExpr>(E))
    return {};
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E)) {
    Value Null;
    Null.Is = Value::Kind::Null;
    return Null;
  }
  return fail();
}

Value Follower::address(const Expr *E, Frame &In) {
  if (!spend())
    return {};
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_NoOp)
    return address(Cast->getSubExpr(), In);
  if (auto *Call = dyn_cast<CallExpr>(E))
    return called(*Call, In);
  if (auto *Deref = dyn_cast<UnaryOperator>(E); Deref && Deref->getOpcode() == UO_Deref && In.Function)
    return evaluate(Deref->getSubExpr(), In);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const auto Known = condition(Choice->getCond(), In);
    return Known ? address(*Known ? Choice->getTrueExpr() : Choice->getFalseExpr(), In) : fail();
  }
  auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  if (!Element || !In.Function || !Element->getBase()->getType()->isPointerType())
    return fail();
  const Value Pointer = evaluate(Element->getBase(), In), By = evaluate(Element->getIdx(), In);
  const bool Known = Pointer.Is == Value::Kind::Pointer && By.Is == Value::Kind::Number;
  return Known ? moved(Pointer, By, E->getType(), 1) : Value();
}

Value Follower::unary(const UnaryOperator &E, Frame &In) {
  switch (E.getOpcode()) {
  case UO_Minus: {
    const Value Of = evaluate(E.getSubExpr(), In);
    return Of.Is == Value::Kind::Number && counts(E.getType()) ? productOf(Of, number(-1)) : Value();
  }
  case UO_Plus:
  case UO_Not:
  case UO_LNot:
    evaluate(E.getSubExpr(), In);
    return {};
  default:
    return fail();
  }
}

Value Follower::object(const Expr *E, Frame &In) {
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_NoOp ? object(Cast->getSubExpr(), In) : fail();
  if (const VarDecl *Var = In.Function ? nullptr : localOf(E))
    return local(Var, In);
  if (!In.Function) {
    const bool Named = !E->getType().isVolatileQualified() && !memberPath(E).empty();
    Value V;
    V.Is = Value::Kind::Callers;
    V.Object = E;
    return Named ? V : isa<MaterializeTemporaryExpr>(E) ? evaluate(E, In) : fail();
  }
  if (isa<MaterializeTemporaryExpr>(E))
    return evaluate(E, In);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto Found = In.Variables.find(Ref->getDecl());
    return Found == In.Variables.end() ? fail() : Found->second;
  }
  auto *Deref = dyn_cast<UnaryOperator>(E);
  if (Deref && Deref->getOpcode() == UO_Deref && isa<CXXThisExpr>(Deref->getSubExpr()->IgnoreParenImpCasts()))
    return In.This;
  return fail();
}

Value Follower::behind(const Expr *Pointer, Frame &In) {
  if (In.Function)
    return isa<CXXThisExpr>(Pointer->IgnoreParenImpCasts()) ? In.This : fail();
  const bool Named = !Pointer->getType()->getPointeeType().isVolatileQualified() && !memberPath(Pointer).empty();
  Value V;
  V.Is = Value::Kind::Callers;
  V.Object = Pointer;
  return Named ? V : fail();
}

Value Follower::around(const MemberExpr &E, Frame &In) {
  const Expr *Base = E.getBase()->IgnoreParens();
  return E.isArrow() ? behind(Base, In) : object(Base, In);
}

Value Follower::load(const Expr *E, Frame &In) {
  E = E->IgnoreParens();
  if (E->getType().isVolatileQualified())
    return fail();
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return evaluate(Temporary->getSubExpr(), In);
  if (auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_NoOp)
    return load(Cast->getSubExpr(), In);
  if (auto *Assign = dyn_cast<BinaryOperator>(E); Assign && Assign->isAssignmentOp()) { // `a = b = 0`
    binary(*Assign, In);
    return load(Assign->getLHS(), In);
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto Found = In.Variables.find(Ref->getDecl());
    // A variable that is not in Variables has an unknown value.
    return Found == In.Variables.end() ? Value() : Found->second;
  }
  auto *Member = dyn_cast<MemberExpr>(E);
  auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->isBitField() || Field->getType()->isReferenceType())
    return fail();
  if (!In.Function) { // `(float *)o.data` in the caller's code
    Value V;
    V.Is = Value::Kind::Pointer;
    V.Base = Member;
    return Field->getType()->isPointerType() && !memberPath(Member).empty() ? V : Value();
  }
  const Value Of = around(*Member, In);
  if (Of.Is == Value::Kind::Made) {
    auto Found = Of.State->Members.find(cast<FieldDecl>(Field->getCanonicalDecl()));
    return Found == Of.State->Members.end() ? Value() : Found->second;
  }
  return Of.Is == Value::Kind::Callers ? memberOf(Of.Object, *Field) : fail();
}

Value Follower::memberOf(const Expr *Object, const FieldDecl &Field) {
  const QualType T = Field.getType();
  const bool Arrow = Object->getType()->isPointerType();
  auto *Class = (Arrow ? Object->getType()->getPointeeType() : Object->getType())->getAsCXXRecordDecl();
  const bool Named = Class && Class->getCanonicalDecl() == Field.getParent()->getCanonicalDecl() &&
                     (Field.getAccess() == AS_public || Field.getAccess() == AS_none) && Field.getIdentifier();
  Value V;
  if (!Named || (!T->isPointerType() && !counts(T)))
    return V;
  auto *Member = MemberExpr::CreateImplicit(Context, const_cast<Expr *>(Object), Arrow, const_cast<FieldDecl *>(&Field),
                                            T, VK_LValue, OK_Ordinary);
  if (T->isPointerType()) {
    V.Is = Value::Kind::Pointer;
    V.Base = Member;
    return V;
  }
  V = number(1);
  V.Terms.front().Members.push_back(Member);
  return V;
}

void Follower::store(const Expr *To, Value New, Frame &In) {
  To = To->IgnoreParens();
  if (Uncertain)
    New = {};
  if (New.Is == Value::Kind::Made || New.Is == Value::Kind::Callers) {
    fail();
    return;
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(To); Ref && In.Function) {
    auto Found = In.Variables.find(Ref->getDecl());
    const bool Own = Found != In.Variables.end() && !Ref->getDecl()->getType()->isReferenceType();
    Own ? void(Found->second = std::move(New)) : void(fail());
    return;
  }
  auto *Member = dyn_cast<MemberExpr>(To);
  auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  const Value Of = Field && In.Function ? around(*Member, In) : Value();
  if (Of.Is == Value::Kind::Made && !Of.State->Kept && !References && !Field->getType()->isReferenceType() &&
      !To->getType().isVolatileQualified())
    Of.State->Members[cast<FieldDecl>(Field->getCanonicalDecl())] = std::move(New);
  else
    fail();
}

void Follower::statement(const Stmt *S, Frame &In) {
  if (!S || In.Returned || !spend())
    return;
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      statement(Each, In);
  } else if (auto *Declares = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : Declares->decls())
      declare(Each, In);
  } else if (auto *If = dyn_cast<IfStmt>(S)) {
    branch(*If, In);
  } else if (auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (Uncertain > In.Around)
      fail();
    const Expr *Of = Return->getRetValue();
    In.Result = !Of ? Value() : Of->isGLValue() && !Of->getType()->isRecordType() ? address(Of, In) : evaluate(Of, In);
    In.Returned = true;
  } else if (auto *E = dyn_cast<Expr>(S)) {
    evaluate(E, In);
  } else if (!isa<NullStmt>(S)) {
    fail();
  }
}

void Follower::declare(const Decl *D, Frame &In) {
  auto *Var = dyn_cast<VarDecl>(D);
  if (!Var && isa<StaticAssertDecl, TypedefNameDecl, UsingDecl>(D))
    return;
  if (!Var || !Var->hasLocalStorage() || Var->getType().isVolatileQualified() || Var->hasAttrs() ||
      (Var->getType()->isReferenceType() && !Var->getType().getNonReferenceType()->isRecordType()))
    return void(fail());
  In.Variables[Var] = Var->getInit() ? evaluate(Var->getInit(), In) : Value();
}

void Follower::branch(const IfStmt &If, Frame &In) {
  if (If.getInit() || If.getConditionVariable() || If.isConsteval())
    return void(fail());
  const auto Known = condition(If.getCond(), In);
  if (Known)
    return statement(*Known ? If.getThen() : If.getElse(), In);
  llvm::SaveAndRestore Perhaps(Uncertain, Uncertain + 1);
  statement(If.getThen(), In);
  statement(If.getElse(), In);
}

} // namespace hetcc::views
