// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepares boxes (ArrayUse.h: the elements that one iteration uses) for generated code: finds host expressions for the
// numbers in them, and reduces the number of boxes.
#include "Analysis/Windows/Stated.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Windows/Declared.h"
#include "Analysis/Windows/Facts.h"
#include "Analysis/Windows/Spellings.h"
#include "Analysis/Windows/Tables.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Removes terms and conditions that the host cannot compute from a use. A box becomes larger without a term.
class Speller {
public:
  Speller(ArrayUse &Use, const Spellings &Names) : Use(Use), Names(Names) {}

  void spell() {
    for (auto &Each : Use.Inner)
      if (Each && !knows(*Each))
        Each.reset();
    for (Box &B : Use.Boxes)
      spell(B);
  }

private:
  /// Whether the host can compute P for each value of the iterator. If so, adds the variables to Use.Known.
  bool knows(const Polynomial &P) {
    if (!P.valid() || !P.allVariables([&](const ValueDecl *V) { return V == Use.Iterator || Names.knows(V); }))
      return false;
    for (auto &[Of, C] : P.terms())
      for (const ValueDecl *V : Of)
        if (V != Use.Iterator)
          Use.Known.try_emplace(V, Names.host(V));
    return true;
  }
  /// Whether the host can compute P, and P is the same in all iterations. If so, adds the variables to Use.Known.
  bool knowsForAll(const Polynomial &P) {
    return P.allVariables([&](const ValueDecl *V) { return V != Use.Iterator; }) && knows(P);
  }
  void spell(Box &B) {
    const bool Known = llvm::all_of(B.Assumed, [&](const Polynomial &P) { return knowsForAll(P); });
    bool Whole = Known;
    for (Interval &Each : B.Dimensions)
      for (auto *End : {&Each.Lower, &Each.Upper}) {
        const size_t Before = End->size();
        llvm::erase_if(*End, [&](const Term &T) {
          return !Known || !knows(T.Value) || !knowsForAll(T.Add) || !knowsForAll(T.Within);
        });
        Whole &= End->size() == Before;
      }
    Use.WritesAnywhere |= B.Write && !tellsWhere(Use, B);
    const size_t Before = B.Domain.size();
    llvm::erase_if(B.Domain, [&](const Polynomial &P) { return !knows(P); });
    if (!Whole || B.Domain.size() != Before)
      B.WrittenBeforeRead = B.Attained = false;
    if (!Known)
      B.Assumed.clear();
  }

  ArrayUse &Use;
  const Spellings &Names;
};

/// The terms of an end that encloses two ends. Terms that do not differ by a constant are left out; of two terms that
/// do, the outer one is kept.
llvm::SmallVector<Term, 1> unitedEnd(ArrayRef<Term> A, ArrayRef<Term> B, bool IsLower) {
  llvm::SmallVector<Term, 1> Both;
  for (const Term &Own : A)
    for (const Term &Other : B) {
      if (!Own.hasSameTable(Other) || Own.Divisor != Other.Divisor || (Own.Table && !(Own.Value == Other.Value)))
        continue;
      const auto Further = Own.Table ? (Other.Add + -Own.Add).asConstant() : (Other.Value + -Own.Value).asConstant();
      if (!Further)
        continue;
      const Term &Outer = (*Further < 0) == IsLower ? Other : Own;
      if (!llvm::is_contained(Both, Outer))
        Both.push_back(Outer);
    }
  return Both;
}

/// A box that encloses two boxes.
Box united(const Box &A, const Box &B) {
  Box Both = A;
  Both.Read |= B.Read, Both.Write |= B.Write;
  Both.WrittenBeforeRead = Both.Attained = Both.Corners = false;
  for (auto [Own, Other] : llvm::zip(Both.Dimensions, B.Dimensions)) {
    Own.Lower = unitedEnd(Own.Lower, Other.Lower, /*IsLower=*/true);
    Own.Upper = unitedEnd(Own.Upper, Other.Upper, /*IsLower=*/false);
  }
  llvm::erase_if(Both.Domain, [&](const Polynomial &P) { return !llvm::is_contained(B.Domain, P); });
  Both.Assumed.append(B.Assumed.begin(), B.Assumed.end());
  return Both;
}

/// Reduces the number of an array's boxes: leaves out reads of elements that the iteration has written before, and
/// unites the most similar boxes while there are too many.
void settleBoxes(ArrayUse &Use, bool Rows) {
  // Arrays of pointers to rows may have more boxes. A united box may include rows whose pointers are invalid; the
  // runtime would then run the pass on the CPUs.
  const size_t MostBoxes = Rows ? 16 : 8;
  std::vector<Box> Left;
  for (const Box &B : Use.Boxes)
    if (B.WrittenBeforeRead || !isWrittenBefore(Use, B))
      Left.push_back(B);
  // How similar: the number of equal ends, if both are written or both are not.
  auto Shared = [](const Box &A, const Box &B) {
    const Box Both = united(A, B);
    size_t Same = A.Write == B.Write ? 2 * A.Dimensions.size() + 1 : 0;
    for (auto [Own, Other, All] : llvm::zip(A.Dimensions, B.Dimensions, Both.Dimensions))
      Same += Own == Other ? 2 : !All.Lower.empty() && !All.Upper.empty();
    return Same;
  };
  while (Left.size() > MostBoxes) {
    size_t First = 0, Second = 1;
    for (size_t I = 0; I < Left.size(); ++I)
      for (size_t J = I + 1; J < Left.size(); ++J)
        if (Shared(Left[I], Left[J]) > Shared(Left[First], Left[Second]))
          First = I, Second = J;
    Left[First] = united(Left[First], Left[Second]);
    Left.erase(Left.begin() + ptrdiff_t(Second));
    Use.WritesAnywhere |= Left[First].Write && !tellsWhere(Use, Left[First]);
  }
  Use.Boxes = std::move(Left);
}

