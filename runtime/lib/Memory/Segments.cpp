// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which each iteration has a segment, as the rows of a sparse matrix: integers of the program's say where
// segments begin.
#include "Memory/Window.h"

#include <cstring>
#include <fmt/format.h>

namespace hetrt {
namespace {

template <typename Signed, typename Unsigned> std::int64_t load(const std::byte *From, bool HasSign) {
  Unsigned Value;
  std::memcpy(&Value, From, sizeof Value);
  if (HasSign)
    return static_cast<Signed>(Value);
  return static_cast<std::int64_t>(std::min<std::uint64_t>(Value, INT64_MAX));
}

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
  const std::byte *From = Base + static_cast<std::uint64_t>(Index) * Size;
  const bool HasSign = !(Info->flags & HETRT_UNSIGNED);
  switch (Size) {
  case 1:
    return load<std::int8_t, std::uint8_t>(From, HasSign);
  case 2:
    return load<std::int16_t, std::uint16_t>(From, HasSign);
  case 4:
    return load<std::int32_t, std::uint32_t>(From, HasSign);
  default:
    return load<std::int64_t, std::uint64_t>(From, HasSign);
  }
}

Status checkSegments(ResolvedCall &Call) {
  for (Array &What : Call.Arrays)
    if (What.Segments)
      if (Status Result = checkSegments(What, Call.Iterations.hull(0, Call.Iterations.TripCount)); !Result.ok())
        return Result;
  return Status::success();
}

} // namespace hetrt
