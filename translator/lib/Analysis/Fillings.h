// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether a piece of code sets each element of an array before it reads it, and which elements it
// has set when it ends. What was in the array before does not matter then: each iteration of a loop may have an
// array of its own.
//
//     for (j = 0; j <= n; j++) buffer[j] = x[j];      // [0, n + 1)
//     for (j = 1; j < n; j++) y[j] = buffer[j - 1] + buffer[j + 1];
#ifndef HETCC_LIB_ANALYSIS_FILLINGS_H
#define HETCC_LIB_ANALYSIS_FILLINGS_H

#include "Analysis/Affine.h"
#include "Analysis/OtherUnits.h"

namespace hetcc {

/// Elements of an array: in each dimension those from the first value to the one before the second.
using FilledBox = llvm::SmallVector<std::pair<Polynomial, Polynomial>, 2>;

/// What is found about an array in a piece of code.
struct Filling {
  /// The code reads no element that it has not set before, and hands the address to no code that may keep it. It may
  /// set more elements than Boxes has.
  bool SetsFirst = false;
  std::vector<FilledBox> Boxes; ///< set when it ends, whatever the data
  /// What functions of other units have to set for that: all of the array.
  std::vector<FilledElsewhere> Elsewhere;
};

/// Looks at a statement of a function. The array is a variable of a constant array type, or a pointer that is a
/// parameter.
Filling fillingOf(const clang::Stmt *S, const clang::FunctionDecl &F, const clang::VarDecl *Array,
                  clang::ASTContext &Context);

/// What a function sets of what its parameters lead to, before it reads any of that, as its record says it.
std::vector<FilledParameter> filledParameters(const clang::FunctionDecl &F, clang::ASTContext &Context);

} // namespace hetcc
#endif
