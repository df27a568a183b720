// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enqueues single transfers between pinned host memory and a GPU.
#ifndef HETRT_DEVICE_CUDA_TRANSFER_H
#define HETRT_DEVICE_CUDA_TRANSFER_H

#include "Device/Cuda/Driver.h"
#include "Device/Device.h"

namespace hetrt::cuda {

/// Enqueues transfers of rectangles, with as few driver calls as possible. The device's context is current, and the
/// functions return the driver's error code. With host memory that is not pinned, the driver makes the host wait for
/// the transfer.
class Transfer {
public:
  /// `MaxPitch`: the largest pitch of the driver's 2-D copies, in bytes; 0: rectangles are copied row by row.
  Transfer(const Driver &Cuda, std::uint64_t MaxPitch) : Cuda(Cuda), MaxPitch(MaxPitch) {}

  Result in(DevicePointer To, const std::byte *From, const CopyShape &Shape, Stream On) const;
  Result out(std::byte *To, DevicePointer From, const CopyShape &Shape, Stream On) const;

private:
  bool isRectangle(const CopyShape &Shape) const;

  const Driver &Cuda;
  const std::uint64_t MaxPitch;
};

/// The same bytes as one row if they are contiguous on both sides; else `Shape`.
CopyShape flattened(const CopyShape &Shape);

} // namespace hetrt::cuda

#endif
