// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libhetalloc.so: stands before the program's allocator, whichever that is, and remembers large allocations and where
// small ones begin, so that the runtime knows how long arrays are to which there are pointers only. hetcc links a
// program with it whose loops ask.
//
// It defines what an allocator defines and calls the next definition in the order of search: the C library's, or that
// of an allocator that the program is linked with. Where another one comes before it (LD_PRELOAD, a sanitizer, an
// allocator in the program itself), it is never called and knows nothing; so it sees all calls or none. What finds a
// way around that all the same (RTLD_DEEPBIND) is found out by trying, before anything is believed.
//
// Built without builtins, exceptions and the C++ library.
#include "AllocationTable.h"
#include "BlockStarts.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

using hetrt::AllocationTable;
using hetrt::BlockStarts;

#define HETALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constinit AllocationTable Table;
constinit BlockStarts Starts; ///< Of the blocks that are too small for the table.

/// What looking for the next definitions itself allocates; it is never given back.
constinit struct {
  alignas(16) std::byte Bytes[1 << 15]{};
  std::atomic<std::size_t> Used{0};

  bool owns(const void *Block) const {
    return reinterpret_cast<std::uintptr_t>(Block) - std::uintptr_t(Bytes) < sizeof Bytes;
  }
  void *take(std::size_t Size) {
    const std::size_t Rounded = (Size + 15) & ~std::size_t(15), At = Used.fetch_add(Rounded, std::memory_order_relaxed);
    if (Rounded >= Size && At <= sizeof Bytes && Rounded <= sizeof Bytes - At)
      return Bytes + At;
    errno = ENOMEM;
    return nullptr;
  }
} Early;

constinit __thread bool Searching __attribute__((tls_model("initial-exec"))) = false;

/// The next definition of a function, found at the first call.
template <typename Function> class Next {
public:
  explicit constexpr Next(const char *Name) : Name(Name) {}

  /// Null while it is being looked for, by this thread, and where there is none.
  Function *get() {
    Function *Known = Found.load(std::memory_order_relaxed);
    return Known || Searching ? Known : find();
  }

private:
  __attribute__((noinline)) Function *find() {
    Searching = true;
    auto *There = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name));
    Searching = false;
    Found.store(There, std::memory_order_relaxed);
    return There;
  }

  const char *const Name;
  std::atomic<Function *> Found{nullptr};
};

constinit Next<void *(std::size_t)> NextMalloc("malloc"), NextValloc("valloc"), NextPvalloc("pvalloc");
constinit Next<void *(std::size_t, std::size_t)> NextCalloc("calloc"), NextMemalign("memalign"),
    NextAlignedAlloc("aligned_alloc");
constinit Next<void *(void *, std::size_t)> NextRealloc("realloc");
constinit Next<void(void *)> NextFree("free");
constinit Next<int(void **, std::size_t, std::size_t)> NextPosixMemalign("posix_memalign");
constinit Next<std::size_t(void *)> NextUsableSize("malloc_usable_size");

void *noted(void *Block, std::size_t Bytes) {
  if (!Block)
    return nullptr;
  if (Bytes >= AllocationTable::Least)
    Table.add(reinterpret_cast<std::uintptr_t>(Block), Bytes);
  else
    Starts.add(reinterpret_cast<std::uintptr_t>(Block));
  return Block;
}

/// Not of a null pointer. Returns the bytes of a block of the table, and 0 for a small one.
std::size_t forget(void *Block) {
  Starts.remove(reinterpret_cast<std::uintptr_t>(Block));
  return Table.remove(reinterpret_cast<std::uintptr_t>(Block));
}

template <typename... Arguments> void *allocate(Next<void *(Arguments...)> &By, std::size_t Bytes, Arguments... Given) {
  if (auto *Function = By.get())
    return noted(Function(Given...), Bytes);
  errno = ENOMEM;
  return nullptr;
}

} // namespace

HETALLOC_EXPORT void *malloc(std::size_t Bytes) {
  auto *Function = NextMalloc.get();
  return Function ? noted(Function(Bytes), Bytes) : Early.take(Bytes);
}

HETALLOC_EXPORT void *calloc(std::size_t Count, std::size_t Size) {
  std::size_t Bytes = 0;
  const bool Fits = !__builtin_mul_overflow(Count, Size, &Bytes);
  auto *Function = NextCalloc.get();
  return Function ? noted(Function(Count, Size), Bytes) : Early.take(Fits ? Bytes : SIZE_MAX);
}

HETALLOC_EXPORT void free(void *Block) {
  if (!Block || Early.owns(Block))
    return;
  forget(Block);
  if (auto *Function = NextFree.get())
    Function(Block);
}

/// Of C23.
HETALLOC_EXPORT void free_sized(void *Block, std::size_t) { free(Block); }
HETALLOC_EXPORT void free_aligned_sized(void *Block, std::size_t, std::size_t) { free(Block); }

