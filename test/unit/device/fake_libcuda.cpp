// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver without a GPU: the entry points that the runtime uses, over host memory.
//
// It is as asynchronous as the real one may be: what is enqueued on a stream happens only when somebody waits for it.
// It checks what the real one checks silently or not at all: device pointers, pinned memory, the current context. It
// counts calls, fails on request, and runs kernels by calling host functions that the test registered under their
// names.

#include "fake_libcuda.h"

#include "Device/Cuda/Driver.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

using namespace hetrt::cuda;

namespace {

constexpr Result InvalidValue = 1, InvalidContext = 201, InvalidImage = 200, InvalidHandle = 400, NotFound = 500;

} // namespace

namespace hetrt::cuda {

struct StreamTag {
  std::deque<std::function<void()>> Pending;
  std::uint64_t Enqueued = 0, Done = 0;
  std::vector<float> Ends{0}; ///< When operations ended: each takes a millisecond, and streams run side by side.
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
};

struct ContextTag {
  int Device = 0, Retained = 0;
  std::set<ContextTag *> Peers;
  std::size_t UsedBytes = 0;
};

} // namespace hetrt::cuda

namespace {

struct World {
  std::recursive_mutex Lock;
  int Devices = 2, MaxPitch = 1 << 20, PeerAccess = 1;
  std::size_t MemoryBytes = std::size_t(256) << 20;
  std::map<int, ContextTag> Contexts;
  struct Allocation {
    std::size_t Bytes;
    ContextTag *Owner;
  };
  std::map<DevicePointer, Allocation> Memory;
  std::map<std::uintptr_t, std::size_t> Pinned, Registered;
  float RegisteredMilliseconds = 1;
  std::set<Stream> Streams;
  std::set<Event> Events;
  std::set<Module> Modules;
  std::map<std::string, FunctionTag> Kernels;
  std::map<std::string, std::uint64_t> Counts;
  std::map<std::string, std::map<std::uint64_t, Result>> Faults; ///< By entry point and number of the call.
  Result Sticky = Success, NextKernelFault = Success;
};

World &world() {
  static World &W = *new World;
  return W;
}

thread_local std::vector<Context> Current;

/// Counts a call. Returns the error that it has to return, or success.
Result enter(const char *Symbol) {
  World &W = world();
  const std::uint64_t Number = ++W.Counts[Symbol];
  if (auto Found = W.Faults[Symbol].find(Number); Found != W.Faults[Symbol].end())
    return Found->second;
  return W.Sticky;
}

Result enterContext(const char *Symbol) {
  const Result Error = enter(Symbol);
  return Error == Success && Current.empty() ? InvalidContext : Error;
}

#define ENTER(Symbol)                                                                                                  \
  std::lock_guard Guard(world().Lock);                                                                                 \
  if (Result Error = enter(Symbol))                                                                                    \
    return Error;
#define ENTER_CONTEXT(Symbol)                                                                                          \
  std::lock_guard Guard(world().Lock);                                                                                 \
  if (Result Error = enterContext(Symbol))                                                                             \
    return Error;

void drain(Stream S, std::uint64_t Count) {
  while (S->Done < Count) {
    std::function<void()> Next = std::move(S->Pending.front());
    S->Pending.pop_front();
    ++S->Done;
    S->Ends.push_back(S->Ends.back());
    Next();
  }
}

/// `Milliseconds` is what the operation takes.
void enqueue(Stream S, std::function<void()> What, float Milliseconds = 1) {
  S->Pending.push_back([=] {
    What();
    S->Ends.back() += Milliseconds;
  });
  ++S->Enqueued;
}

bool isDevice(DevicePointer Address, std::size_t Bytes) {
  const auto &Memory = world().Memory;
  auto After = Memory.upper_bound(Address);
  if (After == Memory.begin())
    return false;
  --After;
  return Address - After->first <= After->second.Bytes && Bytes <= After->second.Bytes - (Address - After->first);
}

bool isWithin(const std::map<std::uintptr_t, std::size_t> &Pinned, const void *Address, std::size_t Bytes) {
  const std::uintptr_t Number = reinterpret_cast<std::uintptr_t>(Address);
  auto After = Pinned.upper_bound(Number);
  if (After == Pinned.begin())
    return false;
  --After;
  return Number - After->first <= After->second && Bytes <= After->second - (Number - After->first);
}

/// Copies with pageable memory happen at once, in the order of the stream, as the real driver's may.
Result transfer(Stream On, const void *Host, std::size_t HostBytes, std::function<void()> Copy) {
  const bool InPlace = isWithin(world().Registered, Host, HostBytes);
  enqueue(On, std::move(Copy), InPlace ? world().RegisteredMilliseconds : 1);
  if (!InPlace && !isWithin(world().Pinned, Host, HostBytes))
    drain(On, On->Enqueued);
  return world().Sticky;
}

template <typename T> T *asPointer(DevicePointer Address) { return reinterpret_cast<T *>(Address); }

} // namespace

