// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows: what the tables say of them, and what each call does.
#include "Analysis/Replicas.h"
#include "Rewrite/CallWriter.h"
#include "Rewrite/TableWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

std::string TableWriter::windowFlags(const Window &W) const {
  auto GoesThrough = [&](const Window &Other) { return throughWindow(R, Other) == &W - R.Windows.data(); };
  const bool Balances = R.Source->Balance && !R.InBlock && R.Source->Balance->Text == W.Name;
  FlagList Flags;
  Flags.add(W.MoveIn || W.Shape.Whole, "HETRT_IN");
  Flags.add(W.MoveOut, "HETRT_OUT");
  Flags.add(W.Shape.Whole, "HETRT_FULL");
  Flags.add(W.Difference, "HETRT_DIFFERENCE");
  Flags.add(W.Strided, "HETRT_STRIDED");
  Flags.add(W.Shape.Allocated, "HETRT_ALLOCATED");
  Flags.add(W.Shape.Inferred, "HETRT_INFERRED");
  Flags.add(W.Shape.Present, "HETRT_PRESENT");
  Flags.add(R.Loop.Clause && R.Source->replicates() && isReplicated(W), "HETRT_COPIED");
  Flags.add(W.Shape.usesSections(), "HETRT_SECTION");
  Flags.add(W.Shape.How == Association::Segmented, "HETRT_SEGMENTED");
  Flags.add(W.Shape.How == Association::Indexed, "HETRT_INDEXED");
  Flags.add(llvm::any_of(R.Windows, GoesThrough),
            "((__typeof__(" + elementOf(W, W.Name) + "))-1 > 0 ? HETRT_UNSIGNED : 0)");
  Flags.add(Balances, "HETRT_BALANCE");
  Flags.add(W.Persist, "HETRT_PERSIST");
  return Flags.text();
}

std::string TableWriter::windowInfo(const Window &W) const {
  const SourceManager &SM = Context.getSourceManager();
  const int Through = throughWindow(R, W), Own = !W.Shape.Through.empty() ? int(&W - R.Windows.data()) : 0;
  return Initializer()
      .set("name", quoted(W.Name))
      .set("clause", quoted(W.Clause))
      .set("line", SM.getPresumedLoc(SM.getExpansionLoc(W.Loc)).getLine())
      .set("flags", windowFlags(W))
      .set("rank", W.Shape.rank())
      .set("pointer_offset",
           hasValues() ? "__builtin_offsetof(struct hetrt_values_" + N + ", " + arrayField(W) + ")" : "0")
      .set("through", uint64_t(Through >= 0 ? Through : Own))
      .text();
}

std::string TableWriter::windows() const {
  if (R.Windows.empty())
    return "";
  std::string Text = "static const hetrt_window_info hetrt_windows_" + N + "[] = {\n";
  for (const Window &W : R.Windows)
    Text += windowInfo(W) + ",\n";
  return Text + "};\n";
}

/// The largest value that the iterator takes, in a loop that runs at all.
std::string CallWriter::highestValue() const {
  return "(" + firstValue() + " + (hetrt_step_" + N + " > 0 ? (hetrt_int64)((hetrt_trips_" + N +
         " - 1) * (hetrt_uint64)hetrt_step_" + N + ") : 0))";
}

/// Of a share, as far as the clause says that the array goes.
static std::string clipped(const Axis &A, const Number &Index) {
  return "hetrt_clipped(" + Index.Code + ", " + A.First.Code + ", " + A.Extent.Code + ")";
}
static std::string firstOf(const Axis &A) { return A.Within ? clipped(A, A.Within->First) : A.First.Code; }
static std::string countOf(const Axis &A) {
  return A.Within ? clipped(A, A.Within->Last) + " - " + firstOf(A) : A.Count.Code;
}

std::string CallWriter::shape(const Window &W) const {
  std::vector<std::string> Extent, Before, After, Tied, First, Count;
  const bool Sections = W.Shape.usesSections();
  if (!R.isPartOfBlock()) // else the block has said it
    for (const Axis &Each : W.Shape.Axes) {
      // Where nothing says how long it is, it reaches as far as the loop and the halo do.
      Extent.push_back(Each.Extent.isKnown() ? Each.Extent.Code : highestValue() + " + 1 + " + Each.After.Code);
      Before.push_back(Each.Before.Code);
      After.push_back(Each.After.Code);
      Tied.push_back(Each.Tied.Code);
      if (Sections) {
        First.push_back(firstOf(Each));
        Count.push_back(countOf(Each));
      }
    }
  std::string Element = W.Name;
  for (unsigned I = 0; I < W.DeclaredRank; ++I)
    Element += "[0]";
  const Number &Size = W.Shape.ElementSize;
  return Initializer()
      .set("base", "(const void *)(" + pointerText(W, W.Name) + ")")
      .set("element_size", "(hetrt_uint64)(" + (Size.isKnown() ? Size.Code : "sizeof(" + Element + ")") + ")")
      .set("extent", Extent)
      .set("halo_before", Before)
      .set("halo_after", After)
      .set("tied", Tied)
      .set("first", First)
      .set("count", Count)
      .text();
}

std::string CallWriter::shapes() const {
  if (R.Windows.empty())
    return "";
  std::string Text = "const hetrt_window hetrt_shapes_" + N + "[] = {\n";
  for (const Window &W : R.Windows)
    Text += shape(W) + ",\n";
  return Text + "};\n";
}
