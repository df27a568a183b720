// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces clang's handlers of `omp` and `acc` pragmas. For each hetcc directive, the handler parses hetcc's clauses,
// passes the OpenMP part on to clang's parser, and injects a marker before it: an `if` statement that contains all
// expressions of hetcc's clauses, so that Sema checks them in their scope. Clang then parses:
//
//     if (((void)"hetcc:7", (void)(e0), (void)(e1), 0)) {} else
//     #pragma omp parallel for reduction(+:s)
//     for (...) ...
//
// The source file is not changed here; Rewrite and Frontend edit a copy of its text later.
#ifndef HETCC_LIB_DIRECTIVE_PRAGMAHANDLER_H
#define HETCC_LIB_DIRECTIVE_PRAGMAHANDLER_H

#include "Directive/DirectiveParser.h"
#include <deque>
#include <map>

namespace clang {
class Sema;
class Stmt;
class IfStmt;
} // namespace clang

namespace hetcc {

class Diagnostics;

/// An OpenMP construct that --hetcc-auto leaves to the host compiler unchanged: a loop or a `target` construct.
struct HostConstruct : DirectiveLine {
  std::string Name;
  bool StandsAlone = false; ///< no statement belongs to the directive, as with `target enter data`
  bool IsLoop = false;      ///< a loop of a kind that --hetcc-auto splits
  std::string Why;          ///< why the directive cannot be translated
};

/// How the handler treats plain OpenMP directives.
struct OpenMPOptions {
  AutoMode Auto = AutoMode::Off;
  bool Checked = false; ///< --hetcc-check: OpenMP loops get `schedule(dynamic)`, so that each iteration can be checked
};

/// `omp requires` with `unified_shared_memory` or `unified_address`, clauses that some host compilers do not know.
struct MemoryRequirement : DirectiveLine {
  std::string Whole, Rest; ///< all clauses of the line; all clauses but the two above
};

/// Returns the requirement if `Line` is `omp requires` with one of the two clauses; else nullopt.
std::optional<MemoryRequirement> memoryRequirementOf(llvm::ArrayRef<clang::Token> Line, clang::SourceLocation HashLoc,
                                                     clang::Preprocessor &PP);

/// Returns a Directive that has only the place of the line `Of`, for functions that replace the text at a directive's
/// place.
inline Directive placeOf(const DirectiveLine &Of) {
  Directive Place;
  static_cast<DirectiveLine &>(Place) = Of;
  return Place;
}

/// Returns the lines that replace the `requires` directive in the source for the host compiler.
std::string hostText(const MemoryRequirement &Of);

/// For each OpenMP loop directive, by the location of its `#`: its line with `schedule(dynamic)`. --hetcc-check uses
/// these lines, because threads then take one iteration at a time.
using DynamicScheduleLines = std::map<clang::SourceLocation, std::string>;

/// All directives of one translation unit. References to elements stay valid when elements are appended.
struct DirectiveList : std::deque<Directive> {
  bool Lost = false; ///< after a compile error, a directive seemed to be outside of any function and was dropped
  std::vector<HostConstruct> HostConstructs;
  std::vector<MemoryRequirement> Requirements;
  std::vector<DirectiveLine> Unknown;             ///< `omp` lines that name no directive; host compilers ignore them
  bool HasPlainLoops = false;                     ///< there are OpenMP loops that only --hetcc-auto=all would split
  bool HasOneMemory = false;                      ///< `omp requires unified_shared_memory` has been seen
  std::vector<clang::SourceLocation> Independent; ///< last tokens of `acc loop` lines with `independent` or the like
  DynamicScheduleLines DynamicSchedules;
};

/// Replaces clang's handlers. Must be called from SemaConsumer::InitializeSema. Directives and Diags must outlive the
/// parser.
void installPragmaHandlers(clang::Sema &S, DirectiveList &Directives, Diagnostics &Diags, OpenMPOptions Options);

/// Calls Function on every expression of a directive, in the order of their slots in the marker.
template <typename FunctionType> void forEachExpr(Directive &D, FunctionType Function);

/// Returns the OpenMP directive that replaces `D` if the host alone runs its loop or block: `D` without hetcc's
/// clauses. Returns "" for directives that need no replacement, such as `depersist`.
///
/// Condition is an expression that is always true, or "". The directive evaluates it before the loop, in an `if` clause
/// or statement. With DealsOut, a loop gets `schedule(dynamic)` instead of its own schedule.
std::string plainDirective(const Directive &D, llvm::StringRef Condition = "", bool DealsOut = false);

} // namespace hetcc

template <typename FunctionType> void hetcc::forEachExpr(Directive &D, FunctionType Function) {
  std::vector<ClauseExpr *> BySlot(D.SlotCount);
  auto Add = [&](ClauseExpr &E) {
    if (!E.From)
      BySlot[E.Slot] = &E;
  };
  auto AddIf = [&](std::optional<ClauseExpr> &E) {
    if (E)
      Add(*E);
  };
  for (IfClause &If : D.Ifs)
    Add(If.Condition);
  if (D.Variant) {
    AddIf(D.Variant->Function);
    for (std::vector<ClauseExpr> *List : {&D.Variant->Arguments, &D.Variant->Shape})
      for (ClauseExpr &E : *List)
        Add(E);
  }
  AddIf(D.Hetero.Condition), AddIf(D.Hetero.Ratio), AddIf(D.Hetero.Div);
  if (D.Partition)
    AddIf(D.Partition->Start), AddIf(D.Partition->End), AddIf(D.Partition->Step);
  auto AddItem = [&](DependItem &Item) {
    Add(Item.Object);
    for (DependItem::Bracket &Each : Item.Brackets)
      AddIf(Each.Lower), AddIf(Each.Length);
  };
  for (DependItem &Item : D.Depends)
    AddItem(Item);
  for (DataItem &Item : D.Data)
    AddItem(Item.What);
  for (std::vector<WindowSpec> *List : {&D.Windows, &D.Mapped})
    for (WindowSpec &W : *List) {
      if (W.Allocated || W.Inferred)
        continue;
      Add(W.Array), AddIf(W.ElementSize);
      if (!W.Unsized)
        for (Dimension &Dim : W.Dimensions)
          AddIf(Dim.Cond), AddIf(Dim.Num), AddIf(Dim.Halo), AddIf(Dim.Post), AddIf(Dim.Stride);
    }
  for (ClauseExpr &E : D.Persist)
    Add(E);
  for (PaddingItem &Item : D.Padding)
    Add(Item.Array);
  for (ClauseExpr &E : D.Unused)
    Add(E);
  for (ClauseExpr *E : BySlot)
    Function(*E);
}
#endif
