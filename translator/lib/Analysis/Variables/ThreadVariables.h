// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: variables of which each thread of a block or team has its own, and which each iteration of a
// loop sets before it uses them. On a device, each iteration has its own variable. On the CPUs, a thread uses one
// variable for all of its iterations. The result is the same, since no iteration uses the value that an earlier one has
// left.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_THREADVARIABLES_H
#define HETCC_LIB_ANALYSIS_VARIABLES_THREADVARIABLES_H

#include "Analysis/Region/ForeignFunctions.h"
#include "Analysis/Region/Region.h"

namespace hetcc {

/// A variable, and an expression in the loop that names the variable.
struct ThreadVariable {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr;
};

/// Whether a `private` clause of the region's directive lists a variable.
bool isPrivate(const Region &R, const clang::VarDecl &Var);

/// Whether each thread of a block has its own copy of a variable, because a clause makes the variable private or
/// firstprivate, or because the block has `target`, which copies scalars.
bool isCopiedByThreads(const Region &Block, const clang::VarDecl *Var);

/// Whether the threads of a team that reach an `omp for` may have different values of a variable that the loop
/// captures: true if each thread has its own variable, and if this is not known.
bool mayDifferInTeam(const Region &Loop, const clang::ValueDecl *Decl);

/// Whether each thread of the team that runs the loop has its own variable `Var`.
bool isOwnInTeam(const Region &Loop, const clang::VarDecl *Var);

/// Keeps a loop that joins a team on the CPUs if the program uses the value that the loop leaves in a variable of
/// setAnew(). On the CPUs, this is the value of the thread's last iteration; if an accelerator has run the iterations,
/// the variable has no such value.
void checkLeftInTeam(Region &Loop, clang::ASTContext &Context);

/// The sorted names of the scalars that a block with `target` copies without a clause; qualified for variables of
/// namespaces. The bounds of the partition are left out.
std::vector<std::string> scalarsOfTarget(const Region &Block, clang::ASTContext &Context);

/// The scalars that all threads share and that each iteration of a loop sets before it uses them, if the program does
/// not use their values after the loop. With several threads, such a loop has a data race by OpenMP's rules. But the
/// program may run it by one thread, and on a device each iteration has its own variable, so the loop can run there.
/// Empty unless --hetcc-auto splits the loop.
std::vector<ThreadVariable> sharedSetAnew(const Region &Loop, clang::ASTContext &Context);

/// The scalars that each thread of the block or team has, and that each iteration of the loop sets before it uses them.
std::vector<ThreadVariable> setAnew(const Region &Loop, clang::ASTContext &Context);

/// Keeps a loop on the CPUs if an iteration may use a value that an earlier iteration has left in a variable of a
/// `private`, `firstprivate` or `lastprivate` clause. The results of such a loop depend on which thread runs which
/// iterations.
void checkCarried(Region &Loop, clang::ASTContext &Context);

/// Whether the program does not use the value that a loop leaves in a scalar: neither in the loop's function nor, if
/// the scalar is static, elsewhere in the unit.
bool isForgotten(const Region &Loop, const clang::VarDecl &Var, clang::ASTContext &Context);

/// Whether the unit has an alias (`__attribute__((alias))`) of a variable: another declaration for the same memory.
bool hasOtherName(const clang::VarDecl &Var);

/// Whether a function keeps no address that it gets after the call has ended. Returns true for functions of other units
/// that the loop calls: the runtime runs the loop on the CPUs unless the records of these units confirm this.
bool keepsNoAddress(const Region &Loop, const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether a loop is inside of a lambda of its function. The function's control flow does not show when a lambda runs,
/// so callers then give up.
bool isInLambda(const Region &Loop);

/// An array of which each thread has its own, and which each iteration of a loop sets before it reads it. The program
/// does not use the array's values after the loop, so each iteration on a device may have its own array.
struct ThreadArray {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr;       ///< a use of the array in the loop
  std::vector<FilledElsewhere> Elsewhere; ///< which elements functions of other units have to set
};
std::vector<ThreadArray> arraysSetAnew(const Region &Loop, clang::ASTContext &Context);

/// The pointers that the loop uses to memory which the block's threads got from omp_target_allocate(), directly or by
/// assignment from another such pointer, and that no clause names.
std::vector<ThreadVariable> allocatedPointers(const Region &Loop, clang::ASTContext &Context);

/// Whether each iteration of an inner loop sets a variable, declared outside of this loop, before it uses the variable,
/// and the rest of the region's iteration does not use the value that the inner loop leaves. If so, different lanes
/// (threads that share an iteration of the region) may run the inner loop's iterations.
bool isSetInEachTurn(const Region &Loop, const clang::ForStmt *Inner, const clang::VarDecl *Var,
                     clang::ASTContext &Context);

/// Does the same as checkLeftInTeam() for a block: restricts `Fate` if the block uses the value that one of `Loops`
/// leaves in a variable of setAnew().
void checkLeftValues(const Region &Block, llvm::ArrayRef<const Region *> Loops, clang::ASTContext &Context,
                     Verdict &Fate);

} // namespace hetcc
#endif
