// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of expressions as the user wrote them.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_SOURCETEXT_H
#define HETCC_LIB_ANALYSIS_SYNTAX_SOURCETEXT_H

#include <string>

namespace clang {
class ASTContext;
class Expr;
class MemberExpr;
class NamedDecl;
class ValueDecl;
} // namespace clang

namespace hetcc {

/// The source text of an expression; or the text that clang prints for the expression, if it is not on one line or not
/// in the source.
std::string sourceText(const clang::Expr *E, const clang::ASTContext &Context);

/// The name of `Decl`, which E names, in the enclosing function; qualified so that the name is right even if the loop
/// body declares a variable of the same name.
std::string nameInFunction(const clang::Expr *E, const clang::ValueDecl *Decl, const clang::ASTContext &Context);

/// The text for a member in generated code at the loop. It has an explicit `this`, because a local variable may have
/// the member's name.
std::string textOfMember(const clang::MemberExpr &Member, const clang::ASTContext &Context);

/// A declaration's qualified name, without anonymous namespaces, so that it is valid anywhere in the unit.
std::string qualifiedName(const clang::NamedDecl &D);

} // namespace hetcc
#endif
