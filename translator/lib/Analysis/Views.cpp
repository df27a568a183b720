// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises views (Views.h): evaluates called functions statement by statement, with symbolic values for variables and
// for the objects that the functions make. If a construct is not understood, or has an effect that other code might
// observe, the evaluation ends without a result.
#include "Analysis/Views.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "Analysis/InnerLoop.h"
#include "Analysis/OtherUnits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>
#include <memory>

using namespace hetcc;
using namespace clang;

namespace {

/// A product of a constant, members of the caller's objects, and at most one expression of the caller (By). The
/// "caller" is the loop body that has the view.
struct Product {
  int64_t Factor = 1;
  llvm::SmallVector<const MemberExpr *, 2> Members;
  const Expr *By = nullptr;
};
using Sum = llvm::SmallVector<Product, 3>;

struct ObjectState;

/// A symbolic value. Kind::Made is an object that an evaluated function has made; Kind::Callers is an object of the
/// caller.
struct Value {
  enum class Kind { Unknown, Number, Null, Pointer, Made, Callers } Is = Kind::Unknown;
  Sum Of;                             ///< a Number's value; a Pointer's distance from Base in bytes
  const MemberExpr *Base = nullptr;   ///< for a Pointer: the member of a caller's object from which it is computed
  std::shared_ptr<ObjectState> State; ///< for a Made object: its members
  const Expr *Object = nullptr;       ///< for Callers: the expression that names the object, or a pointer to the object
};

/// The members of an object that an evaluated function has made.
struct ObjectState {
  const CXXRecordDecl *Class = nullptr;
  std::map<const FieldDecl *, Value> Members;
  bool Kept = false; ///< a LocalObject of the caller: later code must not change its members
};

using Locals = llvm::DenseMap<const VarDecl *, LocalObject>;

Value number(int64_t Constant) {
  Value V;
  V.Is = Value::Kind::Number;
  if (Constant)
    V.Of.push_back({Constant, {}, nullptr});
  return V;
}

/// Evaluates an expression of the caller symbolically, through the functions that it calls.
class Follower {
public:
  Follower(ASTContext &Context, const Locals &Objects) : Context(Context), Objects(Objects) {}

  /// The value of a pointer expression of the caller, or the address of the element that an expression names; nullopt
  /// if it is not known.
  std::optional<Value> pointer(const Expr *E) {
    Frame Caller;
    Value Found = E->isGLValue() ? address(E, Caller) : evaluate(E, Caller);
    const bool Good = ends() && Found.Is == Value::Kind::Pointer && HasCalled;
    return Good ? std::optional(std::move(Found)) : std::nullopt;
  }

