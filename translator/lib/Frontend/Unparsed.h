// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that clang does not accept and the host compiler may: nested functions and other extensions of gcc's. Their
// bodies are left out in another attempt, so that the loops of other functions keep their devices.
#ifndef HETCC_LIB_FRONTEND_UNPARSED_H
#define HETCC_LIB_FRONTEND_UNPARSED_H

#include "Directive/TokenStream.h"
#include "clang/AST/Decl.h"
#include <map>
#include <string>

namespace hetcc {

/// What clang has refused in the attempts so far.
struct Refusals {
  std::map<std::string, std::string> Functions; ///< by their place: the first error inside
  std::string First;                            ///< the first error of the last attempt
};

/// What tells a function from others, in every attempt.
std::string placeOf(const clang::FunctionDecl &F, const clang::SourceManager &SM);

/// The outermost function around a context; null at file scope.
const clang::FunctionDecl *outermostFunction(const clang::DeclContext *Context);

/// A function's body between its braces, as clang skipped it.
struct SkippedBody {
  clang::SourceLocation Begin, End; ///< of the braces; invalid where they were not found
  std::string Reason;

  bool contains(clang::SourceLocation Loc, const clang::SourceManager &SM) const;
};
SkippedBody skippedBody(const clang::FunctionDecl &F, const TokenStream &Tokens, std::string Reason);

/// Replaces a body by a semicolon, in the text of its file: a declaration, so that no code relies on what is not there.
/// Lines stay, and so do the preprocessor's directives, which others may depend on.
void blankBody(std::string &Text, size_t Begin, size_t End, const clang::LangOptions &Lang);

} // namespace hetcc
#endif
