// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the rectangles of memory and the layouts of windows (Array.h).
#include "Memory/Array.h"

#include "Memory/FootprintArithmetic.h"

namespace hetrt {

std::uint64_t Array::strideBytes(unsigned Dimension) const {
  std::uint64_t Bytes = ElementSize;
  for (unsigned D = Dimension + 1; D < MaxRank; ++D)
    Bytes *= static_cast<std::uint64_t>(Extent[D]);
  return Bytes;
}

std::uint64_t Array::bytes() const { return strideBytes(0) * static_cast<std::uint64_t>(Extent[0]); }

bool Array::hasRowPointers() const { return Info && (Info->flags & HETRT_ROWS); }

Box slab(const Array &What, Iterations All, Interval Along) {
  Box Indices = What.Uses.held(All);
  Indices[What.dimension()] = Along;
  return Indices;
}

std::uint64_t Layout::offsetOf(const std::array<std::int64_t, MaxRank> &Index) const {
  std::uint64_t Offset = 0;
  for (unsigned D = 0; D < MaxRank; ++D)
    Offset += (static_cast<std::uint64_t>(Index[D]) - static_cast<std::uint64_t>(Held[D].Lower)) * Stride[D];
  return Offset;
}

namespace {

/// Lays a box out densely, the last dimension fastest. Pads rows if `Along` is the dimension of the elements in a row.
Layout layOut(const Array &What, const Box &Held, unsigned Along, std::uint64_t SimdBytes) {
  Layout Made{Held, {}, What.ElementSize};
  for (unsigned D = MaxRank; D-- > 0;) {
    Made.Stride[D] = Made.Bytes;
    Made.Bytes *= Held[D].size();
    // Only rows of elements are padded, not planes of rows. In kernels with flat subscripts, as `(k * m + j) * n + i`,
    // the compiler replaces m by the plane's stride divided by the row's stride, so in three dimensions a stride has to
    // be a multiple of the next smaller one.
    const bool Pads = D == Along && D > 0 && Made.Stride[D] == What.ElementSize && Made.Bytes >= SimdBytes &&
                      SimdBytes % What.ElementSize == 0;
    if (Pads)
      Made.Bytes = (Made.Bytes + SimdBytes - 1) / SimdBytes * SimdBytes;
  }
  return Made;
}

/// One level of a nested copy (the bytes of an element, the elements of a row, the rows ...): `Count` items at these
/// strides.
struct Run {
  std::uint64_t Count, HostStride, DeviceStride;
};

/// Merges two levels into one where the outer level continues where the inner one ends, both on the host and on the
/// device. Returns whether it did.
bool join(Run &Inner, const Run &Outer) {
  if (Outer.HostStride != Inner.Count * Inner.HostStride || Outer.DeviceStride != Inner.Count * Inner.DeviceStride)
    return false;
  Inner.Count *= Outer.Count;
  return true;
}

} // namespace

Layout wholeLayout(const Array &What) {
  return layOut(What, wholeOf(What.Extent), What.RowPadding > 1 ? What.Rank - 1 : 0, What.RowPadding);
}

Layout shareLayout(const Array &What, Iterations Of, std::uint64_t SimdBytes) {
  const unsigned Along = What.dimension();
  Box Held = What.Uses.held(Of);
  if (!What.Subscripts.TakeStrides) // the kernel uses the array's own strides, so the device needs whole rows even if
                                    // only a section of them is used
    for (unsigned D = 0; D < MaxRank; ++D)
      if (D != Along)
        Held[D] = {0, What.Extent[D]};
  return layOut(What, Held, Along, SimdBytes);
}

/// Extends a rectangle by the row `Next`, if that row follows the rectangle's last row at the rectangle's pitch, both
/// on the host and on the device. Returns whether it did.
static bool goesOn(CopyRectangle &Of, const CopyRectangle &Next) {
  const auto Host = static_cast<std::uint64_t>(Next.HostOffset - Of.HostOffset),
             Device = Next.DeviceOffset - Of.DeviceOffset;
  const auto IsBehind = [&](std::uint64_t Distance) { return Distance >= Of.RowBytes && Distance <= INT64_MAX; };
  if (Of.Rows == 1 && IsBehind(Host) && IsBehind(Device)) {
    Of.HostPitch = Host;
    Of.DevicePitch = Device;
  } else if (Of.Rows == 1 || Host != Of.Rows * Of.HostPitch || Device != Of.Rows * Of.DevicePitch) {
    return false;
  }
  ++Of.Rows;
  return true;
}

/// Calls Visit(Corner) for each row of some boxes, where Corner has the lowest indices of the row; `Last` is the
/// array's last dimension.
template <typename Function> static void forEachRow(const BoxRun &Of, unsigned Last, Function Visit) {
  std::array<std::int64_t, MaxRank> Corner{};
  for (unsigned D = 0; D < MaxRank; ++D)
    Corner[D] = Of.First[D].Lower;
  if (isEmpty(Of.First))
    return;
  const std::uint64_t Count = Of.Along == Last ? 1 : Of.Count;
  for (std::uint64_t Each = 0; Each < Count; ++Each)
    for (std::uint64_t I = 0; I < (Last > 0 ? Of.First[0].size() : 1); ++I)
      for (std::uint64_t J = 0; J < (Last > 1 ? Of.First[1].size() : 1); ++J) {
        std::array<std::int64_t, MaxRank> At = Corner;
        At[0] += Last > 0 ? static_cast<std::int64_t>(I) : 0;
        At[1] += Last > 1 ? static_cast<std::int64_t>(J) : 0;
        if (Of.Along != Last)
          At[Of.Along] += static_cast<std::int64_t>(Each) * Of.Stride;
        Visit(At);
      }
}

/// Makes rectangles of rows that may lie anywhere in the program's memory (HostPlace::RowsAt).
class RowRectangles {
public:
  RowRectangles(const Array &What, const Layout &Where) : What(What), Where(Where), Last(What.Rank - 1) {}

