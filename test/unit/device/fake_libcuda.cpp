// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver without a GPU: the entry points that the runtime uses, over host memory.
//
// It is as asynchronous as the real one may be: operations enqueued on a stream are executed only when the caller waits
// for them. It checks things that the real driver checks silently or not at all: device pointers, pinned memory, the
// current context. It counts calls, fails on request, and runs kernels by calling host functions that the test
// registered under the kernels' names.

#include "FakeWorld.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace hetrt::test;

/// A launch as a function, with copies of its parameters.
static std::function<void()> bound(const FunctionTag &What, void **Parameters, unsigned Blocks, unsigned BlockSize,
                                   unsigned SharedBytes) {
  std::vector<std::vector<char>> Copies;
  const auto Copy = [&](std::size_t Number, std::size_t Bytes) {
    const char *From = static_cast<const char *>(Parameters[Number]);
    Copies.emplace_back(From, From + Bytes);
  };
  if (!What.Plain) {
    std::uint64_t First = 0, Last = 0;
    DevicePointer Partials = 0;
    std::memcpy(&First, Parameters[0], sizeof First);
    std::memcpy(&Last, Parameters[1], sizeof Last);
    std::memcpy(&Partials, Parameters[3], sizeof Partials);
    Copy(2, What.ValuesSize);
    return [=, Values = std::move(Copies[0])] {
      What.Kernel(First, Last, Values.data(), asPointer<void>(Partials), Blocks, BlockSize);
    };
  }
  for (std::size_t I = 0; I < What.Sizes.size(); ++I)
    Copy(I, What.Sizes[I]);
  return [=]() mutable {
    std::vector<void *> Own;
    for (std::vector<char> &Each : Copies)
      Own.push_back(Each.data());
    What.Plain(Own.data(), Blocks, BlockSize, SharedBytes);
  };
}

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
      {0, "CUDA_SUCCESS"},
      {1, "CUDA_ERROR_INVALID_VALUE"},
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
      {100, "CUDA_ERROR_NO_DEVICE"},
      {200, "CUDA_ERROR_INVALID_IMAGE"},
      {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
      {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
      {500, "CUDA_ERROR_NOT_FOUND"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
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
  case AttributeConcurrentManagedAccess:
    *Value = 1;
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
  currentContexts().push_back(Pushed);
  return Success;
}

// Works after a sticky error too, as in the real driver.
Result cuCtxPopCurrent_v2(Context *Popped) {
  std::lock_guard Guard(world().Lock);
  enter("cuCtxPopCurrent_v2");
  if (currentContexts().empty())
    return InvalidContext;
  *Popped = currentContexts().back();
  currentContexts().pop_back();
  return Success;
}

Result cuDeviceCanAccessPeer(int *Can, DeviceOrdinal Device, DeviceOrdinal Peer) {
  ENTER("cuDeviceCanAccessPeer");
  *Can = Device != Peer && world().PeerAccess;
  return Success;
}

Result cuCtxEnablePeerAccess(Context Peer, unsigned Flags) {
  ENTER_CONTEXT("cuCtxEnablePeerAccess");
  if (Flags || !Peer || Peer == currentContexts().back())
    return InvalidValue;
  return currentContexts().back()->Peers.insert(Peer).second ? Success : PeerAccessAlreadyEnabled;
}

Result cuMemGetInfo_v2(std::size_t *Free, std::size_t *Total) {
  ENTER_CONTEXT("cuMemGetInfo_v2");
  *Total = world().MemoryBytes;
  *Free = *Total - currentContexts().back()->UsedBytes;
  return Success;
}

Result cuMemGetAllocationGranularity(std::size_t *Bytes, const MemoryProperties *, int) {
  ENTER("cuMemGetAllocationGranularity");
  *Bytes = world().Granule;
  return Success;
}

static std::size_t takenBytes(std::size_t Bytes) {
  return (Bytes + world().Granule - 1) / world().Granule * world().Granule;
}

Result cuMemAlloc_v2(DevicePointer *Address, std::size_t Bytes) {
  ENTER_CONTEXT("cuMemAlloc_v2");
  if (Bytes == 0)
    return InvalidValue;
  if (takenBytes(Bytes) > world().MemoryBytes - currentContexts().back()->UsedBytes)
    return OutOfMemory;
  void *Block = ::operator new(Bytes, std::align_val_t(256));
  std::memset(Block, 0xFF, Bytes);
  *Address = reinterpret_cast<DevicePointer>(Block);
  world().Memory[*Address] = {Bytes, currentContexts().back()};
  currentContexts().back()->UsedBytes += takenBytes(Bytes);
  return Success;
}

Result cuMemFree_v2(DevicePointer Address) {
  ENTER_CONTEXT("cuMemFree_v2");
  auto Found = world().Memory.find(Address);
  if (Found == world().Memory.end())
    return InvalidValue;
  for (Stream S : world().Streams) // The real driver waits for the device too.
    drain(S, S->Enqueued);
  Found->second.Owner->UsedBytes -= takenBytes(Found->second.Bytes);
  ::operator delete(asPointer<void>(Address), std::align_val_t(256));
  world().Memory.erase(Found);
  return Success;
}

// As in the real driver, this succeeds for unknown addresses.
Result cuPointerGetAttributes(unsigned Count, int *Names, void **Values, DevicePointer Address) {
  ENTER("cuPointerGetAttributes");
  const World::Allocation *Block = blockOf(Address, 1);
  for (unsigned I = 0; I < Count; ++I)
    switch (Names[I]) {
    case PointerMemoryType:
      *static_cast<unsigned *>(Values[I]) = Block ? MemoryDevice : 0;
      break;
    case PointerIsManaged:
      *static_cast<unsigned *>(Values[I]) = Block && Block->Managed;
      break;
    case PointerDevice:
      *static_cast<int *>(Values[I]) = Block ? Block->Owner->Device : -2;
      break;
    default:
      return InvalidValue;
    }
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

// Each query executes one more operation of the stream, so that callers that only query make progress.
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
  *Loaded = new ModuleTag{Text}; // Reads up to the terminating zero: an address sanitizer reports if it is missing.
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
  *Value = 96; // Fewer threads per block than usual; the launch shape must not exceed the number.
  return Success;
}

Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, Function, int BlockSize, std::size_t) {
  ENTER_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  if (BlockSize > 96)
    return InvalidValue;
  *Blocks = 3;
  return Success;
}

Result cuLaunchKernel(Function Launched, unsigned GridX, unsigned GridY, unsigned GridZ, unsigned BlockX,
                      unsigned BlockY, unsigned BlockZ, unsigned SharedBytes, Stream On, void **Parameters, void **) {
  ENTER_CONTEXT("cuLaunchKernel");
  world().LastLaunch = {{GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes, ""};
  for (const auto &[Name, Kernel] : world().Kernels)
    if (&Kernel == Launched)
      world().LastLaunch.Kernel = Name.c_str();
  const std::uint64_t Threads = std::uint64_t(BlockX) * BlockY * BlockZ;
  if (std::uint64_t(GridX) * GridY * GridZ == 0 || Threads == 0 || (!Launched->Plain && Threads > 96))
    return InvalidValue;
  const float Takes = world().LaunchMilliseconds ? world().LaunchMilliseconds(world().LastLaunch) : 1;
  auto Work = [Run = bound(*Launched, Parameters, GridX, BlockX, SharedBytes)]() mutable {
    World &W = world();
    if (W.NextKernelFault) {
      W.Sticky = W.NextKernelFault;
      W.NextKernelFault = Success;
    }
    if (!W.Sticky)
      Run();
  };
  enqueue(On, std::move(Work), Takes);
  return Success;
}

} // extern "C"
