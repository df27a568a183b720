// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of GPU memory from kept blocks.

#include "Device/Cuda/BlockCache.h"

#include <algorithm>
#include <bit>

namespace hetrt::cuda {

/// The size of the block for an allocation: a multiple of an eighth of the power of two below, so that windows that
/// grow and shrink a little share their blocks. Blocks too large to be kept are not rounded.
std::uint64_t BlockCache::blockBytes(std::uint64_t Bytes) const {
  constexpr std::uint64_t Least = 512;
  if (Bytes > KeepBytes)
    return Bytes;
  const std::uint64_t Unit = std::max(std::bit_floor(Bytes) / 8, Least);
  return std::max((Bytes + Unit - 1) / Unit * Unit, Least);
}

Result BlockCache::allocate(std::uint64_t Bytes, DevicePointer &Address) {
  const std::uint64_t Size = blockBytes(Bytes);
  if (auto Found = Free.find(Size); Found != Free.end()) {
    Address = Found->second;
    Free.erase(Found);
    Kept -= Size;
  } else {
    Result Error = Cuda.MemAlloc(&Address, Size);
    if (Error == OutOfMemory && Kept > 0) {
      if (Result Failed = flush())
        return Failed;
      Error = Cuda.MemAlloc(&Address, Size);
    }
    if (Error)
      return Error;
  }
  InUse.emplace(Address, Size);
  return Success;
}

Result BlockCache::release(DevicePointer Address) {
  auto Found = InUse.find(Address);
  const std::uint64_t Size = Found->second;
  InUse.erase(Found);
  if (Size > KeepBytes - Kept)
    return Cuda.MemFree(Address);
  Free.emplace(Size, Address);
  Kept += Size;
  return Success;
}

Result BlockCache::flush() {
  Result First = Success;
  for (const auto &[Size, Address] : Free)
    if (Result Error = Cuda.MemFree(Address); Error && !First)
      First = Error;
  Free.clear();
  Kept = 0;
  return First;
}

void BlockCache::close() {
  flush();
  for (const auto &[Address, Size] : InUse)
    Cuda.MemFree(Address);
  InUse.clear();
}

} // namespace hetrt::cuda
