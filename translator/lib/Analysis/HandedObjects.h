// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: objects with pointers in them that a body hands to functions of the unit, as the data of a
// simulation often is, or whose member functions it calls. A device has a copy of the object, in which the pointers
// lead to the arrays that it has.
#ifndef HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H
#define HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H

#include "Analysis/Region.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace hetcc {

class Callees;

/// A member of an object by which functions reach elements: a pointer, or a container.
struct HandedArray {
  /// `object.member`, or `pointer->member`, which stands nowhere in the source; `(T *)object.member` of a `void *`.
  const clang::Expr *Array = nullptr;
  const clang::MemberExpr *member() const;
  std::string Name;     ///< `part.member`, from the object on
  bool Written = false; ///< functions may write elements
  /// Where the member's pointers into the array lie in the object, in bytes. The first one leads to its first element.
  llvm::SmallVector<uint64_t, 3> Pointers;
  clang::QualType Element;
  /// The address of the first element in words of the host, where the name of the member is none that code outside of
  /// the class may use; else empty.
  std::string Address;
};

struct HandedObject {
  Designated Object;
  llvm::SmallVector<HandedArray, 4> Arrays;
  /// Its pointers to other objects that functions use as this one, and those.
  struct Pointer {
    std::string Name;
    uint64_t Offset = 0;
  };
  std::vector<Pointer> Pointers;
  std::vector<HandedObject> Behind;
  /// The object cannot be copied as a value, nor are its members in sight: a device has its bytes.
  bool AsBytes = false;
  /// What the function returns may lead to the object itself, of which a device has a copy that never comes back.
  bool LendsItself = false;
};

/// What the argument hands to parameter Number of a function that the unit defines: an object that is a struct or of a
/// class and holds pointers, or a part of one: of a variable, `o`, of what a pointer leads to, `*p`, or of this object,
/// which may as well hold none. Number is that of the last parameter and one for the object of a member function.
/// Nothing where it is something else, or where functions do more with the object, and with others that its pointers
/// lead to, than to read members, and to read and write elements that pointers lead to. Of this object, and of one with
/// pointers that a pointer leads to, Obstacle says why.
std::optional<HandedObject> handedObject(const clang::Expr *Argument, const clang::FunctionDecl *Callee,
                                         unsigned Number, Callees &Called, clang::ASTContext &Context,
                                         std::string *Obstacle = nullptr);

/// How generated code reads a member of an object, `o.size`, whose name code outside of the class may not use; empty
/// where it may.
std::string codeOfMember(const clang::MemberExpr &Member, const clang::ASTContext &Context);

} // namespace hetcc
#endif
