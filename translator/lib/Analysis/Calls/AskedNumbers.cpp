// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that ask an object for a number which its members alone decide: how many elements a container has, or how wide
// a grid is. No iteration changes an object that all iterations share, so the call yields the same number in each
// iteration, and generated code may make the call before the loop. If the function subtracts or compares pointers,
// generated code must make the call before the loop, because the pointers in a device's copy of the object lead to the
// device's arrays.
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Syntax/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The depth of nested calls up to which member functions that return numbers are followed; the limit ends recursion.
constexpr unsigned MostCalls = 8;

/// Recognises a member function that returns a number computed from members of its object, changes nothing, and cannot
/// stop the program. A function that can stop the program is excluded because generated code calls the function before
/// the loop, even if the loop itself would never reach the call.
class MemberNumber {
public:
  explicit MemberNumber(ASTContext &Context) : Context(Context) {}

  bool yields(const CXXMethodDecl &Method, unsigned Calls = 0) const {
    const FunctionDecl *Definition = nullptr;
    const QualType Result = Method.getReturnType();
    if (Calls > MostCalls || Method.isStatic() || Method.isVirtual() || Method.getParent()->isLambda() ||
        !Method.getIdentifier() || Method.getNumParams() || !(Result->isArithmeticType() || Result->isEnumeralType()) ||
        !Method.hasBody(Definition) || Definition->hasAttr<WeakAttr>() || isReplaceable(*Definition, Context))
      return false;
    const Expr *Value = returnedAlone(*Definition);
    return Value && isMade(Value, Calls);
  }

private:
  bool isMade(const Expr *E, unsigned Calls) const {
    E = E->IgnoreParens();
    auto All = [&](std::initializer_list<const Expr *> Parts) {
      return llvm::all_of(Parts, [&](const Expr *Part) { return isMade(Part, Calls); });
    };
    if (E->getType()->isAtomicType() || E->getType().isVolatileQualified())
      return false;
    if (auto *Cast = dyn_cast<CastExpr>(E))
      return isPlain(*Cast) && All({Cast->getSubExpr()});
    if (auto *Constant = dyn_cast<FullExpr>(E))
      return All({Constant->getSubExpr()});
    if (auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      return All({Argument->getReplacement()});
    if (auto *Unary = dyn_cast<UnaryOperator>(E))
      return (Unary->isArithmeticOp() || Unary->getOpcode() == UO_LNot) && All({Unary->getSubExpr()});
    if (auto *Binary = dyn_cast<BinaryOperator>(E))
      return isHarmless(*Binary) && All({Binary->getLHS(), Binary->getRHS()});
    if (auto *Choice = dyn_cast<ConditionalOperator>(E))
      return All({Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr()});
    if (auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      const bool Yields = asksForSize(Call) || (Call->getMethodDecl() && yields(*Call->getMethodDecl(), Calls + 1));
      return Yields && liesInThis(Call->getImplicitObjectArgument());
    }
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return isa<EnumConstantDecl>(Ref->getDecl());
    if (isa<MemberExpr>(E))
      return E->getType()->isScalarType() && !E->getType()->isMemberPointerType() && liesInThis(E);
    return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
               GNUNullExpr>(E) ||
           (isa<UnaryExprOrTypeTraitExpr>(E) && number(E));
  }
  /// Whether E names the object of the member function, or a part that lies inside of this object.
  static bool liesInThis(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (auto *Deref = dyn_cast<UnaryOperator>(E); Deref && Deref->getOpcode() == UO_Deref)
      E = Deref->getSubExpr()->IgnoreParenImpCasts();
    auto *Member = dyn_cast<MemberExpr>(E);
    if (!Member)
      return isa<CXXThisExpr>(E);
    auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    const Expr *Around = Member->getBase()->IgnoreParenImpCasts();
    return Field && !Field->isMutable() && !Field->getType()->isReferenceType() &&
           !Field->getType().isVolatileQualified() &&
           (Member->isArrow() ? isa<CXXThisExpr>(Around) : liesInThis(Around));
  }
  static bool isPlain(const CastExpr &Cast) {
    switch (Cast.getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_BitCast:
    case CK_NullToPointer:
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
    case CK_FloatingCast:
    case CK_FloatingToBoolean:
    case CK_PointerToBoolean:
      return true;
    default:
      return false;
    }
  }
  bool isHarmless(const BinaryOperator &E) const {
    if (E.getOpcode() != BO_Div && E.getOpcode() != BO_Rem)
      return !E.isAssignmentOp() && !E.isPtrMemOp() && E.getOpcode() != BO_Comma;
    if (E.getType()->isFloatingType())
      return true;
    const auto By = number(E.getRHS());
    return By && !By->isZero() && !By->isAllOnes(); // the least number divided by -1 overflows
  }
  std::optional<llvm::APSInt> number(const Expr *E) const { return E->getIntegerConstantExpr(Context); }

  ASTContext &Context;
};

} // namespace

bool hetcc::asksForNumber(const Expr *E) {
  if (asksForSize(E))
    return true;
  auto *Call = dyn_cast<CXXMemberCallExpr>(E->IgnoreParenImpCasts());
  const CXXMethodDecl *Method =
      Call && isa<MemberExpr>(Call->getCallee()->IgnoreParens()) ? Call->getMethodDecl() : nullptr;
  return Method && MemberNumber(Method->getASTContext()).yields(*Method);
}
