// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a Status to what the C interface gives out: a code, and a message kept per thread.
#ifndef HETRT_ERRORS_ERROR_H
#define HETRT_ERRORS_ERROR_H

#include "Device/Status.h"

namespace hetrt {

/// Keeps the message for hetrt_last_message() and returns the code.
int report(const Status &Result);

/// Says something on standard error, as one write: "hetrt: warning: <Text>".
void warn(const std::string &Text);

/// The same, unless it has been said before.
void warnOnce(const std::string &Text);

} // namespace hetrt

#endif