  /// The integer expressions in the initializer of a local object, in the order of the text; nullopt if the initializer
  /// cannot be evaluated.
  std::optional<llvm::SmallVector<const Expr *, 2>> integersOf(const VarDecl *Var) {
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

  /// Whether the evaluated expression uses local objects of the caller.
  bool usesObjects() const { return !Done.empty(); }
  /// The local object whose declaration contains the integer expression `By`; null if the evaluated expression itself
  /// contains it.
  const VarDecl *ownerOf(const Expr *By) const { return Owner.lookup(By); }

private:
  bool ends() {
    for (size_t I = 0; I < Made.size(); ++I) { // destructors may make further objects
      Made[I]->Kept = false;
      destroy(Made[I]);
    }
    return !Failed;
  }

  /// The state of one call that is being evaluated, or of the caller's code.
  struct Frame {
    const FunctionDecl *Function = nullptr; ///< the called function; null for the caller's code
    std::map<const ValueDecl *, Value> Variables;
    Value This;
    Value Result;
    bool Returned = false;
    unsigned Around = 0;     ///< how many conditions with unknown values decide whether the call is executed
    unsigned References = 0; ///< how many parameters are references to numbers
  };

  Value fail() {
    Failed = true;
    return {};
  }
  bool spend() { return !Failed && (Left ? --Left, true : (Failed = true, false)); }

  // ---- Numbers.

  static bool areSame(ArrayRef<const MemberExpr *> A, ArrayRef<const MemberExpr *> B) {
    return A.size() == B.size() && llvm::all_of(llvm::zip(A, B), [](auto Pair) {
             return memberPath(std::get<0>(Pair)) == memberPath(std::get<1>(Pair));
           });
  }
  static Value sumOf(const Value &A, const Value &B, int64_t Sign) {
    Value Result = A;
    for (Product Each : B.Of) {
      Each.Factor *= Sign;
      auto Same = llvm::find_if(Result.Of,
                                [&](const Product &P) { return P.By == Each.By && areSame(P.Members, Each.Members); });
      if (Same != Result.Of.end())
        Same->Factor += Each.Factor;
      else
        Result.Of.push_back(Each);
    }
    llvm::erase_if(Result.Of, [](const Product &P) { return P.Factor == 0; });
    return Result;
  }
  Value productOf(const Value &A, const Value &B) {
    Value Result = number(0);
    for (const Product &One : A.Of)
      for (const Product &Other : B.Of) {
        Product Both = One;
        if ((One.By && Other.By) || llvm::MulOverflow(One.Factor, Other.Factor, Both.Factor))
          return {};
        Both.Members.append(Other.Members.begin(), Other.Members.end());
        llvm::stable_sort(Both.Members, [&](auto *L, auto *R) {
          return Context.getSourceManager().isBeforeInTranslationUnit(L->getMemberDecl()->getLocation(),
                                                                      R->getMemberDecl()->getLocation());
        });
        Both.By = One.By ? One.By : Other.By;
        Result.Of.push_back(std::move(Both));
      }
    return Result;
  }

  /// Whether sums in type T may be treated as sums without wrap-around: in signed types of 32 bits or more, an overflow
  /// is undefined, and in unsigned types of 64 bits, sums wrap around like addresses.
  bool counts(QualType T) const {
    return T->isIntegerType() && !T->isBooleanType() &&
           (T->isSignedIntegerOrEnumerationType() ? Context.getIntWidth(T) >= 32 : Context.getIntWidth(T) == 64);
  }

  Value converted(const CastExpr &Cast, Frame &In) {
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

  Value binary(const BinaryOperator &E, Frame &In) {
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
      return moved(LeftMoves ? Left : Right, LeftMoves ? Right : Left, E.getType()->getPointeeType(),
                   Subtracts ? -1 : 1);
    return {};
  }

  /// The value `Pointer + Sign * By`, where the pointer points to type To.
  Value moved(const Value &Pointer, const Value &By, QualType To, int64_t Sign) {
    if (!To->isVoidType() && (To->isIncompleteType() || To->isVariablyModifiedType() || To->isFunctionType()))
      return fail();
    const int64_t Size = To->isVoidType() ? 1 : Context.getTypeSizeInChars(To).getQuantity();
    const Value Bytes = productOf(By, number(Size));
    return Bytes.Is == Value::Kind::Number ? sumOf(Pointer, Bytes, Sign) : Value();
  }

  /// The value of a condition; nullopt if it is not known.
  std::optional<bool> condition(const Expr *E, Frame &In) {
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

  // ---- Expressions.

  /// The value of an integer expression of the caller, as a symbol: functions that get it do not depend on its parts.
  Value ofCaller(const Expr *E) {
    if (E->HasSideEffects(Context))
      return fail();
    if (!counts(E->getType()))
      return {};
    Value V = number(1);
    V.Of.front().By = E;
    if (Declaring)
      Owner.try_emplace(E, Declaring);
    return V;
  }

  /// The value of a local object of the caller, computed from its initializer.
  Value local(const VarDecl *Var, Frame &In) {
    if (auto Known = Done.find(Var); Known != Done.end())
      return Known->second;
    llvm::SaveAndRestore There(Declaring, Var);
    Value V = evaluate(Var->getInit(), In);
    if (V.Is != Value::Kind::Made)
      return fail();
    V.State->Kept = true;
    return Done[Var] = V;
  }
  const VarDecl *localOf(const Expr *E) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Objects.contains(Var) ? Var : nullptr;
  }

  Value evaluate(const Expr *E, Frame &In) {
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

  /// The address of a glvalue that is not of class type.
  Value address(const Expr *E, Frame &In) {
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

  Value unary(const UnaryOperator &E, Frame &In) {
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

  /// The object that a glvalue of class type designates.
  Value object(const Expr *E, Frame &In) {
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

  /// The object that a pointer points to.
  Value behind(const Expr *Pointer, Frame &In) {
    if (In.Function)
      return isa<CXXThisExpr>(Pointer->IgnoreParenImpCasts()) ? In.This : fail();
    const bool Named = !Pointer->getType()->getPointeeType().isVolatileQualified() && !memberPath(Pointer).empty();
    Value V;
    V.Is = Value::Kind::Callers;
    V.Object = Pointer;
    return Named ? V : fail();
  }

  /// The object whose member the expression E names: `o` in `o.m`, or `*p` in `p->m`.
  Value around(const MemberExpr &E, Frame &In) {
    const Expr *Base = E.getBase()->IgnoreParens();
    return E.isArrow() ? behind(Base, In) : object(Base, In);
  }

  Value load(const Expr *E, Frame &In) {
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

  Value memberOf(const Expr *Object, const FieldDecl &Field) {
    const QualType T = Field.getType();
    const bool Arrow = Object->getType()->isPointerType();
    auto *Class = (Arrow ? Object->getType()->getPointeeType() : Object->getType())->getAsCXXRecordDecl();
    const bool Named = Class && Class->getCanonicalDecl() == Field.getParent()->getCanonicalDecl() &&
                       (Field.getAccess() == AS_public || Field.getAccess() == AS_none) && Field.getIdentifier();
    Value V;
    if (!Named || (!T->isPointerType() && !counts(T)))
      return V;
    auto *Member = MemberExpr::CreateImplicit(Context, const_cast<Expr *>(Object), Arrow,
                                              const_cast<FieldDecl *>(&Field), T, VK_LValue, OK_Ordinary);
    if (T->isPointerType()) {
      V.Is = Value::Kind::Pointer;
      V.Base = Member;
      return V;
    }
    V = number(1);
    V.Of.front().Members.push_back(Member);
    return V;
  }

  /// Assigns a value to a variable or member. Under an unknown condition, the value becomes unknown.
  void store(const Expr *To, Value New, Frame &In) {
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

  // ---- Calls and objects.

  Value called(const CallExpr &Call, Frame &In) {
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
    const auto [Object, Given] = objectAndArguments(Call);
    if (!Call.getDirectCallee() || (Method && (Method->isVirtual() || Method->getParent()->isLambda())))
      return fail();
    Frame Next;
    if (Object)
      Next.This = Object->getType()->isPointerType() ? behind(Object, In) : object(Object, In);
    return run(Call.getDirectCallee(), Given, std::move(Next), In);
  }

  Value run(const FunctionDecl *F, ArrayRef<const Expr *> Given, Frame Next, Frame &From) {
    const FunctionDecl *Definition = nullptr;
    if (Failed || !F->hasBody(Definition) || F->isVariadic() || Definition->isWeak() ||
        Given.size() > F->getNumParams() || isReplaceable(*Definition, Context))
      return fail();
    llvm::SaveAndRestore Deeper(Depth, Depth + 1);
    constexpr unsigned Deepest = 16;
    if (Depth > Deepest)
      return fail();
    HasCalled = true;
    Next.Function = Definition;
    Next.Around = Uncertain;
    for (unsigned I = 0; I < Given.size(); ++I)
      if (!parameter(*Definition->getParamDecl(I), Given[I], Next, From))
        return fail();
    llvm::SaveAndRestore Lent(References, References + Next.References);
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      initialise(*Constructor, Next);
    statement(Definition->getBody(), Next);
    return std::move(Next.Result);
  }

  bool parameter(const ParmVarDecl &P, const Expr *Given, Frame &Next, Frame &From) {
    const QualType T = P.getType(), To = T.getNonReferenceType();
    if (To.isVolatileQualified() || To->isArrayType())
      return false;
    if (T->isReferenceType() && !To->isRecordType() && From.Function && Given->isGLValue())
      ++Next.References; // the reference may be bound to a member, so store() must not change members while the
                         // parameter lives
    if (T->isReferenceType() && To->isRecordType())
      Next.Variables[&P] = evaluate(Given, From);
    else if (T->isReferenceType() && !(To.isConstQualified() && To->isScalarType()))
      return false;
    else if (T->isReferenceType())
      Next.Variables[&P] = Given->isGLValue() ? loadedFor(Given, From) : evaluate(Given, From);
    else
      Next.Variables[&P] = evaluate(Given, From);
    return !Failed;
  }
  /// The value of the number that a reference parameter is bound to.
  Value loadedFor(const Expr *Given, Frame &From) {
    if (From.Function || isa<MaterializeTemporaryExpr>(Given->IgnoreParens()))
      return load(Given, From);
    auto *Load = ImplicitCastExpr::Create(Context, Given->getType().getUnqualifiedType(), CK_LValueToRValue,
                                          const_cast<Expr *>(Given), nullptr, VK_PRValue, FPOptionsOverride());
    return ofCaller(Load);
  }

  Value constructed(const CXXConstructExpr &E, Frame &In) {
    const CXXConstructorDecl *Constructor = E.getConstructor();
    const CXXRecordDecl *Class = Constructor->getParent();
    if (Class->isUnion() || Class->getNumBases() || Class->isDynamicClass() || E.getType().isVolatileQualified() ||
        E.getType()->isArrayType())
      return fail();
    Value V;
    V.Is = Value::Kind::Made;
    V.State = std::make_shared<ObjectState>();
    V.State->Class = Class;
    Made.push_back(V.State);
    const bool Copies = Constructor->isCopyOrMoveConstructor() && E.getNumArgs() == 1;
    const FunctionDecl *Definition = nullptr;
    // A copy has the same members; if the compiler elides it, there is no copy at all.
    if (Copies && (Constructor->isTrivial() || E.isElidable())) {
      const Value From = evaluate(E.getArg(0), In);
      if (From.Is != Value::Kind::Made || (E.isElidable() && !Constructor->isTrivial() && !copies(*Constructor, From)))
        return fail();
      V.State->Members = From.State->Members;
      return Failed ? Value() : V;
    }
    if (Constructor->isTrivial() && E.getNumArgs() == 0)
      return V;
    if (!Constructor->hasBody(Definition))
      return fail();
    Frame Next;
    Next.This = V;
    run(Constructor, llvm::ArrayRef<const Expr *>(E.getArgs(), E.getNumArgs()), std::move(Next), In);
    return Failed ? Value() : V;
  }
  /// Whether a copy constructor copies all members. Only then is the result the same whether or not the compiler elides
  /// the copy.
  bool copies(const CXXConstructorDecl &Constructor, const Value &From) {
    const FunctionDecl *Definition = nullptr;
    if (!Constructor.hasBody(Definition))
      return false;
    Value Copy;
    Copy.Is = Value::Kind::Made;
    Copy.State = std::make_shared<ObjectState>();
    Copy.State->Class = Constructor.getParent();
    Made.push_back(Copy.State);
    Frame Next;
    Next.Function = Definition;
    Next.Around = Uncertain;
    Next.This = Copy;
    Next.Variables[Definition->getParamDecl(0)] = From;
    if (auto *Own = dyn_cast<CXXConstructorDecl>(Definition))
      initialise(*Own, Next);
    statement(Definition->getBody(), Next);
    return !Failed && llvm::all_of(From.State->Members, [&](const auto &Each) {
      const Value &Own = Copy.State->Members[Each.first], &Old = Each.second;
      return Own.Is == Old.Is && Own.Base == Old.Base && Own.Of.size() == Old.Of.size() &&
             llvm::all_of(llvm::zip(Own.Of, Old.Of), [](auto Pair) {
               const auto &[A, B] = Pair;
               return A.Factor == B.Factor && A.By == B.By && A.Members == B.Members;
             });
    });
  }

  void initialise(const CXXConstructorDecl &Constructor, Frame &In) {
    for (const CXXCtorInitializer *Init : Constructor.inits()) {
      const FieldDecl *Field = Init->getMember();
      if (!Field || Field->getType()->isRecordType() || Field->getType()->isArrayType() ||
          Field->getType()->isReferenceType())
        return void(fail());
      In.This.State->Members[cast<FieldDecl>(Field->getCanonicalDecl())] = evaluate(Init->getInit(), In);
    }
  }

  void destroy(const std::shared_ptr<ObjectState> &Of) {
    const CXXRecordDecl *Class = Of->Class;
    const CXXDestructorDecl *End = Class->getDestructor();
    if (Failed || Class->hasTrivialDestructor())
      return;
    const bool OfParts = llvm::any_of(
        Class->fields(), [&](const FieldDecl *F) { return F->getType().isDestructedType() != QualType::DK_none; });
    if (!End || End->isVirtual() || OfParts || Class->getNumBases())
      return void(fail());
    if (End->isDefaulted())
      return;
    Frame Next, Nobody;
    Next.This.Is = Value::Kind::Made;
    Next.This.State = Of;
    Nobody.Function = End;
    run(End, {}, std::move(Next), Nobody);
  }

  // ---- Statements.

  void statement(const Stmt *S, Frame &In) {
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
      In.Result = !Of                                                 ? Value()
                  : Of->isGLValue() && !Of->getType()->isRecordType() ? address(Of, In)
                                                                      : evaluate(Of, In);
      In.Returned = true;
    } else if (auto *E = dyn_cast<Expr>(S)) {
      evaluate(E, In);
    } else if (!isa<NullStmt>(S)) {
      fail();
    }
  }
  void declare(const Decl *D, Frame &In) {
    auto *Var = dyn_cast<VarDecl>(D);
    if (!Var && isa<StaticAssertDecl, TypedefNameDecl, UsingDecl>(D))
      return;
    if (!Var || !Var->hasLocalStorage() || Var->getType().isVolatileQualified() || Var->hasAttrs() ||
        (Var->getType()->isReferenceType() && !Var->getType().getNonReferenceType()->isRecordType()))
      return void(fail());
    In.Variables[Var] = Var->getInit() ? evaluate(Var->getInit(), In) : Value();
  }
  void branch(const IfStmt &If, Frame &In) {
    if (If.getInit() || If.getConditionVariable() || If.isConsteval())
      return void(fail());
    const auto Known = condition(If.getCond(), In);
    if (Known)
      return statement(*Known ? If.getThen() : If.getElse(), In);
    llvm::SaveAndRestore Perhaps(Uncertain, Uncertain + 1);
    statement(If.getThen(), In);
    statement(If.getElse(), In);
  }

  ASTContext &Context;
  const Locals &Objects;
  std::map<const VarDecl *, Value> Done;               ///< the values of those Objects whose initializers have been
                                                       ///< evaluated
  llvm::DenseMap<const Expr *, const VarDecl *> Owner; ///< for an integer in the initializer of a local object: this
                                                       ///< object
  const VarDecl *Declaring = nullptr;                  ///< the local object whose initializer is being evaluated
  std::vector<std::shared_ptr<ObjectState>> Made;      ///< all objects made so far; their destructors are evaluated at
                                                       ///< the end
  unsigned Left = 4096, Depth = 0;                     ///< how many more steps may be taken, and how many calls are
                                                       ///< nested now
  unsigned Uncertain = 0;  ///< how many conditions with unknown values decide whether the current code is executed
  unsigned References = 0; ///< how many parameters of the current calls are references to numbers
  bool Failed = false;
  bool HasCalled = false; ///< a function has been evaluated; if not, the expression is not a view
};

/// The variables that represent steps (View::Term::Step), by the function, the step's text and the members in the text.
using Steps = std::map<std::tuple<const FunctionDecl *, std::string, std::vector<MemberPath>>, const VarDecl *>;

/// Makes a View from a pointer value: converts the distance in bytes to a sum in elements.
class Writer {
public:
  Writer(const FunctionDecl &User, const Follower &Followed, Steps &Known, ASTContext &Context)
      : User(User), Followed(Followed), Known(Known), Context(Context) {}

  std::optional<View> write(const Expr *Whole, const Value &Pointer) const {
    const QualType T = Whole->isGLValue() ? Whole->getType() : Whole->getType()->getPointeeType(),
                   Element = T.getCanonicalType().getUnqualifiedType();
    const QualType Own = Pointer.Base->getType()->getPointeeType();
    if (!Element->isBuiltinType() || !Element->isArithmeticType() || T.isVolatileQualified() ||
        Own.isVolatileQualified() || Context.hasSameUnqualifiedType(Own, Element) ||
        !(Own->isVoidType() || Own->isCharType()))
      return std::nullopt;
    View V;
    V.Whole = Whole;
    V.Element = Element;
    const QualType To = Context.getPointerType(Element);
    const std::string Base = textOfMember(*Pointer.Base, Context);
    V.Address = "((" + To.getAsString(Context.getPrintingPolicy()) + ")" + Base + ")";
    auto *Load =
        ImplicitCastExpr::Create(Context, Pointer.Base->getType().getUnqualifiedType(), CK_LValueToRValue,
                                 const_cast<MemberExpr *>(Pointer.Base), nullptr, VK_PRValue, FPOptionsOverride());
    V.Array = CStyleCastExpr::Create(Context, To, VK_PRValue, CK_BitCast, Load, nullptr, FPOptionsOverride(),
                                     Context.getTrivialTypeSourceInfo(To), Whole->getBeginLoc(), SourceLocation());
    const int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
    llvm::SmallVector<const Expr *, 3> Arguments;
    for (const Product &Each : Pointer.Of)
      if (!llvm::is_contained(Arguments, Each.By))
        Arguments.push_back(Each.By);
    const SourceManager &SM = Context.getSourceManager();
    llvm::sort(Arguments, [&](const Expr *A, const Expr *B) {
      return A && (!B || SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc()));
    });
    for (const Expr *By : Arguments)
      if (!term(By, Pointer.Of, Size, V))
        return std::nullopt;
    V.Index = indexOf(V);
    V.ByLocalObject = Followed.usesObjects();
    return V;
  }

private:
  const Expr *indexOf(const View &V) const {
    const SourceLocation Loc = V.Whole->getExprLoc();
    const QualType Type = Context.LongLongTy;
    auto Both = [&](const Expr *A, const Expr *B, BinaryOperatorKind How) {
      return BinaryOperator::Create(Context, const_cast<Expr *>(A), const_cast<Expr *>(B), How, Type, VK_PRValue,
                                    OK_Ordinary, Loc, FPOptionsOverride());
    };
    auto Number = [&](int64_t Value) {
      return IntegerLiteral::Create(Context, llvm::APInt(64, uint64_t(Value), /*isSigned=*/true), Type, Loc);
    };
    const Expr *Sum = nullptr;
    for (const View::Term &Each : V.Terms) {
      const Expr *Own = Number(Each.Number);
      if (Each.Step)
        Own = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), const_cast<VarDecl *>(Each.Step),
                                  false, Loc, Type, VK_LValue);
      Own = Each.Count ? Both(Each.Count, Own, BO_Mul) : Own;
      Sum = Sum ? Both(Sum, Own, BO_Add) : Own;
    }
    return Sum ? Sum : Number(0);
  }
  bool term(const Expr *By, const Sum &All, int64_t Size, View &V) const {
    View::Term Term;
    Term.Count = By;
    Term.Of = By ? Followed.ownerOf(By) : nullptr;
    int64_t Known = 0;
    std::string Text;
    for (const Product &Each : All) {
      if (Each.By != By)
        continue;
      if (Each.Members.empty())
        Known += Each.Factor;
      std::string Own = Each.Members.empty() || Each.Factor != 1 ? std::to_string(Each.Factor) + "LL" : "";
      for (const MemberExpr *Member : Each.Members) {
        Own += (Own.empty() ? "" : " * ") + ("(long long)" + textOfMember(*Member, Context));
        Term.Uses.push_back(Member);
      }
      Text += (Text.empty() ? "" : " + ") + Own;
    }
    if (Term.Uses.empty()) {
      Term.Number = Known / Size;
      V.Terms.push_back(Term);
      return Known % Size == 0;
    }
    Term.Code = Size == 1 ? "(" + Text + ")" : "((" + Text + ") / " + std::to_string(Size) + ")";
    Term.Step = stepOf(Term.Code, Term.Uses);
    if (Size != 1)
      V.Needed.push_back({"(" + Text + ") % " + std::to_string(Size) + " == 0", Term.Uses});
    V.Terms.push_back(Term);
    return true;
  }
  /// The variable that represents a step (View::Term::Step) with the text `Code`; equal steps have the same variable.
  const VarDecl *stepOf(const std::string &Code, ArrayRef<const MemberExpr *> Uses) const {
    std::vector<MemberPath> Paths;
    for (const MemberExpr *Each : Uses)
      Paths.push_back(memberPath(Each));
    const VarDecl *&Step = Known[{&User, Code, std::move(Paths)}];
    if (!Step) {
      auto *Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(&User), User.getLocation(), User.getLocation(),
                                  &Context.Idents.get("hetrt_step"), Context.LongLongTy, nullptr, SC_None);
      Var->setImplicit();
      Step = Var;
    }
    return Step;
  }

  const FunctionDecl &User;
  const Follower &Followed;
  Steps &Known;
  ASTContext &Context;
};

/// The call on an object that makes the pointer E, without casts around it, or that names the element E; null if there
/// is no such call.
const Expr *madeOf(const Expr *E) {
  if (E->isGLValue()) {
    auto *Call = dyn_cast<CallExpr>(E);
    return Call && E->getType()->isArithmeticType() && objectAndArguments(*Call).first ? E : nullptr;
  }
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (auto *Cast = dyn_cast<CastExpr>(E);
             Cast && (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_UserDefinedConversion))
      E = Cast->getSubExpr();
    else
      return isa<CXXMemberCallExpr>(E) ? E : nullptr;
  }
}

std::optional<View> follow(const Expr *E, const FunctionDecl &User, const Locals &Objects, Steps &Known,
                           ASTContext &Context) {
  if (E->isTypeDependent() || !(E->isGLValue() || E->getType()->isPointerType()) || !madeOf(E))
    return std::nullopt;
  Follower Followed(Context, Objects);
  const auto Pointer = Followed.pointer(E);
  return Pointer ? Writer(User, Followed, Known, Context).write(E, *Pointer) : std::nullopt;
}

/// Finds the LocalObjects of a body: objects whose initializers can be evaluated, and which the body uses only in
/// views.
class LocalObjects {
public:
  LocalObjects(const Region &R, Steps &Known, ASTContext &Context) : R(R), Known(Known), Context(Context) {
    if (!R.Loop.For)
      return;
    Body = R.Loop.For->getBody();
    if (R.Loop.Iterator)
      Counters.insert(R.Loop.Iterator);
    find(Body);
    // Repeated until no object is removed, because a view may use several local objects.
    for (size_t Before = ~size_t(0); Before != Found.size();) {
      Before = Found.size();
      Bad.clear();
      uses(Body);
      for (const VarDecl *Each : Bad)
        Found.erase(Each);
    }
  }
  Locals Found;

private:
  void find(const Stmt *S) {
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      for (const Stmt *Each : Block->body())
        if (auto *At = dyn_cast<DeclStmt>(Each); At && At->isSingleDecl())
          if (auto *Var = dyn_cast<VarDecl>(At->getSingleDecl()))
            declared(*Var, *At);
    const auto Loop = countedLoop(S, Context);
    const bool Counts = Loop && Counters.insert(Loop->Counter).second;
    for (const Stmt *Part : partsOf(S))
      find(Part);
    if (Counts)
      Counters.erase(Loop->Counter);
  }
  void declared(const VarDecl &Var, const DeclStmt &At) {
    const QualType T = Var.getType().getNonReferenceType();
    const bool Plain = Var.hasLocalStorage() && T->isRecordType() && !T.isVolatileQualified() && !Var.hasAttrs() &&
                       !isa<DecompositionDecl>(Var) && Var.getInit() && !Var.getInit()->isTypeDependent() &&
                       (!Var.getType()->isReferenceType() || T.isConstQualified());
    if (!Plain)
      return;
    Found[&Var] = {&Var, &At, {}};
    const auto By = Follower(Context, Found).integersOf(&Var);
    if (!By || !llvm::all_of(*By, [&](const Expr *E) { return stays(E); }))
      return void(Found.erase(&Var));
    Found[&Var].By = *By;
  }
  /// Whether an integer in an object's initializer still has the same value at the views: the body changes no variable
  /// in it.
  bool stays(const Expr *E) const {
    return !anyIn(E, [&](const Stmt *Part) {
      auto *Name = dyn_cast<Expr>(Part);
      const ValueDecl *D = Name ? namedEntity(Name) : nullptr;
      if (!D || Counters.contains(D))
        return false;
      const Changes Of = changes(Body, D);
      return Of.Assigned || Of.Aliased;
    });
  }

  void uses(const Stmt *S) {
    llvm::SaveAndRestore Atomic(InAtomic, InAtomic || isa<OMPAtomicDirective>(S)); // an object that is used in `omp
                                                                                   // atomic` is not a LocalObject
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); Var && Found.contains(Var))
        Bad.insert(Var);
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      for (const OMPClause *Clause : Directive->clauses())
        for (const Stmt *Part : Clause->children())
          if (Part)
            uses(Part);
    if (auto *At = dyn_cast<DeclStmt>(S); At && At->isSingleDecl())
      if (auto Object = Found.find(dyn_cast<VarDecl>(At->getSingleDecl())); Object != Found.end()) {
        const auto By = Follower(Context, Found).integersOf(Object->first); // Found may have fewer objects than before
        if (!By)
          return void(Bad.insert(Object->first));
        Object->second.By = *By;
        for (const Expr *Each : *By)
          uses(Each);
        return;
      }
    auto *E = dyn_cast<Expr>(S);
    const auto V = E && !InAtomic ? follow(E, *R.Function, Found, Known, Context) : std::nullopt;
    if (V) {
      for (const Expr *Each : V->integers())
        uses(Each);
      return;
    }
    for (const Stmt *Part : S->children())
      if (Part)
        uses(Part);
  }

