// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the body of a region uses, as the scan of the body finds it, and what device code has in place of parts of
// the body.
#ifndef HETCC_LIB_ANALYSIS_REGION_BODYCONTENTS_H
#define HETCC_LIB_ANALYSIS_REGION_BODYCONTENTS_H

#include "Analysis/Region/View.h"
#include "Analysis/Region/Window.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class OMPDeclareReductionDecl;
class OMPExecutableDirective;
} // namespace clang

namespace hetcc {

enum class CaptureKind {
  Value,    ///< a value that the body only reads: copied to the devices
  Constant, ///< a number that the compiler knows: declared again in device code, where types and labels may use it
  Private,
  FirstPrivate,
  Reduction
};

/// A reduction: an item of a `reduction` clause; or a variable that the loop only updates, atomically (Atomic) or in
/// each thread's own copy (OfThread).
struct Reduction {
  /// A subscript or a section in an item: `[i]` and `[0:n]` in `h[i][0:n]`.
  struct Level {
    const clang::Expr *Lower = nullptr;  ///< the index, or the section's first index; null: 0
    const clang::Expr *Length = nullptr; ///< the section's length; null: up to the array's end
    bool Section = false;
    std::string LowerText = {}, LengthText = {}; ///< text of a data clause, used instead of the expressions
    bool Found = false; ///< the runtime finds the length when the loop begins, from a data region or an allocation
  };
  std::string Operator;                                     ///< "+", "min", ..., or the name of a `declare reduction`
  const clang::OMPDeclareReductionDecl *Declared = nullptr; ///< the `declare reduction`; null: an operator of OpenMP
  const clang::Expr *Base = nullptr;                        ///< the variable, as the clause names it
  clang::QualType Element;                                  ///< the type of one value
  bool Array = false;                                       ///< the item is an array or a part of one
  bool UsesOriginal = false; ///< the initializer of private copies reads the original variable (`omp_orig`)
  bool Atomic = false;       ///< an `omp atomic` updates the variable: CPU threads update it in place, devices have
                             ///< partials
  bool OfThread = false;     ///< each thread has its own variable, for instance a local one; devices have partials
  bool InSection = false;    ///< an `omp critical` updates the variable: CPU threads update it in place, devices have
                             ///< partials
  std::string Section;       ///< the name of the `critical` section; empty if it has none
  llvm::SmallVector<Level, 2> Levels;
  /// Whether CPU threads update the variable itself, because no clause gives them private copies.
  bool isInPlace() const { return Atomic || OfThread || InSection; }
  /// Whether the runtime finds the length of the array when the loop begins.
  bool isFound() const {
    return llvm::any_of(Levels, [](const Level &L) { return L.Found; });
  }
};

/// A scalar or trivially copyable object that the body uses, or an array that the body reduces into.
struct Capture {
  Entity What;
  CaptureKind Kind = CaptureKind::Value;
  clang::QualType Type;   ///< the object's type, unqualified and without reference
  Reduction Reduced;      ///< if Kind is Reduction: the reduction
  std::string Spelling;   ///< how the user's function names the object; an expression if Computed is set
  std::string Guard = {}; ///< the condition guardOf() for the value's expression
  bool Computed = false;  ///< Spelling is an expression that computes a value, and not the name of a variable
  bool Last = false;      ///< a `lastprivate` variable: the value of the last iteration is copied back
  bool Found = false;     ///< no clause makes the variable private, but each iteration sets it before using it
};

/// A use of an entity for which generated code needs another name: the use of a member, or a use by a qualified name.
/// With Kind::Object, the use designates an object to which device code has a pointer; with Kind::Pointer, the use is a
/// pointer to the object.
struct Renaming {
  enum class Kind { Name, Object, Pointer };
  const clang::Expr *Use = nullptr;
  const clang::ValueDecl *Decl = nullptr;
  Kind As = Kind::Name;
};

/// A part of a flat subscript that is the product of the extents of dimensions First to Last: `ny * nx` in `a[z * (ny *
/// nx) + y * nx + x]`.
struct ExtentFactor {
  const clang::Expr *Part = nullptr;
  unsigned First = 0, Last = 0;
};

/// An `omp atomic` directive in a region's body.
struct AtomicDirective {
  const clang::OMPExecutableDirective *Directive = nullptr;
  const clang::ValueDecl *Variable = nullptr; ///< the variable or array that the statement updates; null if it is not
                                              ///< known
  bool Compares = false;                      ///< the directive is an `atomic compare`
};

/// One access of the body to a window's elements, mostly a subscript expression.
struct Access {
  const clang::Expr *Whole = nullptr; ///< the expression, as `a[i][j]`
  unsigned Window = 0;
  llvm::SmallVector<const clang::Expr *, 3> Indices; ///< outermost dimension first
  bool Read = false, Write = false;
  bool Assigned = false;    ///< the body itself writes the element; false if only a called function may write it
  bool Overwrites = false;  ///< the whole element is assigned, and its old value is not read
  bool Addressed = false;   ///< the element's address is taken, so it is not known which elements the body accesses by
                            ///< it
  bool Conditional = false; ///< some iterations may not execute the access
  bool AllOrNone = false;   ///< a condition decides whether iterations execute the access, and may have the same result
                            ///< in all of them
  bool Atomic = false;      ///< in the statement of an `omp atomic`
  /// The access goes through a pointer of the body, or through a function that returns the element. Indices are then
  /// the indices in the array, expressions that are not in the source text.
  bool ByPointer = false;
  /// For an access to a row as a whole: the number of the window of the objects, such as std::vectors, that know the
  /// length of the row; else -1.
  int RowLengthsWindow = -1;
  bool ByPath = false;  ///< by parts of elements, as `cells[i].x[k]`: generated code replaces the whole expression
  unsigned Implied = 0; ///< with ByPath: a bit for each index that is 0 and not in the text
  bool Arrow = false;   ///< with ByPath: the access ends with `->` and a member of the element, as `p->m`
  const clang::DeclRefExpr *Reference = nullptr; ///< with ByPath: the reference or pointer `c` in `c.x[k]` or `c->x[k]`
  int Objects = -1;                           ///< with Reference: the window of the object that it names or points to
  llvm::SmallVector<ExtentFactor, 2> Factors; ///< in the flat subscript of a window with Strided
};

/// An integer member of an object, such as `o.nx`, that a subscript uses in a function which the body calls. The body
/// itself may not name the member.
struct IndexMember {
  const clang::ValueDecl *Decl = nullptr; ///< the declaration that stands for the member, see MemberEntities
  const clang::MemberExpr *Use = nullptr;
  std::string Code;     ///< if the member is private to its class: code that reads the member by its offset
  bool Guarded = false; ///< the pointers that lead to the member may be null (guardOf())
};

/// A captured object that holds pointers. In a device's copy of the object, the pointers lead to the device's arrays.
struct ObjectCopy {
  /// A member of the object that leads to a window's array: a pointer or a container.
  struct Member {
    const clang::FieldDecl *Field = nullptr;
    std::string Name;                        ///< the text that leads from the object to the member, `part.member`
    llvm::SmallVector<uint64_t, 3> Pointers; ///< offsets in bytes in the object; the first leads to element 0
    unsigned Window = 0;
  };
  const clang::ValueDecl *Object = nullptr; ///< the variable that stands for the object in Captures
  Designated Original;
  bool AsBytes = false; ///< the object is copied as bytes; if false, as a value, whose pointers generated code sets by
                        ///< their names
  llvm::SmallVector<Member, 4> Arrays;
  /// A pointer in the object that leads to another object of which a device has a copy.
  struct Link {
    std::string Name;
    uint64_t Offset = 0;
    const clang::ValueDecl *To = nullptr;
    bool operator==(const Link &Other) const { return Offset == Other.Offset; }
  };
  std::vector<Link> Links;
};

/// What device code has in place of parts of a body's text, or leaves out.
struct Replacements {
  std::vector<Renaming> Names;
  std::vector<std::pair<const View *, unsigned>> Views; ///< the body's views, and the number of each one's window
  std::vector<const LocalObject *> LocalObjects; ///< objects that the body declares, which device code does not have
  std::vector<const clang::VarDecl *>
      RowReferences; ///< the body's references to rows; device code declares them as objects with `auto &&`
  std::vector<std::pair<Accessor, unsigned>> Accessors; ///< calls that access elements, and each one's window
  /// Calls such as `v.begin()` that point to a container's first element, and the number of the container's window.
  std::vector<std::pair<const clang::Expr *, unsigned>> Begins;
  /// Lengths of arrays that the body declares, and their values. In C, `n` in `const int n = 8; float a[n];` is not a
  /// constant expression, so device code has the number in its place.
  std::vector<std::pair<const clang::Expr *, uint64_t>> Lengths;
  std::vector<const clang::Stmt *> Discarded; ///< branches of `if constexpr` that this instance does not have
};

/// What the body of one region uses.
struct BodyContents {
  std::vector<Capture> Captures;
  std::vector<Access> Accesses;
  std::vector<ObjectCopy> Objects;
  std::vector<IndexMember> IndexMembers;  ///< members that subscripts in called functions use
  std::vector<std::string> NeededByViews; ///< conditions that must hold when the loop begins, for Views
  std::vector<AtomicDirective> Atomics;   ///< the body's `omp atomic`, which device code leaves out or replaces
  Replacements Replaced;
  /// Captures and windows that the body names without qualifier, so that device code must keep their names.
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Unqualified;
  std::vector<clang::SourceLocation> MemberCopies; ///< uses of members that a clause makes private
  bool ReductionsTravel = true;                    ///< generated code can copy and combine the values of all reductions
};

} // namespace hetcc
#endif
