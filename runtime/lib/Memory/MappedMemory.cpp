// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the kernel about address ranges.
#include "Memory/MappedMemory.h"

#include <cerrno>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hetrt {
namespace {

/// msync() with MS_ASYNC does nothing on Linux but walk the mappings, and fails where there is a hole.
bool isMapped(std::uintptr_t Begin, std::uintptr_t End) {
  return msync(reinterpret_cast<void *>(Begin), End - Begin, MS_ASYNC) == 0 || errno != ENOMEM;
}

/// The first address from `Begin` on, where a page begins, that is not mapped; there is one before `End`.
std::uintptr_t firstHole(std::uintptr_t Begin, std::uintptr_t End, std::uintptr_t Page) {
  End = (End + Page - 1) / Page * Page; // so that what is halved always has a middle
  while (End - Begin > Page) {
    const std::uintptr_t Middle = Begin + (End - Begin) / Page / 2 * Page;
    if (isMapped(Begin, Middle))
      Begin = Middle;
    else
      End = Middle;
  }
  return Begin;
}

Status checkMapped(const hetrt_window_info &Info, std::uintptr_t Begin, std::uintptr_t End) {
  static const auto Page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t FirstPage = Begin / Page * Page;
  if (Begin == End || isMapped(FirstPage, End))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}({}), line {}: wanted an array in memory, {} bytes from address {:#x} on; found nothing mapped "
                  "at {:#x}",
                  Info.clause, Info.name, Info.line, End - Begin, Begin,
                  std::max(firstHole(FirstPage, End, Page), Begin)));
}

/// What the array goes through, which has to be there before anybody reads it.
Status checkThrough(const Array &What) {
  if (!What.Through)
    return Status::success();
  const IntegerTable &Table = What.Uses.tables().front();
  const Interval Read = What.Uses.positions(0);
  const auto Base = reinterpret_cast<std::uintptr_t>(Table.Base);
  return checkMapped(*What.Through, Base + std::uint64_t(Read.Lower) * Table.Size,
                     Base + std::uint64_t(Read.Upper) * Table.Size);
}

} // namespace

Status checkMapped(const ResolvedCall &Call) {
  for (const Array &What : Call.Arrays) {
    if (Status Result = checkThrough(What); !Result.ok())
      return Result;
    if (What.InPlace) // the device's driver has vouched for it
      continue;
    const hetrt_bounds Touched = boundsOf(What, 0, Call.all());
    const auto Base = reinterpret_cast<std::uintptr_t>(What.Base);
    if (Status Result = checkMapped(*What.Info, Base + std::uint64_t(Touched.flat_lower) * What.ElementSize,
                                    Base + std::uint64_t(Touched.flat_upper) * What.ElementSize);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace hetrt
