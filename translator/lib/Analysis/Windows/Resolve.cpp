// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the Windows of a region, with their types, from its data clauses, and reports errors in the clauses.
#include "Analysis/Objects/AccessPaths.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Windows/Shape.h"
#include "Analysis/Windows/Trial.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

unsigned declaredRank(QualType Type, QualType &Element, ASTContext &Context) {
  unsigned Rank = 0;
  QualType T = Type;
  if (T->isPointerType()) {
    T = T->getPointeeType();
    ++Rank;
  }
  for (const ArrayType *Array; (Array = Context.getAsArrayType(T)); T = Array->getElementType())
    ++Rank;
  Element = T.getUnqualifiedType();
  return Rank;
}

/// Whether the element size of a clause is a multiple of the size of the type's elements; reports an error otherwise.
bool checkElementSize(const Window &W, ASTContext &Context, Diagnostics &Diags) {
  if (!W.Spec->ElementSize || W.Spec->ElementSize->Checked->isValueDependent())
    return true;
  auto Given = W.Spec->ElementSize->Checked->getIntegerConstantExpr(Context);
  bool Unknown = W.ElementType->isVoidType() || W.ElementType->isIncompleteType();
  int64_t Part = Unknown ? 1 : Context.getTypeSizeInChars(W.ElementType).getQuantity();
  if (!Given || Part == 0 || (Given->isStrictlyPositive() && Given->getExtValue() % Part == 0))
    return true;
  Diags.report(W.Spec->ElementSize->Begin, message::err_element_size)
      << llvm::toString(*Given, 10) << W.Spec->Array.Text << W.ElementType << unsigned(Part);
  return false;
}

std::optional<llvm::APSInt> constantOf(const std::optional<ClauseExpr> &E, ASTContext &Context) {
  return E && !E->Checked->isValueDependent() ? E->Checked->getIntegerConstantExpr(Context) : std::nullopt;
}

/// Whether a constant padding or halo is not negative; reports an error otherwise.
bool checkHalo(const std::optional<ClauseExpr> &Halo, const WindowSpec &Spec, ASTContext &Context, Diagnostics &Diags) {
  auto Value = constantOf(Halo, Context);
  if (!Value || !Value->isNegative())
    return true;
  Diags.report(Halo->Begin, message::err_halo_negative) << llvm::toString(*Value, 10) << Spec.Array.Text;
  return false;
}

/// Whether constant extents in a clause are not negative and not beyond the array's type; reports an error otherwise.
bool checkExtents(const Window &W, ASTContext &Context, Diagnostics &Diags) {
  const WindowSpec &Spec = *W.Spec;
  QualType T = W.Type;
  if (T->isPointerType())
    T = T->getPointeeType();
  for (unsigned D = 0; D < Spec.Dimensions.size(); ++D) {
    const Dimension &Dim = Spec.Dimensions[D];
    auto Extent = constantOf(Dim.Num, Context);
    if (Extent && Extent->isNegative()) {
      Diags.report(Dim.Num->Begin, message::err_extent_negative) << llvm::toString(*Extent, 10) << Spec.Array.Text;
      return false;
    }
    if (!checkHalo(Dim.Halo, Spec, Context, Diags) || !checkHalo(Dim.Post, Spec, Context, Diags))
      return false;
    bool Pointed = W.Type->isPointerType() && D == 0; // the type of a pointer does not give the extent
    const auto *Array = Pointed ? nullptr : Context.getAsConstantArrayType(T);
    if (Array && Extent && llvm::APSInt::compareValues(*Extent, llvm::APSInt(Array->getSize())) > 0) {
      Diags.report(Dim.Num->Begin, message::err_extent_beyond)
          << llvm::toString(*Extent, 10) << D << Spec.Array.Text << llvm::toString(llvm::APSInt(Array->getSize()), 10);
      return false;
    }
    if (!Pointed)
      if (const ArrayType *Any = Context.getAsArrayType(T))
        T = Any->getElementType();
  }
  return true;
}

