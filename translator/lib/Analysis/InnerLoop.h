// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops inside a body whose counter runs from one bound to another.
#ifndef HETCC_LIB_ANALYSIS_INNERLOOP_H
#define HETCC_LIB_ANALYSIS_INNERLOOP_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace hetcc {

/// `for (j = First; j < Limit; j++)` and the like, where nothing else changes j: it lies between First and Limit.
struct InnerLoop {
  const clang::ValueDecl *Counter = nullptr;
  const clang::Expr *First = nullptr, *Limit = nullptr;
  bool Upwards = true;
  bool Inclusive = false; ///< the counter may be Limit itself
  bool Unequal = false;   ///< the condition is `!=`
  int64_t Step = 1;       ///< what the counter changes by
  bool Around = false;    ///< unless the next value behind the limit is one of the counter's type, it may come from the
                          ///< other end of that, and lie on the other side of First
};

/// Whether a jump or a `case` leads into a statement past what stands before that.
bool mayBeEntered(const clang::Stmt *S);

/// By what a loop may count: pointers are no numbers, and know their array besides.
enum class Counting { Numbers, Pointers };

/// Recognises a loop that counts by integers, or by pointers too.
std::optional<InnerLoop> countedLoop(const clang::ForStmt *For, clang::ASTContext &Context,
                                     Counting By = Counting::Numbers);

/// Any loop that counts by integers or pointers; a range-based for statement over an array is one.
std::optional<InnerLoop> countedLoop(const clang::Stmt *Loop, clang::ASTContext &Context);
/// What a loop that may be counted does in each turn; null for all other statements.
const clang::Stmt *bodyOf(const clang::Stmt *Loop);

/// The counted loops of a body.
class InnerLoops {
public:
  InnerLoops(const clang::Stmt *Body, clang::ASTContext &Context) : Context(Context) { walk(Body); }
  /// Those around a subscript; the outermost first.
  llvm::ArrayRef<InnerLoop> around(const clang::Expr *Subscript) const;

private:
  void walk(const clang::Stmt *S);

  clang::ASTContext &Context;
  std::vector<InnerLoop> Open; ///< around what is being visited
  llvm::DenseMap<const clang::Expr *, std::vector<InnerLoop>> Around;
};

} // namespace hetcc
#endif