/// A flat subscript that was split into rows may leave its row, so the runtime checks the ends of inner dimensions. If
/// a box lacks one of these ends, there is nothing to check, and the box becomes the whole array.
void keepToRows(ArrayUse &Use) {
  for (Box &B : Use.Boxes) {
    const bool Known = !Use.Split || llvm::all_of(llvm::drop_begin(B.Dimensions), [](const Interval &Each) {
      return !Each.Lower.empty() && !Each.Upper.empty();
    });
    if (Known)
      continue;
    for (Interval &Each : B.Dimensions)
      Each = {};
    B.WrittenBeforeRead = B.Attained = false;
    Use.WritesAnywhere |= B.Write;
  }
}

/// Joins the dimensions of a split array that is not written, and of which every iteration reads the same whole rows.
/// One dimension of elements remains, as in a clause for a full copy.
class Joiner {
public:
  Joiner(ArrayUse &Use, const Facts &Known) : Use(Use), Known(Known) {}

  void join() {
    const auto All = llvm::find_if(Use.Boxes, [&](const Box &B) { return isAll(B); });
    if (!Use.Split || All == Use.Boxes.end() ||
        !llvm::all_of(Use.Boxes, [&](const Box &B) { return !B.Write && isWithin(B, *All); }))
      return;
    const Box Whole = *All; // joined() succeeds, because all ends and lengths are known here
    Use.Boxes = {Whole};
    Use = *joined(Use);
  }

private:
  bool isFixed(const Polynomial *P) const {
    return P && P->allVariables([&](const ValueDecl *V) { return V != Use.Iterator; });
  }
  /// Whether a box consists of whole rows, and of the same rows in all iterations.
  bool isAll(const Box &B) const {
    if (!B.Attained || !B.Corners || B.Dimensions.empty() || !isFixed(only(B.Dimensions[0].Lower)) ||
        !isFixed(only(B.Dimensions[0].Upper)))
      return false;
    for (unsigned D = 1; D < Use.rank(); ++D)
      if (!isFull(Use, B, D))
        return false;
    return true;
  }
  bool isWithin(const Box &B, const Box &All) const {
    const Polynomial *Lower = only(B.Dimensions[0].Lower), *Upper = only(B.Dimensions[0].Upper);
    const auto Least = Lower ? Known.extreme(*Lower, false) : std::nullopt,
               Most = Upper ? Known.extreme(*Upper, true) : std::nullopt;
    return Least && Most && Known.proves(*Least + -*only(All.Dimensions[0].Lower)) &&
           Known.proves(*only(All.Dimensions[0].Upper) + -*Most) &&
           llvm::equal(llvm::drop_begin(B.Dimensions), llvm::drop_begin(All.Dimensions)) &&
           llvm::all_of(All.Domain, [&](const Polynomial &P) { return llvm::is_contained(B.Domain, P); });
  }

  ArrayUse &Use;
  const Facts &Known;
};

/// Sets the extents in a use that the array's declaration or its container's size gives.
class Extents {
public:
  Extents(ArrayUse &Use, const Region &R, ASTContext &Context)
      : Use(Use), R(R), W(R.Windows[Use.Window]), Context(Context) {}

  void find() {
    // The length in a type with one dimension counts elements, and not the rows that a subscript was split into.
    Use.CountsElements = Use.Split && Use.rank() > 1 && (W.Container || (W.DeclaredRank == 1 && declaresLength(W)));
    const bool Counts = Use.CountsElements || W.Shape.Axes.size() > 1 || Use.rank() == 1;
    // An extent in an inferred clause is not used here: it comes from the boxes, from which the runtime finds it again.
    if (Counts && W.Container)
      Use.Outer = value({guarded(containerLength(), W.Guard, "HETRT_UNKNOWN"), {}});
    else if (Counts && declaresLength(W))
      Use.Outer = value({rowLength(0), {}});
    for (unsigned D = 1; D < Use.rank(); ++D)
      if (W.Rows) // the runtime finds the length from the distance between the row pointers
        Use.Inner[D - 1] = number(0);
      else if (!Use.Inner[D - 1] && !Use.Split)
        Use.Inner[D - 1] = value({rowLength(D), {}});
  }

private:
  /// The number of elements of a container. For an empty vector, its capacity is used, because some programs write to
  /// reserved memory; but not for vectors of rows, because reserved elements hold no valid pointers.
  std::string containerLength() const {
    const CXXRecordDecl *Class = W.Spec->Array.Checked->getType().getNonReferenceType()->getAsCXXRecordDecl();
    const std::string Size = "(hetrt_int64)(" + W.Name + ").size()";
    return !W.Rows && !W.Spec->Holders && Class && Class->getIdentifier() && Class->getName() == "vector"
               ? "((" + W.Name + ").empty() ? (hetrt_int64)(" + W.Name + ").capacity() : " + Size + ")"
               : Size;
  }
  std::string rowLength(unsigned D) const { return lengthByType(W.Name, W.Type, D, Context); }
  Polynomial value(const Number &N) {
    int64_t Constant = 0;
    if (!StringRef(N.Code).getAsInteger(10, Constant))
      return number(Constant);
    auto *Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Site.Function), W.Loc, W.Loc,
                                &Context.Idents.get("n"), Context.LongLongTy, nullptr, SC_None);
    Use.Known[Var] = N;
    return Polynomial::variable(Var);
  }

  ArrayUse &Use;
  const Region &R;
  const Window &W;
  ASTContext &Context;
};

