// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pinned buffers for copies between a GPU and host memory that is not pinned.
#ifndef HETRT_DEVICE_CUDA_STAGING_H
#define HETRT_DEVICE_CUDA_STAGING_H

#include "Device/Cuda/CopyThreads.h"
#include "Device/Cuda/Transfer.h"

#include <algorithm>
#include <array>
#include <span>

namespace hetrt::cuda {

/// The buffers for one direction of a device's copies.
///
/// The driver copies asynchronously only from and to pinned memory. The user's arrays are not pinned, and pinning them
/// in place is worthwhile only for some (Pinning.h). So a copy is cut into pieces, each of which uses one slot of a
/// ring of pinned buffers. For a copy to the device, the host fills a slot and enqueues the transfer from it. For a
/// copy from the device, the host enqueues the transfer into a slot, and empties the slot when it needs the slot again,
/// or in finish(). If all slots are in use, a copy waits for the oldest one.
///
/// Rectangles are packed in the slots, so that a piece is one 2-D transfer, however many rows it has. As many slots are
/// filled or emptied at the same time as there are threads to copy, but at most half of the ring, so that transfers of
/// the other half go on.
///
/// All functions require that the device's context is current, and return the driver's error code.
class Staging {
public:
  Staging(const Driver &Cuda, const Transfer &Rows, CopyThreads &Threads) : Cuda(Cuda), Rows(Rows), Threads(Threads) {}
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  Result copyIn(DevicePointer To, const void *From, const CopyShape &Shape, Stream On);
  Result copyOut(void *To, DevicePointer From, const CopyShape &Shape, Stream On);

  /// Copies many parts of at most GatheredBytes each. A slot is filled with as many parts as fit, and parts at a fixed
  /// stride on the device are one transfer.
  Result gatherIn(DevicePointer To, const std::byte *From, std::span<const CopyPart> Parts, Stream On);
  static constexpr std::uint64_t GatheredBytes = std::uint64_t(64) << 10;

  /// Waits for the transfers that copyOut() has enqueued on a stream, and unpacks them into host memory.
  /// `UnpackSeconds`: the time for unpacking.
  Result finish(Stream On, double &UnpackSeconds);

  /// Forgets all copies. Called when their transfers have ended.
  void drop();

  /// Frees the buffers.
  void close();

private:
  /// The size of a slot: large enough that the cost of starting a transfer does not matter, and small enough that it
  /// overlaps with filling the next slot.
  static constexpr std::uint64_t SlotBytes = std::uint64_t(2) << 20;
  /// The smallest piece that is given to another thread, since for less, waking the thread costs more than it saves.
  static constexpr std::uint64_t LeastBytes = std::uint64_t(256) << 10;
  static constexpr unsigned SlotCount = 8;

  struct Slot {
    std::byte *Buffer = nullptr;
    Event Done = nullptr;
    bool Busy = false;
    Stream On = nullptr;
    std::byte *Target = nullptr; ///< The host memory that a copy from the device writes; null for a copy to the device.
    CopyShape Shape;
  };

  /// A part of a copy that fits into a slot, and its slot.
  struct Piece {
    std::uint64_t HostOffset = 0, DeviceOffset = 0; ///< In bytes.
    CopyShape Shape;
    Slot *In = nullptr;
  };

  unsigned slotsAtOnce() const { return std::min(Threads.count(), SlotCount / 2); }
  std::uint64_t pieceBytes(std::uint64_t Bytes) const;
  template <typename Function> Result forEachBatch(const CopyShape &Given, Function Batch);

  std::span<const CopyPart> takeOneSlot(std::span<const CopyPart> &Parts) const;
  Result sendGathered(DevicePointer To, const Slot &From, std::span<const CopyPart> Parts, Stream On);

  Result acquire(std::span<Piece> Pieces);
  Result makeReady(Slot &Fresh);
  Result markBusy(Slot &Used, Stream On);
  Result settle(std::span<Slot *const> Used, double *UnpackSeconds = nullptr);

  const Driver &Cuda;
  const Transfer &Rows;
  CopyThreads &Threads;
  std::array<Slot, SlotCount> Slots;
  unsigned Next = 0;
};

} // namespace hetrt::cuda

#endif
