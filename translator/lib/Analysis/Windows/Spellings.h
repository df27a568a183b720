// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: writes polynomials as source text that is valid at the directive, for inferred clauses. The
// polynomials contain only values that the region does not change.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_SPELLINGS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_SPELLINGS_H

#include "Analysis/Values/Affine.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

inline Polynomial number(int64_t C) { return Polynomial::constant(C); }

/// Has, for each variable of one region's polynomials, an expression that has the variable's value at the directive.
class Spellings {
public:
  Spellings(const Region &R, clang::ASTContext &Context);

  /// A bound of the loop as a polynomial. If the bound is not a polynomial, the result is a new variable that
  /// represents it.
  Polynomial bound(const clang::Expr *E, const Affine &Values);

  /// A polynomial as an expression of a clause at location `At`. knows(P) must be true.
  ClauseExpr expression(const Polynomial &P, clang::SourceLocation At) const;
  /// An expression with the given text, whose value the compiler does not know.
  ClauseExpr expression(std::string Text, clang::SourceLocation At) const;
  /// The condition that P is not negative, as text such as "n >= 3", in arithmetic that does not wrap around.
  std::string isNotNegative(const Polynomial &P) const;
  /// Whether there is an expression for a variable, or for all variables of a polynomial.
  bool knows(const clang::ValueDecl *V) const { return Uses.contains(V); }
  bool knows(const Polynomial &P) const {
    return P.allVariables([&](const clang::ValueDecl *V) { return knows(V); });
  }
  /// The value of a variable at the directive, in generated code; knows(V) must be true.
  Number host(const clang::ValueDecl *V) const;

private:
  void collect(const clang::Stmt *S);
  std::string distance(const Window &Base, const clang::Expr *Bound) const;
  std::string name(const clang::ValueDecl *V, bool Wide) const;
  std::string text(const Polynomial &P, bool Wide) const;
  clang::Expr *value(const clang::ValueDecl *V) const;
  clang::Expr *number(int64_t Value) const;
  clang::Expr *binary(clang::BinaryOperatorKind Operator, clang::Expr *Left, clang::Expr *Right) const;

  const Region &Owner;
  clang::ASTContext &Context;
  const clang::FunctionDecl *Function;
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Uses; ///< an expression for each known variable
  llvm::DenseMap<const clang::ValueDecl *, std::string> Codes; ///< the texts of those whose text differs from their
                                                               ///< expression's
  llvm::SmallPtrSet<const clang::Decl *, 8> Inner;             ///< variables that the body declares
};

} // namespace hetcc
#endif
