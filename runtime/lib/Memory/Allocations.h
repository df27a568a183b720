// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much memory belongs together around an address: what the program's allocator has given, which libhetalloc.so
// remembers (runtime/alloc) where hetcc has linked the program with it; and variables of the program's static memory,
// which its table of symbols names unless it is stripped.
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

/// The block of several KiB, or the variable of 256 bytes or more, that an address lies in. Any thread; no lock, some
/// microseconds, but for the first question of static memory, which reads the program's file.
Allocation allocationAround(std::uintptr_t Address);

/// The same or, where there is none, bytes among which all of the small block are that an address of the heap lies in.
Allocation blockAround(std::uintptr_t Address);

} // namespace hetrt

#endif
