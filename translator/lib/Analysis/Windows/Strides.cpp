// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which windows a device can hold packed, that is, only the elements of the device's share, with smaller
// strides between them. Such a window has an inner dimension that is tied to the loop (iteration i uses index i), and
// each of its subscripts shows the index in each dimension, so that device code can form the subscript with other
// strides.
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Values/Offsets.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the extents (m and n) in one flat subscript such as `(k * m + j) * n + i`. If device code replaces them by
/// other extents, the subscript leads to the element with the same indices in an array of another shape.
class FlatSubscript {
public:
  FlatSubscript(const Region &R, const Window &W, const Affine &Values) : R(R), W(W), Values(Values) {}

  /// Whether the subscript is the sum of the index in dimension D, which grows by one with the iterator, and multiples
  /// of the stride of dimension D - 1. May only be called after find().
  bool splits(const Expr *Subscript, unsigned D);
  const llvm::SmallVector<ExtentFactor, 2> &factors() const { return Factors; }
  /// Finds the extents in a subscript, which factors() then returns; false if the subscript is not understood.
  bool find(const Expr *Subscript) { return !wraps(Subscript) && walk(Subscript, W.Shape.rank() - 1); }

private:
  std::optional<Polynomial> extents(unsigned First, unsigned Last) const;
  bool matches(const Expr *Part, unsigned Last, unsigned &Below);
  bool walk(const Expr *E, unsigned Last);
  bool wraps(const Stmt *S) const;

  const Region &R;
  const Window &W;
  const Affine &Values;
  llvm::SmallVector<ExtentFactor, 2> Factors;
};

/// The product of the extents of dimensions First to Last. nullopt if it is not known, may differ between iterations,
/// or is a constant below 2.
std::optional<Polynomial> FlatSubscript::extents(unsigned First, unsigned Last) const {
  Polynomial Product = Polynomial::constant(1);
  for (unsigned D = First; D <= Last; ++D) {
    const ClauseExpr *Length = extentExpr(W, D);
    auto Extent = Length ? Values.evaluate(Length->Checked) : std::nullopt;
    if (!Extent)
      return std::nullopt;
    Product = Product * *Extent;
  }
  bool Fixed = Product.valid() && Product.allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); });
  return Fixed && Product.asConstant().value_or(2) > 1 ? std::optional(Product) : std::nullopt;
}

/// Whether a part of the subscript is the product of the extents of some dimensions, of which `Last` is the last. If
/// so, sets `Below` to the dimension before the first of them.
bool FlatSubscript::matches(const Expr *Part, unsigned Last, unsigned &Below) {
  auto Value = Values.evaluate(Part);
  for (unsigned First = Last; Value && First > 0; --First)
    if (auto Product = extents(First, Last); Product && *Product == *Value) {
      Factors.push_back({Part, First, Last});
      Below = First - 1;
      return true;
    }
  return false;
}

/// Looks for the extents of dimensions up to Last in a part of the subscript. The part is an index of dimension Last,
/// or a sum of such an index and multiples of extents. False if an extent is in a place that is not understood.
bool FlatSubscript::walk(const Expr *E, unsigned Last) {
  unsigned Below = 0;
  if (Last > 0 && matches(E, Last, Below))
    return true;
  E = E->IgnoreParenImpCasts();
  if (auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return walk(Cast->getSubExpr(), Last);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return walk(Unary->getSubExpr(), Last);
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return true;
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  if (Binary->getOpcode() != BO_Mul || Last == 0)
    return walk(Left, Last) && walk(Right, Last);
  if (matches(Right, Last, Below))
    return walk(Left, Below);
  if (matches(Left, Last, Below))
    return walk(Right, Below);
  size_t Before = Factors.size();
  if (!walk(Left, Last))
    return false;
  size_t Between = Factors.size();
  // Only one side of a product may contain extents.
  return walk(Right, Last) && (Before == Between || Between == Factors.size());
}

/// Whether a subscript subtracts in an unsigned type of less than 64 bits. Device code has extents of 64 bits, so the
/// result would wrap around at another value than in the program.
bool FlatSubscript::wraps(const Stmt *S) const {
  auto *E = dyn_cast<Expr>(S);
  bool Subtracts = false;
  if (auto *Binary = dyn_cast<BinaryOperator>(S))
    Subtracts = Binary->getOpcode() == BO_Sub;
  else if (auto *Unary = dyn_cast<UnaryOperator>(S))
    Subtracts = Unary->getOpcode() == UO_Minus;
  if (Subtracts && E->getType()->isUnsignedIntegerType() &&
      W.Array.Decl->getASTContext().getIntWidth(E->getType()) < 64)
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) { return Child && wraps(Child); });
}

