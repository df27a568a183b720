// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Calls: whether a thread that runs a piece of code may wait in this code for what another thread does,
// for example in `while (!ready) ;`. Barriers of the thread's team do not count.
#ifndef HETCC_LIB_ANALYSIS_CALLS_WAITS_H
#define HETCC_LIB_ANALYSIS_CALLS_WAITS_H

#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <string>

namespace hetcc {

/// What is known of the waits in a piece of code and in all functions that it calls.
struct Waits {
  bool Known = false;   ///< a thread waits for a flag that another thread sets, or for a lock
  std::string Unproven; ///< if it is not proven that no thread waits: the first cause, such as "calls 'f'"
  bool Tells = false;   ///< other threads may notice how far a thread has come, as by an atomic update or by output;
                        ///< calls of unknown functions do not count
};

/// Searches pieces of code, and the functions that they call, for waits. `Loops` are loops around the pieces; they are
/// not pieces themselves, but a thread may stay in them until another thread has done something.
///
/// A thread waits if it calls a function that waits (a lock, std::latch). It also waits if it stays in a loop, a
/// backward `goto` or a recursion that reads what other threads write meanwhile (an atomic or volatile object, `omp
/// flush`, `omp critical`). A loop does not wait if it ends independently of other threads: its turns are counted, or
/// each turn has a construct that all threads of the team execute equally often. An `omp atomic` or `omp critical`
/// outside of such loops is no wait. Calls of unknown functions count as possible waits (Unproven).
Waits findWaits(llvm::ArrayRef<const clang::Stmt *> Code, llvm::ArrayRef<const clang::Stmt *> Loops,
                const MemberEntities &Members, clang::ASTContext &Context);

/// Whether a statement is a construct that all threads of a team execute equally often: a barrier, or a construct whose
/// work the team shares.
bool isOfTeam(const clang::Stmt *S);

/// Whether all threads of a team wait for each other at the end of a statement.
bool meetsAtEnd(const clang::Stmt *S);

} // namespace hetcc
#endif
