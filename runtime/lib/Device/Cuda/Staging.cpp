// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through a ring of pinned buffers (slots).

#include "Device/Cuda/Staging.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

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

/// The shape of a copy whose rows are packed in a slot, one after the other.
CopyShape inSlot(CopyShape Shape) {
  Shape.HostPitch = Shape.RowBytes;
  return Shape;
}

} // namespace

/// The size of pieces: if a copy would fill fewer slots than there are threads, it is cut into one piece for each
/// thread.
std::uint64_t Staging::pieceBytes(std::uint64_t Bytes) const {
  const std::uint64_t Even = (Bytes + slotsAtOnce() - 1) / slotsAtOnce();
  return slotsAtOnce() == 1 ? SlotBytes : std::clamp(Even, LeastBytes, SlotBytes);
}

/// Cuts a copy into pieces, and calls Batch(pieces), in order, for pieces whose slots are used at the same time.
template <typename Function> Result Staging::forEachBatch(const CopyShape &Given, Function Batch) {
  const CopyShape Shape = flattened(Given);
  const std::uint64_t Most = pieceBytes(Shape.bytes());
  const std::uint64_t RowsAtOnce = std::max<std::uint64_t>(Most / Shape.RowBytes, 1);
  std::array<Piece, SlotCount> Pieces;
  unsigned Count = 0;
  const auto Pass = [&] {
    const std::span<Piece> Now(Pieces.data(), std::exchange(Count, 0));
    const Result Error = acquire(Now);
    return Error ? Error : Batch(Now);
  };
  for (std::uint64_t Row = 0; Row < Shape.Rows; Row += RowsAtOnce) {
    CopyShape Part = Shape;
    Part.Rows = std::min(RowsAtOnce, Shape.Rows - Row);
    for (std::uint64_t Byte = 0; Byte < Shape.RowBytes; Byte += Most) {
      Part.RowBytes = std::min(Most, Shape.RowBytes - Byte);
      Pieces[Count++] = {Row * Shape.HostPitch + Byte, Row * Shape.DevicePitch + Byte, Part};
      if (Count == slotsAtOnce())
        if (Result Error = Pass())
          return Error;
    }
  }
  return Count ? Pass() : Success;
}

Result Staging::copyIn(DevicePointer To, const void *From, const CopyShape &Shape, Stream On) {
  return forEachBatch(Shape, [&](std::span<const Piece> Pieces) -> Result {
    Threads.forEach(static_cast<unsigned>(Pieces.size()), [&](unsigned I) {
      const Piece &Each = Pieces[I];
      copyRows(Each.In->Buffer, Each.Shape.RowBytes, static_cast<const std::byte *>(From) + Each.HostOffset,
               Each.Shape.HostPitch, Each.Shape);
    });
    for (const Piece &Each : Pieces) {
      if (Result Error = Rows.in(To + Each.DeviceOffset, Each.In->Buffer, inSlot(Each.Shape), On))
        return Error;
      if (Result Error = markBusy(*Each.In, On))
        return Error;
    }
    return Success;
  });
}

/// Removes from `Parts` as many parts as fit into a slot, and returns them.
std::span<const CopyPart> Staging::takeOneSlot(std::span<const CopyPart> &Parts) const {
  std::size_t Count = 0;
  for (std::uint64_t Bytes = 0; Count < Parts.size() && Bytes + Parts[Count].Shape.bytes() <= SlotBytes; ++Count)
    Bytes += Parts[Count].Shape.bytes();
  const std::span<const CopyPart> Taken = Parts.first(Count);
  Parts = Parts.subspan(Count);
  return Taken;
}

/// Merges a part into the previous one, as one more row, or as the next bytes of its only row. Returns false if the
/// part does not follow the previous one in this way.
static bool joins(CopyPart &Before, const CopyPart &Next) {
  CopyShape &Shape = Before.Shape;
  if (Next.Shape.Rows != 1 || Next.DeviceOffset < Before.DeviceOffset)
    return false;
  const std::uint64_t Distance = Next.DeviceOffset - Before.DeviceOffset;
  if (Shape.Rows == 1 && Distance == Shape.RowBytes) {
    Shape.RowBytes += Next.Shape.RowBytes;
    return true;
  }
  if (Next.Shape.RowBytes != Shape.RowBytes || Distance < Shape.RowBytes)
    return false;
  if (Shape.Rows == 1)
    Shape.DevicePitch = Distance;
  else if (Distance != Shape.Rows * Shape.DevicePitch)
    return false;
  ++Shape.Rows;
  return true;
}

/// Enqueues the transfers of parts that are packed in a slot.
Result Staging::sendGathered(DevicePointer To, const Slot &From, std::span<const CopyPart> Parts, Stream On) {
  const std::byte *Packed = From.Buffer;
  const auto Send = [&](const CopyPart &Run) {
    const Result Error = Rows.in(To + Run.DeviceOffset, Packed, inSlot(Run.Shape), On);
    Packed += Run.Shape.bytes();
    return Error;
  };
  CopyPart Run;
  for (const CopyPart &Each : Parts) {
    if (!Each.Shape.bytes() || (Run.Shape.bytes() && joins(Run, Each)))
      continue;
    if (Run.Shape.bytes())
      if (Result Error = Send(Run))
        return Error;
    Run = Each;
  }
  return Run.Shape.bytes() ? Send(Run) : Success;
}

