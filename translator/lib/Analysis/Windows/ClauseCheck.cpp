// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares every affine subscript with its window, the elements that a data clause gives to an iteration, at compile
// time; the counter of an inner loop stands for all of its values. Only a subscript that is certainly outside of the
// window is an error. A subscript that is no polynomial is left to the checks of the emulated accelerator.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Values/Affine.h"
#include "Analysis/Values/Offsets.h"
#include "Analysis/Windows/Inference.h"
#include "Analysis/Windows/StaysInWindow.h"
#include "Diagnostics.h"
#include "Directive/ClauseItems.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

class ClauseCheck {
public:
  ClauseCheck(const Region &R, Verdict &Fate, ASTContext &Context, Diagnostics &Diags)
      : R(R), Fate(Fate), Context(Context), Values(R, Context), Diags(Diags), Beyond(R, Context) {}

  bool run() {
    bool Good = true;
    for (const Window &W : R.Windows)
      Good &= direction(W);
    // The user wrote no subscript for an access through a pointer, so there is nothing to report.
    for (const Access &A : R.Body.Accesses)
      Good = Good && (A.ByPointer || access(A));
    return Good;
  }

private:
  bool direction(const Window &W);
  bool followsIterator(const Window &W) const;
  bool remedyByBody(const Window &W);
  void remedyWholeCopy(const Window &W, const Expr *At);
  void remedyUpdates(const Window &W, const Expr *At);
  bool difference(const Window &W);
  bool access(const Access &A);
  bool offset(const Access &A, const Window &W, unsigned D, Range Offsets);
  int64_t haloForAll(const Window &W, unsigned D) const;
  bool isOutside(const Access &A, const Window &W, unsigned D) const;
  enum class Tie : uint8_t { Own, Doubtful, Elsewhere };
  bool mayHoldAll(const Window &W, unsigned D) const;
  Tie tie(const Access &A, const Window &W, unsigned D) const;
  std::optional<unsigned> followedInstead(const Access &A, const Window &W, unsigned D) const;
  void remedyTie(const Access &A, const Window &W, unsigned D);
  bool mayBeOwn(const Expr *Index, unsigned Depth = 0) const;
  void doubtfulWrite(const Access &A, const Window &W, unsigned D);

  const Region &R;
  Verdict &Fate;
  ASTContext &Context;
  Affine Values;
  Diagnostics &Diags;
  Offsets Beyond;
};

/// The offset in a range that is nearest to 0, that is, the least distance of an access from the iteration's own index.
int64_t nearest(Range Offsets) { return Offsets.Least > 0 ? Offsets.Least : std::min<int64_t>(Offsets.Most, 0); }

/// Whether all accesses to the window are at the iteration's own index.
bool ClauseCheck::followsIterator(const Window &W) const {
  return llvm::all_of(R.Body.Accesses, [&](const Access &A) {
    if (&R.Windows[A.Window] != &W)
      return true;
    auto Offset = A.Addressed ? std::nullopt : Beyond.of(A, W, 0);
    return Offset && Offset->Least == 0 && Offset->Most == 0;
  });
}

/// Reports the clause that would describe what the body does; false if no such clause is known.
bool ClauseCheck::remedyByBody(const Window &W) {
  const auto Clause = W.Persist ? std::nullopt : clauseOfBody(R.Site, *W.Spec, Context, Diags.engine());
  if (!Clause)
    return false;
  auto Note = Diags.report(W.Spec->Array.Begin, message::note_clause_of_body) << *Clause;
  for (const FixItHint &Each : replacedItem(W.Spec->Array.Begin, *Clause, Context.getSourceManager()))
    Note << Each;
  return true;
}

/// Reports what to write if several iterations may update the same element.
void ClauseCheck::remedyUpdates(const Window &W, const Expr *At) {
  Diags.report(At->getExprLoc(), message::note_remedy)
      << (W.Computed ? "where the loop accumulates, take a pointer to the elements before the loop, and use "
                       "'reduction(operator: pointer[0:length])'"
                     : "where the loop accumulates, write 'omp atomic' before the update, or use "
                       "'reduction(operator: " +
                           W.Spec->Array.Text + "[0:length])'");
}

