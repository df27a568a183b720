// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that want accelerators and find none: why, and when that is an error (OMP_TARGET_OFFLOAD=mandatory).
#ifndef HETRT_REGION_OFFLOAD_H
#define HETRT_REGION_OFFLOAD_H

#include "Region/Engine.h"
#include "Team/DeviceChoice.h"

#include <string>

namespace hetrt {

/// Why a region that wants these accelerators finds none. `Where` is the place on which the region runs, or null.
std::string whyNoAccelerator(Engine &All, const hetrt_region &Region, const DeviceChoice &Wanted, const Place *Where);

/// The error of a region that must have an accelerator and finds none.
Status notOffloaded(const std::string &Why);

/// The error of notOffloaded() if the region must have an accelerator, but is inside a parallel region, where
/// accelerators take no part.
Status checkNested(const Engine &All, const hetrt_region &Region, const Place *Where, const hetrt_call &Call);

} // namespace hetrt

#endif
