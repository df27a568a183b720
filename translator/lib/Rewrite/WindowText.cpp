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

/// Whether a clause has a loop use a part of dimensions that it does not follow.
static bool usesSection(const Window &W, const ASTContext &Context) {
  for (unsigned D = 0; D < W.Spec->Dimensions.size(); ++D)
    if (hasSection(W, D, Context))
      return true;
  return false;
}

std::string TableWriter::windowFlags(const Window &W) const {
  auto GoesThrough = [&](const Window &Other) { return throughWindow(R, Other) == &W - R.Windows.data(); };
  const bool Balances = R.Source->Balance && !R.InBlock && R.Source->Balance->Text == W.Spec->Array.Text;
  FlagList Flags;
  Flags.add(W.MoveIn || W.Spec->Full, "HETRT_IN");
  Flags.add(W.MoveOut, "HETRT_OUT");
  Flags.add(W.Spec->Full, "HETRT_FULL");
  Flags.add(W.Difference, "HETRT_DIFFERENCE");
  Flags.add(W.Strided, "HETRT_STRIDED");
  Flags.add(W.Spec->Allocated, "HETRT_ALLOCATED");
  Flags.add(W.Spec->Inferred, "HETRT_INFERRED");
  Flags.add(W.Spec->Present, "HETRT_PRESENT");
  Flags.add(R.Loop.Clause && R.Source->replicates() && isReplicated(W), "HETRT_COPIED");
  Flags.add(usesSection(W, Context), "HETRT_SECTION");
  Flags.add(W.Spec->How == Association::Segmented, "HETRT_SEGMENTED");
  Flags.add(W.Spec->How == Association::Indexed, "HETRT_INDEXED");
  Flags.add(llvm::any_of(R.Windows, GoesThrough),
            "((__typeof__(" + elementOf(W, W.Spec->Array.Text) + "))-1 > 0 ? HETRT_UNSIGNED : 0)");
  Flags.add(Balances, "HETRT_BALANCE");
  Flags.add(W.Persist, "HETRT_PERSIST");
  return Flags.text();
}

std::string TableWriter::windowInfo(const Window &W) const {
  const SourceManager &SM = Context.getSourceManager();
  const int Through = throughWindow(R, W), Own = W.Spec->Through ? int(&W - R.Windows.data()) : 0;
  return Initializer()
      .set("name", quoted(W.Spec->Array.Text))
      .set("clause", quoted(W.Spec->Clause))
      .set("line", SM.getPresumedLoc(SM.getExpansionLoc(W.Spec->Array.Begin)).getLine())
      .set("flags", windowFlags(W))
      .set("rank", W.Spec->Dimensions.size())
      .set("pointer_offset",
           hasValues() ? "__builtin_offsetof(struct hetrt_values_" + N + ", " + fieldName(W.Array) + ")" : "0")
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

/// The share that a thread of a block around the loop has, as far as the clause says that the array goes: its first
/// index and the one behind its last.
static std::pair<std::string, std::string> clippedShare(const Dimension &Dim, const std::string &Extent) {
  const std::string Lower = Dim.Cond ? "(hetrt_int64)(" + Dim.Cond->code() + ")" : "0";
  auto Clipped = [&](const std::string &Index) {
    return "hetrt_clipped(" + Index + ", " + Lower + ", " + Extent + ")";
  };
  auto [First, Last] = shareText(*Dim.Within);
  return {Clipped(First), Clipped(Last)};
}

namespace {

/// One entry per dimension that the clause has.
struct Shape {
  std::vector<std::string> Extent, Before, After, Tied, First, Count;
};

} // namespace

static std::string elements(const std::optional<ClauseExpr> &Number) {
  return Number ? "(hetrt_int64)(" + Number->code() + ")" : "0";
}

/// The first index and the number of those that are used, of a dimension that does not follow the loop.
static void addSection(Shape &Into, const Window &W, unsigned D, const ASTContext &Context) {
  const Dimension &Dim = W.Spec->Dimensions[D];
  const std::string Extent = extentText(W, D, W.Spec->Array.Text);
  if (Dim.Within) {
    auto [Lower, Upper] = clippedShare(Dim, Extent);
    Into.First.push_back(Lower);
    Into.Count.push_back(Upper + " - " + Lower);
    return;
  }
  const bool Given = hasSection(W, D, Context);
  Into.First.push_back(Given ? elements(Dim.Cond) : "0");
  Into.Count.push_back(Given ? elements(Dim.Num) : Dim.Id.empty() ? Extent : "0");
}

std::string CallWriter::shape(const Window &W) const {
  Shape Found;
  std::string Element = W.Spec->Array.Text;
  const bool Sections = usesSection(W, Context);
  for (unsigned D = 0; D < W.Spec->Dimensions.size() && !R.isPartOfBlock(); ++D) { // else the block has said it
    const Dimension &Dim = W.Spec->Dimensions[D];
    const std::string Extent = extentText(W, D, Element), After = elements(Dim.haloAfter());
    // An omitted section reaches as far as the loop and the padding do.
    Found.Extent.push_back(Extent.empty() ? highestValue() + " + 1 + " + After : Extent);
    Found.Before.push_back(elements(Dim.Halo));
    Found.After.push_back(After);
    Found.Tied.push_back(!Dim.IsSection ? "(" + Dim.Cond->code() + ") ? 1 : 0" : Dim.Id.empty() ? "0" : "1");
    if (Sections)
      addSection(Found, W, D, Context);
  }
  for (unsigned I = 0; I < W.DeclaredRank; ++I)
    Element += "[0]";
  return Initializer()
      .set("base", "(const void *)(" + pointerText(W, W.Spec->Array.Text) + ")")
      .set("element_size",
           "(hetrt_uint64)(" + (W.Spec->ElementSize ? W.Spec->ElementSize->code() : "sizeof(" + Element + ")") + ")")
      .set("extent", Found.Extent)
      .set("halo_before", Found.Before)
      .set("halo_after", Found.After)
      .set("tied", Found.Tied)
      .set("first", Found.First)
      .set("count", Found.Count)
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