extern "C" {

Result cuInit(unsigned) {
  ENTER("cuInit");
  return Success;
}

Result cuDriverGetVersion(int *Version) {
  ENTER("cuDriverGetVersion");
  *Version = 13000;
  return Success;
}

Result cuGetErrorName(Result Error, const char **Text) {
  static const std::map<Result, const char *> Names = {
      {0, "CUDA_SUCCESS"},           {1, "CUDA_ERROR_INVALID_VALUE"},     {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {100, "CUDA_ERROR_NO_DEVICE"}, {200, "CUDA_ERROR_INVALID_IMAGE"},   {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
      {500, "CUDA_ERROR_NOT_FOUND"}, {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}, {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
  };
  auto Found = Names.find(Error);
  if (Found == Names.end())
    return InvalidValue;
  *Text = Found->second;
  return Success;
}

Result cuGetErrorString(Result Error, const char **Text) {
  const char *Name = nullptr;
  if (cuGetErrorName(Error, &Name))
    return InvalidValue;
  *Text = "as the fake driver was told";
  return Success;
}

Result cuDeviceGetCount(int *Count) {
  ENTER("cuDeviceGetCount");
  *Count = world().Devices;
  return Success;
}

Result cuDeviceGet(DeviceOrdinal *Device, int Number) {
  ENTER("cuDeviceGet");
  *Device = Number;
  return Number < world().Devices ? Success : InvalidValue;
}

Result cuDeviceGetName(char *Name, int Length, DeviceOrdinal) {
  ENTER("cuDeviceGetName");
  std::strncpy(Name, "Fake GPU", static_cast<std::size_t>(Length));
  return Success;
}

Result cuDeviceGetPCIBusId(char *Text, int Length, DeviceOrdinal Device) {
  ENTER("cuDeviceGetPCIBusId");
  std::strncpy(Text, Device == 0 ? "0000:0A:00.0" : "0000:0B:00.0", static_cast<std::size_t>(Length));
  return Success;
}

Result cuDeviceGetAttribute(int *Value, int Attribute, DeviceOrdinal) {
  ENTER("cuDeviceGetAttribute");
  switch (Attribute) {
  case AttributeMultiprocessors:
    *Value = 2;
    return Success;
  case AttributeMaxPitch:
    *Value = world().MaxPitch;
    return Success;
  case AttributeComputeCapabilityMajor:
    *Value = 9;
    return Success;
  case AttributeComputeCapabilityMinor:
    *Value = 0;
    return Success;
  default:
    return InvalidValue;
  }
}

Result cuDeviceTotalMem_v2(std::size_t *Bytes, DeviceOrdinal) {
  ENTER("cuDeviceTotalMem_v2");
  *Bytes = world().MemoryBytes;
  return Success;
}

Result cuDevicePrimaryCtxRetain(Context *Retained, DeviceOrdinal Device) {
  ENTER("cuDevicePrimaryCtxRetain");
  ContextTag &C = world().Contexts[Device];
  C.Device = Device;
  ++C.Retained;
  *Retained = &C;
  return Success;
}

Result cuDevicePrimaryCtxRelease_v2(DeviceOrdinal Device) {
  ENTER("cuDevicePrimaryCtxRelease_v2");
  return --world().Contexts[Device].Retained >= 0 ? Success : InvalidContext;
}

Result cuCtxPushCurrent_v2(Context Pushed) {
  ENTER("cuCtxPushCurrent_v2");
  Current.push_back(Pushed);
  return Success;
}

// Works after a sticky error too, as the real one does.
Result cuCtxPopCurrent_v2(Context *Popped) {
  std::lock_guard Guard(world().Lock);
  enter("cuCtxPopCurrent_v2");
  if (Current.empty())
    return InvalidContext;
  *Popped = Current.back();
  Current.pop_back();
  return Success;
}

Result cuDeviceCanAccessPeer(int *Can, DeviceOrdinal Device, DeviceOrdinal Peer) {
  ENTER("cuDeviceCanAccessPeer");
  *Can = Device != Peer && world().PeerAccess;
  return Success;
}

Result cuCtxEnablePeerAccess(Context Peer, unsigned Flags) {
  ENTER_CONTEXT("cuCtxEnablePeerAccess");
  if (Flags || !Peer || Peer == Current.back())
    return InvalidValue;
  return Current.back()->Peers.insert(Peer).second ? Success : PeerAccessAlreadyEnabled;
}

Result cuMemGetInfo_v2(std::size_t *Free, std::size_t *Total) {
  ENTER_CONTEXT("cuMemGetInfo_v2");
  *Total = world().MemoryBytes;
  *Free = *Total - Current.back()->UsedBytes;
  return Success;
}

Result cuMemAlloc_v2(DevicePointer *Address, std::size_t Bytes) {
  ENTER_CONTEXT("cuMemAlloc_v2");
  if (Bytes == 0)
    return InvalidValue;
  if (Bytes > world().MemoryBytes - Current.back()->UsedBytes)
    return OutOfMemory;
  void *Block = ::operator new(Bytes, std::align_val_t(256));
  std::memset(Block, 0xFF, Bytes);
  *Address = reinterpret_cast<DevicePointer>(Block);
  world().Memory[*Address] = {Bytes, Current.back()};
  Current.back()->UsedBytes += Bytes;
  return Success;
}

Result cuMemFree_v2(DevicePointer Address) {
  ENTER_CONTEXT("cuMemFree_v2");
  auto Found = world().Memory.find(Address);
  if (Found == world().Memory.end())
    return InvalidValue;
  for (Stream S : world().Streams) // The real one waits for the device too.
    drain(S, S->Enqueued);
  Found->second.Owner->UsedBytes -= Found->second.Bytes;
  ::operator delete(asPointer<void>(Address), std::align_val_t(256));
  world().Memory.erase(Found);
  return Success;
}

Result cuMemHostAlloc(void **Address, std::size_t Bytes, unsigned) {
  ENTER_CONTEXT("cuMemHostAlloc");
  *Address = ::operator new(Bytes);
  world().Pinned[reinterpret_cast<std::uintptr_t>(*Address)] = Bytes;
  return Success;
}

Result cuMemFreeHost(void *Address) {
  ENTER_CONTEXT("cuMemFreeHost");
  if (!world().Pinned.erase(reinterpret_cast<std::uintptr_t>(Address)))
    return InvalidValue;
  ::operator delete(Address);
  return Success;
}

Result cuMemHostRegister_v2(void *Address, std::size_t Bytes, unsigned Flags) {
  ENTER_CONTEXT("cuMemHostRegister_v2");
  if (!Bytes || Flags)
    return InvalidValue;
  const std::uintptr_t Begin = reinterpret_cast<std::uintptr_t>(Address);
  for (const auto &[Other, Size] : world().Registered)
    if (Begin < Other + Size && Other < Begin + Bytes)
      return HostMemoryAlreadyRegistered;
  world().Registered[Begin] = Bytes;
  return Success;
}

Result cuMemHostUnregister(void *Address) {
  ENTER_CONTEXT("cuMemHostUnregister");
  return world().Registered.erase(reinterpret_cast<std::uintptr_t>(Address)) ? Success : InvalidValue;
}

Result cuMemcpyHtoDAsync_v2(DevicePointer To, const void *From, std::size_t Bytes, Stream On) {
  ENTER_CONTEXT("cuMemcpyHtoDAsync_v2");
  if (!isDevice(To, Bytes))
    return InvalidValue;
  return transfer(On, From, Bytes, [=] { std::memcpy(asPointer<void>(To), From, Bytes); });
}

Result cuMemcpyDtoHAsync_v2(void *To, DevicePointer From, std::size_t Bytes, Stream On) {
  ENTER_CONTEXT("cuMemcpyDtoHAsync_v2");
  if (!isDevice(From, Bytes))
    return InvalidValue;
  return transfer(On, To, Bytes, [=] { std::memcpy(To, asPointer<void>(From), Bytes); });
}

Result cuMemcpy2DAsync_v2(const Memcpy2D *Copy, Stream On) {
  ENTER_CONTEXT("cuMemcpy2DAsync_v2");
  const Memcpy2D C = *Copy;
  const bool Out = C.SourceKind == MemoryDevice;
  if (C.SourcePitch < C.WidthBytes || C.TargetPitch < C.WidthBytes || C.Height == 0 ||
      C.SourceKind + C.TargetKind != MemoryDevice + MemoryHost ||
      std::max(C.SourcePitch, C.TargetPitch) > static_cast<std::size_t>(world().MaxPitch))
    return InvalidValue;
  const DevicePointer Device = Out ? C.SourceDevice : C.TargetDevice;
  const std::size_t DevicePitch = Out ? C.SourcePitch : C.TargetPitch;
  if (!isDevice(Device, (C.Height - 1) * DevicePitch + C.WidthBytes))
    return InvalidValue;
  const void *From = Out ? asPointer<void>(C.SourceDevice) : C.SourceHost;
  void *To = Out ? C.TargetHost : asPointer<void>(C.TargetDevice);
  const std::size_t HostBytes = (C.Height - 1) * (Out ? C.TargetPitch : C.SourcePitch) + C.WidthBytes;
  return transfer(On, Out ? C.TargetHost : C.SourceHost, HostBytes, [=] {
    for (std::size_t Row = 0; Row < C.Height; ++Row)
      std::memcpy(static_cast<char *>(To) + Row * C.TargetPitch, static_cast<const char *>(From) + Row * C.SourcePitch,
                  C.WidthBytes);
  });
}

Result cuMemcpy3DPeerAsync(const Memcpy3DPeer *Copy, Stream On) {
  ENTER_CONTEXT("cuMemcpy3DPeerAsync");
  const Memcpy3DPeer C = *Copy;
  auto Lies = [&](DevicePointer Address, std::size_t Pitch, Context In) {
    const auto After = world().Memory.upper_bound(Address);
    return Pitch >= C.WidthBytes && isDevice(Address, (C.Height - 1) * Pitch + C.WidthBytes) &&
           std::prev(After)->second.Owner == In;
  };
  if (C.SourceKind != MemoryDevice || C.TargetKind != MemoryDevice || C.Height == 0 || C.Depth != 1 ||
      !C.TargetContext->Peers.count(C.SourceContext) || !Lies(C.SourceDevice, C.SourcePitch, C.SourceContext) ||
      !Lies(C.TargetDevice, C.TargetPitch, C.TargetContext))
    return InvalidValue;
  enqueue(On, [=] {
    for (std::size_t Row = 0; Row < C.Height; ++Row)
      std::memcpy(asPointer<char>(C.TargetDevice) + Row * C.TargetPitch,
                  asPointer<char>(C.SourceDevice) + Row * C.SourcePitch, C.WidthBytes);
  });
  return Success;
}

Result cuStreamCreate(Stream *Created, unsigned Flags) {
  ENTER_CONTEXT("cuStreamCreate");
  if (Flags != StreamNonBlocking)
    return InvalidValue;
  *Created = new StreamTag;
  world().Streams.insert(*Created);
  return Success;
}

Result cuStreamDestroy_v2(Stream Destroyed) {
  ENTER_CONTEXT("cuStreamDestroy_v2");
  if (!world().Streams.erase(Destroyed))
    return InvalidHandle;
  delete Destroyed;
  return Success;
}

Result cuStreamSynchronize(Stream On) {
  ENTER_CONTEXT("cuStreamSynchronize");
  drain(On, On->Enqueued);
  return world().Sticky;
}

// Every look lets the stream get on by one operation, so that those who only look do get there.
Result cuStreamQuery(Stream On) {
  ENTER_CONTEXT("cuStreamQuery");
  drain(On, std::min(On->Done + 1, On->Enqueued));
  if (world().Sticky)
    return world().Sticky;
  return On->Done == On->Enqueued ? Success : NotReady;
}

Result cuStreamWaitEvent(Stream On, Event For, unsigned) {
  ENTER_CONTEXT("cuStreamWaitEvent");
  if (For->On)
    enqueue(
        On,
        [=, Earlier = For->On, Count = For->Count] {
          drain(Earlier, Count);
          On->Ends.back() = std::max(On->Ends.back(), Earlier->Ends[Count]);
        },
        0);
  return Success;
}

Result cuEventCreate(Event *Created, unsigned Flags) {
  ENTER_CONTEXT("cuEventCreate");
  *Created = new EventTag;
  (*Created)->Timing = !(Flags & EventDisableTiming);
  world().Events.insert(*Created);
  return Success;
}

Result cuEventDestroy_v2(Event Destroyed) {
  ENTER_CONTEXT("cuEventDestroy_v2");
  if (!world().Events.erase(Destroyed))
    return InvalidHandle;
  delete Destroyed;
  return Success;
}

Result cuEventRecord(Event Recorded, Stream On) {
  ENTER_CONTEXT("cuEventRecord");
  Recorded->On = On;
  Recorded->Count = On->Enqueued;
  return Success;
}

Result cuEventSynchronize(Event For) {
  ENTER_CONTEXT("cuEventSynchronize");
  if (For->On)
    drain(For->On, For->Count);
  return world().Sticky;
}

Result cuEventElapsedTime(float *Milliseconds, Event From, Event To) {
  ENTER_CONTEXT("cuEventElapsedTime");
  for (Event Each : {From, To}) {
    if (!Each->Timing || !Each->On)
      return InvalidHandle;
    if (Each->On->Done < Each->Count)
      return NotReady;
  }
  *Milliseconds = To->On->Ends[To->Count] - From->On->Ends[From->Count];
  return Success;
}

Result cuModuleLoadDataEx(Module *Loaded, const void *Image, unsigned Options, int *Names, void **Values) {
  ENTER_CONTEXT("cuModuleLoadDataEx");
  const char *Text = static_cast<const char *>(Image);
  if (Text[0] != '/' && Text[0] != '.') {
    for (unsigned I = 0; I < Options; ++I)
      if (Names[I] == JitErrorLogBuffer)
        std::strcpy(static_cast<char *>(Values[I]), "ptxas fatal: no image\nmore");
    return InvalidImage;
  }
  *Loaded = new ModuleTag{Text}; // Reads to the terminating zero: an address sanitizer sees one that is missing.
  world().Modules.insert(*Loaded);
  return Success;
}

Result cuModuleUnload(Module Unloaded) {
  ENTER_CONTEXT("cuModuleUnload");
  if (!world().Modules.erase(Unloaded))
    return InvalidHandle;
  delete Unloaded;
  return Success;
}

Result cuModuleGetFunction(Function *Found, Module, const char *Name) {
  ENTER_CONTEXT("cuModuleGetFunction");
  auto Known = world().Kernels.find(Name);
  if (Known == world().Kernels.end())
    return NotFound;
  *Found = &Known->second;
  return Success;
}

Result cuFuncGetAttribute(int *Value, int, Function) {
  ENTER_CONTEXT("cuFuncGetAttribute");
  *Value = 96; // Fewer than is usual: the launch shape must heed it.
  return Success;
}

Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, Function, int BlockSize, std::size_t) {
  ENTER_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  if (BlockSize > 96)
    return InvalidValue;
  *Blocks = 3;
  return Success;
}

Result cuLaunchKernel(Function Launched, unsigned GridX, unsigned, unsigned, unsigned BlockX, unsigned, unsigned,
                      unsigned, Stream On, void **Parameters, void **) {
  ENTER_CONTEXT("cuLaunchKernel");
  if (GridX == 0 || BlockX == 0 || BlockX > 96)
    return InvalidValue;
  std::uint64_t First = 0, Last = 0;
  DevicePointer Partials = 0;
  std::memcpy(&First, Parameters[0], sizeof First);
  std::memcpy(&Last, Parameters[1], sizeof Last);
  std::memcpy(&Partials, Parameters[3], sizeof Partials);
  const char *Bytes = static_cast<const char *>(Parameters[2]);
  auto Values = std::make_shared<std::vector<char>>(Bytes, Bytes + Launched->ValuesSize);
  enqueue(On, [=] {
    World &W = world();
    if (W.NextKernelFault) {
      W.Sticky = W.NextKernelFault;
      W.NextKernelFault = Success;
    }
    if (!W.Sticky)
      Launched->Kernel(First, Last, Values->data(), asPointer<void>(Partials), GridX, BlockX);
  });
  return Success;
}

const FakeCuda *fakecuda() {
  static const FakeCuda Table = {
      [] {
        std::lock_guard Guard(world().Lock);
        World &W = world();
        W.Counts.clear();
        W.Faults.clear();
        W.Sticky = W.NextKernelFault = Success;
        W.Devices = 2;
        W.PeerAccess = 1;
        W.RegisteredMilliseconds = 1;
        W.MaxPitch = 1 << 20;
        W.MemoryBytes = std::size_t(256) << 20;
      },
      [](const char *Name, FakeKernel *Kernel, std::size_t ValuesSize) {
        std::lock_guard Guard(world().Lock);
        world().Kernels[Name] = {Kernel, ValuesSize};
      },
      [](const char *Symbol, std::uint64_t Number, int Error) {
        std::lock_guard Guard(world().Lock);
        world().Faults[Symbol][world().Counts[Symbol] + Number] = Error;
      },
      [](int Error) {
        std::lock_guard Guard(world().Lock);
        world().NextKernelFault = Error;
      },
      [](const char *Symbol) {
        std::lock_guard Guard(world().Lock);
        if (Symbol)
          return world().Counts[Symbol];
        std::uint64_t All = 0;
        for (const auto &[Name, Count] : world().Counts)
          All += Count;
        return All;
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
  };
  return &Table;
}

} // extern "C"
