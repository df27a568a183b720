// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: objects with pointers in them that a loop's body hands to functions of the translation unit, or
// whose member functions it calls, such as the data of a simulation. A device has a copy of the object, whose pointers
// lead to the arrays on the device.
#ifndef HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H
#define HETCC_LIB_ANALYSIS_HANDEDOBJECTS_H

#include "Analysis/Region.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace hetcc {

class Callees;

/// A member of an object by which functions reach the elements of an array: a pointer, or a container.
struct HandedArray {
  /// `object.member` or `pointer->member`, an expression that is not in the source; `(T *)object.member` if the member
  /// is a `void *`.
  const clang::Expr *Array = nullptr;
  const clang::MemberExpr *member() const;
  std::string Name;     ///< `part.member`, relative to the object
  bool Written = false; ///< functions may write elements of the array
  /// The offsets of the member's pointers into the array, in bytes from the beginning of the object. The first pointer
  /// leads to the array's first element.
  llvm::SmallVector<uint64_t, 3> Pointers;
  clang::QualType Element;
  /// Code for the address of the first element on the host, if code outside of the class may not use the member's name;
  /// else empty.
  std::string Address;
};

/// An object that a function gets, and the members of the object that functions use.
struct HandedObject {
  Designated Object;
  llvm::SmallVector<HandedArray, 4> Arrays;
  /// The object's pointers to other objects that functions use in the same way; and, in Behind, these objects.
  struct Pointer {
    std::string Name;
    uint64_t Offset = 0;
  };
  std::vector<Pointer> Pointers;
  std::vector<HandedObject> Behind;
  /// A device gets the object's bytes, because the object cannot be copied as a value, or its members cannot be named.
  bool AsBytes = false;
  /// The function's result may lead to the object itself. A device has a copy of the object, which is never written
  /// back.
  bool LendsItself = false;
};

/// The object that parameter `Number` of a function of the unit gets as `Argument`, if the object is of a struct or
/// class type and holds pointers: a variable `o`, what a pointer leads to, `*p`, or a part of one of these; or `*this`,
/// which need not hold pointers. For the object of a member function, `Number` is the number of parameters. Nothing if
/// the argument is something else, or if functions do more with the object, and with others that its pointers lead to,
/// than read members, and read and write elements that pointers lead to. For `*this`, and for an object with pointers
/// behind a pointer, `Obstacle` gets the reason.
std::optional<HandedObject> handedObject(const clang::Expr *Argument, const clang::FunctionDecl *Callee,
                                         unsigned Number, Callees &Called, clang::ASTContext &Context,
                                         std::string *Obstacle = nullptr);

/// Code that reads a member of an object, `o.size`, whose name code outside of the class may not use; empty if the code
/// may use the name.
std::string codeOfMember(const clang::MemberExpr &Member, const clang::ASTContext &Context);

} // namespace hetcc
#endif
