// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices as sorted, disjoint intervals. The sets have a handful of intervals, so every operation is one walk.
#include "Memory/IntervalSet.h"

namespace hetrt {

void IntervalSet::add(Interval Part) {
  if (Part.empty())
    return;
  // Intervals that overlap or touch the new one melt into it.
  auto First = std::find_if(Parts.begin(), Parts.end(), [&](Interval I) { return I.Upper >= Part.Lower; });
  auto Last = std::find_if(First, Parts.end(), [&](Interval I) { return I.Lower > Part.Upper; });
  if (First != Last) {
    Part.Lower = std::min(Part.Lower, First->Lower);
    Part.Upper = std::max(Part.Upper, (Last - 1)->Upper);
  }
  Parts.insert(Parts.erase(First, Last), Part);
}

void IntervalSet::add(const IntervalSet &Other) {
  for (Interval I : Other.Parts)
    add(I);
}

void IntervalSet::subtract(Interval Part) {
  if (Part.empty())
    return;
  std::vector<Interval> Left;
  Left.reserve(Parts.size() + 1);
  for (Interval I : Parts) {
    if (Interval Below{I.Lower, std::min(I.Upper, Part.Lower)}; !Below.empty())
      Left.push_back(Below);
    if (Interval Above{std::max(I.Lower, Part.Upper), I.Upper}; !Above.empty())
      Left.push_back(Above);
  }
  Parts = std::move(Left);
}

void IntervalSet::subtract(const IntervalSet &Other) {
  for (Interval I : Other.Parts)
    subtract(I);
}

bool IntervalSet::covers(Interval Part) const {
  if (Part.empty())
    return true;
  return std::any_of(Parts.begin(), Parts.end(),
                     [&](Interval I) { return I.Lower <= Part.Lower && Part.Upper <= I.Upper; });
}

IntervalSet IntervalSet::common(Interval Part) const {
  IntervalSet Inside;
  for (Interval I : Parts)
    Inside.add(I.clipped(Part));
  return Inside;
}

IntervalSet IntervalSet::missing(Interval Part) const {
  IntervalSet Left(Part);
  Left.subtract(*this);
  return Left;
}

} // namespace hetrt
