// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the runtime's declarations of the CUDA driver interface with those of the CUDA toolkit, if the build finds
// one, at compile time.

#include "Device/Cuda/Driver.h"

#include <cuda.h>

#include <cstddef>
#include <type_traits>

namespace hetrt::cuda {
namespace {

/// Whether a call passes both types in the same way: they have equal sizes, and are both pointers or both not.
template <typename Ours, typename Theirs>
constexpr bool SamePassing = sizeof(Ours) == sizeof(Theirs) &&
                             alignof(Ours) == alignof(Theirs) && std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>;

template <typename Ours, typename Theirs> constexpr bool SameCall = false;
template <typename... Ours, typename... Theirs>
constexpr bool SameCall<Result (*)(Ours...), CUresult (*)(Theirs...)> = [] {
  if constexpr (sizeof...(Ours) == sizeof...(Theirs))
    return (SamePassing<Ours, Theirs> && ...);
  return false;
}();

#define SAME(Member, Function) static_assert(SameCall<decltype(Driver::Member), decltype(&::Function)>, #Function)
SAME(Init, cuInit);
SAME(DriverGetVersion, cuDriverGetVersion);
SAME(GetErrorName, cuGetErrorName);
SAME(GetErrorString, cuGetErrorString);
SAME(DeviceGetCount, cuDeviceGetCount);
SAME(DeviceGet, cuDeviceGet);
SAME(DeviceGetName, cuDeviceGetName);
SAME(DeviceGetPciBusId, cuDeviceGetPCIBusId);
SAME(DeviceGetAttribute, cuDeviceGetAttribute);
SAME(DeviceTotalMem, cuDeviceTotalMem_v2);
SAME(PrimaryCtxRetain, cuDevicePrimaryCtxRetain);
SAME(PrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);
SAME(CtxPushCurrent, cuCtxPushCurrent_v2);
SAME(CtxPopCurrent, cuCtxPopCurrent_v2);
SAME(MemGetInfo, cuMemGetInfo_v2);
SAME(MemAlloc, cuMemAlloc_v2);
SAME(MemGetAllocationGranularity, cuMemGetAllocationGranularity);
SAME(MemFree, cuMemFree_v2);
SAME(MemHostAlloc, cuMemHostAlloc);
SAME(MemFreeHost, cuMemFreeHost);
SAME(MemcpyHtoDAsync, cuMemcpyHtoDAsync_v2);
SAME(MemcpyDtoHAsync, cuMemcpyDtoHAsync_v2);
SAME(Memcpy2DAsync, cuMemcpy2DAsync_v2);
SAME(MemHostRegister, cuMemHostRegister_v2);
SAME(MemHostUnregister, cuMemHostUnregister);
SAME(DeviceCanAccessPeer, cuDeviceCanAccessPeer);
SAME(CtxEnablePeerAccess, cuCtxEnablePeerAccess);
SAME(Memcpy3DPeerAsync, cuMemcpy3DPeerAsync);
SAME(EventElapsedTime, cuEventElapsedTime);
SAME(StreamCreate, cuStreamCreate);
SAME(StreamDestroy, cuStreamDestroy_v2);
SAME(StreamQuery, cuStreamQuery);
SAME(StreamSynchronize, cuStreamSynchronize);
SAME(StreamWaitEvent, cuStreamWaitEvent);
SAME(EventCreate, cuEventCreate);
SAME(EventDestroy, cuEventDestroy_v2);
SAME(EventRecord, cuEventRecord);
SAME(EventSynchronize, cuEventSynchronize);
SAME(ModuleLoadDataEx, cuModuleLoadDataEx);
SAME(ModuleUnload, cuModuleUnload);
SAME(ModuleGetFunction, cuModuleGetFunction);
SAME(FuncGetAttribute, cuFuncGetAttribute);
SAME(OccupancyMaxActiveBlocks, cuOccupancyMaxActiveBlocksPerMultiprocessor);
SAME(LaunchKernel, cuLaunchKernel);
#undef SAME

static_assert(sizeof(Memcpy2D) == sizeof(CUDA_MEMCPY2D));
#define SAME_FIELD(Ours, Theirs) static_assert(offsetof(Memcpy2D, Ours) == offsetof(CUDA_MEMCPY2D, Theirs))
SAME_FIELD(SourceX, srcXInBytes);
SAME_FIELD(SourceKind, srcMemoryType);
SAME_FIELD(SourceHost, srcHost);
SAME_FIELD(SourceDevice, srcDevice);
SAME_FIELD(SourceArray, srcArray);
SAME_FIELD(SourcePitch, srcPitch);
SAME_FIELD(TargetX, dstXInBytes);
SAME_FIELD(TargetKind, dstMemoryType);
SAME_FIELD(TargetHost, dstHost);
SAME_FIELD(TargetDevice, dstDevice);
SAME_FIELD(TargetArray, dstArray);
SAME_FIELD(TargetPitch, dstPitch);
SAME_FIELD(WidthBytes, WidthInBytes);
SAME_FIELD(Height, Height);
#undef SAME_FIELD

static_assert(sizeof(MemoryProperties) == sizeof(CUmemAllocationProp));
static_assert(offsetof(MemoryProperties, LocationType) == offsetof(CUmemAllocationProp, location.type));
static_assert(offsetof(MemoryProperties, DeviceNumber) == offsetof(CUmemAllocationProp, location.id));

static_assert(sizeof(Memcpy3DPeer) == sizeof(CUDA_MEMCPY3D_PEER));
#define SAME_FIELD(Ours, Theirs) static_assert(offsetof(Memcpy3DPeer, Ours) == offsetof(CUDA_MEMCPY3D_PEER, Theirs))
SAME_FIELD(SourceLevel, srcLOD);
SAME_FIELD(SourceKind, srcMemoryType);
SAME_FIELD(SourceDevice, srcDevice);
SAME_FIELD(SourceContext, srcContext);
SAME_FIELD(SourcePitch, srcPitch);
SAME_FIELD(SourceHeight, srcHeight);
SAME_FIELD(TargetLevel, dstLOD);
SAME_FIELD(TargetKind, dstMemoryType);
SAME_FIELD(TargetDevice, dstDevice);
SAME_FIELD(TargetContext, dstContext);
SAME_FIELD(TargetPitch, dstPitch);
SAME_FIELD(TargetHeight, dstHeight);
SAME_FIELD(WidthBytes, WidthInBytes);
SAME_FIELD(Height, Height);
SAME_FIELD(Depth, Depth);
#undef SAME_FIELD

/// Compares the numbers of two enumerations.
constexpr bool same(long long Ours, long long Theirs) { return Ours == Theirs; }
static_assert(same(OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY));
static_assert(same(NoDevice, CUDA_ERROR_NO_DEVICE));
static_assert(same(InvalidImage, CUDA_ERROR_INVALID_IMAGE));
static_assert(same(NoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU));
static_assert(same(InvalidPtx, CUDA_ERROR_INVALID_PTX));
static_assert(same(UnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
static_assert(same(InvalidSource, CUDA_ERROR_INVALID_SOURCE));
static_assert(same(NotSupported, CUDA_ERROR_NOT_SUPPORTED));
static_assert(same(NotReady, CUDA_ERROR_NOT_READY));
static_assert(same(IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS));
static_assert(same(LaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES));
static_assert(same(PeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED));
static_assert(same(HostMemoryAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED));
static_assert(same(Assertion, CUDA_ERROR_ASSERT));
static_assert(same(HardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR));
static_assert(same(IllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION));
static_assert(same(MisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS));
static_assert(same(InvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE));
static_assert(same(InvalidProgramCounter, CUDA_ERROR_INVALID_PC));
static_assert(same(LaunchFailed, CUDA_ERROR_LAUNCH_FAILED));
static_assert(same(AttributeMaxPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH));
static_assert(same(AttributeMultiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(same(AttributeComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(same(AttributeComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(same(StreamNonBlocking, CU_STREAM_NON_BLOCKING));
static_assert(same(EventBlockingSync, CU_EVENT_BLOCKING_SYNC));
static_assert(same(EventDisableTiming, CU_EVENT_DISABLE_TIMING));
static_assert(same(FunctionMaxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(same(JitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER));
static_assert(same(JitErrorLogBufferBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
static_assert(same(AttributePageableMemoryAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS));
static_assert(same(AttributeConcurrentManagedAccess, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS));
static_assert(same(PointerMemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE));
static_assert(same(PointerIsManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED));
static_assert(same(PointerDevice, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL));
static_assert(same(MemoryProperties{}.Type, CU_MEM_ALLOCATION_TYPE_PINNED));
static_assert(same(MemoryProperties{}.LocationType, CU_MEM_LOCATION_TYPE_DEVICE));
static_assert(same(GranularityMinimum, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
static_assert(same(MemoryHost, CU_MEMORYTYPE_HOST));
static_assert(same(MemoryDevice, CU_MEMORYTYPE_DEVICE));

} // namespace
} // namespace hetrt::cuda