  const Region &R;
  Steps &Known;
  ASTContext &Context;
  const Stmt *Body = nullptr;
  llvm::SmallPtrSet<const ValueDecl *, 4> Counters; ///< the counters of the loops around the current statement
  bool InAtomic = false;
  llvm::SmallPtrSet<const VarDecl *, 4> Bad; ///< objects that the body uses otherwise than in views
};

/// The local objects and views of one loop body. A null View means that the statement has been examined and is not a
/// view.
struct BodyViews {
  Locals Objects;
  llvm::DenseMap<const Stmt *, std::unique_ptr<View>> Views;
};
} // namespace

/// The views of all loop bodies of a translation unit.
struct hetcc::KnownViews {
  std::map<const Stmt *, BodyViews> Bodies;
  Steps Known;
};

static KnownViews &viewsOfUnit(const Region &R) {
  if (!R.Called->Views)
    R.Called->Views = std::make_shared<KnownViews>();
  return *R.Called->Views;
}

static BodyViews &viewsOfBody(const Region &R, ASTContext &Context) {
  KnownViews &All = viewsOfUnit(R);
  auto [At, New] = All.Bodies.try_emplace(R.Loop.For);
  if (New)
    At->second.Objects = LocalObjects(R, All.Known, Context).Found;
  return At->second;
}

