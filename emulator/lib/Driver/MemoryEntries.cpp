// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver functions for device memory, and for pinned memory of the host.

#include "Driver/EntryPoints.h"

#include <cstring>
#include <new>

using namespace emulator;

namespace {

constexpr std::align_val_t PageAlign{4096};

DeviceMemory &memoryOf(const ContextTag &Of) { return *world().Memories[static_cast<std::size_t>(Of.Device)]; }

/// The values of CUpointer_attribute that are supported.
enum : int {
  PointerContext = 1,
  PointerDeviceAddress = 3,
  PointerHostAddress = 4,
  PointerRangeBegin = 11,
  PointerRangeSize = 12
};

struct Known {
  bool IsDevices = false, IsPinned = false, IsManaged = false;
  unsigned Ordinal = 0;
  Range Of;
};

Known lookUp(std::uint64_t Address) {
  Known Found;
  if (DeviceMemory::ordinalOf(Address, Found.Ordinal)) {
    Found.IsDevices =
        Found.Ordinal < world().Memories.size() && world().Memories[Found.Ordinal]->find(Address, Found.Of);
    return Found;
  }
  const auto Pinned = pinnedAt(reinterpret_cast<const void *>(Address), 1);
  Found.IsPinned = Pinned.has_value();
  Found.IsManaged = Pinned && Pinned->Kind == PinnedMemory::Managed;
  return Found;
}

template <typename T> void answer(void *Into, T Value) { std::memcpy(Into, &Value, sizeof Value); }

/// Stores the value of an attribute of the memory at Address. If the memory is unknown, stores zero, as the
/// documentation of cuPointerGetAttributes says.
Result answerAttribute(int Name, void *Into, std::uint64_t Address, const Known &Is) {
  switch (Name) {
  case PointerMemoryType:
    answer(Into, Is.IsDevices || Is.IsManaged ? unsigned(MemoryDevice) : Is.IsPinned ? unsigned(MemoryHost) : 0u);
    return Success;
  case PointerIsManaged:
    answer(Into, unsigned(Is.IsManaged));
    return Success;
  case PointerDevice:
    answer(Into, Is.IsDevices ? static_cast<int>(Is.Ordinal) : Is.IsPinned ? 0 : -2);
    return Success;
  case PointerDeviceAddress:
    answer(Into, Is.IsDevices || Is.IsPinned ? Address : 0);
    return Success;
  case PointerHostAddress:
    answer(Into, Is.IsPinned ? Address : 0);
    return Success;
  case PointerRangeBegin:
    answer(Into, Is.Of.Begin);
    return Success;
  case PointerRangeSize:
    answer(Into, Is.Of.Bytes);
    return Success;
  default:
    return InvalidValue;
  }
}

Result pin(void *Address, std::uint64_t Bytes, PinnedMemory::Kinds Kind) {
  const auto Begin = reinterpret_cast<std::uint64_t>(Address);
  std::lock_guard Guard(world().Lock);
  auto &All = world().Pinned;
  auto Next = All.lower_bound(Begin);
  const bool Overlaps = (Next != All.end() && Next->first < Begin + Bytes) ||
                        (Next != All.begin() && std::prev(Next)->first + std::prev(Next)->second.Bytes > Begin);
  if (Overlaps)
    return HostMemoryAlreadyRegistered;
  All[Begin] = {Bytes, Kind};
  return Success;
}

Result unpin(void *Address, PinnedMemory::Kinds Kind, Result Otherwise) {
  std::lock_guard Guard(world().Lock);
  auto Found = world().Pinned.find(reinterpret_cast<std::uint64_t>(Address));
  if (Found == world().Pinned.end() || Found->second.Kind != Kind)
    return Otherwise;
  world().Pinned.erase(Found);
  return Success;
}

Result allocatePinned(void **Address, std::uint64_t Bytes, PinnedMemory::Kinds Kind) {
  *Address = ::operator new(Bytes, PageAlign);
  return pin(*Address, Bytes, Kind);
}

/// Frees or unregisters pinned memory. Waits for the device first, as NVIDIA's driver does.
Result freePinned(void *Address, PinnedMemory::Kinds Kind) {
  drain(current());
  if (const Result Error = unpin(Address, Kind, InvalidValue))
    return Error;
  ::operator delete(Address, PageAlign);
  return Success;
}

} // namespace

ENTRY(cuMemGetInfo_v2, std::size_t *Free, std::size_t *Total) {
  return guarded([&]() -> Result {
    const DeviceMemory &Memory = memoryOf(current());
    wantPointer(Free);
    wantPointer(Total);
    *Free = Memory.free();
    *Total = Memory.total();
    return Success;
  });
}

