// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macro with which each exported function of the driver begins.
#ifndef EMULATOR_DRIVER_ENTRYPOINTS_H
#define EMULATOR_DRIVER_ENTRYPOINTS_H

#include "Driver/World.h" // IWYU pragma: export

/// Defines a function of the library; its body throws Refusal or returns the driver's error number.
#define ENTRY(Name, ...) extern "C" __attribute__((visibility("default"))) Result Name(__VA_ARGS__)

#endif