/// The length of a dimension as text: as the clause gives it or, if the clause names the array as a whole, as the
/// array's declaration gives it.
static std::string lengthText(const Window &W, unsigned D, const ASTContext &Context) {
  const std::string Said = W.Spec->Dimensions[D].length();
  const ArrayType *Array = Said.empty() ? Context.getAsArrayType(typeOfRow(W.Type, D, Context)) : nullptr;
  if (auto *Constant = dyn_cast_or_null<ConstantArrayType>(Array))
    return toString(llvm::APSInt(Constant->getSize()), 10);
  return Said.empty() ? "length" : Said;
}

/// Reports what to write instead of a full copy that the loop writes.
void ClauseCheck::remedyWholeCopy(const Window &W, const Expr *At) {
  const std::string &Name = W.Spec->Array.Text;
  if (!followsIterator(W))
    return remedyUpdates(W, At);
  std::string Form = "part_copy(" + Name;
  for (unsigned D = 0; D < W.Spec->Dimensions.size(); ++D)
    Form += (D == 0 ? "[1:" : "[0:") + lengthText(W, D, Context) + "]";
  Diags.report(W.Spec->Array.Begin, message::note_use_part) << Form + ")";
}

/// Warns about an array that the loop writes at any index, if another clause would be enough, or if updates may be
/// lost. False after an error.
bool ClauseCheck::difference(const Window &W) {
  const std::string &Name = W.Spec->Array.Text;
  if (W.Persist && !W.Spec->Inferred) {
    Diags.report(W.Spec->Array.Begin, message::err_persist_difference) << Name;
    return false;
  }
  if (R.Site.Source->Automatic || R.Fate.Where != RunsOn::Everywhere)
    return true;
  for (const Access &A : R.Body.Accesses) {
    if (&R.Windows[A.Window] != &W || !A.Assigned)
      continue;
    if (!W.Spec->Inferred && followsIterator(W)) {
      Diags.report(A.Whole->getExprLoc(), message::warn_whole_copy) << Name << W.Spec->Clause;
      remedyWholeCopy(W, A.Whole);
      return true;
    }
    if (A.Read) {
      Diags.report(A.Whole->getExprLoc(), message::warn_updates_anywhere) << Name;
      remedyUpdates(W, A.Whole);
    }
  }
  return true;
}

bool ClauseCheck::direction(const Window &W) {
  if (W.WritesAnywhere)
    return difference(W);
  if (!W.Written || W.Spec->Out)
    return true;
  const Expr *At = nullptr, *Lent = nullptr;
  for (const Access &A : R.Body.Accesses)
    if (&R.Windows[A.Window] == &W && !A.ByPointer) {
      At = !At && A.Assigned && !(A.Atomic && W.Spec->WholeCopy) ? A.Whole : At; // BodyScan reports atomic writes
      Lent = !Lent && A.Write ? A.Whole : Lent;
    }
  const std::string &Name = W.Spec->Array.Text;
  if (!At) { // devices would not write the array back, but the CPUs write in place: only they can run the loop
    Fate.restrict(RunsOn::Host, Lent ? Lent->getExprLoc() : W.Spec->Array.Begin,
                  "'" + Name + "' may be written through a " + (Lent ? "reference" : "pointer") + W.Writer + ", but '" +
                      W.Spec->Clause + "' only moves it in",
                  Lent ? "copy the element into a variable and use that, or use 'part_copy'"
                       : "make the pointer one to 'const', or use 'part_copy'");
    return true;
  }
  if (W.Spec->Inherited) {
    Diags.report(At->getExprLoc(), message::err_write_inherited) << Name;
    Diags.report(R.Site.Source->Begin, message::note_remedy)
        << "say here what of it belongs to an iteration, as in 'map(tofrom: " + Name + "[0:length, " +
               R.Loop.Iterator->getNameAsString() + "]...)'";
  } else if (W.Spec->WholeCopy) {
    Diags.report(At->getExprLoc(), message::err_whole_copy) << Name << W.Spec->Clause;
    if (!remedyByBody(W))
      remedyWholeCopy(W, At);
  } else {
    Diags.report(At->getExprLoc(), message::err_write_input) << Name << W.Spec->Clause;
    if (!remedyByBody(W))
      Diags.report(W.Spec->Array.Begin, message::note_input_here) << Name << W.Spec->Section;
  }
  return false;
}

/// Whether an access writes to its window. If other code gets a reference to the element, and may write it, the access
/// counts as a write only for an output array. For an input array, such an access keeps the loop on the CPUs.
static bool writes(const Access &A, const Window &W) { return A.Assigned || (A.Write && W.Spec->Out); }

