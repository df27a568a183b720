// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Analysis finds out about one annotated loop: the canonical loop, what the body uses, how it indexes its
// windows, and where it can run. Rewrite and Kernel write code from this and look at nothing else.
#ifndef HETCC_LIB_ANALYSIS_REGION_H
#define HETCC_LIB_ANALYSIS_REGION_H

#include "Analysis/DeviceFunctionList.h"
#include "Analysis/Nest.h"
#include "Analysis/OtherUnits.h"
#include "Analysis/Windows/WindowShape.h"
#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
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

/// A variable, a member of one, or a member of `*this`.
struct Entity {
  const clang::ValueDecl *Decl = nullptr; ///< canonical; a FieldDecl for a member of `*this`, else a VarDecl
  std::string Local;                      ///< its name in device code, which mergeInstances() gives
  /// Whether it is a member of `*this`, or what such a member leads to, for which there is an implicit VarDecl: outside
  /// of member functions its name means nothing.
  bool isMember() const { return Decl && (llvm::isa<clang::FieldDecl>(Decl) || Decl->isImplicit()); }
  std::string name() const { return Decl->getNameAsString(); }
  bool operator==(const Entity &Other) const { return Decl == Other.Decl; }
};

/// Names in generated code: the begin and the end of the elements that a loop goes over, where its first value is no
/// variable.
inline constexpr char ElementsName[] = "hetrt_elements_from", ElementsEnd[] = "hetrt_elements_to";

/// The loop `for (init; iterator OP bound; iterator += step)`.
struct CanonicalLoop {
  const clang::ForStmt *For = nullptr;
  /// Of a block: the clause that stands for the loop. Then For and Iterator are null.
  const PartitionClause *Clause = nullptr;
  const clang::VarDecl *Iterator = nullptr;
  bool DeclaredHere = false;          ///< in the init statement
  const clang::Expr *Lower = nullptr; ///< first value
  const clang::Expr *Bound = nullptr;
  clang::BinaryOperatorKind Relation = clang::BO_LT; ///< as if the iterator stood on the left
  const clang::Expr *Step = nullptr;                 ///< null: one
  bool Decreasing = false;
  /// If the iterator is an object that leads to consecutive elements: the type of the pointer that devices have in its
  /// place.
  clang::QualType IteratorType;
  bool OfClass = false; ///< the iterator is such an object
  /// A range-based for statement: For and Iterator stand nowhere in the text, and For's body begins with the variable.
  const clang::CXXForRangeStmt *Range = nullptr;
  int BaseWindow = -1; ///< of a pointer iterator: the window that it walks over
  bool isPointer() const { return IteratorType->isPointerType(); }
  bool isInteger() const { return IteratorType->isIntegerType(); }
  /// Whether the iterator's value is a number: that of a pointer is an index of the window's array.
  bool counts() const { return isInteger() || (isPointer() && BaseWindow >= 0); }
};

/// An array is handed to a parameter of a function of another unit, whose type lets the function write the array.
struct Lending {
  const clang::FunctionDecl *To = nullptr;
  unsigned Parameter = 0; ///< behind all of them: the object of a member function
  bool Kept = false;      ///< it must not: a clause says that the loop only reads the array
};

/// How a value leads to a row: a pointer to its first element, and perhaps one behind its last. Sizes and places are in
/// pointers, from the beginning of the value.
struct RowHolder {
  clang::QualType Element;
  unsigned Size = 1, Begin = 0, End = 0; ///< End 0: there is none, and nothing says how long the row is
};

