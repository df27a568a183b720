// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes tables of the form that the translator writes into programs. Values that vary between calls are in the list of
// numbers.
#include "Memory/ClauseTables.h"

namespace hetrt {

ClauseTables::ClauseTables(std::span<const Clause> Clauses) {
  for (unsigned Number = 0; const Clause &Each : Clauses)
    add(Each, Number++);
}

void ClauseTables::putInto(hetrt_region &Region) const {
  Region.arrays = Arrays.data();
  Region.boxes = Boxes.data();
  Region.ends = Ends.data();
  Region.terms = Terms.data();
  Region.array_count = static_cast<std::uint32_t>(Arrays.size());
  Region.box_count = static_cast<std::uint32_t>(Boxes.size());
  Region.end_count = static_cast<std::uint32_t>(Ends.size());
  Region.term_count = static_cast<std::uint32_t>(Terms.size());
  Region.array_size = sizeof(hetrt_array_info);
  Region.box_size = sizeof(hetrt_box_info);
  Region.end_size = sizeof(hetrt_ends);
  Region.term_size = sizeof(hetrt_term);
  Region.number_count = static_cast<std::uint32_t>(Numbers.size());
}

hetrt_number ClauseTables::number(hetrt_int64 Value) {
  Numbers.push_back(Value);
  return {0, static_cast<std::uint32_t>(Numbers.size() - 1)};
}

std::uint16_t ClauseTables::term(hetrt_int64 Slope, hetrt_int64 Offset, std::uint32_t Table, hetrt_int64 Add) {
  hetrt_term Made{};
  Made.slope = number(Slope);
  Made.offset = number(Offset);
  Made.table = Table;
  Made.add = number(Add);
  Terms.push_back(Made);
  return static_cast<std::uint16_t>(Terms.size() - 1);
}

/// Adds the lower and the upper end of one dimension of a box. `Follows`: the box moves with the iteration in this
/// dimension.
void ClauseTables::addEnd(const Clause &Of, unsigned Dimension, bool Follows, bool WithHalo) {
  const Clause::Dimension &Along = Of.Dimensions[Dimension];
  const std::int64_t Before = WithHalo ? Along.Before : 0, After = WithHalo ? Along.After : 0;
  hetrt_ends Made{};
  if (Follows && Of.IsSegmented && Dimension == 0) {
    Made = {term(1, 0, Of.Through + 1, hetrt_negated(Before)), 1, term(1, 1, Of.Through + 1, After), 1};
  } else if (Follows) {
    // If the sum overflows, INT64_MAX stands for the end: it is far behind the array, and ends are cut to the array
    // later.
    const std::int64_t End = hetrt_plus(1, After);
    Made = {term(1, hetrt_negated(Before), 0, 0), 1, term(1, End == HETRT_UNKNOWN ? INT64_MAX : End, 0, 0), 1};
  } else if (Of.Sections) {
    const Interval Used = Along.Tied ? Interval{0, Along.Extent} : Along.Used;
    Made = {term(0, Used.Lower, 0, 0), 1, term(0, Used.Upper, 0, 0), 1};
  }
  Ends.push_back(Made);
}

/// Adds a box of array `Number` that follows the loop in dimension `Along`, or in no dimension if `Along` is the rank.
/// Without `Exists`, the box gets a guard that never holds, so that the tables have the same length in all calls.
void ClauseTables::addBox(const Clause &Of, unsigned Number, unsigned Along, bool WithHalo, unsigned Flags,
                          bool Exists) {
  hetrt_box_info Made{};
  Made.array = Number;
  Made.flags = Flags | HETRT_GUARDED | (Of.Word ? unsigned(HETRT_DECLARED) : 0);
  Made.from = number(Exists ? -INT64_MAX : 1);
  Made.to = number(Exists ? INT64_MAX : 0);
  Made.surely = {Of.In ? 0 : 1, 0};
  Made.first_end = static_cast<std::uint32_t>(Ends.size());
  Made.line = Of.Line;
  Made.access = Of.Name;
  for (unsigned D = 0; D < Of.Dimensions.size(); ++D)
    addEnd(Of, D, D == Along, WithHalo);
  Boxes.push_back(Made);
}

/// Adds an array and its boxes. An array that follows the loop in two dimensions has a box for each of them.
void ClauseTables::add(const Clause &Of, unsigned Number) {
  const auto Rank = static_cast<unsigned>(Of.Dimensions.size());
  hetrt_array_info Made{};
  Made.name = Of.Name;
  Made.clause = Of.Word;
  Made.line = Of.Line;
  Made.flags = Of.Flags;
  Made.rank = Rank;
  Made.pointer_offset = Of.PointerOffset;
  Made.through = Of.Through;
  Made.element_size = number(static_cast<hetrt_int64>(Of.ElementSize));
  for (unsigned D = 0; D < Rank && D < MaxRank; ++D)
    Made.extent[D] = number(Of.Dimensions[D].Extent);
  Arrays.push_back(Made);
  if (Rank > MaxRank) // the caller reports the error
    return;
  const unsigned Reads = Of.In ? unsigned(HETRT_READ) : 0, Writes = Of.Out ? unsigned(HETRT_WRITE) : 0;
  bool Follows = false;
  for (unsigned D = 0; D < Rank; ++D) {
    const Clause::Dimension &Along = Of.Dimensions[D];
    Follows |= Along.Tied;
    addBox(Of, Number, D, false, HETRT_OWN | Reads | Writes, Along.Tied);
    addBox(Of, Number, D, true, Reads, Along.Tied && (Along.Before || Along.After));
  }
  addBox(Of, Number, Rank, false, Reads | Writes, !Follows);
}

} // namespace hetrt
