// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes boxes that move with the iteration from formulas of the iterator's value. FootprintRanges.cpp computes which
// elements ranges of iterations touch, and FootprintProof.cpp which properties hold for all iterations together.
#include "Memory/Footprint.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/Integers.h"

namespace hetrt {

using namespace footprint;

std::int64_t IntegerTable::at(std::int64_t Index) const {
  return withInteger(Size, HasSign, [&](auto Zero) {
    const auto Value = loadInteger<decltype(Zero)>(Base, static_cast<std::uint64_t>(Index));
    return std::cmp_greater(Value, INT64_MAX) ? INT64_MAX : static_cast<std::int64_t>(Value);
  });
}

Footprint Footprint::fixed(const Extents &Extent, const Box &Part, unsigned Flags) {
  FootprintBuilder Builder({1, 0, 1}, Extent);
  std::array<Term, MaxRank> Lower, Upper;
  BoxFormula Only{.Flags = Flags};
  for (unsigned D = 0; D < MaxRank; ++D) {
    Lower[D].Offset = Part[D].Lower;
    Upper[D].Offset = Part[D].Upper;
    Only.Along[D] = {{&Lower[D], 1}, {&Upper[D], 1}};
  }
  Builder.add(Only);
  return Builder.take();
}

Footprint Footprint::ofShare(Iterations Share, Interval Held, bool Writes) const {
  Footprint Made;
  Made.Indices = Indices;
  Made.Indices[0] = {0, static_cast<std::int64_t>(Held.size())};
  Made.TripCount = Share.size();
  const auto AddEnd = [&](const BoxEnd &End, std::int64_t By) {
    const BoxEnd New{End.Limit == NoLower || End.Limit == NoUpper ? End.Limit : End.Limit - By,
                     static_cast<std::uint32_t>(Made.Terms.size()), End.Count};
    for (Term Each : termsOf(End)) {
      // Intermediate values may wrap around in 64 bits; the results fit, since FootprintBuilder::fold() has checked the
      // term for all iterations.
      Each.Offset = static_cast<std::int64_t>(
          static_cast<std::uint64_t>(Each.Offset) + static_cast<std::uint64_t>(Each.Slope) * Share.First -
          static_cast<std::uint64_t>(By) * static_cast<std::uint64_t>(Each.Divisor));
      Made.Terms.push_back(Each);
    }
    return New;
  };
  for (MovingBox Each : Boxes) {
    const Iterations In = Each.Domain.clipped(Share);
    Each.Domain = In.empty() ? Iterations{} : Iterations{In.First - Share.First, In.Last - Share.First};
    const bool IsOwn = Each.Flags & (BoxOwn | BoxWrites);
    if (Writes && !IsOwn)
      continue;
    Each.Flags = (Each.Flags & BoxOwn) | BoxReads | (Writes ? BoxWrites : 0u);
    for (unsigned D = 0; D < MaxRank; ++D) {
      const std::int64_t By = D == 0 ? Held.Lower : 0;
      Each.Lower[D] = AddEnd(Each.Lower[D], By);
      Each.Upper[D] = AddEnd(Each.Upper[D], By);
    }
    Made.Boxes.push_back(Each);
  }
  Made.settle();
  return Made;
}

//===-- Folding --------------------------------------------------------------------------------------------------===//

FootprintBuilder::FootprintBuilder(const IterationSpace &Of, const Extents &Extent, std::int64_t FirstIndex, bool Flat,
                                   const std::optional<Interval> &Elements)
    : Space(Of), Flat(Flat), Elements(Elements) {
  Made.TripCount = Of.TripCount;
  Made.Indices = wholeOf(Extent);
  Made.Indices[0] = {FirstIndex, FirstIndex + Extent[0]};
  Wide Reach = 0, Last = Of.Lower;
  if (Of.TripCount > 1)
    ValuesFit = !__builtin_mul_overflow(Wide(Of.TripCount - 1), Wide(Of.Step), &Reach) &&
                !__builtin_add_overflow(Last, Reach, &Last) && Last >= INT64_MIN && Last <= INT64_MAX;
  LastValue = ValuesFit ? static_cast<std::int64_t>(Last) : 0;
}

std::uint32_t FootprintBuilder::addTable(const IntegerTable &What) {
  Made.Tables.push_back(What);
  return static_cast<std::uint32_t>(Made.Tables.size());
}

/// Makes a term s * k + C of the iteration k from a term of the iterator's value. A lower end that is far below the
/// array for all iterations limits nothing, so the result is NoLimit. An upper end far below the array leaves no
/// element in the box, so the result is Empty. For ends far above the array it is the other way round.
FootprintBuilder::Fit FootprintBuilder::fold(const Term &Formula, bool IsLower, Term &Into) const {
  for (std::int64_t Number : {Formula.Slope, Formula.Offset, Formula.Divisor, Formula.Scale, Formula.Add})
    if (Number == UnknownNumber)
      return Fit::Unknown;
  if (Formula.Divisor < 1 || Formula.Scale < 1 || (Formula.moves() && !ValuesFit))
    return Fit::Unknown;
  const Wide First = Wide(Formula.Slope) * Space.Lower + Formula.Offset,
             Last = Wide(Formula.Slope) * LastValue + Formula.Offset, Slope = Wide(Formula.Slope) * Space.Step;
  Into = Formula;
  if (isNear(First) && isNear(Last)) {
    Into.Offset = static_cast<std::int64_t>(First);
    // With only one iteration, the slope has no effect on the value. It is kept if it is small, since it says in which
    // dimension the array is divided.
    Into.Slope = isNear(Slope) ? static_cast<std::int64_t>(Slope) : 0;
    if (!Formula.Table)
      return Fit::Folded;
    const Wide Least = floorOf(std::min(First, Last), Formula.Divisor),
               Greatest = floorOf(std::max(First, Last), Formula.Divisor);
    return Least >= 0 && Greatest < Wide(Made.Tables[Formula.Table - 1].Count) ? Fit::Folded : Fit::Unknown;
  }
  if (!Formula.affine() || isNear(First) || isNear(Last) || (First < 0) != (Last < 0))
    return Fit::Unknown;
  return (First < 0) == IsLower ? Fit::NoLimit : Fit::Empty;
}

/// Adds the terms of one end of a box. Constant terms become one limit.
FootprintBuilder::Fit FootprintBuilder::addEnd(std::span<const Term> Formulas, bool IsLower, BoxEnd &Into) {
  Into = {IsLower ? NoLower : NoUpper, static_cast<std::uint32_t>(Made.Terms.size()), 0};
  Fit Worst = Fit::Folded;
  for (const Term &Each : Formulas) {
    Term Folded;
    const Fit How = fold(Each, IsLower, Folded);
    if (How == Fit::Unknown)
      return How;
    if (How == Fit::Empty)
      Worst = How;
    if (How != Fit::Folded)
      continue;
    if (Folded.moves() || Folded.Table) {
      Made.Terms.push_back(Folded);
      ++Into.Count;
      continue;
    }
    const auto Value = static_cast<std::int64_t>(floorOf(Folded.Offset, Folded.Divisor));
    Into.Limit = IsLower ? std::max(Into.Limit, Value) : std::min(Into.Limit, Value);
  }
  return Worst;
}

/// The iterations in which the iterator has a value between the guard's ends.
Iterations FootprintBuilder::iterationsOf(const BoxFormula::Guard &Values) const {
  const Wide Least = Wide(Values.Least) - Space.Lower, Greatest = Wide(Values.Greatest) - Space.Lower;
  const Wide Trips = Space.TripCount;
  Wide First = 0, Last = Trips;
  if (Space.Step == 0 || Least > Greatest) {
    Last = Least <= 0 && Greatest >= 0 ? Trips : 0;
  } else if (Space.Step > 0) {
    First = ceilingOf(Least, Space.Step);
    Last = floorOf(Greatest, Space.Step) + 1;
  } else {
    First = ceilingOf(-Greatest, -Wide(Space.Step));
    Last = floorOf(-Least, -Wide(Space.Step)) + 1;
  }
  First = std::clamp<Wide>(First, 0, Trips);
  Last = std::clamp<Wide>(Last, First, Trips);
  return {static_cast<std::uint64_t>(First), static_cast<std::uint64_t>(Last)};
}

void FootprintBuilder::add(const BoxFormula &What) {
  MovingBox Box{};
  Box.Domain = {0, Space.TripCount};
  Box.Flags = What.Flags;
  Fit Worst = Fit::Folded;
  const auto Note = [&](Fit How) { Worst = std::max(Worst, How); };
  if (What.Only) {
    Box.Guarded = true;
    if (What.Only->Least == UnknownNumber || What.Only->Greatest == UnknownNumber || !ValuesFit)
      Note(Fit::Unknown);
    else
      Box.Domain = iterationsOf(*What.Only);
  }
  for (unsigned D = 0; D < MaxRank; ++D) {
    const BoxFormula::Ends &Ends = What.Along[D];
    for (std::span<const Term> End : {Ends.Lower, Ends.Upper})
      if (std::any_of(End.begin(), End.end(), [](const Term &Each) { return Each.moves(); }))
        Box.Moves |= 1u << D;
    Note(addEnd(Ends.Lower, true, Box.Lower[D]));
    Note(addEnd(Ends.Upper, false, Box.Upper[D]));
  }
  if (Worst == Fit::Unknown)
    Made.makeUnknown(Box);
  else if (Worst == Fit::Empty)
    Box.Domain = {};
  else
    Made.cutDomain(Box);
  Made.Boxes.push_back(Box);
}

bool FootprintBuilder::isLinear() const { return Elements || (Flat && !Made.staysInRows()); }

Footprint FootprintBuilder::take() {
  if (isLinear())
    return Made.linearised(Elements);
  Made.settle();
  return std::move(Made);
}

//===-- Boxes ----------------------------------------------------------------------------------------------------===//

void Footprint::makeUnknown(MovingBox &What) const {
  What = {.Domain = {0, TripCount}, .Flags = What.Flags & ~unsigned(BoxSurely | BoxAttained), .Unknown = true};
  for (unsigned D = 0; D < MaxRank; ++D) {
    What.Lower[D] = {NoLower};
    What.Upper[D] = {NoUpper};
  }
}

/// Takes out of the domain the iterations in which a lower term is not below an upper term, as far as both are affine.
void Footprint::cutDomain(MovingBox &What) const {
  for (unsigned D = 0; D < MaxRank; ++D)
    forEachTerm(What.Lower[D], [&](const Term &Lower) {
      forEachTerm(What.Upper[D], [&](const Term &Upper) {
        if ((Lower.moves() || Upper.moves()) && Lower.affine() && Upper.affine())
          keepPositive(Wide(Upper.Slope) - Lower.Slope, Wide(Upper.Offset) - Lower.Offset, What.Domain);
      });
    });
}

/// Cuts all boxes to the indices that exist, and computes the values that the getters return.
void Footprint::settle() {
  unsigned OwnMoves = 0, Moves = 0;
  for (MovingBox &Each : Boxes) {
    for (unsigned D = 0; D < MaxRank; ++D) {
      Each.Lower[D].Limit = std::max(Each.Lower[D].Limit, Indices[D].Lower);
      Each.Upper[D].Limit = std::min(Each.Upper[D].Limit, Indices[D].Upper);
    }
    cutDomain(Each);
    Each.FillsHull = fillsHull(Each);
    Reads |= (Each.Flags & BoxReads) || (Each.Flags & (BoxWrites | BoxSurely)) == BoxWrites;
    Writes |= (Each.Flags & BoxWrites) != 0;
    Gaps |= (Each.Flags & BoxWrites) && !Each.FillsHull;
    Unknown |= Each.Unknown;
    UnknownWrites |= Each.Unknown && (Each.Flags & BoxWrites);
    Moves |= Each.Moves;
    if (Each.Flags & (BoxOwn | BoxWrites))
      OwnMoves |= Each.Moves;
  }
  // OwnMoves has the dimensions of boxes that belong to iterations or are written. If there are no such boxes, as in
  // arrays that are only read, the dimensions of all boxes count.
  const unsigned Along = OwnMoves ? OwnMoves : Moves;
  for (unsigned D = 0; D < MaxRank; ++D)
    if (Along == 1u << D)
      Follows = D;
  Divides =
      Follows && std::all_of(Boxes.begin(), Boxes.end(), [&](const MovingBox &Each) { return Each.Moves == Along; });
  if (Divides) {
    const std::optional<Growth> Even = growthOf(*Follows);
    Uneven = !Even;
    Grows = Even.value_or(Growth{});
  }
}

} // namespace hetrt
