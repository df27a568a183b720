// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before a range of iterations is computed: what only other devices hold of its persistent arrays is copied to where
// the range is computed, or to the host.
//
// For threads that drive no device: each step locks the devices that it uses, and waits for no other thread while it
// holds one.
#ifndef HETRT_MEMORY_EXCHANGE_H
#define HETRT_MEMORY_EXCHANGE_H

#include "Memory/PassMemory.h"

namespace hetrt {

/// What of an array's copies moves so that each gets what it wants and does not hold, as far as others offer it:
/// nothing twice, and nothing from a copy that is to get it itself. By the numbers of copies; one set for each.
std::vector<Transfer> planTransfers(std::span<const BoxSet> Wanted, std::span<const BoxSet> Holds,
                                    std::span<const BoxSet> Offers);

/// Who is about to compute iterations, and how it will have the arrays. Null: the host.
struct Taker {
  DeviceMemory *Who = nullptr;
  Iterations Of;
  std::vector<ArrayKind> Kinds{};
};

/// Several are about to compute. From device to device bytes come directly where both can do that, else by way of the
/// host, where the device itself will find them; all of it moves at once. With `FromAnyCopy`, what the host has too
/// comes directly as well: for the time before a pass, when no device is at work. The host gets what it reads, and
/// counts as the one to have what it writes; and so it is with arrays of which a device keeps no copy.
Status supply(const PassArrays &Arrays, Directory &Known, std::span<const Taker> Takers, bool FromAnyCopy);

/// A device's launches over these iterations are enqueued: sends what others will ask for of what they write, as far as
/// that is known. The caller drives the device.
void sendEarly(const PassArrays &Arrays, Directory &Known, DeviceMemory &From, Iterations Of,
               std::span<const ArrayKind> Kinds);

/// The host alone.
Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last);

/// A device alone.
Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy);

} // namespace hetrt

#endif
