// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large allocations of a program by address: how many bytes there are around a pointer. A hash table of fixed size, so
// that it needs no memory of its own; what finds no place in it is not known.
//
// Any number of threads at once, without locks: a fork in the middle of a call leaves at most a place that no call
// takes. It relies on what every allocator promises: an address belongs to one allocation at a time. So add() comes
// after the allocator has given a block, and remove() before it gets it back.
#ifndef HETRT_ALLOC_ALLOCATIONTABLE_H
#define HETRT_ALLOC_ALLOCATIONTABLE_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hetrt {

class AllocationTable {
public:
  /// Bytes; the caller does not tell of smaller ones.
  static constexpr std::size_t Least = 4096;

  struct Block {
    std::uintptr_t Begin = 0;
    std::size_t Bytes = 0; ///< 0: there is none.
  };

  void add(std::uintptr_t Begin, std::size_t Bytes) {
    Bucket &In = All[hash(Begin)];
    for (Slot &Each : In.Slots) // one that was given back behind our back
      if (Each.Begin.load(std::memory_order_relaxed) == Begin) {
        Each.Bytes.store(Bytes, std::memory_order_relaxed);
        return;
      }
    for (Slot &Each : In.Slots) {
      std::uintptr_t Nobody = 0;
      if (Each.Begin.load(std::memory_order_relaxed) == 0 &&
          Each.Begin.compare_exchange_strong(Nobody, Taken, std::memory_order_acq_rel)) {
        Each.Bytes.store(Bytes, std::memory_order_release);
        Each.Begin.store(Begin, std::memory_order_release);
        Counts[hash(Begin)].fetch_add(1, std::memory_order_relaxed);
        return;
      }
    }
  }

  /// Returns what was known of the block: 0 bytes if nothing was. Most blocks are small and cost a look at a counter.
  std::size_t remove(std::uintptr_t Begin) {
    std::atomic<std::uint8_t> &Count = Counts[hash(Begin)];
    if (Count.load(std::memory_order_relaxed) == 0) [[likely]]
      return 0;
    for (Slot &Each : All[hash(Begin)].Slots)
      if (Each.Begin.load(std::memory_order_relaxed) == Begin) {
        const std::size_t Bytes = Each.Bytes.load(std::memory_order_relaxed);
        Each.Begin.store(0, std::memory_order_release);
        Count.fetch_sub(1, std::memory_order_relaxed);
        return Bytes;
      }
    return 0;
  }

  /// The known block that contains an address; none if two blocks do, since then one of them was freed without our
  /// knowledge. Searches the whole table.
  Block around(std::uintptr_t Address) const {
    Block Found;
    for (std::size_t I = 0; I < Buckets; ++I)
      if (Counts[I].load(std::memory_order_relaxed) != 0)
        for (const Slot &Each : All[I].Slots)
          if (const Block Here = Each.read(); Address - Here.Begin < Here.Bytes) {
            if (Found.Bytes)
              return {};
            Found = Here;
          }
    return Found;
  }

private:
  static constexpr std::size_t Buckets = 4096, SlotsOfBucket = 8;
  static constexpr std::uintptr_t Taken = 1; ///< No address: who has it is about to say which.

  struct Slot {
    std::atomic<std::uintptr_t> Begin;
    std::atomic<std::size_t> Bytes;

    /// Another block may take the place meanwhile: what is read twice belongs together.
    Block read() const {
      const std::uintptr_t First = Begin.load(std::memory_order_acquire);
      const std::size_t Length = Bytes.load(std::memory_order_acquire);
      const bool Stays =
          Begin.load(std::memory_order_acquire) == First && Bytes.load(std::memory_order_acquire) == Length;
      return First > Taken && Stays ? Block{First, Length} : Block{};
    }
  };
  struct alignas(128) Bucket {
    Slot Slots[SlotsOfBucket];
  };

  /// Blocks in one page, most of which are small, share a counter.
  static std::size_t hash(std::uintptr_t Begin) { return (Begin >> 12) * 0x9e3779b97f4a7c15u >> 52; }

  std::atomic<std::uint8_t> Counts[Buckets]; ///< Blocks in each bucket.
  Bucket All[Buckets];
};

} // namespace hetrt

#endif
