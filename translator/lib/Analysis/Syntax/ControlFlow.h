// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether some path through code uses a value where the value is not valid, such as a variable
// before its first assignment.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_CONTROLFLOW_H
#define HETCC_LIB_ANALYSIS_SYNTAX_CONTROLFLOW_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// What an expression does to the value that the caller asks about: nothing, makes it valid, makes it invalid, or uses
/// it.
enum class Effect { None, Sets, Loses, Needs };

/// The first statement, in the order of the graph's blocks, that uses the value where it is not valid on some path;
/// null if there is none. `ValidFirst`: the value is valid on entry to S. If there is no control flow graph, or if
/// control may take paths that the graph does not have, the result is S itself.
const clang::Stmt *needed(const clang::Stmt *S, const clang::FunctionDecl *Function, bool ValidFirst,
                          clang::ASTContext &Context, llvm::function_ref<Effect(const clang::Stmt *)> EffectOf);

} // namespace hetcc
#endif
