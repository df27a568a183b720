// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass decides and how it came out, beside what a recording says of it. Where nothing is kept or repeated
// (`Kept` is null) a decision is the region's own, and the rest is nothing.
#ifndef HETRT_REGION_REPEATING_H
#define HETRT_REGION_REPEATING_H

#include "Device/Status.h"
#include "Replay/PassLog.h"
#include "Settings/Settings.h"

#include <cstdint>
#include <string>

namespace hetrt {

/// Whether the pass runs beside the one that has the region.
void noteBeside(PassLog *Kept, bool IsBeside);

/// The size of a team for which the program and the settings want so many threads, and the cores that are free so many.
std::uint32_t decideTeam(PassLog *Kept, std::uint32_t Wanted, std::uint32_t Team);

/// What a team came as.
void noteTeam(PassLog *Kept, std::uint32_t Count);

/// What divides the pass: the scheduler of that name, or, without one, nothing.
void noteScheduler(PassLog *Kept, const std::string &Name);

/// The error of a pass that is not as in the recording.
Status notRepeated(const Settings &Set, const std::string &Why);

/// That error, or success as long as the pass is as in the recording.
Status whyNotRepeated(const Settings &Set, const PassLog *Kept);

} // namespace hetrt

#endif
