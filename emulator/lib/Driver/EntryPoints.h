// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the files that define the driver's functions open and close each of them.
#ifndef EMULATOR_DRIVER_ENTRYPOINTS_H
#define EMULATOR_DRIVER_ENTRYPOINTS_H

#include "Driver/World.h" // IWYU pragma: export

/// A function of the library; its body throws Refusal or returns the driver's error.
#define ENTRY(Name, ...) extern "C" __attribute__((visibility("default"))) Result Name(__VA_ARGS__)

#endif
