// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: objects with pointers in them, such as the data of a simulation, which a loop's body passes to
// functions of the translation unit, or whose member functions it calls. A device has a copy of the object; the
// pointers in the copy lead to the arrays on the device.
#ifndef HETCC_LIB_ANALYSIS_OBJECTS_OBJECTARGUMENTS_H
#define HETCC_LIB_ANALYSIS_OBJECTS_OBJECTARGUMENTS_H

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace hetcc {

class Callees;

/// A member of an object by which functions reach the elements of an array: a pointer, or a container.
struct ArgumentArray {
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
  /// Code for the address of the first element on the host, if the member's name is not accessible outside of the
  /// class; else empty.
  std::string Address;
};

/// An object that a function gets, and the members of the object that functions use.
struct ObjectArgument {
  Designated Object;
  llvm::SmallVector<ArgumentArray, 4> Arrays;
  /// The object's pointers to other objects that functions use in the same way. Behind[i] is the object that
  /// Pointers[i] leads to.
  struct Pointer {
    std::string Name;
    uint64_t Offset = 0;
  };
  std::vector<Pointer> Pointers;
  std::vector<ObjectArgument> Behind;
  /// A device gets the object's bytes, because the object cannot be copied as a value, or its members are not
  /// accessible.
  bool AsBytes = false;
  /// The function's result may lead to the object itself, so the caller could write the object; but a device's copy of
  /// the object is never written back.
  bool LendsItself = false;
};

/// The object that a function of the unit gets as `Argument` for parameter `Number`, if the object is of a struct or
/// class type and holds pointers: a variable `o`, the object `*p` that a pointer leads to, or a part of one of these;
/// or `*this`, which need not hold pointers. For the object of a member function, `Number` is the number of parameters.
/// Nothing if the argument is something else, or if functions do more with the object, and with the objects that its
/// pointers lead to, than read members, and read and write elements that pointers lead to. `Obstacle` gets the reason
/// if the argument is `*this`, or an object with pointers that a pointer leads to.
std::optional<ObjectArgument> objectArgument(const clang::Expr *Argument, const clang::FunctionDecl *Callee,
                                             unsigned Number, Callees &Called, clang::ASTContext &Context,
                                             std::string *Obstacle = nullptr);

/// Code that reads a member of an object, `o.size`, if the member's name is not accessible outside of the class; empty
/// if it is accessible.
std::string codeOfMember(const clang::MemberExpr &Member, const clang::ASTContext &Context);

} // namespace hetcc
#endif
