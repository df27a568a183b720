// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of inputs that the host compiler will read again. A pipe, a FIFO or a terminal gives its text once: what we
// take from it is offered again under the same name, so that messages, __FILE__, debug information and make rules stay
// those of the host compiler alone.
#pragma once

#include <optional>
#include <string>

namespace hetcc::driver {

/// True where \p Path is there and no regular file, hence may give its text only once.
bool isReadOnce(const std::string &Path);

/// True where \p Path stands for a descriptor of this process, as /dev/stdin does.
bool isOwnDescriptor(const std::string &Path);

/// The text of the file that \p Path names; "-" is standard input. Nothing where it cannot be read: the host compiler
/// says why. \p Error is set where the text was taken and cannot be offered again.
std::optional<std::string> readRepeatably(const std::string &Path, std::string &Error);

} // namespace hetcc::driver
