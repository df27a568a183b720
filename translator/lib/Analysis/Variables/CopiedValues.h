// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: captured variables that may also be elements of the region's arrays.
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_COPIEDVALUES_H
#define HETCC_LIB_ANALYSIS_VARIABLES_COPIEDVALUES_H

#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct CopiedValue;
struct Region;

/// The variables that devices get copies of and that the region may write as elements of an array.
std::vector<CopiedValue> copiedAndWritten(const Region &R, const clang::ASTContext &Context);

} // namespace hetcc
#endif
