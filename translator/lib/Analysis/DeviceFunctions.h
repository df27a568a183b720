// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the unit that a body calls and that read variables of the file's. The memory of a device has no such
// variables: device code has a form of these functions to which it hands the region's own copies.
#ifndef HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H

#include "Analysis/DeviceFunctionList.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// In C. None at all where one of them uses such a variable otherwise, or could not stand before the region's function.
DeviceFunctions findDeviceFunctions(const Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
