// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program hands to the driver as a module: PTX text, or a fat binary that holds some.
#ifndef EMULATOR_DRIVER_IMAGES_H
#define EMULATOR_DRIVER_IMAGES_H

#include <string>

namespace emulator {

/// The PTX for a chip: of a fat binary the newest that the chip takes. Returns 0, or the driver's error and why.
int ptxOf(const void *Image, unsigned Chip, std::string &Text, std::string &WhyNot);

} // namespace emulator

#endif
