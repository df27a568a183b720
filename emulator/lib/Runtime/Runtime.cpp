// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the CUDA runtime's interface that programs compiled by `nvcc -cudart none` need on the emulated driver:
// registration of kernels and variables, launches, memory, events. NVIDIA's own runtime library cannot be used, since
// it asks the driver for undocumented tables. Programs see only one device, the first.
//
// Names and parameters are those of the interface that code made by nvcc calls; error numbers are the driver's.

#include "Device/Cuda/Driver.h"
#include "Trace/OfThread.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

using hetrt::cuda::Context;
using hetrt::cuda::DevicePointer;
using hetrt::cuda::Event;
using hetrt::cuda::Function;
using hetrt::cuda::Module;
using hetrt::cuda::Result;
using hetrt::cuda::Stream;

extern "C" {
Result cuInit(unsigned);
Result cuDevicePrimaryCtxRetain(Context *, int);
Result cuCtxSetCurrent(Context);
Result cuCtxSynchronize();
Result cuModuleLoadData(Module *, const void *);
Result cuModuleGetFunction(Function *, Module, const char *);
Result cuModuleGetGlobal_v2(DevicePointer *, std::size_t *, Module, const char *);
Result cuLaunchKernel(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream, void **,
                      void **);
Result cuMemAlloc_v2(DevicePointer *, std::size_t);
Result cuMemFree_v2(DevicePointer);
Result cuMemAllocManaged(DevicePointer *, std::size_t, unsigned);
Result cuMemHostAlloc(void **, std::size_t, unsigned);
Result cuMemFreeHost(void *);
Result cuMemcpyHtoD_v2(DevicePointer, const void *, std::size_t);
Result cuMemcpyDtoH_v2(void *, DevicePointer, std::size_t);
Result cuMemcpyDtoD_v2(DevicePointer, DevicePointer, std::size_t);
Result cuMemsetD8_v2(DevicePointer, unsigned char, std::size_t);
Result cuMemsetD8Async(DevicePointer, unsigned char, std::size_t, Stream);
Result cuEventCreate(Event *, unsigned);
Result cuEventDestroy_v2(Event);
Result cuEventRecord(Event, Stream);
Result cuEventSynchronize(Event);
Result cuEventElapsedTime(float *, Event, Event);
Result cuGetErrorString(Result, const char **);
}

namespace {

constexpr Result Success = 0, InvalidValue = 1, InvalidSymbol = 13, InvalidDeviceFunction = 98;

/// The fat binary of one source file. It is loaded when a kernel or a variable of the file is first used.
struct Image {
  const void *Bytes;
  Module Loaded = nullptr;
};
struct Kernel {
  Image *In;
  std::string Name;
  Function Found = nullptr;
};

struct Variable {
  Image *In;
  std::string Name;
};

/// Three sizes, with the layout of CUDA's dim3.
struct Size {
  unsigned X, Y, Z;
};
struct Configuration {
  Size Grid, Block;
  std::size_t Shared;
  Stream On;
};

/// The kernels that source files have registered before main(). The key is the address of the host function that stands
/// for the kernel.
std::map<const void *, Kernel> &kernels() {
  static auto &All = *new std::map<const void *, Kernel>;
  return All;
}

std::map<const void *, Variable> &variables() {
  static auto &All = *new std::map<const void *, Variable>;
  return All;
}

std::vector<Configuration> &configurations() { return hetrt::OfThread<std::vector<Configuration>>::get(); }
thread_local Result LastError = Success;

Result noted(Result Error) {
  LastError = Error ? Error : LastError;
  return Error;
}

/// Makes the first device's primary context current in the calling thread.
Result begin() {
  static Context Primary = nullptr;
  static const Result Started = [] {
    const Result Error = cuInit(0);
    return Error ? Error : cuDevicePrimaryCtxRetain(&Primary, 0);
  }();
  thread_local const Result Current = Started ? Started : cuCtxSetCurrent(Primary);
  return Current;
}

/// Calls a function of the driver, and keeps its error for cudaGetLastError().
template <typename Entry, typename... Arguments> Result call(Entry Of, Arguments... Given) {
  const Result Error = begin();
  return noted(Error ? Error : Of(Given...));
}

DevicePointer addressOf(const void *Pointer) { return reinterpret_cast<DevicePointer>(Pointer); }

Result load(Image &Of) { return Of.Loaded ? Success : cuModuleLoadData(&Of.Loaded, Of.Bytes); }

Result find(Kernel &Of) {
  if (Of.Found)
    return Success;
  const Result Error = load(*Of.In);
  return Error ? Error : cuModuleGetFunction(&Of.Found, Of.In->Loaded, Of.Name.c_str());
}

/// Finds the device variable that host code knows by the address `Symbol`, and stores the device address `Offset` bytes
/// behind its beginning in `At`. The `Bytes` bytes from this address on must be in the variable.
Result find(const void *Symbol, std::size_t Offset, std::size_t Bytes, DevicePointer &At) {
  const auto Known = variables().find(Symbol);
  if (Known == variables().end())
    return InvalidSymbol;
  std::size_t Size = 0;
  Result Error = load(*Known->second.In);
  Error = Error ? Error : cuModuleGetGlobal_v2(&At, &Size, Known->second.In->Loaded, Known->second.Name.c_str());
  if (!Error && (Offset > Size || Bytes > Size - Offset))
    return InvalidValue;
  At += Offset;
  return Error;
}

} // namespace

