// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: expressions that compute a pointer to elements from an object's members and from integers, as
// `image.row(y)` or `tensor.channel(q).row(y)` do, or that name an element, as `image[i]` does by an operator of the
// object's, where the object has its memory as bytes or of no type. What the
// functions do on the way is followed until nothing is left but the sum; the objects that they make have no other
// effect. Device code has that sum in the expression's place.
#ifndef HETCC_LIB_ANALYSIS_VIEWS_H
#define HETCC_LIB_ANALYSIS_VIEWS_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace hetcc {

struct Region;

/// An object that a body declares for a part of another one, `const Tensor t = image.channel(q);`, of which it uses
/// nothing but views. Device code has the integers in the declaration's place.
struct LocalObject {
  const clang::VarDecl *Var = nullptr;
  const clang::DeclStmt *At = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> By; ///< the integers that it is made of, in the order of the text
};

struct View {
  const clang::Expr *Whole = nullptr; ///< what device code has the sum for
  const clang::Expr *Array = nullptr; ///< `(float *)image.data`, which stands nowhere in the source
  std::string Address;                ///< that as text
  clang::QualType Element;
  /// A part of the sum: By elements' worth of steps, in the order of the text.
  struct Term {
    const clang::Expr *By = nullptr;      ///< an integer of the caller's; null: one
    const clang::VarDecl *Of = nullptr;   ///< the local object in whose declaration that stands; null: in the view
    int64_t Number = 0;                   ///< the step, if it is known
    const clang::VarDecl *Step = nullptr; ///< else what stands for it
    llvm::SmallVector<const clang::MemberExpr *, 2> Uses; ///< the members that it is made of
    std::string Code;                                     ///< and its text
  };
  /// Without which the sum is no number of elements.
  struct Condition {
    std::string Code;
    llvm::SmallVector<const clang::MemberExpr *, 2> Uses;
  };
  llvm::SmallVector<Term, 3> Terms;
  const clang::Expr *Index = nullptr; ///< the sum as an expression, which stands nowhere in the source
  bool ByLocalObject = false;         ///< it means nothing to device code but as a view
  bool isElement() const { return Whole->isGLValue(); }
  std::vector<Condition> Needed;
  /// The caller's integers that stand in it, which device code has as well.
  llvm::SmallVector<const clang::Expr *, 3> integers() const;
  /// The member that leads to the memory, and all that the steps are made of: the loop has to leave them alone.
  llvm::SmallVector<const clang::MemberExpr *, 4> members() const;
};

/// The view that an expression of a region's body is; null if it is none.
const View *viewOf(const clang::Expr *E, const Region &R, clang::ASTContext &Context);

/// The local object that a statement of a region's body declares, or that a variable is; null if it is none.
const LocalObject *localObject(const clang::Stmt *S, const Region &R, clang::ASTContext &Context);
const LocalObject *localObject(const clang::ValueDecl *Var, const Region &R, clang::ASTContext &Context);

/// How code where a loop stands names a member: with `this`, whatever local variables are called.
std::string textOfMember(const clang::MemberExpr &Member, const clang::ASTContext &Context);

/// What a view's array is the address of, `image.data`; any other expression as it is.
const clang::Expr *behindView(const clang::Expr *E);

/// The view that an expression is, if anybody has asked for that before.
const View *knownView(const clang::Stmt *S, const Region &R);

} // namespace hetcc
#endif