  /// Adds `Count` equal parts of one row, at the distance `Step`.
  void add(std::array<std::int64_t, MaxRank> Corner, const Interval &First, std::uint64_t Count, std::int64_t Step) {
    std::size_t Row = 0;
    for (unsigned D = 0; D < Last; ++D)
      Row = Row * static_cast<std::size_t>(What.Extent[D]) + static_cast<std::size_t>(Corner[D]);
    const RowPlace &Place = (*What.Host.RowsAt)[Row];
    if (!Place.Begin)
      return;
    const std::int64_t Reach = static_cast<std::int64_t>(Count - 1) * Step;
    if (Count > 1 && First.Lower >= Place.There.Lower && First.Upper + Reach <= Place.There.Upper)
      return put(Place.Begin, Corner, First, Count, static_cast<std::uint64_t>(Step));
    for (std::uint64_t Each = 0; Each < Count; ++Each) {
      const std::int64_t Shift = static_cast<std::int64_t>(Each) * Step;
      const Interval Part = Interval{First.Lower + Shift, First.Upper + Shift}.clipped(Place.There);
      if (!Part.empty())
        put(Place.Begin, Corner, Part, 1, Part.size());
    }
  }

  std::vector<CopyRectangle> take() { return std::move(Made); }

private:
  /// Adds a rectangle, or extends the last rectangle by one row where the new rectangle follows it at its pitch, both
  /// on the host and on the device.
  void put(const std::byte *Row, std::array<std::int64_t, MaxRank> &Corner, const Interval &Part, std::uint64_t Count,
           std::uint64_t Step) {
    Corner[Last] = Part.Lower;
    const std::byte *const Host = Row + Part.Lower * static_cast<std::int64_t>(What.ElementSize);
    const CopyRectangle Own{static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(Host) -
                                                      reinterpret_cast<std::uintptr_t>(What.Host.Base)),
                            Where.offsetOf(Corner),
                            Count,
                            Part.size() * What.ElementSize,
                            Step * What.ElementSize,
                            Count > 1 ? Step * Where.Stride[Last] : Step * What.ElementSize};
    if (Count > 1 || Made.empty() || Made.back().RowBytes != Own.RowBytes || !goesOn(Made.back(), Own))
      Made.push_back(Own);
  }

