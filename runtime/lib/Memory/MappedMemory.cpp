// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the kernel about address ranges.
#include "Memory/MappedMemory.h"

#include "Device/RegionTables.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/uio.h>
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

std::uintptr_t pageSize() {
  static const auto Size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return Size;
}

Status checkMapped(const hetrt_array_info &Info, std::uintptr_t Begin, std::uintptr_t End) {
  const std::uintptr_t Page = pageSize(), FirstPage = Begin / Page * Page;
  if (Begin == End || isMapped(FirstPage, End))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}: wanted an array in memory, {} bytes from address {:#x} on; found nothing mapped at {:#x}",
                  clauseOf(Info), End - Begin, Begin, std::max(firstHole(FirstPage, End, Page), Begin)));
}

/// What the array goes through, which has to be there before anybody reads it.
Status checkThrough(const Array &What) {
  for (unsigned Number = 0; Number < What.Through.size(); ++Number) {
    const IntegerTable &Table = What.Uses.tables()[Number];
    const Interval Read = What.Uses.positions(Number);
    const auto Base = reinterpret_cast<std::uintptr_t>(Table.Base);
    if (Status Result = checkMapped(*What.Through[Number], Base + std::uint64_t(Read.Lower) * Table.Size,
                                    Base + std::uint64_t(Read.Upper) * Table.Size);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace

// The kernel copies a byte of each page, and fails where a fault would have been.
bool isReadable(std::uintptr_t Begin, std::uint64_t Bytes) {
  constexpr std::size_t Most = 512;
  std::array<iovec, Most> Pages{};
  std::array<std::byte, Most> Copies{};
  const std::uintptr_t End = Begin + Bytes;
  while (Begin < End) {
    std::size_t Count = 0;
    for (; Count < Most && Begin < End; ++Count) {
      Pages[Count] = {reinterpret_cast<void *>(Begin), 1};
      Begin = Begin / pageSize() * pageSize() + pageSize();
    }
    const iovec Into = {Copies.data(), Count};
    if (process_vm_readv(getpid(), &Into, 1, Pages.data(), Count, 0) != static_cast<ssize_t>(Count))
      return false;
  }
  return true;
}

Status checkMapped(const Array &What, Iterations Of) {
  if (Status Result = checkThrough(What); !Result.ok())
    return Result;
  if (What.OfDriver)
    return Status::success();
  const Interval Touched = flatHull(What, What.Uses.held(Of));
  const auto Base = reinterpret_cast<std::uintptr_t>(What.Base);
  return checkMapped(*What.Info, Base + std::uint64_t(Touched.Lower) * What.ElementSize,
                     Base + std::uint64_t(Touched.Upper) * What.ElementSize);
}

} // namespace hetrt
