// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the blocks of the heap. The memory of the records comes from the C library's own malloc: the program may
// define its own operator new or malloc, which may hold a lock while a block is recorded. Blocks are recorded even
// before any constructor of a static object has run, so the records do not depend on such constructors.
#include "Check/Heap.h"

#include "Check/State.h"

#include <atomic>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <unistd.h>
#include <utility>

extern "C" {
void *__libc_malloc(std::size_t);
void __libc_free(void *);
}

namespace hetrt::check {

namespace {

/// An allocator that uses the C library's malloc.
template <typename T> struct LibcAllocator {
  using value_type = T;
  LibcAllocator() = default;
  template <typename Other> LibcAllocator(const LibcAllocator<Other> &) {}
  T *allocate(std::size_t Count) {
    if (void *Found = __libc_malloc(Count * sizeof(T)))
      return static_cast<T *>(Found);
    throw std::bad_alloc();
  }
  void deallocate(T *Which, std::size_t) { __libc_free(Which); }
  friend bool operator==(LibcAllocator, LibcAllocator) { return true; }
};

/// The record of a block. Thread and Site are set if the block was allocated in a team.
struct Noted {
  std::size_t Size = 0;
  std::uint64_t Thread = 0;
  std::shared_ptr<TeamSite> Site;
};

template <typename Key, typename Value>
using LibraryMap = std::map<Key, Value, std::less<>, LibcAllocator<std::pair<const Key, Value>>>;

/// The records of blocks, by the address of the block's first byte.
using Blocks = LibraryMap<std::uintptr_t, Noted>;

struct Heap {
  std::mutex Lock;
  Blocks Bytes;
  /// The key is the number of the team, and the hash of the call path (TeamSite::Place).
  LibraryMap<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<TeamSite>> Sites;
};

Heap &heap() {
  alignas(Heap) static std::byte Memory[sizeof(Heap)];
  static Heap *All = new (Memory) Heap; // never destroyed, since blocks are freed until the process ends
  return *All;
}

constinit std::atomic<std::uint64_t> Version{0};
constinit std::atomic<bool> IsLeft{false};

/// Calls `Do` with the records of all blocks, under the lock; returns `Otherwise` in a forked child.
template <typename Result, typename Function> Result withHeap(Result Otherwise, Function Do) {
  if (IsLeft.load(std::memory_order_relaxed))
    return Otherwise;
  Heap &All = heap();
  const std::lock_guard Guard(All.Lock);
  return Do(All.Bytes);
}

/// The number of the calling thread, from 1 on. Does not use mine(), which allocates.
std::uint64_t numberOfThread() {
  static constinit std::atomic<std::uint64_t> Last{0};
  static __thread std::uint64_t Number __attribute__((tls_model("initial-exec"))) = 0;
  return Number ? Number : Number = ++Last;
}

} // namespace

HeapSpan heapAround(std::uintptr_t Address) {
  return withHeap(HeapSpan{0, UINTPTR_MAX}, [&](const Blocks &Bytes) {
    const auto Next = Bytes.upper_bound(Address);
    HeapSpan Gap{0, Next == Bytes.end() ? UINTPTR_MAX : Next->first};
    if (Next == Bytes.begin())
      return Gap;
    const auto &[Begin, Its] = *std::prev(Next);
    const HeapSpan Block{Begin, Begin + Its.Size, true};
    Gap.Begin = Block.End;
    return Block.contains(Address) ? Block : Gap;
  });
}

/// Blocks below the program break (sbrk) lie in one area, which belongs to the allocator up to the break. Other blocks
/// have their own pages, behind which there may be other memory: a library, a stack, a mapped file. So for these
/// blocks, only addresses on the block's own pages belong to the allocator.
bool isOfHeap(const HeapSpan &Block, std::uintptr_t Address) {
  constexpr std::uintptr_t Page = 4096;
  if (Block.End <= reinterpret_cast<std::uintptr_t>(sbrk(0)))
    return Address < reinterpret_cast<std::uintptr_t>(sbrk(0));
  return Address >= Block.Begin / Page * Page && Address < (Block.End + Page - 1) / Page * Page;
}

std::shared_ptr<const TeamSite> siteOfMine(std::uintptr_t Address) {
  return withHeap(std::shared_ptr<const TeamSite>(), [&](const Blocks &Bytes) -> std::shared_ptr<const TeamSite> {
    const auto Next = Bytes.upper_bound(Address);
    if (Next == Bytes.begin())
      return nullptr;
    const auto &[Begin, Its] = *std::prev(Next);
    return Address - Begin < Its.Size && Its.Thread == numberOfThread() ? Its.Site : nullptr;
  });
}

std::uint64_t heapVersion() { return Version.load(std::memory_order_relaxed); }

void leaveHeap() { IsLeft = true; }

} // namespace hetrt::check

using namespace hetrt::check;

void hetrt_check_block(const void *First, hetrt_uint64 Size) try {
  withHeap(false, [&](Blocks &Bytes) {
    Bytes[reinterpret_cast<std::uintptr_t>(First)] = {Size, 0, nullptr};
    ++Version;
    return true;
  });
} catch (const std::bad_alloc &) { // the block is not recorded then
}

void hetrt_check_team_block(const void *First, hetrt_uint64 Team, hetrt_uint64 Place, int Alone) try {
  withHeap(false, [&](Blocks &Bytes) {
    const auto Block = Bytes.find(reinterpret_cast<std::uintptr_t>(First));
    if (Block == Bytes.end())
      return false;
    std::shared_ptr<TeamSite> &Site = heap().Sites[{Team, Place}];
    const std::uint64_t Thread = numberOfThread();
    if (!Site)
      Site = std::allocate_shared<TeamSite>(LibcAllocator<TeamSite>(), Thread, Place, Alone != 0);
    else if (Site->First != Thread)
      Site->IsOfEachThread = true;
    Block->second.Thread = Thread;
    Block->second.Site = Site;
    return true;
  });
} catch (const std::bad_alloc &) { // the block then counts as shared by all threads
}

void hetrt_check_team_ended(hetrt_uint64 Team) {
  withHeap(false, [&](Blocks &) {
    auto &Sites = heap().Sites;
    Sites.erase(Sites.lower_bound({Team, 0}), Sites.upper_bound({Team, UINT64_MAX}));
    return true;
  });
}

hetrt_uint64 hetrt_check_freed(const void *First) {
  if (Running *Own = ifRunning()) // if the entry stayed, it could later hide a larger block that contains the address
    Own->Blocks.erase(reinterpret_cast<std::uintptr_t>(First));
  return withHeap(hetrt_uint64{0}, [&](Blocks &Bytes) {
    const auto Block = Bytes.find(reinterpret_cast<std::uintptr_t>(First));
    if (Block == Bytes.end())
      return hetrt_uint64{0};
    const hetrt_uint64 Size = Block->second.Size;
    Bytes.erase(Block);
    ++Version;
    return Size;
  });
}

hetrt_uint64 hetrt_check_block_around(const void *Address, const void **First) {
  const HeapSpan Found = heapAround(reinterpret_cast<std::uintptr_t>(Address));
  *First = reinterpret_cast<const void *>(Found.Begin);
  return Found.IsBlock ? Found.End - Found.Begin : 0;
}
