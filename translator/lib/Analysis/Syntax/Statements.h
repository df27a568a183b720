// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about statements and their parts, independent of regions: where control may go, and which statement belongs
// to an OpenMP directive.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_STATEMENTS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_STATEMENTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class OMPExecutableDirective;
class SourceManager;
} // namespace clang

namespace hetcc {

/// The statement that follows an OpenMP directive and belongs to it, or null.
const clang::Stmt *statementOf(const clang::OMPExecutableDirective *Directive);

/// The innermost statement that ends where S ends, such as the body of a loop S.
const clang::Stmt *lastPart(const clang::Stmt *S);

/// The text of a statement, from its first token to its last. Clang's own range of a directive, and of a statement that
/// ends with a directive, reaches to the end of the directive's line.
clang::SourceRange textOf(const clang::Stmt *S);

/// If S begins with OpenMP directives, the statement to which they belong; else S itself. Callers use this function to
/// ignore names in clauses.
const clang::Stmt *withoutDirectives(const clang::Stmt *S);

/// The children of a statement, with directives left out: in place of a directive, the list has the statement that
/// belongs to it. Clang's children() does not descend into that statement.
std::vector<const clang::Stmt *> partsOf(const clang::Stmt *S);

/// Whether a statement is of a kind that may name an element of a window, so that Access::Whole may point to it.
inline bool mayNameElement(const clang::Stmt *S) {
  auto *Unary = llvm::dyn_cast<clang::UnaryOperator>(S);
  auto *Member = llvm::dyn_cast<clang::MemberExpr>(S);
  auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(S); // the name may be that of a reference to an element
  return llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr>(S) || (Unary && Unary->getOpcode() == clang::UO_Deref) ||
         (Member && Member->isArrow()) || (Name && Name->getDecl()->getType()->isReferenceType());
}

/// Whether an expression does not evaluate its operands, as `sizeof` and `noexcept` do not.
bool hasUnevaluatedOperands(const clang::Stmt *S);

/// Whether `Is` holds of S, which may be null, or of something in S; directives are left out.
bool anyIn(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Whether a statement has a `continue` that belongs to a loop around the statement.
bool hasContinue(const clang::Stmt *S);

/// Whether an expression stands after a statement of the same function, neither in the statement nor before it. The
/// ends of statements are not compared, because clang takes the end of the line as the end of a directive.
bool comesAfter(const clang::Expr *E, const clang::Stmt *S, const clang::SourceManager &SM);

bool isLoop(const clang::Stmt *S);

/// Whether control may leave a statement other than at its end. `Turns`: if S is the body of a loop, a `continue`,
/// which only ends a turn of this loop, counts as well; a jump that ends the loop always counts.
bool mayLeave(const clang::Stmt *S, bool Turns = true);

} // namespace hetcc
#endif
