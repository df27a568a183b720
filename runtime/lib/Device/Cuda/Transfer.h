// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One transfer between pinned host memory and a GPU.
#ifndef HETRT_DEVICE_CUDA_TRANSFER_H
#define HETRT_DEVICE_CUDA_TRANSFER_H

#include "Device/Cuda/Driver.h"
#include "Device/Device.h"

namespace hetrt::cuda {

/// Enqueues transfers of rectangles, with as few calls of the driver as these need. The context is current; the
/// driver's code is returned. From and to memory that is not pinned the driver transfers too, but the host waits for
/// it.
class Transfer {
public:
  /// `MaxPitch` is the driver's largest pitch in bytes; 0: rectangles go row by row.
  Transfer(const Driver &Cuda, std::uint64_t MaxPitch) : Cuda(Cuda), MaxPitch(MaxPitch) {}

  Result in(DevicePointer To, const std::byte *From, const CopyShape &Shape, Stream On) const;
  Result out(std::byte *To, DevicePointer From, const CopyShape &Shape, Stream On) const;

private:
  bool isRectangle(const CopyShape &Shape) const;

  const Driver &Cuda;
  const std::uint64_t MaxPitch;
};

/// The same bytes as one row, where they lie without gaps on both sides.
CopyShape flattened(const CopyShape &Shape);

} // namespace hetrt::cuda

#endif
