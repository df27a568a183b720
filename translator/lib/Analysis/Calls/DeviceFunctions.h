// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: functions of the unit that a body calls and that read global variables. A device has no such
// variables, so device code has a second form of each of these functions, which gets the region's copies of the
// variables as additional arguments.
#ifndef HETCC_LIB_ANALYSIS_CALLS_DEVICEFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_CALLS_DEVICEFUNCTIONS_H

#include "Analysis/Region/DeviceFunctionList.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// The functions of the region's body that need a device form. The list is empty if one of the functions does more with
/// a global variable than read it, or cannot have such a form. In C, the form is written before the region's
/// function; in C++, after each declaration of the original function.
DeviceFunctions findDeviceFunctions(const Region &R, clang::ASTContext &Context);

/// Whether two functions have the same text, as instances of a template have; and whether one device form serves both.
bool isSameText(const DeviceFunction &A, const DeviceFunction &B);
bool haveSameForm(const DeviceFunction &A, const DeviceFunction &B);

} // namespace hetcc
#endif
