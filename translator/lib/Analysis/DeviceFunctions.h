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

/// None at all where one of them uses such a variable otherwise, or cannot have another form: in C one that stands
/// before the region's function, in C++ one behind each of its declarations.
DeviceFunctions findDeviceFunctions(const Region &R, clang::ASTContext &Context);

/// C++: the declarations of a function, or of the template that it is an instance of, that a form of it follows. The
/// definition is the last one; none at all where that cannot be.
std::vector<const clang::FunctionDecl *> declarationsOf(const DeviceFunction &F, clang::ASTContext &Context);

/// Whether two functions are written in one place, as instances of a template are, and whether their forms are the
/// same.
bool isSameText(const DeviceFunction &A, const DeviceFunction &B);
bool haveSameForm(const DeviceFunction &A, const DeviceFunction &B);

/// Whether the type of a variable has no name of the program's in it.
bool hasTypeAnywhere(const clang::ValueDecl &Var);

} // namespace hetcc
#endif
