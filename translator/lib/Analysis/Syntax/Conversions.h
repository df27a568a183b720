// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: how conversions between integer types change a number.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_CONVERSIONS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_CONVERSIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <optional>

namespace hetcc {

/// The range of an integer type, given by its number of bits and its sign.
struct IntegerForm {
  unsigned Bits = 0;
  bool Signed = false;
  /// Whether the type can represent all numbers of type `Other`, so that a conversion from `Other` changes none.
  bool holds(IntegerForm Other) const {
    return Signed == Other.Signed ? Bits >= Other.Bits : Signed && Bits > Other.Bits;
  }
  /// The greatest and the least number of the type, limited to 62 bits. The sum of two of them fits int64_t.
  int64_t most() const { return (int64_t(1) << std::min(Bits - Signed, 62u)) - 1; }
  int64_t least() const { return Signed ? -most() - 1 : 0; }
  bool operator==(const IntegerForm &Other) const { return Bits == Other.Bits && Signed == Other.Signed; }
};

/// The form of a number of which nothing is known: no type can represent all such numbers.
constexpr IntegerForm AnyInteger = {~0u, true};

/// The form of an integer type of 8, 16, 32 or 64 bits; nothing for all other types.
std::optional<IntegerForm> formOf(clang::QualType T, const clang::ASTContext &Context);

/// The types that a number is converted to, one after the other. Conversions that change no number are left out, so
/// there are at most two: one to a signed type with fewer bits, then one to an unsigned type with more bits.
using Conversions = llvm::SmallVector<IntegerForm, 2>;

/// The conversions in `To` that may change a number which type `From` can represent.
Conversions conversionsOf(IntegerForm From, llvm::ArrayRef<IntegerForm> To);

/// An expression without the conversions around it, and these conversions, explicit or implicit, the innermost first.
struct ConvertedExpr {
  const clang::Expr *E = nullptr;
  llvm::SmallVector<IntegerForm, 4> To;
};
/// Separates E from the conversions around it. Nothing if one of the conversions is not from an integer type to an
/// integer type.
std::optional<ConvertedExpr> converted(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace hetcc
#endif
