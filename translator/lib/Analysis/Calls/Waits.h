// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Calls: whether a thread that runs a piece of code may wait there for what another thread does, other than
// at the barriers of its team.
#ifndef HETCC_LIB_ANALYSIS_CALLS_WAITS_H
#define HETCC_LIB_ANALYSIS_CALLS_WAITS_H

#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <string>

namespace hetcc {

/// What is known of the waits in a piece of code and in all functions that it calls.
struct Waits {
  bool Known = false;   ///< a thread waits for a flag that another one sets, or for a lock
  std::string Unproven; ///< if it is not proven that no thread waits: the first cause, as "calls 'f'"
  bool Tells = false;   ///< other threads may notice how far a thread is, as by an atomic update or by output, apart
                        ///< from what functions do that are not known
};

/// Looks for waits in the given pieces of code, and in the functions that they call. `Loops` are loops around the
/// pieces, that are not searched themselves, but in which a thread may stay until another one has done something.
///
/// A thread waits if it calls a function that does (a lock, std::latch), or if it stays in a loop, a backward `goto` or
/// a recursion that reads what other threads write meanwhile (an atomic or volatile object, `omp flush`, `omp
/// critical`), unless the loop ends without that: it counts, or each turn of it has a construct that all threads of the
/// team execute equally often. A section, atomic or critical, that a thread only passes is no wait. All calls of
/// functions that are not known count as possible waits.
Waits findWaits(llvm::ArrayRef<const clang::Stmt *> Code, llvm::ArrayRef<const clang::Stmt *> Loops,
                const MemberEntities &Members, clang::ASTContext &Context);

/// Whether a statement is a construct that all threads of a team execute equally often: a barrier, or a construct whose
/// work the team shares.
bool isOfTeam(const clang::Stmt *S);

/// Whether all threads of a team wait for each other at the end of a statement.
bool meetsAtEnd(const clang::Stmt *S);

} // namespace hetcc
#endif
