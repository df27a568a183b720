// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects of the fake CUDA driver, and the functions that all its entry points share.
#ifndef HETRT_TEST_DEVICE_FAKEWORLD_H
#define HETRT_TEST_DEVICE_FAKEWORLD_H

#include "fake_libcuda.h"

#include "Device/Cuda/Driver.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace hetrt::cuda {

struct StreamTag {
  std::deque<std::function<void()>> Pending;
  std::uint64_t Enqueued = 0, Done = 0;
  std::vector<float> Ends{0}; ///< When operations ended: each takes a millisecond, and streams run in parallel.
};

struct EventTag {
  bool Timing = false;
  Stream On = nullptr;
  std::uint64_t Count = 0;
};

struct ModuleTag {
  std::string Image;
};

struct FunctionTag {
  FakeKernel *Kernel = nullptr;
  std::size_t ValuesSize = 0;
  FakePlainKernel *Plain = nullptr;
  std::vector<std::size_t> Sizes; ///< The sizes of the kernel's parameters.
};

struct ContextTag {
  int Device = 0, Retained = 0;
  std::set<ContextTag *> Peers;
  std::size_t UsedBytes = 0;
};

} // namespace hetrt::cuda

namespace hetrt::test {

using namespace hetrt::cuda;

constexpr Result InvalidValue = 1, InvalidContext = 201, InvalidHandle = 400, NotFound = 500;

struct World {
  std::recursive_mutex Lock;
  std::size_t Granule = 256; ///< Allocations are rounded up to a multiple of this.
  int Devices = 2, MaxPitch = 1 << 20, PeerAccess = 1;
  std::size_t MemoryBytes = std::size_t(256) << 20;
  std::map<int, ContextTag> Contexts;
  struct Allocation {
    std::size_t Bytes;
    ContextTag *Owner;
    bool Managed = false;
  };
  std::map<DevicePointer, Allocation> Memory;
  std::map<std::uintptr_t, std::size_t> Pinned, Registered;
  float RegisteredMilliseconds = 1;
  std::set<Stream> Streams;
  std::set<Event> Events;
  std::set<Module> Modules;
  std::map<std::string, FunctionTag> Kernels;
  std::map<std::string, std::uint64_t> Counts;
  FakeLaunch LastLaunch;
  float (*LaunchMilliseconds)(const FakeLaunch &) = nullptr;     ///< Null: each launch takes one millisecond.
  std::map<std::string, std::map<std::uint64_t, Result>> Faults; ///< By entry point and number of the call.
  std::uint64_t AllCalls = 0, FaultyCall = 0;                    ///< Calls of all entry points; the call that fails, 0:
                                                                 ///< none.
  Result FaultOfCall = Success, Sticky = Success, NextKernelFault = Success;
};

/// The driver's state; made when it is first used.
World &world();

/// The calling thread's stack of current contexts.
std::vector<Context> &currentContexts();

/// Counts a call. Returns the error that the call must return, or success.
Result enter(const char *Symbol);
/// Like enter(), for an entry point that needs a current context.
Result enterContext(const char *Symbol);

#define ENTER(Symbol)                                                                                                  \
  std::lock_guard Guard(world().Lock);                                                                                 \
  if (Result Error = enter(Symbol))                                                                                    \
    return Error;
#define ENTER_CONTEXT(Symbol)                                                                                          \
  std::lock_guard Guard(world().Lock);                                                                                 \
  if (Result Error = enterContext(Symbol))                                                                             \
    return Error;

/// Executes the operations that are enqueued on a stream, in order, until `Count` of them have been done.
void drain(Stream S, std::uint64_t Count);
/// Enqueues an operation that takes `Milliseconds` of the fake driver's time.
void enqueue(Stream S, std::function<void()> What, float Milliseconds = 1);

/// The allocation of device memory that contains all these bytes; null if there is none.
const World::Allocation *blockOf(DevicePointer Address, std::size_t Bytes);
bool isDevice(DevicePointer Address, std::size_t Bytes);

/// Enqueues a copy. Copies with pageable memory are done at once, in the order of the stream, as the real driver may
/// do.
Result transfer(Stream On, const void *Host, std::size_t HostBytes, std::function<void()> Copy);

template <typename T> T *asPointer(DevicePointer Address) { return reinterpret_cast<T *>(Address); }

} // namespace hetrt::test

#endif
