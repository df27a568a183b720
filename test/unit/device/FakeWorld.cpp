// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of the fake CUDA driver, and its control functions for tests.

#include "FakeWorld.h"

#include <cstdint>

using namespace hetrt::test;

namespace hetrt::test {

World &world() {
  static World &W = *new World;
  return W;
}

std::vector<Context> &currentContexts() {
  thread_local std::vector<Context> Current;
  return Current;
}

Result enter(const char *Symbol) {
  World &W = world();
  const std::uint64_t Number = ++W.Counts[Symbol], OfAll = ++W.AllCalls;
  if (auto Found = W.Faults[Symbol].find(Number); Found != W.Faults[Symbol].end())
    return Found->second;
  if (OfAll == W.FaultyCall)
    return W.FaultOfCall;
  return W.Sticky;
}

Result enterContext(const char *Symbol) {
  const Result Error = enter(Symbol);
  return Error == Success && currentContexts().empty() ? InvalidContext : Error;
}

void drain(Stream S, std::uint64_t Count) {
  while (S->Done < Count) {
    std::function<void()> Next = std::move(S->Pending.front());
    S->Pending.pop_front();
    ++S->Done;
    S->Ends.push_back(S->Ends.back());
    Next();
  }
}

void enqueue(Stream S, std::function<void()> What, float Milliseconds) {
  S->Pending.push_back([=] {
    What();
    S->Ends.back() += Milliseconds;
  });
  ++S->Enqueued;
}

const World::Allocation *blockOf(DevicePointer Address, std::size_t Bytes) {
  const auto &Memory = world().Memory;
  auto After = Memory.upper_bound(Address);
  if (After == Memory.begin())
    return nullptr;
  const auto &[Begin, Block] = *--After;
  return Address - Begin <= Block.Bytes && Bytes <= Block.Bytes - (Address - Begin) ? &Block : nullptr;
}

bool isDevice(DevicePointer Address, std::size_t Bytes) { return blockOf(Address, Bytes) != nullptr; }

static bool isWithin(const std::map<std::uintptr_t, std::size_t> &Pinned, const void *Address, std::size_t Bytes) {
  const std::uintptr_t Number = reinterpret_cast<std::uintptr_t>(Address);
  auto After = Pinned.upper_bound(Number);
  if (After == Pinned.begin())
    return false;
  --After;
  return Number - After->first <= After->second && Bytes <= After->second - (Number - After->first);
}

Result transfer(Stream On, const void *Host, std::size_t HostBytes, std::function<void()> Copy) {
  // The real driver recognises device addresses here; the runtime must not rely on that.
  if (const auto *Block = blockOf(reinterpret_cast<DevicePointer>(Host), HostBytes); Block && !Block->Managed)
    return InvalidValue;
  const bool InPlace = isWithin(world().Registered, Host, HostBytes);
  enqueue(On, std::move(Copy), InPlace ? world().RegisteredMilliseconds : 1);
  if (!InPlace && !isWithin(world().Pinned, Host, HostBytes))
    drain(On, On->Enqueued);
  return world().Sticky;
}

} // namespace hetrt::test

extern "C" const FakeCuda *fakecuda() {
  static const FakeCuda Table = {
      [] {
        std::lock_guard Guard(world().Lock);
        World &W = world();
        W.Counts.clear();
        W.LastLaunch = {};
        W.AllCalls = W.FaultyCall = 0;
        W.Faults.clear();
        W.Sticky = W.NextKernelFault = Success;
        W.Devices = 2;
        W.PeerAccess = 1;
        W.RegisteredMilliseconds = 1;
        W.LaunchMilliseconds = nullptr;
        W.MaxPitch = 1 << 20;
        W.MemoryBytes = std::size_t(256) << 20;
        W.Granule = 256;
      },
      [](const char *Name, FakeKernel *Kernel, std::size_t ValuesSize) {
        std::lock_guard Guard(world().Lock);
        world().Kernels[Name] = {Kernel, ValuesSize, nullptr, {}};
      },
      [](const char *Name, FakePlainKernel *Kernel, const std::size_t *Sizes, std::size_t Count) {
        std::lock_guard Guard(world().Lock);
        world().Kernels[Name] = {nullptr, 0, Kernel, {Sizes, Sizes + Count}};
      },
      [](const char *Symbol, std::uint64_t Number, int Error) {
        std::lock_guard Guard(world().Lock);
        World &W = world();
        if (Symbol) {
          W.Faults[Symbol][W.Counts[Symbol] + Number] = Error;
        } else {
          W.FaultyCall = W.AllCalls + Number;
          W.FaultOfCall = Error;
        }
      },
      [](int Error) {
        std::lock_guard Guard(world().Lock);
        world().NextKernelFault = Error;
      },
      [](int Error) {
        std::lock_guard Guard(world().Lock);
        world().Sticky = Error;
      },
      [](const char *Symbol) {
        std::lock_guard Guard(world().Lock);
        return Symbol ? world().Counts[Symbol] : world().AllCalls;
      },
      [] {
        std::lock_guard Guard(world().Lock);
        return world().LastLaunch;
      },
      [](int Device) {
        std::lock_guard Guard(world().Lock);
        currentContexts().push_back(&world().Contexts[Device]);
      },
      []() -> const void * { return currentContexts().empty() ? nullptr : currentContexts().back(); },
      [](int Device, std::size_t Bytes, bool Managed) -> void * {
        std::lock_guard Guard(world().Lock);
        void *Block = ::operator new(Bytes, std::align_val_t(256));
        ContextTag &Owner = world().Contexts[Device]; // may not have been retained yet
        Owner.Device = Device;
        world().Memory[reinterpret_cast<DevicePointer>(Block)] = {Bytes, &Owner, Managed};
        return Block;
      },
      []() -> std::uint64_t {
        std::lock_guard Guard(world().Lock);
        World &W = world();
        std::uint64_t Live = W.Memory.size() + W.Pinned.size() + W.Registered.size() + W.Streams.size() +
                             W.Events.size() + W.Modules.size();
        for (const auto &[Number, C] : W.Contexts)
          Live += static_cast<std::uint64_t>(C.Retained);
        return Live;
      },
      [](int Count, std::size_t MemoryBytes) {
        std::lock_guard Guard(world().Lock);
        world().Devices = Count;
        world().MemoryBytes = MemoryBytes;
      },
      [](std::size_t Bytes) {
        std::lock_guard Guard(world().Lock);
        world().Granule = Bytes;
      },
      [](int Bytes) {
        std::lock_guard Guard(world().Lock);
        world().MaxPitch = Bytes;
      },
      [](bool Can) {
        std::lock_guard Guard(world().Lock);
        world().PeerAccess = Can;
      },
      [](float Milliseconds) {
        std::lock_guard Guard(world().Lock);
        world().RegisteredMilliseconds = Milliseconds;
      },
      [](float (*Of)(const FakeLaunch &)) {
        std::lock_guard Guard(world().Lock);
        world().LaunchMilliseconds = Of;
      },
  };
  return &Table;
}
