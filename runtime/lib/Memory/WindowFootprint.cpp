// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The windows of interface version 7 as footprints: what all clauses that name an array come to, and the boxes that say
// the same. Lives until the compiler states boxes itself.
#include "Memory/WindowUse.h"

namespace hetrt {
namespace {

/// What the clauses of one array come to together.
struct Clauses {
  std::array<std::int64_t, MaxRank> HaloBefore{}, HaloAfter{};
  std::array<bool, MaxRank> Tied{};
  Box Used{};         ///< By any iteration.
  bool Whole = false; ///< Some clause has it in full.
  bool In = false, Out = false;
  bool Anywhere = false; ///< Some clause has it written at any index, whatever others say.
  bool Any = false;      ///< Else the array is not there.
  HostIntegers Segments;

  unsigned ties() const { return unsigned(Tied[0]) + Tied[1] + Tied[2]; }

  void add(const Use &What) {
    const bool HadTies = ties() > 0;
    bool HasTies = false;
    const hetrt_window &Window = What.window();
    for (unsigned D = 0; D < What.info().rank; ++D) {
      const bool IsTied = What.isTied(D);
      HasTies |= IsTied;
      if (IsTied)
        Used[D] = {0, Window.extent[D]};
      Tied[D] |= IsTied;
      HaloBefore[D] = std::max(HaloBefore[D], Window.halo_before[D]);
      HaloAfter[D] = std::max(HaloAfter[D], Window.halo_after[D]);
    }
    In |= What.has(HETRT_IN);
    Out |= What.has(HETRT_OUT);
    Anywhere |= What.has(HETRT_DIFFERENCE);
    Whole |= !HasTies || (!HadTies && Any);
    Any = true;
  }
};

/// Makes the boxes of an array.
class BoxWriter {
public:
  BoxWriter(const Clauses &Of, const Extents &Extent, const IterationSpace &Space) : Of(Of), Builder(Space, Extent) {
    if (Of.Segments)
      Table = Builder.addTable(Of.Segments);
  }

  Footprint take() {
    const unsigned Reads = Of.In ? unsigned(BoxReads) : 0;
    // Where nothing moves in, the clause's word is that all of it is written.
    const unsigned Writes = Of.Out ? unsigned(BoxWrites) | (Of.In ? 0u : unsigned(BoxSurely)) : 0;
    if (Of.Anywhere) {
      add(MaxRank, false, Reads | Writes);
      return Builder.take();
    }
    if (Of.Whole || !Of.Any)
      add(MaxRank, false, Reads);
    for (unsigned D = 0; D < MaxRank; ++D) {
      if (!Of.Tied[D])
        continue;
      // What two dimensions follow belongs to no iteration alone.
      const bool Alone = Of.ties() == 1, HasHalo = Of.HaloBefore[D] > 0 || Of.HaloAfter[D] > 0;
      const unsigned Own = Alone ? BoxOwn | Writes : 0;
      if (Of.Whole || (Alone && HasHalo)) {
        if (!Of.Whole)
          add(D, true, Reads);
        add(D, false, Own);
      } else {
        add(D, HasHalo, Own | Reads);
      }
    }
    return Builder.take();
  }

private:
  void add(unsigned Along, bool WithHalo, unsigned Flags) {
    std::array<Term, MaxRank> Lower, Upper;
    BoxFormula Made{.Flags = Flags};
    for (unsigned D = 0; D < MaxRank; ++D) {
      Lower[D] = {.Slope = D == Along, .Offset = D == Along ? 0 : Of.Used[D].Lower};
      Upper[D] = {.Slope = D == Along, .Offset = D == Along ? 1 : Of.Used[D].Upper};
      if (D == Along && D == 0)
        Lower[D].Table = Upper[D].Table = Table;
      if (D == Along && WithHalo) {
        (Lower[D].Table ? Lower[D].Add : Lower[D].Offset) -= Of.HaloBefore[D];
        std::int64_t &End = Upper[D].Table ? Upper[D].Add : Upper[D].Offset;
        if (__builtin_add_overflow(End, Of.HaloAfter[D], &End))
          End = INT64_MAX;
      }
      Made.Along[D] = {{&Lower[D], 1}, {&Upper[D], 1}};
    }
    Builder.add(Made);
  }

