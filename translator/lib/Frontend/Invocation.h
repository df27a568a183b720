// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clang is asked to read: as the host compiler's options have it, where that differs from what clang knows.
#ifndef HETCC_LIB_FRONTEND_INVOCATION_H
#define HETCC_LIB_FRONTEND_INVOCATION_H

#include "Frontend/Preprocessed.h"
#include <optional>

namespace clang {
class CompilerInvocation;
}

namespace hetcc {

/// The host compiler may know processors that clang does not. Their names change nothing of what a unit means but for
/// macros and intrinsics, so a unit is read as for the oldest processor rather than not at all.
void dropUnknownProcessor(clang::CompilerInvocation &Invocation);

/// The only input.
std::string sourceOf(const clang::CompilerInvocation &Invocation);

/// What clang is to read of a preprocessed source: one that is \p Named so, or begins with a line marker as gcc's
/// preprocessor writes it. Nothing for other sources, and where the source cannot be read.
std::optional<PreprocessedSource> preprocessed(const clang::CompilerInvocation &Invocation, bool Named,
                                               llvm::ArrayRef<std::string> NoMacros = {});

} // namespace hetcc
#endif
