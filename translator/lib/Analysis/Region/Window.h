// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrays of a region, and the elements of each that an iteration uses.
#ifndef HETCC_LIB_ANALYSIS_REGION_WINDOW_H
#define HETCC_LIB_ANALYSIS_REGION_WINDOW_H

#include "Analysis/Region/WindowShape.h"
#include "Analysis/Syntax/Rows.h"
#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace hetcc {

/// A variable, a member of a variable, or a member of `*this`, that the loop uses.
struct Entity {
  const clang::ValueDecl *Decl = nullptr; ///< canonical; for a member of `*this`, a FieldDecl, else a VarDecl
  std::string Local;                      ///< the name in device code, which mergeInstances() chooses
  /// Whether the entity is a member of `*this`, or an object that such a member leads to (represented by an implicit
  /// VarDecl). Code outside of member functions cannot use the entity's name.
  bool isMember() const { return Decl && (llvm::isa<clang::FieldDecl>(Decl) || Decl->isImplicit()); }
  std::string name() const { return Decl->getNameAsString(); }
  bool operator==(const Entity &Other) const { return Decl == Other.Decl; }
};

/// A function of another translation unit to which the body passes an array, by a parameter whose type permits the
/// function to write the array.
struct Lending {
  const clang::FunctionDecl *To = nullptr; ///< the function
  unsigned Parameter = 0;    ///< the parameter's number; the number of parameters stands for a member function's object
  bool MustNotWrite = false; ///< the function must not write the array, since a clause says that the loop only reads it
};

/// An array of a data clause, which the user wrote or the compiler added, and how the loop uses the array.
struct Window {
  const WindowSpec *Spec = nullptr; ///< the clause's item as it is written in this instance
  WindowShape Shape;                ///< what Spec means, in one form for all spellings
  std::string Name, Clause;         ///< the array's name as the clause has it; the clause's name, such as "map(to:)"
  clang::SourceLocation Loc;        ///< the location of the array's name in the clause
  Entity Array;
  clang::QualType Type; ///< the array's type without reference; for a container, the type that its data() returns
  clang::QualType ElementType;
  unsigned DeclaredRank = 1; ///< the number of subscripts that lead to an element by the array's type
  bool Flat = true;          ///< one subscript addresses all dimensions of the clause, as in `a[i * n + j]`
  bool Read = false, Written = false;
  bool WrittenHere = false;      ///< the body, or a function of this unit, writes the array; false if only functions in
                                 ///< Lendings may write it
  std::vector<Lending> Lendings; ///< functions of other units to which the body passes the array
  /// Whether the array's declaration and not the clause gives the extent of dimension D. True for the inner dimensions
  /// of `T a[N][M]`: a clause that names only a part of each row does not change the distance between rows.
  bool isExtentDeclared(unsigned D) const { return !Flat && !Rows && D > 0; }
  std::string Writer;      ///< for messages: where a called function writes the array, as Callees::chain() returns it
  bool Pointed = false;    ///< the body also reaches elements through pointers, at indices that are not known
  bool RowsUnseen = false; ///< with Rows and Pointed: it is not known into which rows the pointers lead
  bool MoveIn = false, MoveOut = false; ///< whether the runtime copies the array to devices, and back
  /// The loop may write any element, so devices have full copies, and write back the elements that have changed.
  bool WritesAnywhere = false;
  /// Whether each iteration may write any element of the array.
  bool isWrittenByAny() const;
  bool Persist = false;
  /// The array consists of pointers to rows, like `T **`, of pointers to arrays of such pointers, like `T ***`, or of
  /// objects that hold such pointers. The clause's elements are those of the rows; devices have them in one array.
  bool Rows = false;
  RowPath RowParts;                        ///< with Rows: the parts of the array's elements that lead to the rows
  llvm::SmallVector<RowHolder, 2> Holders; ///< with Rows: how a value leads to a row, for each dimension but the last
  /// The array's elements hold pointers. Devices have copies of the elements, and the body uses only parts that hold no
  /// pointer, and the sizes of vectors among the members.
  bool Objects = false;
  bool sayLengths() const { return !Holders.empty() && Holders.front().End > 0; }
  bool isByParts() const {
    return llvm::any_of(RowParts, [](const ElementParts &Each) { return !Each.empty(); });
  }
  /// For a container: the variable that holds its number of elements in generated code, the body included. Null for
  /// other arrays.
  const clang::ValueDecl *Length = nullptr;
  bool Container = false;   ///< a std::vector, std::array or std::span: device code has a pointer in its place
  std::string Guard;        ///< the condition guardOf() for the array's expression
  bool Computed = false;    ///< the array is that of a View: an expression, and no variable of that name and type
  bool Replicated = false;  ///< the array of a block with `memory(replicate)`: each thread has a copy, see Replicas.h
  bool StaysInside = false; ///< in a loop of a block: see staysInWindow()
  bool Strided = false;     ///< device code forms the array's subscripts with strides that the runtime sets
};

} // namespace hetcc
#endif
