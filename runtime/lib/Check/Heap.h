// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks that the program has allocated in its heap, with the sizes that the program has asked for. libhetcheck.a
// replaces malloc and free, and reports each block to this file.
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

/// A place in the program where threads of one team allocate memory: the call path from the beginning of the team to
/// malloc. If several threads of the team allocate there, each thread has its own memory; if only one does, as in
/// `single`, the memory may be shared by the team.
struct TeamSite {
  std::uint64_t First = 0; ///< The thread that allocated here first.
  /// Identifies the call path.
  std::uint64_t Place = 0;
  std::atomic<bool> IsOfEachThread{false};
};

/// \name Callable from any thread
/// @{
/// The site where the calling thread has allocated the block that contains this address. Null if another thread has
/// allocated it, if it was allocated outside of a team, or if there is no block.
std::shared_ptr<const TeamSite> siteOfMine(std::uintptr_t Address);

HeapSpan heapAround(std::uintptr_t Address);

/// Whether the address, which lies outside of `Block` and in no other block, belongs to memory of the allocator.
bool isOfHeap(const HeapSpan &Block, std::uintptr_t Address);

/// A number that changes when a block is allocated or freed.
std::uint64_t heapVersion();

/// Called in a forked child process: from now on no block is recorded, and no block is found.
void leaveHeap();
/// @}

} // namespace hetrt::check

#endif
