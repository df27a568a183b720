// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the shape of a window from its clause's expressions.
#include "Analysis/Windows/Shape.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Rows.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether evaluating an expression may have side effects.
bool mayDoMore(const ClauseExpr &E, const ASTContext &Context) {
  return E.Checked && E.Checked->HasSideEffects(Context, /*IncludePossibleEffects=*/true);
}

Number sum(const Number &A, const Number &B) {
  if (A.Code == "0" || A.Code == "(hetrt_int64)(0)")
    return B;
  Number Both = {A.Code + " + " + B.Code, A.Sum, A.Once || B.Once};
  Both.Sum.append(B.Sum.begin(), B.Sum.end());
  return Both;
}

/// The value of a variable of generated code, as an expression of type hetrt_int64.
std::string named(const std::string &Name) { return "(hetrt_int64)(" + Name + ")"; }

Axis::Share share(const ShareBounds &Of) {
  const std::string Start = named(Of.Start), End = named(Of.End);
  std::string First = Start, Last = End;
  if (Of.Relation == BO_LE)
    Last = End + " + 1";
  else if (Of.Relation == BO_GE)
    First = End, Last = Start + " + 1";
  else if (Of.Relation == BO_GT || (Of.Relation == BO_NE && Of.Decreasing))
    First = End + " + 1", Last = Start + " + 1";
  if (!Of.Before.empty())
    First += " - " + named(Of.Before);
  if (!Of.After.empty())
    Last += " + " + named(Of.After);
  return {{First, {}}, {Last, {}}};
}

class ShapeReader {
public:
  ShapeReader(const Window &W, const ASTContext &Context) : W(W), Spec(*W.Spec), Context(Context) {}
  WindowShape read() const {
    WindowShape Shape;
    Shape.ElementSize = Number{"", {}};
    if (const auto &Size = Spec.ElementSize)
      Shape.ElementSize = {Size->code(), {Size->Checked}, mayDoMore(*Size, Context)};
    Shape.How = Spec.How;
    Shape.Through = Spec.Through ? Spec.Through->Text : "";
    Shape.Whole = Spec.Full;
    Shape.In = Spec.In, Shape.Out = Spec.Out;
    Shape.Inferred = Spec.Inferred, Shape.Present = Spec.Present, Shape.Allocated = Spec.Allocated;
    for (unsigned D = 0; D < Spec.Dimensions.size(); ++D)
      Shape.Axes.push_back(axis(D));
    return Shape;
  }

private:
  /// The expression as a Number with the code "(hetrt_int64)(n)"; the number 0 if there is no expression.
  Number number(const std::optional<ClauseExpr> &E) const {
    return E ? Number{"(hetrt_int64)(" + E->code() + ")", {E->Checked}, mayDoMore(*E, Context)} : Number();
  }
  Axis axis(unsigned D) const {
    const Dimension &Dim = Spec.Dimensions[D];
    Axis Result;
    Result.Extent = extent(D);
    if (Spec.Unsized)
      Result.Extent.Sum.clear();
    Result.Before = number(Dim.Halo);
    Result.After = number(Dim.haloAfter());
    Result.IsTied = Spec.Unsized ? false : isTied(Dim, Context); // with Unsized, the dimensions are placeholders
    Result.Tied = {Dim.IsSection ? (Dim.Id.empty() ? "0" : "1") : "(" + Dim.Cond->code() + ") ? 1 : 0", {}};
    Result.Tied.Once = !Dim.IsSection && mayDoMore(*Dim.Cond, Context);
    Result.Cut = isCut(D);
    if (Dim.Within) {
      Result.Within = share(*Dim.Within);
      Result.First = number(Dim.Cond);
    } else if (Result.Cut) {
      Result.First = number(Dim.Cond);
      Result.Count = number(Dim.Num);
    } else if (Dim.Id.empty()) {
      Result.Count = Result.Extent;
    }
    return Result;
  }
  /// Whether D is the first dimension, and the array's type gives its length. The clause must have as many dimensions
  /// as the type.
  bool isFirstDeclared(unsigned D) const {
    return D == 0 && declaresLength(W) && W.DeclaredRank == Spec.Dimensions.size();
  }
  /// Whether dimension D does not follow the loop, and the clause names only a part of its indices.
  bool isCut(unsigned D) const {
    const Dimension &Dim = Spec.Dimensions[D];
    if (Dim.Within)
      return true;
    if (!Dim.IsSection || !Dim.Id.empty() || !Dim.Num || Spec.Through)
      return false;
    const bool ByType = W.isExtentDeclared(D) || isFirstDeclared(D);
    const bool IsExtent = !ByType && extentExpr(W, D) == &*Dim.Num;
    return !IsExtent || !isZero(Dim.Cond, Context);
  }
  /// The extent of dimension D that the array's type or the clause gives. If neither does, the end of the share that a
  /// block around the loop gives its thread.
  Number extent(unsigned D) const {
    const Dimension &Dim = Spec.Dimensions[D];
    // In a dimension that follows the loop, the length of the section is the array's extent.
    if (W.isExtentDeclared(D) || (isFirstDeclared(D) && Dim.IsSection && (!Dim.Num || Dim.Id.empty())))
      return declared(D);
    const ClauseExpr *Own = extentExpr(W, D);
    if (!Own)
      return Dim.Within ? share(*Dim.Within).Last : Number{"", {}};
    const Number Length = number(*Own);
    return Dim.Num && Own == &*Dim.Num && Dim.IsSection ? sum(number(Dim.Cond), Length) : Length;
  }
  Number declared(unsigned D) const {
    Number Result = {lengthByType(Spec.Array.code(), W.Type, D, Context), {}};
    const QualType T = typeOfRow(W.Type, D, Context);
    if (auto *Variable = Context.getAsVariableArrayType(T); Variable && Variable->getSizeExpr())
      Result.Sum = {Variable->getSizeExpr()};
    else if (auto *Constant = Context.getAsConstantArrayType(T))
      Result.Sum = {IntegerLiteral::Create(Context, Constant->getSize().zextOrTrunc(64), Context.LongLongTy, {})};
    return Result;
  }

  const Window &W;
  const WindowSpec &Spec;
  const ASTContext &Context;
};

} // namespace

WindowShape hetcc::shapeOf(const Window &W, const ASTContext &Context) { return ShapeReader(W, Context).read(); }

std::vector<KeptNumber> hetcc::keptNumbers(const Region &Block) {
  std::vector<KeptNumber> Kept;
  for (size_t W = 0; Block.Site.Source->isOverPlaces() && W < Block.Windows.size(); ++W)
    forEachNumber(*Block.Windows[W].Spec, [&](const ClauseExpr &E, unsigned Which) {
      Kept.push_back({keptName(*Block.Site.Source, W, Which), E.code()});
    });
  return Kept;
}
