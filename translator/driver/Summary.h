// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the list of --hetcc-summary, and its lines for units without loops to split.
#pragma once

#include "CommandLine.h"

#include <string>
#include <string_view>

namespace hetcc::driver {

/// The line for a unit of which no loop is split, with the reason.
std::string noLoopIsSplit(std::string_view Unit, const std::string &Why);

/// The line for a unit that has directives of OpenMP, but no loop of the kind that the given value of --hetcc-auto
/// splits; "" if --hetcc-auto=all is given, which splits all kinds.
std::string summaryWithoutLoops(std::string_view Unit, const CommandLine &Line);

/// Appends text to the file of --hetcc-summary. If that fails, prints an error and returns false.
bool addToSummary(const std::string &Text, const CommandLine &Line);

} // namespace hetcc::driver
