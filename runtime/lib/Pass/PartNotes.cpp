// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a loop of a block reads no elements by indices that another part may have changed.
#include "Pass/PartNotes.h"

#include "Device/RegionTables.h"

#include <fmt/format.h>

namespace hetrt {
namespace {

const void *original(const Replicas *Copies, const void *Base) { return Copies ? Copies->original(Base) : Base; }

/// The name by which a loop names the array at the address `Base`, if it writes the array; else null.
const char *nameWritten(const CallTables &Loop, const Replicas *Copies, const void *Base) {
  for (unsigned A = 0; A < Loop.Region.array_count; ++A)
    if (isWritten(Loop.Region, A) && original(Copies, Loop.base(A)) == Base)
      return Loop.Region.arrays[A].name;
  return nullptr;
}

} // namespace

Status WrittenArrays::check(const CallTables &Loop, bool AnyCopies, const Replicas *Copies) const {
  for (unsigned A = 0; A < Loop.Region.array_count; ++A) {
    const hetrt_array_info &Info = Loop.Region.arrays[A];
    if (!(Info.flags & HETRT_GATHER))
      continue;
    const void *Base = Loop.base(A);
    const char *Here = nameWritten(Loop, Copies, Base);
    const auto Before = AnyCopies ? Names.find(Base) : Names.end();
    if (Here || Before != Names.end())
      return Status::programFault(
          HETRT_ERROR_OVERLAP,
          fmt::format("{}: a loop reads the array by its indices, and {} it as '{}': wanted {}'target update "
                      "padding_update_nearby({})' between them",
                      clauseOf(Info), Here ? "writes" : "one before it has written", Here ? Here : Before->second,
                      Here ? "two loops, and " : "", Info.name));
  }
  return Status::success();
}

void WrittenArrays::note(const CallTables &Loop, const Replicas *Copies) {
  for (unsigned A = 0; A < Loop.Region.array_count; ++A)
    if (isWritten(Loop.Region, A))
      Names[original(Copies, Loop.base(A))] = Loop.Region.arrays[A].name;
}

} // namespace hetrt
