// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows of interface version 7 as clauses. Lives as long as that version.
#ifndef HETRT_MEMORY_WINDOWCLAUSES_H
#define HETRT_MEMORY_WINDOWCLAUSES_H

#include "Memory/ClauseTables.h"
#include "Memory/WindowUse.h"

namespace hetrt {

/// A window as a clause, whose address stands at `PointerOffset` in the values. Without a window, its shape only.
inline Clause clauseOfWindow(const hetrt_window_info &Info, const hetrt_window *Window, std::uint32_t PointerOffset) {
  Clause Made{.Name = Info.name, .Word = Info.flags & HETRT_INFERRED ? nullptr : Info.clause, .Line = Info.line};
  constexpr unsigned Kept = HETRT_PERSIST | HETRT_PRESENT | HETRT_STRIDED | HETRT_UNSIGNED | HETRT_COPIED |
                            HETRT_BALANCE | HETRT_ALLOCATED | HETRT_GATHER | HETRT_WRITES_ANYWHERE;
  Made.Flags = Info.flags & Kept;
  Made.PointerOffset = PointerOffset;
  Made.In = Info.flags & HETRT_IN;
  Made.Out = Info.flags & HETRT_OUT;
  Made.Sections = Info.flags & HETRT_SECTION;
  Made.IsSegmented = Info.flags & HETRT_SEGMENTED;
  Made.Through = Info.through;
  Made.Dimensions.resize(Info.rank);
  if (!Window)
    return Made;
  Made.ElementSize = Window->element_size;
  for (unsigned D = 0; D < Info.rank && D < MaxRank; ++D)
    Made.Dimensions[D] = {Window->extent[D], isTied(Info, *Window, D), Window->halo_before[D], Window->halo_after[D],
                          usedOf(Info, *Window, D)};
  return Made;
}

} // namespace hetrt

#endif
