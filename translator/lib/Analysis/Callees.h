// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions of the unit do to what their parameters lead to: found by looking into them and what they call, once
// for each. Of a function that the unit does not define, the types of its parameters say it.
#ifndef HETCC_LIB_ANALYSIS_CALLEES_H
#define HETCC_LIB_ANALYSIS_CALLEES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct KnownViews;

/// What happens to what a pointer or a reference leads to, by whatever way.
struct ParameterUse {
  bool Written = false;
  bool DespiteConst = false; ///< it is, by way of a pointer or a reference to `const`
  bool Returned = false;     ///< what the function returns may lead there
  bool ReturnedDespiteConst = false;
  bool SeenAsOther = false; ///< as bytes or by another type, so that what lies around it may be reached
  /// Parameters, by bits, and variables from outside of the function, with whose addresses its own are compared; its
  /// own bit, where that says something: the parameter is an object that may hold addresses in several arrays.
  uint64_t ComparedWith = 0;
  std::vector<const clang::VarDecl *> ComparedOutside;
  clang::SourceLocation Where;                 ///< of the first write, or of the call that leads to it
  const clang::FunctionDecl *Callee = nullptr; ///< of that call; null: the function writes itself
  unsigned CalleeParameter = 0;
};

/// A use for each parameter, and behind them one for the object of a member function.
using FunctionUse = std::vector<ParameterUse>;

class Callees {
public:
  explicit Callees(clang::ASTContext &Context) : Context(Context) {}

  /// Null where nothing is known: the function is not defined, or has too many parameters.
  const FunctionUse *of(const clang::FunctionDecl *F);
  /// " in 'deep' (file.c:12), called by 'bump'": where a known function writes.
  std::string chain(const clang::FunctionDecl *F, unsigned Parameter);

  std::shared_ptr<KnownViews> Views; ///< of the unit's bodies

private:
  const clang::FunctionDecl *known(const clang::FunctionDecl *F) const;

  clang::ASTContext &Context;
  std::map<const clang::FunctionDecl *, FunctionUse> Uses; ///< by definition; references to them stay valid
};

/// The object of a member function among what a call hands on, null if there is none, and the arguments behind it.
std::pair<const clang::Expr *, llvm::ArrayRef<const clang::Expr *>> objectAndArguments(const clang::CallExpr &Call);

/// Whether a conversion between pointers or references forgets that what they lead to is `const`.
bool dropsConst(clang::QualType From, clang::QualType To);

/// Whether a cast does, of what its operand names or leads to.
bool castsConstAway(const clang::CastExpr &Cast);

/// The variable that a glvalue is a part of, without following pointers; null if there is none.
const clang::VarDecl *variable(const clang::Expr *E);

/// Whether two addresses are held to each other, or their distance is taken.
bool comparesAddresses(const clang::BinaryOperator *E);

/// Whether a conversion lets an object with pointers in it be seen as one without, as in `memcpy(&to, &from, n)`,
/// `*(long *)&pointer` or `std::bit_cast`; and whether the member of a union does, where another member is a pointer.
bool makesBytes(const clang::CastExpr *E);
bool makesBytes(const clang::MemberExpr *E);

/// Whether a conversion between pointers or references lets an object be seen as one with pointers that it is not, as
/// in `(struct list *)bytes` or `*(int **)&number`.
bool makesPointers(const clang::CastExpr *E);

/// Whether a conversion between pointers lets an object be seen by another type than its own.
bool changesObject(const clang::CastExpr *E);

/// Whether values of a type hold pointers or references, by which other objects can be reached; `ToChange`: and
/// changed.
bool holdsPointers(clang::QualType T, bool ToChange);

} // namespace hetcc
#endif
