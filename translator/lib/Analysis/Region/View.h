// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views. A view is a call that computes a pointer to elements from an object's members and from
// integers, as `image.row(y)` or `tensor.channel(q).row(y)`, or that names an element, as `image[i]` with an operator
// of the object. The object has its memory as a `void *` or `char *`. Analysis follows the called functions until only
// a sum such as `(float *)image.data + y * image.width` is left; the functions must have no other effect. Device code
// has the sum in place of the call.
#ifndef HETCC_LIB_ANALYSIS_REGION_VIEW_H
#define HETCC_LIB_ANALYSIS_REGION_VIEW_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace hetcc {

/// An object that a body declares for a part of another object, as `const Tensor t = image.channel(q);`, and of which
/// the body only uses views. Device code has variables for the integers (here q) in place of the declaration.
struct LocalObject {
  const clang::VarDecl *Var = nullptr;
  const clang::DeclStmt *At = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Integers; ///< the integers in the initializer, in the order of the text
};

/// The address of an element, or an element, as a sum: Array plus the sum of Terms.
struct View {
  const clang::Expr *Whole = nullptr; ///< the expression that device code replaces by the sum, `image.row(y)`
  const clang::Expr *Array = nullptr; ///< `(float *)image.data`, an expression that is not in the source
  std::string Address;                ///< the text of Array
  clang::QualType Element;
  /// A part of the sum: Count * step, where the step is a number of elements. Terms are in the order of the text.
  struct Term {
    const clang::Expr *Count = nullptr; ///< an integer expression in the body, `y`; null: 1
    const clang::VarDecl *Object =
        nullptr;                        ///< the local object whose declaration contains Count; null: Count is in Whole
    int64_t Number = 0;                 ///< the step, if it is a constant
    const clang::VarDecl *Step = nullptr;                 ///< otherwise the implicit variable that stands for the step
    llvm::SmallVector<const clang::MemberExpr *, 2> Uses; ///< the members in Code, as `image.width`
    std::string Code;                                     ///< the text of the step
  };
  /// A condition that must hold for a step in bytes to be a whole number of elements.
  struct Condition {
    std::string Code;
    llvm::SmallVector<const clang::MemberExpr *, 2> Uses;
  };
  llvm::SmallVector<Term, 3> Terms;
  const clang::Expr *Index = nullptr; ///< the sum of Terms as an expression, which is not in the source
  bool ByLocalObject = false;         ///< Whole uses a LocalObject, which device code does not have
  bool isElement() const { return Whole->isGLValue(); }
  std::vector<Condition> Needed;
  /// The integer expressions in Whole (Count of the terms), which device code evaluates.
  llvm::SmallVector<const clang::Expr *, 3> integers() const;
  /// The member that points to the memory, and the members from which steps are computed. The loop must not change any
  /// of these.
  llvm::SmallVector<const clang::MemberExpr *, 4> members() const;
};

} // namespace hetcc
#endif