bool FlatSubscript::splits(const Expr *Subscript, unsigned D) {
  Affine::Substitution Without;
  for (const ExtentFactor &F : Factors)
    if (F.First <= D)
      Without[F.Part] = Polynomial::constant(0);
  auto All = Values.evaluate(Subscript), Own = Values.evaluate(Subscript, Without);
  auto Stride = Values.stride(W, D), Outer = Values.stride(W, D - 1);
  if (!All || !Own || !Stride || !Outer || !All->valid() || !Own->valid())
    return false;
  auto AllParts = All->split(R.Loop.Iterator), OwnParts = Own->split(R.Loop.Iterator);
  return AllParts && OwnParts && AllParts->first == *Stride && OwnParts->first == *Stride &&
         OwnParts->second.withoutMultiples(*Outer) == OwnParts->second;
}

/// Sets Window::Strided, and Access::Factors, of the windows that devices can hold packed.
class Strides {
public:
  Strides(Region &R, ASTContext &Context, Diagnostics &Diags)
      : R(R), Context(Context), Values(R, Context), Beyond(R, Context), Diags(Diags) {}

  void window(unsigned Number) {
    Window &W = R.Windows[Number];
    unsigned Follow = 0;
    for (unsigned D = 1; D < W.Shape.rank(); ++D)
      if (mayFollowInside(W, D))
        Follow = D;
    if (!Follow || !W.Array.Decl)
      return;
    std::string Why = obstacle(Number, Follow);
    // The rows are then not copied as a whole; for other arrays, devices get the full array instead.
    if (W.Rows && !Why.empty())
      return R.Fate.restrict(RunsOn::Host, W.Spec->Array.Begin,
                             "rows of '" + W.Spec->Array.Text + "' are divided, and " + Why,
                             "use elements of '" + W.Spec->Array.Text + "' by both subscripts");
    W.Strided = Why.empty();
    if (!W.Strided)
      Diags.report(W.Spec->Array.Begin, message::remark_full_size) << W.Spec->Array.Text << Why;
  }

private:
  /// Why the window cannot be packed along dimensions up to Follow; empty if it can.
  std::string obstacle(unsigned Number, unsigned Follow) {
    const Window &W = R.Windows[Number];
    const bool ByPointer =
        llvm::any_of(R.Body.Accesses, [&](const Access &A) { return A.Window == Number && A.ByPointer; });
    if (W.Pointed || ByPointer || int(Number) == R.Loop.BaseWindow)
      return "a pointer into it is used with strides of its own";
    if (W.ElementType->isArrayType())
      return "it has more dimensions than windows";
    if (Values.partsOf(W) != 1)
      return "its elements are not of the size of '" + W.ElementType.getAsString() + "'";
    for (Access &A : R.Body.Accesses)
      if (A.Window == Number)
        if (std::string Why = W.Flat ? flat(A, W, Follow) : rows(A, Follow); !Why.empty())
          return Why;
    return "";
  }

  std::string rows(const Access &A, unsigned Follow) const {
    return A.Indices.size() > Follow ? "" : "a row of it is used as a whole";
  }

  std::string flat(Access &A, const Window &W, unsigned Follow) {
    FlatSubscript Subscript(R, W, Values);
    bool Splits = Subscript.find(A.Indices[0]);
    for (unsigned D = 1; D <= Follow && Splits; ++D)
      Splits = !mayFollowInside(W, D) || (Subscript.splits(A.Indices[0], D) && Beyond.of(A, W, D));
    if (!Splits)
      return "the subscript in line " +
             std::to_string(Context.getSourceManager().getPresumedLineNumber(A.Indices[0]->getExprLoc())) +
             " does not show the index that follows the loop";
    A.Factors = Subscript.factors();
    return "";
  }

  Region &R;
  ASTContext &Context;
  Affine Values;
  Offsets Beyond;
  Diagnostics &Diags;
};

} // namespace

bool hetcc::mayFollowInside(const Window &W, unsigned D) {
  const auto &Axes = W.Shape.Axes;
  if (W.Shape.Whole || D == 0)
    return false;
  // If two dimensions follow the loop, the elements of a device form a cross, which cannot be packed.
  for (unsigned Other = 0; Other < Axes.size(); ++Other)
    if (Other != D && Axes[Other].IsTied.value_or(false))
      return false;
  return Axes[D].IsTied.value_or(true);
}

void hetcc::findStrides(Region &R, ASTContext &Context, Diagnostics &Diags) {
  if (R.Fate.Where != RunsOn::Everywhere)
    return;
  Strides Find(R, Context, Diags);
  for (unsigned I = 0; I < R.Windows.size(); ++I)
    Find.window(I);
}