/// An array of a data clause.
struct Window {
  const WindowSpec *Spec = nullptr; ///< as it is written, for messages about it
  WindowShape Shape;                ///< what that says
  std::string Name, Clause;         ///< of the array, as the clause names it; such as "map(to:)"
  clang::SourceLocation Loc;        ///< of the array in the clause
  Entity Array;
  clang::QualType Type; ///< the array's own, without reference; of a container, that of data()
  clang::QualType ElementType;
  unsigned DeclaredRank = 1; ///< 1: flat
  bool Flat = true;          ///< one subscript addresses all dimensions of the clause
  bool Read = false, Written = false;
  bool WrittenHere = false;      ///< written, and not only by functions of Lendings
  std::vector<Lending> Lendings; ///< functions of other units that get the array
  /// Whether the array's declaration says how long dimension D is, and not the clause: so it does for the inner
  /// dimensions of arrays of arrays, since a clause that names less of a row does not change the stride.
  bool isExtentDeclared(unsigned D) const { return !Flat && !Rows && D > 0; }
  std::string Writer;                   ///< where a called function writes it, as Callees::chain() says it
  bool Pointed = false;                 ///< reached through pointers too, at indices not known
  bool RowsUnseen = false;              ///< and of rows behind pointers it is not known which: else accesses name them
  bool MoveIn = false, MoveOut = false; ///< what the runtime is told
  bool Difference = false;              ///< the loop writes it at any index, into full copies
  /// Whether any iteration may write any of its elements.
  bool isWrittenByAny() const;
  bool Persist = false;
  /// An array of pointers to rows, as `T **`, or to arrays of these, as `T ***`, or of objects that hold such pointers:
  /// the elements of the clause lie in the rows. Devices have them as those of one array.
  bool Rows = false;
  RowPath Way;                             ///< of Rows: the parts of its elements that lead to the rows
  llvm::SmallVector<RowHolder, 2> Holders; ///< of Rows: how, in each dimension
  /// Its elements hold pointers: devices have copies of them, of which the body uses nothing but parts that hold none,
  /// and how many elements vectors among their members have.
  bool Objects = false;
  bool sayLengths() const { return !Holders.empty() && Holders.front().End > 0; }
  bool isByParts() const {
    return llvm::any_of(Way, [](const ElementParts &Each) { return !Each.empty(); });
  }
  /// The variable that generated code has for the number of a container's elements, in the body too; null for other
  /// arrays.
  const clang::ValueDecl *Length = nullptr;
  bool Container = false; ///< std::vector, std::array or std::span: device code has a pointer in its place
  std::string Guard;      ///< guardOf() the array
  bool Computed = false;  ///< of a View: there is no variable of that name and type
  bool Strided = false;   ///< device code forms its subscripts with distances that the runtime sets
};

enum class CaptureKind {
  Value,    ///< copied to the devices
  Constant, ///< known to the compiler: declared again in device code, where a type or a label may depend on it
  Private,
  FirstPrivate,
  Reduction
};

/// What a `reduction` clause says of one of its items, or a loop that only ever updates a variable by `omp atomic`.
struct Reduction {
  /// A subscript or a section of an item, as in `h[i][0:n]`.
  struct Level {
    const clang::Expr *Lower = nullptr;  ///< null: 0
    const clang::Expr *Length = nullptr; ///< of a section; null: up to the end
    bool Section = false;
    std::string LowerText = {}, LengthText = {}; ///< instead of the expressions, where a data clause says it
    bool Found = false; ///< the length is that of a data region or an allocation around the array; 0: none is known
  };
  std::string Operator;                                     ///< "+", "min", ..., or a name that the program declares
  const clang::OMPDeclareReductionDecl *Declared = nullptr; ///< null: an operator of OpenMP's own
  const clang::Expr *Base = nullptr;                        ///< the variable, as the clause names it
  clang::QualType Element;                                  ///< of one value
  bool Array = false;                                       ///< several values, or a part of an array
  bool UsesOriginal = false;                                ///< to make what private copies begin with
  bool Atomic = false;   ///< of atomic updates: the CPUs' threads update the variable itself, devices have copies
  bool OfThread = false; ///< of a variable that each thread has of its own, of which devices have copies
  llvm::SmallVector<Level, 2> Levels;
  /// No clause makes copies for the threads.
  bool isInPlace() const { return Atomic || OfThread; }
  /// How much of an array it is, is known when the loop begins.
  bool isFound() const {
    return llvm::any_of(Levels, [](const Level &L) { return L.Found; });
  }
};

/// A scalar or trivially copyable object that the body uses, or an array that it reduces into.
struct Capture {
  Entity What;
  CaptureKind Kind = CaptureKind::Value;
  clang::QualType Type;   ///< unqualified, without reference
  Reduction Reduced;      ///< of a reduction
  std::string Spelling;   ///< how the user's function names it
  std::string Guard = {}; ///< guardOf() the value
  bool Computed = false;  ///< the spelling names no variable, but what has been computed of some
  bool Last = false;      ///< private or firstprivate, and the value after the last iteration comes back
  bool Found = false;     ///< private on devices, though the program's threads share it
};

