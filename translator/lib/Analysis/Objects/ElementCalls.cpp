// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the subscript in a called function, and puts the caller's arguments in place of the function's parameters.
#include "Analysis/Objects/ElementCalls.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether a statement has no effect, or ends the program: `assert(i < n)`, `if (i >= n) abort();`.
bool onlyChecks(const Stmt *S) {
  return !anyIn(S, [](const Stmt *Part) {
    auto *Call = dyn_cast<CallExpr>(Part);
    auto *Binary = dyn_cast<BinaryOperator>(Part);
    auto *Unary = dyn_cast<UnaryOperator>(Part);
    if (Call)
      return !Call->getDirectCallee() || !Call->getDirectCallee()->isNoReturn();
    if (Binary || Unary)
      return Binary ? Binary->isAssignmentOp() : Unary->isIncrementDecrementOp();
    return !isa<NullStmt, CompoundStmt, IfStmt, CastExpr, ConditionalOperator, ParenExpr, DeclRefExpr, MemberExpr,
                CXXThisExpr, IntegerLiteral, StringLiteral, PredefinedExpr, CXXBoolLiteralExpr, FullExpr>(Part);
  });
}

/// The expression that a function returns, if all other statements of its body only check conditions (onlyChecks());
/// else null.
const Expr *onlyResult(const FunctionDecl &F) {
  const FunctionDecl *Definition = nullptr;
  auto *Body = F.hasBody(Definition) ? dyn_cast<CompoundStmt>(Definition->getBody()) : nullptr;
  if (!Body || Body->body_empty())
    return nullptr;
  if (!llvm::all_of(llvm::drop_end(Body->body()), onlyChecks))
    return nullptr;
  auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
  return Return ? Return->getRetValue() : nullptr;
}

/// Reads the expressions in called functions in terms of the caller's variables, as if the functions were inlined.
class Inlined {
public:
  explicit Inlined(ASTContext &Context) : Context(Context) {}

  std::optional<ElementCall> element(const Expr *E) {
    if (!lvalue(E, Frame()))
      return std::nullopt;
    return std::move(Found);
  }

private:
  /// A call whose function is being read. The calling code itself has a frame without function and object.
  struct Frame {
    const FunctionDecl *Function = nullptr;
    Expr *Object = nullptr;             ///< the object of a member function, as an lvalue in the caller; or null
    llvm::SmallVector<Expr *, 4> Given; ///< the arguments: integers, or lvalues of objects that parameters lead to
  };

  static bool isOfCaller(const Frame &In) { return !In.Function; }

  /// Limits how many expressions are read and made, because functions may call themselves, and use a parameter more
  /// than once. False when the limit is reached.
  bool spend(unsigned Parts = 1) {
    const bool Enough = Parts <= Left;
    Left = Enough ? Left - Parts : 0;
    return Enough;
  }
  static unsigned partsIn(const Stmt *S) {
    unsigned Parts = 1;
    for (const Stmt *Child : S->children())
      Parts += Child ? partsIn(Child) : 0;
    return Parts;
  }

