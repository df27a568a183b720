// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Syntax/Combining.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using namespace clang;

/// The operators of `reduction` clauses. operatorOf() returns the first one for an operation.
static constexpr std::pair<llvm::StringLiteral, Combining> Operators[] = {
    {"+", Combining::Sum},    {"-", Combining::Sum},    {"*", Combining::Product}, {"min", Combining::Least},
    {"max", Combining::Most}, {"&", Combining::And},    {"|", Combining::Or},      {"^", Combining::Xor},
    {"&&", Combining::Both},  {"||", Combining::Either}};

std::optional<Combining> hetcc::combiningOf(StringRef Operator) {
  const auto *Found = llvm::find_if(Operators, [&](const auto &Each) { return Each.first == Operator; });
  return Found != std::end(Operators) ? std::optional(Found->second) : std::nullopt;
}

StringRef hetcc::operatorOf(Combining How) {
  return llvm::find_if(Operators, [&](const auto &Each) { return Each.second == How; })->first;
}

std::optional<Combining> hetcc::combiningOf(BinaryOperatorKind Op, QualType Target, QualType Computed) {
  // If each step converts a floating-point sum to an integer, or a sum to bool, the result depends on the order of the
  // steps, so the update is not a sum.
  bool Whole = Target->isRealFloatingType() || (Computed->isIntegerType() && !Target->isBooleanType());
  switch (Op) {
  case BO_Add:
  case BO_Sub:
    return Whole ? std::optional(Combining::Sum) : std::nullopt;
  case BO_Mul:
    return Whole ? std::optional(Combining::Product) : std::nullopt;
  case BO_And:
    return Combining::And;
  case BO_Or:
    return Combining::Or;
  case BO_Xor:
    return Whole ? std::optional(Combining::Xor) : std::nullopt;
  case BO_LAnd:
    return Target->isIntegerType() ? std::optional(Combining::Both) : std::nullopt;
  case BO_LOr:
    return Target->isIntegerType() ? std::optional(Combining::Either) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Combining> hetcc::extremeOf(BinaryOperatorKind Op) {
  if (Op == BO_LT || Op == BO_LE)
    return Combining::Least;
  return Op == BO_GT || Op == BO_GE ? std::optional(Combining::Most) : std::nullopt;
}