/// The minimum and the recommended granularity are the same here.
ENTRY(cuMemGetAllocationGranularity, std::size_t *Bytes, const MemoryProperties *Of, int Which) {
  return guarded([&]() -> Result {
    wantReady();
    wantPointer(Bytes);
    if (!Of || Of->DeviceNumber < 0 || std::size_t(Of->DeviceNumber) >= world().Memories.size() || Which < 0 ||
        Which > 1)
      return InvalidValue;
    *Bytes = DeviceMemory::Granule;
    return Success;
  });
}

ENTRY(cuMemAlloc_v2, DevicePointer *Address, std::size_t Bytes) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    wantPointer(Address);
    if (Bytes == 0)
      return InvalidValue;
    const std::uint64_t Made = memoryOf(Now).allocate(Bytes, &Now);
    if (!Made)
      return OutOfMemory;
    *Address = Made;
    return Success;
  });
}

/// Waits for the device first, as NVIDIA's driver does.
ENTRY(cuMemFree_v2, DevicePointer Address) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    if (Address == 0)
      return Success;
    unsigned Ordinal = 0;
    if (!DeviceMemory::ordinalOf(Address, Ordinal))
      return freePinned(reinterpret_cast<void *>(Address), PinnedMemory::Managed);
    if (Ordinal >= world().Memories.size())
      return InvalidValue;
    drain(Now);
    return world().Memories[Ordinal]->release(Address) ? Result(Success) : InvalidValue;
  });
}

ENTRY(cuPointerGetAttributes, unsigned Count, int *Names, void **Values, DevicePointer Address) {
  return guarded([&]() -> Result {
    wantReady();
    const Known Is = lookUp(Address);
    for (unsigned I = 0; I < Count; ++I)
      if (const Result Error = answerAttribute(Names[I], Values[I], Address, Is))
        return Error;
    return Success;
  });
}

ENTRY(cuPointerGetAttribute, void *Value, int Name, DevicePointer Address) {
  return guarded([&]() -> Result {
    wantReady();
    const Known Is = lookUp(Address);
    return Is.IsDevices || Is.IsPinned ? answerAttribute(Name, Value, Address, Is) : InvalidValue;
  });
}

ENTRY(cuMemHostAlloc, void **Address, std::size_t Bytes, unsigned Flags) {
  return guarded([&]() -> Result {
    static_cast<void>(current());
    wantPointer(Address);
    if (Bytes == 0 || Flags > 7)
      return InvalidValue;
    return allocatePinned(Address, Bytes, PinnedMemory::Allocated);
  });
}

/// The emulator puts managed memory into the host's memory, where all devices can access it at any time.
ENTRY(cuMemAllocManaged, DevicePointer *Address, std::size_t Bytes, unsigned Flags) {
  return guarded([&]() -> Result {
    static_cast<void>(current());
    wantPointer(Address);
    if (Bytes == 0 || (Flags != 1 && Flags != 2)) // 1: accessible by all devices; 2: by the host only
      return InvalidValue;
    void *Made = nullptr;
    const Result Error = allocatePinned(&Made, Bytes, PinnedMemory::Managed);
    *Address = reinterpret_cast<DevicePointer>(Made);
    return Error;
  });
}

ENTRY(cuMemAllocHost_v2, void **Address, std::size_t Bytes) { return cuMemHostAlloc(Address, Bytes, 0); }

ENTRY(cuMemFreeHost, void *Address) {
  return guarded([&]() -> Result { return freePinned(Address, PinnedMemory::Allocated); });
}

ENTRY(cuMemHostRegister_v2, void *Address, std::size_t Bytes, unsigned) {
  return guarded([&]() -> Result {
    static_cast<void>(current());
    return Address && Bytes ? pin(Address, Bytes, PinnedMemory::Registered) : Result(InvalidValue);
  });
}

ENTRY(cuMemHostUnregister, void *Address) {
  return guarded([&]() -> Result {
    drain(current());
    return unpin(Address, PinnedMemory::Registered, HostMemoryNotRegistered);
  });
}

ENTRY(cuMemHostGetDevicePointer_v2, DevicePointer *Device, void *Address, unsigned Flags) {
  return guarded([&]() -> Result {
    static_cast<void>(current());
    wantPointer(Device);
    if (Flags || !isPinned(Address, 1))
      return InvalidValue;
    *Device = reinterpret_cast<DevicePointer>(Address);
    return Success;
  });
}
