// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: functions that clang does not accept although the host compiler may: nested functions and other
// extensions of gcc. After such an error, the translator reads the unit once more and skips the bodies of these
// functions, so that loops in other functions can still run on devices.
#ifndef HETCC_LIB_FRONTEND_UNPARSED_H
#define HETCC_LIB_FRONTEND_UNPARSED_H

#include "Directive/TokenStream.h"
#include "clang/AST/Decl.h"
#include <map>
#include <string>

namespace hetcc {

/// The errors of clang outside of hetcc directives.
struct Refusals {
  std::map<std::string, std::string> Functions; ///< from the function's placeOf() to the first error in its body
  std::string First;                            ///< the first error of the attempt
  bool NeedsSteps = false; ///< a constant is needed whose computation takes more steps than the attempt allows
};

/// Returns the source location of the function's name as text. It identifies the function in all attempts.
std::string placeOf(const clang::FunctionDecl &F, const clang::SourceManager &SM);

/// Returns the outermost function that contains `Context`; null if `Context` is at file scope.
const clang::FunctionDecl *outermostFunction(const clang::DeclContext *Context);

/// The body of a function that clang has skipped.
struct SkippedBody {
  clang::SourceLocation Begin, End; ///< the locations of the two braces of the body; invalid if they were not found
  std::string Reason;               ///< clang's error message

  bool contains(clang::SourceLocation Loc, const clang::SourceManager &SM) const;
};
/// Finds the braces of the body of `F` in the recorded tokens.
SkippedBody skippedBody(const clang::FunctionDecl &F, const TokenStream &Tokens, std::string Reason);

/// Replaces the body, whose braces are at the offsets `Begin` and `End` of `Text`, by a semicolon and blanks, so that
/// the function becomes a declaration. Line ends remain. Preprocessing directives other than `#pragma` and `#include`
/// remain as well, because later code may depend on them.
void blankBody(std::string &Text, size_t Begin, size_t End, const clang::LangOptions &Lang);

} // namespace hetcc
#endif
