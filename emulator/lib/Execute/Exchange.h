// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes from which thread of the warp a thread gets its value in a shuffle. The instruction uses this, and observers
// too.
#ifndef EMULATOR_EXECUTE_EXCHANGE_H
#define EMULATOR_EXECUTE_EXCHANGE_H

#include "Execute/Warp.h"

#include <optional>

namespace emulator {

bool isShuffle(const Instruction &I);

/// The lane whose value lane `Lane` gets in a shuffle; nothing if the lane keeps its own value.
std::optional<unsigned> shuffleSource(const Warp &W, const Instruction &I, unsigned Lane);

} // namespace emulator

#endif
