// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which each iteration has a segment, as the rows of a sparse matrix: integers of the program's say where
// segments begin.
#include "Memory/Integers.h"
#include "Memory/Window.h"

#include <fmt/format.h>
#include <utility>

namespace hetrt {
namespace {

Status wrongSegment(const Array &What, const std::string &Text) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, fmt::format("{}({}), line {}: {}", What.Info->clause,
                                                                What.Info->name, What.Info->line, Text));
}

/// Of the values `Hull`, those in the gaps of a step included: what is moved reaches over them.
Status checkSegments(Array &What, Interval Hull) {
  const HostIntegers &Begins = What.Segments;
  const char *Name = Begins.Info->name;
  std::int64_t Begin = Begins.at(Hull.Lower);
  if (Begin < 0)
    return wrongSegment(What, fmt::format("{}[{}] is no index: wanted at least 0, found {}", Name, Hull.Lower, Begin));
  What.LargestSegment = 0;
  for (std::int64_t Index = Hull.Lower; Index < Hull.Upper; ++Index) {
    const std::int64_t End = Begins.at(Index + 1);
    if (End < Begin)
      return wrongSegment(What, fmt::format("{}[{}] is less than the one before it: wanted at least {}, found {}", Name,
                                            Index + 1, Begin, End));
    What.LargestSegment = std::max(What.LargestSegment, static_cast<std::uint64_t>(End - Begin));
    Begin = End;
  }
  if (Begin > What.Extent[0])
    return wrongSegment(What, fmt::format("{}[{}] lies beyond the array: wanted at most {}, found {}", Name, Hull.Upper,
                                          What.Extent[0], Begin));
  return Status::success();
}

} // namespace

std::int64_t HostIntegers::at(std::int64_t Index) const {
  return withInteger(Size, !(Info->flags & HETRT_UNSIGNED), [&](auto Zero) {
    const auto Value = loadInteger<decltype(Zero)>(Base, static_cast<std::uint64_t>(Index));
    return std::cmp_greater(Value, INT64_MAX) ? INT64_MAX : static_cast<std::int64_t>(Value);
  });
}

Status checkSegments(ResolvedCall &Call) {
  for (Array &What : Call.Arrays)
    if (What.Segments)
      if (Status Result = checkSegments(What, Call.Iterations.hull(0, Call.Iterations.TripCount)); !Result.ok())
        return Result;
  return Status::success();
}

} // namespace hetrt
