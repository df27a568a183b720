// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what conversions between integer types make of a number.
#ifndef HETCC_LIB_ANALYSIS_CONVERSIONS_H
#define HETCC_LIB_ANALYSIS_CONVERSIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <optional>

namespace hetcc {

/// Which numbers an integer type can represent: those of so many bits.
struct IntegerForm {
  unsigned Bits = 0;
  bool Signed = false;
  /// Whether it can represent all numbers of another type, so that converting from that changes none.
  bool holds(IntegerForm Other) const {
    return Signed == Other.Signed ? Bits >= Other.Bits : Signed && Bits > Other.Bits;
  }
  /// Its greatest and least number, as far as 62 bits go.
  int64_t most() const { return (int64_t(1) << std::min(Bits - Signed, 62u)) - 1; }
  int64_t least() const { return Signed ? -most() - 1 : 0; }
  bool operator==(const IntegerForm &Other) const { return Bits == Other.Bits && Signed == Other.Signed; }
};

/// The form of a number of which nothing is known: no type can represent all of these.
constexpr IntegerForm AnyInteger = {~0u, true};

/// Nothing where a type has no numbers of 8, 16, 32 or 64 bits.
std::optional<IntegerForm> formOf(clang::QualType T, const clang::ASTContext &Context);

/// The types that a number is converted to, one after the other. Conversions that change no number are left out, so
/// there are two at most: to fewer bits with a sign, and to more without one.
using Conversions = llvm::SmallVector<IntegerForm, 2>;

/// Those of the conversions `To` that may change a number which type `From` can represent.
Conversions conversionsOf(IntegerForm From, llvm::ArrayRef<IntegerForm> To);

/// An expression, and the conversions of it around it, written or not, in their order.
struct ConvertedExpr {
  const clang::Expr *E = nullptr;
  llvm::SmallVector<IntegerForm, 4> To;
};
/// Nothing where a conversion is none from integer to integer.
std::optional<ConvertedExpr> converted(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace hetcc
#endif
