// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prevents a command from overwriting files that it reads.
#pragma once

#include "Plan.h"

#include <string>
#include <vector>

namespace hetcc::driver {

/// An error message if one of the files \p Outputs is a file that \p Line reads, even by another name; else "". Devices
/// are allowed as outputs.
std::string overwrittenInput(const CommandLine &Line, const std::vector<std::string> &Outputs);

/// All files of the user that \p Plan writes.
std::vector<std::string> outputsOf(const Plan &Plan, const CommandLine &Line);

/// An error message if the output of --hetcc-emit-source is a header that its source includes; else "". \p Source is
/// the path of \p Input, or of the driver's copy of it.
std::string overwrittenHeader(const CommandLine &Line, const Argument &Input, const std::string &Source,
                              const std::vector<std::string> &Additions);

} // namespace hetcc::driver
