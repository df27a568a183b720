// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps released blocks of GPU memory for later allocations of about the same size.
#ifndef HETRT_DEVICE_CUDA_BLOCKCACHE_H
#define HETRT_DEVICE_CUDA_BLOCKCACHE_H

#include "Device/AllocationUnits.h"
#include "Device/Cuda/Driver.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace hetrt::cuda {

/// An allocation takes the CUDA driver up to a millisecond, and freeing memory waits for the whole device; but the
/// passes of a program ask for nearly the same sizes again and again. So sizes are rounded up by at most an eighth, and
/// released blocks are kept. The size of kept memory is limited, so that other processes can use the device, too. When
/// memory runs out, the kept blocks are given back to the driver first.
///
/// All functions require that the device's context is current, and return the driver's error code.
class BlockCache {
public:
  /// Keeps blocks of at most Units.MostRounded bytes in total, which is also the size of the largest block that is
  /// rounded.
  BlockCache(const Driver &Cuda, const AllocationUnits &Units) : Cuda(Cuda), Units(Units) {}
  BlockCache(const BlockCache &) = delete;
  BlockCache &operator=(const BlockCache &) = delete;

  Result allocate(std::uint64_t Bytes, DevicePointer &Address);

  /// Takes back a block from allocate(). No operation on the device may still use it.
  Result release(DevicePointer Address);

  /// The size of all kept blocks that are not in use, in bytes.
  std::uint64_t kept() const { return Kept; }

  /// Returns all kept blocks to the driver.
  Result flush();

  /// Frees all blocks, in use or not.
  void close();

private:
  const Driver &Cuda;
  const AllocationUnits Units;
  std::uint64_t Kept = 0;
  std::unordered_map<DevicePointer, std::uint64_t> InUse; ///< Addresses and sizes of blocks.
  std::multimap<std::uint64_t, DevicePointer> Free;       ///< Kept blocks by size.
};

} // namespace hetrt::cuda

#endif
