// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares every affine subscript with its window at compile time. What is not a polynomial is left to the checks of
// the emulated accelerator.
#include "Analysis/Affine.h"
#include "Analysis/Body.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

class Footprint {
public:
  Footprint(Region &R, ASTContext &Context, Diagnostics &Diags)
      : R(R), Context(Context), Values(R, Context), Diags(Diags) {}

  bool run() {
    bool Good = true;
    for (const Window &W : R.Windows)
      Good &= direction(W);
    for (const Access &A : R.Accesses)
      Good = Good && access(A);
    return Good;
  }

private:
  bool direction(const Window &W);
  bool access(const Access &A);
  bool offset(const Access &A, const Window &W, unsigned D, int64_t Offset);
  std::optional<int64_t> offsetOf(const Access &A, const Window &W, unsigned D);
  bool isInside(const Dimension &Dim, int64_t Offset) const;
  bool notTied(const Access &A, const Window &W, unsigned D);

  Region &R;
  ASTContext &Context;
  Affine Values;
  Diagnostics &Diags;
};

bool Footprint::direction(const Window &W) {
  if (!W.Written || W.Spec->Out)
    return true;
  const Expr *At = nullptr;
  for (const Access &A : R.Accesses)
    if (!At && A.Write && &R.Windows[A.Window] == &W)
      At = A.Whole;
  if (!At) { // nothing would bring it back: the CPUs write in place
    R.Fate.restrict(Place::Host, W.Spec->Array.Begin,
                    "'" + W.Spec->Array.Text + "' may be written through a pointer, but '" + W.Spec->Clause +
                        "' only moves it in",
                    "make the pointer one to 'const', or use 'part_copy'");
    return true;
  }
  const std::string &Name = W.Spec->Array.Text;
  if (W.Spec->WholeCopy) {
    Diags.report(At->getExprLoc(), message::err_whole_copy) << Name << W.Spec->Clause;
    std::string Form = "part_copy(" + Name + "[1:" + W.Spec->Dimensions[0].Num.Text + "]";
    for (unsigned D = 1; D < W.Spec->Dimensions.size(); ++D)
      Form += "[0:" + W.Spec->Dimensions[D].Num.Text + "]";
    Diags.report(W.Spec->Array.Begin, message::note_use_part) << Form + ")";
  } else {
    Diags.report(At->getExprLoc(), message::err_write_input) << Name << W.Spec->Clause;
    Diags.report(W.Spec->Array.Begin, message::note_input_here) << Name;
  }
  return false;
}

/// An access `Offset` beyond the iteration's own index in the tied dimension D.
bool Footprint::offset(const Access &A, const Window &W, unsigned D, int64_t Offset) {
  if (Offset == 0)
    return true;
  SourceLocation Loc = A.Indices[W.Flat ? 0 : D]->getExprLoc();
  const std::string &Name = W.Spec->Array.Text;
  if (A.Write) {
    Diags.report(Loc, message::err_write_untied) << Name;
    return false;
  }
  if (W.Written) {
    std::string Index = (Offset > 0 ? "+" : "") + std::to_string(Offset);
    Diags.report(Loc, message::err_halo_written) << Name << Index;
    return false;
  }
  const Dimension &Dim = W.Spec->Dimensions[D];
  int64_t Needed = std::abs(Offset);
  if (isInside(Dim, Offset))
    return true;
  Diags.report(Loc, message::err_outside_window) << Name << std::to_string(Needed);
  auto Note = Diags.report(Dim.Num.Begin, message::note_needs_halo) << std::to_string(Needed);
  if (Dim.Halo)
    Note << FixItHint::CreateReplacement(SourceRange(Dim.Halo->Begin, Dim.Halo->End), std::to_string(Needed));
  else
    Note << FixItHint::CreateInsertion(Dim.Num.End.getLocWithOffset(int(Dim.Num.Tokens.back().getLength())),
                                       ":" + std::to_string(Needed));
  return false;
}

/// Whether a halo is known to be too narrow for this offset.
bool Footprint::isInside(const Dimension &Dim, int64_t Offset) const {
  if (Offset == 0)
    return true;
  auto Halo = Dim.Halo ? Values.number(Dim.Halo->Checked) : std::optional<int64_t>(0);
  return !Halo || *Halo >= std::abs(Offset);
}