/// A use of an entity that generated code has to name otherwise: of a member, or by a qualified name.
struct Renaming {
  enum class Kind { Name, Object, Pointer };
  const clang::Expr *Use = nullptr;
  const clang::ValueDecl *Decl = nullptr;
  Kind As = Kind::Name; ///< or the use is of an object that device code has a pointer to, or leads to that object
};

/// A bare name that is found in a class or a namespace around the function. Where a device kernel stands, it would mean
/// nothing, or something else of the file's.
struct OuterName {
  clang::SourceLocation Loc;
  const clang::NamedDecl *Decl = nullptr; ///< a function, constant, namespace or template, which has a name in full
  clang::QualType Type;                   ///< of a type
};

/// A call of a member function that returns a reference to an element of a member, as `T &at(int i) { return m[i]; }`:
/// it is looked through like the subscript in it, of the array that `&o.at(0)` leads to.
struct Accessor {
  const clang::CXXMemberCallExpr *Call = nullptr;
  const clang::MemberExpr *Callee = nullptr; ///< `o.at`
  const clang::FieldDecl *Array = nullptr;
};

/// A part of a flat subscript that is the product of the extents of dimensions First to Last.
struct ExtentFactor {
  const clang::Expr *Part = nullptr;
  unsigned First = 0, Last = 0;
};

/// `omp atomic` in a body.
struct AtomicDirective {
  const clang::OMPExecutableDirective *Directive = nullptr;
  const clang::ValueDecl *Variable = nullptr; ///< that it is on, or elements of which; null: not known
  bool Compares = false;                      ///< `atomic compare`
};

/// One subscript expression on a window.
struct Access {
  const clang::Expr *Whole = nullptr;
  unsigned Window = 0;
  llvm::SmallVector<const clang::Expr *, 3> Indices; ///< outermost dimension first
  bool Read = false, Write = false;
  bool Assigned = false;    ///< written by the body itself, not only lent to what may write it
  bool Overwrites = false;  ///< nothing of the element's old value is left or read
  bool Addressed = false;   ///< its address is taken: what is reached from there is not known
  bool Conditional = false; ///< not executed by every iteration
  bool AllOrNone = false;   ///< perhaps all iterations or none: some condition for it uses no data of iterations
  bool Atomic = false;      ///< of `omp atomic`
  /// Through a pointer of the body, or by a function that returns the element: the indices are those of the array, and
  /// not in the text.
  bool ByPointer = false;
  int Holders = -1;                           ///< of a row as a whole: the window of objects that say how long it is
  bool ByPath = false;                        ///< by parts of elements: generated code writes the access anew
  unsigned Implied = 0;                       ///< of ByPath: a bit for each index that is 0 and not in the text
  bool Arrow = false;                         ///< of ByPath: the access ends with `->` and a member of the element
  const clang::DeclRefExpr *By = nullptr;     ///< of ByPath: this stands in place of the first index
  int Objects = -1;                           ///< of By: the window that it is an object of, or a pointer into
  llvm::SmallVector<ExtentFactor, 2> Factors; ///< of a flat subscript of a strided window
};

enum class RunsOn {
  Everywhere, ///< CPUs and accelerators
  Host,       ///< the CPUs, through the runtime
  Plain,      ///< as the plain OpenMP directive; the runtime does not take part
};

/// How the task that a `nowait` region becomes gets a variable.
struct TaskVariable {
  std::string Name;
  bool Copied = false; ///< as it was when the task was made; else the variable itself
  bool operator==(const TaskVariable &Other) const { return Name == Other.Name; }
};

/// An integer member of an object, such as `o.nx`, in a subscript inside of a function that the body calls. The body
/// itself need not name it.
struct IndexMember {
  const clang::ValueDecl *Decl = nullptr; ///< what stands for it
  const clang::MemberExpr *Use = nullptr;
  std::string Code;     ///< how generated code names it, if it is private to its class
  bool Guarded = false; ///< the pointers that lead to it may be null (guardOf())
};

