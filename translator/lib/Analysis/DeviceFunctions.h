// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the unit that a body calls and that read variables of the file's. The memory of a device has no such
// variables: device code has a form of these functions to which it hands the region's own copies.
#ifndef HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_DEVICEFUNCTIONS_H

#include "clang/AST/Expr.h"
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace hetcc {

struct Region;

/// A function that reads such variables, or calls one that does.
struct DeviceFunction {
  const clang::FunctionDecl *Definition = nullptr;
  std::vector<const clang::DeclRefExpr *> Reads; ///< where it names them
  std::vector<const clang::CallExpr *> Calls;    ///< of functions of this kind
  std::vector<const clang::ValueDecl *> Needs;   ///< what it and those that it calls read, in the order of the source
};

struct DeviceFunctions {
  std::vector<DeviceFunction> All;            ///< in the order of the source
  std::vector<const clang::CallExpr *> Calls; ///< of the body
  /// Whether a use of a variable is one of those that these functions read.
  bool reads(const clang::DeclRefExpr *Use) const;
  /// Null: another function.
  const DeviceFunction *find(const clang::CallExpr *Call) const;
};

/// In C. None at all where one of them uses such a variable otherwise, or could not stand before the region's function.
DeviceFunctions findDeviceFunctions(const Region &R, clang::ASTContext &Context);

} // namespace hetcc
#endif
