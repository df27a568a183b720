// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the steps of analyse(), and of those that consist of several passes. A function that returns
// false has reported an error.
#ifndef HETCC_LIB_ANALYSIS_REGION_STEPS_H
#define HETCC_LIB_ANALYSIS_REGION_STEPS_H

#include "Analysis/Region/Region.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

class Diagnostics;

/// Expressions and `critical` sections of a body that only update a variable, by other means than `omp atomic`, such as
/// `__atomic_fetch_add(&x, 1, order)`.
using UpdateStatements = llvm::SmallPtrSet<const clang::Stmt *, 4>;

/// Finds the canonical loop that follows a directive; nullopt after an error.
std::optional<CanonicalLoop> findLoop(const RegionSite &Site, const MemberEntities &Members, Verdict &Fate,
                                      clang::ASTContext &Context, Diagnostics &Diags);
/// Finds the array of each data clause, and what the clause says of it.
bool resolveWindows(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
/// Finds what the body uses, how it accesses the windows, and where it can run.
void scanBody(Region &R, clang::ASTContext &Context);
/// Checks arrays that the loop indexes by the elements of another array. What is wrong restricts `Fate`.
void checkIndices(const Region &R, Verdict &Fate, const clang::ASTContext &Context);
/// Compares the subscripts with the elements that the clauses give to an iteration. Restricts `Fate` likewise.
bool checkSubscripts(const Region &R, Verdict &Fate, clang::ASTContext &Context, Diagnostics &Diags);
/// Decides which windows devices can hold packed.
void findStrides(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
/// Checks the function of a `variant` clause, a kernel that the user wrote.
bool checkVariant(Region &R, clang::ASTContext &Context, Diagnostics &Diags);

/// Completes the windows of a region's directive from the innermost block in RegionSite::Around: adds dimensions that a
/// clause leaves out (`[:]`), and arrays that the loop uses but no clause of the directive names. If a dimension
/// follows the partition of a block, only the block's share of it is used. Only the first instance of a template does
/// this.
void inheritMaps(Region &R);

/// Finds what the body, or a function that it calls, needs of devices. What stops it from running on an accelerator
/// restricts `Fate`.
DeviceNeeds findDeviceNeeds(const Region &R, const UpdateStatements &Updates, Verdict &Fate,
                            clang::ASTContext &Context);

/// Finds the declarations of the enclosing function and class that have to travel with the body. Reads the contents of
/// the body. A name that cannot travel restricts `Fate`.
OuterDeclarations findLocalNames(const Region &R, Verdict &Fate, clang::ASTContext &Context);

/// Whether every iteration writes all elements of window W that belong to the iteration, by one unconditional plain
/// assignment for each index: in straight-line code, or in loops that run over whole dimensions, from 0 to the extent.
bool writesAll(const Region &R, unsigned W, clang::ASTContext &Context);

} // namespace hetcc
#endif
