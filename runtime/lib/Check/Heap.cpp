// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is noted of blocks needs memory, too: the C library's own, since the program may have operators, and functions,
// of its own for that, which may hold a lock when they ask for a block. The first blocks come before any constructor
// has run.
#include "Check/Heap.h"

#include "Check/State.h"

#include <atomic>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <pthread.h>
#include <unistd.h>
#include <utility>

extern "C" {
void *__libc_malloc(std::size_t);
void __libc_free(void *);
}

namespace hetrt::check {

namespace {

template <typename T> struct OfTheLibrary {
  using value_type = T;
  OfTheLibrary() = default;
  template <typename Other> OfTheLibrary(const OfTheLibrary<Other> &) {}
  T *allocate(std::size_t Count) {
    if (void *Found = __libc_malloc(Count * sizeof(T)))
      return static_cast<T *>(Found);
    throw std::bad_alloc();
  }
  void deallocate(T *Which, std::size_t) { __libc_free(Which); }
  friend bool operator==(OfTheLibrary, OfTheLibrary) { return true; }
};

template <typename Key, typename Value>
using Map = std::map<Key, Value, std::less<>, OfTheLibrary<std::pair<const Key, Value>>>;

struct HeapBlock {
  std::size_t Bytes = 0;
  TeamBlock Of{};
  pthread_t By{};
};

/// By their first bytes.
using Blocks = Map<std::uintptr_t, HeapBlock>;

/// Who has allocated blocks that are alike.
struct Allocators {
  pthread_t First{};
  bool Several = false;
};

struct Teams {
  unsigned Running = 0;
  std::uint64_t Number = 0; ///< Of those that run, or of the last one.
  bool HasOneThread = false;
  Map<TeamBlock, Allocators> Made;
};

struct Heap {
  std::mutex Lock;
  Blocks All;
  Teams Team;
};

Heap &heap() {
  alignas(Heap) static std::byte Memory[sizeof(Heap)];
  static Heap *All = new (Memory) Heap; // never destroyed: blocks go until the process does
  return *All;
}

constinit std::atomic<std::uint64_t> Version{0};
constinit std::atomic<bool> IsLeft{false};

/// Calls a function with what is known of the heap; `Otherwise`: what a forked child gets.
template <typename Result, typename Function> Result withHeap(Result Otherwise, Function Do) {
  if (IsLeft.load(std::memory_order_relaxed))
    return Otherwise;
  Heap &All = heap();
  const std::lock_guard Guard(All.Lock);
  return Do(All);
}

/// The block around an address, or the end.
Blocks::const_iterator blockAround(const Blocks &All, std::uintptr_t Address) {
  const auto Next = All.upper_bound(Address);
  if (Next == All.begin())
    return All.end();
  const auto Found = std::prev(Next);
  return Address - Found->first < Found->second.Bytes ? Found : All.end();
}

/// What is allocated while teams run may be a thread's own.
void noteInTeam(Teams &Team, HeapBlock &Made, std::uintptr_t Code) {
  if (!Team.Running || !Code)
    return;
  Made.Of = {Team.Number, Code, Made.Bytes};
  Made.By = pthread_self();
  const auto [Like, IsFirst] = Team.Made.try_emplace(Made.Of, Allocators{Made.By});
  Like->second.Several |= !IsFirst && !pthread_equal(Like->second.First, Made.By);
}

bool noteBlock(const void *First, hetrt_uint64 Size, const void *Code) try {
  return withHeap(false, [&](Heap &Of) {
    HeapBlock &Made = Of.All[reinterpret_cast<std::uintptr_t>(First)] = {.Bytes = Size};
    noteInTeam(Of.Team, Made, reinterpret_cast<std::uintptr_t>(Code));
    ++Version;
    return true;
  });
} catch (const std::bad_alloc &) { // the block is not known then
  return false;
}

} // namespace

HeapSpan heapAround(std::uintptr_t Address) {
  return withHeap(HeapSpan{0, UINTPTR_MAX}, [&](const Heap &Of) {
    if (const auto Found = blockAround(Of.All, Address); Found != Of.All.end())
      return HeapSpan{Found->first, Found->first + Found->second.Bytes, true};
    const auto Next = Of.All.upper_bound(Address);
    HeapSpan Gap{0, Next == Of.All.end() ? UINTPTR_MAX : Next->first};
    if (Next != Of.All.begin())
      Gap.Begin = std::prev(Next)->first + std::prev(Next)->second.Bytes;
    return Gap;
  });
}

TeamBlock teamBlockAt(std::uintptr_t Address) {
  return withHeap(TeamBlock(), [&](const Heap &Of) {
    const auto Found = blockAround(Of.All, Address);
    const bool Is = Found != Of.All.end() && Of.Team.Running && Found->second.Of.Team == Of.Team.Number &&
                    pthread_equal(Found->second.By, pthread_self());
    return Is ? Found->second.Of : TeamBlock();
  });
}

bool isOfEachThread(const TeamBlock &Which) {
  return withHeap(true, [&](const Heap &Of) {
    const auto Like = Of.Team.Made.find(Which);
    return Of.Team.HasOneThread || (Like != Of.Team.Made.end() && Like->second.Several);
  });
}

void beginTeam() {
  withHeap(false, [](Heap &Of) {
    if (Of.Team.Running++ == 0) {
      ++Of.Team.Number;
      Of.Team.HasOneThread = false;
    }
    return true;
  });
}

void teamHasOneThread() {
  withHeap(false, [](Heap &Of) { return Of.Team.HasOneThread = Of.Team.Running == 1; });
}

bool isLastTeam() {
  return withHeap(false, [](const Heap &Of) { return Of.Team.Running == 1; });
}

void endTeam() {
  withHeap(false, [](Heap &Of) {
    if (--Of.Team.Running == 0)
      Of.Team.Made.clear();
    return true;
  });
}

/// Blocks of the heap that grows by the program's break follow each other; others have pages of their own, and what
/// lies behind these may be anything: a library, a stack, what the program has mapped.
bool isOfHeap(const HeapSpan &Block, std::uintptr_t Address) {
  constexpr std::uintptr_t Page = 4096;
  if (Block.End <= reinterpret_cast<std::uintptr_t>(sbrk(0)))
    return Address < reinterpret_cast<std::uintptr_t>(sbrk(0));
  return Address >= Block.Begin / Page * Page && Address < (Block.End + Page - 1) / Page * Page;
}

std::uint64_t heapVersion() { return Version.load(std::memory_order_relaxed); }

void leaveHeap() { IsLeft = true; }

} // namespace hetrt::check

using namespace hetrt::check;

void hetrt_check_block(const void *First, hetrt_uint64 Size) { noteBlock(First, Size, nullptr); }
void hetrt_check_block_at(const void *First, hetrt_uint64 Size, const void *Code) { noteBlock(First, Size, Code); }

hetrt_uint64 hetrt_check_freed(const void *First) {
  if (Mine) // a smaller one that is gone must not hide a larger one around it
    Mine->Blocks.erase(reinterpret_cast<std::uintptr_t>(First));
  return withHeap(hetrt_uint64{0}, [&](Heap &Of) {
    const auto Block = Of.All.find(reinterpret_cast<std::uintptr_t>(First));
    if (Block == Of.All.end())
      return hetrt_uint64{0};
    const hetrt_uint64 Size = Block->second.Bytes;
    Of.All.erase(Block);
    ++Version;
    return Size;
  });
}
