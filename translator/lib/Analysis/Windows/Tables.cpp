// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns boxes (the parts of arrays that one iteration uses, see ArrayUse.h) into rows of tables. Equal rows are stored
// once, so that `x[i]` and `y[i]` share all rows but those of their boxes.
#include "Analysis/Windows/Tables.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace hetcc;
using namespace clang;

// ---- Numbers --------------------------------------------------------------------------------------------------------

static std::string literal(int64_t C) {
  if (C == INT64_MIN)
    return "HETRT_UNKNOWN";
  return llvm::isInt<32>(C) ? std::to_string(C) : std::to_string(C) + "LL";
}

/// The text of a call of a function of hetrt.h. These functions return HETRT_UNKNOWN if an operand is HETRT_UNKNOWN.
static std::string call(const char *Name, const std::string &A, const std::string &B) {
  return std::string("hetrt_") + Name + "(" + A + ", " + B + ")";
}

/// P as an expression of type hetrt_int64, whose value is HETRT_UNKNOWN on overflow.
static Number code(const Polynomial &P, const KnownNumbers &Known) {
  Number Sum;
  Sum.Code.clear();
  std::vector<std::string> Products;
  for (auto &[Of, C] : P.terms()) {
    std::vector<std::string> Factors;
    for (const ValueDecl *V : Of) {
      const Number &Each = Known.find(V)->second;
      Factors.push_back(Each.Code);
      Sum.Once |= Each.Once;
    }
    llvm::sort(Factors); // the order of the terms depends on addresses of declarations, which differ from run to run of
                         // the compiler
    std::string Product;
    for (const std::string &Each : Factors)
      Product = Product.empty() ? Each : call("times", Product, Each);
    if (Of.empty())
      Product = literal(C);
    else if (C != 1)
      Product = call("times", Product, literal(C));
    Products.push_back(std::move(Product));
  }
  llvm::sort(Products);
  for (const std::string &Each : Products)
    Sum.Code = Sum.Code.empty() ? Each : call("plus", Sum.Code, Each);
  if (Sum.Code.empty())
    Sum.Code = "0";
  return Sum;
}

/// Adds the number P to those of a call. `Known` has the host's expressions for its variables. If `If` is not empty, it
/// is a condition, and the number is HETRT_UNKNOWN if the condition is false.
static TableNumber numberOf(CallNumbers &Into, const Polynomial &P, const KnownNumbers &Known,
                            const std::string &If = "") {
  if (!P.valid())
    return {0, Into.slot({"HETRT_UNKNOWN", {}})};
  auto Constant = P.terms().find({});
  const int64_t C = Constant == P.terms().end() ? 0 : Constant->second;
  const bool Fits = llvm::isInt<32>(C);
  Number Rest = code(Fits ? P + -Polynomial::constant(C) : P, Known);
  if (!If.empty())
    Rest.Code = "hetrt_if(" + If + ", " + Rest.Code + ")";
  return {Fits ? int32_t(C) : 0, Into.slot(Rest)};
}

// ---- Rows -----------------------------------------------------------------------------------------------------------

namespace {

/// The index in a table at which a sequence of rows begins; appends the sequence if the table does not contain it.
template <typename Row> unsigned place(std::vector<Row> &Table, const std::vector<Row> &Run) {
  auto Found = std::search(Table.begin(), Table.end(), Run.begin(), Run.end());
  const auto At = unsigned(Found - Table.begin());
  if (Found == Table.end())
    Table.insert(Table.end(), Run.begin(), Run.end());
  return At;
}

/// Makes the tables of one region.
class TableMaker {
public:
  explicit TableMaker(const Region &R) : R(R) {}

