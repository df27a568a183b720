// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads inputs that the host compiler will read again. A pipe, a FIFO or a terminal gives its text only once, so hetcc
// offers the text again under the same name. Messages, __FILE__, debug information and make rules are then the same as
// without hetcc.
#pragma once

#include <optional>
#include <string>

namespace hetcc::driver {

/// Whether \p Path exists and is neither a regular file nor a folder, so that it may give its text only once.
bool isReadOnce(const std::string &Path);

/// Whether \p Path is the name of an open file descriptor of this process, such as /dev/stdin.
bool isOwnDescriptor(const std::string &Path);

/// The text of the file \p Path; "-" is standard input. Nothing if the file cannot be read; the host compiler then
/// reports why. Sets \p Error if the text was read but cannot be offered again.
std::optional<std::string> readRepeatably(const std::string &Path, std::string &Error);

} // namespace hetcc::driver
