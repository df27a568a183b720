// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscripts of functions, with what the caller gives in place of parameters.
#include "Analysis/ElementCalls.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
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

/// What a function returns, if nothing else is in it but checks.
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

class Inlined {
public:
  explicit Inlined(ASTContext &Context) : Context(Context) {}

  std::optional<ElementCall> element(const Expr *E) {
    if (!lvalue(E, Frame(), 0))
      return std::nullopt;
    return std::move(Found);
  }

private:
  /// A call that is being looked into. Of the code outside of all, there is neither a function nor an object.
  struct Frame {
    const FunctionDecl *Function = nullptr;
    Expr *Object = nullptr;            ///< an lvalue of the caller's, or null
    llvm::SmallVector<Expr *, 4> Given; ///< integers, and lvalues of objects that parameters lead to
  };
  static constexpr unsigned Deepest = 8;

  static bool isOfCaller(const Frame &In) { return !In.Function; }

  std::optional<Frame> enter(const CallExpr &Call, const Frame &In) {
    Frame Next;
    Next.Function = Call.getDirectCallee();
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Next.Function);
    if (!Next.Function || (Method && (Method->isVirtual() || Method->getParent()->isLambda())))
      return std::nullopt;
    const auto [Object, Given] = objectAndArguments(Call);
    if ((Object && !(Next.Object = object(Object, In))) || Given.size() != Next.Function->getNumParams())
      return std::nullopt;
    for (unsigned I = 0; I < Given.size(); ++I) {
      const QualType To = Next.Function->getParamDecl(I)->getType()->getPointeeType();
      Expr *Value = !To.isNull() && To->isRecordType() ? object(Given[I], In) : number(Given[I], In);
      if (!Value)
        return std::nullopt;
      Next.Given.push_back(Value);
    }
    return Next;
  }

  /// What a call returns, and in which frame that stands.
  std::optional<std::pair<const Expr *, Frame>> result(const CallExpr &Call, const Frame &In, unsigned Depth) {
    auto Next = Depth < Deepest ? enter(Call, In) : std::nullopt;
    const Expr *Result = Next ? onlyResult(*Next->Function) : nullptr;
    return Result ? std::optional(std::pair(Result, std::move(*Next))) : std::nullopt;
  }

  /// `data[i]`, `*(data + i)`, or what another such function returns.
  bool lvalue(const Expr *E, const Frame &In, unsigned Depth) {
    E = E->IgnoreParens();
    if (auto *Load = dyn_cast<ImplicitCastExpr>(E);
        Load && (Load->getCastKind() == CK_LValueToRValue || Load->getCastKind() == CK_NoOp))
      return lvalue(Load->getSubExpr(), In, Depth);
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return address(Element->getBase(), In, Depth) && add(Element->getIdx(), In, Depth);
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
      return address(Unary->getSubExpr(), In, Depth);
    auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return false;
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const bool Subscripts = Operator && Operator->getOperator() == OO_Subscript && Operator->getNumArgs() == 2;
    if (Subscripts && !isOfCaller(In) && !elementOfContainer(Operator->getArg(0)->getType()).isNull())
      return member(Operator->getArg(0), In) && add(Operator->getArg(1), In, Depth);
    const auto Result = result(*Call, In, Depth);
    return Result && lvalue(Result->first, Result->second, Depth + 1);
  }

  /// `data`, `data + i`, `&data[i]`, or what another function returns.
  bool address(const Expr *E, const Frame &In, unsigned Depth) {
    E = E->IgnoreParens();
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      if (Cast->getCastKind() == CK_NoOp)
        return address(Cast->getSubExpr(), In, Depth);
      return Cast->getCastKind() == CK_LValueToRValue && !isOfCaller(In) && member(Cast->getSubExpr(), In);
    }
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      return lvalue(Unary->getSubExpr(), In, Depth);
    if (auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->getOpcode() == BO_Add) {
      const bool Left = Sum->getLHS()->getType()->isPointerType();
      return address(Left ? Sum->getLHS() : Sum->getRHS(), In, Depth) &&
             add(Left ? Sum->getRHS() : Sum->getLHS(), In, Depth);
    }
    auto *Call = dyn_cast<CallExpr>(E);
    const auto Result = Call ? result(*Call, In, Depth) : std::nullopt;
    return Result && address(Result->first, Result->second, Depth + 1);
  }

  bool member(const Expr *E, const Frame &In) {
    Found.Array = dyn_cast_or_null<MemberExpr>(object(E, In));
    return Found.Array;
  }

  bool add(const Expr *E, const Frame &In, unsigned Depth) {
    Expr *More = value(E, In, Depth);
    if (More && Found.Index)
      More = BinaryOperator::Create(Context, const_cast<Expr *>(Found.Index), More, BO_Add, Context.LongLongTy,
                                    VK_PRValue, OK_Ordinary, E->getExprLoc(), FPOptionsOverride());
    Found.Index = More;
    return More;
  }

  /// The object that an lvalue is or a pointer leads to, from the caller's variable on; null where what leads there is
  /// stored in another object.
  Expr *object(const Expr *E, const Frame &In) const {
    E = E->IgnoreParens();
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_UncheckedDerivedToBase))
      return object(Cast->getSubExpr(), In);
    auto *Unary = dyn_cast<UnaryOperator>(E);
    if (Unary && (Unary->getOpcode() == UO_AddrOf || (Unary->getOpcode() == UO_Deref && !isOfCaller(In))))
      return object(Unary->getSubExpr(), In);
    if (isOfCaller(In))
      return E->isGLValue() ? const_cast<Expr *>(E) : nullptr;
    if (isa<CXXThisExpr>(E))
      return In.Object;
    if (auto *Load = dyn_cast<ImplicitCastExpr>(E); Load && Load->getCastKind() == CK_LValueToRValue)
      E = Load->getSubExpr()->IgnoreParens(); // of a parameter that is a pointer
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return parameter(*Ref, In);
    auto *Member = E->isGLValue() ? dyn_cast<MemberExpr>(E) : nullptr;
    auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField() ||
        (Member->isArrow() && memberIn(Member->getBase())))
      return nullptr;
    Expr *Base = object(Member->getBase(), In);
    return Base ? MemberExpr::CreateImplicit(Context, Base, /*IsArrow=*/false, Field, Field->getType(), VK_LValue,
                                             OK_Ordinary)
                : nullptr;
  }
  /// Whether a pointer is stored in a member.
  static bool memberIn(const Expr *Pointer) {
    Pointer = Pointer->IgnoreParenImpCasts();
    auto *Address = dyn_cast<UnaryOperator>(Pointer);
    return !isa<CXXThisExpr, DeclRefExpr>(Pointer) && !(Address && Address->getOpcode() == UO_AddrOf);
  }
  /// What the caller has given.
  static Expr *parameter(const DeclRefExpr &Ref, const Frame &In) {
    auto *Parameter = dyn_cast<ParmVarDecl>(Ref.getDecl());
    const FunctionDecl *Definition = nullptr;
    const bool IsOwn = Parameter && In.Function->hasBody(Definition) &&
                       Parameter->getFunctionScopeIndex() < In.Given.size() &&
                       Definition->getParamDecl(Parameter->getFunctionScopeIndex()) == Parameter;
    return IsOwn ? In.Given[Parameter->getFunctionScopeIndex()] : nullptr;
  }

  /// What a parameter has, by value or by a reference that is only read.
  Expr *number(const Expr *E, const Frame &In) {
    if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    if (!E->getType()->isIntegralOrEnumerationType() || E->getType().isVolatileQualified())
      return nullptr;
    if (E->isPRValue())
      return value(E, In, 0);
    auto *Load = ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(), CK_LValueToRValue,
                                          const_cast<Expr *>(E), nullptr, VK_PRValue, FPOptionsOverride());
    return value(Load, In, 0);
  }

  /// An integer as the caller would have written it; null where it is more than a sum or product.
  Expr *value(const Expr *E, const Frame &In, unsigned Depth) {
    if (isOfCaller(In))
      return E->HasSideEffects(Context) ? nullptr : const_cast<Expr *>(E);
    if (!E->getType()->isIntegralOrEnumerationType() || Depth > Deepest)
      return nullptr;
    if (!E->isValueDependent() && E->isIntegerConstantExpr(Context))
      return const_cast<Expr *>(E);
    if (auto *Paren = dyn_cast<ParenExpr>(E))
      return value(Paren->getSubExpr(), In, Depth);
    if (auto *Cast = dyn_cast<CastExpr>(E))
      return Cast->getCastKind() == CK_LValueToRValue ? loaded(Cast->getSubExpr(), In) : converted(*Cast, In, Depth);
    if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && (Binary->isAdditiveOp() || Binary->isMultiplicativeOp()))
      return binary(*Binary, In, Depth);
    auto *Call = dyn_cast<CallExpr>(E);
    const auto Result = Call ? result(*Call, In, Depth) : std::nullopt;
    return Result ? value(Result->first, Result->second, Depth + 1) : nullptr;
  }

  Expr *converted(const CastExpr &Cast, const Frame &In, unsigned Depth) {
    Expr *From = Cast.getCastKind() == CK_IntegralCast || Cast.getCastKind() == CK_NoOp
                     ? value(Cast.getSubExpr(), In, Depth)
                     : nullptr;
    return From ? ImplicitCastExpr::Create(Context, Cast.getType(), Cast.getCastKind(), From, nullptr, VK_PRValue,
                                           FPOptionsOverride())
                : nullptr;
  }

  Expr *binary(const BinaryOperator &E, const Frame &In, unsigned Depth) {
    Expr *Left = value(E.getLHS(), In, Depth), *Right = Left ? value(E.getRHS(), In, Depth) : nullptr;
    return Right ? BinaryOperator::Create(Context, Left, Right, E.getOpcode(), E.getType(), VK_PRValue, OK_Ordinary,
                                          E.getExprLoc(), FPOptionsOverride())
                 : nullptr;
  }

  /// A parameter, or a member of the object.
  Expr *loaded(const Expr *E, const Frame &In) {
    if (E->getType().isVolatileQualified())
      return nullptr;
    E = E->IgnoreParenNoopCasts(Context);
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return parameter(*Ref, In);
    auto *Member = dyn_cast_or_null<MemberExpr>(object(E, In));
    if (!Member)
      return nullptr;
    Found.Members.push_back(Member);
    return ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(), CK_LValueToRValue, Member, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  }

  ASTContext &Context;
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
