// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that the driver knows: devices, contexts, streams, modules, memory of the host that is pinned.
#ifndef EMULATOR_DRIVER_WORLD_H
#define EMULATOR_DRIVER_WORLD_H

#include "Device/Cuda/Driver.h"
#include "Driver/CounterReport.h"
#include "Driver/DeviceMemory.h"
#include "Driver/Settings.h"
#include "Driver/Streams.h"
#include "Execute/Block.h"
#include "Observe/Checks.h"

#include <optional>
#include <set>

namespace hetrt::cuda {

/// A module in the memory of a context's device.
struct ModuleTag {
  ContextTag *In = nullptr;
  std::unique_ptr<emulator::Module> Read;
  std::vector<std::uint64_t> Addresses; // of variables, by number
  std::map<std::string, std::unique_ptr<FunctionTag>, std::less<>> Functions;
};

struct FunctionTag {
  ModuleTag *In = nullptr;
  const emulator::Function *Of = nullptr;
  std::uint64_t MostDynamicShared = 48 << 10;
};

struct StreamTag {
  StreamTag(ContextTag &In, bool Blocking) : In(&In), Queue(Blocking) {}
  ContextTag *In;
  emulator::WorkQueue Queue;
};

struct EventTag {
  ContextTag *In = nullptr;
  bool HasTime = true;
  emulator::Finished Recorded; // null: never
};

struct ContextTag {
  DeviceOrdinal Device = 0;
  int Retained = 0;
  bool IsPrimary = false;
  std::unique_ptr<StreamTag> Default;
  std::set<std::unique_ptr<StreamTag>, std::less<>> Streams;
  std::map<EventTag *, std::unique_ptr<EventTag>> Events;
  std::map<ModuleTag *, std::unique_ptr<ModuleTag>> Modules;
  std::set<ContextTag *> Peers;
  std::atomic<Result> Error = Success; // once a kernel has faulted, of every call
  std::atomic<std::uint64_t> Launches = 0;
};

} // namespace hetrt::cuda

namespace emulator {

using namespace hetrt::cuda;

/// Numbers of the driver that hetrt does not tell apart.
constexpr Result InvalidValue = 1, NotInitialised = 3, InvalidDevice = 101, InvalidContext = 201,
                 PeerAccessUnsupported = 217, FileNotFound = 301, OperatingSystem = 304, InvalidHandle = 400,
                 NotFound = 500, LaunchTimeout = 702, PeerAccessNotEnabled = 705, HostMemoryNotRegistered = 713;

/// An entry point ends with this error.
struct Refusal {
  Result Error;
};

/// One line on standard error.
void say(const std::string &Text);

/// Memory of the host that devices reach at its own address: what the program has registered, what it has allocated as
/// pinned, and as managed.
struct PinnedMemory {
  enum Kinds : std::uint8_t { Registered, Allocated, Managed };
  std::uint64_t Bytes = 0;
  Kinds Kind = Registered;
};

class World {
public:
  Settings Set;
  std::mutex Lock; // of all below, and of the contexts' containers
  bool IsReady = false;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  std::map<ContextTag *, std::unique_ptr<ContextTag>> Contexts;
  std::vector<ContextTag *> Primary;
  std::map<std::uint64_t, PinnedMemory> Pinned; // by address
  CounterReport Counted;
  CheckedMemory Checked;
  Findings Found{say};
};

/// Never destroyed: threads of the program may call at its very end.
World &world();

/// The contexts of the calling thread, the current one last.
std::vector<ContextTag *> &currentContexts();

/// The current context, which has not failed. Throws Refusal.
ContextTag &current();
ContextTag &currentEvenIfFailed();
void wantReady();
void wantDevice(DeviceOrdinal Device);
template <typename T> void wantPointer(T *Pointer) {
  if (!Pointer)
    throw Refusal{InvalidValue};
}

/// The stream's context is its own; null is the current context's default stream.
StreamTag &streamOf(Stream On);

/// Enqueues in the order that streams have with the default one. Work behind a fault is left out.
Finished enqueue(StreamTag &On, std::function<void()> Work);
/// Waits for a stream, and says how its context is.
Result waitFor(StreamTag &On);
/// Waits for all streams of a context.
void drain(ContextTag &Of);
void destroyContext(ContextTag &Of);

/// What the host has mapped for reading and writing, as its kernel lists it: read once, and again where an address is
/// in none of it, since the program goes on meanwhile.
class HostMemory {
public:
  bool find(std::uint64_t Address, Range &Found);

private:
  void read();

  std::mutex Lock;
  std::map<std::uint64_t, std::uint64_t> Mapped; ///< Ends, by where they begin.
};

/// What a kernel in a context sees: its device, those of its peers, and of the host's memory what is pinned, or all.
class VisibleMemory : public GlobalMemory {
public:
  explicit VisibleMemory(const ContextTag &Of);
  bool find(std::uint64_t Address, Range &Found) const override;
  std::string describe(std::uint64_t Address) const override;

private:
  bool findPinned(std::uint64_t Address, Range &Found) const;

  std::set<unsigned> Devices;
  mutable HostMemory Host;
};

/// Where bytes of a device, or pinned ones, lie on the host, and beside each whether it was written if that is kept.
struct HostBytes {
  std::byte *Host = nullptr, *Written = nullptr;
};
/// Throws Refusal if the address is none, or has not so many bytes.
HostBytes hostBytes(std::uint64_t Address, std::uint64_t Bytes);
/// The pinned memory that an address lies in, or nothing.
std::optional<PinnedMemory> pinnedAt(const void *Address, std::uint64_t Bytes);
/// Whether the driver may copy to or from that memory of the host while the program goes on.
bool isPinned(const void *Address, std::uint64_t Bytes);

/// Runs an entry point's body under the rules that all of them have.
template <typename Body> Result guarded(Body Do) {
  try {
    return Do();
  } catch (const Refusal &Why) {
    return Why.Error;
  } catch (const std::bad_alloc &) {
    return OutOfMemory;
  } catch (const std::exception &Why) {
    say(Why.what());
    return OperatingSystem;
  }
}

} // namespace emulator

#endif
