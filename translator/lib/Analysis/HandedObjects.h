// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: objects with pointers in them that a body hands to functions of the unit, as the data of a
// simulation often is. A device has a copy of the object, in which the pointers lead to the arrays that it has.
#ifndef HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H
#define HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace hetcc {

class Callees;

struct HandedObject {
  const clang::DeclRefExpr *Object = nullptr;
  /// `object.pointer` for each pointer in it that functions follow. The expressions stand nowhere in the source.
  llvm::SmallVector<const clang::MemberExpr *, 4> Arrays;
};

/// What the argument hands to parameter Number of a function that the unit defines: `o`, or `&o`, of a variable that is
/// a trivially copyable struct and holds pointers. Nothing where it is something else, or where functions do more with
/// the object than to read its members and what its pointers lead to.
std::optional<HandedObject> handedObject(const clang::Expr *Argument, const clang::FunctionDecl *Callee,
                                         unsigned Number, Callees &Called, clang::ASTContext &Context);

} // namespace hetcc
#endif
