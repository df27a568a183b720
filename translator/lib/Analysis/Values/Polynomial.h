// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Values: integer values as polynomials, that is, sums of products of variables.
#ifndef HETCC_LIB_ANALYSIS_VALUES_POLYNOMIAL_H
#define HETCC_LIB_ANALYSIS_VALUES_POLYNOMIAL_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace clang {
class ValueDecl;
}

namespace hetcc {

/// The integers from Least to Most.
struct Range {
  int64_t Least = 0, Most = 0;
  bool Exact = true; ///< the values Least and Most certainly occur; if false, the true range may be smaller
};

/// A sum of integer multiples of products of variables, such as `2*i*n + j - 1`; the constant term is a multiple of the
/// empty product. A polynomial is not valid() if a factor overflowed 64 bits in its computation. The factor -2^63
/// counts as an overflow, so that every factor can be negated.
class Polynomial {
public:
  using Product = std::vector<const clang::ValueDecl *>; ///< sorted; a power has its variable several times
  static Polynomial constant(int64_t C) { return Polynomial({}, C); }
  static Polynomial variable(const clang::ValueDecl *V) { return Polynomial({V}, 1); }

  Polynomial operator+(const Polynomial &Other) const {
    Polynomial Sum = *this;
    Sum.Overflow |= Other.Overflow;
    for (auto &[P, C] : Other.Terms)
      Sum.add(P, C);
    return Sum;
  }
  Polynomial operator*(const Polynomial &Other) const {
    Polynomial Result;
    Result.Overflow = Overflow || Other.Overflow;
    for (auto &[P, C] : Terms)
      for (auto &[Q, D] : Other.Terms) {
        Product Both = P;
        Both.insert(Both.end(), Q.begin(), Q.end());
        llvm::sort(Both);
        int64_t Value = 0;
        Result.Overflow |= bool(llvm::MulOverflow(C, D, Value));
        Result.add(Both, Value);
      }
    return Result;
  }
  Polynomial operator-() const { return *this * constant(-1); }
  bool operator==(const Polynomial &Other) const { return Terms == Other.Terms; }

  /// Splits into {F, G} with *this == F * V + G, where V is neither in F nor in G; nullopt if a term contains V more
  /// than once.
  std::optional<std::pair<Polynomial, Polynomial>> split(const clang::ValueDecl *V) const {
    Polynomial Factor, Rest;
    Factor.Overflow = Rest.Overflow = Overflow;
    for (auto &[P, C] : Terms) {
      auto Count = llvm::count(P, V);
      if (Count > 1)
        return std::nullopt;
      Product Without;
      llvm::copy_if(P, std::back_inserter(Without), [&](const clang::ValueDecl *D) { return D != V; });
      (Count ? Factor : Rest).add(Without, C);
    }
    return std::pair(Factor, Rest);
  }
  /// Constant bounds of *this / Stride, rounded down, for all values of the variables for which Stride is at least 1;
  /// nullopt if there are none.
  std::optional<Range> quotient(const Polynomial &Stride) const;
  /// The constant k with *this == k * Other; nullopt if there is none.
  std::optional<int64_t> multipleOf(const Polynomial &Other) const {
    if (Terms.empty())
      return 0;
    auto It = Other.Terms.find(Terms.begin()->first);
    if (It == Other.Terms.end() || Terms.begin()->second % It->second)
      return std::nullopt;
    int64_t K = Terms.begin()->second / It->second;
    return Other * constant(K) == *this ? std::optional(K) : std::nullopt;
  }
  std::optional<int64_t> asConstant() const {
    if (Overflow || Terms.size() > 1 || (Terms.size() == 1 && !Terms.begin()->first.empty()))
      return std::nullopt;
    return Terms.empty() ? 0 : Terms.begin()->second;
  }
  /// *this without the terms that are multiples of Stride. If Stride is a constant, the constant term is reduced to the
  /// remainder nearest to zero. Returns *this unchanged if Stride has more than one term.
  Polynomial withoutMultiples(const Polynomial &Stride) const;
  /// The products, each with its factor; the empty product is the constant term.
  const std::map<Product, int64_t> &terms() const { return Terms; }
  static Polynomial term(Product P, int64_t C) { return Polynomial(std::move(P), C); }
  /// The polynomial's value, where `Of` returns the value of a variable; wraps around at 64 bits.
  template <typename FunctionType> int64_t value(FunctionType Of) const {
    uint64_t Sum = 0;
    for (auto &[P, C] : Terms) {
      auto Each = uint64_t(C);
      for (const clang::ValueDecl *V : P)
        Each *= uint64_t(int64_t(Of(V)));
      Sum += Each;
    }
    return int64_t(Sum);
  }
  template <typename Predicate> bool allVariables(Predicate P) const {
    return llvm::all_of(Terms, [&](auto &Term) { return llvm::all_of(Term.first, P); });
  }
  bool valid() const { return !Overflow; }

  Polynomial() = default;

private:
  Polynomial(Product P, int64_t C) { add(P, C); }
  void add(const Product &P, int64_t C) {
    int64_t &Own = Terms[P];
    Overflow |= llvm::AddOverflow(Own, C, Own) || Own == INT64_MIN;
    if (Own == 0)
      Terms.erase(P);
  }
  std::map<Product, int64_t> Terms;
  bool Overflow = false;
};

} // namespace hetcc
#endif
