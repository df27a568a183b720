// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver: runs hetcc's command line, and returns the exit status.
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// Runs the command line \p Words, which does not include the program's name. If the host compiler does all the work,
/// it replaces this process (exec), and the function does not return.
int runDriver(const std::vector<std::string> &Words, bool CxxDriver);

} // namespace hetcc::driver
