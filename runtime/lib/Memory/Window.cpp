// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes, rectangles and allocations of windows. The checks are in WindowChecks.cpp.
#include "Memory/Window.h"

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
  const std::int64_t Halo = What.Halo[Dimension];
  // The hull lies inside the array, so only the halo can go over the edge (or, if huge, overflow).
  return {Hull.Lower > Halo ? Hull.Lower - Halo : 0, All.Upper - Hull.Upper > Halo ? Hull.Upper + Halo : All.Upper};
}

Interval writtenInterval(const Array &What, unsigned Dimension, Interval Hull) {
  if (!What.Out)
    return {};
  return What.Tied[Dimension] ? Hull : Interval{0, What.Extent[Dimension]};
}

Box slab(const Array &What, Interval Along) {
  Box Indices;
  for (unsigned D = 0; D < MaxRank; ++D)
    Indices[D] = {0, What.Extent[D]};
  Indices[What.dimension()] = Along;
  return Indices;
}

std::vector<Box> readBoxes(const Array &What, Interval Hull) {
  if (What.Whole || What.tiedCount() <= 1)
    return {slab(What, readInterval(What, What.dimension(), Hull))};
  // The plus-shape: for each tied dimension a slab, minus what the slabs before it hold already.
  std::vector<Box> Boxes;
  std::vector<Box> Rest{slab(What, {0, What.Extent[What.dimension()]})};
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

std::vector<Piece> piecesOf(const Array &What, const Box &Indices) {
  for (const Interval &Along : Indices)
    if (Along.empty())
      return {};
  // Everything from the last dimension that is cut, inwards, is one run of bytes.
  unsigned Cut = MaxRank - 1;
  while (Cut > 0 && Indices[Cut] == Interval{0, What.Extent[Cut]})
    --Cut;
  Piece Run;
  for (unsigned D = 0; D < MaxRank; ++D)
    Run.Offset += static_cast<std::uint64_t>(Indices[D].Lower) * What.strideBytes(D);
  Run.RowBytes = Indices[Cut].size() * What.strideBytes(Cut);
  Run.Pitch = Run.RowBytes;
  if (Cut == 0)
    return {Run};
  Run.Rows = Indices[Cut - 1].size();
  Run.Pitch = What.strideBytes(Cut - 1);
  if (Cut == 1)
    return {Run};
  // Three dimensions, cut in the last: rows of all planes have one distance if the planes are complete.
  if (Indices[1] == Interval{0, What.Extent[1]}) {
    Run.Rows *= Indices[0].size();
    return {Run};
  }
  std::vector<Piece> Planes(Indices[0].size(), Run);
  for (std::size_t Plane = 0; Plane < Planes.size(); ++Plane)
    Planes[Plane].Offset += Plane * What.strideBytes(0);
  return Planes;
}

std::vector<Piece> writtenPieces(const Array &What, const IterationSpace &Iterations, std::uint64_t First,
                                 std::uint64_t Last) {
  const Interval Hull = Iterations.hull(First, Last);
  if (!What.Out || Hull.empty())
    return {};
  const unsigned Along = What.dimension();
  if (Iterations.dense() || !What.Tied[Along])
    return piecesOf(What, slab(What, writtenInterval(What, Along, Hull)));
  const std::uint64_t Step = Iterations.Step < 0 ? 0 - static_cast<std::uint64_t>(Iterations.Step)
                                                 : static_cast<std::uint64_t>(Iterations.Step);
  if (Along == 0) {
    const std::uint64_t Stride = What.strideBytes(0);
    return {{static_cast<std::uint64_t>(Hull.Lower) * Stride, Last - First, Stride, Step * Stride}};
  }
  std::vector<Piece> Pieces;
  for (std::uint64_t Iteration = First; Iteration < Last; ++Iteration) {
    const std::int64_t Value = Iterations.value(Iteration);
    for (const Piece &Part : piecesOf(What, slab(What, {Value, Value + 1})))
      Pieces.push_back(Part);
  }
  return Pieces;
}

Allocation allocationOf(const Array &What, Interval Hull) {
  if (!What.allocatesShare())
    return {0, What.bytes()};
  const Interval Rows = readInterval(What, 0, Hull);
  const std::uint64_t Stride = What.strideBytes(0);
  return {static_cast<std::uint64_t>(Rows.Lower) * Stride, Rows.size() * Stride};
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
  Bounds.window = Window;
  return Bounds;
}

MemoryDemand memoryDemand(const ResolvedCall &Call) {
  MemoryDemand Demand;
  const double Step = Call.Iterations.Step < 0 ? -double(Call.Iterations.Step) : double(Call.Iterations.Step);
  for (const Array &What : Call.Arrays) {
    if (!What.allocatesShare() || What.Persist) {
      Demand.FixedBytes += double(What.bytes());
      continue;
    }
    const double Stride = double(What.strideBytes(0));
    Demand.BytesPerIteration += Step * Stride;
    // A share reaches at most over the whole array, halo included.
    Demand.FixedBytes += std::min(2 * double(What.Halo[0]) * Stride, double(What.bytes()));
  }
  return Demand;
}

} // namespace hetrt
