// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pinned buffers through which all copies between pageable host memory and a GPU go.
#ifndef HETRT_DEVICE_CUDA_STAGING_H
#define HETRT_DEVICE_CUDA_STAGING_H

#include "Device/Cuda/Transfer.h"

#include <array>

namespace hetrt::cuda {

/// One direction of a device's copies.
///
/// The driver can copy asynchronously only from and to pinned memory; the user's arrays are pageable, and pinning them
/// in place pays for some only (Pinning.h). So a copy is cut into pieces, each of
/// which uses one slot of a ring of pinned buffers. Into the device: the host fills a slot and enqueues its transfer.
/// Out of it: the transfer into a slot is enqueued, and the host empties the slot when it is needed again or at
/// finish(). With all slots in use, a copy waits for the oldest one.
///
/// Rectangles are packed in the slots, so that a piece is one 2-D transfer however many rows it has.
///
/// All functions want the device's context to be current, and return the driver's code.
class Staging {
public:
  Staging(const Driver &Cuda, const Transfer &Rows) : Cuda(Cuda), Rows(Rows) {}
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  Result copyIn(DevicePointer To, const void *From, const CopyShape &Shape, Stream On);
  Result copyOut(void *To, DevicePointer From, const CopyShape &Shape, Stream On);

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
  static constexpr unsigned SlotCount = 8;

  struct Slot {
    std::byte *Buffer = nullptr;
    Event Done = nullptr;
    bool Busy = false;
    Stream On = nullptr;
    std::byte *Target = nullptr; ///< Of a copy out: where the rows belong. Null for a copy in.
    CopyShape Shape;
  };

  /// Calls Piece(byte offset on the host side, on the device side, shape) for parts that fit into a slot.
  template <typename Function> static Result forEachPiece(const CopyShape &Shape, Function Piece);

  Result acquire(Slot *&Acquired);
  Result settle(Slot &Used, double *UnpackSeconds = nullptr);

  const Driver &Cuda;
  const Transfer &Rows;
  std::array<Slot, SlotCount> Slots;
  unsigned Next = 0;
};

} // namespace hetrt::cuda

#endif