/// Whether a window that is written back follows the loop in exactly one dimension; reports an error otherwise. True if
/// this is known only at run time.
bool checkTies(const Window &W, Diagnostics &Diags) {
  const WindowSpec &Spec = *W.Spec;
  unsigned Ties = 0;
  for (const Axis &Each : W.Shape.Axes) {
    if (!Each.IsTied)
      return true;
    Ties += *Each.IsTied;
  }
  if (!Spec.Out || Spec.Full || Ties == 1)
    return true;
  Diags.report(Spec.Array.Begin, message::err_out_ties) << Spec.Array.Text << Spec.Clause << Ties;
  if (Spec.Section)
    return false;
  const ClauseExpr &First = *Spec.Dimensions[0].Cond;
  auto Note = Diags.report(First.Begin, message::note_tie);
  if (Ties == 0)
    Note << FixItHint::CreateReplacement(SourceRange(First.Begin, First.End), "1");
  return false;
}

/// Whether the distance between rows of a flat array is known in dimension D, because the section of the rows begins at
/// 0, or because the clause gives a stride. Reports an error otherwise.
bool checkStride(const Window &W, unsigned D, const ASTContext &Context, Diagnostics &Diags) {
  const auto &Dims = W.Spec->Dimensions;
  if (const auto &Given = Dims[D].Stride; Given && (D + 2 != Dims.size() || !W.Flat)) {
    Diags.report(Given->Begin, message::err_stride) << Given->Text << W.Spec->Array.Text << W.Flat;
    return false;
  }
  if (D == 0 || !W.Flat || !Dims[D].Num || isZero(Dims[D].Cond, Context) || Dims[D - 1].Stride)
    return true;
  Diags.report(Dims[D].Cond->Begin, message::err_stride_unknown) << W.Spec->Array.Text << Dims[D].Cond->Text;
  if (Dims[D - 1].Id.empty())
    Diags.report(Dims[D].Loc, message::note_remedy)
        << "let the section begin at 0 and be as long as rows are; a loop may use a part of it";
  else
    Diags.report(Dims[D - 1].Loc, message::note_stride);
  return false;
}

/// Whether the numbers that sections leave out, as in `[:]`, are known from the array's type or from the partition that
/// they follow; reports an error otherwise.
bool checkSections(const Region &R, const Window &W, const ASTContext &Context, Diagnostics &Diags) {
  const PartitionClause *Partition = R.Site.Source->Partition ? &*R.Site.Source->Partition : nullptr;
  std::string Iterator = R.Loop.Iterator ? R.Loop.Iterator->getNameAsString() : "";
  for (unsigned D = 0; W.Spec->Section && D < W.Spec->Dimensions.size(); ++D) {
    const Dimension &Dim = W.Spec->Dimensions[D];
    const std::string &Known = Partition && !Partition->Id.empty() ? Partition->Id : Iterator;
    if (!Dim.Id.empty() && Dim.Id != Known) {
      Diags.report(Dim.IdLoc, message::err_unknown_id) << Dim.Id << !Iterator.empty() << Iterator;
      return false;
    }
    bool FollowsId = !Dim.Id.empty() && D == 0 && W.Spec->How == Association::Array;
    if (!W.Shape.Axes[D].Extent.isKnown() && !FollowsId) {
      Diags.report(Dim.Loc, message::err_extent_unknown) << D << W.Spec->Array.Text;
      return false;
    }
    if (!checkStride(W, D, Context, Diags))
      return false;
  }
  return true;
}

