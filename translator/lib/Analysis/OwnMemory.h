// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that an iteration, or a function that it calls, allocates for itself: nothing else finds it, so a device may
// have some of its own.
#ifndef HETCC_LIB_ANALYSIS_OWNMEMORY_H
#define HETCC_LIB_ANALYSIS_OWNMEMORY_H

#include "clang/AST/Expr.h"

namespace hetcc {

/// Whether a function of the C library allocates memory, or takes it back.
bool allocates(llvm::StringRef Library);

/// Whether a call of such a function gives back no memory but what `Body` has allocated. `IsOwn` says of which
/// variables that are declared elsewhere each run of the body has its own, without a value from before.
bool givesBackOwn(const clang::CallExpr &Call, const clang::Stmt &Body,
                  llvm::function_ref<bool(const clang::VarDecl &)> IsOwn);

} // namespace hetcc
#endif
