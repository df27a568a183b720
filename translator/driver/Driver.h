// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver: carries out a command line, and returns the exit status.
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// Runs the command that \p Words say, which do not include the program's name. Does not return where the host compiler
/// does all the work: this process becomes it.
int runDriver(const std::vector<std::string> &Words, bool CxxDriver);

} // namespace hetcc::driver
