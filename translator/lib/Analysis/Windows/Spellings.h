// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what a region does not change, as clauses can say it where the directive stands.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_SPELLINGS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_SPELLINGS_H

#include "Analysis/Affine.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

inline Polynomial number(int64_t C) { return Polynomial::constant(C); }

class Spellings {
public:
  Spellings(const Region &R, clang::ASTContext &Context);

  /// A bound of the loop as a polynomial; where it is none, a variable that stands for it.
  Polynomial bound(const clang::Expr *E, const Affine &Values);

  /// A sum as a clause's expression at a place. All of its variables have been used by the region, or come from
  /// bound().
  ClauseExpr expression(const Polynomial &P, clang::SourceLocation At) const;
  /// An expression that has another text.
  ClauseExpr expression(std::string Text, clang::SourceLocation At) const;
  /// "n - 3 >= 0", which holds without wrap-around.
  std::string isNotNegative(const Polynomial &P) const;
  bool knows(const clang::ValueDecl *V) const { return Uses.contains(V); }
  bool knows(const Polynomial &P) const {
    return P.allVariables([&](const clang::ValueDecl *V) { return knows(V); });
  }
  /// The value of a variable that is known, where the directive stands.
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
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Uses;
  llvm::DenseMap<const clang::ValueDecl *, std::string> Codes; ///< of what generated code names otherwise
  llvm::SmallPtrSet<const clang::Decl *, 8> Inner;             ///< declared in the body
};

} // namespace hetcc
#endif
