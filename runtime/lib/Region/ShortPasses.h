// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region knows of its short passes on cores alone.
//
// Trip counts with the same highest bit share it: loops that shrink with each pass have many, while those over a grid
// that becomes coarse and fine by turns have few, which must not make each other forgotten.
#ifndef HETRT_REGION_SHORTPASSES_H
#define HETRT_REGION_SHORTPASSES_H

#include "Region/Repetition.h"
#include "Region/TeamWorth.h"

#include <array>
#include <bit>
#include <cstdint>

namespace hetrt {

class ShortPasses {
public:
  struct OfOneSize {
    Repetition Again;
    TeamWorth Worth;
  };

  OfOneSize &operator[](std::uint64_t TripCount) { return Sizes[static_cast<unsigned>(std::bit_width(TripCount))]; }

private:
  std::array<OfOneSize, 65> Sizes;
};

} // namespace hetrt

#endif
