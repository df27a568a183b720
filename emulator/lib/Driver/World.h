// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global state of the emulated driver: devices, contexts, streams, modules, pinned memory of the host.
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

/// A module loaded into a context, that is, into the memory of its device.
struct ModuleTag {
  ContextTag *In = nullptr;
  std::unique_ptr<emulator::Module> Read;
  std::vector<std::uint64_t> Addresses; // addresses of the module's variables, by number
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
  emulator::Finished Recorded; // null: the event was never recorded
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
  std::atomic<Result> Error = Success; // if a kernel has faulted: the error that every later call returns
  std::atomic<std::uint64_t> Launches = 0;
};

} // namespace hetrt::cuda

namespace emulator {

using namespace hetrt::cuda;

/// The driver's error numbers that hetrt has no names for.
constexpr Result InvalidValue = 1, NotInitialised = 3, InvalidDevice = 101, InvalidContext = 201,
                 PeerAccessUnsupported = 217, FileNotFound = 301, OperatingSystem = 304, InvalidHandle = 400,
                 NotFound = 500, LaunchTimeout = 702, PeerAccessNotEnabled = 705, HostMemoryNotRegistered = 713;

/// Thrown in an entry point of the driver, which then returns the error number.
struct Refusal {
  Result Error;
};

/// Writes one line to standard error.
void say(const std::string &Text);

/// Memory of the host that devices access at the host's address: registered by the program, allocated as pinned memory,
/// or managed.
struct PinnedMemory {
  enum Kinds : std::uint8_t { Registered, Allocated, Managed };
  std::uint64_t Bytes = 0;
  Kinds Kind = Registered;
};

class World {
public:
  Settings Set;
  std::mutex Lock; // guards all fields below, and the contexts' containers
  bool IsReady = false;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  std::map<ContextTag *, std::unique_ptr<ContextTag>> Contexts;
  std::vector<ContextTag *> Primary;
  std::map<std::uint64_t, PinnedMemory> Pinned; // the key is the address
  CounterReport Counted;
  CheckedMemory Checked;
  Findings Found{say};
};

/// Never destroyed: threads of the program may call the driver until the process ends.
World &world();

/// The stack of contexts of the calling thread; the last one is the current context.
std::vector<ContextTag *> &currentContexts();

/// The current context. Throws Refusal if there is none, or if it has failed.
ContextTag &current();
ContextTag &currentEvenIfFailed();
void wantReady();
void wantDevice(DeviceOrdinal Device);
template <typename T> void wantPointer(T *Pointer) {
  if (!Pointer)
    throw Refusal{InvalidValue};
}

/// The stream that a handle stands for; a null handle stands for the default stream of the current context. The stream
/// may belong to another context.
StreamTag &streamOf(Stream On);

/// Adds work to a stream, in order with the work of the default stream. If a kernel of the context has faulted, the
/// work is not done.
Finished enqueue(StreamTag &On, std::function<void()> Work);
/// Waits for a stream, and returns the error of its context.
Result waitFor(StreamTag &On);
/// Waits for all streams of a context.
void drain(ContextTag &Of);
void destroyContext(ContextTag &Of);

/// The host's readable mappings, from /proc/self/maps. If an address is in none of the known mappings, the list is read
/// again, since the program may have mapped memory meanwhile.
class HostMemory {
public:
  bool find(std::uint64_t Address, Range &Found);

private:
  void read();

  std::mutex Lock;
  std::map<std::uint64_t, std::uint64_t> Mapped; ///< End of each mapping, by its beginning.
};

/// The memory that kernels of a context can access: that of the context's device and of its peers, and the host's
/// pinned memory or, with HETCC_EMULATOR_PAGEABLE, all of the host's memory.
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

/// The address on the host at which bytes of device or pinned memory are, and their flags of written bytes
/// (Range::Written), if these are recorded.
struct HostBytes {
  std::byte *Host = nullptr, *Written = nullptr;
};
/// Throws Refusal if the bytes at the address are not in one allocation.
HostBytes hostBytes(std::uint64_t Address, std::uint64_t Bytes);
/// The pinned memory that contains the bytes; nothing if they are not in pinned memory.
std::optional<PinnedMemory> pinnedAt(const void *Address, std::uint64_t Bytes);
/// Whether the host's memory is pinned, so that the driver may copy to or from it while the program goes on.
bool isPinned(const void *Address, std::uint64_t Bytes);

/// Runs the body of an entry point, and turns exceptions into error numbers.
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
