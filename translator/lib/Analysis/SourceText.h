// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis and Rewrite: the text of expressions as the user wrote them.
#ifndef HETCC_LIB_ANALYSIS_SOURCETEXT_H
#define HETCC_LIB_ANALYSIS_SOURCETEXT_H

#include <string>

namespace clang {
class ASTContext;
class Expr;
class ValueDecl;
} // namespace clang

namespace hetcc {

/// The source text of an expression. If the expression is not on one line, or not in the source: the text that clang
/// prints for it.
std::string sourceText(const clang::Expr *E, const clang::ASTContext &Context);

/// The name of `Decl`, which E names, in the enclosing function; qualified so that the name is right even if the loop
/// body declares a variable of the same name.
std::string nameInFunction(const clang::Expr *E, const clang::ValueDecl *Decl, const clang::ASTContext &Context);

} // namespace hetcc
#endif
