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
    if (std::atomic<std::uint64_t> *Word = Begin % Granule ? nullptr : wordOf(Begin, true))
      Word->fetch_or(bitOf(Begin), std::memory_order_release);
  }

  void remove(std::uintptr_t Begin) {
    std::atomic<std::uint64_t> *Word = wordOf(Begin, false);
    if (Word && Begin % Granule == 0 && Word->load(std::memory_order_relaxed) & bitOf(Begin))
      Word->fetch_and(~bitOf(Begin), std::memory_order_release);
  }

  /// The last noted beginning at or before an address, and less than `Reach` bytes before it; 0 if there is none.
  std::uintptr_t lastBefore(std::uintptr_t Address, std::size_t Reach) const {
    for (std::uintptr_t At = Address / Granule * Granule; Address - At < Reach && At; At -= Granule)
      if (const std::atomic<std::uint64_t> *Word = find(At); Word && Word->load(std::memory_order_acquire) & bitOf(At))
        return At;
    return 0;
  }

private:
  static constexpr std::uintptr_t Granule = 16, OfSegment = std::uintptr_t(1) << 26, OfWord = 64 * Granule;
  static constexpr std::size_t Segments = 1024, Tries = 8;
  using Word = std::atomic<std::uint64_t>;

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
    const std::uintptr_t Number = Begin / OfSegment;
    for (std::size_t I = 0; I < Tries; ++I)
      if (const Segment &Each = All[(Number * 0x9e3779b97f4a7c15u + I) % Segments];
          Each.Key.load(std::memory_order_acquire) == Number + 1 || Each.Key.load(std::memory_order_acquire) == 0)
        return &Each;
    return nullptr;
  }

  const Word *find(std::uintptr_t Begin) const {
    const Segment *There = placeOf(Begin);
    return There && There->Key.load(std::memory_order_acquire) != 0 ? in(*There, Begin) : nullptr;
  }

  Word *wordOf(std::uintptr_t Begin, bool Make) {
    for (;;) {
      auto *There = const_cast<Segment *>(placeOf(Begin));
      if (!There)
        return nullptr;
      std::uintptr_t Key = There->Key.load(std::memory_order_acquire);
      if (Key == Begin / OfSegment + 1)
        return in(*There, Begin);
      if (!Make && Key == 0)
        return nullptr;
      if (Key != 0 || !There->Key.compare_exchange_strong(Key, Begin / OfSegment + 1, std::memory_order_acq_rel))
        continue; // another thread has taken the place
      void *Made = mmap(nullptr, OfSegment / OfWord * sizeof(Word), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      There->Words.store(Made == MAP_FAILED ? nullptr : static_cast<Word *>(Made), std::memory_order_release);
    }
  }

  Segment All[Segments];
};

} // namespace hetrt

#endif
