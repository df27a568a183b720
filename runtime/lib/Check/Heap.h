// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks that the program has allocated in its heap, with the sizes that it has passed to malloc. libhetcheck.a
// replaces malloc and free, and calls functions of Heap.cpp for each block.
#ifndef HETRT_CHECK_HEAP_H
#define HETRT_CHECK_HEAP_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace hetrt::check {

/// A block of the heap, or a gap between two blocks. Addresses outside of the heap, as of static variables, lie in gaps
/// too.
struct HeapSpan {
  std::uintptr_t Begin = 0, End = 0; ///< [Begin, End), in bytes.
  bool IsBlock = false;
  bool contains(std::uintptr_t Address) const { return Address >= Begin && Address < End; }
  friend bool operator==(const HeapSpan &, const HeapSpan &) = default;
};

/// A place in the program where threads of one team allocate memory: the sequence of calls from the beginning of the
/// team to malloc. If several threads of the team allocate memory at the place, each thread has its own memory. If only
/// one does, as in `omp single`, the team may share the memory.
struct TeamSite {
  std::uint64_t First = 0; ///< The thread that allocated here first.
  /// Identifies the call path.
  std::uint64_t Place = 0;
  std::atomic<bool> IsOfEachThread{false};
};

/// \name Callable from any thread @{ The site where the calling thread has allocated the block that contains this
/// address. Null if another thread has allocated the block, if it was allocated outside of a team, or if there is no
/// block at the address.
std::shared_ptr<const TeamSite> siteOfMine(std::uintptr_t Address);

HeapSpan heapAround(std::uintptr_t Address);

/// For an address near `Block` that lies in no block: whether the address belongs to memory that malloc manages.
bool isOfHeap(const HeapSpan &Block, std::uintptr_t Address);

/// A number that changes when a block is allocated or freed.
std::uint64_t heapVersion();

/// Called in a forked child process: from now on no block is recorded, and no block is found.
void leaveHeap();
/// @}

} // namespace hetrt::check

#endif
