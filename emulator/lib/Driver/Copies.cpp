// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies. A copy from pageable host memory reads the bytes during the call; a copy to pageable host memory is complete
// when the call returns; all other copies are done while the program goes on.

#include "Driver/EntryPoints.h"

#include <algorithm>
#include <cstring>

using namespace emulator;

namespace {

/// One side of a copy: a rectangle of bytes.
struct Side {
  HostBytes Begin;
  std::uint64_t Pitch = 0;
  bool IsPageable = false;
};

struct Shape {
  std::uint64_t RowBytes = 0, Rows = 1;
  std::uint64_t reach(std::uint64_t Pitch) const { return Rows ? (Rows - 1) * Pitch + RowBytes : 0; }
};

Side deviceSide(std::uint64_t Address, std::uint64_t Pitch, const Shape &Of) {
  return {hostBytes(Address, Of.reach(Pitch)), Pitch, false};
}

Side hostSide(const void *Address, std::uint64_t Pitch, const Shape &Of) {
  wantPointer(Address);
  auto *Begin = static_cast<std::byte *>(const_cast<void *>(Address));
  return {{Begin, nullptr}, Pitch, !isPinned(Address, Of.reach(Pitch))};
}

/// Copies rows, and the flags that say which bytes were written: bytes that were never written count as never written
/// at the target too. Memory of the host has no flags; all its bytes count as written.
void copyRows(const Side &To, const Side &From, const Shape &Of) {
  for (std::uint64_t Row = 0; Row < Of.Rows; ++Row) {
    const std::uint64_t Into = Row * To.Pitch, Out = Row * From.Pitch;
    std::memmove(To.Begin.Host + Into, From.Begin.Host + Out, Of.RowBytes);
    if (To.Begin.Written && From.Begin.Written)
      std::memmove(To.Begin.Written + Into, From.Begin.Written + Out, Of.RowBytes);
    else if (To.Begin.Written)
      std::memset(To.Begin.Written + Into, 1, Of.RowBytes);
  }
}

Result copy(StreamTag &On, const Side &To, const Side &From, const Shape &Of, bool Waits) {
  if (Of.RowBytes == 0 || Of.Rows == 0)
    return Success;
  if (From.IsPageable) {
    auto Taken = std::make_shared<std::vector<std::byte>>(Of.RowBytes * Of.Rows);
    const Side Kept{{Taken->data(), nullptr}, Of.RowBytes, false};
    copyRows(Kept, From, Of);
    enqueue(On, [=] {
      static_cast<void>(Taken); // keeps the buffer alive until the copy is done
      copyRows(To, Kept, Of);
    });
  } else {
    enqueue(On, [=] { copyRows(To, From, Of); });
  }
  return Waits || To.IsPageable ? waitFor(On) : Success;
}

Result toDevice(DevicePointer To, const void *From, std::uint64_t Bytes, Stream On, bool Waits) {
  StreamTag &Queue = streamOf(On);
  const Shape Of{Bytes, 1};
  return Bytes ? copy(Queue, deviceSide(To, Bytes, Of), hostSide(From, Bytes, Of), Of, Waits) : Success;
}
Result toHost(void *To, DevicePointer From, std::uint64_t Bytes, Stream On, bool Waits) {
  StreamTag &Queue = streamOf(On);
  const Shape Of{Bytes, 1};
  return Bytes ? copy(Queue, hostSide(To, Bytes, Of), deviceSide(From, Bytes, Of), Of, Waits) : Success;
}
Result acrossDevice(DevicePointer To, DevicePointer From, std::uint64_t Bytes, Stream On, bool Waits) {
  StreamTag &Queue = streamOf(On);
  const Shape Of{Bytes, 1};
  return Bytes ? copy(Queue, deviceSide(To, Bytes, Of), deviceSide(From, Bytes, Of), Of, Waits) : Success;
}

/// The source or the target of a copy of a rectangle, whose first byte is at column X of row Y.
Side sideOf(int Kind, const void *Host, DevicePointer Device, std::uint64_t Pitch, std::uint64_t X, std::uint64_t Y,
            const Shape &Of) {
  const std::uint64_t Used = Pitch ? Pitch : Of.RowBytes;
  if (Used < X + Of.RowBytes && Of.Rows > 1)
    throw Refusal{InvalidValue};
  if (Kind == MemoryHost)
    return hostSide(static_cast<const std::byte *>(Host) + Y * Used + X, Used, Of);
  if (Kind == MemoryDevice)
    return deviceSide(Device + Y * Used + X, Used, Of);
  throw Refusal{NotSupported}; // the source or the target is a texture array, or of an unknown kind
}

template <typename T> Result fill(DevicePointer To, T Value, std::size_t Count, Stream On, bool Waits) {
  StreamTag &Queue = streamOf(On);
  if (Count == 0)
    return Success;
  const HostBytes Begin = hostBytes(To, Count * sizeof(T));
  if (To % sizeof(T) != 0)
    return InvalidValue;
  enqueue(Queue, [=] {
    std::fill_n(reinterpret_cast<T *>(Begin.Host), Count, Value);
    if (Begin.Written)
      std::memset(Begin.Written, 1, Count * sizeof(T));
  });
  return Waits ? waitFor(Queue) : Success;
}

} // namespace

