// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes how much of a device's memory an allocation takes, which may be more than the bytes asked for.
#ifndef HETRT_DEVICE_ALLOCATIONUNITS_H
#define HETRT_DEVICE_ALLOCATIONUNITS_H

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hetrt {

/// Describes a device whose allocator rounds sizes up: blocks of memory come in few sizes, so that a freed block can
/// serve the next allocation of about its size, and the driver gives out the device's memory in granules (such as 2
/// MB). The default values round nothing.
struct AllocationUnits {
  std::uint64_t Least = 1; ///< Every block size is a multiple of this, in bytes.
  /// Sizes up to this are also rounded up to a multiple of 1/8 of the power of two below.
  std::uint64_t MostRounded = 0;
  /// Blocks of at least this size take whole granules; smaller blocks of the same size share a granule.
  std::uint64_t Granule = 1;

  /// The size of the block for an allocation of `Bytes` bytes; larger ones than MostRounded are not rounded.
  std::uint64_t blockBytes(std::uint64_t Bytes) const {
    if (Bytes > MostRounded)
      return Bytes;
    const std::uint64_t Unit = std::max(std::bit_floor(Bytes) / 8, Least);
    return std::max(multiple(Bytes, Unit), Least);
  }

  /// The most that an allocation of `Bytes` bytes takes from the device's free memory. Grows with `Bytes`.
  std::uint64_t takenBytes(std::uint64_t Bytes) const {
    const std::uint64_t Block = std::max<std::uint64_t>(blockBytes(Bytes), 1);
    return Block < Granule ? Granule / (Granule / Block) : multiple(Block, Granule);
  }

private:
  static std::uint64_t multiple(std::uint64_t Bytes, std::uint64_t Unit) { return (Bytes + Unit - 1) / Unit * Unit; }
};

} // namespace hetrt

#endif
