// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: the path from a region's loop down to each access in its body: the inner loops and conditions
// around the access.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_PATHS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_PATHS_H

#include "Analysis/Syntax/InnerLoop.h"
#include "clang/AST/StmtCXX.h"

namespace hetcc {

/// One loop or condition around an access.
struct PathStep {
  enum class Kind : uint8_t {
    Loop,      ///< the loop Counted; with Breaks, a `break` or the like may end it early
    Condition, ///< the code inside runs if Test is true; without Holds, if Test is false
    Unknown,   ///< it is not known whether and how often the code inside runs
  } What = Kind::Unknown;
  InnerLoop Counted = {};
  bool Breaks = false;
  const clang::Expr *Test = nullptr;
  bool Holds = true;
};
using Path = llvm::SmallVector<PathStep, 4>;

/// Finds the path of each expression in a loop body that may be an access to an array; the outermost step comes first.
class Paths {
public:
  Paths(const clang::Stmt *Body, clang::ASTContext &Context) : Context(Context) { loopBody(Body); }
  const Path &around(const clang::Expr *Access) const {
    auto Found = Around.find(Access);
    return Found == Around.end() ? None : Found->second;
  }

private:
  void walk(const clang::Stmt *S);
  void inside(PathStep Step, const clang::Stmt *S);
  void loopBody(const clang::Stmt *Body);
  void loop(const clang::ForStmt *For);
  void range(const clang::CXXForRangeStmt *Range, const InnerLoop &Counted);

  clang::ASTContext &Context;
  Path Open;
  Path None;
  llvm::DenseMap<const clang::Expr *, Path> Around;
};

} // namespace hetcc
#endif
