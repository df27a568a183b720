// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call says of its arrays, for another process that has the region too and divides launches further.
//
//   here:   ResolvedCall --encodeCall()--> bytes, the same for all launches of calls that are alike
//   there:  bytes --decodeCall()--> ResolvedCall without addresses --placeWindows()--> with those of one launch
//
// What comes is not trusted: decodeCall() takes any bytes, and placeWindows() refuses windows in which a launch would
// leave the memory that it has.
#ifndef HETRT_MEMORY_CALLSHAPE_H
#define HETRT_MEMORY_CALLSHAPE_H

#include "Memory/Directory.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Why another process cannot divide launches of a pass: it would need more of the program than its windows; "" if it
/// can.
std::string whyNotDivided(const PassArrays &Arrays, std::span<const ArrayKind> Kinds);

/// Whether an integer array of the program says which elements an iteration needs, as with `segmented` and `indexed`.
/// Another process cannot read that array.
bool goesByIntegers(const Array &What);

/// The part of an array that a device has for some iterations, as an array by itself, of which every iteration may read
/// all elements.
Array heldWhole(const Array &What, const Box &Held, Iterations Of);

/// The part that a device has for a share, as an array by itself whose iterations count from 0; not for arrays that go
/// by integers. With `Writes`, an iteration uses only the elements that belong to it, and may write them; without, it
/// reads these and those around them.
Array heldShare(const Array &What, const Box &Held, Iterations Share, bool Writes);

/// Of a call that can be divided, of which a device has the arrays in these ways.
std::vector<std::byte> encodeCall(const ResolvedCall &Call, std::span<const ArrayKind> Kinds);

/// Returns what is wrong with the bytes, or "".
std::string decodeCall(std::span<const std::byte> Bytes, const hetrt_region &Region, ResolvedCall &Into);

/// Arrays that stay there (Array::Persist) may stay on its devices, too.
///
/// Gives the arrays of a call the memory of one launch over these iterations. Both lists have an entry for each window
/// of the region. Returns what does not fit, or "".
std::string placeWindows(ResolvedCall &Call, std::span<const WindowPlace> Places, std::span<const DeviceRange> Windows,
                         Iterations Of);

} // namespace hetrt

#endif
