// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of other units: whether devices can run what a region calls (docs/design/other-units.md).
#ifndef HETRT_REGION_OTHERUNITS_H
#define HETRT_REGION_OTHERUNITS_H

#include "hetrt/hetrt.h"

#include <string>
#include <vector>

namespace hetrt {

/// Why no device can run a region that calls functions of other units; empty: some may.
std::string whyNotCalled(const hetrt_region &Region);

/// A region's descriptor, with what the units of the functions that it calls have said.
class ToldRegion {
public:
  explicit ToldRegion(const hetrt_region &Given);
  ToldRegion(const ToldRegion &) = delete;
  ToldRegion &operator=(const ToldRegion &) = delete;

  const hetrt_region &region() const { return Told; }
  /// Why it is the cores' alone; empty if functions are no reason.
  const std::string &whyNot() const { return WhyNot; }

private:
  void settleArrays(const hetrt_region &Given);

  const std::string WhyNot;
  hetrt_region Told;
  std::vector<hetrt_array_info> Arrays; ///< that stand in place of the region's own, if they differ
  std::vector<hetrt_box_info> Boxes;
};

} // namespace hetrt

#endif