const View *hetcc::viewOf(const Expr *E, const Region &R, ASTContext &Context) {
  BodyViews &Known = viewsOfBody(R, Context);
  auto [At, New] = Known.Views.try_emplace(E);
  if (New)
    if (auto Found = follow(E, *R.Function, Known.Objects, viewsOfUnit(R).Known, Context))
      At->second = std::make_unique<View>(std::move(*Found));
  return At->second.get();
}

const View *hetcc::knownView(const Stmt *S, const Region &R) {
  if (!R.Called || !R.Called->Views)
    return nullptr;
  const auto &Bodies = R.Called->Views->Bodies;
  auto Body = Bodies.find(R.Loop.For);
  if (Body == Bodies.end())
    return nullptr;
  auto Found = Body->second.Views.find(S);
  return Found == Body->second.Views.end() ? nullptr : Found->second.get();
}

const LocalObject *hetcc::localObject(const ValueDecl *Var, const Region &R, ASTContext &Context) {
  const Locals &Objects = viewsOfBody(R, Context).Objects;
  auto Found = Objects.find(dyn_cast_or_null<VarDecl>(Var));
  return Found == Objects.end() ? nullptr : &Found->second;
}

const LocalObject *hetcc::localObject(const Stmt *S, const Region &R, ASTContext &Context) {
  auto *At = dyn_cast<DeclStmt>(S);
  auto *Var = At && At->isSingleDecl() ? dyn_cast<VarDecl>(At->getSingleDecl()) : nullptr;
  return Var ? localObject(Var, R, Context) : nullptr;
}

llvm::SmallVector<const Expr *, 3> View::integers() const {
  llvm::SmallVector<const Expr *, 3> Found;
  for (const Term &Each : Terms)
    if (Each.Count && !Each.Of)
      Found.push_back(Each.Count);
  return Found;
}

llvm::SmallVector<const MemberExpr *, 4> View::members() const {
  llvm::SmallVector<const MemberExpr *, 4> All = {cast<MemberExpr>(behindView(Array)->IgnoreParenImpCasts())};
  for (const Term &Each : Terms)
    All.append(Each.Uses.begin(), Each.Uses.end());
  return All;
}

std::string hetcc::textOfMember(const MemberExpr &Member, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Member.printPretty(Out, nullptr, Context.getPrintingPolicy());
  return Text;
}

const Expr *hetcc::behindView(const Expr *E) {
  auto *Cast = dyn_cast<CStyleCastExpr>(E->IgnoreParenImpCasts());
  return Cast && Cast->getRParenLoc().isInvalid() ? Cast->getSubExpr() : E;
}
