// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares polynomials with the values of the expressions they stand for, for all values of the variables.
#include "Analysis/Values/Polynomial.h"
#include "Analysis/Syntax/AddressForms.h"

#include <gtest/gtest.h>

#include <random>

using hetcc::Polynomial;
using hetcc::Range;

namespace {

constexpr unsigned Count = 3;

/// A stand-in for a variable's declaration; polynomials only compare the pointers.
const clang::ValueDecl *variable(unsigned Number) {
  static const char Names[Count] = {};
  return reinterpret_cast<const clang::ValueDecl *>(&Names[Number]);
}

/// An expression in two forms: a list of terms, which the test evaluates, and a polynomial.
struct Sample {
  struct Term {
    int64_t Factor;
    std::vector<unsigned> Of;
  };
  std::vector<Term> Terms;
  Polynomial Poly;

  void add(Term T) {
    Polynomial Product = Polynomial::constant(T.Factor);
    for (unsigned V : T.Of)
      Product = Product * Polynomial::variable(variable(V));
    Poly = Poly + Product;
    Terms.push_back(std::move(T));
  }

  int64_t at(const std::array<int64_t, Count> &Values) const {
    int64_t Sum = 0;
    for (const Term &T : Terms) {
      int64_t Product = T.Factor;
      for (unsigned V : T.Of)
        Product *= Values[V];
      Sum += Product;
    }
    return Sum;
  }
};

class RandomPolynomials : public testing::TestWithParam<unsigned> {
protected:
  int64_t number(int64_t From, int64_t To) { return std::uniform_int_distribution<int64_t>(From, To)(Engine); }

  Sample sample() {
    Sample Result;
    for (int64_t T = number(0, 4); T > 0; --T) {
      Sample::Term Term{number(-6, 6), {}};
      for (int64_t V = number(0, 2); V > 0; --V)
        Term.Of.push_back(static_cast<unsigned>(number(0, Count - 1)));
      Result.add(std::move(Term));
    }
    return Result;
  }

  /// A product of variables, such as the extents of inner dimensions, or a constant.
  Sample stride() {
    Sample Result;
    Sample::Term Term{number(1, 4), {}};
    for (int64_t V = number(0, 2); V > 0; --V)
      Term.Of.push_back(static_cast<unsigned>(number(0, Count - 1)));
    Result.add(std::move(Term));
    return Result;
  }

  template <typename Function> static void atAllValues(Function Check) {
    for (int64_t A = 1; A < 6; ++A)
      for (int64_t B = 1; B < 6; ++B)
        for (int64_t C = 1; C < 6; ++C)
          Check(std::array<int64_t, Count>{A, B, C});
  }

