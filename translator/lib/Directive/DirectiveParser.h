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
  clang::SourceLocation End;    ///< the location of the end-of-line token
  clang::SourceLocation Inside; ///< the location of the last `_Pragma` on the line, which is an error in any directive;
                                ///< invalid if there is none
};

/// Reads the pragma whose first token is `First` to the end of its line.
PragmaLine readPragma(clang::Preprocessor &PP, const clang::Token &First);

/// Whether the tokens of a pragma line are a hetcc directive; a mistyped clause of hetcc also counts.
bool isOurDirective(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// For a pragma line whose first word `Word` is unknown, such as `#pragma opm parallel for hetero(1)`: if the line has
/// clauses of hetcc, returns the word that is nearer to `Word`, "omp" or "acc". Returns "" for other pragmas.
llvm::StringRef meantFamily(llvm::StringRef Word, llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Returns the name and kind of the data directive (`omp target data`, `acc update`, ...) that the tokens begin with;
/// an empty name if they do not begin with one.
std::pair<llvm::StringRef, DirectiveKind> dataDirectiveOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// How --hetcc-auto treats a plain OpenMP directive.
enum class AutoRole {
  None, ///< --hetcc-auto leaves the directive alone
  Loop, ///< splits the loop, if Analysis proves that it can be split
  Host  ///< another `target` construct, which the host compiler gets unchanged
};
AutoRole autoRoleOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP, AutoMode Mode);

/// Returns the words of an OpenMP directive's name, as in "omp target teams loop".
std::string directiveNameOf(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Parses a hetcc directive. Reports errors, and returns nullopt if there are any.
std::optional<Directive> parseDirective(llvm::ArrayRef<clang::Token> Tokens, clang::SourceLocation HashLoc,
                                        clang::Preprocessor &PP, Diagnostics &Diags);

/// Returns the spelling of tokens. There is a blank between two tokens if the source has white space between them, or
/// if they would become one token without it.
std::string spell(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// A clause whose closing bracket is missing, inside of the macro call `HETCC(...)`, as in `HETCC(hetero(1
/// part_copy(a[1:n]))`.
struct OpenClause {
  clang::SourceLocation Next; ///< of the next clause; the missing bracket belongs before it
  std::string Name, NextName;
};
/// Searches the line of the macro call at `Macro` for a clause of hetcc that begins inside of another clause; nullopt
/// if there is none.
std::optional<OpenClause> findOpenClause(clang::SourceLocation Macro, const clang::Preprocessor &PP);

} // namespace hetcc
#endif
