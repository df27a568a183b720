// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a Status into what the C interface returns: a code, and a message that is kept for each thread.
#ifndef HETRT_ERRORS_ERROR_H
#define HETRT_ERRORS_ERROR_H

#include "Device/Status.h"

namespace hetrt {

/// Keeps the message for hetrt_last_message() and returns the code.
int report(const Status &Result);

/// Writes "hetrt: warning: <Text>" to standard error, in one write.
void warn(const std::string &Text);

/// The same, unless this text has been written before.
void warnOnce(const std::string &Text);

} // namespace hetrt

#endif
