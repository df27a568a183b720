// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of the program's heap, as libhetcheck.a sees them come and go, with the bytes that were asked for.
#ifndef HETRT_CHECK_HEAP_H
#define HETRT_CHECK_HEAP_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace hetrt::check {

/// A block, or what lies between two of them, where there are none. Any addresses, also of static memory.
struct HeapSpan {
  std::uintptr_t Begin = 0, End = 0; ///< End: behind the last byte.
  bool IsBlock = false;
  bool contains(std::uintptr_t Address) const { return Address >= Begin && Address < End; }
  friend bool operator==(const HeapSpan &, const HeapSpan &) = default;
};

/// Where threads of one team allocate: a call path from the team's beginning. Where several threads have come to it,
/// each has memory of its own there; one that came alone, as in `single`, may have allocated for all.
struct TeamSite {
  std::uint64_t First = 0; ///< The thread that came first.
  std::uint64_t Place = 0;
  std::atomic<bool> IsOfEachThread{false};
};

/// \name Any thread
/// @{
/// Where the calling thread has allocated the block at an address, if it did in a team. Null for others' blocks.
std::shared_ptr<const TeamSite> siteOfMine(std::uintptr_t Address);

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