ENTRY(cuMemcpyHtoD_v2, DevicePointer To, const void *From, std::size_t Bytes) {
  return guarded([&] { return toDevice(To, From, Bytes, nullptr, true); });
}
ENTRY(cuMemcpyHtoDAsync_v2, DevicePointer To, const void *From, std::size_t Bytes, Stream On) {
  return guarded([&] { return toDevice(To, From, Bytes, On, false); });
}
ENTRY(cuMemcpyDtoH_v2, void *To, DevicePointer From, std::size_t Bytes) {
  return guarded([&] { return toHost(To, From, Bytes, nullptr, true); });
}
ENTRY(cuMemcpyDtoHAsync_v2, void *To, DevicePointer From, std::size_t Bytes, Stream On) {
  return guarded([&] { return toHost(To, From, Bytes, On, false); });
}
ENTRY(cuMemcpyDtoD_v2, DevicePointer To, DevicePointer From, std::size_t Bytes) {
  return guarded([&] { return acrossDevice(To, From, Bytes, nullptr, false); });
}
ENTRY(cuMemcpyDtoDAsync_v2, DevicePointer To, DevicePointer From, std::size_t Bytes, Stream On) {
  return guarded([&] { return acrossDevice(To, From, Bytes, On, false); });
}

ENTRY(cuMemcpy2DAsync_v2, const Memcpy2D *Copy, Stream On) {
  return guarded([&]() -> Result {
    wantPointer(Copy);
    const Memcpy2D &C = *Copy;
    const Shape Of{C.WidthBytes, C.Height};
    StreamTag &Queue = streamOf(On);
    if (Of.RowBytes == 0 || Of.Rows == 0)
      return Success;
    return copy(Queue, sideOf(C.TargetKind, C.TargetHost, C.TargetDevice, C.TargetPitch, C.TargetX, C.TargetY, Of),
                sideOf(C.SourceKind, C.SourceHost, C.SourceDevice, C.SourcePitch, C.SourceX, C.SourceY, Of), Of, false);
  });
}

/// Copies between devices, one plane at a time.
ENTRY(cuMemcpy3DPeerAsync, const Memcpy3DPeer *Copy, Stream On) {
  return guarded([&]() -> Result {
    wantPointer(Copy);
    const Memcpy3DPeer &C = *Copy;
    const Shape Of{C.WidthBytes, C.Height};
    StreamTag &Queue = streamOf(On);
    for (std::uint64_t Z = 0; Z < C.Depth && Of.RowBytes && Of.Rows; ++Z) {
      const std::uint64_t ToY = C.TargetY + (C.TargetZ + Z) * C.TargetHeight;
      const std::uint64_t FromY = C.SourceY + (C.SourceZ + Z) * C.SourceHeight;
      const Result Error =
          copy(Queue, sideOf(C.TargetKind, C.TargetHost, C.TargetDevice, C.TargetPitch, C.TargetX, ToY, Of),
               sideOf(C.SourceKind, C.SourceHost, C.SourceDevice, C.SourcePitch, C.SourceX, FromY, Of), Of, false);
      if (Error)
        return Error;
    }
    return Success;
  });
}

ENTRY(cuMemsetD8_v2, DevicePointer To, unsigned char Value, std::size_t Count) {
  return guarded([&] { return fill(To, Value, Count, nullptr, true); });
}
ENTRY(cuMemsetD32_v2, DevicePointer To, unsigned Value, std::size_t Count) {
  return guarded([&] { return fill(To, Value, Count, nullptr, true); });
}
ENTRY(cuMemsetD8Async, DevicePointer To, unsigned char Value, std::size_t Count, Stream On) {
  return guarded([&] { return fill(To, Value, Count, On, false); });
}
ENTRY(cuMemsetD32Async, DevicePointer To, unsigned Value, std::size_t Count, Stream On) {
  return guarded([&] { return fill(To, Value, Count, On, false); });
}
