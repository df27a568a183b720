// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the marker that PragmaHandler puts before a loop of ours.
#ifndef HETCC_LIB_ANALYSIS_MARKERS_H
#define HETCC_LIB_ANALYSIS_MARKERS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace hetcc {

/// The directive's number, or -1 if the statement is no marker.
inline int markerId(const clang::IfStmt *If) {
  const clang::Expr *E = If->getCond() ? If->getCond()->IgnoreParenImpCasts() : nullptr;
  while (auto *Comma = llvm::dyn_cast_or_null<clang::BinaryOperator>(E)) {
    if (Comma->getOpcode() != clang::BO_Comma)
      return -1;
    E = Comma->getLHS()->IgnoreParens();
  }
  auto *Cast = llvm::dyn_cast_or_null<clang::CStyleCastExpr>(E);
  auto *Name = Cast ? llvm::dyn_cast<clang::StringLiteral>(Cast->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
  int Id;
  if (!Name || Name->getCharByteWidth() != 1 || !Name->getString().starts_with("hetcc:") ||
      Name->getString().drop_front(6).getAsInteger(10, Id))
    return -1;
  return Id;
}

} // namespace hetcc
#endif