/// A variable, and from there the members that lead to a part of it or of what it points to.
using MemberPath = std::vector<const clang::ValueDecl *>;
/// The variables that stand for members.
using MemberEntities = std::map<MemberPath, const clang::VarDecl *>;

/// An object that an expression designates, or is a part of. Members of this object are like variables.
struct Designated {
  const clang::Expr *Name = nullptr; ///< its name; if Behind, that of a pointer which leads to it, or `this`
  bool Behind = false;
  std::vector<const clang::FieldDecl *> Part; ///< which part, without following pointers and references
  bool isThis() const { return llvm::isa<clang::CXXThisExpr>(Name); }
  clang::QualType type() const { return Behind ? Name->getType()->getPointeeType() : Name->getType(); }
};

/// Why a region does not run everywhere.
struct Verdict {
  RunsOn Where = RunsOn::Everywhere;
  clang::SourceLocation Loc;
  std::string Cause, Remedy;
  /// Keeps the strictest and, among equals, the first.
  void restrict(RunsOn P, clang::SourceLocation At, std::string Why, std::string Help) {
    if (P <= Where)
      return;
    Where = P, Loc = At, Cause = std::move(Why), Remedy = std::move(Help);
  }
  void toHost(clang::SourceLocation At, std::string Why, std::string Help = "") {
    restrict(RunsOn::Host, At, std::move(Why), std::move(Help));
  }
};

/// A block over places around a region, in the same function or instance.
struct Surrounding {
  Directive *Source = nullptr;
  const clang::IfStmt *Marker = nullptr;
};

/// A capture that holds pointers: in a device's copy of it they lead to the device's arrays.
struct ObjectCopy {
  struct Member {
    const clang::FieldDecl *Field = nullptr;
    std::string Name;                        ///< `part.member`
    llvm::SmallVector<uint64_t, 3> Pointers; ///< where in the object they lie; the first leads to the first element
    unsigned Window = 0;
  };
  const clang::ValueDecl *Object = nullptr; ///< the variable that stands for it in Captures
  Designated Of;
  bool AsBytes = false; ///< else as a value, of which members are assigned by their names
  llvm::SmallVector<Member, 4> Arrays;
  /// A pointer in it that leads to another object of which a device has a copy.
  struct Link {
    std::string Name;
    uint64_t Offset = 0;
    const clang::ValueDecl *To = nullptr;
    bool operator==(const Link &Other) const { return Offset == Other.Offset; }
  };
  std::vector<Link> Links;
};

