// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The description of a call's arrays, for another process that has the same region and divides the call's launches
// further: a node with devices of its own.
//
//   here:   ResolvedCall --encodeCall()--> bytes, the same for all launches of calls that are alike
//   there:  bytes --decodeCall()--> ResolvedCall without addresses --placeWindows()--> with those of one launch
//
// The receiving process does not trust the bytes: decodeCall() accepts any bytes, and placeWindows() refuses windows
// that do not contain all elements that the launch may touch.
#ifndef HETRT_MEMORY_CALLSHAPE_H
#define HETRT_MEMORY_CALLSHAPE_H

#include "Memory/Directory.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Returns why another process cannot divide the launches of a pass: because launches need more of the program's memory
/// than their windows. Returns "" if another process can divide them.
std::string whyNotDivided(const PassArrays &Arrays, std::span<const ArrayKind> Kinds);

/// Whether the integers of another array decide which elements an iteration needs, as with `segmented` and `indexed`.
/// Another process cannot read these integers.
bool dependsOnIntegerArrays(const Array &What);

/// The part `Held` of an array that a device has for the iterations `Of`, as a separate array of which every iteration
/// may read all elements.
Array heldWhole(const Array &What, const Box &Held, Iterations Of);

/// The part `Held` of an array that a device has for a share, as a separate array whose iterations count from 0; not
/// for arrays with dependsOnIntegerArrays(). With `Writes`, an iteration uses only the elements that belong to it, and
/// may write them; without, it reads these elements and those around them.
Array heldShare(const Array &What, const Box &Held, Iterations Share, bool Writes);

/// Encodes a call for which whyNotDivided() returns "". `Kinds` is the form in which the device has each array.
std::vector<std::byte> encodeCall(const ResolvedCall &Call, std::span<const ArrayKind> Kinds);

/// Decodes a call of this region from the bytes of encodeCall(). Returns why the bytes are wrong, or "".
std::string decodeCall(std::span<const std::byte> Bytes, const hetrt_region &Region, ResolvedCall &Into);

/// Gives the arrays of a decoded call the memory of one launch over the iterations `Of`. `Places` (addresses and
/// strides) and `Windows` (memory ranges) have an entry for each array of the region. Of arrays that stay in that
/// memory between launches (Array::Persist), this process's devices may keep copies, too. Returns why the windows do
/// not fit the call, or "".
std::string placeWindows(ResolvedCall &Call, std::span<const WindowPlace> Places, std::span<const DeviceRange> Windows,
                         Iterations Of);

} // namespace hetrt

#endif