/// Whether all values of the access's index are outside of the window in dimension D.
bool ClauseCheck::isOutside(const Access &A, const Window &W, unsigned D) const {
  auto Offsets = Beyond.of(A, W, D);
  int64_t Offset = Offsets ? nearest(*Offsets) : 0;
  if (Offset == 0 || writes(A, W) || (W.Written && W.Spec->Out))
    return Offset != 0;
  const Axis &Of = W.Shape.Axes[D];
  auto Halo = Values.number(Offset < 0 ? Of.Before : Of.After);
  return Halo && *Halo < std::abs(Offset);
}

/// Whether the halo may be so large that it makes the window of each iteration the whole array.
bool ClauseCheck::mayHoldAll(const Window &W, unsigned D) const {
  const ClauseExpr *Extent = extentExpr(W, D);
  const auto Largest = std::numeric_limits<int64_t>::max(); // stands for an unknown number
  const int64_t Length = Extent ? Values.number(Extent->Checked).value_or(Largest) : Largest;
  auto HoldsAll = [&](const Number &Side) { return Values.number(Side).value_or(Largest) >= Length - 1; };
  return HoldsAll(W.Shape.Axes[D].Before) || HoldsAll(W.Shape.Axes[D].After);
}

/// Whether an access follows the loop in D, the tied dimension (in which iteration i has index i). It does not
/// (Elsewhere) if every iteration accesses the same index, or if the index moves at another pace than the window. In a
/// flat array, the index may also move within its row, as along a diagonal; but if it moves by less than half a row, it
/// is soon in an earlier row than the window. Doubtful: the length of the rows is not known.
ClauseCheck::Tie ClauseCheck::tie(const Access &A, const Window &W, unsigned D) const {
  if (A.Conditional || A.Addressed || mayHoldAll(W, D))
    return Tie::Own;
  auto Index = Beyond.indexAtFirst(A, W, D);
  auto Parts = Index ? Index->split(R.Loop.Iterator) : std::nullopt;
  auto Stride = Beyond.stride(W, D);
  if (!Parts || !Stride || *Stride == Parts->first || !Parts->first.asConstant())
    return Tie::Own;
  const int64_t Pace = Parts->first.asConstant().value_or(0), Length = Stride->asConstant().value_or(0); // 0: unknown
  bool IsRow = W.Flat && D + 1 < W.Shape.rank();
  bool IsElsewhere = Pace == 0 || (Length > 0 && (!IsRow || Pace <= Length / 2));
  if (IsElsewhere && Parts->second.allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); }))
    return Tie::Elsewhere;
  return IsRow && Length == 0 && Pace != 0 ? Tie::Doubtful : Tie::Own;
}

/// A dimension other than the tied one, D, in which the access moves by one index in each iteration; nothing if there
/// is none.
std::optional<unsigned> ClauseCheck::followedInstead(const Access &A, const Window &W, unsigned D) const {
  for (unsigned Other = 0; Other < W.Shape.rank(); ++Other) {
    auto Index = Other == D ? std::nullopt : Beyond.indexAtFirst(A, W, W.Flat ? 0 : Other);
    auto Parts = Index ? Index->split(R.Loop.Iterator) : std::nullopt;
    auto Stride = Beyond.stride(W, Other);
    if (Parts && Stride && Parts->first == *Stride)
      return Other;
  }
  return std::nullopt;
}

/// Reports what to write if an access does not follow its window.
void ClauseCheck::remedyTie(const Access &A, const Window &W, unsigned D) {
  bool IsSection = W.Spec->Dimensions[D].IsSection;
  auto Form = [&](std::optional<unsigned> Tied) {
    std::string Text = W.Spec->Array.Text;
    for (unsigned Each = 0; Each < W.Spec->Dimensions.size(); ++Each) {
      std::string Length = W.Spec->Dimensions[Each].length(), Id = ", " + R.Loop.Iterator->getNameAsString();
      Text += Each != Tied ? "[0:" + Length + "]" : IsSection ? "[0:" + Length + Id + "]" : "[1:" + Length + "]";
    }
    return Text;
  };
  if (auto Other = followedInstead(A, W, D))
    Diags.report(W.Spec->Array.Begin, message::note_other_dimension) << Form(Other);
  if (!writes(A, W))
    Diags.report(W.Spec->Array.Begin, message::note_full_copy)
        << (llvm::StringRef(R.Site.Source->Name).starts_with("omp") ? "map(to: " : "copyin(") + Form(std::nullopt) +
               ")";
}