  void add(const ArrayUse &Use) {
    TableArray A;
    A.Flat = Use.Split;
    A.WritesAnywhere = Use.WritesAnywhere;
    A.Through = Use.Through;
    A.FindExtent = !Use.Outer;
    A.CountsElements = Use.CountsElements;
    A.Extent.push_back(Use.Outer ? numberOf(Into.Numbers, *Use.Outer, Use.Known) : TableNumber());
    for (const auto &Each : Use.Inner)
      A.Extent.push_back(numberOf(Into.Numbers, *Each, Use.Known));
    for (const Box &B : Use.Boxes)
      Into.Boxes.push_back(box(B, Use));
    Into.Arrays.push_back(std::move(A));
  }
  /// The element sizes that clauses give. The loops of a block have those of the block.
  void addElementSizes() {
    for (size_t I = 0; I < Into.Arrays.size() && !R.Site.isPartOfBlock(); ++I)
      if (Number Size = R.Windows[I].Shape.ElementSize; Size.isKnown()) {
        Size.Code = "(hetrt_int64)(" + Size.Code + ")";
        Into.Arrays[I].ElementSize = Into.Numbers.of(Size);
      }
  }
  Tables take() { return std::move(Into); }

private:
  TableBox box(const Box &B, const ArrayUse &Use) {
    TableBox Row;
    Row.Array = unsigned(Into.Arrays.size());
    Row.Read = B.Read, Row.Write = B.Write, Row.WrittenBeforeRead = B.Write && B.WrittenBeforeRead;
    Row.Attained = B.Attained, Row.Own = B.Own, Row.Declared = B.Declared;
    Row.Of = B.From;
    std::vector<std::string> Conditions;
    for (const Polynomial &Each : B.Assumed)
      Conditions.push_back(code(Each, Use.Known).Code + " >= 0");
    std::string If = llvm::join(Conditions, " && ");
    guard(B, Use, Row, If);
    std::vector<TableEnds> Ends;
    for (const Interval &Each : B.Dimensions) {
      TableEnds Own;
      Own.LowerCount = unsigned(Each.Lower.size()), Own.UpperCount = unsigned(Each.Upper.size());
      Own.Lower = Each.Lower.empty() ? 0 : place(Into.Terms, terms(Each.Lower, Use, If));
      Own.Upper = Each.Upper.empty() ? 0 : place(Into.Terms, terms(Each.Upper, Use, If));
      Ends.push_back(Own);
    }
    Row.FirstEnd = place(Into.Ends, Ends);
    return Row;
  }

  /// The rows for the terms of an end. If one number of a box is unknown, the whole box is, so the condition `If` is
  /// added to the first number only, and then cleared.
  std::vector<TableTerm> terms(ArrayRef<Term> End, const ArrayUse &Use, std::string &If) {
    std::vector<TableTerm> Rows;
    for (const Term &Each : End) {
      TableTerm Row;
      auto Parts = *Each.Value.split(Use.Iterator);
      Row.Slope = numberOf(Into.Numbers, Parts.first, Use.Known);
      Row.Offset = numberOf(Into.Numbers, Parts.second, Use.Known, If);
      If.clear();
      Row.Divisor = Each.Divisor;
      if (Each.Table) {
        Row.Table = unsigned(findWindow(R, Each.Table)) + 1;
        Row.Add = numberOf(Into.Numbers, Each.Add, Use.Known);
        Row.Reading = Each.reading();
        Row.Within = numberOf(Into.Numbers, Each.Within, Use.Known);
      }
      Rows.push_back(Row);
    }
    return Rows;
  }

  /// Sets the range of iterator values for which a box holds. If `If` is not empty, the range is unknown if this
  /// condition is false.
  void guard(const Box &B, const ArrayUse &Use, TableBox &Row, const std::string &If) {
    std::optional<Number> Least, Greatest;
    auto Add = [](std::optional<Number> &To, const char *Both, Number New) {
      if (To)
        New = {call(Both, To->Code, New.Code), {}, To->Once || New.Once};
      To = std::move(New);
    };
    for (const Polynomial &Each : B.Domain) {
      const auto [Factor, Rest] = *Each.split(Use.Iterator);
      const auto Slope = Factor.asConstant();
      const Number P = code(Factor, Use.Known), Q = code(Rest, Use.Known);
      auto Where = [&](const char *End) { return Number{call(End, P.Code, Q.Code), {}, P.Once || Q.Once}; };
      if (Slope == 1)
        Add(Least, "greater", code(-Rest, Use.Known));
      else if (!Slope || *Slope >= 0)
        Add(Least, "greater", Where("least_where"));
      if (Slope == -1)
        Add(Greatest, "lesser", Q);
      else if (!Slope || *Slope < 0)
        Add(Greatest, "lesser", Where("greatest_where"));
    }
    Row.Guarded = Least || Greatest;
    if (!Row.Guarded)
      return;
    Number From = Least ? *Least : Number{"-__INT64_MAX__", {}};
    if (!If.empty())
      From.Code = "hetrt_if(" + If + ", " + From.Code + ")";
    Row.From = Into.Numbers.of(From);
    Row.To = Into.Numbers.of(Greatest ? *Greatest : Number{"__INT64_MAX__", {}});
  }

