// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the loops and conditions that stand between a region's loop and its accesses.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_PATHS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_PATHS_H

#include "Analysis/InnerLoop.h"
#include "clang/AST/StmtCXX.h"

namespace hetcc {

struct PathStep {
  enum class Kind : uint8_t {
    Loop,      ///< Counted, of which turns may be left out if it Breaks
    Condition, ///< Test is true or, where not Holds, false
    Unknown,   ///< whether and how often what stands inside is executed is not known
  } What = Kind::Unknown;
  InnerLoop Counted = {};
  bool Breaks = false;
  const clang::Expr *Test = nullptr;
  bool Holds = true;
};
using Path = llvm::SmallVector<PathStep, 4>;

/// Of each expression that may be an access, what stands around it, outermost first.
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
