// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through a ring of pinned buffers.

#include "Device/Cuda/Staging.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace hetrt::cuda {

namespace {

void copyRows(std::byte *To, std::uint64_t ToPitch, const std::byte *From, std::uint64_t FromPitch,
              const CopyShape &Shape) {
  if (ToPitch == Shape.RowBytes && FromPitch == Shape.RowBytes) {
    std::memcpy(To, From, Shape.bytes());
    return;
  }
  for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
    std::memcpy(To + Row * ToPitch, From + Row * FromPitch, Shape.RowBytes);
}

/// Rows lie packed in a slot.
CopyShape inSlot(CopyShape Shape) {
  Shape.HostPitch = Shape.RowBytes;
  return Shape;
}

} // namespace

template <typename Function> Result Staging::forEachPiece(const CopyShape &Given, Function Piece) {
  const CopyShape Shape = flattened(Given);
  const std::uint64_t RowsAtOnce = std::max<std::uint64_t>(SlotBytes / Shape.RowBytes, 1);
  for (std::uint64_t Row = 0; Row < Shape.Rows; Row += RowsAtOnce) {
    CopyShape Part = Shape;
    Part.Rows = std::min(RowsAtOnce, Shape.Rows - Row);
    for (std::uint64_t Byte = 0; Byte < Shape.RowBytes; Byte += SlotBytes) {
      Part.RowBytes = std::min(SlotBytes, Shape.RowBytes - Byte);
      if (Result Error = Piece(Row * Shape.HostPitch + Byte, Row * Shape.DevicePitch + Byte, Part))
        return Error;
    }
  }
  return Success;
}

Result Staging::copyIn(DevicePointer To, const void *From, const CopyShape &Shape, Stream On) {
  return forEachPiece(Shape, [&](std::uint64_t HostOffset, std::uint64_t DeviceOffset, const CopyShape &Part) {
    Slot *Used = nullptr;
    if (Result Error = acquire(Used))
      return Error;
    copyRows(Used->Buffer, Part.RowBytes, static_cast<const std::byte *>(From) + HostOffset, Part.HostPitch, Part);
    if (Result Error = Rows.in(To + DeviceOffset, Used->Buffer, inSlot(Part), On))
      return Error;
    Used->On = On;
    Used->Busy = true;
    return Cuda.EventRecord(Used->Done, On);
  });
}

Result Staging::copyOut(void *To, DevicePointer From, const CopyShape &Shape, Stream On) {
  return forEachPiece(Shape, [&](std::uint64_t HostOffset, std::uint64_t DeviceOffset, const CopyShape &Part) {
    Slot *Used = nullptr;
    if (Result Error = acquire(Used))
      return Error;
    if (Result Error = Rows.out(Used->Buffer, From + DeviceOffset, inSlot(Part), On))
      return Error;
    Used->On = On;
    Used->Busy = true;
    Used->Target = static_cast<std::byte *>(To) + HostOffset;
    Used->Shape = Part;
    return Cuda.EventRecord(Used->Done, On);
  });
}

Result Staging::finish(Stream On, double &UnpackSeconds) {
  UnpackSeconds = 0;
  for (unsigned I = 0; I < SlotCount; ++I) {
    Slot &Oldest = Slots[(Next + I) % SlotCount];
    if (Oldest.On != On || !Oldest.Busy)
      continue;
    if (Result Error = settle(Oldest, &UnpackSeconds))
      return Error;
  }
  return Success;
}

void Staging::drop() {
  for (Slot &S : Slots) {
    S.Busy = false;
    S.Target = nullptr;
  }
}

void Staging::close() {
  for (Slot &S : Slots) {
    if (S.Buffer)
      Cuda.MemFreeHost(S.Buffer);
    if (S.Done)
      Cuda.EventDestroy(S.Done);
    S = Slot();
  }
}

/// The next slot of the ring, free for use.
Result Staging::acquire(Slot *&Acquired) {
  Slot &S = Slots[Next];
  if (Result Error = settle(S))
    return Error;
  if (!S.Done)
    if (Result Error = Cuda.EventCreate(&S.Done, EventBlockingSync | EventDisableTiming))
      return Error;
  if (!S.Buffer) {
    void *Pinned = nullptr;
    if (Result Error = Cuda.MemHostAlloc(&Pinned, SlotBytes, 0))
      return Error;
    S.Buffer = static_cast<std::byte *>(Pinned);
  }
  Next = (Next + 1) % SlotCount;
  Acquired = &S;
  return Success;
}

/// Waits for a slot's transfer; of a copy out, takes the bytes to their place and adds what that took.
Result Staging::settle(Slot &Used, double *UnpackSeconds) {
  if (!Used.Busy)
    return Success;
  if (Result Error = Cuda.EventSynchronize(Used.Done))
    return Error;
  const auto Begin = std::chrono::steady_clock::now();
  if (Used.Target)
    copyRows(Used.Target, Used.Shape.HostPitch, Used.Buffer, Used.Shape.RowBytes, Used.Shape);
  if (UnpackSeconds)
    *UnpackSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
  Used.Busy = false;
  Used.Target = nullptr;
  return Success;
}

} // namespace hetrt::cuda