HETALLOC_EXPORT void *realloc(void *Block, std::size_t Bytes) {
  if (!Block)
    return malloc(Bytes);
  if (Early.owns(Block)) { // its length is not known: at most what is behind it
    void *Moved = malloc(Bytes);
    const std::size_t Behind = std::size_t(Early.Bytes + sizeof Early.Bytes - static_cast<std::byte *>(Block));
    return Moved ? memcpy(Moved, Block, Bytes < Behind ? Bytes : Behind) : nullptr;
  }
  auto *Function = NextRealloc.get();
  if (!Function) {
    errno = ENOMEM;
    return nullptr;
  }
  // The thread that gets the old block next tells of it, so it has to be forgotten first.
  const std::size_t Before = forget(Block);
  void *Made = Function(Block, Bytes);
  if (!Made && Bytes != 0) {
    noted(Block, Before);
    return nullptr;
  }
  return noted(Made, Bytes);
}

HETALLOC_EXPORT void *memalign(std::size_t Alignment, std::size_t Bytes) {
  return allocate(NextMemalign, Bytes, Alignment, Bytes);
}

HETALLOC_EXPORT void *aligned_alloc(std::size_t Alignment, std::size_t Bytes) {
  return allocate(NextAlignedAlloc, Bytes, Alignment, Bytes);
}

HETALLOC_EXPORT void *valloc(std::size_t Bytes) { return allocate(NextValloc, Bytes, Bytes); }

HETALLOC_EXPORT void *pvalloc(std::size_t Bytes) {
  const auto Page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return allocate(NextPvalloc, (Bytes + Page - 1) / Page * Page, Bytes);
}

HETALLOC_EXPORT int posix_memalign(void **Into, std::size_t Alignment, std::size_t Bytes) {
  auto *Function = NextPosixMemalign.get();
  const int Code = Function ? Function(Into, Alignment, Bytes) : ENOMEM;
  if (Code == 0)
    noted(*Into, Bytes);
  return Code;
}

/// A program that asks uses all of it.
HETALLOC_EXPORT std::size_t malloc_usable_size(void *Block) {
  auto *Function = NextUsableSize.get();
  if (!Function || !Block || Early.owns(Block))
    return 0;
  const std::size_t Bytes = Function(Block);
  if (Table.remove(reinterpret_cast<std::uintptr_t>(Block)))
    noted(Block, Bytes);
  return Bytes;
}

//===-- For the runtime ------------------------------------------------------------------------------------------===//

namespace {

bool knows(const void *Block, std::size_t Bytes) {
  return Table.around(reinterpret_cast<std::uintptr_t>(Block)).Bytes == Bytes;
}

/// Whether the program's own calls come here: a block goes through the functions that it would call.
bool sees() {
  void *Program = dlopen(nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (!Program)
    return false;
  auto *Malloc = reinterpret_cast<void *(*)(std::size_t)>(dlsym(Program, "malloc"));
  auto *Realloc = reinterpret_cast<void *(*)(void *, std::size_t)>(dlsym(Program, "realloc"));
  auto *Free = reinterpret_cast<void (*)(void *)>(dlsym(Program, "free"));
  dlclose(Program);
  if (!Malloc || !Realloc || !Free)
    return false;
  constexpr std::size_t Bytes = AllocationTable::Least + 13; // which nobody else is likely to want
  void *Block = Malloc(Bytes);
  bool Sees = Block && knows(Block, Bytes);
  if (void *Longer = Block ? Realloc(Block, 3 * Bytes) : nullptr) {
    Sees &= knows(Longer, 3 * Bytes);
    Block = Longer;
  }
  if (Block)
    Free(Block);
  return Sees && !knows(Block, 3 * Bytes);
}

} // namespace

static bool isAsked() {
  static constinit std::atomic<int> Sees{-1};
  int Known = Sees.load(std::memory_order_relaxed);
  if (Known < 0)
    Sees.store(Known = sees(), std::memory_order_relaxed);
  return Known;
}

/// The small block around an address, where it is known: the allocator says how long the block is that begins before
/// the address.
static AllocationTable::Block smallAround(std::uintptr_t Address) {
  const std::uintptr_t Begin = Starts.lastBefore(Address, 2 * AllocationTable::Least);
  auto *Function = Begin ? NextUsableSize.get() : nullptr;
  const std::size_t Bytes = Function ? Function(reinterpret_cast<void *>(Begin)) : 0;
  return Address - Begin < Bytes ? AllocationTable::Block{Begin, Bytes} : AllocationTable::Block{};
}

static AllocationTable::Block knownAround(std::uintptr_t Address) {
  const AllocationTable::Block Large = Table.around(Address);
  return Large.Bytes ? Large : smallAround(Address);
}

static int answer(const AllocationTable::Block &Found, const void **First, std::size_t *Bytes) {
  *First = reinterpret_cast<const void *>(Found.Begin);
  *Bytes = Found.Bytes;
  return Found.Bytes != 0;
}

/// Finds the allocation that an address lies in: 1, its first byte and its size; or 0. A small one may be some bytes
/// longer than what was asked for, and contains no other.
HETALLOC_EXPORT int hetrt_find_allocation(const void *Address, const void **First, std::size_t *Bytes) {
  const auto Place = reinterpret_cast<std::uintptr_t>(Address);
  return answer(isAsked() ? knownAround(Place) : AllocationTable::Block{}, First, Bytes);
}

/// What objects refer to that ask for this library; hetcc looks for the name.
HETALLOC_EXPORT const char hetrt_allocations;
const char hetrt_allocations = 1;
