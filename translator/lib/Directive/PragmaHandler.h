// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes over the `omp` and `acc` pragmas of a unit. A directive of ours is parsed, its OpenMP part goes to clang's
// own parser, and a marker in front makes Sema check every expression of our clauses in place:
//
//     if (((void)"hetcc:7", (void)(e0), (void)(e1), 0)) {} else
//     #pragma omp parallel for reduction(+:s)
//     for (...) ...
//
// The source text is left alone, so that it can be rewritten.
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

/// A `target` construct that the host compiler gets as it stands, under --hetcc-auto.
struct HostConstruct : DirectiveLine {
  std::string Name;
  bool StandsAlone = false;
  bool IsLoop = false; ///< that might have been split
  std::string Why;     ///< it is not
};

/// What is done with the directives of OpenMP's own.
struct OpenMPOptions {
  AutoMode Auto = AutoMode::Off;
  bool Checked = false; ///< for --hetcc-check, which looks at iterations that are dealt out at run time, one by one
};

/// `omp requires` with a clause about memory, which some host compilers do not know.
struct MemoryRequirement : DirectiveLine {
  std::string Whole, Rest;                   ///< the line as it is, and without these clauses; empty: nothing is left
};

/// The requirement that a line states, if it does.
std::optional<MemoryRequirement> memoryRequirementOf(llvm::ArrayRef<clang::Token> Line, clang::SourceLocation HashLoc,
                                                     clang::Preprocessor &PP);

/// One of these as a directive that is to be replaced.
inline Directive placeOf(const DirectiveLine &Of) {
  Directive Place;
  static_cast<DirectiveLine &>(Place) = Of;
  return Place;
}

/// What stands in the host source for it.
std::string hostText(const MemoryRequirement &Of);

/// The lines of OpenMP's own loops, by their places, as they are where iterations are dealt out one by one.
using LinesThatDealOut = std::map<clang::SourceLocation, std::string>;

/// The directives of one unit. References stay valid while it grows.
struct DirectiveList : std::deque<Directive> {
  bool Lost = false; ///< there was one outside of any function, after an error
  std::vector<HostConstruct> HostConstructs;
  std::vector<MemoryRequirement> Requirements;
  bool HasPlainLoops = false;                     ///< OpenMP's own, which the program does not ask to have split
  bool HasOneMemory = false;                      ///< one of them says that devices reach the host's memory
  std::vector<clang::SourceLocation> Independent; ///< where an `acc loop` ends that calls its loop's iterations so
  LinesThatDealOut DealtOut;                      ///< for --hetcc-check
};

/// Replaces clang's handlers. Call from SemaConsumer::InitializeSema; Directives and Diags outlive the parser.
void installPragmaHandlers(clang::Sema &S, DirectiveList &Directives, Diagnostics &Diags, OpenMPOptions Options);

/// Calls Function on every expression of a directive, in slot order.
template <typename FunctionType> void forEachExpr(Directive &D, FunctionType Function);

/// The line of the OpenMP directive that stands for D where it runs on the host alone, with D's clauses of ours left
/// out; empty where nothing needs to.
///
/// Condition, if there is one, is true and has to be evaluated before the loop. With DealsOut, a loop's iterations are
/// dealt out one by one, whatever its clauses say.
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
