// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves elements of persistent arrays before a range of iterations is computed: those that only other devices have are
// copied to the device that computes the range, or to the host.
//
// For threads that drive no device, that is, hold no device's lock: each step locks the devices that it uses, and waits
// for no other thread while it holds a lock.
#ifndef HETRT_MEMORY_EXCHANGE_H
#define HETRT_MEMORY_EXCHANGE_H

#include "Memory/PassMemory.h"

namespace hetrt {

/// Plans the transfers between the copies of an array. Each copy gets the elements that it wants and does not hold, as
/// far as other copies offer them; no element is moved to a copy twice. There is one set for each copy, in the order of
/// their numbers.
std::vector<Transfer> planTransfers(std::span<const BoxSet> Wanted, std::span<const BoxSet> Holds,
                                    std::span<const BoxSet> Offers);

/// A device (null: the host) that is about to compute the iterations `Of`, and the form in which it has each array.
struct Consumer {
  DeviceMemory *Memory = nullptr;
  Iterations Of;
  std::vector<ArrayKind> Kinds{};
};

/// Moves the elements that several consumers need before they compute. Elements go straight from one device to another
/// where both can do that, else by way of the host, where the device finds them later; all moves are under way at once.
/// With `FromAnyCopy`, elements that the host has too also come straight from devices: for the time before a pass, when
/// no device computes. The host gets the elements that it reads, and its values of those that it writes count as the
/// newest; the same holds for arrays of which a taking device keeps no copy.
Status supply(const PassArrays &Arrays, Directory &Known, std::span<const Consumer> Consumers, bool FromAnyCopy);

/// Called when a device's launches over the iterations `Of` are enqueued: sends elements that they write to other
/// devices before these ask for them, as far as that is foreseen (Early.h). The caller drives the device.
void sendEarly(const PassArrays &Arrays, Directory &Known, DeviceMemory &From, Iterations Of,
               std::span<const ArrayKind> Kinds);

/// supply() for the host alone, which is about to compute iterations [First, Last).
Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last);

/// supply() for one device alone.
Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy);

} // namespace hetrt

#endif
