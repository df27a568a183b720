// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: loops inside a body whose counter runs from one bound to another.
#ifndef HETCC_LIB_ANALYSIS_INNERLOOP_H
#define HETCC_LIB_ANALYSIS_INNERLOOP_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace hetcc {

/// `for (j = First; j < Limit; j++)` and the like, where nothing else changes j: it lies between First and Limit.
struct InnerLoop {
  const clang::ValueDecl *Counter = nullptr;
  const clang::Expr *First = nullptr, *Limit = nullptr;
  bool Upwards = true;
  bool Inclusive = false; ///< the counter may be Limit itself
};

/// The counted loops around `Inside`, a part of `Body`; the innermost first.
llvm::SmallVector<InnerLoop, 4> loopsAround(const clang::Expr *Inside, const clang::Stmt *Body,
                                            clang::ASTContext &Context);

} // namespace hetcc
#endif