/// Whether the boxes of the body can describe a window. If kernels form subscripts with strides that the runtime sets,
/// the boxes must have the window's dimensions.
bool fits(const ArrayUse &Use, const Window &W) {
  return !Use.Boxes.empty() && whyNoTable(Use).empty() && (!W.Strided || Use.rank() == W.Shape.rank());
}

} // namespace

/// The use of a window by a loop inside of a block that each thread of the block runs on its device. The use has no
/// numbers, because the block has described the array already.
static ArrayUse useInBlock(const Region &R, unsigned Which) {
  const Window &W = R.Windows[Which];
  ArrayUse Use;
  Use.Window = Which;
  Use.Iterator = R.Loop.Iterator;
  Use.Outer = number(0);
  Use.Inner.assign(W.Shape.rank() - 1, number(0));
  Use.Through = W.Shape.How == Association::Indexed ? throughWindow(R, W) : -1;
  Box All;
  All.Dimensions.resize(W.Shape.rank());
  // The table is the index array, if the loop has it as a window; else the array itself takes its place.
  if (W.Shape.How == Association::Segmented) {
    const int Through = throughWindow(R, W);
    Term Segment;
    Segment.Value = Polynomial::variable(Use.Iterator);
    Segment.Table = (Through < 0 ? W : R.Windows[size_t(Through)]).Array.Decl;
    All.Dimensions.front() = {{Segment}, {Segment}};
  }
  All.Read = W.MoveIn || W.Shape.Whole;
  All.Write = W.MoveOut;
  All.Declared = true;
  All.Attained = false;
  Use.Boxes.push_back(std::move(All));
  return Use;
}

std::shared_ptr<const std::vector<ArrayUse>> hetcc::findBodyUses(const Region &R, ASTContext &Context) {
  if (!R.Loop.For || !R.Loop.counts() || R.Fate.Where != RunsOn::Everywhere ||
      llvm::none_of(R.Windows, [](const Window &W) { return W.Shape.Inferred; }))
    return nullptr;
  const Spellings Names(R, Context);
  Spellings Bounds(R, Context);
  const Affine Values(R, Context);
  const Facts Known(R, Values, Bounds);
  auto Uses = std::make_shared<std::vector<ArrayUse>>();
  for (ArrayUse &Use : findUses(R, Context)) {
    if (!R.Windows[Use.Window].Shape.Inferred)
      continue;
    Use.Iterator = R.Loop.Iterator;
    settleBoxes(Use, R.Windows[Use.Window].Rows);
    if (const Window &W = R.Windows[Use.Window]; W.Shape.rank() == 1 && !W.Strided && !W.Rows)
      Joiner(Use, Known).join();
    Speller(Use, Names).spell();
    keepToRows(Use);
    Extents(Use, R, Context).find();
    Uses->push_back(std::move(Use));
  }
  return Uses;
}

std::vector<ArrayUse> hetcc::statedUses(const Region &R, ASTContext &Context) {
  std::vector<ArrayUse> Uses;
  for (unsigned W = 0; W < R.Windows.size(); ++W) {
    const ArrayUse *Found = nullptr;
    if (R.BodyUses)
      for (const ArrayUse &Each : *R.BodyUses)
        Found = Each.Window == W && fits(Each, R.Windows[W]) ? &Each : Found;
    Uses.push_back(R.Site.isPartOfBlock() ? useInBlock(R, W) : Found ? *Found : declaredUse(R, W, Context));
  }
  return Uses;
}

bool hetcc::wantsThreads(const Region &R) {
  auto IsAnywhere = [&](unsigned Window) {
    return R.Windows[Window].WritesAnywhere || (R.BodyUses && llvm::any_of(*R.BodyUses, [&](const ArrayUse &Use) {
                                                  return Use.Window == Window && Use.WritesAnywhere;
                                                }));
  };
  return R.Site.Source->Automatic && llvm::any_of(R.Body.Accesses, [&](const Access &A) {
           return A.Read && A.Write && A.AllOrNone && IsAnywhere(A.Window);
         });
}
