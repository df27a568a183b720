// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on uses, boxes and terms, and their text for tests and messages.
#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/Statements.h"
#include "hetrt/hetrt.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

std::optional<Polynomial> hetcc::dividedBy(const Polynomial &A, const Polynomial &B) {
  if (A.terms().size() != 1 || B.terms().size() != 1)
    return std::nullopt;
  auto &[P, C] = *A.terms().begin();
  auto &[Q, D] = *B.terms().begin();
  if (!std::includes(P.begin(), P.end(), Q.begin(), Q.end()) || C % D)
    return std::nullopt;
  Polynomial::Product Left;
  std::set_difference(P.begin(), P.end(), Q.begin(), Q.end(), std::back_inserter(Left));
  return Polynomial::term(std::move(Left), C / D);
}

bool hetcc::isFull(const ArrayUse &Use, const Box &B, unsigned D) {
  const Polynomial *Lower = only(B.Dimensions[D].Lower), *Upper = only(B.Dimensions[D].Upper);
  return D > 0 && Use.Inner[D - 1] && Lower && Upper && *Lower == Polynomial() && *Upper == *Use.Inner[D - 1];
}

std::optional<ArrayUse> hetcc::joined(const ArrayUse &Use) {
  if (!llvm::all_of(Use.Inner, [](const auto &Length) { return Length.has_value(); }))
    return std::nullopt;
  ArrayUse Result = Use;
  Result.Inner.clear();
  Result.Split = false;
  for (Box &B : Result.Boxes) {
    Polynomial First, Last;
    for (unsigned D = 0; D < Use.rank(); ++D) {
      const Polynomial *Lower = only(B.Dimensions[D].Lower), *Upper = only(B.Dimensions[D].Upper);
      if (!Lower || !Upper)
        return std::nullopt;
      const Polynomial Length = D > 0 ? *Use.Inner[D - 1] : Polynomial::constant(1);
      First = First * Length + *Lower;
      Last = Last * Length + *Upper + Polynomial::constant(-1);
    }
    B.Dimensions.assign(1, {{{First}}, {{Last + Polynomial::constant(1)}}});
    B.Attained = B.Attained && B.Corners;
  }
  return Result;
}

bool hetcc::isWrittenBefore(const ArrayUse &Use, const Box &Touched) {
  auto Covers = [&](const Box &B) {
    for (unsigned D = 0; D < Touched.Dimensions.size(); ++D)
      if (!(B.Dimensions[D] == Touched.Dimensions[D]) && (Use.Split || !isFull(Use, B, D)))
        return false;
    return true;
  };
  return llvm::any_of(Use.Boxes, [&](const Box &B) {
    return &B != &Touched && B.WrittenBeforeRead && B.Dimensions.size() == Touched.Dimensions.size() && Covers(B) &&
           llvm::all_of(B.Domain, [&](const Polynomial &Each) { return llvm::is_contained(Touched.Domain, Each); });
  });
}

std::string hetcc::textOf(const Polynomial &P) {
  std::vector<std::pair<Polynomial::Product, int64_t>> Terms(P.terms().begin(), P.terms().end());
  auto Name = [](const Polynomial::Product &Of) {
    std::vector<std::string> Names;
    for (const ValueDecl *V : Of)
      Names.push_back(nameInMessages(*V));
    llvm::sort(Names);
    return llvm::join(Names, " * ");
  };
  llvm::stable_sort(Terms, [&](auto &A, auto &B) { // the constant comes last, all others are sorted by name
    return A.first.size() != B.first.size() ? A.first.size() > B.first.size() : Name(A.first) < Name(B.first);
  });
  std::string Text;
  for (auto &[Of, C] : Terms) {
    Text += Text.empty() ? (C < 0 ? "-" : "") : C < 0 ? " - " : " + ";
    const std::string Number = std::to_string(C < 0 ? -uint64_t(C) : uint64_t(C));
    Text += Of.empty() ? Number : (Number == "1" ? "" : Number + " * ") + Name(Of);
  }
  return Text.empty() ? "0" : Text;
}

/// If a number has been added after earlier conversions (`Add`), the new types must not have more bits than the earlier
/// ones. The earlier conversions then make no difference, and are dropped.
bool Term::convert(IntegerForm From, llvm::ArrayRef<IntegerForm> Into) {
  const Conversions New = conversionsOf(From, Into);
  if (New.empty())
    return true;
  if (!(Add == Polynomial())) {
    if (llvm::any_of(To, [&](const IntegerForm &Each) { return Each.Bits < New.front().Bits; }))
      return false;
    To.clear();
    Within = Within + Add;
    Add = Polynomial();
  }
  Conversions All = To;
  All.append(New.begin(), New.end());
  To = conversionsOf(Within == Polynomial() ? Read : AnyInteger, All);
  return true;
}

unsigned Term::reading() const {
  const auto Size = [](const IntegerForm &Of) { return llvm::Log2_32(Of.Bits / 8); };
  if (To.empty() && !Place)
    return 0;
  unsigned Code = HETRT_READING | (Read.Signed ? 0 : HETRT_READING_UNSIGNED) | Size(Read) << HETRT_READING_SIZE_AT;
  if (Place)
    Code |= HETRT_READING_MEMBER | unsigned(*Place) << HETRT_READING_PLACE_AT;
  unsigned At = HETRT_CONVERSIONS_AT;
  for (const IntegerForm &Each : To) {
    Code |= (HETRT_CONVERSION | (Each.Signed ? 0 : HETRT_CONVERSION_UNSIGNED) | Size(Each)) << At;
    At += HETRT_CONVERSION_BITS;
  }
  return Code;
}

static std::string textOf(const Term &T) {
  std::string Text = textOf(T.Value);
  if (T.Divisor != 1)
    Text = "(" + Text + ") / " + std::to_string(T.Divisor);
  if (!T.Table)
    return Text;
  Text = nameInMessages(*T.Table) + "[" + Text + "]" + (T.Part.empty() ? "" : hetcc::textOf({T.Part}, 0));
  if (!(T.Within == Polynomial()))
    Text += " + (" + textOf(T.Within) + ")";
  for (const IntegerForm &Each : T.To)
    Text = std::string(Each.Signed ? "int" : "uint") + std::to_string(Each.Bits) + "(" + Text + ")";
  return T.Add == Polynomial() ? Text : Text + " + (" + textOf(T.Add) + ")";
}

static std::string endOf(ArrayRef<Term> Terms, bool Upper) {
  if (Terms.empty())
    return Upper ? "end" : "begin";
  std::string Text;
  for (const Term &Each : Terms)
    Text += (Text.empty() ? "" : ", ") + textOf(Each);
  return Terms.size() == 1 ? Text : (Upper ? "min(" : "max(") + Text + ")";
}

std::string hetcc::textOf(const Box &B) {
  std::string Text = B.Read && B.Write ? "updates " : B.Write ? "writes " : "reads ";
  for (const Interval &Each : B.Dimensions)
    Text += (&Each == B.Dimensions.begin() ? "[" : " x [") + endOf(Each.Lower, false) + ", " + endOf(Each.Upper, true) +
            ")";
  for (const Polynomial &Each : B.Domain)
    Text += (&Each == B.Domain.begin() ? " where " : " and ") + textOf(Each) + " >= 0";
  return Text + (B.Own ? ", own" : "") + (B.WrittenBeforeRead ? ", surely" : "") + (B.Attained ? ", attained" : "");
}
