// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints messages of the driver, and finds the relevant lines in the messages of other programs.
#pragma once

#include "MessageOptions.h"

#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// Writes to standard error.
void print(std::string_view Text);

/// The line "hetcc: error: MESSAGE".
std::string errorLine(const std::string &Message);
/// Prints an error; returns 1, the exit status.
int fail(const std::string &Message);

/// The text of a warning, with \p Arguments in place of %0, %1, ...; "" if the warning is turned off. Sets \p IsError
/// to whether options make the warning an error.
std::string textOf(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How,
                   bool &IsError);
/// Prints a warning unless it is turned off. Returns true if options make it an error.
bool warn(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How);

/// The first line with an error in the messages of a program.
std::string_view firstError(std::string_view Text);
/// Like firstError(), but prefers a line with "fatal", which some tools print in addition.
std::string_view reason(std::string_view Text);

} // namespace hetcc::driver