/// Whether the index array of a `segmented` or `indexed` window is valid: the loop only reads it, and it has integers
/// for each iteration. Reports an error otherwise.
bool checkThrough(const Region &R, const Window &W, Diagnostics &Diags) {
  if (!W.Spec->Through)
    return true;
  const Window &Through = R.Windows[size_t(throughWindow(R, W))];
  const WindowSpec &Spec = *Through.Spec;
  const std::string &Name = W.Spec->Array.Text;
  const SourceLocation At = W.Spec->Through->Begin;
  bool Integers = Through.ElementType->isIntegerType() && !Through.Spec->ElementSize;
  bool Rows = W.Spec->How == Association::Indexed || (Through.DeclaredRank == 1 && Spec.Dimensions.size() == 1);
  if (!Integers || !Rows)
    Diags.report(At, message::err_through_type) << Spec.Array.Text << Through.Type << Name;
  else if (Spec.How == Association::Indexed || (Spec.Through && W.Spec->How == Association::Segmented))
    Diags.report(At, message::err_through_association) << Spec.Array.Text << Name;
  else if (llvm::any_of(llvm::drop_begin(Through.Shape.Axes),
                        [](const Axis &Each) { return Each.IsTied.value_or(true); }))
    Diags.report(Spec.Array.Begin, message::err_through_inside) << Spec.Array.Text;
  else if (Spec.Out)
    Diags.report(Spec.Array.Begin, message::err_through_written) << Spec.Array.Text << Name;
  else
    return true;
  return false;
}

/// The greatest number of dimensions of a window of pointers to rows, or of a window without brackets.
constexpr unsigned MostDimensionsByType = 3;

/// The type of an array of type T after Rank subscripts, if that type is itself an array of constant length; else null.
QualType partOf(QualType T, unsigned Rank, const ASTContext &Context) {
  for (unsigned D = 0; D < Rank; ++D)
    T = T->isPointerType() ? T->getPointeeType() : QualType(Context.getAsArrayType(T)->getElementType());
  return T->isConstantArrayType() && !T->isVariablyModifiedType() ? T.getUnqualifiedType() : QualType();
}

/// The rows that the pointers of an array lead to, treated as dimensions of one array.
struct RowsBehind {
  llvm::SmallVector<RowHolder, 2> Holders; ///< empty if the rows are not treated as dimensions
  unsigned rank() const { return unsigned(Holders.size()) + 1; }
};

/// The rows of an array of pointers, or of objects that hold pointers, if devices may have all rows as one array. If a
/// clause names the array, it gives the number of dimensions, and with one dimension it is about the pointers
/// themselves. Otherwise pointers are followed until the elements are plain values.
RowsBehind rowsBehind(const Region &R, const WindowSpec &Spec, const Window &W, ASTContext &Context) {
  const bool Plain = R.Site.Source->isLoop() && !R.Site.Source->Partition && !R.Site.Source->Variant &&
                     !R.Site.isInBlock() && R.Site.Around.empty() && R.Loop.For && R.Loop.isInteger();
  if (!Plain || Spec.Holders || W.DeclaredRank != 1 || Spec.How != Association::Array || Spec.Present ||
      Spec.Allocated || Spec.ElementSize || Spec.Bare)
    return {};
  RowsBehind Found;
  QualType Element = W.ElementType;
  if (!Spec.RowParts.empty()) {
    if (auto Levels = rowLevels(Element, Spec.RowParts, Context); Levels && Spec.RowParts.size() < MostDimensionsByType)
      Found.Holders = std::move(Levels->Holders);
  } else {
    while (Found.rank() < MostDimensionsByType && (Spec.Unsized || Found.rank() < Spec.Dimensions.size())) {
      const auto Next = rowHolder(Element, Context);
      if (!Next)
        break;
      Found.Holders.push_back(*Next);
      Element = Next->Element;
    }
  }
  if (Found.Holders.empty() || !(Spec.Unsized || Found.rank() == Spec.Dimensions.size()))
    return {};
  Element = Found.Holders.back().Element;
  Found.Holders.back().Element = Element.getUnqualifiedType();
  return Element->isObjectType() && !Element->isIncompleteType() && !Element->isArrayType() &&
                 !Element.isVolatileQualified() && (elementsTravel(Element, Context) || Spec.MayBeObjects)
             ? Found
             : RowsBehind{};
}

