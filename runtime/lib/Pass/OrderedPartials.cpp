// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the partials of grains, in the order of grains.
#include "Pass/OrderedPartials.h"

#include <algorithm>

namespace hetrt {

OrderedPartials::OrderedPartials(const Grains &Of, std::uint64_t Bytes, std::uint32_t Threads)
    : Of(Of), Bytes(Bytes), Slots(std::make_unique_for_overwrite<std::byte[]>(Of.count() * Bytes)),
      Initial(std::make_unique_for_overwrite<std::byte[]>(Threads * Bytes)), Rests(Threads) {}

const void *OrderedPartials::next(const void *Previous) const {
  const std::byte *Next = Previous ? static_cast<const std::byte *>(Previous) + Bytes : Slots.get();
  return Next < Slots.get() + Of.count() * Bytes ? Next : nullptr;
}

Range OrderedPartials::enter(std::uint32_t Member, Range Whole) {
  Rests[Member] = {{Whole.First, Whole.First}, Whole.Last};
  return advance(Member);
}

Range OrderedPartials::advance(std::uint32_t Member) {
  Rest &Own = Rests[Member];
  const std::uint64_t First = Own.Grain.Last, Left = Own.Last - First;
  const Range Next = {First, First + std::min(Of.Size, Left)};
  if (Left)
    Own.Grain = Next;
  return Next;
}

Reductions Reductions::of(const hetrt_call &Call, bool Deterministic) {
  Reductions Made;
  Made.Bytes = Call.partials_size;
  Made.InOrder = Deterministic && Call.partials_size;
  Made.Division =
      hetrt::Division(Grains{Made.InOrder ? grainOf(Call.trip_count, Call.partials_size) : 1, Call.trip_count});
  return Made;
}

} // namespace hetrt
