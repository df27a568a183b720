// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations by which a reduction combines values, and their operators in clauses.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_COMBINING_H
#define HETCC_LIB_ANALYSIS_SYNTAX_COMBINING_H

#include "clang/AST/OperationKinds.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hetcc {

/// The operation of a reduction, in which the order of operands does not matter, except for rounding. Least and Most
/// are min and max, Both is `&&`, Either is `||`.
enum class Combining { Sum, Product, Least, Most, And, Or, Xor, Both, Either };

/// The operation of an operator such as "+" or "min" in a `reduction` clause; nullopt for the name of a `declare
/// reduction`.
std::optional<Combining> combiningOf(llvm::StringRef Operator);

/// The operation of an update `x = x op e`, where x has the type Target and `x op e` the type Computed. nullopt if the
/// order of such updates may change the result by more than rounding.
std::optional<Combining> combiningOf(clang::BinaryOperatorKind Op, clang::QualType Target, clang::QualType Computed);

/// The operator by which a `reduction` clause names an operation.
llvm::StringRef operatorOf(Combining How);

/// The operation of `A Op B ? A : B`: Least or Most; nullopt if it is neither of them.
std::optional<Combining> extremeOf(clang::BinaryOperatorKind Op);

} // namespace hetcc
#endif