/// Whether devices may have copies of elements of type T, although these hold pointers, because the body uses only
/// parts without pointers.
bool mayBeObjects(const WindowSpec &Spec, QualType T) {
  const RecordDecl *Record = T->getAsRecordDecl();
  return Spec.MayBeObjects && Record && Record->isCompleteDefinition() && !Record->isUnion() && !hasOpenEnd(T) &&
         !T.isVolatileQualified();
}

/// Makes a variable that represents a property of a window's array, such as its size, which messages call `Shown`.
VarDecl *standIn(const Region &R, const Window &W, StringRef Name, const std::string &Shown, QualType Type,
                 ASTContext &Context) {
  auto *Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Site.Function), W.Loc, W.Loc,
                              &Context.Idents.get(Name), Type, nullptr, SC_None);
  if (W.Array.isMember())
    Var->setImplicit();
  nameForMessages(*Var, Shown);
  return Var;
}

/// Finds the declaration that stands for a window's array, and the type of the array. False after an error.
bool findArray(Region &R, Window &W, ASTContext &Context, Diagnostics &Diags) {
  const WindowSpec &Spec = *W.Spec;
  const Expr *Array = Spec.Array.Checked->IgnoreParenImpCasts();
  if (QualType Element = elementOfContainer(W.Type); !Element.isNull()) {
    W.Container = Spec.Array.Variable.empty();
    W.Type = Context.getPointerType(Element);
  }
  W.Array.Decl = R.named(Array);
  if (!W.Array.Decl)
    W.Array.Decl = R.Members.make(Array, *R.Site.Function, Context);
  if (Spec.Holders)
    W.Array.Decl = standIn(R, W, "hetrt_holders", Spec.Array.Text, Array->getType(), Context);
  else if (!Spec.RowParts.empty())
    W.Array.Decl = standIn(R, W, "hetrt_rows", nameOfRows(Spec.Array.Text, Spec.RowParts), Array->getType(), Context);
  else if (W.Container && W.Array.Decl)
    W.Length = standIn(R, W, "hetrt_size", Spec.Array.Text + ".size()", Context.getSizeType(), Context);
  if (W.Array.Decl && findWindow(R, W.Array.Decl) >= 0) { // the same array by another spelling: `p->x`, `(*p).x`
    Diags.report(Spec.Array.Begin, message::err_array_twice) << Spec.Array.Text;
    return false;
  }
  if (!W.Array.Decl)
    R.Fate.restrict(RunsOn::Host, Spec.Array.Begin,
                    "'" + Spec.Array.Text + "' is neither a variable nor a member of one",
                    "copy the pointer to a local variable and name that in '" + Spec.Clause + "'");
  if (!W.Type->isPointerType() && !W.Type->isArrayType()) {
    Diags.report(Spec.Array.Begin, message::err_not_array) << Spec.Array.Text << W.Type;
    if (std::string Pointer = pointerToElements(W.Type, Spec.Array.Text); !Pointer.empty())
      Diags.report(Spec.Array.Begin, message::note_remedy) << Pointer;
    return false;
  }
  return true;
}

