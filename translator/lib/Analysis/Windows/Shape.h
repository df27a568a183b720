// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: makes the WindowShape of a window: what its data clause says of each dimension of the array.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_SHAPE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_SHAPE_H

#include "Analysis/Region/WindowShape.h"
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct KeptNumber;
struct Region;
struct Window;

/// The shape of a window. The clause's expressions have been checked, and the type and rank of `W` are set.
WindowShape shapeOf(const Window &W, const clang::ASTContext &Context);

/// The variables in which generated code keeps the values of a block's clauses for the loops inside of the block. Empty
/// unless the block's threads stand for places.
std::vector<KeptNumber> keptNumbers(const Region &Block);

} // namespace hetcc
#endif
