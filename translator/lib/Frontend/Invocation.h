// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: adapts the command line, which was written for the host compiler, to clang: unknown processors,
// and preprocessed sources.
#ifndef HETCC_LIB_FRONTEND_INVOCATION_H
#define HETCC_LIB_FRONTEND_INVOCATION_H

#include "Frontend/Preprocessed.h"
#include <optional>

namespace clang {
class CompilerInvocation;
}

namespace hetcc {

/// Removes the processor (`-march=`) from the invocation if clang does not know it, so that clang reads the unit as for
/// the oldest processor. This is harmless, since only macros and intrinsics depend on the processor.
void dropUnknownProcessor(clang::CompilerInvocation &Invocation);

/// Returns the path of the source file.
std::string sourceOf(const clang::CompilerInvocation &Invocation);

/// Returns the text that clang reads in place of a preprocessed source (see Preprocessed.h). A source is preprocessed
/// if \p Named is true, or if it begins with a line marker of gcc's preprocessor. Returns nullopt for other sources and
/// for files that cannot be read. \p NoMacros are names that must not be macros after a header.
std::optional<PreprocessedSource> preprocessed(const clang::CompilerInvocation &Invocation, bool Named,
                                               llvm::ArrayRef<std::string> NoMacros = {});

} // namespace hetcc
#endif
