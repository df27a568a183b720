// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proves that polynomials are not negative in a loop.
#include "Analysis/Windows/Facts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Analysis/ConstraintSystem.h"

using namespace hetcc;
using namespace clang;

Facts::Facts(const Region &R, const Affine &Values, Spellings &Names) : R(&R), Values(&Values), Names(&Names) {
  const CanonicalLoop &L = R.Loop;
  const Polynomial First = Names.bound(L.Lower, Values), Bound = Names.bound(L.Bound, Values);
  const bool Inclusive = L.Relation == BO_LE || L.Relation == BO_GE;
  const Polynomial Last = Bound + number(Inclusive ? 0 : L.Decreasing ? 1 : -1);
  Least = L.Decreasing ? Last : First;
  Most = L.Decreasing ? First : Last;
  EndsKnown = !L.Step || Values.number(L.Step) == 1;
  NotNegative.push_back(Most + -Least); // the facts are about a loop that has at least one iteration
}

std::optional<Polynomial> Facts::at(const Polynomial &P, bool Greatest) const {
  auto Parts = P.split(R->Loop.Iterator);
  return Parts ? std::optional(Parts->second + Parts->first * (Greatest ? Most : Least)) : std::nullopt;
}

std::optional<Polynomial> Facts::extreme(const Polynomial &P, bool Greatest) const {
  auto Parts = P.split(R->Loop.Iterator);
  auto Factor = Parts ? Parts->first.asConstant() : std::nullopt;
  if (!Factor)
    return std::nullopt;
  return Parts->second + Parts->first * ((*Factor > 0) == Greatest ? Most : Least);
}

/// Whether P is certainly not negative: it is a constant that is not negative, or the sum of such a constant and a
/// multiple of a polynomial that is known not to be negative.
bool Facts::follows(const Polynomial &P) const {
  constexpr int64_t MostMultiples = 3;
  for (const Polynomial &Fact : NotNegative)
    for (int64_t K = 1; K <= MostMultiples; ++K)
      if (auto Left = (P + -(Fact * number(K))).asConstant(); Left && *Left >= 0)
        return true;
  return P.asConstant().value_or(-1) >= 0;
}

/// Whether P, the facts and the conditions that are needed already cannot all be natural. Each product of variables
/// counts as one unknown of a system of linear inequalities, so some contradictions are not seen.
bool Facts::contradicts(const Polynomial &P) const {
  llvm::SmallVector<Polynomial, 16> All = {P};
  llvm::append_range(All, NotNegative);
  llvm::append_range(All, Needed);
  std::map<Polynomial::Product, size_t> Unknowns;
  for (const Polynomial &Each : llvm::SmallVector<Polynomial, 16>(All))
    for (auto &[Of, C] : Each.terms())
      if (!Of.empty() && Unknowns.try_emplace(Of, Unknowns.size() + 1).second)
        if (const Polynomial Product = Polynomial::term(Of, 1); Values->isNatural(Product))
          All.push_back(Product);
  llvm::ConstraintSystem System;
  for (const Polynomial &Each : All) {
    // The row c0, c1, ... says c0 >= c1 * v1 + ...
    llvm::SmallVector<int64_t, 16> Row(Unknowns.size() + 1, 0);
    for (auto &[Of, C] : Each.terms())
      Row[Of.empty() ? 0 : Unknowns[Of]] = Of.empty() ? C : -C;
    System.addVariableRow(Row);
  }
  return !System.mayHaveSolution();
}

bool Facts::holds(const Polynomial &P, llvm::ArrayRef<Polynomial> Domain) {
  auto Parts = P.split(R->Loop.Iterator);
  if (!Parts || !P.valid())
    return false;
  llvm::SmallVector<Polynomial, 4> Candidates; // lower bounds of P
  const size_t Known = NotNegative.size();
  const Polynomial &Factor = Parts->first;
  for (const Polynomial &Each : Domain)
    if (auto Of = Each.split(R->Loop.Iterator); Of && Of->first == Polynomial())
      NotNegative.push_back(Each);
  if (Factor == Polynomial()) {
    Candidates.push_back(P);
  } else if (auto Sign = Factor.asConstant()) {
    Candidates.push_back(Parts->second + Factor * (*Sign > 0 ? Least : Most));
    for (const Polynomial &Each : Domain) {
      auto Of = Each.split(R->Loop.Iterator);
      auto Slope = Of ? Of->first.asConstant() : std::nullopt;
      if (Slope && std::abs(*Slope) == 1 && (*Slope > 0) == (*Sign > 0))
        Candidates.push_back(Parts->second + Factor * (*Slope > 0 ? -Of->second : Of->second));
    }
  }
  const bool Proven = llvm::any_of(Candidates, [&](const Polynomial &Each) { return follows(Each); });
  // Drops lower bounds that are certainly negative, since a check of these would fail.
  llvm::erase_if(Candidates, [&](const Polynomial &Each) { return follows(-Each + number(-1)); });
  NotNegative.resize(Known);
  if (Proven)
    return true;
  for (const Polynomial &Each : Candidates)
    if (!Each.asConstant() && Each.valid() && Names->knows(Each) && !contradicts(Each)) {
      if (!llvm::is_contained(Needed, Each))
        Needed.push_back(Each);
      return true;
    }
  return false;
}
