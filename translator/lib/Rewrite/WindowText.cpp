// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HostWriter's text for windows: what the descriptor says of them, and what each call does.
#include "Analysis/Replicas.h"
#include "Kernel/KernelWriter.h"
#include "Rewrite/HostWriter.h"
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

std::string HostWriter::windowFlags(const Region &R, const Window &W) const {
  std::string Flags = W.MoveIn || W.Spec->Full ? "HETRT_IN" : "0";
  Flags += W.MoveOut ? " | HETRT_OUT" : "";
  Flags += W.Spec->Full ? " | HETRT_FULL" : "";
  Flags += W.Difference ? " | HETRT_DIFFERENCE" : "";
  Flags += W.Strided ? " | HETRT_STRIDED" : "";
  Flags += W.Spec->Allocated ? " | HETRT_ALLOCATED" : "";
  Flags += W.Spec->Inferred ? " | HETRT_INFERRED" : "";
  Flags += W.Spec->Present ? " | HETRT_PRESENT" : "";
  Flags += R.Loop.Clause && R.Source->replicates() && isReplicated(W) ? " | HETRT_COPIED" : "";
  Flags += usesSection(W, Context) ? " | HETRT_SECTION" : "";
  Flags += W.Spec->How == Association::Segmented ? " | HETRT_SEGMENTED"
           : W.Spec->How == Association::Indexed ? " | HETRT_INDEXED"
                                                 : "";
  auto GoesThrough = [&](const Window &Other) { return throughWindow(R, Other) == &W - R.Windows.data(); };
  if (llvm::any_of(R.Windows, GoesThrough))
    Flags += " | ((__typeof__(" + elementOf(W, W.Spec->Array.Text) + "))-1 > 0 ? HETRT_UNSIGNED : 0)";
  if (R.Source->Balance && !R.InBlock && R.Source->Balance->Text == W.Spec->Array.Text)
    Flags += " | HETRT_BALANCE";
  return Flags + (W.Persist ? " | HETRT_PERSIST" : "");
}

std::string HostWriter::windows(const Region &R, const std::string &N) const {
  if (R.Windows.empty())
    return "";
  const SourceManager &SM = Context.getSourceManager();
  std::string Text = "static const hetrt_window_info hetrt_windows_" + N + "[] = {\n";
  for (const Window &W : R.Windows) {
    unsigned Line = SM.getPresumedLoc(SM.getExpansionLoc(W.Spec->Array.Begin)).getLine();
    const int Through = throughWindow(R, W), Own = W.Spec->Through ? int(&W - R.Windows.data()) : 0;
    Text += "{" + quoted(W.Spec->Array.Text) + ", " + quoted(W.Spec->Clause) + ", " + std::to_string(Line) + ", " +
            windowFlags(R, W) + ", " + std::to_string(W.Spec->Dimensions.size()) + ", " +
            (hasValues(R) ? "__builtin_offsetof(struct hetrt_values_" + N + ", " + fieldName(W.Array) + ")" : "0") +
            ", " + std::to_string(Through >= 0 ? Through : Own) + "},\n";
  }
  return Text + "};\n";
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

/// The first index and the number of those that are used, of each dimension that does not follow the loop.
std::string HostWriter::section(const Window &W) const {
  std::string First, Count;
  for (unsigned D = 0; D < W.Spec->Dimensions.size(); ++D) {
    const Dimension &Dim = W.Spec->Dimensions[D];
    if (Dim.Within) {
      auto [Lower, Upper] = clippedShare(Dim, extentText(W, D, W.Spec->Array.Text));
      First += Lower + ", ";
      Count += Upper + " - " + Lower + ", ";
      continue;
    }
    const bool Given = hasSection(W, D, Context);
    First += Given ? "(hetrt_int64)(" + Dim.Cond->code() + "), " : "0, ";
    Count += Given            ? "(hetrt_int64)(" + Dim.Num->code() + "), "
             : Dim.Id.empty() ? extentText(W, D, W.Spec->Array.Text) + ", "
                              : "0, ";
  }
  return ", {" + First + "}, {" + Count + "}";
}

/// Extents, halo and ties as the clauses' expressions give them now.
std::string HostWriter::shapes(const Region &R, const std::string &N) const {
  if (R.Windows.empty())
    return "";
  std::string Text = "const hetrt_window hetrt_shapes_" + N + "[] = {\n";
  for (const Window &W : R.Windows) {
    std::string Extents, Before, After, Ties, Element = W.Spec->Array.Text;
    auto Elements = [](const std::optional<ClauseExpr> &Halo) {
      return Halo ? "(hetrt_int64)(" + Halo->code() + ")" : std::string("0");
    };
    for (const Dimension &D : W.Spec->Dimensions) {
      if (R.isPartOfBlock()) // the block has said it
        continue;
      std::string Extent = extentText(W, unsigned(&D - W.Spec->Dimensions.begin()), Element);
      // An omitted section reaches as far as the loop and the padding do.
      Extents += (Extent.empty() ? highestValue(R, N) + " + 1 + " + Elements(D.haloAfter()) : Extent) + ", ";
      Before += Elements(D.Halo) + ", ";
      After += Elements(D.haloAfter()) + ", ";
      Ties += D.IsSection ? (D.Id.empty() ? "0, " : "1, ") : "(" + D.Cond->code() + ") ? 1 : 0, ";
    }
    const std::string Section = R.isPartOfBlock() || !usesSection(W, Context) ? "" : section(W);
    for (unsigned I = 0; I < W.DeclaredRank; ++I)
      Element += "[0]";
    std::string Size = W.Spec->ElementSize ? W.Spec->ElementSize->code() : "sizeof(" + Element + ")";
    for (std::string *Values : {&Extents, &Before, &After, &Ties})
      *Values += Values->empty() ? "0" : "";
    Text += "{(const void *)(" + pointerText(W, W.Spec->Array.Text) + "), (hetrt_uint64)(" + Size + "), {" + Extents +
            "}, {" + Before + "}, {" + After + "}, {" + Ties + "}" + Section + "},\n";
  }
  return Text + "};\n";
}