  std::optional<Frame> enter(const CallExpr &Call, const Frame &In) {
    Frame Next;
    Next.Function = Call.getDirectCallee();
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Next.Function);
    if (!Next.Function || (Method && (Method->isVirtual() || Method->getParent()->isLambda())))
      return std::nullopt;
    const auto [Object, Given] = objectAndArguments(Call);
    if ((Object && !(Next.Object = leads(Object, In))) || Given.size() != Next.Function->getNumParams())
      return std::nullopt;
    for (unsigned I = 0; I < Given.size(); ++I) {
      const QualType To = Next.Function->getParamDecl(I)->getType()->getPointeeType();
      Expr *Value = !To.isNull() && To->isRecordType() ? leads(Given[I], In) : number(Given[I], In);
      if (!Value)
        return std::nullopt;
      Next.Given.push_back(Value);
    }
    return Next;
  }

  /// The expression that a called function returns, and the frame of the call. Nothing if the function does more than
  /// check and return.
  std::optional<std::pair<const Expr *, Frame>> result(const CallExpr &Call, const Frame &In) {
    auto Next = spend() ? enter(Call, In) : std::nullopt;
    const Expr *Result = Next ? onlyResult(*Next->Function) : nullptr;
    return Result ? std::optional(std::pair(Result, std::move(*Next))) : std::nullopt;
  }

  /// Reads an lvalue: `data[i]`, `*(data + i)`, or a call that returns one of these. False for all other expressions.
  bool lvalue(const Expr *E, const Frame &In) {
    E = E->IgnoreParens();
    if (auto *Load = dyn_cast<ImplicitCastExpr>(E);
        Load && (Load->getCastKind() == CK_LValueToRValue || Load->getCastKind() == CK_NoOp))
      return lvalue(Load->getSubExpr(), In);
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return address(Element->getBase(), In) && add(Element->getIdx(), In);
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
      return address(Unary->getSubExpr(), In);
    auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return false;
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const bool Subscripts = Operator && Operator->getOperator() == OO_Subscript && Operator->getNumArgs() == 2;
    if (Subscripts && !isOfCaller(In) && !elementOfContainer(Operator->getArg(0)->getType()).isNull())
      return array(Operator->getArg(0), In) && add(Operator->getArg(1), In);
    const auto Result = result(*Call, In);
    return Result && lvalue(Result->first, Result->second);
  }

  /// Reads a pointer: `data`, `data + i`, `&data[i]`, or a call that returns one of these. False for all other
  /// expressions.
  bool address(const Expr *E, const Frame &In) {
    E = E->IgnoreParens();
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      if (Cast->getCastKind() == CK_NoOp)
        return address(Cast->getSubExpr(), In);
      return Cast->getCastKind() == CK_LValueToRValue && !isOfCaller(In) && array(Cast->getSubExpr(), In);
    }
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      return lvalue(Unary->getSubExpr(), In);
    if (auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->getOpcode() == BO_Add) {
      const bool Left = Sum->getLHS()->getType()->isPointerType();
      return address(Left ? Sum->getLHS() : Sum->getRHS(), In) && add(Left ? Sum->getRHS() : Sum->getLHS(), In);
    }
    auto *Call = dyn_cast<CallExpr>(E);
    const auto Result = Call ? result(*Call, In) : std::nullopt;
    return Result && address(Result->first, Result->second);
  }

  bool array(const Expr *E, const Frame &In) { return (Found.Array = member(E, In)); }

  bool add(const Expr *E, const Frame &In) {
    Expr *More = value(E, In);
    if (More && Found.Index)
      More = BinaryOperator::Create(Context, const_cast<Expr *>(Found.Index), More, BO_Add, Context.LongLongTy,
                                    VK_PRValue, OK_Ordinary, E->getExprLoc(), FPOptionsOverride());
    Found.Index = More;
    return More;
  }

  // ---- Objects. The functions below return lvalues in terms of the caller's variables; null if the object is reached
  // by a pointer that another object stores.

  Expr *leads(const Expr *E, const Frame &In) const { return E->isGLValue() ? object(E, In) : behind(E, In); }

  /// The object that an lvalue names.
  Expr *object(const Expr *E, const Frame &In) const {
    E = withoutBases(E);
    if (isOfCaller(In))
      return E->isGLValue() ? const_cast<Expr *>(E) : nullptr;
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getType()->isReferenceType() ? parameter(*Ref, In) : nullptr;
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
      return behind(Unary->getSubExpr(), In);
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField())
      return nullptr;
    Expr *Base = Member->isArrow() ? behind(Member->getBase(), In) : object(Member->getBase(), In);
    return Base ? MemberExpr::CreateImplicit(Context, Base, /*IsArrow=*/false, Field, Field->getType(), VK_LValue,
                                             OK_Ordinary)
                : nullptr;
  }
  /// The object that a pointer leads to: `this`, `&o`, or a parameter.
  Expr *behind(const Expr *E, const Frame &In) const {
    E = withoutBases(E);
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      return object(Unary->getSubExpr(), In);
    if (isOfCaller(In))
      return designated(E)
                 ? UnaryOperator::Create(Context, const_cast<Expr *>(E), UO_Deref, E->getType()->getPointeeType(),
                                         VK_LValue, OK_Ordinary, E->getExprLoc(), false, FPOptionsOverride())
                 : nullptr;
    if (isa<CXXThisExpr>(E))
      return In.Object;
    auto *Load = dyn_cast<ImplicitCastExpr>(E);
    auto *Ref = Load && Load->getCastKind() == CK_LValueToRValue
                    ? dyn_cast<DeclRefExpr>(Load->getSubExpr()->IgnoreParens())
                    : nullptr;
    return Ref && Ref->getDecl()->getType()->isPointerType() ? parameter(*Ref, In) : nullptr;
  }
  static const Expr *withoutBases(const Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      if (!Cast || (Cast->getCastKind() != CK_NoOp && Cast->getCastKind() != CK_UncheckedDerivedToBase))
        return E;
      E = Cast->getSubExpr();
    }
  }
  /// The member that an lvalue names; null if the lvalue is not a member, or has another type than the member.
  MemberExpr *member(const Expr *E, const Frame &In) const {
    auto *Member = dyn_cast_or_null<MemberExpr>(object(E, In));
    return Member && Context.hasSameUnqualifiedType(Member->getType(), E->getType()) ? Member : nullptr;
  }
  /// The caller's argument for a parameter; null if Ref names a variable that is not a parameter of the function.
  static Expr *parameter(const DeclRefExpr &Ref, const Frame &In) {
    auto *Parameter = dyn_cast<ParmVarDecl>(Ref.getDecl());
    const FunctionDecl *Definition = nullptr;
    const bool IsOwn = Parameter && In.Function->hasBody(Definition) &&
                       Parameter->getFunctionScopeIndex() < In.Given.size() &&
                       Definition->getParamDecl(Parameter->getFunctionScopeIndex()) == Parameter;
    return IsOwn ? In.Given[Parameter->getFunctionScopeIndex()] : nullptr;
  }

  // ---- Integers. The functions below return expressions in terms of the caller's variables; null if the original
  // expression contains more than sums and products.

  /// The value of an integer argument that a function gets by value, or by a reference.
  Expr *number(const Expr *E, const Frame &In) {
    if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    if (!E->getType()->isIntegralOrEnumerationType() || E->getType().isVolatileQualified())
      return nullptr;
    if (E->isPRValue())
      return value(E, In);
    auto *Load = ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(), CK_LValueToRValue,
                                          const_cast<Expr *>(E), nullptr, VK_PRValue, FPOptionsOverride());
    return value(Load, In);
  }

  Expr *value(const Expr *E, const Frame &In) {
    if (isOfCaller(In))
      return !E->HasSideEffects(Context) && spend(partsIn(E)) ? const_cast<Expr *>(E) : nullptr;
    if (!E->getType()->isIntegralOrEnumerationType() || !spend())
      return nullptr;
    if (!E->isValueDependent() && E->isIntegerConstantExpr(Context))
      return const_cast<Expr *>(E);
    if (auto *Paren = dyn_cast<ParenExpr>(E))
      return value(Paren->getSubExpr(), In);
    if (auto *Cast = dyn_cast<CastExpr>(E))
      return Cast->getCastKind() == CK_LValueToRValue ? loaded(Cast->getSubExpr(), In) : converted(*Cast, In);
    if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && (Binary->isAdditiveOp() || Binary->isMultiplicativeOp()))
      return binary(*Binary, In);
    auto *Call = dyn_cast<CallExpr>(E);
    const auto Result = Call ? result(*Call, In) : std::nullopt;
    return Result ? value(Result->first, Result->second) : nullptr;
  }

  Expr *converted(const CastExpr &Cast, const Frame &In) {
    Expr *From =
        Cast.getCastKind() == CK_IntegralCast || Cast.getCastKind() == CK_NoOp ? value(Cast.getSubExpr(), In) : nullptr;
    return From ? ImplicitCastExpr::Create(Context, Cast.getType(), Cast.getCastKind(), From, nullptr, VK_PRValue,
                                           FPOptionsOverride())
                : nullptr;
  }

  Expr *binary(const BinaryOperator &E, const Frame &In) {
    Expr *Left = value(E.getLHS(), In), *Right = Left ? value(E.getRHS(), In) : nullptr;
    return Right ? BinaryOperator::Create(Context, Left, Right, E.getOpcode(), E.getType(), VK_PRValue, OK_Ordinary,
                                          E.getExprLoc(), FPOptionsOverride())
                 : nullptr;
  }

  /// The value that E loads, if E names a parameter or a member of the object; else null.
  Expr *loaded(const Expr *E, const Frame &In) {
    if (E->getType().isVolatileQualified())
      return nullptr;
    E = E->IgnoreParenNoopCasts(Context);
    if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      Expr *Given = parameter(*Ref, In);
      return Given && Given->getType()->isIntegralOrEnumerationType() && spend(partsIn(Given)) ? Given : nullptr;
    }
    MemberExpr *Member = member(E, In);
    if (!Member)
      return nullptr;
    Found.Members.push_back(Member);
    return ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(), CK_LValueToRValue, Member, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  }

  ASTContext &Context;
  unsigned Left = 256;
  ElementCall Found;
};

} // namespace

const CallExpr *hetcc::callBehind(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    E = Element->getBase()->IgnoreParenImpCasts();
  else if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
    E = Unary->getSubExpr()->IgnoreParenImpCasts();
  return dyn_cast<CallExpr>(E);
}

std::optional<ElementCall> hetcc::elementCall(const Expr *E, ASTContext &Context) {
  return callBehind(E) ? Inlined(Context).element(E) : std::nullopt;
}
