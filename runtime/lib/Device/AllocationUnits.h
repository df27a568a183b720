// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an allocation takes of a device's memory.
#ifndef HETRT_DEVICE_ALLOCATIONUNITS_H
#define HETRT_DEVICE_ALLOCATIONUNITS_H

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hetrt {

/// A device may take more for an allocation than that asks for: blocks that are kept for the next allocation of about
/// their size come in few sizes, and the device's memory is handed out in granules. The defaults take what is asked
/// for.
struct AllocationUnits {
  std::uint64_t Least = 1;       ///< A block is a multiple of this.
  std::uint64_t MostRounded = 0; ///< Up to this size it is one of an eighth of the power of two below, too.
  std::uint64_t Granule = 1; ///< Larger blocks have granules of their own, smaller ones of about one size share them.

  /// The size of the block for an allocation of at most MostRounded bytes, or else what is asked for.
  std::uint64_t blockBytes(std::uint64_t Bytes) const {
    if (Bytes > MostRounded)
      return Bytes;
    const std::uint64_t Unit = std::max(std::bit_floor(Bytes) / 8, Least);
    return std::max(multiple(Bytes, Unit), Least);
  }

  /// What an allocation takes at most of what is free. Never less for more bytes.
  std::uint64_t takenBytes(std::uint64_t Bytes) const {
    const std::uint64_t Block = std::max<std::uint64_t>(blockBytes(Bytes), 1);
    return Block < Granule ? Granule / (Granule / Block) : multiple(Block, Granule);
  }

private:
  static std::uint64_t multiple(std::uint64_t Bytes, std::uint64_t Unit) { return (Bytes + Unit - 1) / Unit * Unit; }
};

} // namespace hetrt

#endif
