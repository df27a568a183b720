// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes how much device memory a call needs, and in which pieces it fits into the memory that is available. If
// iterations need different amounts of memory, these are added up for the iterations of each piece, so that one
// iteration with a large segment makes only the piece that contains it short.
#include "Memory/Array.h"

#include <cmath>
#include <utility>

namespace hetrt {
namespace {

/// The array of indices by which `What` is indexed, or null.
const Array *indicesFor(const ResolvedCall &Call, const Array &What) {
  return What.Indirect.IndexedBy >= 0 ? &Call.Arrays[static_cast<unsigned>(What.Indirect.IndexedBy)] : nullptr;
}

/// The bytes of all elements that share one index of the dimension along which an array is divided.
double slabOf(const Array &What) { return double(What.bytes()) / double(What.Extent[What.dimension()]); }

/// An upper bound of the bytes that the iterations `Of` need of an array with uneven(). It is not exact, since an index
/// that occurs several times in an array of indices counts each time.
double bytesOf(const ResolvedCall &Call, const Array &What, Iterations Of) {
  if (What.bytes() == 0)
    return 0;
  if (const Array *Indices = indicesFor(Call, What))
    return std::min(double(Indices->Uses.held(Of)[0].size()) * double(Indices->perIndex()), double(What.Extent[0])) *
           slabOf(What);
  return double(What.Uses.held(Of)[What.dimension()].size()) * slabOf(What);
}

/// The most bytes that one iteration needs.
double largestOf(const ResolvedCall &Call, const Array &What) {
  if (What.bytes() == 0)
    return 0;
  const Array *Indices = indicesFor(Call, What);
  if (!Indices)
    return double(What.Largest) * slabOf(What);
  const Growth Even = Indices->Uses.growth();
  const double Own = Indices->Uses.uneven()    ? double(Indices->Largest)
                     : Indices->Uses.divides() ? Even.PerIteration + Even.PerRange
                                               : double(Indices->Extent[0]);
  return std::min(Own * double(Indices->perIndex()), double(What.Extent[0])) * slabOf(What);
}

/// Adds the memory for an array with uneven(): for each iteration the mean of all iterations, and for a share the bytes
/// that the largest iteration needs beyond the mean.
void addUneven(MemoryDemand &To, const ResolvedCall &Call, const Array &What) {
  const double Mean = bytesOf(Call, What, Call.all()) / double(Call.Space.TripCount);
  To.BytesPerIteration += Mean;
  To.BytesPerShare += std::max(largestOf(Call, What) - Mean, 0.0);
}

void addEven(MemoryDemand &To, const Array &What, std::uint64_t SimdBytes) {
  const unsigned Along = What.dimension();
  const double Bytes = double(What.bytes()), Slab = slabOf(What);
  if (!What.Uses.divides()) { // an array that is not divided is on the device as a whole, for each share
    To.BytesPerShare += Bytes;
    return;
  }
  const Growth Even = What.Uses.growth();
  To.BytesPerIteration += Even.PerIteration * Slab;
  // A share takes at most the whole array, halo included; each of its rows may be padded.
  To.BytesPerShare += std::min(Even.PerRange * Slab, Bytes);
  if (Along > 0)
    To.BytesPerShare += Slab / double(What.strideBytes(Along)) * double(SimdBytes);
}

/// Whether the array's memory is allocated anew for each launch.
bool isPerLaunch(ArrayKind Kind) {
  return Kind == ArrayKind::Share || Kind == ArrayKind::ComparedShare || Kind == ArrayKind::Gathered;
}

/// The demand of one array, which has its own allocation.
MemoryDemand demandOf(const ResolvedCall &Call, std::size_t I, std::uint64_t SimdBytes, ArrayKind Kind) {
  const Array &What = Call.Arrays[I];
  MemoryDemand Demand;
  if (Kind == ArrayKind::InPlace)
    return Demand;
  if (!isPerLaunch(Kind))
    Demand.KeptBytes = double(wholeLayout(What).Bytes);
  else if (What.uneven())
    addUneven(Demand, Call, What);
  else
    addEven(Demand, What, SimdBytes);
  return Demand;
}

/// The bytes that an allocation of `Bytes` bytes takes on the device; an empty one counts as one byte, since one byte
/// is allocated then.
double taken(const AllocationUnits &Units, double Bytes) {
  return double(Units.takenBytes(static_cast<std::uint64_t>(std::ceil(std::max(Bytes, 1.0)))));
}

/// Computes how much memory pieces of a call take on a device.
class PieceSizes {
public:
  PieceSizes(const ResolvedCall &Call, const DeviceSizes &On, std::span<const ArrayKind> Kinds)
      : Call(Call), Units(On.Units) {
    for (std::size_t I = 0; I < Call.Arrays.size(); ++I) {
      if (!isPerLaunch(Kinds[I])) {
        if (Kinds[I] != ArrayKind::InPlace)
          KeptBytes += taken(Units, demandOf(Call, I, On.SimdBytes, Kinds[I]).KeptBytes);
      } else if (Call.Arrays[I].uneven()) {
        Uneven.push_back(&Call.Arrays[I]);
      } else {
        Even.push_back(demandOf(Call, I, On.SimdBytes, Kinds[I]));
      }
    }
    if (On.OfLaunch.BytesPerShare > 0)
      Even.push_back(On.OfLaunch);
  }
  PieceSizes(const PieceSizes &) = delete;

