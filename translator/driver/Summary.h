// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-summary: where it goes, and what it says of a unit in which no loop can be split.
#pragma once

#include "CommandLine.h"

#include <string>
#include <string_view>

namespace hetcc::driver {

/// The line of a unit without a loop that --hetcc-auto would look at, with the reason.
std::string summaryWithoutLoops(std::string_view Unit, const CommandLine &Line);

/// Adds text to what --hetcc-summary names. False, and said, where the file cannot be written.
bool addToSummary(const std::string &Text, const CommandLine &Line);

} // namespace hetcc::driver
