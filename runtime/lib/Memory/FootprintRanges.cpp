// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes which elements a range of iterations touches: the hulls of the elements that the range needs, and the
// elements that it writes, without the gaps between them.
#include "Memory/Footprint.h"
#include "Memory/FootprintArithmetic.h"

namespace hetrt {

using namespace footprint;

std::int64_t Footprint::value(const Term &Of, std::uint64_t K) const {
  // Intermediate values may overflow; the result fits in 64 bits, which was checked when the footprint was made. So
  // modular arithmetic gives the right result.
  auto Index =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(Of.Slope) * K + static_cast<std::uint64_t>(Of.Offset));
  if (Of.affine())
    return Index;
  if (Of.Divisor != 1)
    Index = static_cast<std::int64_t>(floorOf(Index, Of.Divisor));
  return Of.Table ? clampedToNear(Wide(Of.Scale) * Tables[Of.Table - 1].at(Index) + Of.Add) : Index;
}

/// The interval of dimension D around a box in iterations First to Last, both included.
Interval Footprint::along(const MovingBox &What, unsigned D, std::uint64_t First, std::uint64_t Last) const {
  Interval Hull{What.Lower[D].Limit, What.Upper[D].Limit};
  for (const Term &Each : termsOf(What.Lower[D]))
    Hull.Lower = std::max(Hull.Lower, std::min(value(Each, First), value(Each, Last)));
  for (const Term &Each : termsOf(What.Upper[D]))
    Hull.Upper = std::min(Hull.Upper, std::max(value(Each, First), value(Each, Last)));
  return Hull;
}

Box Footprint::hull(const MovingBox &What, Iterations Of) const {
  const Iterations In = Of.clipped(What.Domain);
  Box Hull{};
  if (In.empty() && What.Guarded)
    return Hull;
  for (unsigned D = 0; D < MaxRank; ++D)
    if (!In.empty())
      Hull[D] = along(What, D, In.First, In.Last - 1);
    else if (!What.moves(D))
      Hull[D] = {What.Lower[D].Limit, What.Upper[D].Limit};
  return Hull;
}

Box Footprint::at(const MovingBox &What, std::uint64_t Iteration) const {
  return hull(What, {Iteration, Iteration + 1});
}

Box Footprint::around(Iterations Of, unsigned Flags) const {
  Box Around{};
  bool Any = false;
  for (const MovingBox &Each : Boxes) {
    if (Flags != ~0u && !(Each.Flags & Flags))
      continue;
    const Box Hull = hull(Each, Of);
    if (!Any || isEmpty(Around))
      Around = Hull;
    else if (!isEmpty(Hull))
      for (unsigned D = 0; D < MaxRank; ++D)
        Around[D] = {std::min(Around[D].Lower, Hull[D].Lower), std::max(Around[D].Upper, Hull[D].Upper)};
    Any = true;
  }
  return Around;
}

/// Whether iterations may write elements of a box with these flags, but perhaps leave some of them unchanged.
static bool perhapsWrites(unsigned Flags) { return (Flags & (BoxWrites | BoxSurely)) == BoxWrites; }

bool Footprint::mayWrite() const {
  return std::ranges::any_of(Boxes, [](const MovingBox &Each) { return perhapsWrites(Each.Flags); });
}

/// Adds a box to a list in which no box is inside another one. Drops boxes that would break this: the new one, or old
/// ones inside it.
static void addHull(std::vector<Box> &To, const Box &Hull) {
  const auto IsInside = [](const Box &Inner, const Box &Outer) {
    for (unsigned D = 0; D < MaxRank; ++D)
      if (Inner[D].Lower < Outer[D].Lower || Inner[D].Upper > Outer[D].Upper)
        return false;
    return true;
  };
  if (isEmpty(Hull) || std::ranges::any_of(To, [&](const Box &Each) { return IsInside(Hull, Each); }))
    return;
  std::erase_if(To, [&](const Box &Each) { return IsInside(Each, Hull); });
  To.push_back(Hull);
}

template <typename Chooser> std::vector<Box> Footprint::disjointHulls(Iterations Of, Chooser Takes) const {
  std::vector<Box> Hulls;
  for (const MovingBox &Each : Boxes)
    if (Takes(Each.Flags))
      addHull(Hulls, hull(Each, Of));
  if (Hulls.size() < 2)
    return Hulls;
  std::vector<Box> Disjoint{Hulls.front()};
  for (std::size_t I = 1; I < Hulls.size(); ++I) {
    BoxSet New(Hulls[I]);
    for (const Box &Before : Disjoint)
      New.subtract(Before);
    Disjoint.insert(Disjoint.end(), New.boxes().begin(), New.boxes().end());
  }
  return Disjoint;
}

std::vector<Box> Footprint::read(Iterations Of) const {
  return disjointHulls(Of, [](unsigned Flags) { return (Flags & BoxReads) != 0; });
}

std::vector<Box> Footprint::movedIn(Iterations Of) const {
  return disjointHulls(Of, [](unsigned Flags) { return (Flags & BoxReads) || perhapsWrites(Flags); });
}

std::vector<Box> Footprint::touched(Iterations Of) const {
  return disjointHulls(Of, [](unsigned) { return true; });
}

//===-- Written sets ---------------------------------------------------------------------------------------------===//

