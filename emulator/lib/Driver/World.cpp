// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The current contexts of threads, the order of work in streams, and functions that find the memory at an address.

#include "Driver/World.h"

#include "Trace/OfThread.h"

#include <cstdio>
#include <fstream>
#include <utility>

namespace emulator {

World &world() {
  static World &The = *new World;
  return The;
}

std::vector<ContextTag *> &currentContexts() {
  return hetrt::OfThread<std::vector<ContextTag *>>::get(); // programs may use the driver while they exit
}

void say(const std::string &Text) { std::fprintf(stderr, "emulated CUDA driver: %s\n", Text.c_str()); }

void wantReady() {
  if (!world().IsReady)
    throw Refusal{NotInitialised};
}

void wantDevice(DeviceOrdinal Device) {
  wantReady();
  if (Device < 0 || static_cast<std::size_t>(Device) >= world().Memories.size())
    throw Refusal{InvalidDevice};
}

ContextTag &currentEvenIfFailed() {
  wantReady();
  const auto &Stack = currentContexts();
  std::lock_guard Guard(world().Lock);
  if (Stack.empty() || !world().Contexts.count(Stack.back()))
    throw Refusal{InvalidContext};
  return *Stack.back();
}

ContextTag &current() {
  ContextTag &Now = currentEvenIfFailed();
  if (const Result Failed = Now.Error)
    throw Refusal{Failed};
  return Now;
}

StreamTag &streamOf(Stream On) {
  ContextTag &Now = current();
  // The handles 1 and 2 are the default streams of the process and of a thread, by CUDA's documentation.
  if (reinterpret_cast<std::uintptr_t>(On) <= 2)
    return *Now.Default;
  std::lock_guard Guard(world().Lock);
  for (const auto &[Key, Each] : world().Contexts)
    for (const auto &Known : Each->Streams)
      if (Known.get() == On) {
        if (const Result Failed = Each->Error)
          throw Refusal{Failed};
        return *On;
      }
  throw Refusal{InvalidHandle};
}

Finished enqueue(StreamTag &On, std::function<void()> Work) {
  ContextTag &In = *On.In;
  std::vector<Finished> After;
  std::lock_guard Guard(world().Lock);
  if (&On == In.Default.get()) {
    for (const auto &Each : In.Streams)
      if (Each->Queue.IsBlocking)
        After.push_back(Each->Queue.last());
  } else if (On.Queue.IsBlocking) {
    After.push_back(In.Default->Queue.last());
  }
  return On.Queue.add(
      [&In, Work = std::move(Work)] {
        if (In.Error == Success)
          Work();
      },
      std::move(After));
}

Result waitFor(StreamTag &On) {
  if (const Finished Last = On.Queue.last())
    Last->wait();
  return On.In->Error;
}

void drain(ContextTag &Of) {
  std::vector<Finished> All;
  {
    std::lock_guard Guard(world().Lock);
    All.push_back(Of.Default->Queue.last());
    for (const auto &Each : Of.Streams)
      All.push_back(Each->Queue.last());
  }
  for (const Finished &Each : All)
    if (Each)
      Each->wait();
}

/// Destroys a context. Its streams are destroyed without holding the lock, since their unfinished work may need the
/// lock.
void destroyContext(ContextTag &Of) {
  drain(Of);
  std::unique_ptr<ContextTag> Dying;
  {
    std::lock_guard Guard(world().Lock);
    auto Found = world().Contexts.find(&Of);
    Dying = std::move(Found->second);
    world().Contexts.erase(Found);
    for (auto &[Key, Each] : world().Contexts)
      Each->Peers.erase(&Of);
  }
  world().Memories[static_cast<std::size_t>(Of.Device)]->releaseAll(&Of);
}

/// Reads the list of mappings. Adjacent mappings are merged, since an array may extend over several of them.
void HostMemory::read() {
  Mapped.clear();
  std::ifstream List("/proc/self/maps");
  for (std::string Line; std::getline(List, Line);) {
    std::uint64_t Begin = 0, End = 0;
    char Reads = 0, Writes = 0;
    // Read-only mappings, which contain constants, are included. If a kernel stores to such a mapping, the process gets
    // SIGSEGV.
    if (std::sscanf(Line.c_str(), "%lx-%lx %c%c", &Begin, &End, &Reads, &Writes) != 4 || Reads != 'r')
      continue;
    if (!Mapped.empty() && std::prev(Mapped.end())->second == Begin)
      std::prev(Mapped.end())->second = End;
    else
      Mapped[Begin] = End;
  }
}

bool HostMemory::find(std::uint64_t Address, Range &Found) {
  std::lock_guard Guard(Lock);
  for (const bool Again : {false, true}) {
    if (Again)
      read();
    auto Next = Mapped.upper_bound(Address);
    if (Next == Mapped.begin() || std::prev(Next)->second <= Address)
      continue;
    const auto [Begin, End] = *std::prev(Next);
    Found = {Begin, End - Begin, reinterpret_cast<std::byte *>(Begin), nullptr};
    return true;
  }
  return false;
}

VisibleMemory::VisibleMemory(const ContextTag &Of) {
  std::lock_guard Guard(world().Lock);
  Devices.insert(static_cast<unsigned>(Of.Device));
  for (const ContextTag *Each : Of.Peers)
    Devices.insert(static_cast<unsigned>(Each->Device));
}

bool VisibleMemory::find(std::uint64_t Address, Range &Found) const {
  unsigned Ordinal = 0;
  if (DeviceMemory::ordinalOf(Address, Ordinal))
    return Devices.count(Ordinal) && world().Memories[Ordinal]->find(Address, Found);
  return findPinned(Address, Found) || (world().Set.Pageable && Host.find(Address, Found));
}

bool VisibleMemory::findPinned(std::uint64_t Address, Range &Found) const {
  std::lock_guard Guard(world().Lock);
  auto Next = world().Pinned.upper_bound(Address);
  if (Next == world().Pinned.begin())
    return false;
  const auto &[Begin, Of] = *std::prev(Next);
  Found = {Begin, Of.Bytes, reinterpret_cast<std::byte *>(Begin), nullptr};
  return Found.holds(Address, 1);
}

std::string VisibleMemory::describe(std::uint64_t Address) const {
  unsigned Ordinal = 0;
  if (!DeviceMemory::ordinalOf(Address, Ordinal))
    return world().Set.Pageable ? "no address of a device, nor of the host"
                                : "no address of a device, nor of pinned memory";
  if (!Devices.count(Ordinal))
    return "an address of another device, to which the context has no access";
  return world().Memories[Ordinal]->describe(Address);
}

HostBytes hostBytes(std::uint64_t Address, std::uint64_t Bytes) {
  unsigned Ordinal = 0;
  Range Found;
  const bool IsDevices = DeviceMemory::ordinalOf(Address, Ordinal);
  if (IsDevices && Ordinal < world().Memories.size() && world().Memories[Ordinal]->find(Address, Found) &&
      Found.holds(Address, Bytes)) {
    const std::uint64_t At = Address - Found.Begin;
    return {Found.Host + At, Found.Written ? Found.Written + At : nullptr};
  }
  if (!IsDevices && isPinned(reinterpret_cast<const void *>(Address), Bytes))
    return {reinterpret_cast<std::byte *>(Address), nullptr};
  throw Refusal{InvalidValue};
}

bool isPinned(const void *Address, std::uint64_t Bytes) { return pinnedAt(Address, Bytes).has_value(); }

std::optional<PinnedMemory> pinnedAt(const void *Address, std::uint64_t Bytes) {
  const auto Begin = reinterpret_cast<std::uint64_t>(Address);
  std::lock_guard Guard(world().Lock);
  auto Next = world().Pinned.upper_bound(Begin);
  if (Next == world().Pinned.begin())
    return std::nullopt;
  const auto &[At, Of] = *std::prev(Next);
  return Range{At, Of.Bytes, nullptr, nullptr}.holds(Begin, Bytes) ? std::optional(Of) : std::nullopt;
}

} // namespace emulator
