// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enqueues contiguous and rectangular transfers.

#include "Device/Cuda/Transfer.h"

#include <algorithm>

namespace hetrt::cuda {

CopyShape flattened(const CopyShape &Shape) {
  if (Shape.DevicePitch != Shape.RowBytes || Shape.HostPitch != Shape.RowBytes)
    return Shape;
  return CopyShape::contiguous(Shape.bytes());
}

/// Whether one 2-D copy of the driver can transfer all rows.
bool Transfer::isRectangle(const CopyShape &Shape) const {
  return Shape.Rows != 1 && std::max(Shape.DevicePitch, Shape.HostPitch) <= MaxPitch;
}

/// Calls Copy(device offset, host offset) for each row.
template <typename CopyRow> static Result rowByRow(const CopyShape &Shape, CopyRow Copy) {
  for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
    if (Result Error = Copy(Row * Shape.DevicePitch, Row * Shape.HostPitch))
      return Error;
  return Success;
}

Result Transfer::in(DevicePointer To, const std::byte *From, const CopyShape &Given, Stream On) const {
  const CopyShape Shape = flattened(Given);
  if (isRectangle(Shape)) {
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
  return rowByRow(Shape, [&](std::uint64_t There, std::uint64_t Here) {
    return Cuda.MemcpyHtoDAsync(To + There, From + Here, Shape.RowBytes, On);
  });
}

Result Transfer::out(std::byte *To, DevicePointer From, const CopyShape &Given, Stream On) const {
  const CopyShape Shape = flattened(Given);
  if (isRectangle(Shape)) {
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
  return rowByRow(Shape, [&](std::uint64_t There, std::uint64_t Here) {
    return Cuda.MemcpyDtoHAsync(To + Here, From + There, Shape.RowBytes, On);
  });
}

} // namespace hetrt::cuda