/// How far an access is known to lie beyond the iteration's own index in the tied dimension D.
std::optional<int64_t> Footprint::offsetOf(const Access &A, const Window &W, unsigned D) {
  if (!W.Flat && D >= A.Indices.size())
    return std::nullopt;
  auto Index = Values.evaluate(A.Indices[W.Flat ? 0 : D]);
  auto Parts = Index && Index->valid() ? Index->split(R.Loop.Iterator) : std::nullopt;
  auto Stride = W.Flat ? Values.stride(W, D) : Polynomial::constant(1);
  if (!Parts || !Stride || !(Parts->first == *Stride))
    return std::nullopt;
  Polynomial Rest = Parts->second;
  if (W.Flat && D > 0) { // the dimensions before it are whatever they are
    auto Outer = Values.stride(W, D - 1);
    if (!Outer)
      return std::nullopt;
    Rest = Rest.withoutMultiples(*Outer);
  }
  if (W.Flat && D + 1 < W.Spec->Dimensions.size())
    return Rest.multipleOf(*Stride);
  auto Distance = Rest.asConstant(), Element = Stride->asConstant(); // of a clause, made up of several
  return Distance && Element ? std::optional(llvm::divideFloorSigned(*Distance, *Element)) : std::nullopt;
}

/// Every iteration touches the same index of the tied dimension D, or indices at another pace than its own.
bool Footprint::notTied(const Access &A, const Window &W, unsigned D) {
  unsigned Rank = W.Spec->Dimensions.size();
  if (A.Conditional || (!W.Flat && D >= A.Indices.size()) || (W.Flat && D + 1 < Rank))
    return false;
  auto Index = Values.evaluate(A.Indices[W.Flat ? 0 : D]);
  if (W.Flat && D > 0) {
    auto Outer = Values.stride(W, D - 1);
    if (!Index || !Outer)
      return false;
    Index = Index->withoutMultiples(*Outer);
  }
  auto Parts = Index && Index->valid() ? Index->split(R.Loop.Iterator) : std::nullopt;
  auto Own = W.Flat ? Values.partsOf(W) : 1;
  return Parts && Own && Parts->first.asConstant() && Parts->first.asConstant() != Own &&
         Parts->second.allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); });
}

bool Footprint::access(const Access &A) {
  const Window &W = R.Windows[A.Window];
  const auto &Dims = W.Spec->Dimensions;
  if (W.Spec->Full || !R.Loop.isInteger())
    return true;
  // With several tied dimensions, an index that is outside of one may lie inside of another.
  llvm::SmallVector<unsigned, 3> Tied;
  for (unsigned D = 0; D < Dims.size(); ++D)
    if (isTied(Dims[D], Context).value_or(false))
      Tied.push_back(D);
  bool Outside = !Tied.empty() && llvm::all_of(Tied, [&](unsigned D) {
    auto Offset = offsetOf(A, W, D);
    return Offset && (*Offset != 0 && (A.Write || W.Written || !isInside(Dims[D], *Offset)));
  });
  if (Outside)
    return offset(A, W, Tied.front(), *offsetOf(A, W, Tied.front()));
  if (Tied.size() != 1 || !notTied(A, W, Tied.front()))
    return true;
  unsigned D = Tied.front();
  Diags.report(A.Indices[W.Flat ? 0 : D]->getExprLoc(), A.Write ? message::err_write_untied : message::err_not_tied)
      << W.Spec->Array.Text;
  if (A.Write)
    return false;
  std::string Form = W.Spec->Array.Text;
  for (const Dimension &Each : Dims)
    Form += "[0:" + Each.Num.Text + "]";
  Diags.report(W.Spec->Array.Begin, message::note_full_copy)
      << (llvm::StringRef(R.Source->Name).starts_with("omp") ? "map(to: " : "copyin(") + Form + ")";
  return false;
}

} // namespace

bool hetcc::checkFootprint(Region &R, ASTContext &Context, Diagnostics &Diags) {
  return R.Fate.Where == Place::Plain || Footprint(R, Context, Diags).run();
}

bool hetcc::analyse(Region &R, ASTContext &Context, Diagnostics &Diags) {
  if (!findLoop(R, Context, Diags) || !resolveWindows(R, Context, Diags))
    return false;
  scanBody(R, Context, Diags);
  if (!checkFootprint(R, Context, Diags))
    return false;
  findStrides(R, Context, Diags);
  return true;
}
