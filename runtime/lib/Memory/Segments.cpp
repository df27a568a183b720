// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which each iteration has a segment, as the rows of a sparse matrix: integers of the program's say where
// segments begin.
#include "Memory/Window.h"

#include <fmt/format.h>

namespace hetrt {
namespace {

Status wrongSegment(const Array &What, const std::string &Text) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, fmt::format("{}({}), line {}: {}", What.Info->clause,
                                                                What.Info->name, What.Info->line, Text));
}

/// Those in the gaps of a step included: what is moved reaches over them.
Status checkSegments(Array &What) {
  const IntegerTable &Begins = What.Uses.tables().front();
  const Interval Read = What.Uses.positions(0);
  const char *Name = What.Through->name;
  std::int64_t Begin = Begins.at(Read.Lower);
  if (Begin < 0)
    return wrongSegment(What, fmt::format("{}[{}] is no index: wanted at least 0, found {}", Name, Read.Lower, Begin));
  for (std::int64_t Index = Read.Lower + 1; Index < Read.Upper; ++Index) {
    const std::int64_t End = Begins.at(Index);
    if (End < Begin)
      return wrongSegment(What, fmt::format("{}[{}] is less than the one before it: wanted at least {}, found {}", Name,
                                            Index, Begin, End));
    What.Largest = std::max(What.Largest, static_cast<std::uint64_t>(End - Begin));
    Begin = End;
  }
  if (Begin > What.Extent[0])
    return wrongSegment(What, fmt::format("{}[{}] lies beyond the array: wanted at most {}, found {}", Name,
                                          Read.Upper - 1, What.Extent[0], Begin));
  return Status::success();
}

} // namespace

Status checkSegments(ResolvedCall &Call) {
  for (Array &What : Call.Arrays)
    if (What.Through) {
      if (Status Result = checkSegments(What); !Result.ok())
        return Result;
    } else if (What.Uses.uneven()) {
      What.Largest = What.Uses.largest();
    }
  return Status::success();
}

} // namespace hetrt