/// Finds the number of dimensions of a window's array, and the type of its elements. Rows that the array's pointers
/// lead to count as dimensions.
void findRank(Region &R, WindowSpec &Spec, Window &W, ASTContext &Context) {
  W.DeclaredRank = declaredRank(W.Type, W.ElementType, Context);
  // Boxes have up to four dimensions. In an array with more dimensions, each subarray after the fourth subscript counts
  // as one element.
  if (Spec.Inferred && W.DeclaredRank > MostDimensions)
    if (QualType Part = partOf(W.Type, MostDimensions, Context); !Part.isNull()) {
      W.DeclaredRank = MostDimensions;
      W.ElementType = Part;
    }
  if (RowsBehind Rows = rowsBehind(R, Spec, W, Context); !Rows.Holders.empty()) {
    W.Rows = W.Strided = true;
    W.RowParts = Spec.RowParts;
    W.RowParts.resize(Rows.Holders.size());
    W.DeclaredRank = Rows.rank();
    W.ElementType = Rows.Holders.back().Element;
    W.Holders = std::move(Rows.Holders);
  } else if (!Spec.RowParts.empty()) {
    R.Fate.restrict(RunsOn::Host, Spec.Array.Begin,
                    "the rows that elements of '" + Spec.Array.Text + "' lead to are none that a device can have", "");
    Spec.RowParts.clear();
  }
  if (Spec.Bare) { // without brackets, the clause names the whole array, with the extents of its type
    Dimension All;
    All.IsSection = true;
    All.Loc = Spec.Array.Begin;
    Spec.Dimensions.assign(std::min(W.DeclaredRank, MostDimensionsByType), All);
  }
}

/// Adds the dimensions that a clause leaves out, and checks the number of those that it has. False after an error.
bool completeDimensions(WindowSpec &Spec, Window &W, Diagnostics &Diags) {
  if ((W.ElementType->isVoidType() || W.ElementType->isIncompleteType()) && !Spec.ElementSize) {
    Diags.report(Spec.Array.Begin, message::err_void_pointer) << Spec.Array.Text << W.ElementType;
    return false;
  }
  W.Flat = W.DeclaredRank == 1;
  if (Spec.Unsized) {
    Spec.Dimensions.resize(W.DeclaredRank, Spec.Dimensions.front());
    for (Dimension &Each : Spec.Dimensions) // placeholders, since the numbers are not known
      Each.Cond->Checked = Each.Num->Checked = Spec.Array.Checked;
  }
  // As in OpenMP, `r[0:n]` of an array of arrays has the whole inner arrays.
  if (!W.Flat && Spec.Section && Spec.Dimensions.size() < W.DeclaredRank) {
    Dimension Full;
    Full.IsSection = true;
    Full.Loc = Spec.Dimensions.back().Loc;
    Spec.Dimensions.resize(W.DeclaredRank, Full);
  }
  if (W.Flat && Spec.Dimensions.size() > 1 && !elementOfContainer(W.ElementType).isNull()) {
    Diags.report(Spec.Array.Begin, message::err_elements_are_arrays)
        << Spec.Array.Text << W.ElementType << unsigned(Spec.Dimensions.size());
    return false;
  }
  if (!W.Flat && W.DeclaredRank != Spec.Dimensions.size()) {
    Diags.report(Spec.Array.Begin, message::err_rank_mismatch)
        << Spec.Array.Text << unsigned(Spec.Dimensions.size()) << W.Type << W.DeclaredRank;
    return false;
  }
  return true;
}

/// Notes on which devices a window's elements are of use, and whether they may stay there between passes.
void findReach(Region &R, const WindowSpec &Spec, Window &W, ASTContext &Context) {
  W.Objects = !Spec.Holders && !elementsTravel(W.ElementType, Context) && mayBeObjects(Spec, W.ElementType);
  if (!Spec.Holders && !W.Objects && !elementsTravel(W.ElementType, Context)) {
    // If a clause names the array, all devices must have a copy, in which pointers would be invalid, so the loop stays
    // on the host.
    const bool Wanted = Spec.Inferred && (!R.Site.Source->Automatic || R.Site.Source->HasOneMemory);
    R.StaysForPointers |= R.Fate.Where == RunsOn::Everywhere;
    Verdict &Of = Wanted && elementsTravel(W.ElementType, Context, /*Pointers=*/true) ? R.Reach : R.Fate;
    Of.restrict(RunsOn::Host, Spec.Array.Begin,
                "the elements of '" + Spec.Array.Text + "' hold pointers or own something",
                "let the loop work on arrays of plain values");
  }
  if (isUnnamed(Context.getBaseElementType(W.ElementType)))
    R.Fate.restrict(RunsOn::Host, Spec.Array.Begin, "the elements of '" + Spec.Array.Text + "' are of an unnamed type",
                    "give the type a name");
  for (const ClauseExpr &P : R.Site.Source->Persist)
    W.Persist |= keepsWindow(P, Spec);
  if (W.Rows && W.Persist)
    R.Fate.restrict(RunsOn::Host, Spec.Array.Begin,
                    "rows behind the pointers of '" + Spec.Array.Text + "' are not kept between passes",
                    "name a pointer to the memory of all rows in the clause, or leave out 'persist'");
}

