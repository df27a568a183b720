// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether code may use a value that is not valid there, on any path through it.
#ifndef HETCC_LIB_ANALYSIS_CONTROLFLOW_H
#define HETCC_LIB_ANALYSIS_CONTROLFLOW_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// What an expression does to the value: makes it valid, makes it invalid, or uses it.
enum class Effect { None, Sets, Loses, Needs };

/// The first use, in the order of blocks, of a value that may not be used on some path; null if there is none. Where
/// control goes otherwise than clang's graph says, or there is none, `S` is reported.
const clang::Stmt *needed(const clang::Stmt *S, const clang::FunctionDecl *Function, bool ValidFirst,
                          clang::ASTContext &Context, llvm::function_ref<Effect(const clang::Stmt *)> EffectOf);

} // namespace hetcc
#endif
