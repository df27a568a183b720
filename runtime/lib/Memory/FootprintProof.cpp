// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves properties that hold for all iterations of a loop: whether hulls have no gaps, whether different iterations
// write disjoint elements, and whether inner subscripts stay in their rows. Terms are monotone, so comparing the first
// and the last iteration is enough.
#include "Memory/Footprint.h"
#include "Memory/FootprintArithmetic.h"

namespace hetrt {

using namespace footprint;

namespace {

/// Whether A(k + ShiftA) <= B(k + ShiftB) for all k from First to Last. If both terms go through one table, only their
/// positions in the table are compared: the table's integers never decrease, so the lower position has the lower value.
bool neverAbove(const Term &A, Wide ShiftA, const Term &B, Wide ShiftB, Wide First, Wide Last) {
  const bool SameTable =
      A.Table && A.Table == B.Table && A.Divisor == 1 && B.Divisor == 1 && A.Scale == B.Scale && A.Add <= B.Add;
  if (!SameTable && !(A.affine() && B.affine()))
    return false;
  const auto Holds = [&](Wide K) { return A.Slope * (K + ShiftA) + A.Offset <= B.Slope * (K + ShiftB) + B.Offset; };
  return Holds(First) && Holds(Last);
}

} // namespace

/// For the only dimension in which a box moves: whether the box of each iteration begins no later than the previous
/// iteration's box ends (or the other way round if the box moves down), so that there is nothing between them.
bool Footprint::meetsNext(const MovingBox &What, unsigned D) const {
  bool Up = true, Down = true;
  for (const BoxEnd *End : {&What.Lower[D], &What.Upper[D]})
    for (const Term &Each : termsOf(*End)) {
      Up &= Each.Slope >= 0;
      Down &= Each.Slope <= 0;
    }
  if (!Up && !Down)
    return false;
  const Wide First = What.Domain.First, Last = Wide(What.Domain.Last) - 2;
  // Only the terms are compared, since a constant limit cuts the boxes of all iterations alike and so makes no gaps.
  bool Meets = true;
  for (const Term &Lower : termsOf(What.Lower[D]))
    for (const Term &Upper : termsOf(What.Upper[D]))
      Meets &= neverAbove(Lower, Up, Upper, !Up, First, Last);
  return Meets;
}

bool Footprint::fillsHull(const MovingBox &What) const {
  if (What.Domain.size() <= 1)
    return true;
  unsigned Moving = MaxRank;
  for (unsigned D = 0; D < MaxRank; ++D)
    if (What.Lower[D].Count + What.Upper[D].Count > 0) {
      if (Moving < MaxRank)
        return false;
      Moving = D;
    }
  return Moving == MaxRank || meetsNext(What, Moving);
}

bool Footprint::hullIsSmallest(const MovingBox &What) const {
  for (unsigned D = 0; D < MaxRank; ++D)
    for (const BoxEnd *End : {&What.Lower[D], &What.Upper[D]}) {
      bool Up = true, Down = true;
      for (const Term &Each : termsOf(*End)) {
        if (!Each.affine())
          return false;
        Up &= Each.Slope >= 0;
        Down &= Each.Slope <= 0;
      }
      if (!Up && !Down)
        return false;
    }
  return true;
}

/// Whether, in some dimension, the box `Earlier` at any iteration k ends before the box `Later` begins at any later
/// iteration k', or the other way round. It is enough to compare k and k + 1, since for k < k': Earlier(k) <= t(k) <=
/// u(k + 1) <= u(k') <= Later(k'), with a term t of the end of one box and a term u of the beginning of the other.
bool Footprint::ordered(const MovingBox &Earlier, const MovingBox &Later) const {
  const Wide First = Earlier.Domain.First,
             Last = std::min<Wide>(Wide(Earlier.Domain.Last) - 1, Wide(Later.Domain.Last) - 2);
  if (First > Last)
    return true;
  bool Found = false;
  for (unsigned D = 0; D < MaxRank && !Found; ++D) {
    forEachTerm(Earlier.Upper[D], [&](const Term &T) {
      forEachTerm(Later.Lower[D], [&](const Term &U) { Found |= U.Slope >= 0 && neverAbove(T, 0, U, 1, First, Last); });
    });
    forEachTerm(Earlier.Lower[D], [&](const Term &T) {
      forEachTerm(Later.Upper[D], [&](const Term &U) { Found |= U.Slope <= 0 && neverAbove(U, 1, T, 0, First, Last); });
    });
  }
  return Found;
}

bool Footprint::separated(unsigned A, unsigned B) const {
  const MovingBox &First = Boxes[A], &Second = Boxes[B];
  if (First.Domain.size() == 1 && First.Domain == Second.Domain)
    return true;
  const Iterations All{0, TripCount};
  const Box HullA = hull(First, All), HullB = hull(Second, All);
  for (unsigned D = 0; D < MaxRank; ++D)
    if (HullA[D].clipped(HullB[D]).empty())
      return true;
  return ordered(First, Second) && ordered(Second, First);
}

std::optional<std::pair<unsigned, unsigned>> Footprint::meetingWrites() const {
  for (unsigned A = 0; A < Boxes.size(); ++A)
    for (unsigned B = 0; B <= A; ++B)
      if ((Boxes[A].Flags & Boxes[B].Flags & BoxWrites) && !separated(A, B))
        return std::pair(B, A);
  return std::nullopt;
}

/// Whether the ends of all boxes in inner dimensions, as the formulas give them, are indices of these dimensions. If
/// not, subscripts such as `x[i * m + j]` leave their rows.
bool Footprint::staysInRows() const {
  for (const MovingBox &Each : Boxes)
    for (unsigned D = 1; D < MaxRank && !Each.Domain.empty(); ++D) {
      const Interval Hull = along(Each, D, Each.Domain.First, Each.Domain.Last - 1);
      if ((Hull.Lower != NoLower && Hull.Lower < Indices[D].Lower) ||
          (Hull.Upper != NoUpper && Hull.Upper > Indices[D].Upper))
        return false;
    }
  return true;
}

/// Whether each iteration has exactly one index of dimension D.
bool Footprint::isOneIndex(const MovingBox &What, unsigned D) const {
  bool Found = false;
  forEachTerm(What.Lower[D], [&](const Term &Lower) {
    forEachTerm(What.Upper[D], [&](const Term &Upper) {
      Found |= Lower.affine() && Upper.affine() && Lower.Slope == Upper.Slope && Wide(Upper.Offset) - Lower.Offset == 1;
    });
  });
  return Found;
}

/// How the number of indices of dimension D that a range takes grows with the range, computed from the affine terms
/// that bound each box most tightly. Returns nothing if a box has no such terms, or if terms have different slopes.
std::optional<Growth> Footprint::growthOf(unsigned D) const {
  struct Bounds {
    std::int64_t Slope;
    Wide Lower, Upper;
  };
  std::optional<Bounds> Around;
  for (const MovingBox &Each : Boxes) {
    std::optional<Bounds> Tightest;
    for (const Term &Lower : termsOf(Each.Lower[D]))
      for (const Term &Upper : termsOf(Each.Upper[D]))
        if (Lower.affine() && Upper.affine() && Lower.Slope == Upper.Slope &&
            (!Tightest || Wide(Upper.Offset) - Lower.Offset < Tightest->Upper - Tightest->Lower))
          Tightest = {Lower.Slope, Lower.Offset, Upper.Offset};
    if (!Tightest || (Around && Around->Slope != Tightest->Slope))
      return std::nullopt;
    if (Around)
      Tightest = {Tightest->Slope, std::min(Around->Lower, Tightest->Lower), std::max(Around->Upper, Tightest->Upper)};
    Around = Tightest;
  }
  if (!Around)
    return std::nullopt;
  const double Step = Around->Slope < 0 ? -double(Around->Slope) : double(Around->Slope);
  return Growth{Step, std::max(double(Around->Upper - Around->Lower) - Step, 0.0)};
}

} // namespace hetrt