  const Clauses &Of;
  FootprintBuilder Builder;
  std::uint32_t Table = 0;
};

/// Without its address where it is not there: an array without elements.
Array arrayOf(const Use &What, bool IsAbsent) {
  const hetrt_window &Window = What.window();
  Array Made;
  Made.Info = &What.info();
  Made.ElementSize = Window.element_size;
  Made.Rank = What.info().rank;
  for (unsigned D = 0; D < Made.Rank; ++D)
    Made.Extent[D] = IsAbsent ? 0 : Window.extent[D];
  if (IsAbsent)
    return Made;
  // The user's array, to be written only under a clause that says so.
  Made.Base = static_cast<std::byte *>(const_cast<void *>(Window.base));
  Made.Strided = true; // as far as all of its clauses say so
  return Made;
}

/// The window that has the same array, or this one.
unsigned firstOf(const Use &What) {
  unsigned Same = isAbsent(What) ? What.Number : 0;
  while (Same < What.Number && !merges({What.Region, What.Call, Same}, What))
    ++Same;
  return Same;
}

/// Arrays of a call with what their clauses come to.
class Resolver {
public:
  Resolver(const hetrt_region &Region, const hetrt_call &Call, ResolvedCall &Into)
      : Region(Region), Call(Call), Into(Into) {}

  void add(const Use &What) {
    const bool Absent = isAbsent(What);
    const unsigned Same = firstOf(What);
    if (Same < What.Number) {
      Into.ArrayOf.push_back(Into.ArrayOf[Same]);
    } else {
      Into.ArrayOf.push_back(static_cast<unsigned>(Into.Arrays.size()));
      Into.Arrays.push_back(arrayOf(What, Absent));
      Of.emplace_back().Used = wholeOf(Into.Arrays.back().Extent);
      for (unsigned D = 0; D < What.info().rank && !Absent; ++D)
        Of.back().Used[D] = What.used(D);
    }
    if (Absent) // all of it is nothing, and nothing moves
      return;
    Array &Made = Into.Arrays[Into.ArrayOf.back()];
    Of[Into.ArrayOf.back()].add(What);
    Made.Persist |= What.has(HETRT_PERSIST);
    Made.Difference |= What.has(HETRT_DIFFERENCE);
    Made.Strided &= What.has(HETRT_STRIDED);
  }

  /// Joins an array and the one that it goes through, when all are there.
  void join(const Use &What) {
    const unsigned Number = Into.ArrayOf[What.Number], Through = What.info().through;
    if (What.has(HETRT_SEGMENTED)) {
      Of[Number].Segments = integersOf(Region, Call, Through);
      Into.Arrays[Number].Through = Of[Number].Segments.Info;
    }
    if (What.has(HETRT_INDEXED)) {
      Into.Arrays[Number].IndexedBy = static_cast<int>(Into.ArrayOf[Through]);
      Into.Arrays[Into.ArrayOf[Through]].Integers = integersOf(Region, Call, Through);
    }
  }

  void writeFootprints() {
    for (std::size_t I = 0; I < Of.size(); ++I)
      Into.Arrays[I].Uses = BoxWriter(Of[I], Into.Arrays[I].Extent, Into.Space).take();
  }

private:
  const hetrt_region &Region;
  const hetrt_call &Call;
  ResolvedCall &Into;
  std::vector<Clauses> Of; ///< Of each array.
};

} // namespace

void resolveCall(const hetrt_region &Region, const hetrt_call &Call, ResolvedCall &Into) {
  Into.Space = {Call.trip_count, Call.lower, Call.step};
  Into.Arrays.clear();
  Into.ArrayOf.clear();
  Resolver Each(Region, Call, Into);
  for (unsigned W = 0; W < Region.window_count; ++W)
    Each.add({Region, Call, W});
  for (unsigned W = 0; W < Region.window_count; ++W)
    Each.join({Region, Call, W});
  Each.writeFootprints();
}

} // namespace hetrt
