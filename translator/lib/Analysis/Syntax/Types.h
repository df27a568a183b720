// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about types and declarations: which values mean the same in another address space, and which types lead to
// elements of arrays.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_TYPES_H
#define HETCC_LIB_ANALYSIS_SYNTAX_TYPES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include <string>

namespace hetcc {

/// Whether values of this type can be copied byte by byte and mean the same in another address space.
bool travelsByValue(clang::QualType T, clang::ASTContext &Context);

/// Whether elements of a window (an array of a data clause) mean the same in another address space. Unlike values,
/// elements may be of classes with constructors and assignments (`std::pair`), because the runtime copies their bytes,
/// and copies them back to the same place. With `Pointers`, elements may hold pointers to objects, which are valid on a
/// device that reaches the host's memory.
bool elementsTravel(clang::QualType T, clang::ASTContext &Context, bool Pointers = false);

/// Advice for messages: how the loop can use the elements of an object whose class has `data()`, or `get()` and `[]`.
/// Empty for all other classes.
std::string pointerToElements(clang::QualType T, const std::string &Name);

/// Whether T is std::vector<bool>, whose elements have no addresses.
bool holdsBits(clang::QualType T);

/// The type that `data()` of a container of the standard library points to; null for all other types. The elements of
/// such a container are contiguous. std::vector<bool> does not count: its `[]` returns no reference.
clang::QualType elementOfContainer(clang::QualType T);

/// The type that the `[]` of a class returns references to; null if the class has no such operator.
clang::QualType elementBySubscript(clang::QualType T);

/// Whether each thread has its own copy of a variable, because it is thread-local or threadprivate.
bool isOfEachThread(const clang::VarDecl *Var);

/// Whether a type has no name by which generated code could declare a variable.
bool isUnnamed(clang::QualType T);

/// Whether a variable is a constant that may be copied into the device image.
bool isConstantTable(const clang::VarDecl *Var, clang::ASTContext &Context);

/// Whether the values of a variable hold no addresses.
bool leadsNowhere(const clang::VarDecl &Var);

/// Whether a variable is `constexpr`, and has the same value on a device.
bool isConstantValue(const clang::VarDecl *Var);

/// Whether objects of a type may be longer than the type: its last member is an array without length, or of length 0.
bool hasOpenEnd(clang::QualType T);

/// The element type of an iterator of the standard library whose elements are contiguous; null for all other types,
/// also for pointers.
clang::QualType elementOfIterator(clang::QualType T);

/// Whether values of a type are pointers, or iterators over contiguous elements.
inline bool leadsToElements(clang::QualType T) { return T->isPointerType() || !elementOfIterator(T).isNull(); }

/// Whether the type of a variable uses no name that the program declares, so that the type can be written anywhere.
bool hasTypeAnywhere(const clang::ValueDecl &Var);

} // namespace hetcc
#endif