  const Region &R;
  Tables Into;
};

} // namespace

std::string hetcc::whyNoTable(const ArrayUse &Use) {
  if (Use.rank() > MostDimensions)
    return "it has " + std::to_string(Use.rank()) + " dimensions";
  for (const auto &Each : Use.Inner)
    if (!Each && Use.Split) // if the array is not split, its type gives the length
      return "how long its rows are is not known";
  return "";
}

Tables hetcc::makeTables(const Region &R, ArrayRef<ArrayUse> Uses) {
  TableMaker Maker(R);
  for (const ArrayUse &Use : Uses)
    Maker.add(Use);
  Maker.addElementSizes();
  return Maker.take();
}

// ---- Text for tests -------------------------------------------------------------------------------------------------

static std::string text(const TableNumber &N, const CallNumbers &Of) {
  if (N.Slot == 0)
    return std::to_string(N.Constant);
  const std::string &Code = Of.slots()[N.Slot - 1].Code;
  return N.Constant == 0 ? Code : std::to_string(N.Constant) + " + " + Code;
}

static std::string text(const TableTerm &T, const CallNumbers &Of) {
  std::string Text = T.Slope == TableNumber() ? "" : "{" + text(T.Slope, Of) + "} * v + ";
  Text += "{" + text(T.Offset, Of) + "}";
  if (T.Divisor != 1)
    Text = "(" + Text + ") / " + std::to_string(T.Divisor);
  if (T.Table == 0)
    return Text;
  Text = "array " + std::to_string(T.Table - 1) + "[" + Text + "]";
  if (T.Reading)
    Text = "read as " + std::to_string(T.Reading) + " (" + Text + " + {" + text(T.Within, Of) + "})";
  return Text + " + {" + text(T.Add, Of) + "}";
}

std::vector<std::string> hetcc::textOf(const Tables &T) {
  std::vector<std::string> Lines;
  for (const TableArray &A : T.Arrays) {
    std::string Text = "array";
    for (const TableNumber &Each : A.Extent)
      Text += " [" + (&Each == A.Extent.data() && A.FindExtent ? "?" : text(Each, T.Numbers)) + "]";
    Lines.push_back(Text + (A.Flat ? " flat" : "") + (A.CountsElements ? " in elements" : "") +
                    (A.WritesAnywhere ? " writes anywhere" : "") +
                    (A.Through >= 0 ? " through " + std::to_string(A.Through) : ""));
  }
  for (const TableBox &B : T.Boxes) {
    std::string Text = "box of " + std::to_string(B.Array);
    auto End = [&](unsigned First, unsigned Count) {
      std::vector<std::string> Terms;
      for (unsigned I = 0; I < Count; ++I)
        Terms.push_back(text(T.Terms[First + I], T.Numbers));
      return llvm::join(Terms, ", ");
    };
    for (size_t D = 0; D < T.Arrays[B.Array].Extent.size(); ++D) {
      const TableEnds &Each = T.Ends[B.FirstEnd + D];
      Text += " [" + End(Each.Lower, Each.LowerCount) + " .. " + End(Each.Upper, Each.UpperCount) + ")";
    }
    if (B.Guarded)
      Text += " from {" + text(B.From, T.Numbers) + "} to {" + text(B.To, T.Numbers) + "}";
    Lines.push_back(Text + (B.Read ? " read" : "") + (B.Write ? " write" : "") +
                    (B.WrittenBeforeRead ? " surely" : "") + (B.Attained ? " attained" : "") + (B.Own ? " own" : "") +
                    (B.Declared ? " declared" : ""));
  }
  for (const Number &Each : T.Numbers.slots())
    Lines.push_back((Each.Once ? "once " : "number ") + Each.Code);
  return Lines;
}
