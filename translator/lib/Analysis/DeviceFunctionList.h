// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the unit that a body calls and that read variables of the file's, as they stand in a region.
#ifndef HETCC_LIB_ANALYSIS_DEVICEFUNCTIONLIST_H
#define HETCC_LIB_ANALYSIS_DEVICEFUNCTIONLIST_H

#include "clang/AST/Expr.h"
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace hetcc {

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

} // namespace hetcc
#endif