Result Staging::gatherIn(DevicePointer To, const std::byte *From, std::span<const CopyPart> Parts, Stream On) {
  while (!Parts.empty()) {
    std::array<std::span<const CopyPart>, SlotCount> Of;
    std::array<Piece, SlotCount> Pieces;
    unsigned Count = 0;
    while (Count < slotsAtOnce() && !Parts.empty())
      Of[Count++] = takeOneSlot(Parts);
    if (Result Error = acquire(std::span(Pieces).first(Count)))
      return Error;
    Threads.forEach(Count, [&](unsigned I) {
      std::byte *Packed = Pieces[I].In->Buffer;
      for (const auto &[HostOffset, DeviceOffset, Shape] : Of[I]) {
        copyRows(Packed, Shape.RowBytes, From + HostOffset, Shape.HostPitch, Shape);
        Packed += Shape.bytes();
      }
    });
    for (unsigned I = 0; I < Count; ++I) {
      if (Result Error = sendGathered(To, *Pieces[I].In, Of[I], On))
        return Error;
      if (Result Error = markBusy(*Pieces[I].In, On))
        return Error;
    }
  }
  return Success;
}

Result Staging::copyOut(void *To, DevicePointer From, const CopyShape &Shape, Stream On) {
  return forEachBatch(Shape, [&](std::span<const Piece> Pieces) -> Result {
    for (const Piece &Each : Pieces) {
      Slot &Used = *Each.In;
      if (Result Error = Rows.out(Used.Buffer, From + Each.DeviceOffset, inSlot(Each.Shape), On))
        return Error;
      Used.Target = static_cast<std::byte *>(To) + Each.HostOffset;
      Used.Shape = Each.Shape;
      if (Result Error = markBusy(Used, On))
        return Error;
    }
    return Success;
  });
}

Result Staging::finish(Stream On, double &UnpackSeconds) {
  UnpackSeconds = 0;
  std::array<Slot *, SlotCount> Oldest;
  unsigned Count = 0;
  for (unsigned I = 0; I < SlotCount; ++I)
    if (Slot &Each = Slots[(Next + I) % SlotCount]; Each.On == On && Each.Busy)
      Oldest[Count++] = &Each;
  for (unsigned Begin = 0; Begin < Count; Begin += slotsAtOnce())
    if (Result Error = settle(std::span(Oldest).subspan(Begin, std::min(slotsAtOnce(), Count - Begin)), &UnpackSeconds))
      return Error;
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

/// Assigns the next slots of the ring to the pieces, after waiting until they are free.
Result Staging::acquire(std::span<Piece> Pieces) {
  std::array<Slot *, SlotCount> Taken;
  for (unsigned I = 0; I < Pieces.size(); ++I)
    Taken[I] = Pieces[I].In = &Slots[(Next + I) % SlotCount];
  if (Result Error = settle(std::span(Taken).first(Pieces.size())))
    return Error;
  for (const Piece &Each : Pieces)
    if (Result Error = makeReady(*Each.In))
      return Error;
  Next = (Next + static_cast<unsigned>(Pieces.size())) % SlotCount;
  return Success;
}

/// Creates a slot's event and buffer at its first use.
Result Staging::makeReady(Slot &Fresh) {
  if (!Fresh.Done)
    if (Result Error = Cuda.EventCreate(&Fresh.Done, EventBlockingSync | EventDisableTiming))
      return Error;
  if (Fresh.Buffer)
    return Success;
  void *Pinned = nullptr;
  if (Result Error = Cuda.MemHostAlloc(&Pinned, SlotBytes, 0))
    return Error;
  Fresh.Buffer = static_cast<std::byte *>(Pinned);
  return Success;
}

/// Notes that the slot's transfer is enqueued.
Result Staging::markBusy(Slot &Used, Stream On) {
  Used.On = On;
  Used.Busy = true;
  return Cuda.EventRecord(Used.Done, On);
}

/// Waits for the transfers of these slots. For copies from the device, copies the rows to their places, and adds the
/// time to `UnpackSeconds`.
Result Staging::settle(std::span<Slot *const> Used, double *UnpackSeconds) {
  for (const Slot *Each : Used)
    if (Each->Busy)
      if (Result Error = Cuda.EventSynchronize(Each->Done))
        return Error;
  const auto Begin = std::chrono::steady_clock::now();
  Threads.forEach(static_cast<unsigned>(Used.size()), [&](unsigned I) {
    if (Slot &Each = *Used[I]; Each.Busy && Each.Target)
      copyRows(Each.Target, Each.Shape.HostPitch, Each.Buffer, Each.Shape.RowBytes, Each.Shape);
  });
  if (UnpackSeconds)
    *UnpackSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
  for (Slot *Each : Used) {
    Each->Busy = false;
    Each->Target = nullptr;
  }
  return Success;
}

} // namespace hetrt::cuda
