// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a data clause says of each dimension of its array.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_SHAPE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_SHAPE_H

#include "Analysis/Windows/WindowShape.h"
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;
struct Window;

/// The shape of a window whose clause's expressions have been checked. `W` has its type and rank.
WindowShape shapeOf(const Window &W, const clang::ASTContext &Context);

/// A variable of generated code, and the expression that it keeps.
struct KeptNumber {
  std::string Name, Code;
};
/// What a block over places keeps of its windows' clauses for all that is inside.
std::vector<KeptNumber> keptNumbers(const Region &Block);

} // namespace hetcc
#endif