#define RUNTIME(Returned, Name, ...) extern "C" __attribute__((visibility("default"))) Returned Name(__VA_ARGS__)

// ---- Functions that code made by nvcc calls ------------------------------------------------------------------------

RUNTIME(void **, __cudaRegisterFatBinary, void *Bytes) { return reinterpret_cast<void **>(new Image{Bytes}); }
RUNTIME(void, __cudaRegisterFatBinaryEnd, void **) {}
/// Called at the end of the process. Does nothing, since other threads may still use the fat binary.
RUNTIME(void, __cudaUnregisterFatBinary, void **) {}

RUNTIME(void, __cudaRegisterFunction, void **Of, const char *HostFunction, char *, const char *Name, int, void *,
        void *, void *, void *, int *) {
  kernels()[HostFunction] = {reinterpret_cast<Image *>(Of), Name};
}

RUNTIME(void, __cudaRegisterVar, void **Of, const char *HostVariable, char *, const char *Name, int, std::size_t, int,
        int) {
  variables()[HostVariable] = {reinterpret_cast<Image *>(Of), Name};
}

RUNTIME(unsigned, __cudaPushCallConfiguration, Size Grid, Size Block, std::size_t Shared, Stream On) {
  configurations().push_back({Grid, Block, Shared, On});
  return 0;
}

RUNTIME(Result, __cudaPopCallConfiguration, Size *Grid, Size *Block, std::size_t *Shared, void *On) {
  if (configurations().empty())
    return noted(InvalidValue);
  const Configuration Last = configurations().back();
  configurations().pop_back();
  *Grid = Last.Grid, *Block = Last.Block, *Shared = Last.Shared;
  *static_cast<Stream *>(On) = Last.On;
  return Success;
}

RUNTIME(Result, __cudaGetKernel, Kernel **Found, const void *HostFunction) {
  const auto Known = kernels().find(HostFunction);
  if (Known == kernels().end())
    return noted(InvalidDeviceFunction);
  *Found = &Known->second;
  return Success;
}

RUNTIME(Result, __cudaLaunchKernel, Kernel *Of, Size Grid, Size Block, void **Arguments, std::size_t Shared,
        Stream On) {
  if (const Result Error = call([&] { return find(*Of); }))
    return Error;
  return call(cuLaunchKernel, Of->Found, Grid.X, Grid.Y, Grid.Z, Block.X, Block.Y, Block.Z,
              static_cast<unsigned>(Shared), On, Arguments, nullptr);
}