/// One annotated loop, in one function or template instance.
struct Region {
  Directive *Source = nullptr;
  const clang::IfStmt *Marker = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  /// Such as `N == 4`: true in this instance of the template. Empty: not needed, or it cannot be said.
  std::string Guard;
  const clang::Stmt *LoopStatement = nullptr; ///< or the block
  const clang::ForStmt *LoopAsFor = nullptr;  ///< the `for` statement that is made of a range-based one
  bool InBlock = false;                       ///< a loop of a block: the marker is the block's
  bool OnPlace = false;                       ///< and the block is over places: the devices of a place share the loop
  /// Of a loop that joins a team: the directive in the same function that made it; null: a caller's team, or none.
  const clang::OMPExecutableDirective *Team = nullptr;
  bool InTarget = false;           ///< it stands in a `target` construct, whose variables may be a device's already
  std::vector<Surrounding> Around; ///< outermost first
  /// A loop of a block in which each thread runs it on its device.
  bool isPartOfBlock() const { return InBlock && !OnPlace; }
  CanonicalLoop Loop;
  std::vector<const clang::DeclRefExpr *> Collapsed; ///< iterators of `collapse`d loops inside, declared outside of all
  /// The windows that no clause names, as this instance has them; the directive has those of the first. Null: none.
  std::shared_ptr<std::vector<WindowSpec>> Found;
  std::vector<std::string> Needed; ///< conditions at the loop's begin without which these windows are wrong
  std::vector<Window> Windows;
  std::vector<Capture> Captures;
  std::vector<Access> Accesses;
  std::vector<IndexMember> IndexMembers; ///< of accesses
  std::vector<const clang::VarDecl *>
      RowReferences; ///< references of the body to rows, which device code has objects for
  std::vector<std::pair<const View *, unsigned>> Views; ///< with their windows, by number
  std::vector<const LocalObject *> LocalObjects;        ///< objects of the body that device code has no variable for
  std::vector<std::string> NeededByViews;               ///< conditions at the loop's begin that the views need
  std::shared_ptr<Callees> Called;                      ///< what functions of the unit do; all its regions share this
  std::shared_ptr<MemberEntities> Members;              ///< that the region uses
  std::vector<Renaming> Renamed;
  std::vector<ObjectCopy> Objects;
  std::vector<std::pair<Accessor, unsigned>> Accessors; ///< those that are accesses, with their windows, by number
  /// Calls that say where a container begins, `v.begin()`, and its window.
  std::vector<std::pair<const clang::Expr *, unsigned>> Begins;
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Bare;  ///< captures and windows that the body names without qualifier
  std::vector<const clang::VarDecl *> Tables;           ///< constants that travel into the device image
  /// Of the enclosing function, in the order of the source: types, prototypes, constants, tables, using.
  std::vector<const clang::NamedDecl *> LocalDeclarations;
  std::vector<OuterName> OuterNames;               ///< in the body and in local declarations
  /// Of arrays that the body declares, lengths that are constants by other names than C has constants of.
  std::vector<std::pair<const clang::Expr *, uint64_t>> Lengths;
  std::vector<const clang::Stmt *> Discarded;      ///< branches of `if constexpr` that are not of this instance
  std::vector<clang::SourceLocation> MemberCopies; ///< uses of members that a clause makes private
  std::vector<AtomicDirective> Atomics;            ///< which device code leaves out, or has otherwise
  /// Operations and calls that do no more than to update variables. BodyScan looks at what they are on.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Combines;
  DeviceFunctions Functions;     ///< that the body calls and device code has forms of its own of
  std::set<std::string> Library; ///< functions of the C library that device code defines for itself
  std::set<std::string> HostLibrary; ///< and those that only devices have which run code of the host's
  /// Functions of other units that the body, or what it calls, calls: whether devices can run them is known at run
  /// time.
  std::vector<const clang::FunctionDecl *> Elsewhere;
  /// Of this one, those that a program may replace when it is loaded: devices run what is written here.
  std::vector<const clang::FunctionDecl *> Replaceable;
  /// Of other units, those that may be handed addresses in several arrays.
  std::vector<const clang::FunctionDecl *> HandsApart;
  /// What functions of other units have to set of arrays that each iteration has of its own.
  std::vector<FilledElsewhere> Filled;
  bool UsesWideFloat = false;   ///< floating-point types that only the host has
  bool UsesComplex = false;     ///< C's complex numbers, whose operators are functions
  bool ReductionsTravel = true; ///< whether generated code can move and combine their values
  std::vector<TaskVariable> TaskVariables;
  std::string WhyNoTask; ///< why the program waits for the region in spite of `nowait`; empty if it does not
  Nest Lanes;            ///< how lanes share an iteration; findNests() finds it
  /// What the body does with windows that no clause of the user's names; null where there are none. Points to Accesses.
  std::shared_ptr<const std::vector<ArrayUse>> BodyUses;
  Verdict Fate;
  bool StaysForPointers = false; ///< The first reason to stay on the host: elements of an array hold pointers.
  Verdict Reach; ///< Why it runs on no other devices than those that reach the host's memory.
  /// The capture or window over a variable or member; null if there is none.
  const Entity *entity(const clang::ValueDecl *Decl) const {
    for (const Capture &C : Captures)
      if (C.What.Decl == Decl)
        return &C.What;
    for (const Window &W : Windows)
      if (W.Array.Decl == Decl)
        return &W.Array;
    return nullptr;
  }
  /// The object that a capture is, if it is one; else null.
  const ObjectCopy *objectOf(const Capture &C) const {
    auto Found = llvm::find_if(Objects, [&](const ObjectCopy &O) { return O.Object == C.What.Decl; });
    return Found == Objects.end() ? nullptr : &*Found;
  }
  /// Whether a device gets a capture as its bytes, not as a value.
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
  /// Whether all threads of a GPU's launch can update one partial atomically, rather than each one of its own:
  /// of arrays on which the user's loop has `omp atomic`, and of single variables that can be combined so.
  bool canHaveOnePartial() const;
  bool OnePartial = false;   ///< They do: the same in all instances, since one descriptor says what kernels expect.
  bool HoldsCallees = false; ///< The host's forms have copies of what they call, see holdsCallees().
  /// Whether its reductions and last values are copied, one by one, from the device that computed them.
  bool leavesValues() const {
    return (hasReductions() && ReductionsTravel) || (hasLastValues() && Fate.Where == RunsOn::Everywhere);
  }
};

