// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Memory/Allocations.h"

#include <cstddef>

/// Null without libhetalloc.so.
extern "C" __attribute__((weak, visibility("default"))) int
hetrt_find_allocation(const void *Address, const void **First, std::size_t *Bytes);

namespace hetrt {

Allocation allocationAround(std::uintptr_t Address) {
  const void *First = nullptr;
  std::size_t Bytes = 0;
  if (!hetrt_find_allocation || !hetrt_find_allocation(reinterpret_cast<const void *>(Address), &First, &Bytes))
    return {};
  return {reinterpret_cast<std::uintptr_t>(First), Bytes};
}

} // namespace hetrt
