// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Directive from the tokens of one pragma line. Needs a preprocessor for the spelling of tokens, but no AST.
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

/// The tokens of one pragma line after macro expansion, from `omp` or `acc` on.
struct PragmaLine {
  llvm::SmallVector<clang::Token, 64> Tokens;
  clang::SourceLocation End;    ///< of the end-of-line token
  clang::SourceLocation Inside; ///< of the last `_Pragma` on the line, an error in any directive; invalid: none
};

/// Reads the pragma whose first token is `First` to the end of its line.
PragmaLine readPragma(clang::Preprocessor &PP, const clang::Token &First);

/// Whether the tokens of a pragma line are a hetcc directive, perhaps with a mistyped clause.
bool isOurDirective(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// For a pragma line whose first word `Word` is unknown: returns "omp" or "acc", whichever the word is nearer to, if
/// the line has clauses of hetcc, as in `#pragma opm parallel for hetero(1)`. Returns "" for other pragmas.
llvm::StringRef meantFamily(llvm::StringRef Word, llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Returns the name and kind of the data directive (`omp target data`, `acc update`, ...) that the tokens begin with;
/// an empty name if they do not begin with one.
std::pair<llvm::StringRef, DirectiveKind> dataDirectiveOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// How --hetcc-auto treats a plain OpenMP directive.
enum class AutoRole {
  None, ///< does not look at the directive
  Loop, ///< splits the loop, if Analysis proves that it can be split
  Host  ///< another `target` construct, which the host compiler gets unchanged
};
AutoRole autoRoleOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP, AutoMode Mode);

/// Returns the words of an OpenMP directive's name, as in "omp target teams loop".
std::string directiveNameOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Parses a hetcc directive. Reports errors, and returns nullopt if there are any.
std::optional<Directive> parseDirective(llvm::ArrayRef<clang::Token> Tokens, clang::SourceLocation HashLoc,
                                        clang::Preprocessor &PP, Diagnostics &Diags);

/// Returns the spelling of tokens, with a blank between two tokens that had white space between them in the source or
/// would become one token without it.
std::string spell(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// A clause in the macro call `HETCC(...)` without its closing bracket, as in `HETCC(hetero(1 part_copy(a[1:n]))`.
struct OpenClause {
  clang::SourceLocation Next; ///< of the next clause, before which the bracket is missing
  std::string Name, NextName;
};
/// Searches the line of the macro call at `Macro` for a clause of hetcc that begins inside of another clause; nullopt
/// if there is none.
std::optional<OpenClause> findOpenClause(clang::SourceLocation Macro, const clang::Preprocessor &PP);

} // namespace hetcc
#endif
