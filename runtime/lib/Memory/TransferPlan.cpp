// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans transfers between copies of an array, for many devices without looking at each pair of them.
#include "Memory/TransferPlan.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hetrt {

namespace {

/// The smallest box around a set; for an empty set, a box that overlaps no other box.
Box hullOf(const BoxSet &Of) {
  Box Hull;
  Hull.fill({std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
  for (const Box &Part : Of.boxes())
    for (unsigned D = 0; D < MaxRank; ++D)
      Hull[D] = {std::min(Hull[D].Lower, Part[D].Lower), std::max(Hull[D].Upper, Part[D].Upper)};
  return Hull;
}

bool meet(const Box &A, const Box &B) {
  for (unsigned D = 0; D < MaxRank; ++D)
    if (A[D].Lower >= B[D].Upper || B[D].Lower >= A[D].Upper)
      return false;
  return true;
}

/// Finds, in a list of sets, those that may have elements in common with a box, without looking at each set. It is a
/// binary tree of hulls (smallest boxes around sets): a node's hull contains the hulls of its children, so whole
/// subtrees can be skipped. Devices have their shares in the order of their numbers, so sets that are neighbours in the
/// list are mostly neighbours in the array, which keeps the hulls small.
class HullTree {
public:
  explicit HullTree(std::span<const BoxSet> Of) : Leaves(std::bit_ceil(std::max<std::size_t>(Of.size(), 1))) {
    Hulls.assign(2 * Leaves, hullOf({}));
    for (std::size_t I = 0; I < Of.size(); ++I)
      Hulls[Leaves + I] = hullOf(Of[I]);
    for (std::size_t Node = Leaves - 1; Node > 0; --Node)
      for (unsigned D = 0; D < MaxRank; ++D) {
        const Interval A = Hulls[2 * Node][D], B = Hulls[2 * Node + 1][D];
        Hulls[Node][D] = {std::min(A.Lower, B.Lower), std::max(A.Upper, B.Upper)};
      }
  }

  /// The number of the first set, from number `First` on, whose hull overlaps the box. If there is none, a number that
  /// is not less than the number of sets.
  std::size_t next(std::size_t First, const Box &Part) const {
    if (First >= Leaves)
      return Leaves;
    for (std::size_t Node = Leaves + First;;) {
      if (meet(Hulls[Node], Part)) {
        if (Node >= Leaves)
          return Node - Leaves;
        Node *= 2;
        continue;
      }
      while (Node % 2) // a right child, so both children of its parent have been looked at
        Node /= 2;
      if (Node == 0)
        return Leaves;
      ++Node;
    }
  }

private:
  std::size_t Leaves;
  std::vector<Box> Hulls; ///< The children of node n are nodes 2n and 2n + 1; the root is node 1.
};

} // namespace

std::vector<Transfer> planTransfers(std::span<const BoxSet> Wanted, std::span<const BoxSet> Holds,
                                    std::span<const BoxSet> Offers) {
  const HullTree Tree(Offers);
  std::vector<Transfer> All;
  for (std::size_t To = 0; To < Wanted.size(); ++To) {
    BoxSet Missing = Wanted[To];
    Missing.subtract(Holds[To]);
    for (std::size_t From = 0; !Missing.empty(); ++From) {
      From = Tree.next(From, hullOf(Missing));
      if (From >= Offers.size())
        break;
      Transfer Next{From, To, {}};
      if (From != To)
        for (const Box &Part : Missing.boxes())
          Next.Parts.add(Offers[From].common(Part));
      if (Next.Parts.empty())
        continue;
      Missing.subtract(Next.Parts);
      All.push_back(std::move(Next));
    }
  }
  return All;
}

} // namespace hetrt
