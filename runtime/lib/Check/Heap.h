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

/// Which block a thread allocated in a team, as far as others of the team can have one like it: by the same code, of as
/// many bytes. Scratch memory that each thread of a team allocates for itself is so; what one of them allocates for all
/// is not. Team: its number; 0: there is no such block.
struct TeamBlock {
  std::uint64_t Team = 0;
  std::uintptr_t Code = 0;
  std::size_t Bytes = 0;
  friend auto operator<=>(const TeamBlock &, const TeamBlock &) = default;
};

/// The block around an address, if the calling thread has allocated it in the team that runs.
TeamBlock teamBlockAt(std::uintptr_t Address);

/// Whether each thread may have one of its own: another thread of the team has allocated one like it, or there is none.
/// Known when the team ends.
bool isOfEachThread(const TeamBlock &Which);

/// A team begins whose first thread was in none, or ends. Of several at a time nothing is told apart.
void beginTeam();
void teamHasOneThread();
bool isLastTeam(); ///< Whether the one that ends is the only one.
void endTeam();

/// Of a forked child: nothing more is noted, and nothing is known.
void leaveHeap();
/// @}

} // namespace hetrt::check

#endif
