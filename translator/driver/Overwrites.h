// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps a command from writing over what it reads.
#pragma once

#include "Plan.h"

#include <string>
#include <vector>

namespace hetcc::driver {

/// An error message where one of the files \p Outputs is one that \p Line reads, under whatever name; empty otherwise.
/// Devices may be both.
std::string overwrittenInput(const CommandLine &Line, const std::vector<std::string> &Outputs);

/// Every file of the user's that \p Plan writes.
std::vector<std::string> outputsOf(const Plan &Plan, const CommandLine &Line);

/// The same for a header that the one source of --hetcc-emit-source includes. \p Source is \p Input or our copy of it.
std::string overwrittenHeader(const CommandLine &Line, const Argument &Input, const std::string &Source,
                              const std::vector<std::string> &Additions);

} // namespace hetcc::driver