  bool uneven() const { return !Uneven.empty(); }
  double keptBytes() const { return KeptBytes; }

  /// The bytes of a piece with iterations [First, Last), without keptBytes().
  double bytes(std::uint64_t First, std::uint64_t Last) const {
    double Bytes = 0;
    for (const MemoryDemand &Each : Even)
      Bytes += taken(Units, Each.bytes(double(Last - First)));
    for (const Array *What : Uneven)
      Bytes += taken(Units, bytesOf(Call, *What, {First, Last}));
    return Bytes;
  }

  /// The number of iterations that fit in `Room` bytes, at most the trip count, if all take equally many bytes.
  std::uint64_t ofEven(double Room) const {
    std::uint64_t Fits = 0;
    for (std::uint64_t Beyond = Call.Space.TripCount + 1; Beyond - Fits > 1;) {
      const std::uint64_t Middle = Fits + (Beyond - Fits) / 2;
      (bytes(0, Middle) <= Room ? Fits : Beyond) = Middle;
    }
    return Fits;
  }

  /// The largest number n for which any n consecutive iterations fit.
  std::uint64_t anywhere(double Room) const {
    const std::uint64_t Trips = Call.Space.TripCount;
    std::uint64_t Fewest = Trips;
    for (std::uint64_t First = 0, Last = 0; First < Trips && Fewest; ++First) {
      Last = std::max(Last, First);
      while (Last < Trips && bytes(First, Last + 1) <= Room)
        ++Last;
      if (Last == Trips)
        break; // the range from First to the last iteration fits, so shorter ranges that begin later fit, too
      Fewest = std::min(Fewest, Last - First);
    }
    return Fewest;
  }

private:
  const ResolvedCall &Call;
  const AllocationUnits &Units;
  double KeptBytes = 0;
  std::vector<MemoryDemand> Even;
  std::vector<const Array *> Uneven;
};

} // namespace

ArrayKind kindOf(const Array &What, CopyLife Lasting) {
  if (Lasting == CopyLife::None)
    return ArrayKind::InPlace;
  if (What.isComparedWhole())
    return ArrayKind::ComparedCopy;
  if (Lasting == CopyLife::Kept)
    return ArrayKind::KeptCopy;
  if (What.gathered())
    return ArrayKind::Gathered;
  if (What.Stored == StoredBytes::ChangedInWindow)
    return What.allocatesShare() ? ArrayKind::ComparedShare : ArrayKind::ComparedCopy;
  return What.allocatesShare() ? ArrayKind::Share : ArrayKind::PassCopy;
}

MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, std::span<const ArrayKind> Kinds) {
  MemoryDemand All;
  for (std::size_t I = 0; I < Call.Arrays.size(); ++I) {
    const MemoryDemand Each = demandOf(Call, I, SimdBytes, Kinds[I]);
    All.KeptBytes += Each.KeptBytes;
    All.BytesPerIteration += Each.BytesPerIteration;
    All.BytesPerShare += Each.BytesPerShare;
  }
  return All;
}

double takenBytes(const ResolvedCall &Call, const DeviceSizes &On, std::span<const ArrayKind> Kinds, double Iterations,
                  unsigned Shares) {
  double Bytes = On.OfLaunch.BytesPerShare > 0 ? Shares * taken(On.Units, On.OfLaunch.bytes(Iterations)) : 0;
  for (std::size_t I = 0; I < Call.Arrays.size(); ++I)
    if (Kinds[I] != ArrayKind::InPlace)
      Bytes += (isPerLaunch(Kinds[I]) ? Shares : 1) *
               taken(On.Units, demandOf(Call, I, On.SimdBytes, Kinds[I]).bytes(Iterations));
  return Bytes;
}

MemoryPlan planMemory(const ResolvedCall &Call, const DeviceSizes &On, double Room, std::vector<ArrayKind> Kinds) {
  const std::uint64_t Trips = Call.Space.TripCount;
  const PieceSizes Sizes(Call, On, Kinds);
  MemoryPlan Plan{.Kinds = std::move(Kinds)};
  if (Sizes.keptBytes() + Sizes.bytes(0, Trips) <= Room)
    return Plan;
  const double OfPiece = (Room - Sizes.keptBytes()) / 2;
  if (Sizes.uneven())
    Plan.BytesAtOnce = OfPiece;
  Plan.IterationsAtOnce = Sizes.uneven() ? Sizes.anywhere(OfPiece) : Sizes.ofEven(OfPiece);
  return Plan;
}

std::uint64_t pieceSize(const ResolvedCall &Call, const DeviceSizes &On, const MemoryPlan &Plan, std::uint64_t First,
                        std::uint64_t Most) {
  std::uint64_t Fits = std::clamp(Plan.IterationsAtOnce, std::uint64_t(1), Most);
  if (std::isinf(Plan.BytesAtOnce) || Fits == Most)
    return Fits;
  const PieceSizes Sizes(Call, On, Plan.Kinds);
  for (std::uint64_t Beyond = Most + 1; Beyond - Fits > 1;) {
    const std::uint64_t Middle = Fits + (Beyond - Fits) / 2;
    (Sizes.bytes(First, First + Middle) <= Plan.BytesAtOnce ? Fits : Beyond) = Middle;
  }
  return Fits;
}

} // namespace hetrt
