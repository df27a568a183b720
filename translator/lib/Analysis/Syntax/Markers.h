// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises markers. A marker is an `if` statement that PragmaHandler puts in the place of each directive: its
// condition holds a string "hetcc:..." and the expressions of the clauses, and its `else` branch is the statement that
// follows the directive.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_MARKERS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_MARKERS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace hetcc {

/// The text after "hetcc:" in a marker's string; "" if the statement is not a marker.
inline llvm::StringRef markerText(const clang::IfStmt *If) {
  const clang::Expr *E = If->getCond() ? If->getCond()->IgnoreParenImpCasts() : nullptr;
  while (auto *Comma = llvm::dyn_cast_or_null<clang::BinaryOperator>(E)) {
    if (Comma->getOpcode() != clang::BO_Comma)
      return "";
    E = Comma->getLHS()->IgnoreParens();
  }
  auto *Cast = llvm::dyn_cast_or_null<clang::CStyleCastExpr>(E);
  auto *Name = Cast ? llvm::dyn_cast<clang::StringLiteral>(Cast->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
  llvm::StringRef Text = Name && Name->getCharByteWidth() == 1 ? Name->getString() : "";
  return Text.consume_front("hetcc:") ? Text : "";
}

/// The number of a marker's directive; -1 if the statement is not a marker.
inline int markerId(const clang::IfStmt *If) {
  int Id;
  return markerText(If).split(' ').first.getAsInteger(10, Id) ? -1 : Id;
}

/// Whether a statement is the marker of `bind_partition`, which does not change how the loop that follows it is run.
inline bool isBindMarker(const clang::Stmt *S) {
  auto *If = llvm::dyn_cast_or_null<clang::IfStmt>(S);
  return If && markerText(If).ends_with(" bind");
}

} // namespace hetcc
#endif
