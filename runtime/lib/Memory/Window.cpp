// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes, rectangles and allocations of windows. The checks are in WindowChecks.cpp.
#include "Memory/Window.h"

#include <utility>

namespace hetrt {

Interval IterationSpace::hull(std::uint64_t First, std::uint64_t Last) const {
  if (First >= Last)
    return {};
  const std::int64_t A = value(First), B = value(Last - 1), Highest = std::max(A, B);
  // Indices of arrays are far below the limit; a loop without windows may count up to it.
  return {std::min(A, B), Highest < INT64_MAX ? Highest + 1 : Highest};
}

std::uint64_t Array::strideBytes(unsigned Dimension) const {
  std::uint64_t Bytes = ElementSize;
  for (unsigned D = Dimension + 1; D < MaxRank; ++D)
    Bytes *= static_cast<std::uint64_t>(Extent[D]);
  return Bytes;
}

std::uint64_t Array::bytes() const { return strideBytes(0) * static_cast<std::uint64_t>(Extent[0]); }

Interval readInterval(const Array &What, unsigned Dimension, Interval Hull) {
  const Interval All{0, What.Extent[Dimension]};
  if (What.Whole || !What.Tied[Dimension])
    return All;
  if (Hull.empty())
    return {};
  const std::int64_t Before = What.HaloBefore[Dimension], After = What.HaloAfter[Dimension];
  // The hull lies inside the array, so only the halo can go over the edge (or, if huge, overflow).
  return {Hull.Lower > Before ? Hull.Lower - Before : 0,
          All.Upper - Hull.Upper > After ? Hull.Upper + After : All.Upper};
}

Interval writtenInterval(const Array &What, unsigned Dimension, Interval Hull) {
  if (!What.Out)
    return {};
  return What.Tied[Dimension] ? Hull : Interval{0, What.Extent[Dimension]};
}

Box slab(const Array &What, Interval Along) {
  Box Indices = wholeOf(What.Extent);
  Indices[What.dimension()] = Along;
  return Indices;
}

std::vector<Box> readBoxes(const Array &What, Interval Hull) {
  if (What.Whole || What.tiedCount() <= 1)
    return {slab(What, readInterval(What, What.dimension(), Hull))};
  // The plus-shape: for each tied dimension a slab, minus what the slabs before it hold already.
  std::vector<Box> Boxes;
  std::vector<Box> Rest{wholeOf(What.Extent)};
  for (unsigned D = 0; D < MaxRank; ++D) {
    if (!What.Tied[D])
      continue;
    const Interval Along = readInterval(What, D, Hull);
    std::vector<Box> Outside;
    for (const Box &Part : Rest) {
      const Interval Slices[] = {{Part[D].Lower, Along.Lower}, Along, {Along.Upper, Part[D].Upper}};
      for (const Interval &Slice : Slices) {
        Box Piece = Part;
        Piece[D] = Slice;
        if (!Slice.empty())
          (&Slice == &Slices[1] ? Boxes : Outside).push_back(Piece);
      }
    }
    Rest = std::move(Outside);
  }
  return Boxes;
}

std::uint64_t Layout::offsetOf(const std::array<std::int64_t, MaxRank> &Index) const {
  std::uint64_t Offset = 0;
  for (unsigned D = 0; D < MaxRank; ++D)
    Offset += (static_cast<std::uint64_t>(Index[D]) - static_cast<std::uint64_t>(Held[D].Lower)) * Stride[D];
  return Offset;
}

namespace {

/// Lays a box out densely, the last dimension fastest, but for the padding behind dimension `Along`.
Layout layOut(const Array &What, const Box &Held, unsigned Along, std::uint64_t SimdBytes) {
  Layout Made{Held, {}, What.ElementSize};
  for (unsigned D = MaxRank; D-- > 0;) {
    Made.Stride[D] = Made.Bytes;
    Made.Bytes *= Held[D].size();
    // Rows of elements only: distances of three dimensions have to divide each other.
    const bool Pads = D == Along && D > 0 && Made.Stride[D] == What.ElementSize && Made.Bytes >= SimdBytes &&
                      SimdBytes % What.ElementSize == 0;
    if (Pads)
      Made.Bytes = (Made.Bytes + SimdBytes - 1) / SimdBytes * SimdBytes;
  }
  return Made;
}

/// One dimension of a copy: so many indices at these distances.
struct Run {
  std::uint64_t Count, HostStride, DeviceStride;
};

/// Makes one run of two where the outer one goes on where the inner one ends, on both sides.
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

Layout shareLayout(const Array &What, Interval Hull, std::uint64_t SimdBytes) {
  const unsigned Along = What.dimension();
  return layOut(What, slab(What, readInterval(What, Along, Hull)), Along, SimdBytes);
}

std::vector<Piece> piecesOf(const Array &What, const Layout &Where, const Box &Indices, std::uint64_t Step) {
  // From the bytes of an element outwards: runs that go on where the last one ends are one with it.
  std::vector<Run> Runs{{What.ElementSize, 1, 1}};
  std::array<std::int64_t, MaxRank> Corner;
  std::uint64_t HostOffset = 0;
  for (unsigned D = MaxRank; D-- > 0;) {
    if (Indices[D].empty())
      return {};
    Corner[D] = Indices[D].Lower;
    HostOffset += static_cast<std::uint64_t>(Indices[D].Lower) * What.strideBytes(D);
    const std::uint64_t Distance = D == What.dimension() ? Step : 1;
    const Run Outer{(Indices[D].size() - 1) / Distance + 1, Distance * What.strideBytes(D), Distance * Where.Stride[D]};
    if (Outer.Count > 1 && !join(Runs.back(), Outer))
      Runs.push_back(Outer);
  }
  // One copy takes two runs: the bytes of a row, and rows, as many as there are.
  std::sort(Runs.begin() + 1, Runs.end(), [](const Run &A, const Run &B) { return A.Count > B.Count; });
  Piece First{HostOffset, Where.offsetOf(Corner), 1, Runs[0].Count, Runs[0].Count, Runs[0].Count};
  if (Runs.size() > 1) {
    First.Rows = Runs[1].Count;
    First.HostPitch = Runs[1].HostStride;
    First.DevicePitch = Runs[1].DeviceStride;
  }
  std::vector<Piece> Pieces{First};
  for (std::size_t Other = 2; Other < Runs.size(); ++Other)
    for (std::size_t I = 0, Count = Pieces.size(); I < Count; ++I)
      for (std::uint64_t K = 1; K < Runs[Other].Count; ++K) {
        Pieces.push_back(Pieces[I]);
        Pieces.back().HostOffset += K * Runs[Other].HostStride;
        Pieces.back().DeviceOffset += K * Runs[Other].DeviceStride;
      }
  return Pieces;
}

std::vector<Piece> writtenPieces(const Array &What, const Layout &Where, const IterationSpace &Iterations,
                                 std::uint64_t First, std::uint64_t Last) {
  const Interval Hull = Iterations.hull(First, Last);
  if (!What.Out || Hull.empty())
    return {};
  const unsigned Along = What.dimension();
  const std::uint64_t Step = Iterations.Step < 0 ? 0 - static_cast<std::uint64_t>(Iterations.Step)
                                                 : static_cast<std::uint64_t>(Iterations.Step);
  return piecesOf(What, Where, slab(What, writtenInterval(What, Along, Hull)), What.Tied[Along] ? Step : 1);
}

namespace {

/// The smallest interval of flat element indices that holds a box.
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

/// Where several dimensions are tied, an index outside one slab may lie in another: only the array bounds it.
Box boundingBox(const Array &What, Interval Hull, Interval (*Along)(const Array &, unsigned, Interval)) {
  Box Indices;
  for (unsigned D = 0; D < MaxRank; ++D)
    Indices[D] = What.tiedCount() > 1 ? Interval{0, What.Extent[D]} : Along(What, D, Hull);
  return Indices;
}

} // namespace

hetrt_bounds boundsOf(const Array &What, unsigned Window, Interval Hull) {
  const Box Read = boundingBox(What, Hull, readInterval);
  const Box Write = What.Out ? boundingBox(What, Hull, writtenInterval) : Box{};
  hetrt_bounds Bounds{};
  for (unsigned D = 0; D < MaxRank; ++D) {
    Bounds.lower[D] = Read[D].Lower;
    Bounds.upper[D] = Read[D].Upper;
    Bounds.write_lower[D] = Write[D].Lower;
    Bounds.write_upper[D] = Write[D].Upper;
  }
  const Interval FlatRead = flatHull(What, Read), FlatWrite = flatHull(What, Write);
  Bounds.flat_lower = FlatRead.Lower;
  Bounds.flat_upper = FlatRead.Upper;
  Bounds.flat_write_lower = FlatWrite.Lower;
  Bounds.flat_write_upper = FlatWrite.Upper;
  if (What.tiedCount() == 1 && What.dimension() > 0) {
    Bounds.inner = What.dimension();
    Bounds.inner_extent = What.Extent[What.dimension()];
    Bounds.inner_distance = static_cast<hetrt_int64>(What.strideBytes(What.dimension()) / What.ElementSize);
  }
  Bounds.element_size = static_cast<hetrt_int64>(What.ElementSize);
  Bounds.window = Window;
  return Bounds;
}

MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, const KeptArrays &Keeps) {
  MemoryDemand Demand;
  const double Step = Call.Iterations.Step < 0 ? -double(Call.Iterations.Step) : double(Call.Iterations.Step);
  for (std::size_t I = 0; I < Call.Arrays.size(); ++I) {
    const Array &What = Call.Arrays[I];
    if (What.InPlace)
      continue;
    const double Bytes = double(What.bytes());
    if (!What.allocatesShare() || Keeps[I]) {
      Demand.KeptBytes += Bytes;
      continue;
    }
    const unsigned Along = What.dimension();
    const double Slab = Bytes / double(What.Extent[Along]);
    Demand.BytesPerIteration += Step * Slab;
    // A share reaches at most over the whole array, halo included; each of its rows may be padded.
    Demand.BytesPerShare += std::min((double(What.HaloBefore[Along]) + double(What.HaloAfter[Along])) * Slab, Bytes);
    if (Along > 0)
      Demand.BytesPerShare += Slab / double(What.strideBytes(Along)) * double(SimdBytes);
  }
  return Demand;
}

MemoryPlan planMemory(const ResolvedCall &Call, std::uint64_t SimdBytes, double Room, KeptArrays Keeps) {
  const auto Trips = static_cast<double>(Call.Iterations.TripCount);
  const MemoryDemand Demand = memoryDemand(Call, SimdBytes, Keeps);
  MemoryPlan Plan{.Keeps = std::move(Keeps)};
  if (Demand.bytes(Trips) <= Room)
    return Plan;
  const double Fits = (Room - Demand.bytes(0, 2)) / (2 * Demand.BytesPerIteration);
  Plan.IterationsAtOnce = Fits >= 1 ? static_cast<std::uint64_t>(std::min(Fits, Trips)) : 0;
  return Plan;
}

} // namespace hetrt