Footprint::Active Footprint::activeAt(const BoxEnd &End, bool IsLower, std::uint64_t K, std::uint64_t Last) const {
  // In a lower end the greatest term counts, in an upper end the least. With the opposite sign, the least is the
  // greatest, so one loop finds both.
  const Wide Sign = IsLower ? 1 : -1;
  Active Found{End.Limit, 0, Last};
  for (const Term &Each : termsOf(End)) {
    const std::int64_t Value = value(Each, K);
    if (Sign * Value > Sign * Found.Value || (Value == Found.Value && Sign * Each.Slope > Sign * Found.Slope))
      Found = {Value, Each.Slope, Last};
    if (!Each.affine())
      Last = Found.Until = K + 1;
  }
  const auto Overtakes = [&](std::int64_t Value, std::int64_t Slope) {
    const Wide Faster = Sign * (Wide(Slope) - Found.Slope), Gap = Sign * (Wide(Found.Value) - Value);
    if (Faster > 0 && K + Gap / Faster + 1 < Found.Until)
      Found.Until = static_cast<std::uint64_t>(K + Gap / Faster + 1);
  };
  Overtakes(End.Limit, 0);
  for (const Term &Each : termsOf(End))
    if (Each.affine())
      Overtakes(value(Each, K), Each.Slope);
  return Found;
}

/// The boxes from iteration `First` on that make up one run. `Until` becomes the iteration at which the next run
/// begins.
BoxRun Footprint::runFrom(const MovingBox &What, std::uint64_t First, std::uint64_t Last, std::uint64_t &Until) const {
  BoxRun Run;
  Until = Last;
  unsigned Moving = 0;
  std::int64_t Stride = 0;
  bool Keeps = true; // whether the box has the same size in all iterations of the run
  for (unsigned D = 0; D < MaxRank; ++D) {
    const Active Lower = activeAt(What.Lower[D], true, First, Until),
                 Upper = activeAt(What.Upper[D], false, First, Until);
    Until = std::min(Lower.Until, Upper.Until);
    Run.First[D] = {Lower.Value, Upper.Value};
    Keeps &= Lower.Slope == Upper.Slope;
    if (Lower.Slope == 0 && Upper.Slope == 0)
      continue;
    ++Moving;
    Run.Along = D;
    Stride = Lower.Slope;
  }
  if (Moving == 0 || isEmpty(Run.First)) {
    Run.Along = 0;
    if (Moving)
      Until = First + 1;
    return Run;
  }
  if (Moving > 1 || !Keeps)
    Until = First + 1;
  Run.Count = Until - First;
  Interval &Moved = Run.First[Run.Along];
  if (Stride < 0) { // the last iteration has the lowest indices
    const auto Down = static_cast<std::int64_t>((Run.Count - 1) * static_cast<std::uint64_t>(Stride));
    Moved = {Moved.Lower + Down, Moved.Upper + Down};
    Stride = -Stride;
  }
  if (static_cast<std::uint64_t>(Stride) <= Moved.size() && Run.Count > 1) {
    Moved.Upper += static_cast<std::int64_t>((Run.Count - 1) * static_cast<std::uint64_t>(Stride));
    Run.Count = 1;
  }
  if (Run.Count == 1)
    Run.Along = 0;
  else
    Run.Stride = Stride;
  return Run;
}

namespace {

/// Extends `Grown` by `Next` where the two touch or overlap in one dimension and agree in all others; returns false
/// where they do not.
bool join(BoxRun &Grown, const BoxRun &Next) {
  if (Grown.Count > 1 || Next.Count > 1)
    return false;
  unsigned Differing = MaxRank;
  for (unsigned D = 0; D < MaxRank; ++D) {
    if (Grown.First[D] == Next.First[D])
      continue;
    if (Differing < MaxRank || Grown.First[D].Upper < Next.First[D].Lower || Next.First[D].Upper < Grown.First[D].Lower)
      return false;
    Differing = D;
  }
  if (Differing == MaxRank)
    return true;
  Interval &Along = Grown.First[Differing];
  const Interval &Other = Next.First[Differing];
  Along = {std::min(Along.Lower, Other.Lower), std::max(Along.Upper, Other.Upper)};
  return true;
}

} // namespace

std::vector<BoxRun> Footprint::written(Iterations Of) const {
  std::vector<BoxRun> Runs;
  for (const MovingBox &Each : Boxes) {
    const Iterations In = Of.clipped(Each.Domain);
    if (!(Each.Flags & BoxWrites) || In.empty())
      continue;
    if (Each.FillsHull) {
      if (const Box Hull = hull(Each, In); !isEmpty(Hull))
        Runs.push_back({Hull});
      continue;
    }
    const std::size_t Begin = Runs.size();
    for (std::uint64_t K = In.First, Until; K < In.Last; K = Until) {
      const BoxRun Next = runFrom(Each, K, In.Last, Until);
      if (!isEmpty(Next.First) && (Runs.size() == Begin || !join(Runs.back(), Next)))
        Runs.push_back(Next);
    }
  }
  return Runs;
}

//===-- Sizes ----------------------------------------------------------------------------------------------------===//

std::uint64_t Footprint::largest() const {
  std::uint64_t Most = 0;
  for (std::uint64_t K = 0; Follows && K < TripCount; ++K)
    Most = std::max(Most, held({K, K + 1})[*Follows].size());
  return Most;
}

Interval Footprint::positions(unsigned Table) const {
  Interval Found{INT64_MAX, INT64_MIN};
  const auto Note = [&](const Term &Each) {
    for (std::uint64_t K : {std::uint64_t(0), TripCount - 1}) {
      const Wide Numerator = Wide(Each.Slope) * K + Each.Offset;
      const auto Index = static_cast<std::int64_t>(floorOf(Numerator, Each.Divisor));
      Found = {std::min(Found.Lower, Index), std::max(Found.Upper, Index + 1)};
    }
  };
  for (const Term &Each : Terms)
    if (Each.Table == Table + 1 && TripCount > 0)
      Note(Each);
  return Found.empty() ? Interval{} : Found;
}

} // namespace hetrt
