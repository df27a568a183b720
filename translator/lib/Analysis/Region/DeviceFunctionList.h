// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the unit that a body calls and that read global variables, as a Region lists them. See
// DeviceFunctions.h.
#ifndef HETCC_LIB_ANALYSIS_REGION_DEVICEFUNCTIONLIST_H
#define HETCC_LIB_ANALYSIS_REGION_DEVICEFUNCTIONLIST_H

#include "clang/AST/Expr.h"
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace hetcc {

/// A function that reads global variables, or calls a function that does.
struct DeviceFunction {
  const clang::FunctionDecl *Definition = nullptr;
  std::vector<const clang::DeclRefExpr *> Reads; ///< where the function names a global variable
  std::vector<const clang::CallExpr *> Calls;    ///< the function's calls of other functions that are DeviceFunctions
  /// The global variables that the function and its callees read, in the order of the source.
  std::vector<const clang::ValueDecl *> Needs;
  /// C++: the declarations of the function, or of the template that it is an instance of, after which its device form
  /// is declared. The last one is the definition.
  std::vector<const clang::FunctionDecl *> Declarations;
};

struct DeviceFunctions {
  /// The DeviceFunctions that the body calls, directly or not, in the order of the source.
  std::vector<DeviceFunction> All;
  std::vector<const clang::CallExpr *> Calls; ///< the body's own calls of functions in All
  /// Whether `Use` is one of the places where a function in All reads a global variable.
  bool reads(const clang::DeclRefExpr *Use) const;
  /// The function in All that a call calls; null if the call calls another function.
  const DeviceFunction *find(const clang::CallExpr *Call) const;
};

} // namespace hetcc
#endif