/// Whether an index that is not a polynomial may nevertheless be the iteration's own index. False if the index is
/// loaded from memory, or computed from the iterator by other operators than `+`, `-` and `*`.
bool ClauseCheck::mayBeOwn(const Expr *Index, unsigned Depth) const {
  constexpr unsigned Deep = 32;
  Index = Index->IgnoreParenCasts();
  if (Depth > Deep)
    return true;
  if (auto *Binary = dyn_cast<BinaryOperator>(Index)) {
    const bool Adds = Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul;
    return Adds && (mayBeOwn(Binary->getLHS(), Depth + 1) || mayBeOwn(Binary->getRHS(), Depth + 1));
  }
  if (auto *Choice = dyn_cast<ConditionalOperator>(Index))
    return mayBeOwn(Choice->getTrueExpr(), Depth + 1) && mayBeOwn(Choice->getFalseExpr(), Depth + 1);
  if (subscript(Index) || isa<IntegerLiteral>(Index))
    return false;
  const Expr *Meant = Values.meaning(R.named(Index));
  return !Meant || mayBeOwn(Meant, Depth + 1);
}

/// Warns of a write at an index that may not be the iteration's own: GPUs do not check where a loop writes, so a value
/// written outside of the window may be lost.
void ClauseCheck::doubtfulWrite(const Access &A, const Window &W, unsigned D) {
  if (!A.Assigned || !W.Spec->Out || R.Site.isInBlock() || R.Fate.Where != RunsOn::Everywhere ||
      Beyond.index(A, W, D) || mayBeOwn(A.Indices[W.Flat ? 0 : D]))
    return;
  std::string Whole = W.Spec->Array.Text;
  for (const Dimension &Each : W.Spec->Dimensions)
    Whole += "[0:" + Each.length() + "]";
  Diags.report(A.Indices[W.Flat ? 0 : D]->getExprLoc(), message::warn_write_doubtful)
      << W.Spec->Array.Text << W.Spec->Clause;
  Diags.report(W.Spec->Array.Begin, message::note_remedy)
      << "where iterations write any element, write 'map(tofrom: " + Whole + ")'";
}

/// The halo that an access with these offsets needs; if they are not exact, the least halo that it can need.
static int64_t haloFor(Range Offsets) {
  const int64_t Offset = nearest(Offsets);
  return std::abs(!Offsets.Exact ? Offset : Offset > 0 ? Offsets.Most : Offsets.Least);
}

/// The halo that is large enough for all accesses to the window, so that a user who follows the advice does not get the
/// next error.
int64_t ClauseCheck::haloForAll(const Window &W, unsigned D) const {
  int64_t Most = 0;
  for (const Access &A : R.Body.Accesses)
    if (&R.Windows[A.Window] == &W && !writes(A, W) && isOutside(A, W, D))
      if (auto Offsets = Beyond.of(A, W, D))
        Most = std::max(Most, haloFor(*Offsets));
  return Most;
}

/// Reports an access `Offsets` beyond the iteration's own index in the tied dimension D.
bool ClauseCheck::offset(const Access &A, const Window &W, unsigned D, Range Offsets) {
  int64_t Offset = nearest(Offsets);
  SourceLocation Loc = A.Indices[W.Flat ? 0 : D]->getExprLoc();
  const std::string &Name = W.Spec->Array.Text;
  if (writes(A, W)) {
    Diags.report(Loc, message::err_write_untied) << Name;
    remedyByBody(W);
    return false;
  }
  if (W.Written && W.Spec->Out) {
    std::string Index = (Offset > 0 ? "+" : "") + std::to_string(Offset);
    Diags.report(Loc, message::err_halo_written) << Name << Index;
    remedyByBody(W);
    return false;
  }
  const Dimension &Dim = W.Spec->Dimensions[D];
  Diags.report(Loc, message::err_outside_window) << Name << std::to_string(haloFor(Offsets));
  const int64_t Needed = haloForAll(W, D);
  auto Note = Diags.report(Dim.IsSection ? Dim.Loc : Dim.Num->Begin, message::note_needs_halo)
              << std::to_string(Needed);
  if (Dim.IsSection) // the user has to decide on which side the padding is
    return false;
  if (Dim.Halo)
    Note << FixItHint::CreateReplacement(SourceRange(Dim.Halo->Begin, Dim.Halo->End), std::to_string(Needed));
  else
    Note << FixItHint::CreateInsertion(Dim.Num->End.getLocWithOffset(int(Dim.Num->Tokens.back().getLength())),
                                       ":" + std::to_string(Needed));
  return false;
}

