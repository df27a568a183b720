// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Analysis finds out about one annotated loop (a region): the canonical loop, the variables that its body uses,
// how the body indexes its windows (the arrays of data clauses), and where the loop can run. Rewrite and Kernel
// generate code from this description alone.
#ifndef HETCC_LIB_ANALYSIS_REGION_REGION_H
#define HETCC_LIB_ANALYSIS_REGION_REGION_H

#include "Analysis/Region/Description.h"
#include "Analysis/Region/DeviceFunctionList.h"
#include "Analysis/Region/ForeignFunctions.h"
#include "Analysis/Region/Nest.h"
#include "Analysis/Region/View.h"
#include "Analysis/Region/WindowShape.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <optional>
#include <set>

namespace clang {
class CXXForRangeStmt;
class OMPDeclareReductionDecl;
class OMPExecutableDirective;
} // namespace clang

namespace hetcc {

class Callees;
class Diagnostics;
struct ArrayUse;
struct LocalObject;
struct View;

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

/// Names of variables in generated code: pointers to the first element that a loop over elements visits, and to the
/// element after the last. Generated code uses them if the loop's first value is an expression and not a variable.
inline constexpr char ElementsName[] = "hetrt_elements_from", ElementsEnd[] = "hetrt_elements_to";

/// A canonical loop in the sense of OpenMP: `for (init; iterator OP bound; iterator += step)`.
struct CanonicalLoop {
  const clang::ForStmt *For = nullptr;
  /// For a block: its `partition` clause, which gives the range of the iterations like a loop's header. For and
  /// Iterator are then null.
  const PartitionClause *Clause = nullptr;
  const clang::VarDecl *Iterator = nullptr;
  bool DeclaredHere = false;          ///< the init statement declares the iterator
  const clang::Expr *Lower = nullptr; ///< the iterator's first value, also if the loop counts downwards
  const clang::Expr *Bound = nullptr;
  clang::BinaryOperatorKind Relation = clang::BO_LT; ///< OP, with the iterator as the left operand
  const clang::Expr *Step = nullptr;                 ///< null: the step is 1
  bool Decreasing = false;
  /// The iterator's type. If the iterator is a class object, such as a std::vector's iterator, this is the type of the
  /// pointer that device code has in its place.
  clang::QualType IteratorType;
  bool OfClass = false; ///< the iterator is a class object, and its elements are contiguous in memory
  /// The range-based for statement that the user wrote, or null. For and Iterator are then made by the compiler and not
  /// in the source text, and For's body begins with the declaration of the user's loop variable.
  const clang::CXXForRangeStmt *Range = nullptr;
  int BaseWindow = -1; ///< for a pointer iterator: the number of the window whose elements it visits; else -1
  bool isPointer() const { return IteratorType->isPointerType(); }
  bool isInteger() const { return IteratorType->isIntegerType(); }
  /// Whether the iterator's value is a number: the value of an integer or, for a pointer, its index in BaseWindow.
  bool counts() const { return isInteger() || (isPointer() && BaseWindow >= 0); }
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
  const WindowSpec *Spec = nullptr; ///< the clause's item as it is written, for messages
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
  bool Container = false; ///< a std::vector, std::array or std::span: device code has a pointer in its place
  std::string Guard;      ///< the condition guardOf() for the array's expression
  bool Computed = false;  ///< the array is that of a View: an expression, and no variable of that name and type
  bool Replicated = false;  ///< the array of a block with `memory(replicate)`: each thread has a copy, see Replicas.h
  bool StaysInside = false; ///< in a loop of a block: see staysInWindow()
  bool Strided = false;   ///< device code forms the array's subscripts with strides that the runtime sets
};

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

/// An unqualified name in the loop that is declared in a class or namespace around the function. A device kernel is
/// outside of these scopes, where the name would be unknown or mean another declaration.
struct OuterName {
  clang::SourceLocation Loc;
  const clang::NamedDecl *Decl = nullptr; ///< the function, constant, namespace or template; null for a type
  clang::QualType Type;                   ///< the type, if the name is a type's
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

/// Where a region may run. Later values are stricter.
enum class RunsOn {
  Everywhere, ///< on CPUs and accelerators
  Host,       ///< on the CPUs only, through the runtime
  Plain,      ///< the host compiler gets the plain OpenMP directive, and the runtime does not take part
};

/// How a variable is passed to the OpenMP task that a `nowait` region becomes.
struct TaskVariable {
  std::string Name;
  bool Copied = false; ///< the task gets a copy when it is created (`firstprivate`); if false, it shares the variable
  bool operator==(const TaskVariable &Other) const { return Name == Other.Name; }
};

/// An integer member of an object, such as `o.nx`, that a subscript uses in a function which the body calls. The body
/// itself may not name the member.
struct IndexMember {
  const clang::ValueDecl *Decl = nullptr; ///< the declaration that stands for the member, see MemberEntities
  const clang::MemberExpr *Use = nullptr;
  std::string Code;     ///< if the member is private to its class: code that reads the member by its offset
  bool Guarded = false; ///< the pointers that lead to the member may be null (guardOf())
};

/// Where a region can run, and so whether its loop may be split; and the reason if accelerators or the runtime cannot
/// run it.
struct Verdict {
  RunsOn Where = RunsOn::Everywhere;
  clang::SourceLocation Loc;
  std::string Cause, Remedy; ///< for messages
  /// Restricts the region to P. Does nothing if an earlier call was at least as strict, so the first of the strictest
  /// calls gives the reason.
  void restrict(RunsOn P, clang::SourceLocation At, std::string Why, std::string Help) {
    if (P <= Where)
      return;
    Where = P, Loc = At, Cause = std::move(Why), Remedy = std::move(Help);
  }
  void toHost(clang::SourceLocation At, std::string Why, std::string Help = "") {
    restrict(RunsOn::Host, At, std::move(Why), std::move(Help));
  }
};

/// A block around a region, in the same function or template instance, whose threads stand for places (groups of
/// processors), see Directive::isOverPlaces().
struct Surrounding {
  Directive *Source = nullptr;
  const clang::IfStmt *Marker = nullptr;
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

/// What a body names that is declared outside of it, and that device code, which stands elsewhere, declares again or
/// names with a qualifier.
struct OuterDeclarations {
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Unqualified; ///< captures and windows that the body names without
                                                              ///< qualifier, so that device code must keep their names
  std::vector<const clang::VarDecl *> Tables; ///< constant variables that are copied into the device image
  /// Declarations of the enclosing function that device code repeats, in the order of the source: types, prototypes,
  /// constants, constant tables, using-declarations and -directives.
  std::vector<const clang::NamedDecl *> LocalDeclarations;
  std::vector<OuterName> OuterNames; ///< in the body and in LocalDeclarations
};

/// One annotated loop (or block) in one function or template instance, with all that Analysis has found out about it.
struct Region {
  Directive *Source = nullptr;
  const clang::IfStmt *Marker = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  /// A condition such as `N == 4` that is true in this instance of the template and in no other. Empty outside of
  /// templates, and if there is no such condition.
  std::string Guard;
  const clang::Stmt *LoopStatement = nullptr; ///< the loop, or the block, that follows the directive
  const clang::ForStmt *LoopAsFor = nullptr;  ///< the `for` statement made from a range-based one; else null
  bool InBlock = false; ///< the region is a loop inside of a block with `partition`; Marker is the block's
  bool OnPlace = false; ///< with InBlock: the block's threads stand for places; a place's devices share the loop
  /// For a loop that joins a team: the directive in the same function that makes the team. Null if a caller makes the
  /// team, or if there is none.
  const clang::OMPExecutableDirective *Team = nullptr;
  bool InTarget = false; ///< the region is in a `target` construct, whose variables may be on a device already
  std::vector<Surrounding> Around; ///< the blocks around the region whose threads stand for places, outermost first
  /// Whether the region is a loop of a block, and each thread of the block runs the loop on that thread's device.
  bool isPartOfBlock() const { return InBlock && !OnPlace; }
  CanonicalLoop Loop;
  /// The iterators of `collapse`d inner loops, where the loop's header assigns the iterator and does not declare it.
  std::vector<const clang::DeclRefExpr *> Collapsed;
  /// The windows that no clause names, as found for this instance; Source has the windows found for the first instance.
  /// Null if there are none.
  std::shared_ptr<std::vector<WindowSpec>> Found;
  std::vector<std::string> Needed; ///< conditions that must hold when the loop begins, for Found
  std::vector<Window> Windows;
  std::vector<Capture> Captures;
  std::vector<Access> Accesses;
  std::vector<IndexMember> IndexMembers; ///< members that subscripts in called functions use
  std::vector<std::string> NeededByViews;        ///< conditions that must hold when the loop begins, for Views
  std::shared_ptr<Callees> Called;               ///< what the unit's functions do; all regions of the unit share it
  MemberEntities Members;                        ///< the variables that stand for members that the region uses
  Replacements Replaced;
  OuterDeclarations Outer;
  std::vector<ObjectCopy> Objects;
  std::vector<clang::SourceLocation> MemberCopies; ///< uses of members that a clause makes private
  std::vector<AtomicDirective> Atomics; ///< the body's `omp atomic`, which device code leaves out or replaces
  /// Expressions and `critical` sections that only update a variable, by other means than `omp atomic`:
  /// `__atomic_fetch_add(&x, 1, order)`.
  llvm::SmallPtrSet<const clang::Stmt *, 4> AtomicUpdates;
  DeviceFunctions Functions;         ///< functions that the body calls and that have a device form, see
                                     ///< DeviceFunctions.h
  std::set<std::string> Library;     ///< functions of the C library that generated device code defines itself
  std::set<std::string> HostLibrary; ///< library functions that the body calls and that GPUs do not have
  ForeignFunctions Foreign;          ///< functions of other units that the body calls
  bool UsesWideFloat = false;   ///< the body uses floating-point types that only the host has
  bool UsesComplex = false;     ///< the body uses C's complex numbers, whose operators are functions
  bool ReductionsTravel = true; ///< generated code can copy and combine the values of all reductions
  std::vector<TaskVariable> TaskVariables;
  std::string WhyNoTask; ///< why the program waits for the region in spite of `nowait`; empty if it does not wait
  Nest Lanes;            ///< how the lanes of a device share one iteration; findNests() sets it
  /// What the body does with the windows that the compiler added; null if there are no such windows. Its entries point
  /// into Accesses.
  std::shared_ptr<const std::vector<ArrayUse>> BodyUses;
  Description Described;         ///< for the code on the host
  Verdict Fate;                  ///< where the region can run
  bool StaysForPointers = false; ///< the region's first restriction was that elements of an array hold pointers
  Verdict Reach; ///< why only devices that can access the host's memory run the region; its Where is Everywhere if
                 ///< other devices can run it, too
  /// The variable that an expression names, see MemberEntities.
  const clang::ValueDecl *named(const clang::Expr *E) const { return Members.named(E); }
  /// The entity of the capture or window that stands for a variable or member; null if there is none.
  const Entity *entity(const clang::ValueDecl *Decl) const {
    for (const Capture &C : Captures)
      if (C.What.Decl == Decl)
        return &C.What;
    for (const Window &W : Windows)
      if (W.Array.Decl == Decl)
        return &W.Array;
    return nullptr;
  }
  /// The entry of Objects for a captured object that holds pointers; null for other captures.
  const ObjectCopy *objectOf(const Capture &C) const {
    auto Found = llvm::find_if(Objects, [&](const ObjectCopy &O) { return O.Object == C.What.Decl; });
    return Found == Objects.end() ? nullptr : &*Found;
  }
  /// Whether generated code copies a capture to devices as bytes, not as a value of its type.
  bool travelsAsBytes(const Capture &C) const {
    const ObjectCopy *Of = objectOf(C);
    return Of && Of->AsBytes;
  }
  bool hasReductions() const {
    for (const Capture &C : Captures)
      if (C.Kind == CaptureKind::Reduction)
        return true;
    return false;
  }
  bool hasLastValues() const {
    return llvm::any_of(Captures, [](const Capture &C) { return C.Last; });
  }
  /// Whether all threads of a GPU's launch can update one partial (a set of reduction values) atomically, so that
  /// threads need no partials of their own. True for arrays that the loop updates by `omp atomic`, and for single
  /// variables whose operator devices have as an atomic operation.
  bool canHaveOnePartial() const;
  bool OnePartial = false;   ///< kernels use one partial; the same in all instances, since these share one descriptor
  bool HoldsCallees = false; ///< the compiler inlines the called functions into the host's forms, see holdsCallees()
  /// Whether generated code copies reduction values or last values from the devices that computed them.
  bool leavesValues() const {
    return (hasReductions() && ReductionsTravel) || (hasLastValues() && Fate.Where == RunsOn::Everywhere);
  }
};

/// Sets ClauseExpr::Checked in all clauses to the expressions in the marker, which Sema has checked. The first form
/// does so for the region's directive and the blocks around it, the second for one directive.
void bindExpressions(Region &R);
void bindExpressions(Directive &D, const clang::IfStmt &Marker);

/// Reads the header of a canonical loop into `Into`; false if the loop is not canonical.
bool readLoop(const clang::ForStmt *For, CanonicalLoop &Into);

/// Calls Function with each expression of a window's clause and the number of the expression. For a block whose threads
/// stand for places, generated code keeps the values of these expressions in variables, which the loops inside use.
template <typename WindowType, typename FunctionType> void forEachNumber(WindowType &Spec, FunctionType Function) {
  unsigned Number = 0;
  auto Visit = [&](auto &E) {
    if (E)
      Function(*E, Number);
    ++Number;
  };
  Visit(Spec.ElementSize);
  for (auto &Dim : Spec.Dimensions)
    Visit(Dim.Cond), Visit(Dim.Num), Visit(Dim.Halo), Visit(Dim.Post), Visit(Dim.Stride);
}

/// The name of the variable that keeps the value of expression `Number` (see forEachNumber()) of a block's window
/// `Window`. keptBound() names the variables for the first id of a thread's share, and for the end of the share.
std::string keptName(const Directive &Block, size_t Window, unsigned Number);
std::string keptBound(const Directive &Block, bool End);

/// Makes a window of a loop inside of a block use the block's variables (keptName()) in place of its clause's
/// expressions.
void nameKept(WindowSpec &Inside, const Directive &Block, size_t Window);

/// The clause's expression for the extent of dimension D, if no type gives the extent; null if there is none.
const ClauseExpr *extentExpr(const Window &W, unsigned D);

/// Whether a clause's expression is the number 0.
bool isZero(const std::optional<ClauseExpr> &E, const clang::ASTContext &Context);

/// Whether a dimension is tied: iteration i uses index i, and perhaps a halo. nullopt if the value of the clause's
/// condition is known only at run time.
std::optional<bool> isTied(const Dimension &D, const clang::ASTContext &Context);
/// Whether a dimension other than the first may be tied, so that the share of a device is not contiguous in memory.
bool mayFollowInside(const Window &W, unsigned Dimension);

/// The number of the window whose array an argument of a `variant` clause names, or -1.
int argumentWindow(const Region &R, const ClauseExpr &Argument);

/// The name of a captured entity in device code.
inline const std::string &localName(const Entity &E) { return E.Local; }

/// How generated code in the user's function names an entity. Members of `*this` are named by a reference: the kernel
/// is a member function of a local struct, where `this` is another object.
inline const std::string &hostName(const Capture &C) { return C.What.isMember() ? C.What.Local : C.Spelling; }
inline const std::string &hostName(const Window &W) { return W.Array.isMember() ? W.Array.Local : W.Name; }

/// Whether a variable's value is a compile-time constant, which types and `case` labels may use.
bool isKnownNumber(const clang::VarDecl &Var, const clang::ASTContext &Context);

/// Whether no device that the loop may run on reaches the host's memory, so that elements that hold pointers are of no
/// use on these devices.
inline bool canReachOnlyCopies(const Region &R) { return R.Source->Automatic && !R.Source->HasOneMemory; }

/// Whether a variable of type T that the body only reads can be copied to the devices.
bool isCopied(clang::QualType T, clang::ASTContext &Context);
/// The remedy in messages about a variable that cannot be copied to the devices.
inline constexpr char CopyParts[] =
    "before the loop, copy what it needs of it into variables: numbers, and pointers to elements";

/// The source ranges of the functions, blocks and statements around the loop, outermost first.
std::vector<clang::SourceRange> blocksAround(const Region &R, const clang::ASTContext &Context);

/// The type of `x[0]...[0]`, where x is the array of window W; the rows may lie behind members of the elements.
clang::QualType typeOfRow(const Window &W, unsigned Dimensions, const clang::ASTContext &Context);

/// The number of the window whose array is `Decl`, or -1.
int findWindow(const Region &R, const clang::ValueDecl *Decl);
/// The number of the window of the objects (such as std::vectors) that hold the rows of an array, or -1.
int holdersOf(const Region &R, const clang::Expr *Array);
/// The number of the window of the objects whose members point to the rows of window `Rows`; -1 if there is none.
int objectsOf(const Region &R, const Window &Rows);
/// The number of the window of W's index array: `row` if iteration i of the loop uses elements row[i] to row[i + 1] - 1
/// of W. -1 if W has no index array, or the region has no window of it.
int throughWindow(const Region &R, const Window &W);
/// A host expression for the pointer to a window's first element; `Name` is the array's name on the host.
inline std::string pointerText(const Window &W, const std::string &Name) {
  return W.Container ? "(" + Name + ").data()" : Name;
}

/// A host expression for the number of elements of a window's container.
inline std::string lengthText(const Window &W) { return W.Spec->Array.code() + ".size()"; }

/// The text `Value`, or, if there is a guard, a conditional expression: `Value` where the guard holds, otherwise
/// `Else`.
inline std::string guarded(const std::string &Value, const std::string &Guard, const std::string &Else) {
  return Guard.empty() ? Value : "(" + Guard + " ? " + Value + " : " + Else + ")";
}

/// Whether the type of a window's array gives the length of the first dimension. The type of a flexible array member
/// does not: `int a[]`, or `int a[1]` at the end of a struct, as in code from before C99.
bool declaresLength(const Window &W);

/// A condition in generated code under which the pointers that E dereferences, as p in `p->x`, lead to readable memory.
/// Generated code evaluates E before the loop, while the body may evaluate it only under a condition, so such a pointer
/// may be invalid. Pointers that the user's clauses or the loop's bounds dereference anyway are left out. Empty if
/// there is nothing to test.
std::string guardOf(const Region &R, const clang::Expr *E, const clang::ASTContext &Context);
/// Like guardOf() of one expression, for several expressions together.
std::string guardOf(const Region &R, llvm::ArrayRef<const clang::MemberExpr *> All, const clang::ASTContext &Context);
/// Like guardOf() of an expression, for the pointers that lead to an object.
std::string guardOf(const Region &R, const Designated &O, const clang::ASTContext &Context);
/// Whether a window's elements are a part of an object, not only memory behind the object's pointers.
bool liesIn(const Window &W, const Designated &O);
/// The window over a member whose path begins with `Variable`; null if there is none.
const Window *windowBehind(const Region &R, const clang::ValueDecl *Variable);
/// The window over an array that is a part of an object; null if there is none.
const Window *windowInside(const Region &R, const MemberPath &Object);
} // namespace hetcc
#endif
