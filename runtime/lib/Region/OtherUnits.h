// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions in other translation units: whether devices can run those that a region calls (docs/design/other-units.md).
#ifndef HETRT_REGION_OTHERUNITS_H
#define HETRT_REGION_OTHERUNITS_H

#include "hetrt/hetrt.h"

#include <string>
#include <vector>

namespace hetrt {

/// Why no device can run a region, because of the functions of other units that the region calls; empty if these
/// functions are no reason.
std::string whyNotCalled(const hetrt_region &Region);

/// A region's descriptor, changed according to the records of the functions of other units that the region calls:
/// arrays that these functions only read, for example, become read-only.
class ResolvedRegion {
public:
  explicit ResolvedRegion(const hetrt_region &Given);
  ResolvedRegion(const ResolvedRegion &) = delete;
  ResolvedRegion &operator=(const ResolvedRegion &) = delete;

  const hetrt_region &region() const { return Changed; }
  /// Why only cores can run the region; empty if called functions are no reason.
  const std::string &whyNot() const { return WhyNot; }

private:
  void settleArrays(const hetrt_region &Given);

  const std::string WhyNot;
  hetrt_region Changed;
  std::vector<hetrt_array_info> Arrays; ///< Arrays that replace the region's, if they differ.
  std::vector<hetrt_box_info> Boxes;
};

} // namespace hetrt

#endif
