// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes boxes of the shapes of windows, see WindowShape.
#include "Analysis/Windows/Declared.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Windows/Spellings.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"

using namespace hetcc;
using namespace clang;

namespace {

class DeclaredBoxes {
public:
  DeclaredBoxes(const Region &R, unsigned Which, ASTContext &Context)
      : R(R), W(R.Windows[Which]), Axes(W.Shape.Axes), Context(Context), Values(R, Context) {
    Use.Window = Which;
    Use.Iterator = R.Loop.Iterator ? R.Loop.Iterator : variable("v"); // a block has no iterator
    Own = Polynomial::variable(Use.Iterator);
  }

  ArrayUse find() {
    for (const Axis &Each : Axes)
      if (&Each != Axes.begin())
        Use.Inner.push_back(Each.Extent.isKnown() ? std::optional(value(Each.Extent)) : std::nullopt);
      else if (!findsExtent())
        Use.Outer = value(Each.Extent);
    Use.Split = W.Flat && Axes.size() > 1;
    Use.WritesAnywhere = W.WritesAnywhere;
    if (W.Shape.How == Association::Indexed)
      Use.Through = throughWindow(R, W);
    llvm::SmallVector<unsigned, 4> Follow; // dimensions that follow the loop, or may do so
    for (unsigned D = 0; D < Axes.size() && !W.WritesAnywhere && !W.Shape.Whole; ++D)
      if (Axes[D].IsTied.value_or(true))
        Follow.push_back(D);
    if (Follow.empty())
      add({}, {}, false);
    for (unsigned D : Follow) // an element belongs to the iteration if it does in any of these dimensions
      add(D, Follow, Follow.size() == 1 || !Axes[D].IsTied);
    return std::move(Use);
  }

private:
  /// Adds the boxes for dimension `Along`, which follows the loop. Without `Along`, the box of every iteration is the
  /// whole array.
  void add(std::optional<unsigned> Along, ArrayRef<unsigned> Follow, bool Alone) {
    Box Share;
    Share.Declared = true;
    // If it is not known how long the array is, its end is the end of the loop plus the halo. The iterations then
    // certainly access this end.
    Share.Attained = !Use.Outer && !W.Shape.Present && !W.Spec->Unsized;
    Share.Corners = false;
    Box Around = Share;
    for (unsigned D = 0; D < Axes.size(); ++D) {
      Share.Dimensions.push_back(ends(D, Along == D, /*Halo=*/false));
      Around.Dimensions.push_back(ends(D, Along == D, /*Halo=*/true));
    }
    if (Along && Follow.size() > 1 && !Axes[*Along].IsTied) {
      // If this dimension does not follow the loop, the box is valid only if no other dimension follows it either.
      Polynomial Others = number(1);
      for (unsigned D : Follow)
        if (D != *Along)
          Others = Others * (number(1) + -follows(D));
      Share.Domain.push_back(follows(*Along) + Others + number(-1));
      Around.Domain = Share.Domain;
    }
    Share.Own = Along && Alone;
    Share.Write = W.MoveOut;
    Share.WrittenBeforeRead = W.MoveOut && !W.MoveIn;
    Share.Read = Around.Read = (W.MoveIn && !W.MoveOut) || W.Shape.In || W.Shape.Whole;
    Use.Boxes.push_back(Share);
    if (Around.Dimensions == Share.Dimensions)
      return;
    Around.Read |= W.MoveIn; // the halo is copied in together with the elements that may be written
    Use.Boxes.push_back(Around);
  }

  /// Whether the extent of the first dimension comes only from the loop or from a data region.
  bool findsExtent() const {
    const Number &Extent = Axes.front().Extent;
    return !Extent.isKnown() || W.Spec->Unsized || (W.Shape.Present && constant(Extent) == 0);
  }

  Interval ends(unsigned D, bool Moves, bool Halo) {
    const Axis &A = Axes[D];
    if (W.Shape.How == Association::Segmented && D == 0)
      return segment();
    if (W.Shape.How == Association::Indexed && D == 0) // for `x[col[k]]`: the elements of col
      return {};
    if (!Moves)
      return A.IsTied == false ? untied(A) : Interval();
    Polynomial Lower = Own, Upper = Own + number(1);
    if (Halo) {
      Lower = Lower + -value(A.Before);
      Upper = Upper + value(A.After);
    }
    if (!A.IsTied) { // if the condition is 0, an iteration uses the whole dimension
      Lower = follows(D) * Lower;
      Upper = follows(D) * Upper + (number(1) + -follows(D)) * value(A.Extent);
    }
    Interval Result = {{term(Lower)}, {term(Upper)}};
    if (Halo && constant(A.Before) != 0) // the array's bounds cut the halo off
      Result.Lower.push_back(term(Polynomial()));
    if (Halo && constant(A.After) != 0 && A.Extent.isKnown() && (D > 0 || Use.Outer))
      Result.Upper.push_back(term(value(A.Extent)));
    return Result;
  }
  /// A polynomial that is 1 if dimension D follows the loop, and 0 if not.
  Polynomial follows(unsigned D) { return Axes[D].IsTied ? number(*Axes[D].IsTied) : value(Axes[D].Tied); }

  /// The indices that every iteration uses in a dimension that does not follow the loop.
  Interval untied(const Axis &A) {
    if (A.Within)
      return {{term(value(A.Within->First)), term(value(A.First))},
              {term(value(A.Within->Last)), term(value(A.Extent))}};
    if (A.Cut)
      return {{term(value(A.First))}, {term(value(A.First) + value(A.Count))}};
    return {};
  }
  /// The indices from r[i] to r[i + 1] - 1 of an array that is segmented by r.
  Interval segment() const {
    const int Through = throughWindow(R, W);
    const ValueDecl *Table = Through < 0 ? nullptr : R.Windows[size_t(Through)].Array.Decl;
    if (!Table)
      return {};
    Interval Result = {{term(Own)}, {term(Own + number(1))}};
    Result.Lower.front().Table = Result.Upper.front().Table = Table;
    return Result;
  }
  static Term term(const Polynomial &P) { return {P, 1, nullptr, Polynomial()}; }

  /// The value of a number; nothing if the compiler does not know it, or if it may differ between the instances of a
  /// template.
  std::optional<int64_t> constant(const Number &N) const {
    const bool OneInstance = R.Site.Function->getTemplateInstantiationPattern() == nullptr;
    return N.Sum.empty() || (OneInstance && !N.Once) ? Values.number(N) : std::nullopt;
  }
  /// A polynomial for a number: a constant, or a variable whose value the host computes in the types that the user
  /// wrote. Numbers with the same text have the same variable.
  Polynomial value(const Number &N) {
    if (auto Known = constant(N))
      return number(*Known);
    VarDecl *&Var = Standing[N.Code];
    if (!Var) {
      Var = variable(N.Sum.size() == 1 ? sourceText(N.Sum.front(), Context) : N.Code);
      Use.Known[Var] = N;
    }
    return Polynomial::variable(Var);
  }
  VarDecl *variable(const std::string &Name) const {
    return VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Site.Function), W.Loc, W.Loc,
                           &Context.Idents.get(Name), Context.LongLongTy, nullptr, SC_None);
  }

  const Region &R;
  const Window &W;
  const llvm::SmallVectorImpl<Axis> &Axes;
  ASTContext &Context;
  Affine Values;
  Polynomial Own;
  llvm::StringMap<VarDecl *> Standing;
  ArrayUse Use;
};

} // namespace

ArrayUse hetcc::declaredUse(const Region &R, unsigned Window, ASTContext &Context) {
  return DeclaredBoxes(R, Window, Context).find();
}
