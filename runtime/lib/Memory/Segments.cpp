// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks arrays of which each iteration uses a segment, as the elements of row i of a sparse matrix in
// `for (k = row[i]; k < row[i + 1]; ++k)`. Integers of the program, here those of `row`, are the ends of the segments.
#include "Device/RegionTables.h"
#include "Memory/Array.h"

#include <fmt/format.h>

namespace hetrt {
namespace {

Status wrongSegment(const Array &What, const std::string &Text) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, clauseOf(*What.Info) + ": " + Text);
}

/// Checks the integers of one table. Integers that a step larger than 1 skips are checked, too, since a device gets one
/// run of memory from the first segment to the last, with the segments between.
Status checkTable(Array &What, unsigned Number) {
  const IntegerTable &Begins = What.Uses.tables()[Number];
  const Interval Read = What.Uses.positions(Number);
  const char *Name = What.Indirect.Through[Number]->name;
  if (Read.empty())
    return Status::success();
  std::int64_t Begin = Begins.at(Read.Lower);
  if (What.Indirect.HasSegments && Begin < What.FirstIndex)
    return wrongSegment(What, fmt::format("{}[{}] is no index: wanted at least {}, found {}", Name, Read.Lower,
                                          What.FirstIndex, Begin));
  for (std::int64_t Index = Read.Lower + 1; Index < Read.Upper; ++Index) {
    const std::int64_t End = Begins.at(Index);
    if (End < Begin)
      return wrongSegment(What, fmt::format("{}[{}] is less than the one before it: wanted at least {}, found {}", Name,
                                            Index, Begin, End));
    if (What.Indirect.HasSegments)
      What.Largest = std::max(What.Largest, static_cast<std::uint64_t>(End - Begin));
    Begin = End;
  }
  if (What.Indirect.HasSegments && Begin - What.FirstIndex > What.Extent[0])
    return wrongSegment(What, fmt::format("{}[{}] lies beyond the array: wanted at most {}, found {}", Name,
                                          Read.Upper - 1, What.FirstIndex + What.Extent[0], Begin));
  return Status::success();
}

} // namespace

Status checkSegments(Array &What) {
  for (unsigned Number = 0; Number < What.Indirect.Through.size(); ++Number)
    if (Status Result = checkTable(What, Number); !Result.ok())
      return Result;
  if (!What.Indirect.HasSegments && What.Uses.uneven())
    What.Largest = What.Uses.largest();
  return Status::success();
}

} // namespace hetrt
