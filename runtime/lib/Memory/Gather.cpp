// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathers elements by indices (Gather.h). A set of indices has one bit for each index of the array, which is little
// memory compared with the array itself.
#include "Memory/Gather.h"

#include "Device/RegionTables.h"
#include "Memory/Integers.h"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace hetrt {
namespace {

/// Calls `Visit` with the integers of an array of indices that the iterations `Of` use: the address of the first one,
/// how many there are, and a zero of their type.
template <typename Visitor> auto visit(const Array &Indices, Iterations Of, Visitor Visit) {
  const Interval Along = Indices.Uses.held(Of)[0];
  const std::byte *From = Indices.Host.Base + static_cast<std::uint64_t>(Along.Lower) * Indices.strideBytes(0);
  const std::uint64_t Count = Along.size() * Indices.perIndex();
  return withInteger(Indices.Indirect.Integers.Size, Indices.Indirect.Integers.HasSign,
                     [&](auto Zero) { return Visit(From, Count, Zero); });
}

/// The smallest extent of all arrays that are indexed by the elements of array number `Indices`.
std::int64_t extentOfIndexed(const ResolvedCall &Call, unsigned Indices) {
  std::int64_t Extent = INT64_MAX;
  for (const Array &Each : Call.Arrays)
    if (Each.Indirect.IndexedBy == static_cast<int>(Indices))
      Extent = std::min(Extent, Each.Extent[0]);
  return Extent;
}

/// The position of the first integer that is no index of an array of this extent, with the integer in `Found`; the
/// number of integers if all are indices.
std::uint64_t firstBeyond(const Array &Indices, Iterations Of, std::int64_t Extent, std::string &Found) {
  return visit(Indices, Of, [&](const std::byte *From, std::uint64_t Count, auto Zero) {
    using Integer = decltype(Zero);
    for (std::uint64_t I = 0; I < Count; ++I)
      if (const auto Index = loadInteger<Integer>(From, I);
          std::cmp_less(Index, 0) || std::cmp_greater_equal(Index, Extent)) {
        Found = std::to_string(Index);
        return I;
      }
    return Count;
  });
}

} // namespace

void IndexSet::add(const IndexSet &Other) {
  Words.resize(std::max(Words.size(), Other.Words.size()));
  for (std::size_t W = 0; W < Other.Words.size(); ++W)
    Words[W] |= Other.Words[W];
}

void IndexSet::close() {
  Before.clear();
  Before.reserve(Words.size());
  Count = 0;
  for (const std::uint64_t Word : Words) {
    Before.push_back(Count);
    Count += std::uint64_t(std::popcount(Word));
  }
}

/// The first index from `From` on that is in the set or, without `Inside`, is not; the number of bits if there is none.
std::int64_t IndexSet::next(std::int64_t From, bool Inside) const {
  for (std::size_t W = word(From); W < Words.size(); ++W) {
    const std::uint64_t Wanted = (Inside ? Words[W] : ~Words[W]) & (W == word(From) ? ~(bit(From) - 1) : ~0ULL);
    if (Wanted)
      return std::int64_t(W) * 64 + std::countr_zero(Wanted);
  }
  return std::int64_t(Words.size()) * 64;
}

std::vector<Interval> IndexSet::runs(Interval Within) const {
  std::vector<Interval> Found;
  Within = Within.clipped({0, std::int64_t(Words.size()) * 64});
  for (std::int64_t Lower = next(Within.Lower, true); Lower < Within.Upper;) {
    const std::int64_t Upper = std::min(next(Lower, false), Within.Upper);
    Found.push_back({Lower, Upper});
    Lower = next(Upper, true);
  }
  return Found;
}

IndexSet indicesNamed(const ResolvedCall &Call, unsigned Indices, Iterations Of) {
  IndexSet Named(extentOfIndexed(Call, Indices));
  visit(Call.Arrays[Indices], Of, [&](const std::byte *From, std::uint64_t Count, auto Zero) {
    for (std::uint64_t I = 0; I < Count; ++I)
      Named.add(static_cast<std::int64_t>(loadInteger<decltype(Zero)>(From, I)));
    return 0;
  });
  Named.close();
  return Named;
}

std::vector<std::byte> positionsOf(const Array &Indices, Iterations Of, const IndexSet &Named) {
  return visit(Indices, Of, [&](const std::byte *From, std::uint64_t Count, auto Zero) {
    using Integer = decltype(Zero);
    std::vector<std::byte> Positions(Count * sizeof(Integer));
    for (std::uint64_t I = 0; I < Count; ++I) {
      // A position is no larger than the index, so it fits into the type.
      const auto Position =
          static_cast<Integer>(Named.positionOf(static_cast<std::int64_t>(loadInteger<Integer>(From, I))));
      std::memcpy(Positions.data() + I * sizeof Position, &Position, sizeof Position);
    }
    return Positions;
  });
}

std::uint64_t firstChanged(const Array &Indices, Iterations Of, const IndexSet &Named,
                           const std::vector<std::byte> &Positions) {
  return visit(Indices, Of, [&](const std::byte *From, std::uint64_t Count, auto Zero) {
    using Integer = decltype(Zero);
    const std::uint64_t Most = std::min(Count, Positions.size() / sizeof(Integer));
    for (std::uint64_t I = 0; I < Most; ++I) {
      const auto Index = static_cast<std::int64_t>(loadInteger<Integer>(From, I));
      if (!Named.contains(Index) ||
          std::cmp_not_equal(loadInteger<Integer>(Positions.data(), I), Named.positionOf(Index)))
        return I;
    }
    return Most;
  });
}

std::vector<std::byte> pack(const Array &What, const IndexSet &Named) {
  const std::uint64_t Bytes = What.strideBytes(0);
  std::vector<std::byte> Packed(Named.size() * Bytes);
  std::byte *To = Packed.data();
  for (const Interval &Run : Named.runs({0, What.Extent[0]})) {
    std::memcpy(To, What.Host.Base + static_cast<std::uint64_t>(Run.Lower) * Bytes, Run.size() * Bytes);
    To += Run.size() * Bytes;
  }
  return Packed;
}

Array packedForm(const Array &What, const IndexSet &Named) {
  Array Form = What;
  Form.Extent[0] = static_cast<std::int64_t>(Named.size());
  Box Part = What.Uses.held({});
  Part[0] = {0, Form.Extent[0]};
  Form.Uses = Footprint::fixed(Form.Extent, Part, BoxReads);
  return Form;
}

Status checkIndices(const ResolvedCall &Call) {
  for (const Array &What : Call.Arrays) {
    if (What.Indirect.IndexedBy < 0)
      continue;
    const Array &Indices = Call.Arrays[static_cast<unsigned>(What.Indirect.IndexedBy)];
    const Interval Along = Indices.Uses.held(Call.all())[0];
    std::string Found;
    const std::uint64_t First = firstBeyond(Indices, Call.all(), What.Extent[0], Found);
    if (First < Along.size() * Indices.perIndex())
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  fmt::format("{}: {}[{}] is no index of it: wanted 0 to {}, found {}",
                                              clauseOf(*What.Info), Indices.Indirect.Integers.Info->name,
                                              std::uint64_t(Along.Lower) * Indices.perIndex() + First,
                                              What.Extent[0] - 1, Found));
  }
  return Status::success();
}

} // namespace hetrt
