// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes calls of functions that a device provides to every module: vprintf, and __assertfail, which a failed
// assertion calls.
#ifndef EMULATOR_EXECUTE_BUILTINS_H
#define EMULATOR_EXECUTE_BUILTINS_H

#include "Execute/Warp.h"

namespace emulator {

void runBuiltin(Warp &W, const CallSite &Site, Lanes Who);

} // namespace emulator

#endif
