// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the block of memory that contains an address, from two sources. libhetalloc.so (runtime/alloc) records the
// blocks that the program's allocator returns, if hetcc has linked the program with this library. The program's symbol
// table has the sizes of variables in static memory, unless the program is stripped.
#ifndef HETRT_MEMORY_ALLOCATIONS_H
#define HETRT_MEMORY_ALLOCATIONS_H

#include <cstdint>

namespace hetrt {

/// `Bytes` bytes from address `Begin` on; 0 bytes where nothing is known.
struct Allocation {
  std::uintptr_t Begin = 0;
  std::uint64_t Bytes = 0;

  std::uintptr_t end() const { return Begin + Bytes; }
};

/// Returns the block, or the variable of 256 bytes or more, that contains an address. Any thread may
/// call. A call takes no lock and some microseconds, except for the first question about static memory, which reads the
/// program's file.
Allocation allocationAround(std::uintptr_t Address);

} // namespace hetrt

#endif
