// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out what the functions of a translation unit do to the objects that their parameters lead to. The class Callees
// analyses each function, and the functions that it calls, once. If the unit does not define a function, only the types
// of the function's parameters are known.
#ifndef HETCC_LIB_ANALYSIS_CALLS_CALLEES_H
#define HETCC_LIB_ANALYSIS_CALLS_CALLEES_H

#include "clang/AST/Decl.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace hetcc {

struct KnownViews;

/// What a function does to the objects that one of its parameters leads to, directly or by way of further pointers.
struct ParameterUse {
  bool Written = false;
  bool CastsConstAway = false; ///< a write goes through a pointer or reference to `const`, from which a cast drops the
                               ///< `const`
  bool Returned = false;       ///< the function's result may lead to the objects
  bool ReturnedWithoutConst = false;
  /// The function looks at the objects as bytes or by another type, so that their neighbours may be reached.
  bool SeenAsOther = false;
  /// The function compares the addresses that the parameter leads to with those of other parameters (their bits are set
  /// here), or with addresses in ComparedOutside, variables from outside of the function. The parameter's own bit is
  /// set only if the parameter is an object that may hold addresses in several arrays.
  uint64_t ComparedWith = 0;
  std::vector<const clang::VarDecl *> ComparedOutside;
  clang::SourceLocation Where;                 ///< of the first write, or of the call that leads to the first write
  const clang::FunctionDecl *Callee = nullptr; ///< the function that is called at Where, if that call leads to the
                                               ///< write; null if the function itself writes
  unsigned CalleeParameter = 0;
};

/// The uses of all parameters of a function, in order; the last entry is the use of the object of a member function.
using FunctionUse = std::vector<ParameterUse>;

/// Finds, and keeps, what the functions of a unit do to the objects that their parameters lead to. All regions of the
/// unit share one instance.
class Callees {
public:
  explicit Callees(clang::ASTContext &Context) : Context(Context) {}
  /// What F does to the objects that its parameters lead to; null if this is not known, for example because the unit
  /// does not define F.
  const FunctionUse *usesOf(const clang::FunctionDecl *F);
  /// Text for messages: where a known function writes, as in " in 'deep' (file.c:12), called by 'bump'".
  std::string chain(const clang::FunctionDecl *F, unsigned Parameter);
  std::shared_ptr<KnownViews> Views; ///< the views that have been found in the unit's bodies, see Views.h
private:
  const clang::FunctionDecl *known(const clang::FunctionDecl *F) const;
  clang::ASTContext &Context;
  std::map<const clang::FunctionDecl *, FunctionUse> Uses; ///< for each definition; pointers to the entries stay valid
};

} // namespace hetcc
#endif
