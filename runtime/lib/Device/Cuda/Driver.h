// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the CUDA driver library, which is opened at run time, as a table of pointers.
//
// Declares only the types and constants that the runtime uses, after the documented binary interface of the driver, so
// that building needs no CUDA toolkit, and programs run without a driver.
#ifndef HETRT_DEVICE_CUDA_DRIVER_H
#define HETRT_DEVICE_CUDA_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace hetrt::cuda {

using Result = int;
using DeviceOrdinal = int;
using DevicePointer = unsigned long long;
struct ContextTag;
struct ModuleTag;
struct FunctionTag;
struct StreamTag;
struct EventTag;
using Context = ContextTag *;
using Module = ModuleTag *;
using Function = FunctionTag *;
using Stream = StreamTag *;
using Event = EventTag *;

/// The values of CUresult that the runtime distinguishes.
enum : Result {
  Success = 0,
  OutOfMemory = 2,
  NoDevice = 100,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  InvalidSource = 300,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  PeerAccessAlreadyEnabled = 704,
  HostMemoryAlreadyRegistered = 712,
  Assertion = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidProgramCounter = 718,
  LaunchFailed = 719,
  NotSupported = 801,
};

/// The values of CUdevice_attribute that the runtime uses.
enum : int {
  AttributeMaxPitch = 11,
  AttributeMultiprocessors = 16,
  AttributeComputeCapabilityMajor = 75,
  AttributeComputeCapabilityMinor = 76,
  AttributePageableMemoryAccess = 88,
  AttributeConcurrentManagedAccess = 89,
};

enum : unsigned { StreamNonBlocking = 1 };
enum : unsigned { EventBlockingSync = 1, EventDisableTiming = 2 };
enum : int { FunctionMaxThreadsPerBlock = 0 };
enum : int { JitErrorLogBuffer = 5, JitErrorLogBufferBytes = 6 };
enum : int { MemoryHost = 1, MemoryDevice = 2 };

/// The values of CUpointer_attribute that the runtime uses.
enum : int { PointerMemoryType = 2, PointerIsManaged = 8, PointerDevice = 9 };

/// The driver's struct CUDA_MEMCPY2D_v2.
struct Memcpy2D {
  std::size_t SourceX = 0, SourceY = 0;
  int SourceKind = 0;
  const void *SourceHost = nullptr;
  DevicePointer SourceDevice = 0;
  void *SourceArray = nullptr;
  std::size_t SourcePitch = 0;
  std::size_t TargetX = 0, TargetY = 0;
  int TargetKind = 0;
  void *TargetHost = nullptr;
  DevicePointer TargetDevice = 0;
  void *TargetArray = nullptr;
  std::size_t TargetPitch = 0;
  std::size_t WidthBytes = 0, Height = 0;
};
static_assert(sizeof(Memcpy2D) == 128);

/// The driver's struct CUDA_MEMCPY3D_PEER.
struct Memcpy3DPeer {
  std::size_t SourceX = 0, SourceY = 0, SourceZ = 0, SourceLevel = 0;
  int SourceKind = 0;
  const void *SourceHost = nullptr;
  DevicePointer SourceDevice = 0;
  void *SourceArray = nullptr;
  Context SourceContext = nullptr;
  std::size_t SourcePitch = 0, SourceHeight = 0;
  std::size_t TargetX = 0, TargetY = 0, TargetZ = 0, TargetLevel = 0;
  int TargetKind = 0;
  void *TargetHost = nullptr;
  DevicePointer TargetDevice = 0;
  void *TargetArray = nullptr;
  Context TargetContext = nullptr;
  std::size_t TargetPitch = 0, TargetHeight = 0;
  std::size_t WidthBytes = 0, Height = 0, Depth = 0;
};
static_assert(sizeof(Memcpy3DPeer) == 200);

/// The driver's struct CUmemAllocationProp.
struct MemoryProperties {
  int Type = 1; ///< Pinned memory, the only type.
  int HandleTypes = 0;
  int LocationType = 1; ///< The location is a device.
  int DeviceNumber = 0;
  void *Metadata = nullptr;
  unsigned char Flags[8] = {};
};
static_assert(sizeof(MemoryProperties) == 32);
inline constexpr int GranularityMinimum = 0;

