// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Variables: uses of a reduction variable's running value, the value that the iterations so far have left.
// Each device, and each thread, has a running value of its own, so such a use has other results on a device than in
// OpenMP's threads. The final value is the same if iterations only combine values into the variable:
//
//     s += x[i];                     // combines
//     if (m < x[i]) m = x[i];        // combines
//     y[i] = s;                      // uses the running value
//     if (s < 10) s += 1;            // uses it, too
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_RUNNINGUSES_H
#define HETCC_LIB_ANALYSIS_VARIABLES_RUNNINGUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <string>

namespace clang {
class OMPDeclareReductionDecl;
} // namespace clang

namespace hetcc {

class Callees;

/// An item of a `reduction` clause: a variable, a member of the class of `this`, or an array behind a pointer.
struct ReducedItem {
  const clang::ValueDecl *Var = nullptr;
  std::string Operator;                                     ///< "+", "min", ..., or the name of a `declare reduction`
  const clang::OMPDeclareReductionDecl *Declared = nullptr; ///< null: an operator of OpenMP
};

/// The first mention of the item in a loop's body that may do more than combine values into the item by the item's
/// operation; null if there is none.
const clang::Stmt *useOfRunningValue(const clang::Stmt *Body, const ReducedItem &Item, Callees &Called,
                                     const clang::ASTContext &Context);

/// Whether the final value depends on the number of partials, because the initializer of a `declare reduction` puts
/// more than a neutral element into each partial: the original variable (`omp_orig`), or a number such as 1 for a sum.
/// False if the combiner only chooses one of two values, as a maximum does.
bool countsInitial(const clang::OMPDeclareReductionDecl &Declared, const clang::ASTContext &Context);

} // namespace hetcc
#endif
