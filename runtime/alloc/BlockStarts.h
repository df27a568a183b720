// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where small blocks of a program's allocator begin: one bit for 16 bytes of memory. How long a block is, the allocator
// itself knows of a block's first address; so a small block costs no entry in a table.
//
// Any number of threads at once, without locks, as AllocationTable.h, on the same promise of the allocator's. Memory
// for the bits comes from the kernel when the first block of 64 MiB is noted, of which the kernel gives the pages in
// use.
#ifndef HETRT_ALLOC_BLOCKSTARTS_H
#define HETRT_ALLOC_BLOCKSTARTS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>

namespace hetrt {

class BlockStarts {
public:
  /// A block that begins here is not noted if it is not aligned, or if no memory is left for its bit.
  void add(std::uintptr_t Begin) {
    if (Word *Of = Begin % Granule ? nullptr : findOrMake(Begin))
      Of->fetch_or(bitOf(Begin), std::memory_order_release);
  }

  void remove(std::uintptr_t Begin) {
    Word *Of = Begin % Granule ? nullptr : find(Begin);
    if (Of && Of->load(std::memory_order_relaxed) & bitOf(Begin))
      Of->fetch_and(~bitOf(Begin), std::memory_order_release);
  }

  /// The last noted beginning at or before an address, and less than `Reach` bytes before it; 0 if there is none.
  std::uintptr_t lastBefore(std::uintptr_t Address, std::size_t Reach) const {
    for (std::uintptr_t At = Address / Granule * Granule; Address - At < Reach && At; At -= Granule)
      if (const Word *Of = find(At); Of && Of->load(std::memory_order_acquire) & bitOf(At))
        return At;
    return 0;
  }

private:
  static constexpr std::uintptr_t Granule = 16, OfSegment = std::uintptr_t(1) << 26, OfWord = 64 * Granule;
  static constexpr std::size_t Segments = 1024, Tries = 8;
  using Word = std::atomic<std::uint64_t>; ///< The bits of 64 granules.

  struct Segment {
    std::atomic<std::uintptr_t> Key; ///< 1 + the number of the segment of memory; 0: free.
    std::atomic<Word *> Words;       ///< Null: not there yet, or there was no memory for them.
  };

  static std::uint64_t bitOf(std::uintptr_t Begin) { return std::uint64_t(1) << (Begin / Granule % 64); }

  static Word *in(const Segment &Of, std::uintptr_t Begin) {
    Word *Words = Of.Words.load(std::memory_order_acquire);
    return Words ? Words + Begin % OfSegment / OfWord : nullptr;
  }

  /// The place in `All` of the segment around an address, or else the place that it would get; null if there is none.
  const Segment *placeOf(std::uintptr_t Begin) const {
    for (std::size_t I = 0; I < Tries; ++I) {
      const Segment &Each = All[(Begin / OfSegment * 0x9e3779b97f4a7c15u + I) % Segments];
      const std::uintptr_t Key = Each.Key.load(std::memory_order_acquire);
      if (Key == keyOf(Begin) || Key == 0)
        return &Each;
    }
    return nullptr;
  }

  static std::uintptr_t keyOf(std::uintptr_t Begin) { return Begin / OfSegment + 1; }

  /// The word with the bit of an address; null if nothing was noted in its segment.
  Word *find(std::uintptr_t Begin) const {
    const Segment *There = placeOf(Begin);
    return There && There->Key.load(std::memory_order_acquire) == keyOf(Begin) ? in(*There, Begin) : nullptr;
  }

  /// The same, but gives the segment a place and words if it has none; null if that is impossible.
  Word *findOrMake(std::uintptr_t Begin) {
    while (const Segment *There = placeOf(Begin)) {
      std::uintptr_t Key = There->Key.load(std::memory_order_acquire);
      if (Key == keyOf(Begin))
        return in(*There, Begin);
      if (Segment &Free = All[There - All];
          Key == 0 && Free.Key.compare_exchange_strong(Key, keyOf(Begin), std::memory_order_acq_rel)) {
        void *Made = mmap(nullptr, OfSegment / OfWord * sizeof(Word), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        Free.Words.store(Made == MAP_FAILED ? nullptr : static_cast<Word *>(Made), std::memory_order_release);
      } // otherwise another thread has taken the place
    }
    return nullptr;
  }

  Segment All[Segments];
};

} // namespace hetrt

#endif