bool ClauseCheck::access(const Access &A) {
  const Window &W = R.Windows[A.Window];
  const auto &Dims = W.Spec->Dimensions;
  // A window that the compiler infers fits the body by construction, so there is nothing to check.
  if (W.Spec->Inferred || W.Shape.Whole || !W.Shape.Through.empty() || !R.Loop.counts())
    return true;
  llvm::SmallVector<unsigned, 3> Tied;
  for (unsigned D = 0; D < W.Shape.rank(); ++D)
    if (W.Shape.Axes[D].IsTied.value_or(false))
      Tied.push_back(D);
  if (Tied.empty())
    return true;
  unsigned D = Tied.front();
  // Several tied dimensions: an index that is outside of the window in one dimension may be inside in another, so only
  // an access that is outside in all of them is an error.
  if (llvm::all_of(Tied, [&](unsigned Each) { return isOutside(A, W, Each); }))
    return offset(A, W, D, *Beyond.of(A, W, D));
  if (Tied.size() == 1)
    doubtfulWrite(A, W, D);
  Tie Found = Tied.size() > 1 ? Tie::Own : tie(A, W, D);
  if (Found == Tie::Own)
    return true;
  SourceLocation Loc = A.Indices[W.Flat ? 0 : D]->getExprLoc();
  const std::string &Name = W.Spec->Array.Text;
  if (Found == Tie::Doubtful) {
    std::string Row = Dims[D + 1].length();
    for (unsigned Each = D + 2; Each < Dims.size(); ++Each)
      Row += " * " + Dims[Each].length();
    auto Pace = Beyond.indexAtFirst(A, W, D)->split(R.Loop.Iterator)->first.asConstant();
    Diags.report(Loc, message::warn_doubtful_rows) << Name << std::to_string(Pace.value_or(0)) << Row;
  } else {
    Diags.report(Loc, writes(A, W) ? message::err_write_untied : message::err_not_tied) << Name;
    if (remedyByBody(W))
      return false;
  }
  remedyTie(A, W, D);
  return Found == Tie::Doubtful;
}

} // namespace

bool hetcc::staysInWindow(const Region &R, const Window &W, ASTContext &Context) {
  llvm::SmallVector<unsigned, 1> Tied;
  for (unsigned D = 0; D < W.Shape.rank(); ++D)
    if (W.Shape.Axes[D].IsTied.value_or(true))
      Tied.push_back(D);
  if (W.Pointed || !W.Lendings.empty() || W.Shape.Whole || !W.Shape.Through.empty() || !R.Loop.counts() ||
      Tied.size() != 1 || !W.Shape.Axes[Tied.front()].IsTied)
    return false;
  const Affine Values(R, Context);
  const Offsets Beyond(R, Context);
  const Axis &Of = W.Shape.Axes[Tied.front()];
  const auto Before = Values.number(Of.Before), After = Values.number(Of.After);
  return llvm::all_of(R.Body.Accesses, [&](const Access &A) {
    if (&R.Windows[A.Window] != &W)
      return true;
    if (A.ByPointer || A.Addressed || A.Indices.size() < (W.Flat ? 1 : W.Shape.rank()))
      return false;
    const auto Differs = Beyond.of(A, W, Tied.front());
    if (!Differs)
      return false;
    // An array that is written has no halo, so the access must be at the iteration's own index.
    if (writes(A, W) || (W.Written && W.Spec->Out))
      return Differs->Least == 0 && Differs->Most == 0;
    return (Differs->Least >= 0 || (Before && -*Before <= Differs->Least)) &&
           (Differs->Most <= 0 || (After && Differs->Most <= *After));
  });
}

bool hetcc::checkSubscripts(const Region &R, Verdict &Fate, ASTContext &Context, Diagnostics &Diags) {
  return Fate.Where == RunsOn::Plain || ClauseCheck(R, Fate, Context, Diags).run();
}