bool resolveWindow(Region &R, WindowSpec &Spec, ASTContext &Context, Diagnostics &Diags) {
  Window W;
  W.Spec = &Spec;
  W.Name = Spec.Array.code();
  W.Clause = Spec.Clause;
  W.Loc = Spec.Array.Begin;
  W.Type = Spec.Array.Checked->IgnoreParenImpCasts()->getType().getNonReferenceType();
  if (Spec.Bare && !W.Type->isArrayType()) // a scalar, or a pointer without its elements, needs no window
    return true;
  if (!findArray(R, W, Context, Diags))
    return false;
  W.Computed = behindView(Spec.Array.Checked) != Spec.Array.Checked;
  W.Guard = Spec.Inferred ? guardOf(R, Spec.Array.Checked, Context) : "";
  findRank(R, Spec, W, Context);
  if (!completeDimensions(Spec, W, Diags))
    return false;
  W.Shape = shapeOf(W, Context);
  if (!checkSections(R, W, Context, Diags))
    return false;
  if ((R.Fate.Where != RunsOn::Plain && !checkTies(W, Diags)) || !checkElementSize(W, Context, Diags) ||
      !checkExtents(W, Context, Diags))
    return false;
  findReach(R, Spec, W, Context);
  R.Windows.push_back(W);
  return true;
}

/// The value of a number, integer or floating-point; nullopt if it is not constant.
std::optional<double> knownNumber(const Expr *Number, const ASTContext &Context) {
  if (Number->isValueDependent())
    return std::nullopt;
  if (const auto Whole = Number->getIntegerConstantExpr(Context))
    return Whole->roundToDouble(Whole->isSigned());
  llvm::APFloat Value(0.0);
  if (!Number->getType()->isRealFloatingType() || !Number->EvaluateAsFloat(Value, Context))
    return std::nullopt;
  return Value.convertToDouble();
}

} // namespace

bool hetcc::resolveWindows(Region &R, ASTContext &Context, Diagnostics &Diags) {
  inheritMaps(R);
  auto Found = R.Inferred.Windows ? R.Inferred.Windows->begin() : std::vector<WindowSpec>::iterator();
  for (WindowSpec &Spec : R.Site.Source->Windows)
    if (!resolveWindow(R, R.Inferred.Windows && Spec.Inferred ? *Found++ : Spec, Context, Diags))
      return false;
  for (const Window &W : R.Windows)
    if (!checkThrough(R, W, Diags))
      return false;
  const HeteroClause &Hetero = R.Site.Source->Hetero;
  if (Hetero.Ratio)
    if (auto Ratio = knownNumber(Hetero.Ratio->Checked, Context); Ratio && !(*Ratio >= 0 && *Ratio <= 1)) {
      Diags.report(Hetero.Ratio->Begin, message::err_ratio_range) << Hetero.Ratio->Text;
      return false;
    }
  if (Hetero.Div && !Hetero.Div->Checked->isValueDependent())
    if (auto Div = Hetero.Div->Checked->getIntegerConstantExpr(Context); Div && *Div < 1) {
      Diags.report(Hetero.Div->Begin, message::err_div_range) << llvm::toString(*Div, 10);
      return false;
    }
  return true;
}
