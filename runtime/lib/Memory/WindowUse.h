// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the clauses of interface version 7 say with the numbers of a call, for their checks. Lives as long as that
// version.
#ifndef HETRT_MEMORY_WINDOWUSE_H
#define HETRT_MEMORY_WINDOWUSE_H

#include "Memory/Window.h"

namespace hetrt {

/// Windows whose elements belong to iterations by way of another array.
inline constexpr unsigned ThroughOther = HETRT_SEGMENTED | HETRT_INDEXED;

inline bool isTied(const hetrt_window_info &Info, const hetrt_window &Window, unsigned Dimension) {
  return !(Info.flags & HETRT_FULL) && Window.tied[Dimension] != 0;
}

/// The indices of a dimension that does not follow the loop, or those of one that does which any loop may use.
inline Interval usedOf(const hetrt_window_info &Info, const hetrt_window &Window, unsigned Dimension) {
  if (!(Info.flags & HETRT_SECTION) || isTied(Info, Window, Dimension))
    return {0, Window.extent[Dimension]};
  return {Window.first[Dimension], Window.first[Dimension] + Window.count[Dimension]};
}

/// Whose indices another window says.
inline bool isSegmented(const hetrt_window_info &Info, unsigned Dimension) {
  return (Info.flags & HETRT_SEGMENTED) && Dimension == 0;
}

/// A clause, with what the call says to it.
struct Use {
  const hetrt_region &Region;
  const hetrt_call &Call;
  const unsigned Number;

  const hetrt_window_info &info() const { return Region.windows[Number]; }
  const hetrt_window &window() const { return Call.windows[Number]; }
  const void *base() const { return window().base; }
  bool has(std::uint32_t Flag) const { return info().flags & Flag; }
  bool isTied(unsigned Dimension) const { return hetrt::isTied(info(), window(), Dimension); }
  Interval used(unsigned Dimension) const { return usedOf(info(), window(), Dimension); }
};

/// Whether there is no array: a null pointer, or no elements. The program does not touch what is not there, so nothing
/// is moved, and the call runs. Where others go through it, or it goes through another, its elements are looked at.
bool isAbsent(const Use &What);

/// Checks the windows that clauses name against each other and against the iterations; allocates nothing unless it
/// fails. Errors name clause, array, line, what was wanted and what was found.
Status checkCall(const hetrt_region &Region, const hetrt_call &Call);

/// The same of windows that the compiler has found, and of what the others have to do with them. Where that fails, the
/// program is right all the same, and the cores can run the loop.
Status checkInferred(const hetrt_region &Region, const hetrt_call &Call);

/// Whether two clauses are about one array, and may have one copy of it.
bool merges(const Use &A, const Use &B);

} // namespace hetrt

#endif
