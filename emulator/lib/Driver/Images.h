// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the images that a program passes to the driver as modules: PTX text, or a fat binary that contains PTX.
#ifndef EMULATOR_DRIVER_IMAGES_H
#define EMULATOR_DRIVER_IMAGES_H

#include <string>

namespace emulator {

/// Finds the PTX for a chip. In a fat binary with several PTX texts, this is the one for the newest chip that is not
/// newer than Chip. Returns 0, or the driver's error number, with the reason in WhyNot.
int ptxOf(const void *Image, unsigned Chip, std::string &Text, std::string &WhyNot);

} // namespace emulator

#endif
