// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver functions for initialisation, names of errors, devices and contexts.

#include "Driver/EntryPoints.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

using namespace emulator;

namespace {

struct ErrorText {
  Result Error;
  const char *Name, *Text;
};

constexpr ErrorText Errors[] = {
    {Success, "CUDA_SUCCESS", "no error"},
    {InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NotInitialised, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {InvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {InvalidImage, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {PeerAccessUnsupported, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
     "peer access is not supported between these two devices"},
    {InvalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {UnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {FileNotFound, "CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
    {OperatingSystem, "CUDA_ERROR_OPERATING_SYSTEM", "OS call failed or operation not supported on this OS"},
    {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {NotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {LaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {LaunchTimeout, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {PeerAccessAlreadyEnabled, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled"},
    {PeerAccessNotEnabled, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"},
    {Assertion, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {HostMemoryAlreadyRegistered, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
     "part or all of the requested memory range is already mapped"},
    {HostMemoryNotRegistered, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
     "pointer does not correspond to a registered memory region"},
    {HardwareStackError, "CUDA_ERROR_HARDWARE_STACK_ERROR", "hardware stack error"},
    {IllegalInstruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    {MisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {InvalidAddressSpace, "CUDA_ERROR_INVALID_ADDRESS_SPACE", "operation not supported on global/shared address space"},
    {LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {NotSupported, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

const ErrorText *textOf(Result Error) {
  for (const ErrorText &Each : Errors)
    if (Each.Error == Error)
      return &Each;
  return nullptr;
}

/// The attributes (number in CUdevice_attribute, value) that do not depend on settings.
constexpr std::pair<int, int> FixedAttributes[] = {
    {1, 1024},                                     // threads per block
    {2, 1024},                                     // threads of a block along x, y, z
    {3, 1024},        {4, 64},    {5, 0x7FFFFFFF}, // blocks of a grid along x, y, z
    {6, 65535},       {7, 65535}, {8, 48 << 10},   // shared memory per block
    {9, 64 << 10},                                 // bytes of constant memory
    {10, 32},                                      // threads per warp
    {11, 0x7FFFFFFF},                              // the largest pitch
    {12, 64 << 10},                                // registers per block
    {13, 1000000},                                 // clock rate in kHz: %clock counts nanoseconds
    {15, 1},                                       // copies can run beside kernels
    {17, 0},                                       // kernels have no time limit
    {18, 0},                                       // the device is not integrated into the host
    {19, 1},                                       // the device can map host memory
    {20, 0},                                       // compute mode: the default
    {31, 0},                                       // kernels do not run at the same time
    {32, 0},                                       // no ECC
    {34, 0},                                       // number of the PCI device
    {36, 1000000},                                 // memory clock in kHz
    {37, 64},                                      // width of the memory bus in bits
    {38, 0},                                       // size of the L2 cache: unknown
    {39, 2048},                                    // threads per multiprocessor
    {40, 2},                                       // copy engines
    {41, 1},                                       // unified addressing
    {50, 0},                                       // PCI domain
    {81, 228 << 10},                               // shared memory per multiprocessor
    {82, 64 << 10},                                // registers per multiprocessor
    {83, 1},                                       // managed memory
    {89, 1},                                       // devices and the host may access managed memory at the same time
    {97, 227 << 10},                               // shared memory per block, if the kernel asks for it
    {106, 32},                                     // blocks per multiprocessor
};

constexpr int BusAttribute = 33;
constexpr int PageableAttributes[] = {88, 100}; // access to pageable host memory; by the host's page tables

/// The number of the PCI bus that a device reports. It stays the same if CUDA_VISIBLE_DEVICES gives the device another
/// number.
int busOf(DeviceOrdinal Device) { return 16 + static_cast<int>(world().Set.Visible[static_cast<std::size_t>(Device)]); }

ContextTag &makeContext(DeviceOrdinal Device, bool IsPrimary) {
  auto Made = std::make_unique<ContextTag>();
  Made->Device = Device;
  Made->IsPrimary = IsPrimary;
  Made->Default = std::make_unique<StreamTag>(*Made, true);
  ContextTag &Result = *Made;
  world().Contexts.emplace(&Result, std::move(Made));
  return Result;
}

} // namespace

ENTRY(cuInit, unsigned Flags) {
  return guarded([&]() -> Result {
    if (Flags)
      return InvalidValue;
    World &W = world();
    std::lock_guard Guard(W.Lock);
    if (W.IsReady)
      return Success;
    std::string WhyNot;
    if (!readSettings(W.Set, WhyNot)) {
      say(WhyNot);
      return InvalidValue;
    }
    if (W.Set.Visible.empty())
      return NoDevice;
    for (unsigned D = 0; D < W.Set.Visible.size(); ++D)
      W.Memories.push_back(std::make_unique<DeviceMemory>(D, W.Set.Memory, W.Set.Taken, W.Set.Checks != 0));
    W.Primary.resize(W.Set.Visible.size());
    if (!W.Set.Counters.empty())
      std::atexit([] {
        if (const std::string WhyNot = world().Counted.write(world().Set.Counters); !WhyNot.empty())
          say("counters are not written: " + WhyNot);
      });
    W.IsReady = true;
    return Success;
  });
}

ENTRY(cuDriverGetVersion, int *Version) {
  return guarded([&]() -> Result {
    wantPointer(Version);
    *Version = 13000;
    return Success;
  });
}

ENTRY(cuGetErrorName, Result Error, const char **Text) {
  const ErrorText *Found = textOf(Error);
  *Text = Found ? Found->Name : nullptr;
  return Found ? Result(Success) : InvalidValue;
}

ENTRY(cuGetErrorString, Result Error, const char **Text) {
  const ErrorText *Found = textOf(Error);
  *Text = Found ? Found->Text : nullptr;
  return Found ? Result(Success) : InvalidValue;
}

ENTRY(cuDeviceGetCount, int *Count) {
  return guarded([&]() -> Result {
    wantReady();
    wantPointer(Count);
    *Count = static_cast<int>(world().Memories.size());
    return Success;
  });
}

ENTRY(cuDeviceGet, DeviceOrdinal *Device, int Number) {
  return guarded([&]() -> Result {
    wantDevice(Number);
    wantPointer(Device);
    *Device = Number;
    return Success;
  });
}

ENTRY(cuDeviceGetName, char *Name, int Length, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    std::snprintf(Name, static_cast<std::size_t>(std::max(Length, 0)), "Emulated GPU");
    return Success;
  });
}

ENTRY(cuDeviceGetPCIBusId, char *Text, int Length, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    std::snprintf(Text, static_cast<std::size_t>(std::max(Length, 0)), "0000:%02X:00.0", busOf(Device));
    return Success;
  });
}

ENTRY(cuDeviceGetAttribute, int *Value, int Attribute, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    wantPointer(Value);
    const Settings &Set = world().Set;
    if (Attribute == AttributeMultiprocessors)
      return *Value = static_cast<int>(Set.Multiprocessors), Success;
    if (Attribute == AttributeComputeCapabilityMajor)
      return *Value = static_cast<int>(Set.Chip / 10), Success;
    if (Attribute == AttributeComputeCapabilityMinor)
      return *Value = static_cast<int>(Set.Chip % 10), Success;
    if (Attribute == BusAttribute)
      return *Value = busOf(Device), Success;
    for (const int Known : PageableAttributes)
      if (Known == Attribute)
        return *Value = static_cast<int>(Set.Pageable), Success;
    for (const auto &[Known, Is] : FixedAttributes)
      if (Known == Attribute)
        return *Value = Is, Success;
    return InvalidValue;
  });
}

ENTRY(cuDeviceTotalMem_v2, std::size_t *Bytes, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    wantPointer(Bytes);
    *Bytes = world().Set.Memory;
    return Success;
  });
}

ENTRY(cuDeviceCanAccessPeer, int *Can, DeviceOrdinal Device, DeviceOrdinal Peer) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    wantDevice(Peer);
    wantPointer(Can);
    *Can = Device != Peer && world().Set.Peers;
    return Success;
  });
}

// ---- Contexts ------------------------------------------------------------------------------------------------------

ENTRY(cuDevicePrimaryCtxRetain, Context *Retained, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    wantPointer(Retained);
    std::lock_guard Guard(world().Lock);
    ContextTag *&Primary = world().Primary[static_cast<std::size_t>(Device)];
    if (!Primary)
      Primary = &makeContext(Device, true);
    ++Primary->Retained;
    *Retained = Primary;
    return Success;
  });
}

ENTRY(cuDevicePrimaryCtxRelease_v2, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    ContextTag *Dying = nullptr;
    {
      std::lock_guard Guard(world().Lock);
      ContextTag *&Primary = world().Primary[static_cast<std::size_t>(Device)];
      if (!Primary)
        return InvalidContext;
      if (--Primary->Retained == 0)
        Dying = std::exchange(Primary, nullptr);
    }
    if (Dying)
      destroyContext(*Dying);
    return Success;
  });
}

ENTRY(cuCtxCreate_v2, Context *Created, unsigned, DeviceOrdinal Device) {
  return guarded([&]() -> Result {
    wantDevice(Device);
    wantPointer(Created);
    std::lock_guard Guard(world().Lock);
    *Created = &makeContext(Device, false);
    currentContexts().push_back(*Created);
    return Success;
  });
}

ENTRY(cuCtxDestroy_v2, Context Destroyed) {
  return guarded([&]() -> Result {
    wantReady();
    {
      std::lock_guard Guard(world().Lock);
      if (!world().Contexts.count(Destroyed) || Destroyed->IsPrimary)
        return InvalidContext;
    }
    if (!currentContexts().empty() && currentContexts().back() == Destroyed)
      currentContexts().pop_back();
    destroyContext(*Destroyed);
    return Success;
  });
}

ENTRY(cuCtxPushCurrent_v2, Context Pushed) {
  return guarded([&]() -> Result {
    wantReady();
    std::lock_guard Guard(world().Lock);
    if (!world().Contexts.count(Pushed))
      return InvalidContext;
    currentContexts().push_back(Pushed);
    return Success;
  });
}

ENTRY(cuCtxPopCurrent_v2, Context *Popped) {
  return guarded([&]() -> Result {
    wantReady();
    auto &Stack = currentContexts();
    if (Stack.empty())
      return InvalidContext;
    if (Popped)
      *Popped = Stack.back();
    Stack.pop_back();
    return Success;
  });
}

ENTRY(cuCtxSetCurrent, Context Wanted) {
  return guarded([&]() -> Result {
    wantReady();
    auto &Stack = currentContexts();
    std::lock_guard Guard(world().Lock);
    if (Wanted && !world().Contexts.count(Wanted))
      return InvalidContext;
    if (!Stack.empty())
      Stack.pop_back();
    if (Wanted)
      Stack.push_back(Wanted);
    return Success;
  });
}

ENTRY(cuCtxGetCurrent, Context *Is) {
  return guarded([&]() -> Result {
    wantReady();
    wantPointer(Is);
    *Is = currentContexts().empty() ? nullptr : currentContexts().back();
    return Success;
  });
}

ENTRY(cuCtxGetDevice, DeviceOrdinal *Device) {
  return guarded([&]() -> Result {
    wantPointer(Device);
    *Device = currentEvenIfFailed().Device;
    return Success;
  });
}

ENTRY(cuCtxSynchronize, void) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    drain(Now);
    return Now.Error;
  });
}

ENTRY(cuCtxEnablePeerAccess, Context Peer, unsigned Flags) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    std::lock_guard Guard(world().Lock);
    if (Flags)
      return InvalidValue;
    if (!world().Contexts.count(Peer))
      return InvalidContext;
    if (Peer->Device == Now.Device || !world().Set.Peers)
      return PeerAccessUnsupported;
    return Now.Peers.insert(Peer).second ? Result(Success) : PeerAccessAlreadyEnabled;
  });
}

ENTRY(cuCtxDisablePeerAccess, Context Peer) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    std::lock_guard Guard(world().Lock);
    return Now.Peers.erase(Peer) ? Result(Success) : PeerAccessNotEnabled;
  });
}