// ---- Functions that programs call -----------------------------------------------------------------------------------

RUNTIME(Result, cudaMalloc, void **Made, std::size_t Bytes) {
  return call(cuMemAlloc_v2, reinterpret_cast<DevicePointer *>(Made), Bytes);
}
RUNTIME(Result, cudaMallocManaged, void **Made, std::size_t Bytes, unsigned Flags) {
  return call(cuMemAllocManaged, reinterpret_cast<DevicePointer *>(Made), Bytes, Flags);
}
RUNTIME(Result, cudaFree, void *Pointer) { return call(cuMemFree_v2, addressOf(Pointer)); }
RUNTIME(Result, cudaMallocHost, void **Made, std::size_t Bytes) { return call(cuMemHostAlloc, Made, Bytes, 0u); }
RUNTIME(Result, cudaFreeHost, void *Pointer) { return call(cuMemFreeHost, Pointer); }

RUNTIME(Result, cudaMemcpy, void *To, const void *From, std::size_t Bytes, int Kind) {
  switch (Kind) {
  case 1:
    return call(cuMemcpyHtoD_v2, addressOf(To), From, Bytes);
  case 2:
    return call(cuMemcpyDtoH_v2, To, addressOf(From), Bytes);
  case 3:
    return call(cuMemcpyDtoD_v2, addressOf(To), addressOf(From), Bytes);
  default:
    return noted(InvalidValue);
  }
}

RUNTIME(Result, cudaMemcpyToSymbol, const void *Symbol, const void *From, std::size_t Bytes, std::size_t Offset,
        int Kind) {
  DevicePointer To = 0;
  const Result Error = call([&] { return find(Symbol, Offset, Bytes, To); });
  return Error ? Error : cudaMemcpy(reinterpret_cast<void *>(To), From, Bytes, Kind);
}
RUNTIME(Result, cudaMemcpyFromSymbol, void *To, const void *Symbol, std::size_t Bytes, std::size_t Offset, int Kind) {
  DevicePointer From = 0;
  const Result Error = call([&] { return find(Symbol, Offset, Bytes, From); });
  return Error ? Error : cudaMemcpy(To, reinterpret_cast<const void *>(From), Bytes, Kind);
}

RUNTIME(Result, cudaMemset, void *To, int Value, std::size_t Bytes) {
  return call(cuMemsetD8_v2, addressOf(To), static_cast<unsigned char>(Value), Bytes);
}
RUNTIME(Result, cudaMemsetAsync, void *To, int Value, std::size_t Bytes, Stream On) {
  return call(cuMemsetD8Async, addressOf(To), static_cast<unsigned char>(Value), Bytes, On);
}

RUNTIME(Result, cudaDeviceSynchronize, void) { return call(cuCtxSynchronize); }

RUNTIME(Result, cudaEventCreate, Event *Made) { return call(cuEventCreate, Made, 0u); }
RUNTIME(Result, cudaEventDestroy, Event Of) { return call(cuEventDestroy_v2, Of); }
RUNTIME(Result, cudaEventRecord, Event Of, Stream On) { return call(cuEventRecord, Of, On); }
RUNTIME(Result, cudaEventSynchronize, Event Of) { return call(cuEventSynchronize, Of); }
RUNTIME(Result, cudaEventElapsedTime, float *Milliseconds, Event From, Event To) {
  return call(cuEventElapsedTime, Milliseconds, From, To);
}

RUNTIME(Result, cudaPeekAtLastError, void) { return LastError; }
RUNTIME(Result, cudaGetLastError, void) { return std::exchange(LastError, Success); }
RUNTIME(const char *, cudaGetErrorString, Result Error) {
  const char *Text = nullptr;
  return cuGetErrorString(Error, &Text) ? "unrecognized error code" : Text;
}
