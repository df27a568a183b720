// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds which conversions change a number, and leaves out those that do not.
#include "Analysis/Syntax/Conversions.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

std::optional<IntegerForm> hetcc::formOf(QualType T, const ASTContext &Context) {
  T = T.getNonReferenceType();
  if (!T->isIntegralOrEnumerationType() || T->isIncompleteType())
    return std::nullopt;
  const uint64_t Bits = Context.getTypeSize(T); // a bool occupies a byte, so it counts as a type of 8 bits
  if ((Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64) || T->isBitIntType())
    return std::nullopt;
  return IntegerForm{unsigned(Bits), T->isSignedIntegerOrEnumerationType()};
}

Conversions hetcc::conversionsOf(IntegerForm From, llvm::ArrayRef<IntegerForm> To) {
  Conversions Left;
  for (const IntegerForm &Each : To) {
    if (Each.holds(Left.empty() ? From : Left.back()))
      continue;
    // Each keeps no more bits than Left.back(), so the earlier conversion has no effect.
    while (!Left.empty() && Left.back().Bits >= Each.Bits)
      Left.pop_back();
    if (!Each.holds(Left.empty() ? From : Left.back()))
      Left.push_back(Each);
  }
  return Left;
}

std::optional<ConvertedExpr> hetcc::converted(const Expr *E, const ASTContext &Context) {
  ConvertedExpr Found;
  for (;;) {
    E = E->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast)
      break;
    if (Cast->getCastKind() == CK_IntegralCast) {
      const auto To = formOf(Cast->getType(), Context);
      if (!To || Cast->getType()->isBooleanType())
        return std::nullopt;
      Found.To.push_back(*To);
    } else if (Cast->getCastKind() != CK_LValueToRValue && Cast->getCastKind() != CK_NoOp) {
      return std::nullopt;
    }
    E = Cast->getSubExpr();
  }
  std::reverse(Found.To.begin(), Found.To.end());
  Found.E = E;
  return Found;
}
