// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates blocks of GPU memory: released ones that BlockCache has kept, or new ones from the driver.

#include "Device/Cuda/BlockCache.h"

namespace hetrt::cuda {

Result BlockCache::allocate(std::uint64_t Bytes, DevicePointer &Address) {
  const std::uint64_t Size = Units.blockBytes(Bytes);
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
  if (Size > Units.MostRounded - Kept)
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
