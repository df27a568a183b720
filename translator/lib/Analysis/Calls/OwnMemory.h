// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: memory that an iteration, or a function that the iteration calls, allocates and frees itself. No
// other code can access this memory, so a device may allocate it in its own memory instead.
#ifndef HETCC_LIB_ANALYSIS_CALLS_OWNMEMORY_H
#define HETCC_LIB_ANALYSIS_CALLS_OWNMEMORY_H

#include "clang/AST/Expr.h"

namespace hetcc {

/// Whether `Library` is the name of a C library function that allocates or frees memory.
bool allocates(llvm::StringRef Library);

/// Whether a call of `free` or `realloc` frees only memory that `Body` itself has allocated; true for allocation
/// functions that free nothing. `IsOwn` tells whether each execution of the body has its own copy, without an initial
/// value, of a variable that is declared outside of the body.
bool givesBackOwn(const clang::CallExpr &Call, const clang::Stmt &Body,
                  llvm::function_ref<bool(const clang::VarDecl &)> IsOwn);

} // namespace hetcc
#endif
