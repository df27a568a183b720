// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops inside a body that have a counter which runs from one bound to another.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_INNERLOOP_H
#define HETCC_LIB_ANALYSIS_SYNTAX_INNERLOOP_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace hetcc {

/// A loop `for (j = First; j < Limit; j++)` or the like, in which only the increment changes j, so that j lies between
/// First and Limit.
struct InnerLoop {
  const clang::ValueDecl *Counter = nullptr;
  const clang::Expr *First = nullptr, *Limit = nullptr;
  bool Upwards = true;
  bool Inclusive = false; ///< the counter may be Limit itself
  bool Unequal = false;   ///< the condition is `!=`
  int64_t Step = 1;       ///< what each turn adds to the counter
  /// The counter may wrap around at the end of its type, and then be beyond First instead of between First and Limit.
  /// This cannot happen if the first value after the limit can be represented in the counter's type.
  bool MayWrap = false;
};

/// Whether a jump or a `case` may lead into the middle of a statement, and so skip the code before that place.
bool mayBeEntered(const clang::Stmt *S);

/// Which counters a caller of countedLoop() accepts: integers only, or pointers into an array as well.
enum class Counting { Numbers, Pointers };

/// The counted loop that a `for` statement is; nothing if the statement is no counted loop, or has a counter that `By`
/// does not accept.
std::optional<InnerLoop> countedLoop(const clang::ForStmt *For, clang::ASTContext &Context,
                                     Counting By = Counting::Numbers);

/// The counted loop that a statement is; its counter may be an integer or a pointer. A range-based for statement over
/// an array counts by a pointer.
std::optional<InnerLoop> countedLoop(const clang::Stmt *Loop, clang::ASTContext &Context);
/// The body of a `for` or a range-based for statement; null for all other statements.
const clang::Stmt *bodyOf(const clang::Stmt *Loop);

/// Finds the counted loops of a body.
class InnerLoops {
public:
  InnerLoops(const clang::Stmt *Body, clang::ASTContext &Context) : Context(Context) { walk(Body); }
  /// The counted loops around a subscript, the outermost first.
  llvm::ArrayRef<InnerLoop> around(const clang::Expr *Subscript) const;

private:
  void walk(const clang::Stmt *S);

  clang::ASTContext &Context;
  std::vector<InnerLoop> Open; ///< the loops around the code that is visited
  llvm::DenseMap<const clang::Expr *, std::vector<InnerLoop>> Around;
};

} // namespace hetcc
#endif