  std::mt19937 Engine{GetParam()};
};

int64_t floorOf(int64_t A, int64_t B) { return A / B - (A % B != 0 && (A < 0) != (B < 0)); }

TEST_P(RandomPolynomials, AreEqualIfAndOnlyIfTheirTermsSumUpToTheSame) {
  Sample A = sample(), B = sample();
  bool Same = true; // polynomials of degree 2 are equal if they agree at 5 values of each variable
  atAllValues([&](const auto &At) { Same &= A.at(At) == B.at(At); });
  EXPECT_EQ(A.Poly == B.Poly, Same);
  EXPECT_TRUE((A.Poly + -A.Poly).asConstant() == 0);
  EXPECT_TRUE((A.Poly + B.Poly) * B.Poly == B.Poly * B.Poly + B.Poly * A.Poly);
}

TEST_P(RandomPolynomials, AreConstantsWhereNoValueMatters) {
  Sample A = sample();
  auto Constant = A.Poly.asConstant();
  int64_t First = A.at({1, 1, 1});
  bool Same = true;
  atAllValues([&](const auto &At) { Same &= A.at(At) == First; });
  EXPECT_EQ(Constant.has_value(), Same);
  if (Constant) {
    EXPECT_EQ(*Constant, First);
  }
}

TEST_P(RandomPolynomials, SplitIntoAFactorOfAVariableAndARest) {
  Sample A = sample();
  for (unsigned V = 0; V < Count; ++V)
    if (auto Parts = A.Poly.split(variable(V))) {
      EXPECT_TRUE(Parts->first * Polynomial::variable(variable(V)) + Parts->second == A.Poly);
      auto IsAnother = [&](const clang::ValueDecl *D) { return D != variable(V); };
      EXPECT_TRUE(Parts->first.allVariables(IsAnother) && Parts->second.allVariables(IsAnother));
    }
}

TEST_P(RandomPolynomials, DividedByAStrideStayWithinTheQuotient) {
  Sample Stride = stride(), A = sample();
  // Mostly a typical subscript: a multiple of the stride plus a small rest.
  if (number(0, 3)) {
    A = {};
    Sample::Term Strides = Stride.Terms[0];
    Strides.Factor *= number(-3, 3);
    A.add(Strides);
    A.add({number(-9, 9), {}});
  }
  std::optional<Range> Quotient = A.Poly.quotient(Stride.Poly);
  if (!Quotient)
    return;
  EXPECT_LE(Quotient->Least, Quotient->Most);
  bool IsLeast = false, IsMost = false;
  atAllValues([&](const auto &At) {
    int64_t Value = floorOf(A.at(At), Stride.at(At));
    EXPECT_GE(Value, Quotient->Least);
    EXPECT_LE(Value, Quotient->Most);
    IsLeast |= Value == Quotient->Least;
    IsMost |= Value == Quotient->Most;
  });
  if (Quotient->Exact) {
    EXPECT_TRUE(IsLeast && IsMost);
  }
}

TEST_P(RandomPolynomials, WithoutMultiplesDifferByWholeStrides) {
  Sample Stride = stride(), A = sample();
  Polynomial Left = A.Poly.withoutMultiples(Stride.Poly), Taken = A.Poly + -Left;
  // The difference is a multiple of the stride.
  EXPECT_TRUE(Taken.withoutMultiples(Stride.Poly).asConstant() == 0);
  if (auto Constant = A.Poly.asConstant(); Constant && Stride.Poly.asConstant()) {
    int64_t Size = *Stride.Poly.asConstant();
    EXPECT_LE(2 * std::abs(*Left.asConstant()), Size);
    EXPECT_EQ((*Constant - *Left.asConstant()) % Size, 0);
  }
}

TEST_P(RandomPolynomials, AreKnownAsMultiples) {
  Sample A = sample();
  int64_t K = number(-4, 4);
  auto Found = (A.Poly * Polynomial::constant(K)).multipleOf(A.Poly);
  bool Zero = A.Poly.asConstant() == 0;
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(*Found, Zero ? 0 : K);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPolynomials, testing::Range(0u, 400u));

TEST(Polynomial, SaysWhenNumbersOverflow) {
  Polynomial Large = Polynomial::constant(INT64_MAX);
  EXPECT_FALSE((Large + Polynomial::constant(1)).valid());
  EXPECT_FALSE((Large * Large).valid());
  EXPECT_EQ((Large + Large).asConstant(), std::nullopt);
  EXPECT_EQ((Large * Large).quotient(Polynomial::constant(1)), std::nullopt);
}

} // namespace

TEST(Polynomials, WhatLeaves64BitsIsNotValid) {
  const Polynomial X = Polynomial::variable(variable(0)), Most = Polynomial::constant(INT64_MAX) * X;
  EXPECT_TRUE(Most.valid());
  EXPECT_TRUE((-Most).valid());
  for (const Polynomial &Left : {Most + X, X + (Most + X), (Most + X) * X, -(-Most + -X), Most * Most,
                                 Polynomial::constant(INT64_MIN), Polynomial::constant(INT64_MIN) * X})
    EXPECT_FALSE(Left.valid());
  const auto Parts = (Most + X).split(variable(0));
  ASSERT_TRUE(Parts);
  EXPECT_FALSE(Parts->first.valid());
}

TEST(Polynomials, WhatIsNearestToZeroIsLeftOfAConstant) {
  const auto Left = [](int64_t Of, int64_t Size) {
    return Polynomial::constant(Of).withoutMultiples(Polynomial::constant(Size)).asConstant();
  };
  for (int64_t Size : {1, 2, 3, 4, 7, 8})
    for (int64_t Of = -20; Of <= 20; ++Of) {
      const auto Found = Left(Of, Size);
      ASSERT_TRUE(Found);
      EXPECT_EQ((Of - *Found) % Size, 0);
      EXPECT_LE(2 * std::abs(*Found), Size);
    }
  EXPECT_EQ(Left(INT64_MAX, 4), -1);
  EXPECT_EQ(Left(-INT64_MAX, 4), 1);
  EXPECT_EQ(Left(INT64_MAX, INT64_MAX - 1), 1);
}