  const Array &What;
  const Layout &Where;
  const unsigned Last;
  std::vector<CopyRectangle> Made;
};

static std::vector<CopyRectangle> rectanglesOfRows(const Array &What, const Layout &Where, const BoxRun &Indices) {
  RowRectangles Made(What, Where);
  const unsigned Last = What.Rank - 1;
  const std::uint64_t Count = Indices.Along == Last ? Indices.Count : 1;
  forEachRow(Indices, Last, [&](const std::array<std::int64_t, MaxRank> &Corner) {
    Made.add(Corner, Indices.First[Last], Count, Indices.Stride);
  });
  return Made.take();
}

std::vector<CopyRectangle> rectanglesOf(const Array &What, const Layout &Where, const BoxRun &Indices) {
  if (What.Host.RowsAt)
    return rectanglesOfRows(What, Where, Indices);
  // Collects the levels of the copy, from the bytes of an element outwards. A level that continues where the previous
  // level ends is merged with it.
  std::vector<Run> Runs{{What.ElementSize, 1, 1}};
  std::array<std::int64_t, MaxRank> Corner;
  std::int64_t HostOffset = 0;
  for (unsigned D = MaxRank; D-- > 0;) {
    const Interval Along = Indices.First[D];
    if (Along.empty())
      return {};
    Corner[D] = Along.Lower;
    HostOffset += Along.Lower * static_cast<std::int64_t>(What.hostStride(D));
    const auto Add = [&](std::uint64_t Count, std::uint64_t Step) {
      const Run Outer{Count, Step * What.hostStride(D), Step * Where.Stride[D]};
      if (Count > 1 && !join(Runs.back(), Outer))
        Runs.push_back(Outer);
    };
    Add(Along.size(), 1);
    if (D == Indices.Along)
      Add(Indices.Count, static_cast<std::uint64_t>(Indices.Stride));
  }
  // A CopyRectangle can describe two levels: the bytes of a row, and the rows. The level with most items becomes the
  // rows, and all other levels become loops over rectangles.
  std::sort(Runs.begin() + 1, Runs.end(), [](const Run &A, const Run &B) { return A.Count > B.Count; });
  CopyRectangle First{HostOffset, Where.offsetOf(Corner), 1, Runs[0].Count, Runs[0].Count, Runs[0].Count};
  if (Runs.size() > 1) {
    First.Rows = Runs[1].Count;
    First.HostPitch = Runs[1].HostStride;
    First.DevicePitch = Runs[1].DeviceStride;
  }
  std::vector<CopyRectangle> Made{First};
  for (std::size_t Other = 2; Other < Runs.size(); ++Other)
    for (std::size_t I = 0, Count = Made.size(); I < Count; ++I)
      for (std::uint64_t K = 1; K < Runs[Other].Count; ++K) {
        Made.push_back(Made[I]);
        Made.back().HostOffset += static_cast<std::int64_t>(K * Runs[Other].HostStride);
        Made.back().DeviceOffset += K * Runs[Other].DeviceStride;
      }
  return Made;
}

std::vector<CopyRectangle> writtenRectangles(const Array &What, const Layout &Where, Iterations Of) {
  std::vector<CopyRectangle> Made;
  for (const BoxRun &Each : What.Uses.written(Of)) {
    const std::vector<CopyRectangle> Found = rectanglesOf(What, Where, Each);
    Made.insert(Made.end(), Found.begin(), Found.end());
  }
  return Made;
}

Interval flatHull(const Array &What, const Box &Indices) {
  std::int64_t First = 0, Last = 0;
  for (unsigned D = 0; D < MaxRank; ++D) {
    if (Indices[D].empty())
      return {};
    const auto Stride = static_cast<std::int64_t>(What.strideBytes(D) / What.ElementSize);
    First += Indices[D].Lower * Stride;
    Last += (Indices[D].Upper - 1) * Stride;
  }
  return {First, Last + 1};
}

