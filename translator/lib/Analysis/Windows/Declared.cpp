// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From shapes to boxes.
#include "Analysis/Windows/Declared.h"
#include "Analysis/Windows/Spellings.h"
#include "Analysis/Windows/Trial.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"

using namespace hetcc;
using namespace clang;

namespace {

class DeclaredBoxes {
public:
  DeclaredBoxes(const Region &R, unsigned Which, ASTContext &Context)
      : R(R), W(R.Windows[Which]), Context(Context), Values(R, Context),
        Own(R.Loop.Iterator ? Polynomial::variable(R.Loop.Iterator) : Polynomial()) {
    Use.Window = Which;
  }
  ArrayUse find() {
    const auto &Axes = W.Shape.Axes;
    for (const Axis &Each : llvm::drop_begin(Axes))
      Use.Inner.push_back(Each.Extent.isKnown() ? std::optional(value(Each.Extent)) : std::nullopt);
    Use.Split = W.Flat && Axes.size() > 1;
    if (W.Shape.How == Association::Indexed)
      Use.Through = throughWindow(R, W);
    Box Share;
    Share.Declared = true;
    Share.Attained = Share.Corners = false;
    Box Around = Share;
    for (unsigned D = 0; D < Axes.size(); ++D) {
      Share.Dimensions.push_back(ends(D, /*Halo=*/false));
      Around.Dimensions.push_back(ends(D, /*Halo=*/true));
    }
    Share.Own = !W.Shape.Whole;
    Share.Read = W.Shape.In;
    Share.Write = W.Shape.Out;
    Around.Read = true;
    Use.Boxes.push_back(Share);
    if (W.Shape.In && Around.Dimensions != Share.Dimensions)
      Use.Boxes.push_back(Around);
    return std::move(Use);
  }

private:
  Interval ends(unsigned D, bool Halo) {
    const Axis &A = W.Shape.Axes[D];
    if (W.Shape.How == Association::Segmented && D == 0)
      return segment();
    if (W.Shape.How == Association::Indexed && D == 0) // wherever the indices of the share lead
      return {};
    if (A.IsTied == false)
      return untied(A);
    Polynomial Lower = Own, Upper = Own + number(1), Rest;
    if (Halo) {
      Lower = Lower + -value(A.Before);
      Upper = Upper + value(A.After);
    }
    if (!A.IsTied) { // all of it, where the condition is 0
      const Polynomial Follows = value(A.Tied);
      Lower = Follows * Lower;
      Upper = Follows * Upper + (number(1) + -Follows) * value(A.Extent);
    }
    Interval Result = {{term(Lower)}, {term(Upper)}};
    if (Halo && !(A.Before.Code == "0")) // which the array cuts off
      Result.Lower.push_back(term(Polynomial()));
    if (Halo && !(A.After.Code == "0") && A.Extent.isKnown())
      Result.Upper.push_back(term(value(A.Extent)));
    return Result;
  }
  /// What all iterations have of a dimension.
  Interval untied(const Axis &A) {
    if (A.Within)
      return {{term(value(A.Within->First)), term(value(A.First))},
              {term(value(A.Within->Last)), term(value(A.Extent))}};
    if (A.Cut)
      return {{term(value(A.First))}, {term(value(A.First) + value(A.Count))}};
    return {};
  }
  /// From r[i] to r[i + 1].
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

  Polynomial value(const Number &N) {
    int64_t Known = 0;
    if (!StringRef(N.Code).getAsInteger(10, Known))
      return number(Known);
    Polynomial Sum;
    for (const Expr *E : N.Sum) {
      auto Value = Values.evaluate(E);
      if (!Value || !Value->valid())
        return stand(N.Sum.size() == 1 ? sourceText(E, Context) : N.Code);
      Sum = Sum + *Value;
    }
    return N.Sum.empty() ? stand(N.Code) : Sum;
  }
  /// A variable for a number; the same one for the same text.
  Polynomial stand(const std::string &Text) {
    VarDecl *&Var = Standing[Text];
    if (!Var)
      Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Function), W.Loc, W.Loc, &Context.Idents.get(Text),
                            Context.LongLongTy, nullptr, SC_None);
    return Polynomial::variable(Var);
  }

  const Region &R;
  const Window &W;
  ASTContext &Context;
  Affine Values;
  const Polynomial Own;
  llvm::StringMap<VarDecl *> Standing;
  ArrayUse Use;
};

} // namespace

ArrayUse hetcc::declaredUse(const Region &R, unsigned Window, ASTContext &Context) {
  return DeclaredBoxes(R, Window, Context).find();
}
