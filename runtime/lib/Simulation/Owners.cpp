// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits and merges ranges of iterations whose values are on one node.
#include "Simulation/Owners.h"

#include <algorithm>
#include <iterator>

namespace hetrt {

void Owners::set(Range Part, unsigned Owner) {
  if (Part.empty())
    return;
  if (Part.Last < Last)
    Begins.emplace(Part.Last, at(Part.Last));
  Begins.erase(Begins.lower_bound(Part.First), Begins.lower_bound(Part.Last));
  auto Own = Begins.emplace(Part.First, Owner).first;
  if (auto After = std::next(Own); After != Begins.end() && After->second == Owner)
    Begins.erase(After);
  if (Own != Begins.begin() && std::prev(Own)->second == Owner)
    Begins.erase(Own);
}

std::vector<Owners::Piece> Owners::pieces(Range Part) const {
  std::vector<Piece> All;
  if (Part.empty())
    return All;
  for (auto It = std::prev(Begins.upper_bound(Part.First)); It != Begins.end() && It->first < Part.Last; ++It) {
    const auto After = std::next(It);
    const uint64_t End = After == Begins.end() ? Last : After->first;
    All.push_back({{std::max(It->first, Part.First), std::min(End, Part.Last)}, It->second});
  }
  return All;
}

} // namespace hetrt
