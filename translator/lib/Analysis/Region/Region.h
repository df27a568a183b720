// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Analysis finds out about one annotated loop (a region): the canonical loop, the variables that its body uses,
// how the body indexes its windows (the arrays of data clauses), and where the loop can run. Rewrite and Kernel
// generate code from this description alone.
#ifndef HETCC_LIB_ANALYSIS_REGION_REGION_H
#define HETCC_LIB_ANALYSIS_REGION_REGION_H

#include "Analysis/Region/BodyContents.h"
#include "Analysis/Region/CanonicalLoop.h"
#include "Analysis/Region/Description.h"
#include "Analysis/Region/DeviceFunctionList.h"
#include "Analysis/Region/DeviceNeeds.h"
#include "Analysis/Region/Nest.h"
#include "Analysis/Region/OuterDeclarations.h"
#include "Analysis/Region/RegionSite.h"
#include "Analysis/Region/Verdict.h"
#include "Analysis/Region/Window.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hetcc {

struct ArrayUse;

/// The windows that no clause names, as inferWindows() finds them.
struct InferredWindows {
  /// As found for this instance; the directive has the windows found for the first instance. Null if there are none.
  std::shared_ptr<std::vector<WindowSpec>> Windows;
  std::vector<std::string> Needed; ///< conditions that must hold when the loop begins, for Windows
};

/// What all instances of a template have in common, since they share one descriptor. mergeInstances() decides it.
struct SharedForm {
  bool OnePartial = false;      ///< kernels use one partial
  bool HoldsCallees = false;    ///< the compiler inlines the called functions into the host's forms, see holdsCallees()
  bool ReductionsTravel = true; ///< generated code can copy and combine the values of all reductions
};

/// How a variable is passed to the OpenMP task that a `nowait` region becomes.
struct TaskVariable {
  std::string Name;
  bool Copied = false; ///< the task gets a copy when it is created (`firstprivate`); if false, it shares the variable
  bool operator==(const TaskVariable &Other) const { return Name == Other.Name; }
};

/// The OpenMP task that a `nowait` region becomes.
struct TaskForm {
  std::vector<TaskVariable> Variables;
  std::string WhyNone; ///< why the program waits for the region in spite of `nowait`; empty if it does not wait
};

/// One annotated loop (or block) in one function or template instance, with all that Analysis has found out about it.
/// Each field is the value of one step of the analysis, which the field's comment names. The fields are in the order of
/// the steps, so a step reads fields above its own.
struct Region {
  Region() = default;
  explicit Region(RegionSite Site) : Site(std::move(Site)) {}

  const RegionSite Site; ///< what the analysis begins with
  /// The variables that stand for members that the region uses. The steps up to the scan of the body make them.
  MemberEntities Members;
  InferredWindows Inferred;    ///< inferWindows()
  CanonicalLoop Loop;          ///< findLoop(); for a block, of its `partition` clause
  std::vector<Window> Windows; ///< resolveWindows(); later steps add how the body uses them
  DeviceFunctions Functions;   ///< functions that the body calls and that have a device form; findDeviceFunctions()
  DeviceNeeds Needs;           ///< findDeviceNeeds()
  BodyContents Body;           ///< the scan of the body (BodyScan.h); mergeInstances() adds what other instances use
  OuterDeclarations Outer;     ///< findLocalNames(); mergeInstances() adds likewise
  /// What the body does with the windows that the compiler added; null if there are no such windows. Its entries point
  /// into Body.Accesses. findBodyUses()
  std::shared_ptr<const std::vector<ArrayUse>> BodyUses;
  SharedForm Shared; ///< mergeInstances()
  /// A condition such as `N == 4` that is true in this instance of the template and in no other. Empty outside of
  /// templates, and if there is no such condition. Known when the instances are merged.
  std::string Guard;
  Nest Lanes;            ///< how the lanes of a device share one iteration; findNests()
  TaskForm Task;         ///< findTaskVariables()
  Description Described; ///< for the code on the host; the last step

  // Each step may restrict where the region runs.
  Verdict Fate;                  ///< where the region can run
  bool StaysForPointers = false; ///< the region's first restriction was that elements of an array hold pointers
  Verdict Reach; ///< why only devices that can access the host's memory run the region; its Where is Everywhere if
                 ///< other devices can run it, too

  /// The variable that an expression names, see MemberEntities.
  const clang::ValueDecl *named(const clang::Expr *E) const { return Members.named(E); }
  /// The entity of the capture or window that stands for a variable or member; null if there is none.
  const Entity *entity(const clang::ValueDecl *Decl) const {
    for (const Capture &C : Body.Captures)
      if (C.What.Decl == Decl)
        return &C.What;
    for (const Window &W : Windows)
      if (W.Array.Decl == Decl)
        return &W.Array;
    return nullptr;
  }
  /// The entry of Body.Objects for a captured object that holds pointers; null for other captures.
  const ObjectCopy *objectOf(const Capture &C) const {
    auto Found = llvm::find_if(Body.Objects, [&](const ObjectCopy &O) { return O.Object == C.What.Decl; });
    return Found == Body.Objects.end() ? nullptr : &*Found;
  }
  /// Whether generated code copies a capture to devices as bytes, not as a value of its type.
  bool travelsAsBytes(const Capture &C) const {
    const ObjectCopy *Of = objectOf(C);
    return Of && Of->AsBytes;
  }
  bool hasReductions() const {
    for (const Capture &C : Body.Captures)
      if (C.Kind == CaptureKind::Reduction)
        return true;
    return false;
  }
  bool hasLastValues() const {
    return llvm::any_of(Body.Captures, [](const Capture &C) { return C.Last; });
  }
  /// Whether all threads of a GPU's launch can update one partial (a set of reduction values) atomically, so that
  /// threads need no partials of their own. True for arrays that the loop updates by `omp atomic`, and for single
  /// variables whose operator devices have as an atomic operation.
  bool canHaveOnePartial() const;
  /// Whether generated code copies reduction values or last values from the devices that computed them.
  bool leavesValues() const {
    return (hasReductions() && Shared.ReductionsTravel) || (hasLastValues() && Fate.Where == RunsOn::Everywhere);
  }
};

/// Sets ClauseExpr::Checked in all clauses to the expressions in the marker, which Sema has checked. The first form
/// does so for the region's directive and the blocks around it, the second for one directive.
void bindExpressions(const RegionSite &Site);
void bindExpressions(Directive &D, const clang::IfStmt &Marker);

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
inline bool canReachOnlyCopies(const Region &R) { return R.Site.Source->Automatic && !R.Site.Source->HasOneMemory; }

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
