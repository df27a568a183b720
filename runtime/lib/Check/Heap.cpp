// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is noted of blocks is memory of the heap, too: what a thread allocates in here is not noted. The first blocks
// come before any constructor has run.
#include "Check/Heap.h"

#include "hetrt/check.h"

#include <atomic>
#include <iterator>
#include <map>
#include <mutex>

namespace hetrt::check {

namespace {

struct Heap {
  std::mutex Lock;
  std::map<std::uintptr_t, std::size_t> Bytes; ///< Of blocks, by their first byte.
};

Heap &heap() {
  static Heap *All = new Heap; // never destroyed: blocks go until the process does
  return *All;
}

constinit std::atomic<std::uint64_t> Version{0};
constinit std::atomic<bool> IsLeft{false};
constinit __thread bool IsNoting __attribute__((tls_model("initial-exec"))) = false;

/// Calls a function with all blocks, unless it is called by way of one that is being noted.
template <typename Result, typename Function> Result withHeap(Result Otherwise, Function Do) {
  if (IsNoting || IsLeft.load(std::memory_order_relaxed))
    return Otherwise;
  IsNoting = true;
  {
    Heap &All = heap();
    const std::lock_guard Guard(All.Lock);
    Otherwise = Do(All.Bytes);
  }
  IsNoting = false;
  return Otherwise;
}

} // namespace

HeapSpan heapAround(std::uintptr_t Address) {
  return withHeap(HeapSpan{0, UINTPTR_MAX}, [&](const auto &Bytes) {
    const auto Next = Bytes.upper_bound(Address);
    HeapSpan Gap{0, Next == Bytes.end() ? UINTPTR_MAX : Next->first};
    if (Next == Bytes.begin())
      return Gap;
    const auto &[Begin, Size] = *std::prev(Next);
    const HeapSpan Block{Begin, Begin + Size, true};
    Gap.Begin = Block.End;
    return Block.contains(Address) ? Block : Gap;
  });
}

std::uint64_t heapVersion() { return Version.load(std::memory_order_relaxed); }

void leaveHeap() { IsLeft = true; }

} // namespace hetrt::check

using namespace hetrt::check;

void hetrt_check_block(const void *First, hetrt_uint64 Size) {
  withHeap(0, [&](auto &Bytes) {
    Bytes[reinterpret_cast<std::uintptr_t>(First)] = Size;
    ++Version;
    return 0;
  });
}

hetrt_uint64 hetrt_check_freed(const void *First) {
  return withHeap(hetrt_uint64{0}, [&](auto &Bytes) {
    const auto Block = Bytes.find(reinterpret_cast<std::uintptr_t>(First));
    if (Block == Bytes.end())
      return hetrt_uint64{0};
    const hetrt_uint64 Size = Block->second;
    Bytes.erase(Block);
    ++Version;
    return Size;
  });
}
