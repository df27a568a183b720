// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exchange: copies of elements of persistent arrays, before a range of iterations is computed, between the devices
// and the host. Elements of which only other devices have the present values are copied to the device that computes the
// range, or to the host.
//
// For threads that drive no device, that is, hold no device's lock: each step locks the devices that it uses, and waits
// for no other thread while it holds a lock.
#ifndef HETRT_MEMORY_EXCHANGE_H
#define HETRT_MEMORY_EXCHANGE_H

#include "Memory/PassMemory.h"

namespace hetrt {

/// A device (null: the host) that is about to compute the iterations `Of`, and the form in which it has each array.
struct Consumer {
  DeviceMemory *Memory = nullptr;
  Iterations Of;
  std::vector<ArrayKind> Kinds{};
};

/// Moves the elements that several consumers need before they compute. Elements are copied straight from one device to
/// another where both devices can do that. Otherwise they are written back to the host, from where the launch on the
/// target copies them later. All moves are under way at once. With `FromAnyCopy`, elements that are valid on the host
/// too may also come straight from devices; for calls before a pass, when no device computes. The host gets the
/// elements that it reads, and its values of the elements that it writes count as the newest. The same holds for arrays
/// of which a device among the consumers has no KeptCopy, since it copies them from the host.
Status supply(const PassArrays &Arrays, Directory &Known, std::span<const Consumer> Consumers, bool FromAnyCopy);

/// Called when a device's launches over the iterations `Of` are enqueued. If the exchanges before earlier passes show
/// that the next exchange will probably copy elements that these launches write to other devices, sends these elements
/// now (Early.h). The caller drives the device.
void sendEarly(const PassArrays &Arrays, Directory &Known, DeviceMemory &From, Iterations Of,
               std::span<const ArrayKind> Kinds);

/// supply() for the host alone, which is about to compute iterations [First, Last).
Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last);

/// supply() for one device alone.
Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy);

} // namespace hetrt

#endif
