// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that each thread of a block, or of a team, has of its own, and that a loop sets anew in each iteration. On
// a device each iteration then has one of its own too. In place, a thread has one for all of them; that this makes no
// difference is seen from the control flow.
#ifndef HETCC_LIB_ANALYSIS_THREADVARIABLES_H
#define HETCC_LIB_ANALYSIS_THREADVARIABLES_H

#include "Analysis/OtherUnits.h"
#include "Analysis/Region.h"

namespace hetcc {

/// A variable, and a use of it in the loop.
struct ThreadVariable {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr;
};

/// Whether a `private` clause of the region's directive lists a variable.
bool isPrivate(const Region &R, const clang::VarDecl &Var);

/// Whether each thread of a block has a copy of a variable: a clause says so, or it is one of the scalars of `target`.
bool isCopiedByThreads(const Region &Block, const clang::VarDecl *Var);

/// Whether the threads that meet a loop of `omp for` may have different values of what it captures: each has one of its
/// own, or that is not known.
bool mayDifferInTeam(const Region &Loop, const clang::ValueDecl *Decl);

/// Whether each thread of the team that meets the loop has a variable of its own.
bool isOwnInTeam(const Region &Loop, const clang::VarDecl *Var);

/// Restricts `Fate` where the program uses what such a loop left in a variable of the thread's: in place that is what
/// the thread's last iteration set; where an accelerator ran the iterations, it is not set.
void checkLeftInTeam(Region &Loop, clang::ASTContext &Context);

/// The names of the scalars of `target` that no clause names, sorted, with those of namespaces whole. The bounds of the
/// partition are not among them.
std::vector<std::string> scalarsOfTarget(const Region &Block, clang::ASTContext &Context);

/// The scalars that all threads share, and that a loop sets in each iteration before it uses them, where the program
/// uses nothing of what the loop leaves in them. By OpenMP's rules several threads may not do that, but one may, and on
/// a device each iteration has one of its own.
std::vector<ThreadVariable> sharedSetAnew(const Region &Loop, clang::ASTContext &Context);

/// The scalars of a block's threads that a loop of the block sets, in each iteration before it uses them.
std::vector<ThreadVariable> setAnew(const Region &Loop, clang::ASTContext &Context);

/// Whether the unit has an alias of a variable, which names it by another declaration.
bool hasOtherName(const clang::VarDecl &Var);

/// Whether a function leaves no address that it is handed where it is found later. Records say that of functions of
/// other units that the loop calls, and the loop is the cores' if they do not.
bool keepsNoAddress(const Region &Loop, const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether a loop stands in a lambda of its function, whose control flow does not show when that runs.
bool isInLambda(const Region &Loop);

/// An array that each thread has of its own and that a loop of a team sets, in each iteration before it reads it. The
/// program uses nothing of what the loop leaves in it, so each iteration on a device may have one of its own.
struct ThreadArray {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Use = nullptr;       ///< in the loop
  std::vector<FilledElsewhere> Elsewhere; ///< what functions of other units have to do for that
};
std::vector<ThreadArray> arraysSetAnew(const Region &Loop, clang::ASTContext &Context);

/// The pointers of a block's threads that hold memory which omp_target_allocate() gave, or copies of such pointers, as
/// far as the loop uses them and no clause names them.
std::vector<ThreadVariable> allocatedPointers(const Region &Loop, clang::ASTContext &Context);

/// Whether each turn of a loop inside the body sets a variable, which stands outside of that loop, before it uses it,
/// and the rest of the iteration does not use what the loop leaves in it: turns may then be done by different lanes.
bool isSetInEachTurn(const Region &Loop, const clang::ForStmt *Inner, const clang::VarDecl *Var,
                     clang::ASTContext &Context);

/// Restricts `Fate` where a block uses what a loop left in such a variable: in place that is what the thread's last
/// iteration set; where an accelerator ran the iterations, it is not set.
void checkLeftValues(const Region &Block, llvm::ArrayRef<const Region *> Loops, clang::ASTContext &Context,
                     Verdict &Fate);

} // namespace hetcc
#endif
