// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver itself has to say, and what it quotes of the messages of others.
#pragma once

#include "MessageOptions.h"

#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// Writes to standard error.
void print(std::string_view Text);

/// "hetcc: error: MESSAGE", as a line.
std::string errorLine(const std::string &Message);
/// Prints that; 1, the exit status.
int fail(const std::string &Message);

/// A warning as it is to be shown, with \p Arguments for %0, %1, ...: empty where it is turned off. Sets \p IsError
/// where it is to be an error.
std::string textOf(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How,
                   bool &IsError);
/// Prints a warning unless it is turned off; true if it is to be an error.
bool warn(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How);

/// The line of a program's messages that says what went wrong, for a message of one line.
std::string_view firstError(std::string_view Text);
/// The same for tools that say "fatal" too.
std::string_view reason(std::string_view Text);

} // namespace hetcc::driver
