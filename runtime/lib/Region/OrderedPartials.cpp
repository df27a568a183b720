// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The division into grains, and the blobs of their values.
#include "Region/OrderedPartials.h"

#include <algorithm>

namespace hetrt {

/// Grains enough for shares to differ by a thousandth, each long enough to be worth its blob; but where blobs are
/// large, no more than there is memory for.
std::uint64_t grainOf(std::uint64_t TripCount, std::uint64_t Bytes) {
  constexpr std::uint64_t WantedGrains = 1024, LongestWanted = 256;
  constexpr std::uint64_t Room = 64 << 20, LeastGrains = 64;
  auto Quotient = [](std::uint64_t Total, std::uint64_t Part) { return Total / Part + (Total % Part != 0); };
  const std::uint64_t Wanted = std::min(Quotient(TripCount, WantedGrains), LongestWanted);
  const std::uint64_t MostGrains = std::max(Room / std::max<std::uint64_t>(Bytes, 1), LeastGrains);
  return std::max({Wanted, Quotient(TripCount, MostGrains), std::uint64_t(1)});
}

OrderedPartials::OrderedPartials(const Grains &Division, std::uint64_t Bytes, std::uint32_t Threads)
    : Division(Division), Bytes(Bytes), Slots(std::make_unique_for_overwrite<std::byte[]>(Division.count() * Bytes)),
      Initial(std::make_unique_for_overwrite<std::byte[]>(Threads * Bytes)), Rests(Threads) {}

const void *OrderedPartials::next(const void *Previous) const {
  const std::byte *Next = Previous ? static_cast<const std::byte *>(Previous) + Bytes : Slots.get();
  return Next < Slots.get() + Division.count() * Bytes ? Next : nullptr;
}

Range OrderedPartials::enter(std::uint32_t Member, Range Whole) {
  Rests[Member] = {{Whole.First, Whole.First}, Whole.Last};
  return advance(Member);
}

Range OrderedPartials::advance(std::uint32_t Member) {
  Rest &Of = Rests[Member];
  const std::uint64_t First = Of.Grain.Last, Left = Of.Last - First;
  const Range Next = {First, First + std::min(Division.Size, Left)};
  if (Left)
    Of.Grain = Next;
  return Next;
}

} // namespace hetrt
