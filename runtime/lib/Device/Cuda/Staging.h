// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pinned buffers through which all copies between pageable host memory and a GPU go.
#ifndef HETRT_DEVICE_CUDA_STAGING_H
#define HETRT_DEVICE_CUDA_STAGING_H

#include "Device/Cuda/CopyThreads.h"
#include "Device/Cuda/Transfer.h"

#include <algorithm>
#include <array>
#include <span>

namespace hetrt::cuda {

/// One direction of a device's copies.
///
/// The driver can copy asynchronously only from and to pinned memory; the user's arrays are pageable, and pinning them
/// in place pays for some only (Pinning.h). So a copy is cut into pieces, each of
/// which uses one slot of a ring of pinned buffers. Into the device: the host fills a slot and enqueues its transfer.
/// Out of it: the transfer into a slot is enqueued, and the host empties the slot when it is needed again or at
/// finish(). With all slots in use, a copy waits for the oldest one.
///
/// Rectangles are packed in the slots, so that a piece is one 2-D transfer however many rows it has. As many slots are
/// filled or emptied at the same time as there are threads to copy, but no more than half of the ring: the others are
/// under way meanwhile.
///
/// All functions want the device's context to be current, and return the driver's code.
class Staging {
public:
  Staging(const Driver &Cuda, const Transfer &Rows, CopyThreads &Threads) : Cuda(Cuda), Rows(Rows), Threads(Threads) {}
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  Result copyIn(DevicePointer To, const void *From, const CopyShape &Shape, Stream On);
  Result copyOut(void *To, DevicePointer From, const CopyShape &Shape, Stream On);

  /// Copies many parts of at most GatheredBytes each: a slot takes as many as it has room for, and those that lie at
  /// equal distances on the device are one transfer.
  Result gatherIn(DevicePointer To, const std::byte *From, std::span<const CopyPart> Parts, Stream On);
  static constexpr std::uint64_t GatheredBytes = std::uint64_t(64) << 10;

  /// Waits for what copyOut() enqueued on a stream, and puts it into its place in host memory. `UnpackSeconds` is the
  /// time of the latter.
  Result finish(Stream On, double &UnpackSeconds);

  /// Forgets what is under way, which has ended.
  void drop();

  /// Frees the buffers.
  void close();

private:
  /// Wide enough that the cost of a transfer's start does not matter, small enough to overlap with filling the next.
  static constexpr std::uint64_t SlotBytes = std::uint64_t(2) << 20;
  /// Of less, waking a thread costs more than it copies.
  static constexpr std::uint64_t LeastBytes = std::uint64_t(256) << 10;
  static constexpr unsigned SlotCount = 8;

  struct Slot {
    std::byte *Buffer = nullptr;
    Event Done = nullptr;
    bool Busy = false;
    Stream On = nullptr;
    std::byte *Target = nullptr; ///< Of a copy out: where the rows belong. Null for a copy in.
    CopyShape Shape;
  };

  /// A part of a copy that fits into a slot, and the slot.
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
