// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a device has without any module: vprintf and what a failed assertion calls.
#ifndef EMULATOR_EXECUTE_BUILTINS_H
#define EMULATOR_EXECUTE_BUILTINS_H

#include "Execute/Warp.h"

namespace emulator {

void runBuiltin(Warp &W, const CallSite &Site, Lanes Who);

} // namespace emulator

#endif
