// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat and rectangular transfers.

#include "Device/Cuda/Transfer.h"

#include <algorithm>

namespace hetrt::cuda {

CopyShape flattened(const CopyShape &Shape) {
  if (Shape.DevicePitch != Shape.RowBytes || Shape.HostPitch != Shape.RowBytes)
    return Shape;
  return CopyShape::contiguous(Shape.bytes());
}

Result Transfer::in(DevicePointer To, const std::byte *From, const CopyShape &Given, Stream On) const {
  const CopyShape Shape = flattened(Given);
  if (Shape.Rows == 1)
    return Cuda.MemcpyHtoDAsync(To, From, Shape.RowBytes, On);
  if (std::max(Shape.DevicePitch, Shape.HostPitch) <= MaxPitch) {
    Memcpy2D Copy;
    Copy.SourceKind = MemoryHost;
    Copy.SourceHost = From;
    Copy.SourcePitch = Shape.HostPitch;
    Copy.TargetKind = MemoryDevice;
    Copy.TargetDevice = To;
    Copy.TargetPitch = Shape.DevicePitch;
    Copy.WidthBytes = Shape.RowBytes;
    Copy.Height = Shape.Rows;
    return Cuda.Memcpy2DAsync(&Copy, On);
  }
  for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
    if (Result Error =
            Cuda.MemcpyHtoDAsync(To + Row * Shape.DevicePitch, From + Row * Shape.HostPitch, Shape.RowBytes, On))
      return Error;
  return Success;
}

Result Transfer::out(std::byte *To, DevicePointer From, const CopyShape &Given, Stream On) const {
  const CopyShape Shape = flattened(Given);
  if (Shape.Rows == 1)
    return Cuda.MemcpyDtoHAsync(To, From, Shape.RowBytes, On);
  if (std::max(Shape.DevicePitch, Shape.HostPitch) <= MaxPitch) {
    Memcpy2D Copy;
    Copy.SourceKind = MemoryDevice;
    Copy.SourceDevice = From;
    Copy.SourcePitch = Shape.DevicePitch;
    Copy.TargetKind = MemoryHost;
    Copy.TargetHost = To;
    Copy.TargetPitch = Shape.HostPitch;
    Copy.WidthBytes = Shape.RowBytes;
    Copy.Height = Shape.Rows;
    return Cuda.Memcpy2DAsync(&Copy, On);
  }
  for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
    if (Result Error =
            Cuda.MemcpyDtoHAsync(To + Row * Shape.HostPitch, From + Row * Shape.DevicePitch, Shape.RowBytes, On))
      return Error;
  return Success;
}

} // namespace hetrt::cuda
