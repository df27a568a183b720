// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of the program's heap, as libhetcheck.a sees them come and go, with the bytes that were asked for.
#ifndef HETRT_CHECK_HEAP_H
#define HETRT_CHECK_HEAP_H

#include <cstddef>
#include <cstdint>

namespace hetrt::check {

/// A block, or what lies between two of them, where there are none. Any addresses, also of static memory.
struct HeapSpan {
  std::uintptr_t Begin = 0, End = 0; ///< End: behind the last byte.
  bool IsBlock = false;
  bool contains(std::uintptr_t Address) const { return Address >= Begin && Address < End; }
  friend bool operator==(const HeapSpan &, const HeapSpan &) = default;
};

/// \name Any thread
/// @{
HeapSpan heapAround(std::uintptr_t Address);

/// Whether what lies at an address beside a block is memory of the allocator's, if no block is there.
bool isOfHeap(const HeapSpan &Block, std::uintptr_t Address);

/// Another number after each block that comes or goes.
std::uint64_t heapVersion();

/// Of a forked child: nothing more is noted, and nothing is known.
void leaveHeap();
/// @}

} // namespace hetrt::check

#endif
