// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out which variable, member, object or element an expression names.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_NAMEDOBJECTS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_NAMEDOBJECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include <map>
#include <optional>
#include <vector>

namespace hetcc {

struct Region;

/// A variable, and then the members that lead to a part of the variable, or of an object that its pointers lead to: for
/// `p->s.x`, the declarations of p, s and x.
using MemberPath = std::vector<const clang::ValueDecl *>;

/// A call of a member function that returns a reference to an element of a member, as `T &at(int i) { return m[i]; }`.
/// The analysis treats the call `o.at(i)` as the subscript in the function: an access to index i of the array that
/// begins at `&o.at(0)`.
struct Accessor {
  const clang::CXXMemberCallExpr *Call = nullptr;
  const clang::MemberExpr *Callee = nullptr; ///< `o.at`, the called function
  const clang::FieldDecl *Array = nullptr;   ///< the member `m` that the function subscripts
};

/// One subscript: built in, by an operator[], or by an Accessor.
struct Subscript {
  const clang::Expr *Base = nullptr, *Index = nullptr;
};
std::optional<Subscript> subscript(const clang::Expr *E);

/// The accessor that an expression calls; nullopt if the expression calls none.
std::optional<Accessor> accessorOf(const clang::Expr *E);
/// An expression for the array that an accessor subscripts: `&o.at(0)`, of which memberPath() gives the path of the
/// member.
const clang::Expr *arrayBehind(const Accessor &A);

/// The path of an expression such as `s`, `s.x`, `p->s.x` or `&s.at(0)`; empty for all other expressions. `Followed`
/// gets the paths of the pointers that the expression dereferences.
MemberPath memberPath(const clang::Expr *E, std::vector<MemberPath> *Followed = nullptr);
/// The variable that an expression names, and the members that follow it, as in `o.part.x`; empty if the expression
/// names no variable. If clang has made the variable to hold the value of a clause's expression, the result is the path
/// of that expression.
MemberPath pathOf(const clang::Expr *E);
/// Appends the pointers that an expression dereferences, in order: `p` and `p->q` for `p->q->x`.
void pointersOf(const clang::Expr *E, std::vector<const clang::Expr *> &Into);
/// Whether T, or the class that T points to, has the same base class more than once, or a base that is not defined.
bool hasBaseTwice(clang::QualType T);

/// The object that an expression designates, and the part of the object if it designates a part only: for `p->s.x`, the
/// object `*p` and the part s, x. Members of `*this` count as variables.
struct Designated {
  const clang::Expr *Name = nullptr;          ///< the object's name; with Behind, a pointer to the object, or `this`
  bool Behind = false;                        ///< Name is a pointer to the object
  std::vector<const clang::FieldDecl *> Part; ///< the members that lead to the part, without pointers and references
  bool isThis() const { return llvm::isa<clang::CXXThisExpr>(Name); }
  clang::QualType type() const { return Behind ? Name->getType()->getPointeeType() : Name->getType(); }
};

/// The object that an expression designates; nullopt if no path of variables and members leads to the object.
std::optional<Designated> designated(const clang::Expr *E);
/// The variable, or member of `*this`, that an object's name begins with; null for `*this` itself.
const clang::ValueDecl *frontOf(const Designated &O);
/// For a view's Array `(float *)image.data`: the pointer `image.data`. Any other expression unchanged.
const clang::Expr *behindView(const clang::Expr *E);
/// If `E` names the variable `__range` that clang makes for a range-based for statement: the range as it is written.
/// Otherwise E.
const clang::Expr *behindRange(const clang::Expr *E);

/// The variable, or the member of `*this`, that an expression names; null for all other expressions, also for members
/// of other objects.
const clang::ValueDecl *namedDirectly(const clang::Expr *E);

/// The canonical declaration of the variable that an expression names; null for all other expressions.
const clang::VarDecl *namedVariable(const clang::Stmt *S);

/// The canonical declaration of the function that declares a variable, also inside of OpenMP constructs; null if the
/// variable is not local.
const clang::FunctionDecl *functionOf(const clang::VarDecl &Var);

/// The implicit variables of a region, which represent members of variables, such as `s.x`, and objects that pointers
/// lead to. Each region has its own, because another region may use the same object as a whole. For code that belongs
/// to no region, callers pass an empty `MemberEntities()`.
class MemberEntities {
public:
  /// The declaration that represents a member: the field for a member of `*this`, else the variable that make() has
  /// made. Null if there is none.
  const clang::ValueDecl *member(const clang::Expr *E) const;
  /// The variable that an expression names: namedDirectly(), and member() for a member. Null for all other expressions.
  const clang::ValueDecl *named(const clang::Expr *E) const;
  /// The variable or member that an lvalue is a part of, as `s` for `s.a[i]`; null if the lvalue is reached through a
  /// pointer.
  const clang::ValueDecl *root(const clang::Expr *E) const;
  /// Whether make() has made a declaration.
  bool has(const clang::ValueDecl *D) const;

  /// Makes the variable that represents the member `E`, unless there is one already, and returns it. Null if E does not
  /// name a member. `User` is the function that contains the region.
  const clang::ValueDecl *make(const clang::Expr *E, const clang::FunctionDecl &User, clang::ASTContext &Context);
  /// The variable that represents an object; it is made if there is none yet. If the object is a variable, the result
  /// is this variable.
  const clang::ValueDecl *make(const Designated &O, const clang::FunctionDecl &User, clang::ASTContext &Context);

private:
  const clang::ValueDecl *make(const MemberPath &Path, clang::QualType T, const clang::FunctionDecl &User,
                               clang::ASTContext &Context);

  std::map<MemberPath, const clang::VarDecl *> Made;
};

} // namespace hetcc
#endif
