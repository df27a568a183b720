// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: names and places in messages.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_MESSAGETEXT_H
#define HETCC_LIB_ANALYSIS_SYNTAX_MESSAGETEXT_H

#include "clang/AST/Decl.h"
#include <string>

namespace clang {
class ASTContext;
class SourceLocation;
} // namespace clang

namespace hetcc {

/// The name of a variable in messages. For a variable that represents something in the source (nameForMessages()), this
/// is the source's expression.
std::string nameInMessages(const clang::ValueDecl &Decl);
/// Sets nameInMessages() of a variable that the compiler has made.
void nameForMessages(clang::ValueDecl &Decl, const std::string &Name);

/// Text for the end of a message, which gives the place of the message's reason: " (file.h:12)"; empty for an invalid
/// location.
std::string lineText(clang::SourceLocation At, const clang::ASTContext &Context);

} // namespace hetcc
#endif