// X(member, symbol, older symbol or null, parameters). The names of symbols include their version, as in
// "cuMemAlloc_v2", since each toolkit's header maps the plain names to certain versions. The older symbol must take the
// same parameters.
#define HETRT_CUDA_ENTRY_POINTS(X)                                                                                     \
  X(Init, "cuInit", nullptr, (unsigned Flags))                                                                         \
  X(DriverGetVersion, "cuDriverGetVersion", nullptr, (int *Version))                                                   \
  X(GetErrorName, "cuGetErrorName", nullptr, (Result Error, const char **Text))                                        \
  X(GetErrorString, "cuGetErrorString", nullptr, (Result Error, const char **Text))                                    \
  X(DeviceGetCount, "cuDeviceGetCount", nullptr, (int *Count))                                                         \
  X(DeviceGet, "cuDeviceGet", nullptr, (DeviceOrdinal * Device, int Number))                                           \
  X(DeviceGetName, "cuDeviceGetName", nullptr, (char *Name, int Length, DeviceOrdinal Device))                         \
  X(DeviceGetPciBusId, "cuDeviceGetPCIBusId", nullptr, (char *Text, int Length, DeviceOrdinal Device))                 \
  X(DeviceGetAttribute, "cuDeviceGetAttribute", nullptr, (int *Value, int Attribute, DeviceOrdinal Device))            \
  X(DeviceTotalMem, "cuDeviceTotalMem_v2", nullptr, (std::size_t *Bytes, DeviceOrdinal Device))                        \
  X(PrimaryCtxRetain, "cuDevicePrimaryCtxRetain", nullptr, (Context * Retained, DeviceOrdinal Device))                 \
  X(PrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease", (DeviceOrdinal Device))            \
  X(CtxPushCurrent, "cuCtxPushCurrent_v2", nullptr, (Context Pushed))                                                  \
  X(CtxPopCurrent, "cuCtxPopCurrent_v2", nullptr, (Context * Popped))                                                  \
  X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", nullptr, (int *Can, DeviceOrdinal Device, DeviceOrdinal Peer))       \
  X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", nullptr, (Context Peer, unsigned Flags))                             \
  X(MemGetInfo, "cuMemGetInfo_v2", nullptr, (std::size_t *Free, std::size_t *Total))                                   \
  X(MemAlloc, "cuMemAlloc_v2", nullptr, (DevicePointer * Address, std::size_t Bytes))                                  \
  X(MemFree, "cuMemFree_v2", nullptr, (DevicePointer Address))                                                         \
  X(PointerGetAttributes, "cuPointerGetAttributes", nullptr,                                                           \
    (unsigned Count, int *Names, void **Values, DevicePointer Address))                                                \
  X(MemHostAlloc, "cuMemHostAlloc", nullptr, (void **Address, std::size_t Bytes, unsigned Flags))                      \
  X(MemFreeHost, "cuMemFreeHost", nullptr, (void *Address))                                                            \
  X(MemHostRegister, "cuMemHostRegister_v2", "cuMemHostRegister", (void *Address, std::size_t Bytes, unsigned Flags))  \
  X(MemHostUnregister, "cuMemHostUnregister", nullptr, (void *Address))                                                \
  X(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", nullptr,                                                                  \
    (DevicePointer To, const void *From, std::size_t Bytes, Stream On))                                                \
  X(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", nullptr, (void *To, DevicePointer From, std::size_t Bytes, Stream On))    \
  X(Memcpy2DAsync, "cuMemcpy2DAsync_v2", nullptr, (const Memcpy2D *Copy, Stream On))                                   \
  X(Memcpy3DPeerAsync, "cuMemcpy3DPeerAsync", nullptr, (const Memcpy3DPeer *Copy, Stream On))                          \
  X(StreamCreate, "cuStreamCreate", nullptr, (Stream * Created, unsigned Flags))                                       \
  X(StreamDestroy, "cuStreamDestroy_v2", nullptr, (Stream Destroyed))                                                  \
  X(StreamSynchronize, "cuStreamSynchronize", nullptr, (Stream On))                                                    \
  X(StreamQuery, "cuStreamQuery", nullptr, (Stream On))                                                                \
  X(StreamWaitEvent, "cuStreamWaitEvent", nullptr, (Stream On, Event For, unsigned Flags))                             \
  X(EventCreate, "cuEventCreate", nullptr, (Event * Created, unsigned Flags))                                          \
  X(EventDestroy, "cuEventDestroy_v2", nullptr, (Event Destroyed))                                                     \
  X(EventRecord, "cuEventRecord", nullptr, (Event Recorded, Stream On))                                                \
  X(EventSynchronize, "cuEventSynchronize", nullptr, (Event For))                                                      \
  X(EventElapsedTime, "cuEventElapsedTime", nullptr, (float *Milliseconds, Event From, Event To))                      \
  X(ModuleLoadDataEx, "cuModuleLoadDataEx", nullptr,                                                                   \
    (Module * Loaded, const void *Image, unsigned Options, int *Names, void **Values))                                 \
  X(ModuleUnload, "cuModuleUnload", nullptr, (Module Unloaded))                                                        \
  X(ModuleGetFunction, "cuModuleGetFunction", nullptr, (Function * Found, Module In, const char *Name))                \
  X(FuncGetAttribute, "cuFuncGetAttribute", nullptr, (int *Value, int Attribute, Function Of))                         \
  X(OccupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", nullptr,                                  \
    (int *Blocks, Function Of, int BlockSize, std::size_t DynamicBytes))                                               \
  X(LaunchKernel, "cuLaunchKernel", nullptr,                                                                           \
    (Function Launched, unsigned GridX, unsigned GridY, unsigned GridZ, unsigned BlockX, unsigned BlockY,              \
     unsigned BlockZ, unsigned SharedBytes, Stream On, void **Parameters, void **Extra))

// Functions that older drivers do not have: their pointers are null then.
#define HETRT_CUDA_LATER_ENTRY_POINTS(X)                                                                               \
  X(MemGetAllocationGranularity, "cuMemGetAllocationGranularity", nullptr,                                             \
    (std::size_t *Bytes, const MemoryProperties *Of, int Which))

/// An opened driver. Its functions may be called from any thread.
struct Driver {
#define HETRT_CUDA_MEMBER(Member, Symbol, Older, Parameters) Result(*Member) Parameters = nullptr;
  HETRT_CUDA_ENTRY_POINTS(HETRT_CUDA_MEMBER)
  HETRT_CUDA_LATER_ENTRY_POINTS(HETRT_CUDA_MEMBER)
#undef HETRT_CUDA_MEMBER

  /// The name and text of an error, as in "CUDA_ERROR_OUT_OF_MEMORY: out of memory".
  std::string describe(Result Error) const;

  /// The value of an attribute of a device; 0 if the driver does not know it.
  int attribute(DeviceOrdinal Of, int Which) const;
};

/// Opens the driver library (`Path`; if empty, the system's) and initialises it, once for each path. If there is none,
/// returns null, and `WhyNot` says why in one line.
const Driver *openDriver(const std::string &Path, std::string &WhyNot);

} // namespace hetrt::cuda

#endif