/// The interval, moved by `By`.
static Interval shifted(Interval Of, std::int64_t By) { return {Of.Lower + By, Of.Upper + By}; }

/// Sets the bounds of an array whose subscripts leave their rows, so that the footprint has one dimension where the
/// program has several. Dimension 0 gets the rows that contain the elements `Flat`, and inner dimensions any index,
/// since only the flat bounds limit these. Rows behind pointers may lie in any order in memory, so dimension 0 gets any
/// index, too.
static void limitRows(const Array &What, const Interval &Flat, hetrt_int64 *Lower, hetrt_int64 *Upper) {
  std::fill(Lower, Lower + MaxRank, INT64_MIN);
  std::fill(Upper, Upper + MaxRank, INT64_MAX);
  if (What.hasRowPointers())
    return;
  const std::int64_t Row = std::max<std::int64_t>((*What.Subscripts.Strides)[0], 1);
  Lower[0] = static_cast<hetrt_int64>(footprint::floorOf(Flat.Lower, Row));
  Upper[0] = static_cast<hetrt_int64>(footprint::ceilingOf(Flat.Upper, Row));
}

hetrt_bounds boundsOf(const Array &What, unsigned Number, Iterations Of) {
  const Box Read = What.Uses.held(Of), Write = What.Uses.writtenHull(Of);
  hetrt_bounds Bounds{};
  for (unsigned D = 0; D < MaxRank; ++D) {
    const std::int64_t First = D == 0 ? What.FirstIndex : 0;
    Bounds.lower[D] = Read[D].Lower + First;
    Bounds.upper[D] = Read[D].Upper + First;
    Bounds.write_lower[D] = Write[D].Lower + First;
    Bounds.write_upper[D] = Write[D].Upper + First;
  }
  const std::int64_t First = What.FirstIndex * (What.hasBlocks() ? 1 : static_cast<std::int64_t>(What.perIndex()));
  const Interval FlatRead = shifted(flatHull(What, Read), First), FlatWrite = shifted(flatHull(What, Write), First);
  Bounds.flat_lower = FlatRead.Lower;
  Bounds.flat_upper = FlatRead.Upper;
  Bounds.flat_write_lower = FlatWrite.Lower;
  Bounds.flat_write_upper = FlatWrite.Upper;
  if (What.Subscripts.Strides) {
    limitRows(What, FlatRead, Bounds.lower, Bounds.upper);
    limitRows(What, FlatWrite, Bounds.write_lower, Bounds.write_upper);
  } else if (What.dimension() > 0) {
    Bounds.inner = What.dimension();
    Bounds.inner_extent = What.Extent[What.dimension()];
    Bounds.inner_stride = static_cast<hetrt_int64>(What.strideBytes(What.dimension()) / What.ElementSize);
  }
  Bounds.element_size = static_cast<hetrt_int64>(What.ElementSize);
  Bounds.window = Number;
  return Bounds;
}

hetrt_bounds boundsOfAll(const Array &What, unsigned Number) {
  hetrt_bounds Bounds{};
  for (unsigned D = 0; D < MaxRank; ++D) {
    Bounds.lower[D] = Bounds.write_lower[D] = INT64_MIN;
    Bounds.upper[D] = Bounds.write_upper[D] = INT64_MAX;
  }
  Bounds.flat_lower = Bounds.flat_write_lower = INT64_MIN;
  Bounds.flat_upper = Bounds.flat_write_upper = INT64_MAX;
  Bounds.element_size = static_cast<hetrt_int64>(What.ElementSize);
  Bounds.window = Number;
  return Bounds;
}

HostIntegers integersOf(const Array &What) {
  const std::int64_t Row = static_cast<std::int64_t>(What.strideBytes(0));
  return {{What.Host.Base - What.FirstIndex * Row, What.ElementSize, !(What.Info->flags & HETRT_UNSIGNED),
           static_cast<std::uint64_t>(std::max<std::int64_t>(What.FirstIndex + What.Extent[0], 0))},
          What.Info};
}

} // namespace hetrt
