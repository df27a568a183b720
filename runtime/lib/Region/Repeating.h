// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions for recording a pass, and for repeating a recorded one. They write the decisions of a pass, and its
// results, into the recording, or compare them with it. If `Kept` is null, no recording is written or repeated: a
// function that decides returns the pass's own decision, and the other functions do nothing.
#ifndef HETRT_REGION_REPEATING_H
#define HETRT_REGION_REPEATING_H

#include "Device/Status.h"
#include "Replay/PassLog.h"
#include "Settings/Settings.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hetrt {

/// Notes whether the pass runs beside the pass that has the region's lock.
void noteBeside(PassLog *Kept, bool IsBeside);

/// The size of a team: the recorded size in a pass that is repeated, else `Team`. `Wanted` is the number of threads
/// that the program and the settings want; `Team` is the same, limited to the free cores.
std::uint32_t decideTeam(PassLog *Kept, std::uint32_t Wanted, std::uint32_t Team);

/// Notes how many threads came.
void noteTeam(PassLog *Kept, std::uint32_t Count);

/// Notes the name of the scheduler that divides the pass; empty: none does.
void noteScheduler(PassLog *Kept, std::string_view Name);

/// Makes the error of a pass that differs from the recording.
Status notRepeated(const Settings &Set, const std::string &Why);

/// The error of notRepeated() if the pass differs from the recording, else success.
Status whyNotRepeated(const Settings &Set, const PassLog *Kept);

} // namespace hetrt

#endif
