// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the unit that a body calls and that read global variables. The memory of a device has no such variables:
// device code has its own form of these functions, which gets the region's copies of the variables as arguments.
#ifndef HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H

#include "Analysis/DeviceFunctionList.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct Region;

/// The functions of the region's body that need such a form. None at all if one of them does more with a global
/// variable than to read it, or cannot have another form. The form stands before the region's function in C, and behind
/// each declaration of the original function in C++.
DeviceFunctions findDeviceFunctions(const Region &R, clang::ASTContext &Context);

/// C++: the declarations of a function, or of the template that it is an instance of, behind which its form is
/// declared. The last one is the definition. Empty if the function cannot have a form.
std::vector<const clang::FunctionDecl *> declarationsOf(const DeviceFunction &F, clang::ASTContext &Context);

/// Whether two functions have the same text, as instances of a template have, and whether their forms are the same.
bool isSameText(const DeviceFunction &A, const DeviceFunction &B);
bool haveSameForm(const DeviceFunction &A, const DeviceFunction &B);

/// Whether the type of a variable uses no name of the program, so that the type means the same anywhere.
bool hasTypeAnywhere(const clang::ValueDecl &Var);

} // namespace hetcc
#endif
