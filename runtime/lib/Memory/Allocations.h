// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program's allocator has said of memory: libhetalloc.so remembers it (runtime/alloc), where hetcc has linked
// the program with it.
#ifndef HETRT_MEMORY_ALLOCATIONS_H
#define HETRT_MEMORY_ALLOCATIONS_H

#include <cstdint>

namespace hetrt {

/// Bytes from address Begin on; none where nothing is known.
struct Allocation {
  std::uintptr_t Begin = 0;
  std::uint64_t Bytes = 0;

  std::uintptr_t end() const { return Begin + Bytes; }
};

/// The allocation of several KiB that an address lies in. Any thread; no lock, some microseconds.
Allocation allocationAround(std::uintptr_t Address);

} // namespace hetrt

#endif
