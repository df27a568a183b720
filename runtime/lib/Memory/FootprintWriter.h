// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the footprint of an array (Footprint.h) from its views, the region's names for the array (TableViews.h).
#ifndef HETRT_MEMORY_FOOTPRINTWRITER_H
#define HETRT_MEMORY_FOOTPRINTWRITER_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Makes a footprint from boxes of views. Ends of boxes may go through integer arrays of the call (see Term).
class FootprintWriter {
public:
  FootprintWriter(const IterationSpace &Space, const Extents &Extent, std::int64_t First, bool Flat,
                  std::span<const View> All, const std::optional<Interval> &Elements = {})
      : Builder(Space, Extent, First, Flat, Elements), All(All) {}

  void add(ViewBox What) {
    for (auto *Side : {&What.Lower, &What.Upper})
      for (std::vector<Term> &End : *Side)
        for (Term &Each : End)
          if (Each.Table)
            Each.Table = table(Each.Table - 1);
    Builder.add(What.formula());
  }
  void add(const BoxFormula &What) { Builder.add(What); }

  bool isLinear() const { return Builder.isLinear(); }
  Footprint take() { return Builder.take(); }
  /// The numbers of the arrays that ends of boxes go through, in the order of the footprint's tables.
  const std::vector<unsigned> &tables() const { return Numbers; }

private:
  std::uint32_t table(unsigned Number) {
    const auto There = std::ranges::find(Numbers, Number);
    if (There != Numbers.end())
      return static_cast<std::uint32_t>(There - Numbers.begin()) + 1;
    Numbers.push_back(Number);
    return Builder.addTable(integersOf(All[Number]));
  }

  FootprintBuilder Builder;
  std::span<const View> All;
  std::vector<unsigned> Numbers;
};

} // namespace hetrt

#endif
