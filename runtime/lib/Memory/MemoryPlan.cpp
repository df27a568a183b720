// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much device memory a call needs, and how it makes do with what there is. Where iterations differ in how much they
// need, what they come to is added up segment by segment, so that one large segment makes only its own piece small.
#include "Memory/Window.h"

#include <utility>

namespace hetrt {
namespace {

/// What indexes another array, or null.
const Array *indicesFor(const ResolvedCall &Call, const Array &What) {
  return What.IndexedBy >= 0 ? &Call.Arrays[static_cast<unsigned>(What.IndexedBy)] : nullptr;
}

/// Indices of dimension 0 that iterations need of an uneven array, at most: of indices it is not known here how often
/// each occurs.
double indicesOf(const ResolvedCall &Call, const Array &What, Interval Hull) {
  if (const Array *Indices = indicesFor(Call, What))
    return std::min(double(readInterval(*Indices, 0, Hull).size()) * double(Indices->perIndex()),
                    double(What.Extent[0]));
  return double(readInterval(What, 0, Hull).size());
}

/// The most that one iteration needs.
double largestOf(const ResolvedCall &Call, const Array &What) {
  if (What.Segments)
    return double(What.LargestSegment);
  const Array &Indices = *indicesFor(Call, What);
  const double Own = Indices.Segments ? double(Indices.LargestSegment)
                     : Indices.Whole  ? double(Indices.Extent[0])
                                      : 1 + double(Indices.HaloBefore[0]) + double(Indices.HaloAfter[0]);
  return std::min(Own * double(Indices.perIndex()), double(What.Extent[0]));
}

/// Adds an uneven array: the largest iteration, and what the others need on average.
void addUneven(MemoryDemand &To, const ResolvedCall &Call, const Array &What) {
  const IterationSpace &Iterations = Call.Iterations;
  const double Index = double(What.strideBytes(0)), Largest = largestOf(Call, What) * Index;
  const double Mean =
      indicesOf(Call, What, Iterations.hull(0, Iterations.TripCount)) * Index / double(Iterations.TripCount);
  To.BytesPerIteration += Mean;
  To.BytesPerShare += std::max(Largest - Mean, 0.0);
}

void addEven(MemoryDemand &To, const Array &What, double Step, std::uint64_t SimdBytes) {
  const unsigned Along = What.dimension();
  const double Bytes = double(What.bytes()), Slab = Bytes / double(What.Extent[Along]);
  if (What.Whole) { // indices, all of them with each share
    To.BytesPerShare += Bytes;
    return;
  }
  To.BytesPerIteration += Step * Slab;
  // A share reaches at most over the whole array, halo included; each of its rows may be padded.
  To.BytesPerShare += std::min((double(What.HaloBefore[Along]) + double(What.HaloAfter[Along])) * Slab, Bytes);
  if (Along > 0)
    To.BytesPerShare += Slab / double(What.strideBytes(Along)) * double(SimdBytes);
}

/// Of all arrays, or without the uneven ones that are not kept.
MemoryDemand demandOf(const ResolvedCall &Call, std::uint64_t SimdBytes, const KeptArrays &Keeps, bool WithUneven) {
  MemoryDemand Demand;
  const double Step = Call.Iterations.Step < 0 ? -double(Call.Iterations.Step) : double(Call.Iterations.Step);
  for (std::size_t I = 0; I < Call.Arrays.size(); ++I) {
    const Array &What = Call.Arrays[I];
    if (What.InPlace)
      continue;
    if (!What.allocatesShare() || Keeps[I])
      Demand.KeptBytes += double(What.bytes());
    else if (!What.uneven())
      addEven(Demand, What, Step, SimdBytes);
    else if (WithUneven)
      addUneven(Demand, Call, What);
  }
  return Demand;
}

/// What pieces of a call take on a device, of arrays that are not kept there.
class PieceSizes {
public:
  PieceSizes(const ResolvedCall &Call, std::uint64_t SimdBytes, const KeptArrays &Keeps)
      : Call(Call), Even(demandOf(Call, SimdBytes, Keeps, false)) {
    for (std::size_t I = 0; I < Call.Arrays.size(); ++I)
      if (Call.Arrays[I].uneven() && !Keeps[I] && !Call.Arrays[I].InPlace)
        Uneven.push_back(&Call.Arrays[I]);
  }
  PieceSizes(const PieceSizes &) = delete;

  bool uneven() const { return !Uneven.empty(); }
  double keptBytes() const { return Even.KeptBytes; }

  /// Of iterations [First, Last).
  double bytes(std::uint64_t First, std::uint64_t Last) const {
    double Bytes = Even.BytesPerShare + double(Last - First) * Even.BytesPerIteration;
    for (const Array *What : Uneven)
      // Even nothing takes a byte.
      Bytes += std::max(indicesOf(Call, *What, Call.Iterations.hull(First, Last)) * double(What->strideBytes(0)), 1.0);
    return Bytes;
  }

  /// The most iterations of which that many fit wherever they begin.
  std::uint64_t anywhere(double Room) const {
    const std::uint64_t Trips = Call.Iterations.TripCount;
    std::uint64_t Fewest = Trips;
    for (std::uint64_t First = 0, Last = 0; First < Trips && Fewest; ++First) {
      Last = std::max(Last, First);
      while (Last < Trips && bytes(First, Last + 1) <= Room)
        ++Last;
      if (Last == Trips)
        break; // as do all shorter ones
      Fewest = std::min(Fewest, Last - First);
    }
    return Fewest;
  }

private:
  const ResolvedCall &Call;
  const MemoryDemand Even;
  std::vector<const Array *> Uneven;
};

} // namespace

MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, const KeptArrays &Keeps) {
  return demandOf(Call, SimdBytes, Keeps, true);
}

MemoryPlan planMemory(const ResolvedCall &Call, std::uint64_t SimdBytes, double Room, KeptArrays Keeps) {
  const std::uint64_t Trips = Call.Iterations.TripCount;
  const PieceSizes Sizes(Call, SimdBytes, Keeps);
  const MemoryDemand Demand = memoryDemand(Call, SimdBytes, Keeps);
  MemoryPlan Plan{.Keeps = std::move(Keeps)};
  if (Sizes.keptBytes() + Sizes.bytes(0, Trips) <= Room)
    return Plan;
  if (Sizes.uneven()) {
    Plan.BytesAtOnce = (Room - Sizes.keptBytes()) / 2;
    Plan.IterationsAtOnce = Sizes.anywhere(Plan.BytesAtOnce);
    return Plan;
  }
  const double Fits = (Room - Demand.bytes(0, 2)) / (2 * Demand.BytesPerIteration);
  Plan.IterationsAtOnce = Fits >= 1 ? static_cast<std::uint64_t>(std::min(Fits, double(Trips))) : 0;
  return Plan;
}

std::uint64_t pieceSize(const ResolvedCall &Call, std::uint64_t SimdBytes, const MemoryPlan &Plan, std::uint64_t First,
                        std::uint64_t Most) {
  std::uint64_t Fits = std::clamp(Plan.IterationsAtOnce, std::uint64_t(1), Most);
  if (std::isinf(Plan.BytesAtOnce) || Fits == Most)
    return Fits;
  const PieceSizes Sizes(Call, SimdBytes, Plan.Keeps);
  for (std::uint64_t Beyond = Most + 1; Beyond - Fits > 1;) {
    const std::uint64_t Middle = Fits + (Beyond - Fits) / 2;
    (Sizes.bytes(First, First + Middle) <= Plan.BytesAtOnce ? Fits : Beyond) = Middle;
  }
  return Fits;
}

} // namespace hetrt