/// Analyses the region behind a marker. Errors are reported; false if the region cannot be translated.
bool analyse(Region &R, clang::ASTContext &Context, Diagnostics &Diags);

/// Hands the marker's checked expressions back to the clauses they came from, those of the blocks around it too.
void bindExpressions(Region &R);
void bindExpressions(Directive &D, const clang::IfStmt &Marker);

/// Gives the directive of a region what the innermost block around it says of arrays: a dimension that is left out
/// (`[:]`), and arrays that its statement uses and none of its clauses names. What follows the partition of any block
/// around it is cut to the share there. Done for the first of its instances, whose loop is known.
void inheritMaps(Region &R);

/// Reads the header of a canonical loop; false if it is none.
bool readLoop(const clang::ForStmt *For, CanonicalLoop &Into);

// The passes of analyse(), in order.
bool findLoop(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
bool resolveWindows(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
void scanBody(Region &R, clang::ASTContext &Context);
void checkIndices(Region &R, const clang::ASTContext &Context);
bool checkFootprint(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
void findStrides(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
/// The window whose array an argument of a variant is, or -1.
int argumentWindow(const Region &R, const ClauseExpr &Argument);
bool checkVariant(Region &R, clang::ASTContext &Context, Diagnostics &Diags);
void findTaskVariables(Region &R, clang::ASTContext &Context);

/// The expressions of a window's clause in generated code; of a block over places, those that variables keep for the
/// loops and regions inside.
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

/// The variable that keeps expression `Number` of window `Window` of a block over places; and those of the bounds that
/// each of its threads has.
std::string keptName(const Directive &Block, size_t Window, unsigned Number);
std::string keptBound(const Directive &Block, bool End);

/// Lets a window of a loop or region inside name the variables of the block in place of its clause's expressions.
void nameKept(WindowSpec &Inside, const Directive &Block, size_t Window);

/// The clause's expression for the extent of dimension D, where no type says it; null if there is none.
const ClauseExpr *extentExpr(const Window &W, unsigned D);

/// Whether a clause's expression is the number 0.
bool isZero(const std::optional<ClauseExpr> &E, const clang::ASTContext &Context);

/// Whether a dimension follows the loop; nullopt where that is known at run time only.
std::optional<bool> isTied(const Dimension &D, const clang::ASTContext &Context);
/// Whether a dimension other than the first may follow the loop, so that the device's share is not a block of memory.
bool mayFollowInside(const Window &W, unsigned Dimension);

/// The name of a captured entity in device code.
inline const std::string &localName(const Entity &E) { return E.Local; }

/// How generated code in the user's function names an entity: members of `*this` by a reference, since `this` has no
/// meaning in the local struct that the kernel is a member of.
inline const std::string &hostName(const Capture &C) { return C.What.isMember() ? C.What.Local : C.Spelling; }
inline const std::string &hostName(const Window &W) { return W.Array.isMember() ? W.Array.Local : W.Name; }

/// Whether a variable is a number that the compiler knows, so that types and labels may depend on it.
bool isKnownNumber(const clang::VarDecl &Var, const clang::ASTContext &Context);

/// Whether a variable that the body only reads can be copied to the devices.
bool isCopied(clang::QualType T, clang::ASTContext &Context);
/// The remedy for a variable that cannot, in messages.
inline constexpr char CopyParts[] =
    "before the loop, copy what it needs of it into variables: numbers, and pointers to elements";

/// The blocks of the enclosing functions that the loop stands in, outermost first.
std::vector<clang::SourceRange> blocksAround(const Region &R, const clang::ASTContext &Context);

/// A name that can be written anywhere in the unit: anonymous namespaces are no part of it.
std::string qualifiedName(const clang::NamedDecl &D);

/// The index of the window over `Decl`, or -1.
int findWindow(const Region &R, const clang::ValueDecl *Decl);
/// The window of the objects that say how long the rows of an array are, or -1.
int holdersOf(const Region &R, const clang::Expr *Array);
/// The index of the window that another one goes through, or -1 where it goes through none, or that one is not there.
int throughWindow(const Region &R, const Window &W);
/// The host's pointer to a window's first element, given the array's name on the host.
inline std::string pointerText(const Window &W, const std::string &Name) {
  return W.Container ? "(" + Name + ").data()" : Name;
}

/// How many elements a container has, as an expression for the host.
inline std::string lengthText(const Window &W) { return W.Spec->Array.code() + ".size()"; }

/// A value that exists where the guard holds, and another one elsewhere.
inline std::string guarded(const std::string &Value, const std::string &Guard, const std::string &Else) {
  return Guard.empty() ? Value : "(" + Guard + " ? " + Value + " : " + Else + ")";
}

/// One subscript, built in or that of a container.
struct Subscript {
  const clang::Expr *Base = nullptr, *Index = nullptr;
};
std::optional<Subscript> subscript(const clang::Expr *E);

/// Whether the type of a window's array says how long its first dimension is: that of a member at the end of an object
/// that is longer than its type, `int a[]` or, as before C99, `int a[1]`, does not.
bool declaresLength(const Window &W);

/// The accessor that an expression calls; nothing if it calls none.
std::optional<Accessor> accessorOf(const clang::Expr *E);
/// An expression for the array, as `&o.at(i)`, whose path is that of the member.
const clang::Expr *arrayBehind(const Accessor &A);

/// The path that an expression such as `s`, `s.x`, `p->s.x` or `&s.at(0)` names; empty for all others. `Followed` gets
/// the paths of the pointers on the way.
MemberPath memberPath(const clang::Expr *E, std::vector<MemberPath> *Followed = nullptr);
/// Whether a class, or the one that a pointer leads to, has a base more than once or one that is not known.
bool hasBaseTwice(clang::QualType T);
/// What has to hold, in generated code, where the pointers that such an expression follows are followed beside the
/// loop: that there is memory behind those which neither clauses of the user's nor bounds follow. The body may do so
/// under conditions. Empty: nothing.
std::string guardOf(const Region &R, const clang::Expr *E, const clang::ASTContext &Context);
/// The object that an expression designates; nothing if the object has no name that holds in all iterations.
std::optional<Designated> designated(const clang::Expr *E);
/// The variable, or member of this object, that an object's name begins with; null for this object itself.
const clang::ValueDecl *frontOf(const Designated &O);
const clang::ValueDecl *makeObjectEntity(const Designated &O, const clang::FunctionDecl &User,
                                         clang::ASTContext &Context);
/// guardOf() several expressions together.
std::string guardOf(const Region &R, llvm::ArrayRef<const clang::MemberExpr *> All, const clang::ASTContext &Context);
/// guardOf() an object.
std::string guardOf(const Region &R, const Designated &O, const clang::ASTContext &Context);
/// Whether a window's elements lie in an object, not only behind its pointers.
bool liesIn(const Window &W, const Designated &O);
/// A window over a member that a variable leads to, or over an array that is a part of an object; or null.
const Window *windowBehind(const Region &R, const clang::ValueDecl *Variable);
const Window *windowInside(const Region &R, const MemberPath &Object);
/// What stands for a member in the region that is being looked at, once makeMemberEntity() has made it; else null.
const clang::ValueDecl *memberEntity(const clang::Expr *E);
/// Makes memberEntity() and namedEntity() look at this region's members from now on.
void useMemberEntities(Region &R);
const clang::ValueDecl *makeMemberEntity(const clang::Expr *E, const clang::FunctionDecl &User,
                                         clang::ASTContext &Context);

/// What a range-based for statement goes through, where an expression is the variable that clang has for it: else the
/// expression itself.
const clang::Expr *behindRange(const clang::Expr *E);

/// The variable or member, of `*this` or with an entity of its own, that an expression names, or null.
const clang::ValueDecl *namedEntity(const clang::Expr *E);
/// The variable or member that an lvalue is a part of, without following any pointer; or null.
const clang::ValueDecl *rootOf(const clang::Expr *E);

} // namespace hetcc
#endif
