// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps released blocks of GPU memory for the next allocation of about their size.
#ifndef HETRT_DEVICE_CUDA_BLOCKCACHE_H
#define HETRT_DEVICE_CUDA_BLOCKCACHE_H

#include "Device/AllocationUnits.h"
#include "Device/Cuda/Driver.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace hetrt::cuda {

/// The driver takes up to a millisecond to allocate, and waits for the whole device to free; passes ask for windows of
/// nearly the same sizes again and again. So sizes are rounded up by at most an eighth, and released blocks are kept,
/// up to a limit that leaves the memory to other users of the device. When memory runs out, what is kept is given back
/// first.
///
/// All functions want the device's context to be current, and return the driver's code.
class BlockCache {
public:
  /// Keeps as much as the largest block that the units round.
  BlockCache(const Driver &Cuda, const AllocationUnits &Units) : Cuda(Cuda), Units(Units) {}
  BlockCache(const BlockCache &) = delete;
  BlockCache &operator=(const BlockCache &) = delete;

  Result allocate(std::uint64_t Bytes, DevicePointer &Address);

  /// Takes back what allocate() returned; nothing on the device uses it any more.
  Result release(DevicePointer Address);

  /// Bytes that are kept and not in use.
  std::uint64_t kept() const { return Kept; }

  /// Gives all kept blocks back to the driver.
  Result flush();

  /// Frees everything, in use or not.
  void close();

private:
  const Driver &Cuda;
  const AllocationUnits Units;
  std::uint64_t Kept = 0;
  std::unordered_map<DevicePointer, std::uint64_t> InUse; ///< Blocks and their sizes.
  std::multimap<std::uint64_t, DevicePointer> Free;       ///< By size.
};

} // namespace hetrt::cuda

#endif
