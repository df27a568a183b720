// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens of one pragma line -> Directive. Needs a preprocessor for spelling, no AST.
#ifndef HETCC_LIB_DIRECTIVE_DIRECTIVEPARSER_H
#define HETCC_LIB_DIRECTIVE_DIRECTIVEPARSER_H

#include "AutoMode.h"
#include "Diagnostics.h"
#include "Directive/Directive.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Preprocessor;
}

namespace hetcc {

/// The tokens of a pragma, macros expanded.
struct PragmaLine {
  llvm::SmallVector<clang::Token, 64> Tokens;
  clang::SourceLocation End;    ///< of the line
  clang::SourceLocation Inside; ///< of a `_Pragma` on it, which no directive takes; invalid without one
};

/// Reads a pragma to the end of its line.
PragmaLine readPragma(clang::Preprocessor &PP, const clang::Token &First);

/// Whether the tokens of a pragma (from `omp` or `acc` on, macros expanded) make a directive of ours.
bool isOurDirective(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Of a pragma that no handler knows and that has clauses of ours: `omp` or `acc`, whichever its first word was to be;
/// empty where it may be somebody else's.
llvm::StringRef meantFamily(llvm::StringRef Word, llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// The name and kind of the data directive that they begin with; an empty name if it is none.
std::pair<llvm::StringRef, DirectiveKind> dataDirectiveOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// What an OpenMP directive is to --hetcc-auto.
enum class AutoRole {
  None, ///< of no interest
  Loop, ///< to be split, if it can be
  Host  ///< `target` in another form: the host compiler's
};
AutoRole autoRoleOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP, AutoMode Mode);

/// The words of an OpenMP directive's name.
std::string directiveNameOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Parses such a pragma. Errors are reported; nullopt if the directive cannot be used.
std::optional<Directive> parseDirective(llvm::ArrayRef<clang::Token> Tokens, clang::SourceLocation HashLoc,
                                        clang::Preprocessor &PP, Diagnostics &Diags);

/// The spelling of tokens with single blanks where the source had any.
std::string spell(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// A clause in HETCC(...) whose bracket stays open, as far as the text tells: where the next one begins inside of it.
struct OpenClause {
  clang::SourceLocation Next;
  std::string Name, NextName;
};
std::optional<OpenClause> findOpenClause(clang::SourceLocation Macro, const clang::Preprocessor &PP);

} // namespace hetcc
#endif
