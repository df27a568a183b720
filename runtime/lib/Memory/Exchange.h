// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before a range of iterations is computed: what only others hold of its persistent arrays comes to where it can be
// had.
//
// For threads that drive no device: each step locks the devices that it uses, and nobody waits while he holds one.
#ifndef HETRT_MEMORY_EXCHANGE_H
#define HETRT_MEMORY_EXCHANGE_H

#include "Memory/PassMemory.h"

namespace hetrt {

/// The host is about to compute iterations [First, Last): it gets what they read, and counts as the one to have what
/// they write.
Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last);

/// A device is about to. From another device bytes come directly where both can do that, else by way of the host, where
/// the device itself will find them. With `FromAnyCopy`, what the host has too comes directly as well: for the time
/// before a pass, when no device is at work. `Kinds`: how the device will have the arrays; those that it keeps no copy
/// of it takes from the host and leaves there, as the host itself does.
Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy);

} // namespace hetrt

#endif
